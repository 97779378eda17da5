"""Carrying what is in one array to another, sixteen bytes at a time: a record by itself goes byte by byte, and numbers
one by one."""

from sobremesa.lab.cuda.compiling import SIMULATED

LOAD = 16
"""Bytes at a time; positions are a multiple of it, and begin at one."""

if SIMULATED:

    def carry(to, at, whence, where):
        """Put what is at one place of an array into a place of another."""
        to[at] = whence[where]

    def carry_four(to, at, whence, where):
        """The same of four numbers of four bytes; places are counted in fours."""
        to[4 * at : 4 * at + 4] = whence[4 * where : 4 * where + 4]

    def clear_four(to, at):
        """Make four numbers zero."""
        to[4 * at : 4 * at + 4] = 0

else:
    from llvmlite import ir
    from numba.core import cgutils, types
    from numba.cuda.extending import intrinsic

    @intrinsic
    def carry(typing, to, at, whence, where):
        """Put what is at one place of an array into a place of another."""

        def code(context, builder, signature, arguments):
            loads = signature.args[0].dtype.size // LOAD
            ends = [_place(context, builder, signature, arguments, n) for n in (0, 2)]
            with cgutils.for_range(builder, ir.Constant(ir.IntType(64), loads)) as loop:
                load = builder.load(builder.gep(ends[1], [loop.index]), align=LOAD)
                builder.store(load, builder.gep(ends[0], [loop.index]), align=LOAD)
            return context.get_dummy_value()

        return types.void(to, at, whence, where), code

    @intrinsic
    def carry_four(typing, to, at, whence, where):
        """The same of four numbers of four bytes; places are counted in fours."""

        def code(context, builder, signature, arguments):
            end, begin = (_place(context, builder, signature, arguments, n, 4) for n in (0, 2))
            builder.store(builder.load(begin, align=LOAD), end, align=LOAD)
            return context.get_dummy_value()

        return types.void(to, at, whence, where), code

    @intrinsic
    def clear_four(typing, to, at):
        """Make four numbers zero."""

        def code(context, builder, signature, arguments):
            end = _place(context, builder, signature, arguments, 0, 4)
            builder.store(ir.Constant(FOUR, None), end, align=LOAD)
            return context.get_dummy_value()

        return types.void(to, at), code

    FOUR = ir.VectorType(ir.IntType(32), LOAD // 4)

    def _place(context, builder, signature, arguments, n, per=1):
        """Where in an array, the argument of that number, the place of the next argument is."""
        layout, index = signature.args[n], signature.args[n + 1]
        held = context.make_array(layout)(context, builder, arguments[n])
        place = context.cast(builder, arguments[n + 1], index, types.intp)
        place = builder.mul(place, ir.Constant(place.type, per))
        whole = cgutils.get_item_pointer(context, builder, layout, held, [place])
        return builder.bitcast(whole, FOUR.as_pointer())

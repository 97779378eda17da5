"""Carrying a position from one array to another, sixteen bytes at a time: a record by itself goes byte by byte."""

from sobremesa.lab.cuda.compiling import SIMULATED

LOAD = 16
"""Bytes at a time; positions are a multiple of it, and begin at one."""

if SIMULATED:

    def carry(to, at, whence, where):
        """Put what is at one place of an array into a place of another."""
        to[at] = whence[where]

else:
    from llvmlite import ir
    from numba.core import cgutils, types
    from numba.cuda.extending import intrinsic

    @intrinsic
    def carry(typing, to, at, whence, where):
        """Put what is at one place of an array into a place of another."""

        def code(context, builder, signature, arguments):
            loads = signature.args[0].dtype.size // LOAD
            kind = ir.VectorType(ir.IntType(32), LOAD // 4)
            ends = []
            for array, index in (0, 1), (2, 3):
                layout = signature.args[array]
                held = context.make_array(layout)(context, builder, arguments[array])
                place = context.cast(builder, arguments[index], signature.args[index], types.intp)
                whole = cgutils.get_item_pointer(context, builder, layout, held, [place])
                ends.append(builder.bitcast(whole, kind.as_pointer()))
            with cgutils.for_range(builder, ir.Constant(ir.IntType(64), loads)) as loop:
                load = builder.load(builder.gep(ends[1], [loop.index]), align=LOAD)
                builder.store(load, builder.gep(ends[0], [loop.index]), align=LOAD)
            return context.get_dummy_value()

        return types.void(to, at, whence, where), code

"""Build the engine of each game: its rules, its search and its bots as one WebAssembly module.

Numba turns rules into LLVM's language for whatever its target context generates code for. Here that is wasm32, put in
place before anything is compiled, in a process that compiles for nothing else. All functions of a game become one
module of LLVM's; what is not exported is made internal, all is optimised once, and linked by `wasm-ld`.

`exports.json` names what is exported: the functions that Python calls, each with the kinds of its arguments.

    python -m sobremesa.engine.build [--into FOLDER] [GAME ...]
"""

import argparse
import hashlib
import importlib
import itertools
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

FEATURES = "+bulk-memory,+bulk-memory-opt,+sign-ext,+nontrapping-fptoint,+mutable-globals"
TRIPLE = "wasm32-unknown-unknown"
STACK = 1 << 20
HELPERS = "room", "release"
"""What the host calls of the runtime: to get memory, and to give a result's back."""
CALLED_LATE = {"__multi3"}
"""What LLVM calls of the runtime only when it writes code for wasm32, which cannot do it itself."""
RUNTIME = Path(__file__).with_name("runtime.ll")


def linker() -> list[str]:
    """The command that links: LLVM's, from the system or from the package `ziglang`."""
    for name in (os.environ.get("WASM_LD", ""), "wasm-ld", *(f"wasm-ld-{n}" for n in range(25, 13, -1))):
        if name and (found := shutil.which(name)):
            return [found]
    if importlib.util.find_spec("ziglang"):
        return [sys.executable, "-m", "ziglang", "wasm-ld"]
    raise SystemExit("Building engines needs wasm-ld: install lld (Debian: apt install lld), or pip install ziglang.")


def _types() -> Any:
    from numba.core import types

    return types


def machine(level: int = 3) -> Any:
    import llvmlite.binding as ll

    ll.initialize_all_targets()
    ll.initialize_all_asmprinters()
    return ll.Target.from_triple(TRIPLE).create_target_machine(cpu="mvp", features=FEATURES, opt=level)


def begin() -> Any:
    """Let Numba compile for wasm32 from now on, and keep nothing of it; the context that it compiles in."""
    from llvmlite import ir
    from numba.core import bytecode, callconv, codegen
    from numba.core.registry import cpu_target

    from sobremesa.engine import native  # noqa: F401  it lets functions be numbered from anywhere

    bytecode.FunctionIdentity._unique_ids = itertools.count(1)  # names in object files come from these numbers
    layout = str(machine().target_data)

    class Library(codegen.AOTCodeLibrary):
        """Optimised once, when all are together, and not again for each that another is linked into."""

        def _optimize_final_module(self) -> None:
            pass

    class Wasm(codegen.AOTCPUCodegen):
        _library_class = Library

        def _init(self, module: Any) -> None:
            self._tm_features, self._tm, self._data_layout = FEATURES, machine(), layout
            self._target_data = self._tm.target_data
            self._loopvect, self._opt_level = False, 0

        def _create_empty_module(self, name: str) -> Any:
            module = super()._create_empty_module(name)
            module.triple = TRIPLE
            return module

        def set_env(self, name: str, env: Any) -> None:
            pass

    class Trapping(callconv.CPUCallConv):
        """Stop the module where Python would raise an exception: it has no caller that could catch one."""

        def _trap(self, builder: Any) -> None:
            kind = ir.FunctionType(ir.VoidType(), ())
            builder.call(builder.module.declare_intrinsic("llvm.trap", (), kind), ())

        def return_user_exc(
            self, builder: Any, exc: Any, exc_args: Any = None, loc: Any = None, func_name: Any = None
        ) -> None:
            self._trap(builder)
            builder.unreachable()

        def set_static_user_exc(
            self, builder: Any, exc: Any, exc_args: Any = None, loc: Any = None, func_name: Any = None
        ) -> None:
            self._trap(builder)

        def return_status_propagate(self, builder: Any, status: Any) -> None:
            self._trap(builder)
            builder.unreachable()

    context = cpu_target.target_context
    context._internal_codegen = Wasm("wasm")
    context.create_cpython_wrapper = context.create_cfunc_wrapper = lambda *_, **__: None
    context.get_executable = lambda *_: [].append  # what a dispatcher would call, another each time: never is
    type(context).call_conv = property(Trapping)
    return context


class Wrapper:
    """A function with a plain signature around one of Numba's: see `host` for how arguments are passed."""

    def __init__(self, context: Any, module: Any, name: str, compiled: Any) -> None:
        from llvmlite import ir

        self.context, self.module, self.name, self.compiled = context, module, name, compiled
        self.i32, self.i64, self.f64 = ir.IntType(32), ir.IntType(64), ir.DoubleType()
        self.address = ir.IntType(8).as_pointer()
        self.ir = ir
        self.result = self._kind(compiled.signature.return_type)
        self.plain = len(self.result) < 2
        """Whether what it gives fits in one word; else it is written to where the first argument says."""
        words: list[Any] = [] if self.plain else [self.address]
        for kind in compiled.signature.args:
            words += self._words(kind)
        returned: Any = ir.VoidType()
        if self.plain and self.result:
            returned = self.f64 if self.result == "f" else self.i64
        self.function = ir.Function(module, ir.FunctionType(returned, words), name)
        self._fill()

    def _letter(self, kind: Any) -> str:
        types = _types()

        if isinstance(kind, types.Boolean):
            return "b"
        if isinstance(kind, types.Integer):
            return "i" if kind.signed or kind.bitwidth < 64 else "u"
        if isinstance(kind, types.Float):
            return "f"
        raise TypeError(f"{self.name} gives {kind}, which an engine does not pass on.")

    def _kind(self, kind: Any) -> str:
        """What it gives, as text: see `signature`."""
        types = _types()
        from numba.np.numpy_support import as_dtype

        if kind == types.none:
            return ""
        if isinstance(kind, types.BaseTuple):
            made = getattr(kind, "instance_class", tuple)
            name = f"{made.__module__}:{made.__qualname__}" if made is not tuple else ""
            return f"{name}({' '.join(self._kind(each) for each in kind)})"
        if isinstance(kind, types.Array):
            dtype = as_dtype(kind.dtype)
            if kind.layout != "C" or dtype.names:
                raise TypeError(f"{self.name} gives {kind}, which an engine does not pass on.")
            letter = "b1" if dtype.kind == "b" else f"{dtype.kind}{dtype.itemsize}"
            return f"{letter}[{',' * (kind.ndim - 1)}]"
        return self._letter(kind)

    def _words(self, kind: Any) -> list[Any]:
        types = _types()

        if isinstance(kind, types.BaseTuple):
            return [word for part in kind for word in self._words(part)]
        if isinstance(kind, types.Array):
            return [self.address, *[self.i32] * kind.ndim]
        if isinstance(kind, types.Record):
            return [self.address]
        return [self.f64 if isinstance(kind, types.Float) else self.i64]

    def _fill(self) -> None:
        builder = self.ir.IRBuilder(self.function.append_basic_block())
        words = list(self.function.args)
        where = None if self.plain else words.pop(0)
        signature = self.compiled.signature
        arguments = [self._take(builder, kind, words) for kind in signature.args]
        callee = self.context.declare_function(self.module, self.compiled.fndesc)
        _, result = self.context.call_conv.call_function(
            builder, callee, signature.return_type, signature.args, arguments
        )
        if where is not None:
            for n, word in enumerate(self._given(builder, result, signature.return_type)):
                at = builder.gep(where, [self.ir.Constant(self.i32, 8 * n)])
                builder.store(word, builder.bitcast(at, word.type.as_pointer()))
            builder.ret_void()
        elif self.result:
            builder.ret(self._wide(builder, result, signature.return_type))
        else:
            builder.ret_void()

    def _given(self, builder: Any, value: Any, kind: Any) -> list[Any]:
        """A result as words: of an array its block of memory, its address and its sides."""
        types = _types()

        if isinstance(kind, types.BaseTuple):
            parts = [builder.extract_value(value, n) for n in range(len(kind))]
            return [word for part, each in zip(parts, kind, strict=True) for word in self._given(builder, part, each)]
        if isinstance(kind, types.Array):
            array = self.context.make_array(kind)(self.context, builder, value)
            blocks = [builder.ptrtoint(pointer, self.i64) for pointer in (array.meminfo, array.data)]
            return [*blocks, *(builder.extract_value(array.shape, n) for n in range(kind.ndim))]
        return [self._wide(builder, value, kind)]

    def _wide(self, builder: Any, value: Any, kind: Any) -> Any:
        types = _types()

        if isinstance(kind, types.Float):
            return value if value.type == self.f64 else builder.fpext(value, self.f64)
        if value.type == self.i64:
            return value
        signed = isinstance(kind, types.Integer) and kind.signed
        return (builder.sext if signed else builder.zext)(value, self.i64)

    def _take(self, builder: Any, kind: Any, words: list[Any]) -> Any:
        types = _types()

        context = self.context
        if isinstance(kind, types.BaseTuple):
            return context.make_tuple(builder, kind, [self._take(builder, part, words) for part in kind])
        if isinstance(kind, types.Array):
            where, sides = words.pop(0), [builder.zext(words.pop(0), self.i64) for _ in range(kind.ndim)]
            made = context.make_array(kind)(context, builder)
            size = context.get_abi_sizeof(context.get_data_type(kind.dtype))
            strides: list[Any] = []
            step = self.ir.Constant(self.i64, size)
            for side in reversed(sides):
                strides.insert(0, step)
                step = builder.mul(step, side)
            data = builder.bitcast(where, made.data.type)
            itemsize = context.get_constant(types.intp, size)
            context.populate_array(made, data=data, shape=sides, strides=strides, itemsize=itemsize, meminfo=None)
            return made._getvalue()
        word = words.pop(0)
        if isinstance(kind, types.Record):
            return builder.bitcast(word, context.get_value_type(kind))
        if isinstance(kind, types.Boolean):
            return builder.icmp_unsigned("!=", word, self.ir.Constant(self.i64, 0))
        return word


def gathered(context: Any, exports: Sequence[tuple[str, str]], state: Any) -> tuple[Any, dict[str, list[str]]]:
    """One module of LLVM's with all that these need, as Numba made it; and of each export its signature and result."""
    import llvmlite.binding as ll
    from numba.core.compiler_lock import global_compiler_lock

    from sobremesa.engine.native import kinds_of

    head = f'target datalayout = "{machine().target_data}"\ntarget triple = "{TRIPLE}"\n'
    with global_compiler_lock:
        module = context.create_module("exports")
        libraries: dict[Any, None] = {}
        known: dict[str, list[str]] = {}
        for name, signature in exports:
            path, _, function = name.rpartition(".")
            rule = getattr(importlib.import_module(f"sobremesa.{path}"), function)
            kinds = kinds_of(signature, state)
            rule.inner.compile(kinds)
            compiled = rule.inner.overloads[kinds]
            libraries[compiled.library] = None
            exported = f"{name}({signature})"
            known[exported] = [signature, Wrapper(context, module, exported, compiled).result]
        whole = ll.parse_assembly(str(module))
        whole.link_in(ll.parse_assembly(head + RUNTIME.read_text()))
        for library in libraries:
            whole.link_in(library._get_module_for_linking(), preserve=True)
        missing = [
            f'define void @"{each.name}"() {{ call void @llvm.trap() unreachable }}'
            for each in whole.functions
            if each.is_declaration and not each.name.startswith("llvm.")
        ]
        missing += [
            f'@"{each.name}" = global i64 0'
            for each in whole.global_variables
            if each.is_declaration and each.name != "__heap_base"
        ]
        # What only Python has: on ways that end in an exception, which stop here.
        whole.link_in(ll.parse_assembly(head + "declare void @llvm.trap()\n" + "\n".join(missing)))
    for value in (*whole.functions, *whole.global_variables):
        if not value.is_declaration and value.name not in known and value.name not in (*HELPERS, *CALLED_LATE):
            value.linkage = "internal"
    return whole, known


def optimise(whole: Any) -> None:
    """Optimise a module."""
    import llvmlite.binding as ll

    target = machine()
    for level in (1, 3):  # references are pruned once everything is inlined, and then again
        options = ll.create_pipeline_tuning_options(speed_level=level)
        options.loop_vectorization = options.slp_vectorization = False
        builder = ll.create_pass_builder(target, options)
        passes = builder.getModulePassManager()
        passes.add_refprune_pass()
        passes.add_global_dead_code_eliminate_pass()
        passes.add_constant_merge_pass()  # a table is there once, however many functions use it
        passes.run(whole, builder)
    whole.verify()


def written(whole: Any, export: str, result: str) -> list[int]:
    """Return which of the arrays that an export is given it may write, by their number; the others are only read."""
    arguments = [
        {attribute.partition(b"(")[0] for attribute in each.attributes}
        for each in whole.get_function(export).arguments
        if str(each.type) == "ptr"
    ]
    if len(result) > 1:  # the first is where the result goes
        del arguments[0]
    return [number for number, said in enumerate(arguments) if not said & {b"readonly", b"readnone"}]


def linked(compiled: bytes, exports: Sequence[str]) -> bytes:
    """Return an object file as a WebAssembly module."""
    with tempfile.TemporaryDirectory() as folder:
        made, done = Path(folder, "all.o"), Path(folder, "all.wasm")
        made.write_bytes(compiled)
        how = ["--no-entry", "--strip-all", "--gc-sections", "-O2", "-z", f"stack-size={STACK}", "--stack-first"]
        names = [f"--export={name}" for name in (*exports, *HELPERS)]
        subprocess.run([*linker(), *how, *names, str(made), "-o", str(done)], check=True)
        return done.read_bytes()


def layout(dtype: Any) -> dict[str, Any]:
    """Return how a position lies in memory, for programs that read it without NumPy."""
    fields = [
        {"name": name, "type": kind.base.str.lstrip("|<"), "shape": list(kind.shape), "offset": offset}
        for name, (kind, offset, *_) in dtype.fields.items()
        if name != "filler"
    ]
    return {"size": dtype.itemsize, "fields": fields}


def build(context: Any, game: Any, into: Path | None) -> str:
    """Build the engine of one game, unless there is no folder to write it to; return the digest of its object file,
    which is the same for the same sources, Python and Numba."""
    import numba

    from sobremesa.engine import sources

    folder = folder_of(game)
    exports = [(name, signature) for name, signature in json.loads(sources.EXPORTS.read_text())[folder]]
    whole, known = gathered(context, exports, numba.from_dtype(game.rules.State))
    optimise(whole)
    compiled = machine().emit_object(whole)
    digest = hashlib.sha256(compiled).hexdigest()
    if into is None:
        return digest
    code = linked(compiled, list(known))
    about = {
        "game": game.name,
        "version": game.rules.VERSION,
        "actions": int(game.rules.ACTIONS),
        "record": layout(game.rules.State),
        "sources": sources.names(folder),
        "made_by": made_by(),
        "object": digest,
        "sha256": hashlib.sha256(code).hexdigest(),
        "exports": {name: [*said, written(whole, name, said[1])] for name, said in known.items()},
    }
    into.mkdir(parents=True, exist_ok=True)
    (into / f"{folder}.wasm").write_bytes(code)
    (into / f"{folder}.json").write_text(json.dumps(about, indent=1) + "\n")
    return digest


def folder_of(game: Any) -> str:
    """Return the name of the folder of a game."""
    return str(game.package.rpartition(".")[2])


def made_by() -> str:
    """Return the versions that bytes depend on, besides the sources."""
    import llvmlite
    import numba

    python = ".".join(map(str, sys.version_info[:2]))
    return f"Python {python}, Numba {numba.__version__}, llvmlite {llvmlite.__version__}"


def main() -> None:
    """Build engines, or check those that ship."""
    from sobremesa import engine
    from sobremesa.engine.host import MODULES

    parser = argparse.ArgumentParser(description="Build the engines of games as WebAssembly.")
    parser.add_argument("games", nargs="*", help="names of games; all if none is named")
    parser.add_argument("--into", type=Path, default=MODULES, help="the folder to write to")
    parser.add_argument("--check", action="store_true", help="write nothing, and fail if what ships is not the same")
    wanted = parser.parse_args()
    if not wanted.check:
        linker()
    from sobremesa import games

    names = wanted.games or games.names()
    if len(names) > 1:  # each in a process of its own: bytes depend on what was compiled before
        how = ["--into", str(wanted.into), *["--check"] * wanted.check]
        done = [subprocess.run([sys.executable, "-m", __spec__.name, name, *how]) for name in names]
        sys.exit(max(each.returncode for each in done))
    engine.use_native()
    context, game = begin(), games.find(names[0])
    digest = build(context, game, None if wanted.check else wanted.into)
    spent = f"{time.process_time():.1f} CPU s"
    if not wanted.check:
        size = (wanted.into / f"{folder_of(game)}.wasm").stat().st_size
        print(f"{game.title}: {size:,} bytes, {spent}", flush=True)
        return
    about = json.loads((wanted.into / f"{folder_of(game)}.json").read_text())
    if about["object"] != digest:
        made = f"it was made by {about['made_by']}, this is {made_by()}"
        sys.exit(f"{game.title}: its engine is not what the sources give ({made}).")
    print(f"{game.title}: the same, {spent}", flush=True)


if __name__ == "__main__":
    main()

"""How rules become code for a GPU: the same functions, laid out as a GPU likes them.

Numba compiles a kernel and every function that it calls to LLVM's language, and NVVM compiles that. In between three
things are settled that make several times the difference and that neither can know: tables lie in ordinary memory,
each once; functions that are large may be called instead of copied to each place where they are used, where the threads
of a warp come together again; and loops may be left as they are instead of being written out.
"""

from __future__ import annotations

import contextlib
import hashlib
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import numpy as np
from llvmlite import ir
from numba import njit
from numba.core import types

from sobremesa.engine.rule import Rule
from sobremesa.mistakes import missing

try:
    from numba import cuda
    from numba.cuda import dispatcher

    SIMULATED = bool(cuda.config.ENABLE_CUDASIM)
    """Whether kernels are run by Python, to look where they read and write: NUMBA_ENABLE_CUDASIM=1."""
    if not SIMULATED:
        from numba.cuda.codegen import CUDACodeLibrary
        from numba.cuda.cudadrv import nvvm
        from numba.cuda.target import CUDATargetContext, CUDATypingContext
except (ImportError, AttributeError):
    raise missing("numba-cuda for CUDA 13", "cuda") from None

ALIGNED = None if SIMULATED else 16
"""Where an array in the memory of a thread or block begins: at a multiple of so many bytes."""
device = njit(nogil=True)
"""Marks a function that a kernel calls, or the CPU, to compare. Its code is not kept."""
HOPPER = 9, 0
"""The H100 and H200, for which code is made where there is no GPU."""
_compiling = threading.Lock()
_usual_type_of: Any = None if SIMULATED else CUDATypingContext.resolve_value_type


@dataclass(frozen=True)
class Layout:
    """How the code of a kernel is laid out."""

    called: int = 0
    """Functions of more instructions than this are called, and all others copied to where they are used; 0: all are."""
    unrolled: bool = True
    """Whether loops are written out."""
    registers: int = 0
    """How many each thread has at most; 0: as many as it likes."""
    threads: int = 128
    """How many a block has."""
    each: int = 0
    """How many matches a block looks after; 0: one for each thread."""

    def blocks(self, count: int) -> int:
        """That so many matches need."""
        return -(-count // (self.each or self.threads))


PLAIN = Layout()


class Kernel:
    """A function for every thread of a GPU, compiled for arguments of these types."""

    def __init__(self, function: Callable[..., None], types: tuple[Any, ...], layout: Layout = PLAIN) -> None:
        self.function, self.types, self.layout = function, types, layout
        self._made: Any = None
        self._compiled: Any = None
        self._launches: dict[tuple[int, Any], Any] = {}

    def ptx(self, capability: tuple[int, int] = HOPPER) -> str:
        """The code for GPUs of a compute capability, whether there is one or not."""
        with _laid_out(self.layout, capability):
            code, _ = cuda.compile(self.function, self.types, cc=capability, device=False, output="ptx", abi="numba")
        return str(code)

    def compile(self) -> None:
        """For the GPU of this machine."""
        if SIMULATED:
            self._made = cuda.jit(self.function)
        elif self._made is None:
            with _laid_out(self.layout):
                self._made = cuda.jit(self.types, max_registers=self.layout.registers or None)(self.function)
            [self._compiled] = self._made.overloads.values()

    def __call__(self, count: int, *arguments: Any, stream: Any = 0) -> None:
        """For so many matches. It returns at once."""
        if self._made is None:
            self.compile()
        launch = self._launches.get((count, stream))
        if launch is None:
            shape = self.layout.blocks(count), self.layout.threads, stream
            launch = self._launches[count, stream] = self._made[shape]
        if SIMULATED:
            launch(*arguments)
        else:
            self._compiled.launch(arguments, launch.griddim, launch.blockdim, launch.stream, 0)

    def bound(self, count: int, *arguments: Any) -> Callable[..., None]:
        """The same with arguments that are always the same: what is to be found out of them is, once. It runs in the
        stream of whoever calls, if that is named."""
        self.compile()
        if SIMULATED:
            return lambda: self(count, *arguments)
        from numba.cuda.dispatcher import LaunchConfig, launch

        marshalled: list[Any] = []
        for kind, value in zip(self._compiled.argument_types, arguments, strict=True):
            self._compiled._prepare_args(kind, value, 0, [], marshalled)
        how = self._made[self.layout.blocks(count), self.layout.threads]
        config = LaunchConfig(grid=how.griddim, block=how.blockdim, shmem_size=0)
        code = self._compiled._codelibrary.get_cufunc().kernel

        def run(stream: Any = how.stream, kept: Any = arguments) -> None:
            launch(stream, config, code, *marshalled)

        return run


def has_gpu() -> bool:
    """Whether a GPU can be used here."""
    return bool(cuda.is_available())


@contextlib.contextmanager
def _laid_out(layout: Layout, capability: tuple[int, int] | None = None) -> Iterator[None]:
    """Whatever is compiled meanwhile is laid out so; for a GPU of that kind, if one is named, though there be none."""

    def strings(library: Any) -> list[str]:
        if library._llvm_strs is None:
            for module in library.modules:
                _lay_out(module, layout)
            library._llvm_strs = [str(module) for module in library.modules]
        found: list[str] = library._llvm_strs
        return found

    with contextlib.ExitStack() as stack:
        stack.enter_context(_compiling)
        stack.enter_context(_in_place_of(CUDACodeLibrary, "llvm_strs", property(strings)))
        stack.enter_context(_in_place_of(CUDATargetContext, "make_constant_array", _table))
        stack.enter_context(_in_place_of(CUDATypingContext, "resolve_value_type", _type_of))
        if capability:
            device = SimpleNamespace(compute_capability=capability)
            stack.enter_context(_in_place_of(dispatcher, "get_current_device", lambda: device))
        yield


@contextlib.contextmanager
def _in_place_of(where: Any, name: str, value: Any) -> Iterator[None]:
    before = vars(where)[name]
    setattr(where, name, value)
    try:
        yield
    finally:
        setattr(where, name, before)


def _lay_out(module: Any, layout: Layout) -> None:
    for function in module.functions:
        size = sum(len(block.instructions) for block in function.blocks)
        if layout.called and size > layout.called and function.linkage:  # a kernel has none, and is not called
            function.attributes.add("noinline")
        if not layout.unrolled:
            _keep_loops(module, function)


def _keep_loops(module: Any, function: Any) -> None:
    """A branch back to where one has been is the end of a loop."""
    disable = module.add_metadata(["llvm.loop.unroll.disable"])
    seen = set()
    for block in function.blocks:
        seen.add(block)
        branch = block.terminator
        if branch is not None and branch.opname == "br" and any(operand in seen for operand in branch.operands):
            loop = module.add_metadata([disable, ir.Constant(ir.IntType(64), len(module.metadata))])
            loop.operands = (loop, disable)  # a loop is known by a list that begins with itself
            branch.set_metadata("llvm.loop", loop)


def _type_of(context: Any, value: Any) -> Any:
    """What a value is to the compiler: a rule is what Numba makes of it, which becomes a function of the card."""
    return _usual_type_of(context, value.inner if isinstance(value, Rule) else value)


def _table(context: Any, builder: Any, kind: Any, values: np.ndarray) -> Any:
    """An array that never changes: in ordinary memory, once however many functions use it. Constant memory has room for
    64 KB, and serves one address at a time."""
    values = np.ascontiguousarray(values)
    content = values.tobytes()
    name = f"table_{hashlib.sha256(content).hexdigest()[:32]}"
    module = builder.module
    if name in module.globals:
        table = module.globals[name]
    else:
        table = ir.GlobalVariable(module, ir.ArrayType(ir.IntType(8), len(content)), name, nvvm.ADDRSPACE_GLOBAL)
        table.linkage, table.global_constant = "linkonce_odr", True
        table.initializer = ir.Constant(table.value_type, bytearray(content))
        table.align = 16
    array = context.make_array(kind)(context, builder)
    generic = builder.addrspacecast(table, ir.PointerType(ir.IntType(8)), "generic")
    size = context.get_abi_sizeof(context.get_data_type(kind.dtype))
    context.populate_array(
        array,
        data=builder.bitcast(generic, array.data.type),
        shape=[context.get_constant(types.intp, n) for n in values.shape],
        strides=[context.get_constant(types.intp, n) for n in values.strides],
        itemsize=context.get_constant(types.intp, size),
        parent=array.parent,
        meminfo=None,
    )
    return array._getvalue()

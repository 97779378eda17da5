"""Run the rules of a game from its WebAssembly module.

A module has a memory of its own. Small arguments are copied into it before a call, and back after it. A bot that works
on large arrays has them in a `Workspace`, which is an instance of the module whose memory NumPy looks at directly:
nothing is copied then. Calls leave Python's lock open, so other threads go on meanwhile.
"""

from __future__ import annotations

import atexit
import contextlib
import ctypes
import hashlib
import json
import logging
import os
import threading
import weakref
from ctypes import addressof, memmove
from functools import cache
from pathlib import Path
from struct import Struct
from types import ModuleType
from typing import Any

import numpy as np

from sobremesa.engine import fast_call, sources
from sobremesa.engine.arguments import RESULT, WORD, Mismatch, Result, parameter
from sobremesa.engine.signature import split

log = logging.getLogger("sobremesa")

MODULES = Path(__file__).parent / "modules"
SCRATCH = 1 << 14
"""Bytes for arguments that are copied, at first."""
RESERVED = 1 << 32
"""No memory can be larger, and so much of the address space is set aside for each: so it never moves."""


class RuleStopped(RuntimeError):
    """A rule did what Python would raise an exception for, which no legal position leads to."""


class Export:
    """A function of a module, for arguments of certain kinds."""

    def __init__(self, name: str, signature: str, result: str, written: list[int], states: dict[str, Any]) -> None:
        self.name = name
        self.parameters = [parameter(kind, states) for kind in split(signature)]
        self.written = frozenset(written)
        """Which of its arrays it writes, by their number."""
        self.result = RESULT.get(result)
        """How to read what it gives, where that is one word."""
        self.shape = Result(result) if len(result) > 1 else None
        """How to read what it gives, where that is more: then it is written to where the first argument says."""
        self.slots = self.shape.size if self.shape else 0
        words = "".join(each.words() for each in self.parameters)
        words = "p" * (self.shape is not None) + words
        self.pack = Struct("<" + "".join(WORD[word] for word in words)).pack_into
        self.count = max(1, len(words))
        self.fast = fast_call.caller(self)

    def call(self, engine: Engine, arguments: tuple[Any, ...]) -> Any:
        """Call it with these arguments, or raise Mismatch before anything is done."""
        if len(arguments) != len(self.parameters):
            raise Mismatch
        if self.fast is not None:
            result = self.fast(engine, *arguments)
            if result is not fast_call.UNUSUAL:
                return result
        call = Call(self.written)
        for each, value in zip(self.parameters, arguments, strict=True):
            each.put(value, call)
        instance = call.inside or engine.here()
        if instance.engine is not engine:
            raise Mismatch  # its arrays are in the workspace of another game
        return instance.run(self, call)


class Call:
    """What one call is given: words, and the arrays to copy in and back."""

    __slots__ = ("arrays", "copies", "given", "inside", "kept", "written")

    def __init__(self, written: frozenset[int]) -> None:
        self.written, self.arrays = written, 0
        self.given: list[Any] = []
        self.copies: list[tuple[int, int, int, Any]] = []
        """Of each array to copy: which word gets its address, where it is, how many bytes, and where to write it back:
        None where it may not be written, True where it lies, else an array that is not in one piece."""
        self.inside: Instance | None = None
        self.kept: list[Any] = []

    def put_array(self, value: Any) -> None:
        flags = value.flags
        back: Any = flags.writeable
        if not flags.c_contiguous:
            whole = np.ascontiguousarray(value)
            back, value = (value, whole) if back else (None, whole)
            self.kept.append(whole)
        if value.size == 0:
            self.arrays += 1
            self.given += (0, *value.shape)
            return
        where = addressof(ctypes.c_char.from_buffer(value)) if back is True else value.ctypes.data
        self._place(where, value.nbytes, None if back is False else back)
        self.given += value.shape

    def put_position(self, value: np.void) -> None:
        where, fixed = value.__array_interface__["data"]
        self.kept.append(value)
        self._place(where, value.nbytes, None if fixed else True)

    def _place(self, where: int, size: int, back: Any) -> None:
        self.arrays += 1
        if spaces:
            for base, reference in spaces:
                instance = reference()
                if instance and base <= where < base + RESERVED and self.inside in (None, instance):
                    self.inside = instance
                    self.given.append(where - base)
                    return
        self.copies.append((len(self.given), where, size, back if self.arrays - 1 in self.written else None))
        self.given.append(0)


_open_things: weakref.WeakSet[Any] = weakref.WeakSet()


@atexit.register
def _close() -> None:
    """Close what wasmtime holds while its parts are still there: later it cannot, and says so."""
    for each in sorted(_open_things, key=lambda each: type(each).__name__ != "Store"):
        each.close()


shared = [threading.RLock() for _ in range(64)]
"""By the address of an array that is copied in and back: threads that share one take turns, or each would undo what the
others wrote."""
spaces: tuple[tuple[int, weakref.ref[Instance]], ...] = ()
"""Where the memories of workspaces begin."""
_spaces_lock = threading.RLock()
"""A workspace may be collected, and so leave, in the middle of another one's coming."""


class Instance:
    """A module that runs, with its memory. One thread at a time uses it."""

    def __init__(self, engine: Engine) -> None:
        import wasmtime
        from wasmtime import _ffi as ffi

        self.engine = engine
        self.store = wasmtime.Store(engine.engine)
        _open_things.add(self.store)
        instance = wasmtime.Instance(self.store, engine.module, [])
        self.exports = instance.exports(self.store)
        memory: Any = self.exports["memory"]
        self.base = ctypes.cast(memory.data_ptr(self.store), ctypes.c_void_p).value or 0
        self._context = self.store._context()
        self._call = ffi.wasmtime_func_call_unchecked
        self._trap = ctypes.POINTER(ffi.wasm_trap_t)()
        self._trapped = ctypes.byref(self._trap)
        self._words = (ffi.wasmtime_val_raw_t * engine.most)()
        self._functions: dict[str, Any] = {}
        self._scratch, self._size = 0, 0
        self.lock = threading.Lock()

    def room(self, size: int) -> int:
        """Reserve bytes of its memory, all zero, for as long as it lives; return where they begin."""
        room: Any = self.exports["room"]
        at = int(room(self.store, size)) & 0xFFFFFFFF
        if not at:
            raise MemoryError(f"A game's engine has no {size} bytes left.")
        return at

    def run(self, export: Export, call: Call) -> Any:
        written = sorted({where >> 4 & 63 for _, where, _, back in call.copies if back is not None})
        with self.lock, contextlib.ExitStack() as stack:
            for number in written:
                stack.enter_context(shared[number])
            return self._run(export, call)

    def _run(self, export: Export, call: Call) -> Any:
        given, base = call.given, self.base
        copies = _without_doubles(call.copies)
        if copies or export.shape:
            wanted = export.slots + 16 + sum(size + 15 & -16 for _, _, size, _ in copies)
            if wanted > self._size:
                self._size = max(SCRATCH, 1 << wanted.bit_length())
                self._scratch = self.room(self._size)
            at = self._scratch + (export.slots + 15 & -16)
            for words_of_one, where, size, _ in copies:
                memmove(base + at, where, size)
                for word in words_of_one:
                    given[word] = at
                at += size + 15 & -16
        if export.shape:
            given.insert(0, self._scratch)
        function = self._functions.get(export.name)
        if function is None:
            found: Any = self.exports[export.name]
            function = self._functions[export.name] = ctypes.byref(found._func)
        words = self._words
        export.pack(words, 0, *given)
        failed = self._call(self._context, function, words, export.count, self._trapped)
        if failed or self._trap:
            self._give_up(export)
        at = self._scratch + (export.slots + 15 & -16)
        for _, where, size, back in copies:
            if back is True:
                memmove(where, base + at, size)
            elif back is not None:
                back[...] = np.frombuffer(self.view(at, size), back.dtype).reshape(back.shape)
            at += size + 15 & -16
        return self._result(export, words)

    def _result(self, export: Export, words: Any) -> Any:
        if export.shape:
            return export.shape.read(self, self.view(self._scratch, export.slots), 0)
        return export.result(words, 0) if export.result else None

    def release(self, block: int) -> None:
        """Free the memory of an array that a call returned."""
        release: Any = self.exports["release"]
        release(self.store, block)

    def view(self, at: int, size: int) -> Any:
        """Return some bytes of its memory, to read and to write."""
        return (ctypes.c_uint8 * size).from_address(self.base + at)

    def _give_up(self, export: Export) -> None:
        self.engine.forget(self)
        raise RuleStopped(f"{export.name.partition('(')[0]} stopped where no legal position leads to.")


def _without_doubles(copies: list[tuple[int, int, int, Any]]) -> list[tuple[list[int], int, int, Any]]:
    """Return what to copy, each piece of memory once: the words that get its address, where it is, how many bytes, and
    where to write it back. Arrays that lie in part in another one are taken by no engine."""
    found: list[tuple[list[int], int, int, Any]] = []
    for word, where, size, back in copies:
        for n, (words, other, length, kept) in enumerate(found):
            if where == other:
                found[n] = [*words, word], where, max(size, length), kept if back is None else back
                break
            if where < other + length and other < where + size:
                raise Mismatch
        else:
            found.append(([word], where, size, back))
    return found


class Workspace:
    """Make arrays in the memory of one instance; every call with one of them goes to that instance."""

    def __init__(self, engine: Engine) -> None:
        global spaces
        self._instance = Instance(engine)
        reference = weakref.ref(self._instance, _leave)
        with _spaces_lock:
            spaces = (*spaces, (self._instance.base, reference))
            _bound()

    def zeros(self, shape: Any, dtype: Any = np.float64) -> np.ndarray:
        dtype, shape = np.dtype(dtype), shape if isinstance(shape, tuple) else (shape,)
        count = int(np.prod(shape))
        size = max(1, count * dtype.itemsize)
        buffer = (ctypes.c_uint8 * size).from_address(self._instance.base + self._instance.room(size))
        buffer.owner = self._instance  # lives as long as any of its arrays
        return np.frombuffer(buffer, dtype, count).reshape(shape)

    def array(self, values: np.ndarray) -> np.ndarray:
        """Return a copy of these values in the memory of the instance."""
        found = self.zeros(values.shape, values.dtype)
        found[...] = values
        return found


def _leave(reference: Any) -> None:
    global spaces
    with _spaces_lock:
        spaces = tuple(each for each in spaces if each[1] is not reference)
        _bound()


def _bound() -> None:
    bases = [base for base, _ in spaces]
    fast_call.bounds[:] = [min(bases), max(bases) + RESERVED] if bases else [0, 0]


class Engine:
    """The module of one game."""

    def __init__(self, name: str, about: dict[str, Any], dtype: Any) -> None:
        import wasmtime

        config = wasmtime.Config()
        config.memory_reservation = RESERVED
        config.memory_may_move = False
        self.name, self.about = name, about
        self.engine = wasmtime.Engine(config)
        self.module = _machine_code(self.engine, MODULES / f"{name}.wasm")
        self.exports: dict[str, list[Export]] = {}
        states = {"State": dtype}
        self.most = 1
        for function, (signature, result, written) in about["exports"].items():
            export = Export(function, signature, result, written, states)
            self.exports.setdefault(function.partition("(")[0], []).append(export)
            self.most = max(self.most, export.count)
        self._threads = threading.local()
        _open_things.update((self.engine, self.module))

    def call(self, name: str, *arguments: Any) -> Any:
        """Call a rule by its name, or raise Mismatch if none of its exports takes such arguments."""
        for export in self.exports.get(name, ()):
            try:
                return export.call(self, arguments)
            except Mismatch:
                pass
        raise Mismatch(f"{name} is not exported for such arguments.")

    def here(self) -> Instance:
        """Return the instance of this thread."""
        found: Instance | None = getattr(self._threads, "instance", None)
        if found is None:
            found = self._threads.instance = Instance(self)
        return found

    def forget(self, instance: Instance) -> None:
        """Drop an instance that stopped in the middle of a call: it is not used again."""
        if getattr(self._threads, "instance", None) is instance:
            self._threads.instance = None


def _machine_code(engine: Any, path: Path) -> Any:
    """Return the machine code of a module: read from the cache, or compiled and kept there for the next process."""
    import wasmtime

    from sobremesa.engine import cache

    module = path.read_bytes()
    kept = cache.folder() / f"{path.stem}-{hashlib.sha256(module).hexdigest()[:16]}.module"
    if kept.exists():
        try:
            return wasmtime.Module.deserialize_file(engine, str(kept))
        except wasmtime.WasmtimeError as error:  # it was made for another processor, or another wasmtime
            log.info("%s is made anew: %s", kept, error)
    made = wasmtime.Module(engine, module)
    with contextlib.suppress(OSError):  # where nothing can be kept, each process makes its own
        unfinished = kept.with_suffix(f".{os.getpid()}")
        unfinished.write_bytes(made.serialize())
        unfinished.replace(kept)
    return made


_opening = threading.Lock()


def engine_of(rules: ModuleType) -> Engine | None:
    """Return the engine of a game's rules; None where none was built, or it was built from other sources."""
    with _opening:
        return _open(rules)


@cache
def _open(rules: ModuleType) -> Engine | None:
    package = rules.__name__.rpartition(".")[0]
    name = package.rpartition(".")[2]
    path = MODULES / f"{name}.json"
    if not package.startswith("sobremesa.games.") or not path.exists():
        return None
    about = json.loads(path.read_text())
    if not sources.are(about["sources"], name):
        log.warning("%s: its sources are not those its engine was built from (make engine builds it anew)", name)
        return None
    try:
        return Engine(name, about, rules.State)
    except ImportError:
        log.warning("%s: its engine needs wasmtime, which is not installed", name)
        return None

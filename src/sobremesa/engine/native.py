"""What Numba compiles, and how its code is kept. Imported only where something is to be compiled or taken from the
disk: playing needs none of it.

Numba optimises and emits each function by itself, and again inside each function that calls it. Here a rule that
another rule calls is only translated to LLVM's language. What Python calls is emitted in groups: all that a group needs
becomes one module, which is optimised once and kept as one file. `compile_together` makes groups; a call that no group
has, such as one with an array of another layout, becomes a group of its own.
"""

import contextlib
import hashlib
import itertools
import logging
import os
import secrets
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from sobremesa.mistakes import missing

try:
    import llvmlite.binding as ll
    import numba
    from numba import prange as prange
except ModuleNotFoundError:
    raise missing("Numba", "lab") from None

from numba.core import bytecode, codegen, dispatcher, serialize, types
from numba.core.compiler import compile_result
from numba.core.compiler_lock import global_compiler_lock
from numba.core.environment import lookup_environment
from numba.core.registry import CPUDispatcher, cpu_target
from numba.core.sigutils import normalize_signature
from numba.core.typing import make_concrete_template
from numba.extending import overload

from sobremesa.engine import cache, rule
from sobremesa.engine.signature import named, split

log = logging.getLogger("sobremesa")

ENVIRONMENT = "_ZN08NumbaEnv"
"""How the names of variables begin that hold what a function needs of Python, to raise exceptions."""
SUFFIX = ".group"
_lock = threading.RLock()
_said = 0

bytecode.FunctionIdentity._unique_ids = itertools.count(secrets.randbits(48))
"""Numba numbers functions, and names code and variables by that. Numbers that begin at 1 in each process would give two
functions one name where code from the disk comes together with code of this process."""


class RuleLibrary(codegen.JITCodeLibrary):
    """Hold the code of one function, neither optimised nor emitted, until a group takes it."""

    _emitted: Any = None

    def _optimize_functions(self, module: Any) -> None:
        """Leave it to the group."""
        module.data_layout = self._codegen._data_layout

    def finalize(self) -> None:
        self._raise_if_finalized()
        for library in self._linking_libraries:
            self._reload_init.update(library._reload_init)
        self._finalized = True

    def _get_module_for_linking(self) -> Any:
        """Return the code with all that it needs, for a function of other authors' that calls this one."""
        self._ensure_finalized()
        if self._shared_module is None:
            module = _linked(self._codegen, self.name, [self])
            for function in module.functions:
                if not function.is_declaration and function.linkage == ll.Linkage.external:
                    function.linkage = "linkonce_odr"
            self._shared_module = module
        return self._shared_module

    def get_pointer_to_function(self, name: str) -> int:
        """Return where a function is that Python can call, which a rule is not: then 0. Other authors' functions that
        rules call are, and are emitted here."""
        self._ensure_finalized()
        if not any(each.name == name and not each.is_declaration for each in self._final_module.functions):
            return 0
        if self._emitted is None:
            self._emitted = _emit(self._codegen, self.name, [self], keep=[name])
            self._object_caching_enabled, self._compiled_object = True, self._emitted._get_compiled_object()
        address: int = self._emitted.get_pointer_to_function(name)
        return address

    @property
    def codegen(self) -> Any:
        return self._codegen if self._emitted else _NotEmitted

    @classmethod
    def _unserialize(cls, generator: Any, state: Any) -> Any:
        with _libraries(generator, codegen.JITCodeLibrary):
            return codegen.JITCodeLibrary._unserialize(generator, state)


class _NotEmitted:
    """Stands for the code generator of a library without code: it has no variables to set."""

    @staticmethod
    def set_env(name: str, environment: Any) -> None:
        """Do nothing."""


@contextlib.contextmanager
def _libraries(generator: Any, kind: Any) -> Iterator[None]:
    """Let Numba put what it compiles into libraries of this kind; whoever calls holds its lock."""
    before = generator._library_class
    generator._library_class = kind
    try:
        yield
    finally:
        generator._library_class = before


def _parts(libraries: Iterable[Any]) -> list[Any]:
    """Return these libraries and all that they need, each once."""
    found: dict[Any, None] = {}
    waiting = list(libraries)
    while waiting:
        library = waiting.pop()
        if library not in found:
            found[library] = None
            if isinstance(library, RuleLibrary):
                waiting += library._linking_libraries
    return list(found)


def _linked(generator: Any, name: str, libraries: Iterable[Any]) -> Any:
    """Return one module with the code of these and of all that they need."""
    module = ll.parse_assembly(str(generator._create_empty_module(name)))
    for library in _parts(libraries):
        module.link_in(
            library._final_module if isinstance(library, RuleLibrary) else library._get_module_for_linking(),
            preserve=True,
        )
    return module


def _emit(generator: Any, name: str, libraries: Sequence[Any], results: Sequence[Any] = (), keep: Any = ()) -> Any:
    """Return a library with the code of these, optimised at once; Python can call what the results are of."""
    with _libraries(generator, codegen.JITCodeLibrary):
        library = generator.create_library(name)
    library.enable_object_caching()
    library._final_module.link_in(_linked(generator, name, libraries))
    for each in results:
        context = each.target_context  # as it was set for this function
        with context.push_code_library(library):
            context.create_cpython_wrapper(library, each.fndesc, each.environment, each.call_helper, release_gil=True)
    kept = {*keep, *(each.fndesc.llvm_cpython_wrapper_name for each in results)}
    module = library._final_module
    for value in (*module.functions, *module.global_variables):
        if not value.is_declaration and value.name not in kept and not value.name.startswith(ENVIRONMENT):
            value.linkage = "private"  # without a symbol, by which another module could take it for one of its own
    for each in libraries:
        library._reload_init.update(each._reload_init)
    library.finalize()
    for environment in _environments(library):
        generator.set_env(environment.env_name, environment)
    return library


def _environments(library: Any) -> list[Any]:
    names = [each.name for each in library._final_module.global_variables if each.name.startswith(ENVIRONMENT)]
    return [found for found in map(lookup_environment, names) if found is not None]


class _RuleCompiler(dispatcher._FunctionCompiler):
    def _customize_flags(self, flags: Any) -> Any:
        flags.no_cpython_wrapper = flags.no_cfunc_wrapper = True
        return flags


class Inner(CPUDispatcher):
    """What compiled code takes a rule for. It is never called from Python."""

    def __init__(self, function: Callable[..., Any], **options: Any) -> None:
        options = {"nopython": True, "nogil": True, "boundscheck": None, **options}
        super().__init__(function, targetoptions=options)
        compiler = self._compiler
        self._compiler = _RuleCompiler(function, compiler.targetdescr, options, {}, compiler.pipeline_class)

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """Return how a rule calls this one: whole numbers are passed as wide ones, whatever their width, constants or
        not, so that there is one code for all."""
        pysig, given = self.fold_argument_types(args, kws)
        self.compile(tuple(_wide(kind) if isinstance(kind, types.Integer) else types.unliteral(kind) for kind in given))
        name = self.py_func.__name__
        return make_concrete_template(name, name, self.nopython_signatures), pysig, given, {}


class Entry(CPUDispatcher):
    """What Python calls: the code of a rule that a group has."""

    def __init__(self, function: Callable[..., Any], **options: Any) -> None:
        super().__init__(function, targetoptions={"nopython": True, "nogil": True})
        self.inner = Inner(function, **options)

    def compile(self, sig: Any) -> Any:
        """Return the code for arguments of these types: from the disk, or compiled now."""
        with global_compiler_lock:
            kinds = tuple(normalize_signature(sig)[0])
            if kinds not in self.overloads:
                wide = tuple(map(_wide, kinds))
                if wide not in self.overloads:
                    compile_together([(self, wide)])
                if kinds != wide:  # whole numbers of any width are taken by the same code
                    found = self.overloads[wide]
                    self._insert([each._code for each in kinds], found.entry_point, False)
                    self.overloads[kinds] = found
            return self.overloads[kinds].entry_point

    def take(self, library: Any, signature: Any, description: Any, environment: Any) -> None:
        """Let Python call the code in a library that was emitted or loaded."""
        context = cpu_target.target_context
        entry = context.get_executable(library, description, environment)
        self.add_overload(
            compile_result(
                typing_context=context,
                target_context=context,
                entry_point=entry,
                signature=signature,
                fndesc=description,
                library=library,
                environment=environment,
                objectmode=False,
                lifted=(),
                reload_init=(),
                referenced_envs=(),
            )
        )


def _wide(kind: Any) -> Any:
    """Return the type that numbers of a type are passed as."""
    if isinstance(kind, types.Integer):
        return types.int64 if kind.signed or kind.bitwidth < 64 else kind
    if isinstance(kind, types.Float):
        return types.float64
    return kind


def entry(function: Callable[..., Any]) -> Entry:
    """Return what Python calls of a rule."""
    say_overloads()
    return Entry(function)


def over_all(function: Callable[..., Any]) -> Any:
    """Mark a function that is compiled for all cores."""
    if numba.config.DISABLE_JIT:
        return function
    say_overloads()
    return Entry(function, parallel=True)


def say_overloads() -> None:
    """Tell Numba which rules stand for the functions that mean another one for each game."""
    global _said
    with _lock:
        while _said < len(rule.overloads):
            function, choose = rule.overloads[_said]
            _said += 1
            overload(function, strict=False)(choose)


def type_of(function: rule.Overloaded) -> Any:
    """Return what Numba takes an overloaded function for."""
    say_overloads()
    context = cpu_target.typing_context
    context.refresh()
    return context._lookup_global(function)


def compile_together(wanted: Iterable[tuple[Entry, tuple[Any, ...]]]) -> None:
    """Compile entries for arguments of these types, and keep the code: a group for each folder that it belongs to."""
    with global_compiler_lock:
        groups: dict[Path | None, list[tuple[Entry, tuple[Any, ...]]]] = {}
        for each, kinds in wanted:
            if kinds not in each.overloads and not _load(each, kinds):
                groups.setdefault(_folder(each.py_func, kinds), []).append((each, kinds))
        for folder, group in groups.items():
            _compile(group, folder)


def _compile(group: Sequence[tuple[Entry, tuple[Any, ...]]], folder: Path | None) -> None:
    generator = cpu_target.target_context.codegen()
    with _libraries(generator, RuleLibrary):
        for each, kinds in group:
            each.inner.compile(kinds)
        results = [each.inner.overloads[kinds] for each, kinds in group]
        libraries = list(dict.fromkeys(result.library for result in results))
        library = _emit(generator, group[0][0].__name__, libraries, results)
    for (each, _), result in zip(group, results, strict=True):
        each.take(library, result.signature, result.fndesc, result.environment)
    if folder and not library.has_dynamic_globals:
        _save([_key(each, kinds) for each, kinds in group], results, library, folder)


def kinds_of(signature: str, state: Any) -> tuple[Any, ...]:
    """Return the types of Numba's that a signature stands for; `state` is that of a position. See `signature`."""
    return tuple(_kind_of(text, state) for text in split(signature))


def _kind_of(text: str, state: Any) -> Any:
    plain = {"i": types.int64, "u": types.uint64, "f": types.float64, "b": types.boolean, "State": state}
    if text in plain:
        return plain[text]
    if text.endswith(")"):
        name, _, inside = text.partition("(")
        made = named(name) if name else None
        return types.BaseTuple.from_types(list(kinds_of(inside[:-1], state)), made)
    if ":" in text and not text.endswith("]"):
        return numba.from_dtype(named(text))
    element, _, rest = text.partition("[")
    numbers = {"b1": types.boolean, "State": state} | {
        f"{letter}{size}": getattr(types, f"{word}{8 * size}")
        for letter, word in (("i", "int"), ("u", "uint"), ("f", "float"))
        for size in ((4, 8) if letter == "f" else (1, 2, 4, 8))
    }
    if ":" in element:
        numbers[element] = numba.from_dtype(named(element))
    return types.Array(numbers[element], rest.count(",") + 1, "C")


def rules_of(kind: Any) -> ModuleType:
    """Return the rules of the game whose positions have this type of Numba's."""
    if kind not in rule.rules_by_layout:
        for layout, rules in list(rule.rules_by_layout.items()):
            if isinstance(layout, np.dtype):
                rule.rules_by_layout.setdefault(numba.from_dtype(layout), rules)
    return rule.rules_by_layout[kind]


_groups: dict[Path, dict[str, Path]] = {}
"""The files of groups in each folder, by what they have code of."""


def _folder(function: Any, kinds: Iterable[Any]) -> Path | None:
    """Return the folder that keeps the code of a function for such arguments: it is named for the sources of all games
    that have a share in it. None where nobody can tell which sources these are."""
    path = Path(function.__code__.co_filename)
    if function.__closure__ or not path.is_file():
        return None
    places = {cache.place(path)}
    for kind in _parts_of(kinds):
        with contextlib.suppress(KeyError):
            places.add(cache.place(Path(rules_of(kind).__file__ or "")))
    return cache.folder(*sorted(place for place in places if place is not None))


def _parts_of(kinds: Iterable[Any]) -> Iterator[Any]:
    """Return the layouts of positions among types."""
    for kind in kinds:
        if isinstance(kind, types.BaseTuple):
            yield from _parts_of(kind.types)
        elif isinstance(kind, types.Array):
            yield kind.dtype
        else:
            yield kind


def _key(each: Entry, kinds: tuple[Any, ...]) -> str:
    """Return a name for a function and the types of its arguments."""
    code = each.py_func.__code__
    said = f"{each.py_func.__module__} {each.py_func.__qualname__} {code.co_firstlineno} {code.co_code.hex()} {kinds}"
    return hashlib.sha256(said.encode()).hexdigest()[:24]


def _machine() -> str:
    """Return a name for the kind of processor that code is for."""
    said = repr(cpu_target.target_context.codegen().magic_tuple())
    return hashlib.sha256(said.encode()).hexdigest()[:8]


def _save(keys: Sequence[str], results: Sequence[Any], library: Any, folder: Path) -> None:
    """Keep the code of a group in a file of its own, which is there whole or not at all."""
    for result in results:
        result.fndesc.typemap = result.fndesc.calltypes = None  # only lowering needs them
    environments = [each for each in _environments(library) if each.can_cache()]
    used = {each.env_name: each for each in (*environments, *(result.environment for result in results))}
    content = {
        "name": library.name,
        "object": library._get_compiled_object(),
        "entries": {
            key: (result.signature, result.fndesc, result.environment)
            for key, result in zip(keys, results, strict=True)
        },
        "environments": environments,
        "constants": {name: list(each.consts) for name, each in used.items()},
        "reload": list(library._reload_init),
    }
    path = folder / f"{_machine()}-{hashlib.sha256(' '.join(sorted(keys)).encode()).hexdigest()[:16]}{SUFFIX}"
    unfinished = path.with_name(f"{path.name}.{os.getpid()}.{threading.get_ident()}")
    unfinished.write_bytes("\n".join([*keys, "", ""]).encode() + serialize.dumps(content))
    unfinished.replace(path)
    _groups.setdefault(folder, {}).update(dict.fromkeys(keys, path))


def _load(each: Entry, kinds: tuple[Any, ...]) -> bool:
    """Take the code of an entry from the disk, with the rest of its group; return whether it is there."""
    folder = _folder(each.py_func, kinds)
    if folder is None:
        return False
    key = _key(each, kinds)
    known = _groups.setdefault(folder, {})
    if key not in known:
        for path in folder.glob(f"{_machine()}-*{SUFFIX}"):
            if path not in known.values():
                known.update(dict.fromkeys(_keys(path), path))
    group = _opened(known[key]) if key in known else None
    if group is None:
        return False
    library, entries = group
    each.take(library, *entries[key])
    return True


def _keys(path: Path) -> list[str]:
    """Return what a file has code of."""
    try:
        with path.open("rb") as file:
            return [line.decode().strip() for line in iter(file.readline, b"\n") if line]
    except (OSError, ValueError):
        return []


_open: dict[Path, Any] = {}


def _opened(path: Path) -> Any:
    """Return the library of a file and its entries; None where the file is damaged."""
    if path not in _open:
        try:
            _open[path] = _read(path)
        except Exception:
            log.warning("compiled code that cannot be read is compiled again: file=%s", path, exc_info=True)
            _open[path] = None
    return _open[path]


def _read(path: Path) -> Any:
    content = path.read_bytes()
    kept: Any = serialize.loads(content[content.index(b"\n\n") + 2 :])
    for prepare in kept["reload"]:
        prepare()
    cpu_target.target_context.refresh()
    generator = cpu_target.target_context.codegen()
    library = generator.create_library(kept["name"])
    library.enable_object_caching()
    library._set_compiled_object(kept["object"])
    library._finalize_final_module()
    names = [description.llvm_cpython_wrapper_name for _, description, _ in kept["entries"].values()]
    generator._engine._defined_symbols.update(names)
    for name, constants in kept["constants"].items():
        # A group that was loaded before has the same function, and may have been saved before this one added constants:
        # then Numba gave us what that group knew. Constants are only ever added at the end.
        known = lookup_environment(name).consts
        known.extend(constants[len(known) :])
    library.environments = kept["environments"]  # as long as the code lives
    for environment in library.environments:
        generator.set_env(environment.env_name, environment)
    return library, kept["entries"]

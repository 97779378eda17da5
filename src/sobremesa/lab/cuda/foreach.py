"""A function of one match, done to many on a GPU: each in a thread of its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba import cuda, from_dtype
from numba.core import types as _types

from sobremesa.lab.cuda.compiling import PLAIN, SIMULATED, Kernel, Layout, device

types: Any = _types


def each(function: Any, *kinds: Any, layout: Layout = PLAIN) -> Kernel:
    """The kernel that does `function(i, …)`, with arguments of these kinds, for every i below a count, which is its own
    first argument."""
    names = ", ".join(f"a{n}" for n in range(len(kinds)))
    lines = [f"def each(count, {names}):", "    i = cuda.grid(1)", "    if i < count:", f"        do(i, {names})"]
    space = {"cuda": cuda, "do": function if SIMULATED or hasattr(function, "py_func") else device(function)}
    exec("\n".join(lines), space)  # Numba compiles no function with any number of arguments for a GPU
    return Kernel(space["each"], (types.int64, *kinds), layout)


def bind(function: Any, count: int, *arguments: Any, layout: Layout = PLAIN) -> Callable[..., None]:
    """What does a function to so many matches with these arrays, or tuples of arrays, each time it is called."""
    given = [_taken(argument) for argument in arguments]
    return each(function, *map(kind_of, given), layout=layout).bound(count, count, *given)


def kind_of(given: Any) -> Any:
    """How Numba calls an array, or a tuple of arrays."""
    if isinstance(given, tuple):
        kinds = [kind_of(part) for part in given]
        return types.NamedTuple(kinds, type(given)) if hasattr(given, "_fields") else types.Tuple(kinds)
    return types.Array(from_dtype(given.dtype), given.ndim, "C")


def _taken(argument: Any) -> Any:
    """An array, or a tuple of them, as a kernel takes it."""
    if isinstance(argument, tuple):
        whole = [_taken(part) for part in argument]
        return type(argument)(*whole) if hasattr(argument, "_fields") else tuple(whole)
    bare = SIMULATED or not hasattr(argument, "__cuda_array_interface__") or hasattr(argument, "copy_to_host")
    return argument if bare else cuda.as_cuda_array(argument)

"""Call an export with little work in Python: for arguments as they nearly always are.

Looking at an argument in general takes longer than most rules do. So a function is written for each export, as text,
with what is known of its arguments in place. It takes numbers, and arrays that are whole, may be written, and do not
lie in a workspace. Given anything else it returns UNUSUAL before anything is done.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from sobremesa.engine.arguments import Array, Number
from sobremesa.engine.signature import BOOLEANS, FRACTIONS, WHOLE

if TYPE_CHECKING:
    from sobremesa.engine.host import Export

UNUSUAL = object()
"""What a function gives back that does not take these arguments."""
bounds = [0, 0]
"""Between which addresses workspaces lie, and perhaps other memory."""
DATA_AT = 16
"""Where in an array's object the address of its data lies, after two words of Python's own."""


def _has_address() -> bool:
    tried = np.zeros(3)
    return bool(ctypes.c_size_t.from_address(id(tried) + DATA_AT).value == tried.ctypes.data)


HAS_ADDRESS = _has_address()


def _whole(value: Any) -> Any:
    """Return a whole number as Python's own."""
    if isinstance(value, WHOLE) and not isinstance(value, (*BOOLEANS, np.uint64)):
        return int(value)
    return UNUSUAL


def caller(export: Export) -> Callable[..., Any] | None:
    """Return a function that calls an export, given its engine and the arguments; None for an export that is given
    other things than numbers and arrays."""
    from sobremesa.engine.host import shared

    if not HAS_ADDRESS:
        return None
    checks, places, copies, words = list[str](), list[str](), list[str](), list[str]()
    arrays = list[int]()
    known: dict[str, Any] = {
        "UNUSUAL": UNUSUAL,
        "address": ctypes.c_size_t.from_address,
        "bounds": bounds,
        "copy": ctypes.memmove,
        "export": export,
        "locks": shared,
        "ndarray": np.ndarray,
        "pack": export.pack,
        "read": export.result,
        "shape": export.shape,
        "whole": _whole,
        "FRACTIONS": FRACTIONS,
        "BOOLEANS": BOOLEANS,
    }
    for n, each in enumerate(export.parameters):
        a = f"a{n}"
        if isinstance(each, Array):
            known[f"dtype{n}"] = each.dtype
            checks += [
                f"if not isinstance({a}, ndarray) or {a}.dtype is not dtype{n} or {a}.ndim != {each.sides}"
                f" or not {a}.flags.carray: return UNUSUAL",
                f"p{n}, n{n} = address(id({a}) + {DATA_AT}).value, {a}.nbytes",
                f"if not n{n} or bounds[0] <= p{n} < bounds[1]: return UNUSUAL",
            ]
            checks += [f"if p{n} < p{o} + n{o} and p{o} < p{n} + n{n}: return UNUSUAL" for o in arrays]
            places += [f"q{n} = at", f"at += n{n} + 15 & -16"]
            copies.append(f"copy(base + q{n}, p{n}, n{n})")
            words += [f"q{n}", f"len({a})" if each.sides == 1 else f"*{a}.shape"]
            arrays.append(n)
        elif isinstance(each, Number) and each.kind == "i":
            checks += [
                f"if {a}.__class__ is not int:",
                f"    {a} = whole({a})",
                f"    if {a} is UNUSUAL: return UNUSUAL",
            ]
            words.append(a)
        elif isinstance(each, Number) and each.kind == "f":
            checks.append(f"if not isinstance({a}, FRACTIONS): return UNUSUAL")
            words.append(f"float({a})")
        elif isinstance(each, Number) and each.kind == "b":
            checks.append(f"if not isinstance({a}, BOOLEANS): return UNUSUAL")
            words.append(f"int({a})")
        else:
            return None
    work = [
        *copies,
        f"pack(words, 0, {', '.join(['here._scratch'] * bool(export.shape) + words)})",
        f"failed = here._call(here._context, function, words, {export.count}, here._trapped)",
        "if failed or here._trap: here._give_up(export)",
    ]
    result = "None"
    if export.shape:
        result = f"shape.read(here, here.view(here._scratch, {export.slots}), 0)"
    elif export.result:
        result = "read(words, 0)"
    written = [arrays[number] for number in sorted(export.written)]
    if written:
        work += [f"copy(p{n}, base + q{n}, n{n})" for n in written]
        held = [f"p{n} >> 4 & 63" for n in written]
        taken = f"locks[{held[0]}]"
        if len(held) > 1:  # in the order in which all threads take them
            work = [f"held = sorted(({', '.join(held)}))", *work]
            taken = ", ".join(f"locks[held[{n}]]" for n in range(len(held)))
        work = [*work[: len(held) > 1], f"with {taken}:", *(f"    {line}" for line in work[len(held) > 1 :])]
    lines = [
        *checks,
        "here = engine.here()",
        "function = here._functions.get(export.name)",
        "if function is None: return UNUSUAL",  # the first call is made in general
        "words, base = here._words, here.base",
        f"at = here._scratch + {export.slots + 15 & -16}",
        *places,
        "if at > here._scratch + here._size: return UNUSUAL",
        *work,
        f"return {result}",
    ]
    arguments = "".join(f", a{n}" for n in range(len(export.parameters)))
    text = f"def call(engine{arguments}):\n" + "".join(f"    {line}\n" for line in lines)
    exec(compile(text, f"<{export.name}>", "exec"), known)
    return known["call"]  # type: ignore[no-any-return]

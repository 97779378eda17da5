"""The kinds of a rule's arguments, as text: what a module exports is listed by it.

`i` is a whole number, `u` one without a sign that needs 64 bits, `f` a fraction, `b` yes or no; `State` is one
position. `i2[]` and `f8[,]` are arrays by their numbers and sides, `State[]` is an array of positions; other
layouts are named by where they are defined. A tuple is its parts, a named one after its class:
`sobremesa.bots.search:Memory(i4[] u8[])`.
"""

import importlib
import sys
from typing import Any

import numpy as np

BOOLEANS = bool, np.bool_
WHOLE = int, np.integer
FRACTIONS = float, np.floating


class Unknown(TypeError):
    """An argument that no module takes."""


def of(arguments: tuple[Any, ...], states: dict[Any, str]) -> str:
    """The signature of these arguments; `states` names the layouts of positions."""
    return " ".join(one(argument, states) for argument in arguments)


def one(value: Any, states: dict[Any, str]) -> str:
    """The kind of one argument."""
    if isinstance(value, BOOLEANS):
        return "b"
    if isinstance(value, np.uint64):
        return "u"
    if isinstance(value, WHOLE):
        return "i"
    if isinstance(value, FRACTIONS):
        return "f"
    if isinstance(value, np.ndarray):
        return f"{_element(value.dtype, states)}[{',' * (value.ndim - 1)}]" if value.ndim else "?"
    if isinstance(value, np.void):
        return _element(value.dtype, states)
    if isinstance(value, tuple):
        name = f"{type(value).__module__}:{type(value).__qualname__}" if hasattr(value, "_fields") else ""
        return f"{name}({' '.join(one(part, states) for part in value)})"
    raise Unknown(f"No module takes {type(value).__name__}.")


def _element(dtype: Any, states: dict[Any, str]) -> str:
    if dtype in states:
        return states[dtype]
    if dtype.names:
        return _name_of(dtype)
    if dtype.kind not in "biuf":
        raise Unknown(f"No module takes arrays of {dtype}.")
    return "b1" if dtype.kind == "b" else f"{dtype.kind}{dtype.itemsize}"


def _name_of(layout: Any) -> str:
    """Where a layout is defined: its module and its name there."""
    for module in [module for name, module in sys.modules.items() if name.startswith("sobremesa.")]:
        for name, value in vars(module).items():
            if isinstance(value, np.dtype) and value == layout:
                return f"{module.__name__}:{name}"
    raise Unknown(f"No module of ours defines the layout {layout.names}.")


def named(name: str) -> Any:
    """The layout or the class that is defined there."""
    module, _, attribute = name.partition(":")
    return getattr(importlib.import_module(module), attribute)


def split(text: str) -> list[str]:
    """The kinds of a signature, one by one."""
    found, depth, start = [], 0, 0
    for at, letter in enumerate(text + " "):
        depth += (letter == "(") - (letter == ")")
        if letter == " " and not depth:
            if text[start:at]:
                found.append(text[start:at])
            start = at + 1
    return found

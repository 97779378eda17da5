"""How the arguments of a call, and what it gives, lie in the memory of a module."""

from __future__ import annotations

from struct import Struct, unpack_from
from typing import TYPE_CHECKING, Any

import numpy as np

from sobremesa.engine.signature import BOOLEANS, FRACTIONS, WHOLE, named, split

if TYPE_CHECKING:
    from sobremesa.engine.host import Call, Instance

WORD = {"p": "i12x", "i": "q8x", "u": "Q8x", "b": "q8x", "f": "d8x"}
"""How an argument lies in the sixteen bytes that wasmtime takes it in: `p` is an address or a length."""


def _reader(form: str, made: Any) -> Any:
    unpack = Struct(form).unpack_from
    return lambda words, at: made(unpack(words, at)[0])


RESULT = {"i": _reader("q", int), "u": _reader("Q", int), "b": _reader("q", bool), "f": _reader("d", float)}
"""How a number is read."""


class Mismatch(Exception):
    """Arguments of other kinds than an export takes."""


class Array:
    """An argument that is an array: its address, and then its sides."""

    def __init__(self, kind: str, states: dict[str, Any]) -> None:
        element, _, rest = kind.partition("[")
        self.sides = rest.count(",") + 1
        if element in states:
            self.dtype = states[element]
        else:
            self.dtype = named(element) if ":" in element else np.dtype(element)

    def words(self) -> str:
        return "p" * (1 + self.sides)

    def put(self, value: Any, call: Call) -> None:
        if not isinstance(value, np.ndarray) or value.ndim != self.sides:
            raise Mismatch
        if value.dtype is not self.dtype and value.dtype != self.dtype:
            raise Mismatch
        call.put_array(value)


class Position:
    """An argument that is one position."""

    def __init__(self, dtype: Any) -> None:
        self.dtype = dtype

    def words(self) -> str:
        return "p"

    def put(self, value: Any, call: Call) -> None:
        if not isinstance(value, np.void) or value.dtype != self.dtype:
            raise Mismatch
        call.put_position(value)


class Number:
    """An argument that is a number."""

    def __init__(self, kind: str) -> None:
        self.kind = kind

    def words(self) -> str:
        return self.kind

    def put(self, value: Any, call: Call) -> None:
        kind = self.kind
        if kind == "i":
            if isinstance(value, BOOLEANS) or not isinstance(value, WHOLE) or isinstance(value, np.uint64):
                raise Mismatch
            call.given.append(int(value))
        elif kind == "f":
            if not isinstance(value, FRACTIONS):
                raise Mismatch
            call.given.append(float(value))
        elif kind == "b":
            if not isinstance(value, BOOLEANS):
                raise Mismatch
            call.given.append(int(value))
        else:
            if not isinstance(value, np.uint64):
                raise Mismatch
            call.given.append(int(value))


class Parts:
    """An argument that is a tuple: its parts one after the other."""

    def __init__(self, kind: str, states: dict[str, Any]) -> None:
        name, _, inside = kind.partition("(")
        self.name = name
        self.parts = [parameter(part, states) for part in split(inside[:-1])]

    def words(self) -> str:
        return "".join(part.words() for part in self.parts)

    def put(self, value: Any, call: Call) -> None:
        made = type(value)
        name = f"{made.__module__}:{made.__qualname__}" if made is not tuple else ""
        if not isinstance(value, tuple) or name != self.name or len(value) != len(self.parts):
            raise Mismatch
        for part, each in zip(self.parts, value, strict=True):
            part.put(each, call)


Parameter = Array | Position | Number | Parts


def parameter(kind: str, states: dict[str, Any]) -> Parameter:
    if kind.endswith(")"):
        return Parts(kind, states)
    if kind.endswith("]"):
        return Array(kind, states)
    if kind in states or ":" in kind:
        return Position(states.get(kind) or named(kind))
    return Number(kind)


class Result:
    """What a call gives that is more than one number: an array, or a tuple of results."""

    def __init__(self, kind: str) -> None:
        name, _, inside = kind.partition("(")
        self.made: Any = named(name) if name and inside else tuple
        self.parts = [Result(part) for part in split(inside[:-1])] if inside else []
        self.array = kind.partition("[")[0] if kind.endswith("]") else ""
        self.sides = kind.count(",") + 1 if self.array else 0
        self.number = RESULT.get(kind)
        self.size: int = 8 * (2 + self.sides) if self.array else sum(part.size for part in self.parts) or 8

    def read(self, instance: Instance, slots: Any, at: int) -> Any:
        if self.number:
            return self.number(slots, at)
        if self.array:
            block, where, *sides = unpack_from(f"{2 + self.sides}q", slots, at)
            dtype, count = np.dtype(self.array), int(np.prod(sides))
            lying = instance.view(where, max(1, count * dtype.itemsize))
            array = np.frombuffer(lying, dtype, count).reshape(sides).copy()
            if block:
                instance.release(block)
            return array
        found: list[Any] = []
        for part in self.parts:
            found.append(part.read(instance, slots, at))
            at += part.size
        return self.made(*found) if self.made is not tuple else tuple(found)

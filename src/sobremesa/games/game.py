"""What stands on the box of a game: its name, who made it, how many play, and what can be agreed beforehand."""

from __future__ import annotations

import difflib
import importlib
import importlib.util
import itertools
import logging
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import Any, Protocol

from sobremesa.mistakes import BadOption, BadSeats, Mistake

log = logging.getLogger("sobremesa")


def nearest(word: str, words: Iterable[str]) -> str:
    """Half a sentence that names the word that was meant, if that can be guessed."""
    close = difflib.get_close_matches(word, list(words), 1)
    return f" Did you mean {close[0]}?" if close else ""


SWITCH = {"on": True, "true": True, "yes": True, "1": True, "off": False, "false": False, "no": False, "0": False}


@dataclass(frozen=True)
class Flag:
    """An option that is on or off."""

    name: str
    default: bool
    says: str

    @property
    def values(self) -> tuple[bool, ...]:
        """Every value, or enough of them to try the game with."""
        return False, True

    @property
    def range(self) -> str:
        """What it may be, in words."""
        return "on or off"

    def read(self, value: Any) -> bool:
        """The value that was meant."""
        word = str(value).strip().lower()
        if word not in SWITCH:
            raise BadOption(f"{self.name} is {self.range}, not {value!r}.")
        return SWITCH[word]

    def write(self, value: bool) -> str:
        """The value as it is typed."""
        return "on" if value else "off"

    def number(self, value: bool) -> int:
        """The value as the rules take it."""
        return int(value)


@dataclass(frozen=True)
class Whole:
    """An option that is a whole number."""

    name: str
    default: int
    least: int
    most: int
    tried: tuple[int, ...]
    says: str

    @property
    def values(self) -> tuple[int, ...]:
        return self.tried

    @property
    def range(self) -> str:
        return f"a whole number from {self.least} to {self.most}"

    def read(self, value: Any) -> int:
        try:
            number = int(str(value).strip())
        except ValueError:
            number = self.least - 1
        if isinstance(value, bool) or not self.least <= number <= self.most:
            raise BadOption(f"{self.name} is {self.range}, not {value!r}.")
        return number

    def write(self, value: int) -> str:
        return str(value)

    def number(self, value: int) -> int:
        return value


@dataclass(frozen=True)
class Choice:
    """An option that is one of a few words."""

    name: str
    default: str
    values: tuple[str, ...]
    says: str

    @property
    def range(self) -> str:
        return f"one of {', '.join(self.values)}"

    def read(self, value: Any) -> str:
        word = str(value).strip().lower()
        if word not in self.values:
            raise BadOption(f"{self.name} is {self.range}, not {value!r}.{nearest(word, self.values)}")
        return word

    def write(self, value: str) -> str:
        return value

    def number(self, value: str) -> int:
        return self.values.index(value)


@dataclass(frozen=True)
class Squares:
    """An option that is a few squares, each a row and a column from 0."""

    name: str
    most: int
    tried: tuple[tuple[tuple[int, int], ...], ...]
    says: str

    @property
    def default(self) -> tuple[tuple[int, int], ...]:
        return ()

    @property
    def values(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        return self.tried

    @property
    def range(self) -> str:
        return f"none, or up to {self.most} different squares as row,column from 0, like 0,1 3,4"

    def read(self, value: Any) -> tuple[tuple[int, int], ...]:
        words = str(value).lower().replace("none", "").replace(";", " ").split() if isinstance(value, str) else value
        try:
            pairs = [word.split(",") if isinstance(word, str) else word for word in words]
            squares = tuple(sorted((int(row), int(column)) for row, column in pairs))
        except (TypeError, ValueError):
            raise BadOption(f"{self.name} is {self.range}; not {value!r}.") from None
        inside = all(0 <= number < 16 for square in squares for number in square)
        if len(set(squares)) != len(squares) or len(squares) > self.most or not inside:
            raise BadOption(f"{self.name} is {self.range}; not {value!r}.")
        return squares

    def write(self, value: tuple[tuple[int, int], ...]) -> str:
        return " ".join(f"{row},{column}" for row, column in value) or "none"

    def number(self, value: tuple[tuple[int, int], ...]) -> int:
        """A byte for each: 1 + 16 * row + column."""
        return sum(1 + 16 * row + column << 8 * n for n, (row, column) in enumerate(value))


class Option(Protocol):
    """What can be agreed before a match. A game may have kinds of its own."""

    @property
    def name(self) -> str: ...

    @property
    def says(self) -> str:
        """What it is about, in a sentence."""

    @property
    def default(self) -> Any: ...

    @property
    def values(self) -> Any: ...

    @property
    def range(self) -> str: ...

    def read(self, value: Any) -> Any: ...

    def write(self, value: Any) -> str: ...

    def number(self, value: Any) -> Any: ...


@dataclass(frozen=True)
class Game:
    """A game as the rest of the house knows it. Its modules are loaded when they are first needed."""

    name: str
    title: str
    credit: str
    summary: str
    seats: tuple[int, ...]
    options: tuple[Option, ...]
    bots: tuple[str, ...]
    """Those of its own, besides the ones that play every game; the strongest last."""
    secrets: Callable[[Mapping[str, Any]], bool]
    """Whether anything is ever hidden from anybody, with these options."""
    package: str
    usual: Callable[[int | None, Mapping[str, Any]], Mapping[str, Any]] = lambda seats, given: {}
    """Where what is usual depends on the seats, or on other options as they were given: those values, and the seats."""
    forbids: Callable[[int, Mapping[str, Any]], str] = lambda seats, options: ""
    """The sentence that says why this cannot be played; nothing where it can."""
    idle: Callable[[int, Mapping[str, Any]], Collection[str]] = lambda seats, options: ()
    """The options that make no difference in such a match, whatever their value."""
    crossed: tuple[str, ...] = ()
    """The options that are tried with each other: every value of one with every value of the next."""

    @cached_property
    def rules(self) -> ModuleType:
        from sobremesa import kernel
        from sobremesa.engine import cache, has_engine

        rules = self.part("rules")
        kernel.enter(rules)
        if not has_engine(rules) and not cache.is_warm(self.folder):
            log.warning("%s: compiling its rules, once; some seconds (sobremesa warm does it ahead)", self.title)
        return rules

    @cached_property
    def notation(self) -> ModuleType:
        return self.part("notation")

    @cached_property
    def events(self) -> ModuleType:
        return self.part("events")

    @cached_property
    def view(self) -> ModuleType:
        return self.part("view")

    @cached_property
    def draw(self) -> ModuleType:
        return self.part("draw")

    @cached_property
    def invariants(self) -> ModuleType:
        return self.part("invariants" if self.has("invariants") else "sound")  # its former name

    @cached_property
    def bot(self) -> ModuleType:
        return self.part("bot")

    def has(self, part: str) -> bool:
        """Whether the game has a part that not every game has."""
        try:
            return importlib.util.find_spec(f"{self.package}.{part}") is not None
        except ModuleNotFoundError:  # of a part in a folder that the game does not have
            return False

    @property
    def folder(self) -> Path:
        """The folder with the game's sources."""
        return Path(importlib.import_module(self.package).__file__ or "").parent

    def part(self, name: str) -> ModuleType:
        return importlib.import_module(f"{self.package}.{name}")

    def check_seats(self, seats: Any) -> int:
        """That many, if the game is for that many."""
        if isinstance(seats, bool) or seats not in self.seats:
            few = ", ".join(map(str, self.seats[:-1]))
            raise BadSeats(f"{self.title} is for {few} or {self.seats[-1]} players, not {seats!r}.")
        return int(seats)

    def agree(self, seats: Any = None, given: Mapping[str, Any] | None = None) -> tuple[int, dict[str, Any]]:
        """How many play, and a value for every option: what was given, or else what is usual."""
        given = given or {}
        known = [option.name for option in self.options]
        for name in given:
            if name not in known:
                has = f"it has {', '.join(known)}" if known else "it has none"
                raise BadOption(f"{self.title} has no option {name!r}; {has}.{nearest(name, known)}")
        usual = self.usual(seats, given)
        count = self.check_seats(usual.get("seats", self.seats[0]) if seats is None else seats)
        options = {
            option.name: option.read(given.get(option.name, usual.get(option.name, option.default)))
            for option in self.options
        }
        if sentence := self.forbids(count, options):
            raise BadOption(sentence)
        return count, options

    def cases(self) -> Iterator[tuple[int, dict[str, Any]]]:
        """Every number of seats with every value of every option, one at a time: what a game must be tried with."""
        tried = []
        crossed = [option for option in self.options if option.name in self.crossed]
        for seats in self.seats:
            for values in itertools.product(*(option.values for option in crossed)):
                base = {option.name: value for option, value in zip(crossed, values, strict=True)}
                usual = all(option.default == base[option.name] for option in crossed[1:])
                for option in (None, *self.options) if usual else (None,):
                    for value in option.values if option else [None]:
                        try:
                            case = self.agree(seats, base | ({option.name: value} if option else {}))
                        except Mistake:
                            continue
                        if case not in tried:
                            tried.append(case)
                            yield case

    def start(self, seats: int, options: Mapping[str, Any]) -> Any:
        """A fresh position, as an array of one."""
        from sobremesa import kernel

        numbers = [option.number(options[option.name]) for option in self.options]
        position = kernel.blank(self.rules.State)
        self.rules.setup(position[0], seats, *numbers)
        return position

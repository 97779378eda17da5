"""What stands on the box of a game: its name, who made it, how many play, and what can be agreed beforehand."""

from __future__ import annotations

import difflib
import importlib
import importlib.util
import logging
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from types import ModuleType
from typing import Any

from sobremesa.mistakes import BadOption, BadSeats

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


Option = Flag | Whole | Choice


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
    secrets: bool
    """Whether anything is ever hidden from anybody."""
    package: str

    @cached_property
    def rules(self) -> ModuleType:
        from sobremesa import cache, kernel

        rules = self._part("rules")
        kernel.enter(rules)
        if not cache.kept(rules.apply):
            log.warning("%s: compiling its rules, once; some seconds (sobremesa warm does it ahead)", self.title)
        return rules

    @cached_property
    def notation(self) -> ModuleType:
        return self._part("notation")

    @cached_property
    def events(self) -> ModuleType:
        return self._part("events")

    @cached_property
    def view(self) -> ModuleType:
        return self._part("view")

    @cached_property
    def draw(self) -> ModuleType:
        return self._part("draw")

    @cached_property
    def sound(self) -> ModuleType:
        return self._part("sound")

    @cached_property
    def bot(self) -> ModuleType:
        return self._part("bot")

    def _part(self, name: str) -> ModuleType:
        return importlib.import_module(f"{self.package}.{name}")

    def check_seats(self, seats: Any) -> int:
        """That many, if the game is for that many."""
        if isinstance(seats, bool) or seats not in self.seats:
            few = ", ".join(map(str, self.seats[:-1]))
            raise BadSeats(f"{self.title} is for {few} or {self.seats[-1]} players, not {seats!r}.")
        return int(seats)

    def check_options(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """A value for every option: the one given, or else the usual one."""
        known = [option.name for option in self.options]
        for name in given:
            if name not in known:
                raise BadOption(
                    f"{self.title} has no option {name!r}; it has {', '.join(known)}.{nearest(name, known)}"
                )
        return {option.name: option.read(given.get(option.name, option.default)) for option in self.options}

    def cases(self) -> Iterator[tuple[int, dict[str, Any]]]:
        """Every number of seats with every value of every option, one at a time: what a game must be tried with."""
        usual = self.check_options({})
        for seats in self.seats:
            yield seats, usual
            for option in self.options:
                for value in option.values:
                    if value != option.default:
                        yield seats, usual | {option.name: value}

    def start(self, seats: int, options: Mapping[str, Any]) -> Any:
        """A fresh position, as an array of one."""
        from sobremesa import kernel

        numbers = [option.number(options[option.name]) for option in self.options]
        position = kernel.blank(self.rules.State)
        self.rules.setup(position[0], seats, *numbers)
        return position

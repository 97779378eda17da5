"""The file of an arena: what was asked, every match, and what they come to, as JSON."""

from __future__ import annotations

import contextlib
import dataclasses
import os
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from sobremesa.arena.match import Failed, Played
from sobremesa.arena.request import Request
from sobremesa.arena.schedule import Fixture, fixtures
from sobremesa.arena.summary import summary
from sobremesa.arena.text import text
from sobremesa.lab.results import Results
from sobremesa.mistakes import BadRecord

FORMAT = "sobremesa arena 1"
T = TypeVar("T", Played, Failed)


@dataclass
class Book:
    """What was asked, and what has come of it so far."""

    request: Request
    played: dict[int, Played] = field(default_factory=dict)
    failed: dict[int, Failed] = field(default_factory=dict)

    def enter(self, found: Played | Failed) -> None:
        if isinstance(found, Played):
            self.played[found.number] = found
            self.failed.pop(found.number, None)
        else:
            self.failed[found.number] = found

    def todo(self) -> list[Fixture]:
        """What is still to be played. What failed before is tried anew."""
        return [fixture for fixture in fixtures(self.request) if fixture.number not in self.played]

    @property
    def matches(self) -> list[Played]:
        """Those that were played, in the order of the plan, whoever was done first."""
        return [self.played[number] for number in sorted(self.played)]

    def summary(self) -> dict[str, Any]:
        """How strong each bot is: see `sobremesa.arena.summary`."""
        return summary(self.request, self.matches, len(self.failed))

    def table(self) -> Results:
        """A row for each seat of each match, for pandas and the like."""
        names = "match", "seat", "player", "score", "choices", "cpu", "seed"
        rows = [
            (match.number, seat, bot, match.scores[seat], match.choices[seat], match.cpu[seat], match.seed)
            for match in self.matches
            for seat, bot in enumerate(match.bots)
        ]
        return Results({name: [row[column] for row in rows] for column, name in enumerate(names)})

    def __str__(self) -> str:
        return text(self.request, self.summary())

    def data(self) -> dict[str, Any]:
        """Everything, as JSON has it."""
        return {
            "format": FORMAT,
            "request": dataclasses.asdict(self.request),
            "summary": self.summary(),
            "failed": [dataclasses.asdict(self.failed[number]) for number in sorted(self.failed)],
            "matches": [dataclasses.asdict(match) for match in self.matches],
        }

    def save(self, file: Path) -> None:
        """Write it in place of what stood there, all or nothing."""
        try:
            with tempfile.NamedTemporaryFile(dir=file.parent, prefix=f".{file.name}.", delete=False) as new:
                try:
                    new.write(msgspec.json.format(msgspec.json.encode(self.data()), indent=1))
                    new.close()
                    os.replace(new.name, file)
                except BaseException:
                    with contextlib.suppress(OSError):
                        os.unlink(new.name)
                    raise
        except OSError as error:
            raise BadRecord(f"{file} cannot be written: {error.strerror}.") from None


class _Page(msgspec.Struct):
    """What is read of a file; the summary is worked out anew."""

    format: str
    request: Request
    failed: list[Failed]
    matches: list[Played]


def load(file: Path) -> Book:
    """The book that a file holds."""
    try:
        page = msgspec.json.decode(file.read_bytes(), type=_Page)
    except OSError as error:
        raise BadRecord(f"{file} cannot be read: {error.strerror}.") from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadRecord(f"{file} is not the file of an arena: {str(error).rstrip('.')}.") from None
    if page.format != FORMAT:
        raise BadRecord(f"{file} is of another kind: {page.format!r}, not {FORMAT!r}.")
    return Book(page.request, _numbered(page.matches), _numbered(page.failed))


def opened(file: Path, request: Request, resume: bool) -> Book:
    """The book to go on with, which asked for the same; or a new one, where there is none yet."""
    if not file.exists():
        return Book(request)
    if not resume:
        raise BadRecord(f"{file} is there already: --resume goes on with it, another name begins anew.")
    book = load(file)
    for part in dataclasses.fields(Request):
        held, asked = getattr(book.request, part.name), getattr(request, part.name)
        if held != asked:
            raise BadRecord(
                f"{file} was begun with {part.name} {_said(held)}, not {_said(asked)}: "
                "ask for the same, or name another file."
            )
    return book


def _numbered(found: Iterable[T]) -> dict[int, T]:
    return {each.number: each for each in found}


def _said(value: Any) -> str:
    if isinstance(value, dict):
        return " ".join(f"{name}={each}" for name, each in value.items()) or "none"
    return (", ".join(value) or "none") if isinstance(value, tuple) else str(value)

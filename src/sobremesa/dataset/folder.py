"""The folder of a data set: what was asked, and the shards that are there. A file is there whole, or not at all."""

from __future__ import annotations

import contextlib
import dataclasses
import hashlib
import os
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from sobremesa.dataset.parquet import MATCHES, MOVES, written
from sobremesa.dataset.request import Request
from sobremesa.mistakes import BadRecord

FORMAT = "sobremesa dataset 1"
ASKED, CARD, SUMS = "dataset.json", "README.md", "SHA256SUMS"
UNFINISHED = ".unfinished-"


class _Page(msgspec.Struct):
    format: str
    request: Request


class Folder:
    """A folder, and what was asked of it."""

    def __init__(self, path: Path, request: Request) -> None:
        self.path, self.request = path, request

    def file(self, game: str, table: str, shard: int) -> Path:
        return self.path / game / table / f"part-{shard:05}.parquet"

    def has(self, game: str, shard: int) -> bool:
        """Whether a shard is there, with both its tables."""
        return all(self.file(game, table, shard).is_file() for table in (MATCHES, MOVES))

    def lacks(self) -> list[tuple[str, int]]:
        """The shards that are still to be made."""
        return [(game, shard) for game, shard in self.request.shards() if not self.has(game, shard)]

    def files(self) -> Iterator[Path]:
        """Of the shards that are there."""
        for game, shard in sorted(self.request.shards()):
            for table in MATCHES, MOVES:
                if (file := self.file(game, table, shard)).is_file():
                    yield file

    def size(self) -> int:
        return sum(file.stat().st_size for file in self.files())

    def put(self, file: Path, content: bytes) -> None:
        """Write a file beside its place, and put it there when it is whole and on the disk."""
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            with tempfile.NamedTemporaryFile(dir=file.parent, prefix=UNFINISHED, delete=False) as new:
                try:
                    os.fchmod(new.fileno(), 0o666 & ~_mask())
                    new.write(content)
                    new.flush()
                    os.fsync(new.fileno())
                    new.close()
                    os.replace(new.name, file)
                except BaseException:
                    with contextlib.suppress(OSError):
                        os.unlink(new.name)
                    raise
        except OSError as error:
            raise BadRecord(f"{file} cannot be written: {error.strerror}.") from None

    def keep(self, game: str, shard: int, parts: Sequence[tuple[Any, Any]]) -> None:
        """Write a shard from the tables of its batches. What has both files is whole."""
        facts = self.request.facts(game)
        for table, column in (MOVES, 1), (MATCHES, 0):
            self.put(self.file(game, table, shard), written(table, [part[column] for part in parts], facts))

    def begin(self) -> None:
        """Write down what was asked."""
        page = {"format": FORMAT, "request": dataclasses.asdict(self.request)}
        self.put(self.path / ASKED, msgspec.json.format(msgspec.json.encode(page), indent=1) + b"\n")

    def seal(self) -> None:
        """When everything is there: sweep what a crash has left, and write down a sum for each file."""
        for left in self.path.rglob(f"{UNFINISHED}*"):
            left.unlink(missing_ok=True)
        lines = [f"{digest(file)}  {file.relative_to(self.path).as_posix()}\n" for file in self.files()]
        self.put(self.path / SUMS, "".join(lines).encode())

    def sums(self) -> dict[str, str]:
        """The sum of each file, by its name; nothing while the data set is not complete."""
        try:
            lines = (self.path / SUMS).read_text(encoding="utf-8").splitlines()
            return {name: told for told, name in (line.split(maxsplit=1) for line in lines)}
        except FileNotFoundError:
            return {}
        except (OSError, ValueError):
            raise BadRecord(f"{self.path / SUMS} cannot be read: it is not a list of sums.") from None


def digest(file: Path) -> str:
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()


def found(path: Path) -> Folder:
    """The data set that a folder holds."""
    try:
        page = msgspec.json.decode((path / ASKED).read_bytes(), type=_Page)
    except FileNotFoundError:
        raise BadRecord(f"{path} is not a data set: it has no {ASKED}.") from None
    except OSError as error:
        raise BadRecord(f"{path / ASKED} cannot be read: {error.strerror}.") from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadRecord(f"{path / ASKED} does not say what was asked: {str(error).rstrip('.')}.") from None
    if page.format != FORMAT:
        raise BadRecord(f"{path} is of another kind: {page.format!r}, not {FORMAT!r}.")
    return Folder(path, page.request)


def opened(path: Path, request: Request) -> Folder:
    """The folder to go on with, which was asked the same; or a new one, where there is nothing yet."""
    try:
        if not (path / ASKED).exists():
            if path.exists() and any(not each.name.startswith(UNFINISHED) for each in path.iterdir()):
                raise BadRecord(f"{path} is not empty, and not a data set: name a folder of its own.")
            folder = Folder(path, request)
            folder.begin()
            return folder
    except OSError as error:
        raise BadRecord(f"{path} cannot be used: {error.strerror}.") from None
    folder = found(path)
    for part in dataclasses.fields(Request):
        held, asked = getattr(folder.request, part.name), getattr(request, part.name)
        if held != asked:
            raise BadRecord(
                f"{path} was begun with {part.name} {_said(held)}, not {_said(asked)}: "
                "ask for the same, or name another folder."
            )
    return folder


def _said(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name} {each}" for name, each in value.items())
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _mask() -> int:
    """What this process does not grant to others."""
    mask = os.umask(0)
    os.umask(mask)
    return mask

"""The tiles and dice of Outspeed as data: read from a file, checked, and packed for the rules.

A file is TOML, like `tiles.toml` beside this module, or JSON of the same shape:

    [dice]
    blue = [1, 1, 2, 2, 3, 4]

    [[tiles]]
    id = 4
    name = "Funnel"
    [tiles.faces]
    "3-4" = [
      { symbol = "A", cost = "A", zones = 3, source = "reconstructed" },
      { symbol = "B", zones = 1, source = "reconstructed" },
    ]
    "5-6" = [ ... ]

A route may have `slots` (for how many there is room), `cost`, `zones`, `fuel` (see `numbers.py`), `bonus` (tokens),
`solo` (alone for nothing, otherwise all pay for nothing) and `source` (where its values come from).
"""

from __future__ import annotations

import hashlib
import json
import os
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from sobremesa.games.game import nearest
from sobremesa.games.outspeed import tile_numbers
from sobremesa.games.outspeed.tables import (
    BLUE,
    BONUS,
    COST,
    DICE,
    DICE_RIDERS,
    DICE_SHAPE,
    DIE_NAMES,
    FACE_NAMES,
    FINISH,
    FIXED,
    NUMBERS,
    PRINTED,
    RIDERS,
    ROOM,
    ROUTES_SHAPE,
    SHIPS,
    SOLO,
    SYMBOLS,
    TILES,
    WHEEL,
    YELLOW,
    ZONES,
)
from sobremesa.mistakes import BadTiles
from sobremesa.user_dir import home

HOUSE = Path(__file__).with_name("tiles.toml")
MOST_BONUSES = 3
FIELDS = "symbol", "slots", "cost", "zones", "fuel", "bonus", "solo", "special", "source"
LARGEST = 1_000_000  # bytes


@dataclass(frozen=True, eq=False)
class TileSet:
    """Sixteen tiles and two dice."""

    routes: np.ndarray
    """Tile, face, route, column."""
    dice: np.ndarray
    names: dict[int, str]
    sources: dict[tuple[int, int, int], str | dict[str, str]]
    """Where the values of a route come from, by tile, face and route."""
    text: str

    @property
    def digest(self) -> str:
        """A name for exactly these values."""
        return hashlib.sha256(self.dice.tobytes() + self.routes.tobytes()).hexdigest()[:16]

    def packed(self) -> np.ndarray:
        """The set as the rules take it: its digest, or zeros for that of the house; the dice; the routes."""
        name = bytes(8) if self.digest == house().digest else bytes.fromhex(self.digest)
        return np.concatenate([np.frombuffer(name, np.uint8), self.dice.ravel(), self.routes.ravel()])


@cache
def house() -> TileSet:
    """Our own reconstruction."""
    return read(HOUSE)


def read(path: Path, name: str = "") -> TileSet:
    """Read the tile set in a file. A refusal names all that is wrong, and calls the set by this name or by its path."""
    try:
        if path.stat().st_size > LARGEST:
            raise BadTiles(f"{path} is too large to be a tile set.")
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise BadTiles(f"{path} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise BadTiles(f"{path} is not a text file.") from None
    return parse(text, name or str(path))


def parse(text: str, name: str = "the tile set") -> TileSet:
    """The tile set in a text."""
    try:
        data = json.loads(text) if text.lstrip().startswith("{") else tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadTiles(f"{name} is neither TOML nor JSON: {error}.") from None
    reading = _Reading()
    try:
        found = reading.set_of(data, text)
    except ValueError:  # Python does not even write down numbers of thousands of digits
        raise BadTiles(f"{name} has a number that is too long to read.") from None
    if reading.faults:
        raise BadTiles("\n".join([f"{name} cannot be played with:", *reading.faults]))
    return found


def keep(tiles: TileSet) -> str:
    """Keep a set on this machine, so that its matches can be resumed and replayed; and give its name."""
    if tiles.digest == house().digest:
        return "house"
    path = _kept(tiles.digest)
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_suffix(f".{os.getpid()}")
    draft.write_text(tiles.text, encoding="utf-8")
    draft.replace(path)
    return tiles.digest


def find(name: str) -> TileSet:
    """The set of that name."""
    if name == "house":
        return house()
    path = _kept(name)
    if not path.exists():
        raise BadTiles(f"There is no tile set {name} on this machine: say where its file is with --tiles FILE.")
    tiles = read(path, f"The tile set {name}")
    if tiles.digest != name:
        raise BadTiles(f"{path} is not the tile set {name} any more: say where its file is with --tiles FILE.")
    return tiles


def _kept(name: str) -> Path:
    return home() / "tiles" / f"{name}.toml"


class _Reading:
    """One reading of a file, and what is wrong with it: each fault names tile, face, route and field."""

    def __init__(self) -> None:
        self.faults: list[str] = []
        self.routes = np.zeros(ROUTES_SHAPE, np.uint8)
        self.dice = np.zeros(DICE_SHAPE, np.uint8)
        self.names: dict[int, str] = {}
        self.sources: dict[tuple[int, int, int], str | dict[str, str]] = {}

    def fault(self, where: str, what: str) -> None:
        self.faults.append(f"  {where}: {what}{'' if what[-1] in '.?' else '.'}")

    def set_of(self, data: Any, text: str) -> TileSet:
        self.roll(data.get("dice"))
        tiles = data.get("tiles")
        if isinstance(tiles, list):
            self.all_of(tiles)
        else:
            self.fault("tiles", "there is no list of tiles")
        return TileSet(self.routes, self.dice, self.names, self.sources, text)

    def all_of(self, tiles: list[Any]) -> None:
        """Read every tile. All sixteen are needed: a ship could not choose a route on one that is missing."""
        for place, tile in enumerate(tiles, 1):
            self.tile(place, tile)
        missing = [str(number) for number in range(1, TILES + 1) if number not in self.names]
        if missing:
            self.fault("tiles", f"tile {', '.join(missing)} is missing" if len(missing) < 5 else "tiles are missing")

    def roll(self, dice: Any) -> None:
        """Dice that a file does not name are those of the house."""
        given = dice if isinstance(dice, dict) else {}
        if dice is not None and not isinstance(dice, dict):
            self.fault("dice", "they are written as blue = [...] and yellow = [...]")
        for name in given:
            if name not in DIE_NAMES:
                self.fault(f"dice, {name}", "the dice are blue (zones) and yellow (fuel)")
        for number, name in enumerate(DIE_NAMES):
            faces = given[name] if name in given else house().dice[number].tolist()
            if isinstance(faces, dict):
                faces = faces.get("faces")
            if (
                not isinstance(faces, list)
                or len(faces) != DICE_SHAPE[1]
                or not all(type(face) is int and 0 <= face <= 9 for face in faces)
            ):
                self.fault(f"dice, {name}", f"a die has {DICE_SHAPE[1]} faces from 0 to 9, not {faces!r}")
            else:
                self.dice[number] = sorted(faces)

    def tile(self, place: int, tile: Any) -> None:
        number = tile.get("id") if isinstance(tile, dict) else None
        if type(number) is not int or not 1 <= number <= TILES:
            self.fault(f"tile in place {place}, id", f"it is a number from 1 to {TILES}, not {number!r}")
            return
        if number in self.names:
            self.fault(f"tile {number}", "it is there twice")
            return
        self.names[number] = str(tile.get("name") or number)
        kind = "track" if number < FINISH else "finish"
        if tile.get("kind", kind) != kind:
            self.fault(f"tile {number}, kind", f"tile {number} is a {kind} tile, not {tile['kind']!r}")
        for field in tile:
            if field not in ("id", "kind", "name", "nameSource", "faces"):
                self.fault(f"tile {number}, {field}", "a tile has no such field")
        faces = tile.get("faces")
        if not isinstance(faces, dict):
            self.fault(f"tile {number}, faces", 'it needs the faces "3-4" and "5-6"')
            return
        for name in faces:
            if name not in FACE_NAMES:
                self.fault(f"tile {number}, face {name}", 'the faces are "3-4" and "5-6"')
        for face, name in enumerate(FACE_NAMES):
            self.face(number, face, faces.get(name))

    def face(self, number: int, face: int, routes: Any) -> None:
        where = f"tile {number}, face {FACE_NAMES[face]}"
        if not isinstance(routes, list) or not routes:
            self.fault(where, "it is missing" if routes is None else "it is a list of routes")
            return
        for place, route in enumerate(routes, 1):
            self.route(number, face, place, route, where)
        rows = self.routes[number - 1, face]
        for route, symbol in enumerate(SYMBOLS):
            for field, column in NUMBERS.items():
                for counted in RIDERS, DICE_RIDERS:
                    whose = rows[route, column + counted]
                    if whose and not rows[whose - 1, PRINTED]:
                        self.fault(
                            f"{where}, route {symbol}, {field}",
                            f"it counts the riders of {SYMBOLS[whose - 1]}, a route that this face does not have",
                        )
        if not any(self.least(row, route) <= 1 for route, row in enumerate(rows, 1) if row[PRINTED]):
            self.fault(where, "it needs a route whose least cost is at most 1 fuel, so that every ship can go on")

    def least(self, row: np.ndarray, route: int) -> int:
        """As `routes.least_cost` has it."""
        dice = int(row[COST + DICE]) + (row[COST + DICE_RIDERS] == route)
        cost = int(row[COST + FIXED]) + (row[COST + RIDERS] == route) + dice * int(self.dice[YELLOW].min())
        return 0 if row[SOLO] else cost

    def route(self, number: int, face: int, place: int, route: Any, where: str) -> None:
        symbol = route.get("symbol") if isinstance(route, dict) else None
        if not isinstance(symbol, str) or symbol not in tuple(SYMBOLS):
            also = "; D is on the wheel, but no tile has it" if symbol == "D" else ""
            self.fault(f"{where}, route in place {place}, symbol", f"it is A, B or C, not {symbol!r}{also}")
            return
        row = self.routes[number - 1, face, SYMBOLS.index(symbol)]
        at = f"{where}, route {symbol}"
        if row[PRINTED]:
            self.fault(at, "it is there twice")
            return
        row[PRINTED] = 1
        for field in route:
            if field not in FIELDS:
                self.fault(f"{at}, {field}", f"a route has no such field.{nearest(str(field), FIELDS)}")
        row[ROOM] = self.whole(route, "slots", SHIPS, at)
        row[BONUS] = self.whole(route, "bonus", MOST_BONUSES, at)
        row[SOLO] = self.solo(route, at)
        for field, column in NUMBERS.items():
            try:
                row[column : column + 5] = tile_numbers.read(
                    route.get(field), DIE_NAMES[BLUE if column == ZONES else YELLOW]
                )
            except tile_numbers.Unreadable as fault:
                self.fault(f"{at}, {field}", str(fault))
            if row[column + WHEEL] and not row[COST + WHEEL]:
                self.fault(f"{at}, {field}", "what the wheel brings must also be paid: put wheel into the cost")
        if row[SOLO] and row[ROOM]:
            self.fault(f"{at}, slots", "a solo route has no other room")
        self.source(number, face, symbol, route.get("source", "not said"), at)

    def whole(self, route: dict[str, Any], field: str, most: int, at: str) -> int:
        value = route.get(field)
        if value is None:
            return 0
        least = 1 if field == "slots" else 0
        if type(value) is not int or not least <= value <= most:
            self.fault(f"{at}, {field}", f"it is a whole number from {least} to {most}, not {value!r}")
            return 0
        return value

    def solo(self, route: dict[str, Any], at: str) -> bool:
        if route.get("special") not in (None, "SOLO_OR_PAY"):
            self.fault(f"{at}, special", f"it can only be SOLO_OR_PAY, not {route['special']!r}")
        if not isinstance(route.get("solo", False), bool):
            self.fault(f"{at}, solo", f"it is true or false, not {route['solo']!r}")
        return route.get("solo") is True or route.get("special") == "SOLO_OR_PAY"

    def source(self, number: int, face: int, symbol: str, source: Any, at: str) -> None:
        parts = source.values() if isinstance(source, dict) else [source]
        if not all(isinstance(part, str) for part in parts):
            self.fault(f"{at}, source", "it says in words where the values come from")
        self.sources[number, face, SYMBOLS.index(symbol)] = source


def routes_of(tiles: TileSet) -> Iterator[tuple[int, int, int, np.ndarray]]:
    """Every printed route: tile, face, route and its columns."""
    for tile in range(TILES):
        for face in range(len(FACE_NAMES)):
            for route in range(len(SYMBOLS)):
                if tiles.routes[tile, face, route, PRINTED]:
                    yield tile + 1, face, route, tiles.routes[tile, face, route]

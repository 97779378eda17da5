"""`sobremesa tiles`"""

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sobremesa.games.game import Game
from sobremesa.mistakes import BadOption, BadRecord, BadTiles

if TYPE_CHECKING:
    from sobremesa.games.outspeed.tiles import TileSet
    from sobremesa.play.match import Match


@click.group()
def tiles() -> None:
    """The tiles of Outspeed: look at ours, which are a reconstruction, or write and check your own.

    \b
    sobremesa tiles copy mine.toml                 ours, to be edited
    sobremesa tiles check mine.toml                what is wrong with it, if anything is
    sobremesa play outspeed --tiles mine.toml      a race on them
    """


@tiles.command()
@click.argument("file", type=click.Path(path_type=Path), metavar="FILE")
def check(file: Path) -> None:
    """Check a tile set of your own: all that is wrong with it, by tile, face, route and field."""
    from sobremesa.games.outspeed import tiles as sets

    found, house = _read(file), sets.house()
    count = len(list(sets.routes_of(found)))
    if found.digest == house.digest:
        click.echo(f"{file} is in order: 16 tiles, {count} routes; the same values as the house set.")
    else:
        other = int((found.routes != house.routes).any(axis=-1).sum())
        routes = "1 route differs" if other == 1 else f"{other} routes differ"
        dice = "" if (found.dice == house.dice).all() else ", the dice too"
        click.echo(f"{file} is in order: 16 tiles, {count} routes; {routes} from the house set{dice}.")
        click.echo(f"Records name it {found.digest}.")
    click.echo(f"Play with it: sobremesa play outspeed --tiles {file}")


def _read(file: Path) -> "TileSet":
    """Read the tile set in a file, unless it is nested so deeply that reading it would take long."""
    from sobremesa.games.outspeed import tiles as sets
    from sobremesa.server.http import nesting

    with contextlib.suppress(OSError, UnicodeDecodeError):  # which reading it tells
        if file.stat().st_size <= sets.LARGEST:
            nesting.check(file.read_text(encoding="utf-8"))
    return sets.read(file)


@tiles.command()
@click.argument("file", type=click.Path(path_type=Path), metavar="FILE")
def copy(file: Path) -> None:
    """Write our tile set into a new file, for you to put the printed values in."""
    from sobremesa.games.outspeed.tiles import HOUSE

    try:
        with file.open("x", encoding="utf-8") as new:
            new.write(HOUSE.read_text(encoding="utf-8"))
    except FileExistsError:
        raise BadTiles(f"{file} is there already: choose another name, so that nothing is lost.") from None
    except OSError as error:
        raise BadTiles(f"{file} cannot be written: {error.strerror}.") from None
    click.echo(f"{file} is written. Put your values in, then: sobremesa tiles check {file}")


@tiles.command()
@click.argument("number", type=click.IntRange(1, 16), required=False, metavar="[NUMBER]")
@click.option("--tiles", "file", type=click.Path(path_type=Path), metavar="FILE", help="Those of a file of your own.")
def show(number: int | None, file: Path | None) -> None:
    """The tiles, or one of them: for each face its routes, what they cost and bring, and where the values come from."""
    from sobremesa.games.outspeed import tiles as sets
    from sobremesa.games.outspeed.draw import NOTE
    from sobremesa.games.outspeed.tables import DIE_NAMES

    found = _read(file) if file else sets.house()
    ours = found.digest == sets.house().digest
    click.echo(NOTE if ours else f"Tile set {found.digest}.")
    if ours and not file:
        click.echo("After each route stands where its values come from. Your own: sobremesa tiles copy FILE")
    dice = (f"{name} {' '.join(map(str, faces))}" for name, faces in zip(DIE_NAMES, found.dice.tolist(), strict=True))
    click.echo(f"Dice: {', '.join(dice)}.")
    for line in _lines(found, number):
        click.echo(line)


def _lines(found: "TileSet", number: int | None) -> Iterator[str]:
    """Every route of a tile set, or of one tile, on a line."""
    from sobremesa.games.outspeed.draw import gain, pay
    from sobremesa.games.outspeed.tables import FACE_NAMES, SYMBOLS
    from sobremesa.games.outspeed.tiles import routes_of

    place: tuple[int, int] = 0, 0
    for tile, face, route, row in routes_of(found):
        if number in (None, tile):
            if tile != place[0]:
                yield f"\n{tile:>2}  {found.names[tile]}"
            label = FACE_NAMES[face] if (tile, face) != place else ""
            place = tile, face
            printed = _printed(row)
            texts = f"{label:5}{SYMBOLS[route]}  {printed['room']:14}pay {pay(printed):16}get {gain(printed)}"
            yield f"    {texts:63} [{_told(found.sources[tile, face, route])}]"


def _told(source: str | dict[str, str]) -> str:
    """Where the values of a route come from: each source with what comes from it."""
    if isinstance(source, str):
        return source
    parts = {why: [part for part in source if source[part] == why] for why in source.values()}
    return "; ".join(f"{why}: {', '.join(of)}" for why, of in parts.items())


def _printed(row: Any) -> dict[str, Any]:
    """What stands on a tile for a route."""
    from sobremesa.games.outspeed import tile_numbers
    from sobremesa.games.outspeed.tables import BLUE, BONUS, DIE_NAMES, NUMBERS, ROOM, SOLO, YELLOW, ZONES

    room = f"room for {row[ROOM]}" if row[ROOM] else "solo" if row[SOLO] else "room for all"
    shown: dict[str, Any] = {"room": room, "bonus": int(row[BONUS])}
    for field, column in NUMBERS.items():
        die = DIE_NAMES[BLUE if column == ZONES else YELLOW]
        shown[field] = tile_numbers.write(row[column : column + 5], die) or "0"
    return shown


def laid_out(game: Game, options: dict[str, Any], file: Path | None) -> dict[str, Any]:
    """The options with the tiles of a file, which is kept, so that the match can be resumed and replayed."""
    if file is None:
        return options
    if not any(option.name == "tiles" for option in game.options):
        raise BadOption(f"{game.title} has no tiles: --tiles is for Outspeed.")
    if "tiles" in options:
        raise BadOption("Say which tiles either with --tiles or with --set tiles=, not with both.")
    return options | {"tiles": _kept(file)}


def loaded(record: Path, file: Path | None, partial: bool = False) -> "Match":
    """The match of a record that was played with the tiles of a file."""
    from sobremesa.play.record import load

    if file is None:
        return load(record, partial)
    name = _kept(file)
    try:
        match = load(record, partial)
    except BadRecord as mistake:
        other = "no tile set" in str(mistake)
        raise BadRecord(f"{mistake} {file} is the tile set {name}." if other else str(mistake)) from None
    played = match.options.get("tiles")
    if played != name:
        why = f"was played with the tile set {played}" if played else f"is a match of {match.game.title}"
        raise BadTiles(f"{record} {why}; {file} is the tile set {name}.")
    return match


def _kept(file: Path) -> str:
    from sobremesa.games.outspeed import tiles as sets

    found = _read(file)
    try:
        return sets.keep(found)
    except OSError as error:
        raise BadTiles(f"{file} cannot be kept for later: {error.strerror} ({error.filename}).") from None

"""`sobremesa picture`"""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from sobremesa.cli.options import tiles
from sobremesa.cli.tiles import loaded
from sobremesa.mistakes import BadOption, BadSeats

if TYPE_CHECKING:
    from sobremesa.play.match import Match

STILL = "svg", "png"
WIDEST = 4000


@click.command()
@click.argument("file", type=click.Path(path_type=Path), metavar="FILE")
@click.option("--moment", type=click.IntRange(0), metavar="N", help="After the first N moves, not at the end.")
@click.option("--seat", metavar="NAME", help="As that seat saw it, or a spectator; if not given, everything.")
@click.option("--theme", type=click.Choice(["light", "dark"]), default="light", show_default=True)
@click.option("--width", type=click.IntRange(64, WIDEST), metavar="N", help="Dots from side to side.")
@click.option(
    "-o",
    "--out",
    type=click.Path(path_type=Path),
    metavar="OUT",
    help="Where to: .svg, .png, or .webp, .gif, .apng for one that moves. If not given, SVG is printed.",
)
@click.option("--partial", is_flag=True, help="Read as much as can be read of a record that is not whole.")
@tiles
def picture(
    file: Path,
    moment: int | None,
    seat: str | None,
    theme: str,
    width: int | None,
    out: Path | None,
    partial: bool,
    tiles: Path | None,
) -> None:
    """Draw a recorded match: one moment of it, or all of it up to there as a picture that moves.

    A picture that moves shows the board after each turn; of very long matches it leaves some out.
    """
    match = loaded(file, tiles, partial)
    if moment is not None and moment > len(match.moves):
        raise BadOption(f"{file} has {len(match.moves)} moves: there is no moment {moment}.")
    eyes = _eyes(match, seat)
    match = match.at(len(match.moves) if moment is None else moment)
    if out is None:
        click.echo(match.svg(eyes, theme))
        return
    made = _made(match, out, eyes, theme, width)
    try:
        out.expanduser().write_bytes(made)
    except OSError as error:
        raise BadOption(f"{out} cannot be written: {error.strerror}.") from None
    click.echo(f"{out}: {len(made) / 1024:,.0f} kB")


def _made(match: "Match", out: Path, eyes: int, theme: str, width: int | None) -> bytes:
    from sobremesa.play import picture, raster

    kind = out.suffix.lower().removeprefix(".")
    if kind == "svg":
        return match.svg(eyes, theme).encode()
    if kind == "png":
        return raster.still(match.svg(eyes, theme), width or picture.LARGE)
    if kind not in raster.MOVING:
        known = ", ".join(f".{each}" for each in (*STILL, *raster.MOVING))
        raise BadOption(f"What {out} is to be cannot be told from its name: end it with one of {known}.")
    return raster.moving(picture.drawings(match, eyes, theme), kind, width or picture.WIDTH)


def _eyes(match: "Match", seat: str | None) -> int:
    from sobremesa.kernel import REFEREE, SPECTATOR

    if seat is None or seat == "spectator":
        return REFEREE if seat is None else SPECTATOR
    if seat not in match.seat_names:
        raise BadSeats(f"The seats are {', '.join(match.seat_names)}; a spectator is none.")
    return match.seat_names.index(seat)

"""`sobremesa analyse`"""

import os
import shutil
import sys
import textwrap
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sobremesa.cli.options import as_json, language, print_json, tiles
from sobremesa.cli.progress import bar, set_the_table
from sobremesa.cli.tiles import loaded
from sobremesa.mistakes import BadOption

if TYPE_CHECKING:
    from sobremesa.analysis import Row
    from sobremesa.play.match import Match

PAINT: dict[str, dict[str, Any]] = {
    "??": {"fg": "red", "bold": True},
    "?": {"fg": "yellow", "bold": True},
    "?!": {"fg": "yellow"},
    "curve": {"fg": "cyan"},
    "faint": {"dim": True},
}
NOTICED = 0.1
"""How much luck of one outcome is told in words, if it is more than twice its error."""


@click.command()
@click.argument("file", type=click.Path(path_type=Path), metavar="FILE")
@click.option("--bot", default="", metavar="NAME[@BUDGET]", help="Who looks on, if not whom the game has for it.")
@click.option("--from", "first", type=click.IntRange(1), default=1, metavar="N", help="From this move on.")
@click.option("--to", "last", type=click.IntRange(1), metavar="N", help="Up to this move.")
@click.option("--svg", type=click.Path(path_type=Path), metavar="FILE", help="Write the graph to a file, too.")
@click.option(
    "--theme", type=click.Choice(["light", "dark"]), default="light", show_default=True, help="Of that graph."
)
@click.option("--partial", is_flag=True, help="Read as much as can be read of a record that is not whole.")
@click.option(
    "--seed", type=click.IntRange(0), default=0, show_default=True, help="Of the bot: the same says the same."
)
@tiles
@language
@as_json
def analyse(
    file: Path,
    bot: str,
    first: int,
    last: int | None,
    svg: Path | None,
    theme: str,
    partial: bool,
    seed: int,
    tiles: Path | None,
    language: str,
    as_json: bool,
) -> None:
    """Look at a recorded match again: what each move gave away, and what would have been better.

    Every move is judged by what its seat could know when it chose. What a seat expects is how it will come out, from -1
    to 1. A move that gives away 0.1 of that is a slip (?!), 0.25 a mistake (?), 0.5 a blunder (??); in doubt it is not
    marked. Ctrl-C stops, and keeps what is done. With --json every line is one move, and the last one the sum.
    """
    match = loaded(file, tiles, partial)
    if not match.moves[first - 1 : last]:
        raise BadOption(f"{file} has {len(match.moves)} moves: there is none from {first} to {last or 'the last'}.")
    set_the_table(match.game)
    from sobremesa import analysis

    if svg and svg.expanduser().is_dir():
        raise BadOption(f"{svg} is a folder: name a file for the graph.")
    page = Page(match, bot or analysis.usual(match), as_json, language)
    rows: list[Row] = []
    stopped = False
    try:
        page.begin()
        looked = analysis.of(match, page.bot, seed=seed, language=language, first=first, last=last)
        for row in _watched(looked, match, first, last):
            rows.append(row)
            page.row(row)
    except KeyboardInterrupt:
        stopped = True
    page.end(rows)
    if svg and rows:
        _write(svg, match, rows, theme)
    if stopped:
        click.echo(f"Stopped after {len(rows)} moves.", err=True)
        raise SystemExit(130)


def _watched(rows: Iterator["Row"], match: "Match", first: int, last: int | None) -> Iterator["Row"]:
    """The same, with how far it is: a bar, or a line where a terminal also shows the rows."""
    end = min(last or len(match.moves), len(match.moves))
    with _line() if sys.stdout.isatty() and sys.stderr.isatty() else bar("Looking at it again") as tell:
        tell(0.0, f"move {first} of {end}")
        for row in rows:
            tell(0.0, "")
            yield row
            tell((row.number - first + 1) / (end - first + 1), f"move {min(row.number + 1, end)} of {end}")


@contextmanager
def _line() -> Iterator[Callable[[float, str], None]]:
    """A line that is written over."""

    def tell(share: float, at: str) -> None:
        print(f"\r\033[K{f'Looking at {at} …' if at else ''}", end="", file=sys.stderr, flush=True)

    try:
        yield tell
    finally:
        tell(1.0, "")


def _write(svg: Path, match: "Match", rows: Sequence["Row"], theme: str) -> None:
    from sobremesa.analysis.chart import svg as drawn

    try:
        svg.expanduser().write_text(drawn(match, rows, theme), encoding="utf-8")
        click.echo(f"The graph is in {svg}", err=True)
    except OSError as error:
        raise BadOption(f"The graph cannot be written to {svg}: {error.strerror}.") from None


class Page:
    """What is told of an analysis, to people or to programs."""

    def __init__(self, match: "Match", bot: str, as_json: bool, language: str) -> None:
        self.match, self.bot, self.as_json, self.language = match, bot, as_json, language
        self.colour = sys.stdout.isatty() and not os.environ.get("NO_COLOR")
        self.width = min(shutil.get_terminal_size((100, 24)).columns, 120)
        self.wide = max(len(name) for name in (*match.seat_names, "chance"))
        self.moves = min(16, max(len(move.text) for move in match.moves))
        self.last = -1

    def paint(self, text: str, kind: str) -> str:
        return click.style(text, **PAINT[kind]) if self.colour and kind in PAINT else text

    def begin(self) -> None:
        match = self.match
        if self.as_json:
            facts = {"game": match.game.name, "seats": match.seats, "players": match.players, "bot": self.bot}
            print_json(facts | {"moves": len(match.moves)})
            return
        click.echo(f"{match.game.title} by {match.game.credit}, looked at by {self.bot}.")
        for seat, player in zip(match.seat_names, match.players, strict=True):
            click.echo(f"  {seat:8} {player}".rstrip())
        head = f"{'':4}  {'':{self.wide}}  {'move':{self.moves}}      best   played"
        click.echo(self.paint(f"\n{head}", "faint"))

    def row(self, row: "Row") -> None:
        """A move in a line or two."""
        if self.as_json:
            print_json(row.data())
            return
        if row.seat != self.last and self.last >= 0:
            click.echo()
        who, self.last = (row.who if row.seat != self.last else ""), row.seat
        values = f"{row.before:+.2f}  {row.after:+.2f}" if row.before is not None and row.after is not None else ""
        mark = self.paint(f"{row.mark:2}", row.mark) if row.mark else "  "
        told = ". ".join(row.said)
        head = f"{row.number:4}  {who:{self.wide}}  {row.move:{self.moves}}  {mark}  {values:12}  "
        bare = 4 + 2 + self.wide + 2 + max(self.moves, len(row.move)) + 2 + 2 + 2 + 12 + 2
        self.tell(head, bare, f"{told}." if told else "")
        for text in self.notes(row):
            click.echo(textwrap.fill(text, self.width, initial_indent=" " * bare, subsequent_indent=" " * bare))

    def tell(self, head: str, bare: int, text: str) -> None:
        first, *rest = textwrap.wrap(text, max(20, self.width - bare)) or [""]
        click.echo((head + first).rstrip())
        for line in rest:
            click.echo(" " * bare + line)

    def notes(self, row: "Row") -> Iterator[str]:
        """What else is to be said: what would have been better, how lucky it was."""
        from sobremesa.analysis import gained, risked

        if row.mark and row.best:
            certain = f": {'. '.join(row.best_said)}" if row.best_said else ""
            yield ". ".join([f"Gives {row.lost:.2f} away", *risked(self.match, row, self.language)]) + "."
            yield ". ".join([f"Better {row.best}{certain}", *gained(self.match, row, self.language)]) + "."
            if len(row.line) > 1:
                yield f"Then {' '.join(row.line[1:7])}"
        lucky = [
            f"{by:+.2f} for {seat.capitalize()}"
            for seat, (by, error) in row.luck.items()
            if abs(by) >= max(NOTICED, 2 * error)
        ]
        if lucky:
            yield f"Luck: {', '.join(lucky)}."

    def end(self, rows: Sequence["Row"]) -> None:
        from sobremesa.analysis import graph, sums

        found = sums(self.match, rows)
        if self.as_json:
            result = self.match.result
            print_json(
                {"sums": [asdict(told) for told in found], "moves": len(rows), "scores": result and result.scores}
            )
            return
        if drawn := graph.draw(self.match, rows, self.width, self.paint):
            click.echo(f"\n{drawn}")
            signs = "  ".join(
                f"{self.paint(sign, mark)} {name}"
                for (mark, sign), name in zip(graph.SIGNS.items(), ("blunder", "mistake", "slip"), strict=True)
            )
            click.echo(f"{'':5}{signs}")
        head = f"{'':{self.wide + 2}}  choices  given away  a choice  blunders  mistakes  slips"
        click.echo(self.paint(f"\n{head}{'           luck' * any(row.luck for row in rows)}", "faint"))
        for told in found:
            luck = f"   {told.luck[0]:+.2f} ± {told.luck[1]:.2f}" if told.luck else ""
            click.echo(
                f"  {told.seat:{self.wide}}  {told.choices:7}  {told.lost:10.2f}  {told.mean:8.3f}"
                f"  {told.blunders:8}  {told.mistakes:8}  {told.slips:5}{luck}".rstrip()
            )

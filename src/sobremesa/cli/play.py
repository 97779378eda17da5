"""`sobremesa play`"""

import sys
from datetime import UTC, date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sobremesa import bots, games
from sobremesa.cli.options import language, plain, seats, seed, sets, settings, tiles
from sobremesa.cli.progress import set_the_table
from sobremesa.cli.tiles import laid_out, loaded
from sobremesa.games.game import Game
from sobremesa.mistakes import BadBot, BadOption, BadRecord

if TYPE_CHECKING:
    from sobremesa.cli.local_match import Table
    from sobremesa.games.end_of_line.daily import Daily


@click.command()
@click.argument("name", required=False, metavar="GAME")
@seats
@click.option("--players", metavar="A,B,...", help="Who sits where: a bot's name is that bot, any other a person.")
@sets
@tiles
@seed
@click.option("--resume", type=click.Path(path_type=Path), metavar="FILE", help="Go on with a match that was kept.")
@click.option("--daily", is_flag=False, flag_value="today", metavar="[DATE]", help="The day's puzzle of End of Line.")
@language
@plain
def play(
    name: str | None,
    seats: int | None,
    players: str | None,
    sets: tuple[str, ...],
    tiles: Path | None,
    seed: str | None,
    resume: Path | None,
    daily: str | None,
    language: str,
    plain: bool,
) -> None:
    """Play on this keyboard, against bots or each other.

    Without --players it is you against the normal level. The match is kept in a file from the first move on: Ctrl-C
    or quit leaves it there, and --resume goes on with it.
    """
    name = name or ("end-of-line" if daily else None)
    if not (name or resume):
        example = f"sobremesa play {games.names()[0]}"
        raise click.UsageError(f"Which game? There is {', '.join(games.names())}; for example: {example}")
    game = games.find(name) if name else None
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        watch = f"sobremesa watch {game.name if game else games.names()[0]}"
        raise click.ClickException(f"play needs a terminal, where somebody can answer. To see bots play: {watch}")
    options = settings(sets)
    if game:
        options = options if resume else laid_out(game, options, tiles)
        set_the_table(game)
    from sobremesa.cli.terminal import Keyboard

    puzzle = _puzzle(game, daily) if daily else None
    options |= {"mode": "solo", "walls": puzzle.walls} if puzzle else {}
    table = (
        _resumed(resume, players, tiles, game, puzzle, seed)
        if resume
        else _laid(game, seats, players, options, puzzle, seed)
    )
    if puzzle:
        click.echo(f"The puzzle of {puzzle.date}: par is {puzzle.par}, fewer points are better.")
    keyboard = Keyboard(table, language, plain, f" --daily {puzzle.date}" if puzzle else "")
    try:
        keyboard.run()
    except BadBot:
        keyboard.goodbye()
        raise
    if puzzle and table.match.is_over:
        points = table.match.view()["points"]
        click.echo(f"{puzzle.date}: {'not full' if points is None else f'{points} points'}, par {puzzle.par}")


def _laid(
    game: Game | None,
    seats: int | None,
    players: str | None,
    options: dict[str, Any],
    puzzle: "Daily | None",
    seed: str | None,
) -> "Table":
    """A table with a new match."""
    from sobremesa.cli.local_match import Table, new_file, seating
    from sobremesa.play.match import Match

    assert game
    names = seating(game, seats, players, options, people=1)
    fate = puzzle.order if puzzle else ()
    match = Match(game, len(names), players=names, seed=seed, fate=fate, **options)
    return Table(match, new_file(game), seed)


def _resumed(
    file: Path,
    players: str | None,
    tiles: Path | None,
    game: Game | None,
    puzzle: "Daily | None",
    seed: str | None,
) -> "Table":
    """The table that somebody left."""
    from sobremesa.cli.local_match import Table, seating
    from sobremesa.kernel import CHANCE

    match = loaded(file, tiles)
    if game and match.game.name != game.name:
        raise BadRecord(f"{file} is a match of {match.game.title}, not of {game.title}.")
    if players:
        match.players = seating(match.game, match.seats, players, match.options, people=1)
    for player in match.players:
        if not players and bots.is_own(player):  # whoever wrote the record could run anything here
            raise BadRecord(f"{file} names {player}, which would run here: say who plays with --players A,B,...")
    match.players = [player or "you" for player in match.players]
    if puzzle:
        dealt = tuple(move.text for move in match.moves if move.seat == CHANCE)
        if match.options["walls"] != puzzle.walls or dealt != puzzle.order[: len(dealt)]:
            raise BadRecord(f"{file} is not a match of the puzzle of {puzzle.date}.")
        match.fate = puzzle.order
    return Table(match, file, seed, saved=True)


def _puzzle(game: Game | None, day: str) -> "Daily":
    """The puzzle of a day; today's by the UTC date."""
    from sobremesa.games.end_of_line.daily import daily

    if game is None or game.name != "end-of-line":
        raise BadOption("The day's puzzle is one of End of Line: sobremesa play end-of-line --daily")
    try:
        chosen = datetime.now(UTC).date() if day == "today" else date.fromisoformat(day)
    except ValueError:
        raise BadOption(f"A day is written like 2026-11-15, not {day!r}.") from None
    return daily(chosen)

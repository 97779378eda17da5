"""`sobremesa play`"""

import sys
from pathlib import Path

import click

from sobremesa import games
from sobremesa.cli.options import language, seats, seed, sets, settings
from sobremesa.cli.progress import set_the_table
from sobremesa.mistakes import BadRecord


@click.command()
@click.argument("name", required=False, metavar="GAME")
@seats
@click.option("--players", metavar="A,B,...", help="Who sits where: a bot's name is that bot, any other a person.")
@sets
@seed
@click.option("--resume", type=click.Path(path_type=Path), metavar="FILE", help="Go on with a match that was kept.")
@language
def play(
    name: str | None,
    seats: int | None,
    players: str | None,
    sets: tuple[str, ...],
    seed: str | None,
    resume: Path | None,
    language: str,
) -> None:
    """Play on this keyboard, against bots or each other.

    Without --players it is you against the strongest bot. The match is kept in a file from the first move on: Ctrl-C
    or quit leaves it there, and --resume goes on with it.
    """
    if not (name or resume):
        raise click.UsageError(
            f"Which game? There is {', '.join(games.names())}; for example: sobremesa play {games.names()[0]}"
        )
    game = games.find(name) if name else None
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        watch = f"sobremesa watch {game.name if game else games.names()[0]}"
        raise click.ClickException(f"play needs a terminal, where somebody can answer. To see bots play: {watch}")
    if game:
        set_the_table(game)
    from sobremesa.cli import table as tables
    from sobremesa.cli.keyboard import Keyboard
    from sobremesa.play.match import Match
    from sobremesa.play.record import load

    if resume:
        match = load(resume)
        if game and match.game.name != game.name:
            raise BadRecord(f"{resume} is a match of {match.game.title}, not of {game.title}.")
        match.players = [player or "you" for player in match.players]
        table = tables.Table(match, resume, seed)
    else:
        assert game
        names = tables.seating(game, seats, players, people=1)
        match = Match(game, len(names), players=names, seed=seed, **settings(sets))
        table = tables.Table(match, tables.new_file(game), seed)
    Keyboard(table, language).run()

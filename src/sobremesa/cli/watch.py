"""`sobremesa watch`"""

import sys
import time
from pathlib import Path

import click

from sobremesa import games
from sobremesa.cli.options import as_json, language, plain, seats, seed, sets, settings, tiles
from sobremesa.cli.progress import set_the_table
from sobremesa.cli.tiles import laid_out


@click.command()
@click.argument("name", metavar="GAME")
@seats
@click.option("--players", metavar="A,B,...", help="The bot on each seat.")
@sets
@tiles
@seed
@click.option(
    "--delay", type=click.FloatRange(0), metavar="SECONDS", help="Between two moves; 0.5 on a terminal, else 0."
)
@click.option("--save", "file", type=click.Path(path_type=Path), metavar="FILE", help="Keep the match in a file.")
@click.option("--thoughts", is_flag=True, help="Also what each bot thinks, while it thinks and when it has chosen.")
@language
@plain
@as_json
def watch(
    name: str,
    seats: int | None,
    players: str | None,
    sets: tuple[str, ...],
    tiles: Path | None,
    seed: str | None,
    delay: float | None,
    file: Path | None,
    thoughts: bool,
    language: str,
    plain: bool,
    as_json: bool,
) -> None:
    """Watch bots play.

    With --json every line is one move with what happened, and the last one the result. What a bot expects is how its
    seat comes out, from -1 to 1; --players master@1s,hard@20000 says how long, or how many rounds, they may think.
    """
    game = games.find(name)
    options = laid_out(game, settings(sets), tiles)
    set_the_table(game)
    from sobremesa.cli.bot_thoughts import Thinking
    from sobremesa.cli.local_match import Table, new_file, seating
    from sobremesa.cli.show import Screen
    from sobremesa.play.match import Match

    names = seating(game, seats, players, options, people=0)
    match = Match(game, len(names), players=names, seed=seed, **options)
    table = Table(match, file or new_file(game), seed)
    screen = Screen(match, language, as_json, plain)
    thinking = Thinking(match, table.bots) if thoughts else None
    pause = (0.5 if sys.stdout.isatty() else 0.0) if delay is None else delay
    screen.begin()
    told = 0
    try:
        while told < len(match.moves) or not match.is_over:
            if told == len(match.moves):
                match.push(table.let_bot_choose())
                screen.thought = thinking.told() if thinking else None
            if screen.move(told):
                time.sleep(pause)
            told += 1
        screen.end()
    except KeyboardInterrupt:
        click.echo("\nStopped.", err=True)
        raise SystemExit(130) from None
    finally:
        if file:
            table.keep()
            click.echo(table.trouble or f"The match is saved in {file}", err=True)

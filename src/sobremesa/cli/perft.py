"""`sobremesa perft`"""

import time

import click

from sobremesa import games
from sobremesa.cli.options import as_json, print_json, seats, sets, settings
from sobremesa.cli.progress import bar, set_the_table


@click.command()
@click.argument("name", metavar="GAME")
@click.option("--depth", type=click.IntRange(1, 64), default=5, show_default=True, help="How many actions ahead.")
@seats
@sets
@as_json
def perft(name: str, depth: int, seats: int | None, sets: tuple[str, ...], as_json: bool) -> None:
    """Count the ways to play the next so many actions: one line `depth count` for each depth.

    Where several choose at the same time they are counted one after the other; a finished match has no way to go on.
    """
    game = games.find(name)
    players, options = game.agree(seats, settings(sets))
    set_the_table(game)
    from sobremesa.lab.perft import count

    position = game.start(players, options)
    for each in range(1, depth + 1):
        began = time.process_time()
        with bar(f"depth {each}") as tell:
            leaves = count(position, each, lambda share, tell=tell: tell(share, ""))  # type: ignore[misc]
        if as_json:
            print_json({"depth": each, "count": leaves, "cpu_seconds": round(time.process_time() - began, 3)})
        else:
            click.echo(f"{each} {leaves}")

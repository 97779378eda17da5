"""`sobremesa warm`"""

import time

import click

from sobremesa import games
from sobremesa.cli.progress import bar


@click.command()
@click.argument("names", nargs=-1, metavar="[GAME]...")
@click.option("--rules", is_flag=True, help="Only what is needed to play, without solvers and batches.")
def warm(names: tuple[str, ...], rules: bool) -> None:
    """Compile ahead, so that nothing waits later.

    Compiled code is kept until the rules change; after that this command does it again.
    """
    from sobremesa import cache
    from sobremesa.warm import chores

    chosen = [games.find(name) for name in names or games.names()]
    began = time.monotonic()
    with bar("Warming up") as tell:
        for number, game in enumerate(chosen):
            todo = list(chores(game, everything=not rules))
            for step, (name, chore) in enumerate(todo):
                tell((number + step / len(todo)) / len(chosen), f"{game.title} {name}")
                chore()
    titles = ", ".join(game.title for game in chosen)
    click.echo(f"{titles}: ready after {time.monotonic() - began:.1f} s, kept in {cache.FOLDER}")

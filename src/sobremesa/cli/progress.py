"""Progress on a terminal; silence elsewhere."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from sobremesa.games.game import Game


@contextmanager
def bar(label: str) -> Iterator[Callable[[float, str], None]]:
    """A bar that is told the share that is done, and at what. It goes to standard error, and away when it is full."""
    if not sys.stderr.isatty():
        yield lambda share, at: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.percentage:>3.0f}%"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(label, total=1.0)
        yield lambda share, at: progress.update(task, completed=share, description=f"{label}: {at}" if at else label)


def set_the_table(game: Game) -> None:
    """Compile what a game needs, if that has not been done before."""
    from sobremesa import warm

    if warm.is_warm(game):
        return
    with bar(f"Setting the table for {game.title}, once") as tell:
        todo = list(warm.chores(game))
        for number, (name, chore) in enumerate(todo):
            tell(number / len(todo), name)
            chore()

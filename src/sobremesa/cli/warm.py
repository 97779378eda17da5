"""`sobremesa warm`"""

import multiprocessing
import os
import signal
import time
from collections.abc import Callable
from multiprocessing.connection import wait
from multiprocessing.context import SpawnProcess

import click

from sobremesa import games
from sobremesa.cli.progress import bar


@click.command()
@click.argument("names", nargs=-1, metavar="[GAME]...")
@click.option("--rules", is_flag=True, help="Only what is needed to play, without solvers and batches.")
@click.option("--jobs", type=click.IntRange(1), metavar="N", help="Games at the same time; one a core if not given.")
def warm(names: tuple[str, ...], rules: bool, jobs: int | None) -> None:
    """Compile ahead to machine code, for the laboratory and for bots that think for long.

    Playing does not need it: games run by the engines that ship with Sobremesa. Compiled code is kept until the rules
    change; after that this command does it again.
    """
    from sobremesa import engine
    from sobremesa.engine import cache

    engine.use_native()
    chosen = [games.find(name) for name in names or games.names()]
    began, crew = time.monotonic(), min(len(chosen), jobs or os.cpu_count() or 1)
    with bar("Warming up") as tell:
        if crew == 1:
            for number, game in enumerate(chosen):
                _compile(game.name, rules, lambda share, at, n=number: tell((n + share) / len(chosen), at))  # type: ignore[misc]
        else:
            tell(0.0, f"{len(chosen)} games")
            _share_out([game.name for game in chosen], rules, crew, tell)
    titles = ", ".join(game.title for game in chosen)
    click.echo(f"{titles}: ready after {time.monotonic() - began:.1f} s, kept in {cache.home()}")


def _compile(name: str, rules: bool, tell: Callable[[float, str], None] = lambda share, at: None) -> None:
    """What there is to do for one game."""
    from sobremesa import engine
    from sobremesa.warm import chores

    engine.use_native()
    game = games.find(name)
    todo = list(chores(game, everything=not rules))
    for step, (what, chore) in enumerate(todo):
        tell(step / len(todo), f"{game.title} {what}")
        chore()


def _share_out(names: list[str], rules: bool, crew: int, tell: Callable[[float, str], None]) -> None:
    """Each game by a process of its own, so many at the same time: the cache is safe for that. If one fails, or it is
    stopped, all end."""
    context = multiprocessing.get_context("spawn")
    waiting, running = list(names), dict[int, SpawnProcess]()
    try:
        while waiting or running:
            while waiting and len(running) < crew:
                process = context.Process(target=_alone, args=(waiting.pop(0), rules))
                process.start()
                running[process.sentinel] = process
            for sentinel in wait(list(running)):
                process = running.pop(sentinel)  # type: ignore[arg-type]
                process.join()
                if process.exitcode:
                    raise click.ClickException("A game could not be compiled; sobremesa warm --jobs 1 shows where.")
            left = len(waiting) + len(running)
            tell(1 - left / len(names), f"{left} of {len(names)} games to go" if left else "")
    finally:
        for process in running.values():
            process.terminate()
            process.join()


def _alone(name: str, rules: bool) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # who started it ends it
    _compile(name, rules)

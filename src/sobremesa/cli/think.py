"""`sobremesa think`"""

import contextlib
import multiprocessing
import os

import click


@click.command()
@click.option("--redis", required=True, metavar="URL", help="The Redis of the house: redis://host:6379/0")
@click.option("--jobs", type=click.IntRange(1), metavar="N", help="Processes; one a core if not given.")
def think(redis: str, jobs: int | None) -> None:
    """Let the bots of a house think in processes of their own, on this machine or another.

    They take what the workers of the house ask for by Redis, whoever is free first. Each is told what the bot's seat
    may see, and nothing else. Ctrl-C ends it: the workers think themselves then.
    """
    from sobremesa.server.cluster.bus import connected
    from sobremesa.server.logs import without_passwords

    connected(redis, None)  # says what is wrong with the address
    count = jobs or os.cpu_count() or 1
    context = multiprocessing.get_context("spawn")
    processes = [context.Process(target=_work, args=(redis,), daemon=True) for _ in range(count)]
    for process in processes:
        process.start()
    click.echo(f"{count} thinkers for the house at {without_passwords(redis)}; Ctrl-C ends them")
    with contextlib.suppress(KeyboardInterrupt):
        while True:
            for number, process in enumerate(processes):
                process.join(1)
                if not process.is_alive():
                    processes[number] = context.Process(target=_work, args=(redis,), daemon=True)
                    processes[number].start()
    for process in processes:
        process.terminate()
        process.join()
    click.echo("Nobody thinks any more.")


def _work(redis: str) -> None:
    from sobremesa.server.cluster.bot_worker import work

    with contextlib.suppress(KeyboardInterrupt):
        work(redis)

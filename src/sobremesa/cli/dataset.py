"""`sobremesa dataset`"""

from pathlib import Path

import click

from sobremesa.cli.options import ray
from sobremesa.cli.progress import bar, set_the_table

OUT = click.Path(path_type=Path, file_okay=False)


@click.group()
def dataset() -> None:
    """A data set of bot matches with evaluations, in Parquet: make one, check one, take a match out of one.

    \b
    sobremesa dataset make data                        100,000 matches of each game: hours
    sobremesa dataset make data --games splut --matches 1000 --jobs 2
    sobremesa dataset check data                       every file, and some matches played again
    sobremesa dataset record data splut 17             one match, as a record
    """


@dataset.command()
@click.argument("out", type=OUT, metavar="FOLDER")
@click.option("--games", metavar="A,B,...", help="Which games; all of them if not given.")
@click.option("--matches", type=int, default=100_000, show_default=True, metavar="N", help="How many of each game.")
@click.option("--seed", type=int, default=0, show_default=True, help="Every match follows from it.")
@click.option("--jobs", type=click.IntRange(1), metavar="N", help="Matches at the same time; one a core if not given.")
@ray
def make(out: Path, games: str | None, matches: int, seed: int, jobs: int | None, cluster: str | None) -> None:
    """Make a data set in a folder, or go on with the one that is there.

    The same seed makes the same files, whoever plays and however many. Ctrl-C stops it and keeps the shards that are
    done; the same command goes on.
    """
    from sobremesa import games as shelf
    from sobremesa.dataset import ask, run
    from sobremesa.dataset.folder import found

    request = ask([name.strip() for name in (games or "").split(",") if name.strip()], matches, seed)
    for name in request.games:
        set_the_table(shelf.find(name))
    with bar("Data set") as tell:
        try:
            run(out, request, jobs, cluster, lambda done, of: tell(done / of, f"{of - done:,} matches to play"))
        except KeyboardInterrupt:
            left = len(found(out).lacks())
            shards = "1 shard" if left == 1 else f"{left:,} shards"
            click.echo(f"Stopped with {shards} to make. The same command goes on: {out} has the others.", err=True)
            raise SystemExit(130) from None
    size = found(out).size()
    click.echo(f"{out} is complete: {matches:,} matches of each of {', '.join(request.games)}, {size / 1e6:,.1f} MB.")


@dataset.command()
@click.argument("out", type=OUT, metavar="FOLDER")
@click.option(
    "--share",
    type=click.FloatRange(0, 1),
    default=0.01,
    show_default=True,
    help="Of the matches, how many are played again: 1 is all.",
)
def check(out: Path, share: float) -> None:
    """Look at every file of a data set, and play some of its matches again by the rules."""
    from sobremesa import dataset as kept

    with bar("Looking at it again") as tell:
        try:
            for line in kept.check(out, share, lambda done, of: tell(done / of, "")):
                click.echo(line)
        except KeyboardInterrupt:
            click.echo("Stopped before everything was looked at.", err=True)
            raise SystemExit(130) from None


@dataset.command()
@click.argument("out", type=OUT, metavar="FOLDER")
@click.argument("game", metavar="GAME")
@click.argument("number", type=click.IntRange(0), metavar="NUMBER")
def record(out: Path, game: str, number: int) -> None:
    """Print one match of a data set as a record, for `sobremesa replay` and `analyse`."""
    from sobremesa.dataset.checking import record as taken

    click.echo(taken(out, game, number), nl=False)

"""`sobremesa atlas`"""

import time
from collections import Counter
from pathlib import Path

import click

from sobremesa.cli.options import ray
from sobremesa.cli.progress import bar
from sobremesa.cli.solve import Solvers

SHOWN = 5
"""So many boards that are wrong are told one by one."""


@click.group(cls=Solvers)
def atlas() -> None:
    """Solve every board of a puzzle and write the answers into one file."""


@atlas.command("end-of-line")
@click.argument("file", type=click.Path(path_type=Path), required=False, metavar="[FILE]")
@click.option("--check", is_flag=True, help="Write nothing: say where that file, or else the one that ships, is wrong.")
@click.option("--jobs", type=click.IntRange(1), metavar="N", help="Boards at the same time; with --ray one a core.")
@ray
def end_of_line(file: Path | None, check: bool, jobs: int | None, cluster: str | None) -> None:
    """Every board of End of Line with up to three walls: its proven best score, in edition es with an open deck.

    The file, end-of-line-atlas.csv if it has no other name, is the one that ships with the package, made anew.
    """
    from sobremesa.games.end_of_line.atlas import PATH, check_atlas, read_atlas, write_atlas

    began = time.monotonic()
    crew = jobs or (None if cluster else 1), cluster
    wrong: list[str] = []
    with bar("Solving 2,325 boards") as tell:

        def tick(done: int, boards: int) -> None:
            tell(done / boards, f"{done} of {boards} up to mirror image")

        if check:
            file = file or PATH
            wrong = check_atlas(file, tick, *crew)
        else:
            file = file or Path("end-of-line-atlas.csv")
            write_atlas(file, tick, *crew)
    boards = read_atlas(file)
    click.echo(f"{file}: {len(boards):,} boards up to mirror image, {time.monotonic() - began:.1f} seconds")
    if check:
        for sentence in wrong[:SHOWN]:
            click.echo(f"  {sentence}")
        if len(wrong) > SHOWN:
            click.echo(f"  So it is with {len(wrong) - SHOWN} more.")
        if wrong:
            raise SystemExit(1)
        click.echo("  every one was solved anew, and is right")
        return
    for score, count in sorted(
        Counter(board.score for board in boards).items(), key=lambda pair: (pair[0] is None, pair[0])
    ):
        click.echo(f"  {'cannot be filled' if score is None else f'best score {score}'}: {count}")

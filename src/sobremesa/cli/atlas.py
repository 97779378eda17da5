"""`sobremesa atlas`"""

import time
from collections import Counter
from pathlib import Path

import click

from sobremesa.cli.progress import bar
from sobremesa.cli.solve import Solvers


@click.group(cls=Solvers)
def atlas() -> None:
    """Solve every board of a puzzle and write the answers into one file."""


@atlas.command("end-of-line")
@click.argument("file", type=click.Path(path_type=Path), default="end-of-line-atlas.csv", metavar="[FILE]")
def end_of_line(file: Path) -> None:
    """Every board of End of Line with up to three walls: its proven best score, in edition es with an open deck.

    The file is the one that ships with the package, made anew.
    """
    from sobremesa.games.end_of_line.atlas import read_atlas, write_atlas

    began = time.process_time()
    with bar("Solving 2,325 boards") as tell:
        write_atlas(file, lambda done, boards: tell(done / boards, f"{done} of {boards} up to mirror image"))
    boards = read_atlas(file)
    click.echo(f"{file}: {len(boards):,} boards up to mirror image, {time.process_time() - began:.1f} CPU seconds")
    for score, count in sorted(
        Counter(board.score for board in boards).items(), key=lambda pair: (pair[0] is None, pair[0])
    ):
        click.echo(f"  {'cannot be filled' if score is None else f'best score {score}'}: {count}")

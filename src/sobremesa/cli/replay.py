"""`sobremesa replay`"""

from pathlib import Path

import click

from sobremesa.cli.options import as_json, language, plain, tiles
from sobremesa.cli.tiles import loaded


@click.command()
@click.argument("file", type=click.Path(path_type=Path), metavar="FILE")
@click.option("--to", "until", type=click.IntRange(0), metavar="N", help="Only the first N moves.")
@click.option("--boards", is_flag=True, help="Draw the board after every move.")
@click.option("--partial", is_flag=True, help="Read as much as can be read of a record that is not whole.")
@tiles
@language
@plain
@as_json
def replay(
    file: Path,
    until: int | None,
    boards: bool,
    partial: bool,
    tiles: Path | None,
    language: str,
    plain: bool,
    as_json: bool,
) -> None:
    """Go through a recorded match: what happened, and the board at the end.

    With --json every line is one move with what happened, and the last one the result.
    """
    from sobremesa.cli.show import Screen

    match = loaded(file, tiles, partial)
    wanted = len(match.moves) if until is None else min(until, len(match.moves))
    screen = Screen(match.at(wanted), language, as_json, plain)
    screen.begin()
    for number in range(wanted):
        screen.move(number)
        if boards and not as_json:
            screen.board(match.at(number + 1))
    screen.end()

"""`sobremesa puzzles`"""

import time
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sobremesa.cli.options import as_json, print_json, ray
from sobremesa.cli.progress import bar, set_the_table

if TYPE_CHECKING:
    from sobremesa.puzzles import Puzzle

SHOWN = 12
"""So many solutions, or faults, are told one by one."""
QUESTIONS = {
    "splut-kill": "Red plays a turn. Kill green's sorcerer in it.",
    "splut-save": "Red plays a turn. Play it so that green cannot kill red's sorcerer in the next.",
    "throw": "Which split is worth the most lines on average?",
    "fill": "Fill every square with one line, for as few points as can be.",
}


@click.group()
def puzzles() -> None:
    """Puzzles of Splut!, Shut the Lines and End of Line, mined from matches of bots and proved."""


@puzzles.command("list")
@click.argument("kind", required=False, metavar="[KIND]")
@as_json
def listed(kind: str | None, as_json: bool) -> None:
    """The kinds there are; or every puzzle of a kind, the easiest first."""
    from sobremesa import puzzles

    if kind:
        found = puzzles.listed(kind)
        if as_json:
            print_json([_data(puzzle) for puzzle in found])
            return
        for puzzle in found:
            click.echo(f"{puzzle.id}  {puzzle.rating:4}  {puzzle.position}")
        return
    rows = {each: puzzles.listed(each) for each in puzzles.kinds()}
    if as_json:
        print_json({each: len(found) for each, found in rows.items()})
        return
    for each, found in rows.items():
        click.echo(f"{each:10}  {len(found):5,} rated {found[0].rating:4} to {found[-1].rating}  {QUESTIONS[each]}")


@puzzles.command()
@click.argument("name", metavar="ID")
@as_json
def show(name: str, as_json: bool) -> None:
    """A puzzle, and nothing of its solution."""
    from sobremesa import puzzles

    puzzle = puzzles.find(name)
    if as_json:
        print_json(_data(puzzle))
        return
    click.echo(f"{head(puzzle)}\n\n{puzzles.begin(puzzle).board()}")


@puzzles.command()
@click.argument("name", metavar="ID")
@as_json
def solve(name: str, as_json: bool) -> None:
    """Everything that solves a puzzle; of a throw, what every split is worth."""
    from sobremesa import puzzles

    puzzle = puzzles.find(name)
    found, splits = puzzles.solutions(puzzle), puzzles.splits(puzzle)
    if as_json:
        print_json({"id": puzzle.id, "solutions": found, "splits": [split._asdict() for split in splits]})
        return
    click.echo(head(puzzle))
    if splits:
        for split in splits:
            told = f"loses {split.loss:.6f}" if split.loss else "best"
            click.echo(f"{split.move:>16}  {split.value:9.6f} lines  {told}")
        return
    for turn in found[:SHOWN]:
        click.echo(f"  {' '.join(turn)}")
    if len(found) > SHOWN:
        click.echo(f"  and {len(found) - SHOWN} more")


@puzzles.command()
@click.argument("name", required=False, metavar="[ID]")
@click.option("--kind", default="splut-kill", show_default=True, help="Where no id is given: any one of these.")
def play(name: str | None, kind: str) -> None:
    """Solve a puzzle on this keyboard."""
    import random
    import sys

    from sobremesa import puzzles
    from sobremesa.cli.puzzle_terminal import Puzzler

    puzzle = puzzles.find(name) if name else random.choice(puzzles.listed(kind))
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        look = f"sobremesa puzzles show {puzzle.id}"
        raise click.ClickException(f"play needs a terminal, where somebody can answer. To look at one: {look}")
    Puzzler(puzzle).run()


@puzzles.command()
@click.argument("game", metavar="GAME")
@click.argument("file", type=click.Path(path_type=Path), required=False, metavar="[FILE]")
@click.option("--count", type=click.IntRange(1), default=1000, show_default=True, metavar="N", help="How many puzzles.")
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True, help="The same seed finds the same set.")
@click.option("--jobs", type=click.IntRange(1), metavar="N", help="Matches at the same time; with --ray one a core.")
@ray
def mine(game: str, file: Path | None, count: int, seed: int, jobs: int | None, cluster: str | None) -> None:
    """Look for puzzles in matches that bots play, of splut or of shut-the-lines, and write them into a file.

    The file is GAME-puzzles.csv if it has no other name. Ctrl-C stops, and writes nothing.
    """
    from sobremesa import games
    from sobremesa.puzzles import catalogue, mining

    file = file or Path(f"{game}-puzzles.csv")
    catalogue.check_place(file)
    mining.check_game(game)
    set_the_table(games.find(game))
    began = time.monotonic()
    with bar("Mining") as tell:
        found = mining.mine(
            game,
            count,
            seed,
            lambda done, wanted: tell(done / wanted, f"{done} of {wanted} puzzles"),
            jobs or (None if cluster else 1),
            cluster,
        )
    catalogue.write(file, found)
    told = ", ".join(f"{number:,} {kind}" for kind, number in sorted(Counter(each.kind for each in found).items()))
    click.echo(f"{file}: {told}, {time.monotonic() - began:.1f} seconds")


@puzzles.command()
@click.argument("file", type=click.Path(path_type=Path), required=False, metavar="[FILE]")
@click.option("--jobs", type=click.IntRange(1), metavar="N", help="Puzzles at the same time; with --ray one a core.")
@ray
def check(file: Path | None, jobs: int | None, cluster: str | None) -> None:
    """Prove every puzzle of a file anew, or else every one that ships."""
    from sobremesa import puzzles
    from sobremesa.puzzles import catalogue, checking

    found = catalogue.read(file) if file else [each for kind in puzzles.kinds() for each in puzzles.listed(kind)]
    began = time.monotonic()
    with bar("Checking") as tell:
        wrong = checking.check(
            found,
            lambda done, all_of_them: tell(done / all_of_them, f"{done} of {all_of_them}"),
            jobs or (None if cluster else 1),
            cluster,
        )
    click.echo(f"{len(found):,} puzzles, {time.monotonic() - began:.1f} seconds")
    for sentence in wrong[:SHOWN]:
        click.echo(f"  {sentence}")
    if len(wrong) > SHOWN:
        click.echo(f"  So it is with {len(wrong) - SHOWN} more.")
    if wrong:
        raise SystemExit(1)
    click.echo("  every one was proved anew, and is right")


def head(puzzle: "Puzzle") -> str:
    """What stands above a puzzle."""
    counted = f", {puzzle.tried:,} to choose from, {puzzle.solutions:,} right" if puzzle.tried else ""
    possible = f", {puzzle.best} possible" if puzzle.best is not None else ""
    return f"{puzzle.id}: {puzzle.kind}, rated {puzzle.rating}{counted}{possible}\n{QUESTIONS[puzzle.kind]}"


def _data(puzzle: "Puzzle") -> dict[str, Any]:
    names = "id", "kind", "game", "seats", "options", "rating", "effort", "position", "tried", "solutions", "best"
    return {name: getattr(puzzle, name) for name in names}

"""`sobremesa learn`"""

from dataclasses import fields
from pathlib import Path
from typing import Any

import click

from sobremesa import games
from sobremesa.cli.options import sets, settings
from sobremesa.cli.progress import bar
from sobremesa.mistakes import missing

WHOLE = click.IntRange(1)


@click.command()
@click.argument("name", metavar="GAME")
@click.option("--folder", required=True, type=click.Path(path_type=Path), help="Where it is kept, and gone on with.")
@click.option("--minutes", type=click.FloatRange(0, min_open=True), metavar="M", help="All in all; else until Ctrl-C.")
@click.option("--device", default="cpu", show_default=True, help="cpu or cuda.")
@click.option("--keep", type=click.FloatRange(0, min_open=True), default=2.0, show_default=True, metavar="M",
              help="Minutes between nets that are kept to measure them by.")  # fmt: skip
@click.option("--matches", type=WHOLE, metavar="N", help="Matches at once.")
@click.option("--simulations", type=click.IntRange(2), metavar="N", help="Ways down the tree for each step.")
@click.option("--considered", type=click.IntRange(2), metavar="N", help="Actions tried at a root, at most.")
@click.option("--channels", type=WHOLE, metavar="N", help="How wide the net is.")
@click.option("--blocks", type=WHOLE, metavar="N", help="How deep the net is.")
@click.option("--rows", type=WHOLE, metavar="N", help="Steps of all matches that are kept to learn from.")
@click.option("--batch", type=click.IntRange(2), metavar="N", help="Lessons learnt from at once.")
@click.option(
    "--reuse", type=click.FloatRange(0, min_open=True), metavar="X", help="How often each lesson is learnt from."
)
@click.option("--rate", type=click.FloatRange(0, min_open=True), metavar="X", help="How far a step of learning goes.")
@click.option("--opening", type=click.IntRange(0), metavar="N", help="Steps at random a match begins with, at most.")
@click.option("--stagger", type=click.IntRange(0), metavar="N", help="The same for the first matches.")
@click.option(
    "--scale", type=click.FloatRange(0, min_open=True), metavar="X", help="By how much values count in a search."
)
@click.option(
    "--blend", type=click.FloatRange(0, 1), metavar="X", help="The share of what the search thought in a value."
)
@click.option("--seed", type=int, metavar="N", help="Of all that is random.")
@sets
def learn(
    name: str,
    folder: Path,
    minutes: float | None,
    device: str,
    keep: float,
    sets: tuple[str, ...],
    **given: Any,
) -> None:
    """Let a net learn a game for two by playing against itself.

    \b
    sobremesa learn splut --folder nets --minutes 60 --set turn_limit=60
    sobremesa learn splut --folder nets --minutes 60 --set turn_limit=60    the same again goes on

    What comes out are nets in files, which play without PyTorch: docs/learning.md.
    """
    game = games.find(name)
    _, options = game.agree(2, settings(sets))
    try:
        import torch  # noqa: F401
    except ImportError:
        raise missing("PyTorch", "learn") from None
    from sobremesa.training.settings import Settings
    from sobremesa.training.train import School

    known = {field.name for field in fields(Settings)}
    written = {option.name: option.write(options[option.name]) for option in game.options}
    chosen = Settings(
        game.name, written, **{key: value for key, value in given.items() if key in known and value is not None}
    )
    school = School(folder, chosen, device, minutes, keep)
    try:
        with bar(f"Learning {game.title}") as tell:
            school.run(tell)
    except KeyboardInterrupt:
        click.echo(f"Stopped after {school.learnt:,} steps of learning; the same command goes on.", err=True)
    click.echo(
        f"{folder}: {school.learnt:,} steps of learning, {school.matches.counts()[0] + school.before[0]:,} matches"
    )

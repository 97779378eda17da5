"""The command `sobremesa` and its parts, each loaded when it is called."""

import logging
import sys
from importlib import import_module
from typing import Any

import click

from sobremesa import __version__
from sobremesa.mistakes import Mistake

COMMANDS = {
    "games": "The games there are, with their seats, options and bots.",
    "play": "Play on this keyboard, against bots or each other.",
    "lessons": "Learn a game by doing, in short lessons on real positions.",
    "serve": "Keep a house: tables for people and bots, on this machine and its network.",
    "think": "Let the bots of a house think in processes of their own, here or elsewhere.",
    "house": "Look after what a house keeps: execute every match again, move it to PostgreSQL.",
    "watch": "Watch bots play.",
    "replay": "Go through a recorded match.",
    "picture": "Draw a moment of a recorded match, or all of it as a picture that moves.",
    "analyse": "Every move of a record with a bot's opinion: what it gave away, what was better.",
    "verify": "Check that nobody chose what chance brought in a record.",
    "solve": "Find the best that can be done, and prove it.",
    "atlas": "Solve every board of a puzzle.",
    "puzzles": "Puzzles of Splut!, Shut the Lines and End of Line: solve them, mine and check them.",
    "coach": "What a throw of Shut the Lines is worth; luck and skill of a match.",
    "tiles": "The tiles of Outspeed: look at them, write and check your own.",
    "perft": "Count the ways to play the next so many actions.",
    "arena": "Let bots play each other, and say how strong each is.",
    "learn": "Let a net learn a game by playing against itself.",
    "dataset": "Make a data set of bot matches with evaluations, in Parquet; check one.",
    "bench": "Measure how fast the rules run.",
    "cuda": "Play on an NVIDIA GPU: whether it plays as the CPU does, and how fast.",
    "warm": "Compile ahead, so that nothing waits later.",
}


class Parts(click.Group):
    """Finds a command in the module of its name, and tells a mistake in one sentence."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        command: click.Command = getattr(import_module(f"sobremesa.cli.{name}"), name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def invoke(self, ctx: click.Context) -> Any:
        if sys.stderr.isatty():  # a progress bar says the same
            logging.getLogger("sobremesa").setLevel(logging.ERROR)
        try:
            return super().invoke(ctx)
        except Mistake as mistake:
            raise click.ClickException(str(mistake)) from None


@click.command(cls=Parts, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, message="sobremesa %(version)s")
def main() -> None:
    """Sobremesa: tabletop games to play and to study.

    \b
    sobremesa play splut                          you against a bot
    sobremesa play splut --players Ada,Ben        two people at one keyboard
    sobremesa watch splut --seats 4               four bots
    sobremesa play splut --set turn_limit=60      with an option of the game
    """

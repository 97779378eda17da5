"""Somebody who solves a puzzle at a keyboard."""

import contextlib
import sys

import click

from sobremesa import puzzles
from sobremesa.cli.puzzles import head
from sobremesa.cli.typed import marked
from sobremesa.mistakes import Mistake
from sobremesa.play.match import Match
from sobremesa.puzzles import Puzzle, Verdict

with contextlib.suppress(ImportError):
    import readline  # noqa: F401  input() then has history and can be edited

HELP = """\
  a move      play it, as moves are written; =MOVE says that it is a move, too
  moves       the moves you may choose from
  board       the board again
  undo        take back the last move
  hint        how a solution begins
  solution    one that solves it
  quit        leave"""
SAID = {
    "killed": "The sorcerer is dead: solved.",
    "safe": "Your sorcerer is safe: solved.",
    "best": "That is the best split: solved.",
    "filled": "Filled, and it cannot be done better: solved.",
    "lives": "The turn is over, and the sorcerer still stands.",
    "own": "That killed your own sorcerer.",
    "refuted": "But then green kills: {refutation}.",
    "worse": "That loses {loss:.3f} lines on average.",
    "stuck": "The line has ended, and squares are left.",
    "points": "Filled, with {loss:.0f} more points than there need be.",
}


class Puzzler:
    """A puzzle, and what has been played of it."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.moves: list[str] = []
        self.solved = False

    @property
    def match(self) -> Match:
        match = puzzles.begin(self.puzzle)
        for move in self.moves:
            match.push(move)
        return match

    def run(self) -> None:
        click.echo(f"{head(self.puzzle)}\nType help for what you can type.\n")
        self.board()
        try:
            while not self.solved and (line := input("> ").strip()) not in ("quit", "q", "exit"):
                self.answer(line)
        except (KeyboardInterrupt, EOFError) as stop:
            click.echo()
            sys.exit(130 if isinstance(stop, KeyboardInterrupt) else 0)

    def answer(self, line: str) -> None:
        """Do what somebody typed."""
        if line == "help":
            click.echo(HELP)
        elif line in ("", "board"):
            self.board()
        elif line == "moves":
            click.echo("  ".join(move.text for move in self.match.legal_moves))
        elif line == "undo":
            self.moves = self.moves[:-1]
            self.board()
        elif line in ("hint", "solution"):
            turn = puzzles.solutions(self.puzzle)[0]
            click.echo(f"  {turn[0]} …" if line == "hint" else f"  {' '.join(turn)}")
        else:
            self.play(marked(line))

    def play(self, line: str) -> None:
        """One move; whoever fails begins again."""
        try:
            verdict = puzzles.judge(self.puzzle, [*self.moves, line])
        except Mistake as mistake:
            click.echo(f"  {mistake}")
            return
        self.moves.append(line)
        if verdict.state == "open":
            self.board()
            return
        click.echo(f"  {said(verdict)}")
        self.solved = verdict.state == "solved"
        if not self.solved:
            self.moves = []
            click.echo("  Try again.\n")
            self.board()

    def board(self) -> None:
        click.echo(self.match.board(colour=False))


def said(verdict: Verdict) -> str:
    """A sentence about a try."""
    return SAID[verdict.said].format(refutation=" ".join(verdict.refutation), loss=verdict.loss)

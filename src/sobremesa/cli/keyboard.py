"""One keyboard, and whoever sits down at it."""

import contextlib
import os
import shutil
import sys
from pathlib import Path

import click

from sobremesa.cli.table import Table, columns
from sobremesa.kernel import SPECTATOR
from sobremesa.mistakes import BadMove, Mistake
from sobremesa.play.move import Move

with contextlib.suppress(ImportError):
    import readline  # noqa: F401  input() then has history and can be edited

HELP = """\
  a number or a move   play it; {moves}
  moves                the moves you may choose from, by number, again
  board                the board again
  undo                 take back your last choice, and what bots did since
  rules                the rules, numbered
  save [FILE]          keep the match in a file of your own as well
  quit                 leave; the match is kept, and can be resumed
  help                 this"""


class Keyboard:
    """A table with one keyboard: whoever is to choose sits down at it."""

    def __init__(self, table: Table, language: str) -> None:
        self.table = table
        self.match = table.match
        self.language = language
        self.colour = not os.environ.get("NO_COLOR")

    def run(self) -> None:
        game = self.match.game
        click.echo(f"{game.title} by {game.credit}. Type help for what you can type.\n")
        for seat, player in enumerate(self.match.players):
            click.echo(f"  {self.match.seat_names[seat]:8} {player}{' (bot)' if seat in self.table.bots else ''}")
        try:
            self.play()
        except (KeyboardInterrupt, EOFError) as stop:
            click.echo()
            self.goodbye()
            sys.exit(130 if isinstance(stop, KeyboardInterrupt) else 0)
        self.goodbye()

    def play(self) -> None:
        shown = -1
        while not self.match.is_over:
            if self.table.person is None:
                self.tell(self.table.let_bot_choose())
                continue
            if shown != len(self.match.moves):
                click.echo()
                self.board()
                shown = len(self.match.moves)
            if self.answer(input(f"{self.prompt()} ").strip()) == "quit":
                return
        click.echo()
        self.board()

    def prompt(self) -> str:
        return f"{self.match.players[self.seat]}, {self.match.seat_name(self.seat)}>"

    def board(self) -> None:
        click.echo(self.match.board(self.seat, self.colour))
        if not self.match.is_over:
            click.echo(f"\n{self.match.expected(self.language)}. You may choose:")
            self.moves()

    @property
    def seat(self) -> int:
        """Who sits at the keyboard now; a spectator when nobody is to choose."""
        return SPECTATOR if self.table.person is None else self.table.person

    def legal(self) -> list[Move]:
        return self.match.legal_moves_of(self.seat)

    def answer(self, line: str) -> str | None:
        """Do what a person typed."""
        word, _, rest = line.partition(" ")
        try:
            if word.lower() in ("quit", "exit", "q"):
                return "quit"
            elif word.lower() in ("help", "?", "h"):
                click.echo(HELP.format(moves=self.match.game.notation.HELP))
            elif word.lower() in ("moves", "legal", "m"):
                self.moves()
            elif word.lower() in ("board", "b"):
                self.board()
            elif word.lower() == "rules":
                click.echo_via_pager(self.match.game.rules.__doc__ or "")
            elif word.lower() in ("undo", "u"):
                self.undo()
            elif word.lower() == "save":
                self.save(rest.strip())
            elif line:
                self.choose(line)
        except Mistake as mistake:
            click.echo(str(mistake))
        return None

    def moves(self) -> None:
        texts = [f"{number:>3} {move}" for number, move in enumerate(self.legal(), 1)]
        click.echo("\n".join(columns(texts, shutil.get_terminal_size().columns)))

    def choose(self, line: str) -> None:
        legal = self.legal()
        if line.isdecimal():
            if not 1 <= int(line) <= len(legal):
                raise BadMove(f"There is no move {line}: the legal ones are numbered 1 to {len(legal)}.")
            self.tell(legal[int(line) - 1])
        else:
            self.tell(line, self.seat)

    def tell(self, move: str | Move, seat: int | None = None) -> None:
        before = len(self.match.moves)
        self.match.push(move, seat)
        for event in self.match.events(before, self.table.eyes):
            click.echo(f"  {self.match.say(event, self.language)}.")
        self.keep()

    def keep(self) -> None:
        trouble = self.table.trouble
        self.table.keep()
        if self.table.trouble and self.table.trouble != trouble:
            click.echo(self.table.trouble)

    def undo(self) -> None:
        taken = self.table.take_back()
        click.echo(f"Taken back: {', '.join(str(move) for move in reversed(taken))}")
        self.keep()

    def save(self, name: str) -> None:
        path = Path(name).expanduser() if name else self.table.path
        if name and path.exists():
            click.echo(f"{path} is there already: choose another name, so that nothing is lost.")
            return
        try:
            click.echo(f"Saved in {self.match.save(path)}")
        except OSError as error:
            click.echo(f"The match cannot be saved in {path}: {error.strerror}.")

    def goodbye(self) -> None:
        if not self.table.saved:
            click.echo(self.table.trouble or "Nothing was played, so nothing was saved.")
            return
        click.echo(f"The match is saved in {self.table.path}")
        again = "replay" if self.match.is_over else "play --resume"
        click.echo(f"  sobremesa {again} {self.table.path}")

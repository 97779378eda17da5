"""One keyboard, and whoever sits down at it."""

import itertools
import os
import shutil
import sys
from pathlib import Path

import click

from sobremesa.analysis import coach, coach_text
from sobremesa.cli.local_match import Table, columns
from sobremesa.cli.typed import MARK, marked
from sobremesa.kernel import CHANCE, SPECTATOR
from sobremesa.mistakes import BadMove, IllegalMove, Mistake
from sobremesa.play.move import Move

try:
    import readline  # input() then has history and can be edited
except ImportError:
    readline = None  # type: ignore[assignment]

HELP = """\
  a number             play the move with that number in the list
  a move               play it; {moves}
  =MOVE                play a move that is itself a number or one of the words below, like =8
  moves                the list of the moves you may choose from again
  board                the board again
  hint                 where to look; once more, what a strong bot would choose
  undo                 take back the last choice, and what bots did since; where people have secrets from
                       each other, only if nothing came out by it
  rules                the rules, numbered
  save [FILE]          keep the match in a file of your own as well
  quit                 leave; the match is kept, and can be resumed
  help                 this"""

COMMANDS = {
    "quit": "quit",
    "exit": "quit",
    "q": "quit",
    "help": "help",
    "?": "help",
    "h": "help",
    "moves": "moves",
    "legal": "moves",
    "m": "moves",
    "board": "board",
    "b": "board",
    "rules": "rules",
    "hint": "hint",
    "undo": "undo",
    "u": "undo",
    "save": "save",
}
"""The words that are not moves, and what each asks for."""


WIPE = "\033[2J\033[3J\033[H"
"""The screen, what has scrolled off it, and back to the top."""


class Keyboard:
    """A table with one keyboard: whoever is to choose sits down at it."""

    def __init__(self, table: Table, language: str, plain: bool, again: str = "") -> None:
        self.table = table
        self.match = table.match
        self.language = language
        self.plain = plain
        self.again = again
        """What else to type to come back to this match."""
        self.behind_curtain = SPECTATOR
        """Who saw the screen last, where people have secrets from each other."""
        self.began = len(self.match.moves)
        self.looked: dict[int, int] = {}
        """How many moves there were when each of them last looked."""
        self.hinted: tuple[bytes, coach.Advice] | None = None
        """What the coach said last, and of which position as its seat saw it."""
        self.colour = not os.environ.get("NO_COLOR")

    def run(self) -> None:
        game = self.match.game
        click.echo(f"{game.title} by {game.credit}. Type help for what you can type.\n")
        for seat, player in enumerate(self.match.players):
            click.echo(f"  {self.match.seat_names[seat]:8} {player}{' (bot)' if seat in self.table.bots else ''}")
        if self.match.turn is not None and all(move.seat == CHANCE for move in self.match.moves):
            click.echo()
            self.say(0, self.table.eyes)
        try:
            self.play()
        except (KeyboardInterrupt, EOFError) as stop:
            click.echo()
            self.wipe()
            self.goodbye()
            sys.exit(130 if isinstance(stop, KeyboardInterrupt) else 0)
        self.goodbye()

    def play(self) -> None:
        shown = -1
        while not self.match.is_over:
            if self.table.person is None:
                self.tell(self.table.let_bot_choose())
                continue
            self.draw_curtain()
            if shown != len(self.match.moves):
                click.echo()
                self.board()
                shown = len(self.match.moves)
            if self.answer(input(f"{self.prompt()} ").strip()) == "quit":
                self.wipe()
                return
        if self.table.has_curtain:
            self.wipe()
            self.say(min(self.looked.get(seat, self.began) for seat in self.table.people), SPECTATOR)
        click.echo()
        self.board()
        if self.match.ending:
            click.echo(f"\n{self.match.say_ending(self.language)}.")

    def draw_curtain(self) -> None:
        """Where people at one keyboard have secrets from each other, nobody sees what the last one saw."""
        if not self.table.has_curtain:
            return
        if self.seat != self.behind_curtain:
            self.wipe()
            self.behind_curtain = self.seat
            input(f"{self.prompt()} the next is for your eyes only. Press Enter when nobody else looks. ")
        self.say(self.looked.get(self.seat, self.began), self.seat)
        self.looked[self.seat] = len(self.match.moves)

    def wipe(self) -> None:
        """Leave nothing on the screen, above it or in the history of what was typed that is for one person's eyes."""
        if self.behind_curtain != SPECTATOR:
            click.echo(WIPE, nl=False)
            if readline:
                readline.clear_history()

    def prompt(self) -> str:
        return f"{self.match.players[self.seat]}, {self.match.seat_name(self.seat)}>"

    def board(self) -> None:
        click.echo(self.match.describe(self.seat) if self.plain else self.match.board(self.seat, self.colour))
        if not self.match.is_over:
            click.echo(f"\n{self.match.expected(self.language, self.seat)}. You may choose:")
            self.moves()

    @property
    def seat(self) -> int:
        """Who sits at the keyboard now; a spectator when nobody is to choose."""
        return SPECTATOR if self.table.person is None else self.table.person

    def legal(self) -> list[Move]:
        return self.match.legal_moves_of(self.seat)

    def answer(self, line: str) -> str | None:
        """Do what a person typed: a marked move, the number of a move in the list, a command, or else a move."""
        try:
            command, rest = self.command(line)
            if line.startswith(MARK):
                self.tell(marked(line), self.seat)
            elif line.isdecimal():
                self.choose(line)
            elif command == "quit":
                return "quit"
            elif command == "help":
                click.echo(HELP.format(moves=self.match.game.notation.HELP))
            elif command == "moves":
                self.moves()
            elif command == "board":
                self.board()
            elif command == "rules":
                click.echo_via_pager(self.match.game.rules.__doc__ or "")
            elif command == "hint":
                self.hint()
            elif command == "undo":
                self.undo()
            elif command == "save":
                self.save(rest)
            elif line:
                self.tell(line, self.seat)
        except Mistake as mistake:
            click.echo(str(mistake))
        return None

    def command(self, line: str) -> tuple[str, str]:
        """Return the command in a line and what follows it. A letter that the game can read is a move: B is a route of
        Outspeed before it is short for board."""
        word, _, rest = line.partition(" ")
        if len(line) == 1 and self.is_move(line):
            return "", ""
        return COMMANDS.get(word.lower(), ""), rest.strip()

    def typed(self, move: Move | str) -> str:
        """Return a move as a person types it: with a mark where the bare text would be read as something else."""
        text = str(move)
        return f"{MARK}{text}" if text.isdecimal() or text.startswith(MARK) or self.command(text)[0] else text

    def moves(self) -> None:
        texts = [f"{number:>3} {self.typed(move)}" for number, move in enumerate(self.legal(), 1)]
        click.echo("\n".join(columns(texts, shutil.get_terminal_size().columns)))

    def hint(self) -> None:
        """First where to look; asked again at the same place, what to choose and what it is good for."""
        seen = self.match.seen_by(self.seat).tobytes()
        if self.hinted is None or self.hinted[0] != seen:
            self.hinted = seen, coach.advise(self.match, self.seat)
            self.indent(coach_text.nudge(self.match, self.hinted[1], self.language))
            return
        advice = self.hinted[1]
        click.echo(f"  {' '.join(map(self.typed, advice.moves))}")
        for sentence in coach_text.sentences(self.match, advice, self.language):
            click.echo(f"  {sentence}")
        if why := coach_text.why(self.match, advice, self.language):
            self.indent(why)

    @staticmethod
    def indent(text: str) -> None:
        """Sentences that may be longer than a line."""
        click.echo(click.wrap_text(text, shutil.get_terminal_size().columns, "  ", "  "))

    def is_move(self, line: str) -> bool:
        """Whether the game can read it, allowed or not."""
        try:
            self.match.game.notation.read(self.match.position[0], self.seat, line)
        except BadMove:
            return False
        except IllegalMove:
            pass
        return True

    def choose(self, number: str) -> None:
        """Play the move with that number in the list."""
        legal = self.legal()
        if len(number) > 4 or not 1 <= int(number) <= len(legal):
            also = f" For the move {number} type {MARK}{number}." if number in map(str, legal) else ""
            raise BadMove(f"There is no move number {number}: the list goes from 1 to {len(legal)}.{also}")
        self.tell(legal[int(number) - 1], self.seat)

    def tell(self, move: str | Move, seat: int | None = None) -> None:
        before = len(self.match.moves)
        self.match.push(move, seat)
        if not self.table.has_curtain:
            self.say(before, self.table.eyes)
        self.keep()

    def say(self, since: int, eyes: int) -> None:
        """What has happened since that move, in sentences; the same one several times only once."""
        events = self.match.events(since, eyes) if since < len(self.match.moves) else []
        for sentence, times in itertools.groupby(self.match.say(event, self.language) for event in events):
            count = len(list(times))
            click.echo(f"  {sentence}{f' ({count} times)' if count > 1 else ''}.")

    def keep(self) -> None:
        trouble = self.table.trouble
        self.table.keep()
        if self.table.trouble and self.table.trouble != trouble:
            click.echo(self.table.trouble)

    def undo(self) -> None:
        seat = self.seat
        taken = self.table.take_back()
        if self.table.has_secrets:  # the sealed choices of others stay theirs
            taken = [move for move in taken if move.seat == seat]
        click.echo(f"Taken back: {', '.join(map(str, taken)) or 'the last choice'}")
        self.looked = {seat: min(moves, len(self.match.moves)) for seat, moves in self.looked.items()}
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
        again = "" if self.match.is_over else self.again
        click.echo(f"  sobremesa {'replay' if self.match.is_over else 'play --resume'} {self.table.path}{again}")

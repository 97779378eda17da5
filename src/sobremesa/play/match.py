"""One match: who sits where, what was chosen, and what may be chosen next. No input, no output, no clock."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Sequence
from functools import cache
from html import escape
from pathlib import Path
from typing import Any, Self

import numpy as np

from sobremesa import games
from sobremesa.games.event import Event
from sobremesa.games.game import Game
from sobremesa.kernel import CHANCE, REFEREE, SPECTATOR, blank, calls
from sobremesa.mistakes import BadMove, BadSeats, IllegalMove, NothingToUndo
from sobremesa.play import chance, ending
from sobremesa.play.ending import Ending
from sobremesa.play.fair import Promise
from sobremesa.play.move import Move, Result
from sobremesa.play.position_text import checked


@cache
def layout_of(game: Game) -> np.dtype[Any]:
    """What positions are made of, always the same object: Numba takes its time for one that it has not seen."""
    return blank(game.rules.State).dtype


@cache
def seats_of(bits: int) -> tuple[int, ...]:
    """The seats of a set of bits, in their order."""
    return tuple(seat for seat in range(bits.bit_length()) if bits >> seat & 1)


class Match:
    """A match from its first position to the present one.

    >>> match = Match("splut", seats=2)
    >>> match.play("De2-e3")
    """

    def __init__(
        self,
        game: str | Game,
        seats: int | None = None,
        *,
        players: Sequence[str] | None = None,
        seed: int | str | None = None,
        roll: bool = True,
        fate: Sequence[str] = (),
        promise: Promise | None = None,
        start: np.ndarray | None = None,
        **options: Any,
    ) -> None:
        self.game = games.find(game) if isinstance(game, str) else game
        self.seats, self.options = self.game.agree(seats, options)
        self.players = self._check_players(players)
        self.promise = promise
        """What was promised about chance before the match, if anything was; its seed is then the match's."""
        if seed is None:
            seed = (promise.seed if promise else None) or secrets.token_hex(16)
        self.seed = str(seed)
        self.roll = roll
        """Whether chance acts by itself, as the seed has it; if not, its outcomes are played like any move."""
        self.fate = tuple(fate)
        """What chance brings first, as moves are written; after that the seed decides."""
        self.moves: list[Move] = []
        """Every choice made so far, those of chance among them."""
        self.ending: Ending | None = None
        """How people ended it, where the rules did not."""
        self.start = None if start is None else checked(self.game, self.seats, start)
        """The position that it began from, where that is another than the first one of these options."""
        self.open = not self.game.secrets(self.options)
        """Whether everybody sees everything."""
        self._layout = layout_of(self.game)
        self._plain = getattr(self.game.notation, "plain", lambda s: s)
        self._past = bytearray()
        """The positions before each choice, one after the other: a match is kept in memory for as long as somebody
        looks, and there are many."""
        self.suppose(self.game.start(self.seats, self.options) if self.start is None else self.start)
        if roll:
            self.let_chance_act()

    def _come_to(self, packed: bytes | bytearray) -> None:
        self._present = np.frombuffer(bytearray(packed), self._layout)
        self._seen: Any = None
        self._to_act: tuple[int, ...] | None = None
        self._legal: dict[int, dict[str, int]] = {}
        """What each seat may choose now, the action by its text, as far as somebody has asked."""

    def _go_back(self, moves: int) -> None:
        """As it was after so many choices, and as if nothing had come after it."""
        if moves < len(self.moves):
            self._come_to(self._packed(moves))
            del self.moves[moves:], self._past[moves * self._layout.itemsize :]
            self.ending = None

    def suppose(self, position: np.recarray) -> None:
        """Go on from this position, whatever the present one is."""
        self._come_to(position.tobytes())

    def position_after(self, moves: int) -> np.recarray:
        """The position after so many choices, as an array of one of its own."""
        return np.frombuffer(bytearray(self._packed(moves)), self._layout).view(np.recarray)

    def _packed(self, moves: int) -> bytes | bytearray:
        if moves == len(self.moves):
            return self._present.tobytes()
        size = self._layout.itemsize
        return self._past[moves * size : (moves + 1) * size]

    def _record(self, moves: int) -> Any:
        """The position after so many choices, to look at."""
        if moves == len(self.moves):
            return self._s
        return self._plain(np.frombuffer(self._packed(moves), self._layout)[0])

    @property
    def _s(self) -> Any:
        """The present position to look at, as its game likes it best."""
        if self._seen is None:
            self._seen = self._plain(self._present[0])
        return self._seen

    def _check_players(self, players: Sequence[str] | None) -> list[str]:
        if players is None:
            return ["" for _ in range(self.seats)]
        if len(players) != self.seats:
            raise BadSeats(f"There are {self.seats} seats, but {len(players)} players.")
        return [" ".join(str(player).split()) for player in players]

    def __repr__(self) -> str:
        over = ", over" if self.is_over else ""
        return f"<Match of {self.game.name}, {self.seats} seats, {len(self.moves)} moves{over}>"

    def __str__(self) -> str:
        return self.board()

    @property
    def position(self) -> np.recarray:
        """The present position, as an array of one. It is the match's own: copy it before changing it, and go on from
        the copy with `suppose`."""
        return self._present.view(np.recarray)

    @property
    def seat_names(self) -> tuple[str, ...]:
        """What the seats are called in records and on the command line."""
        names: tuple[str, ...] = self.game.notation.seat_names(self.seats)
        return names

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that must choose now: none when it is over, several where choices are made at the same time."""
        if self.ending:
            return ()
        if self._to_act is None:
            self._to_act = seats_of(int(calls.to_act(self._present)))
        return self._to_act

    @property
    def turn(self) -> int | None:
        """The seat to choose now, the first of them where there are several; None when it is over."""
        return min(self.to_act, default=None)

    @property
    def is_over(self) -> bool:
        return not self.to_act

    @property
    def result(self) -> Result | None:
        """How it came out; None while it is being played."""
        if not self.is_over:
            return None
        if self.ending:
            return ending.scores(self.game, self.seats, str(self.options.get("mode", "")), self.ending)
        scores = np.zeros(self.seats)
        calls.score(self._present, scores)
        return Result(tuple(float(score) for score in scores))

    @property
    def legal_moves(self) -> list[Move]:
        """What the seat whose turn it is may choose."""
        return self.legal_moves_of(self.turn) if self.turn is not None else []

    def legal_moves_of(self, seat: int) -> list[Move]:
        """What a seat may choose now; nothing when it is not to act."""
        return [Move(seat, text, action) for text, action in self._moves_of(seat).items()]

    def texts_of(self, seat: int) -> list[str]:
        """The same as they are written."""
        return list(self._moves_of(seat))

    def _moves_of(self, seat: int) -> dict[str, int]:
        if seat not in self.to_act:
            return {}
        if seat not in self._legal:
            actions = self._actions_of(seat)
            self._legal[seat] = dict(zip(self._written(seat, actions), actions, strict=True))
        return self._legal[seat]

    def legal_actions_of(self, seat: int) -> list[int]:
        """The same as numbers, which is what a bot takes and gives."""
        if seat not in self.to_act:
            return []
        legal = self._legal.get(seat)
        return self._actions_of(seat) if legal is None else list(legal.values())

    def _actions_of(self, seat: int) -> list[int]:
        actions = np.empty(self.game.rules.ACTIONS, np.int16)
        count = int(calls.legal(self._present, seat, actions))
        found: list[int] = actions[:count].tolist()
        return found

    def play(self, move: str | Move, seat: int | None = None) -> list[Event]:
        """Play a move for the seat whose turn it is, or for the one named. Tells what happened."""
        before = len(self.moves)
        self.push(move, seat)
        return self.events(before, self.moves[before].seat)

    def push(self, move: str | Move, seat: int | None = None) -> None:
        """Play a move without telling what happened."""
        action, seat = self.check(move, seat)
        self._apply(seat, action)
        if self.roll:
            self.let_chance_act()

    def check(self, move: str | Move, seat: int | None = None) -> tuple[int, int]:
        """The action and the seat of a move that may be played now; one sentence says why another may not."""
        if not isinstance(move, (str, Move)):
            raise BadMove(f"A move is text or one of legal_moves, not {move!r}.")
        if self.is_over:
            raise IllegalMove("The match is over.")
        if isinstance(move, Move):
            if seat is not None and seat != move.seat:
                raise IllegalMove(f"{move} is a move of seat {move.seat}, not of seat {seat}.")
            seat = move.seat
        if seat is None:
            seat = self.to_act[0]
        if seat not in self.to_act:
            awaited = " and ".join(self.seat_name(other) for other in self.to_act)
            raise IllegalMove(f"It is not the turn of {self.seat_name(seat)}, but of {awaited}.")
        if isinstance(move, str) and (known := self._moves_of(seat).get(move)) is not None:
            return known, seat
        s, notation = self._s, self.game.notation
        action = move.action if isinstance(move, Move) else notation.read(s, seat, move)
        if action not in self.legal_actions_of(seat):
            raise notation.refusal(s, seat, action)
        return action, seat

    def move(self, seat: int, action: int) -> Move:
        """An action as a move of the present position."""
        return Move(seat, self._text(seat, action), action)

    def _text(self, seat: int, action: int) -> str:
        for text, each in self._legal.get(seat, {}).items():
            if each == action:
                return text
        written: str = self.game.notation.write(self._s, seat, action)
        return written

    def _written(self, seat: int, actions: list[int]) -> list[str]:
        """Actions as they are written; a game may know a quicker way for many."""
        notation = self.game.notation
        if hasattr(notation, "write_all"):
            texts: list[str] = notation.write_all(self._s, seat, actions)
            return texts
        return [notation.write(self._s, seat, action) for action in actions]

    def seat_name(self, seat: int) -> str:
        """What a seat is called; chance is one too."""
        if seat == CHANCE:
            return "chance"
        return self.seat_names[seat] if 0 <= seat < self.seats else f"seat {seat}"

    def _apply(self, seat: int, action: int) -> None:
        packed = self._present.tobytes()
        self.moves.append(Move(seat, sys.intern(self._text(seat, action)), action))  # the same few in all matches
        self._past += packed
        self._come_to(packed)
        self._to_act = seats_of(int(calls.apply(self._present, seat, action)))

    def let_chance_act(self) -> None:
        """Roll whatever is to be rolled now."""
        while CHANCE in self.to_act:
            k = sum(move.seat == CHANCE for move in self.moves)
            if k < len(self.fate):
                action, _ = self.check(self.fate[k], CHANCE)
                self._apply(CHANCE, action)
                continue
            self._apply(CHANCE, self.chance_brings(self.seed, k))

    def chance_brings(self, seed: str, k: int) -> int:
        """The action that follows from a seed as outcome number k, where chance is to act."""
        actions = self.legal_actions_of(CHANCE)
        weights = np.zeros(self.game.rules.ACTIONS, np.int32)
        calls.weigh(self._present, weights)
        return actions[chance.outcome(seed, k, weights[: len(actions)].tolist())]

    def undo(self) -> Move:
        """Take back the last choice that a player made, what chance made of it, and how people ended it after that."""
        last = max((n for n, move in enumerate(self.moves) if move.seat != CHANCE), default=None)
        if last is None:
            raise NothingToUndo("Nothing has been played yet.")
        taken_back = self.moves[last]
        self._go_back(last)
        return taken_back

    def copy(self) -> Self:
        """Another match that has come to the same point, and goes its own way from here."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.players, twin.moves, twin._past = list(self.players), list(self.moves), self._past[:]
        twin._come_to(self._present.tobytes())
        return twin

    def events(self, since: int = -1, eyes: int = SPECTATOR) -> list[Event]:
        """What a seat saw happen from the move of that number on; by default, in the last move."""
        return [event for number in range(len(self.moves))[since:] for event in self.events_of(number, eyes)]

    def events_of(self, number: int, eyes: int = SPECTATOR) -> list[Event]:
        """What a seat saw happen in the move of that number, counted from 0."""
        before, move, after = self._record(number), self.moves[number], self._record(number + 1)
        happened: list[Event] = self.game.events.events(before, move.seat, move.action, after, eyes)
        return happened

    def at(self, moves: int) -> Self:
        """The match as it was after so many moves."""
        earlier = self.copy()
        earlier._go_back(moves)
        return earlier

    def say(self, event: Event, language: str = "en") -> str:
        """A sentence about what happened."""
        told: str = self.game.events.say(self._s, event, language)
        return told

    def say_ending(self, language: str = "en") -> str:
        """A sentence about how people ended it; nothing where they did not."""
        if self.ending is None:
            return ""
        seat = self.ending.seat
        who = f"{self.seat_name(seat)} {self.players[seat]}".strip() if seat >= 0 else ""
        return ending.say(self.ending, who, language)

    def expected(self, language: str = "en", seat: int | None = None) -> str:
        """One line that says what is expected now, of the seat whose turn it is or of the one named; nothing when it is
        over, or when chance is to act."""
        seat = self.turn if seat is None else seat
        if seat == CHANCE or seat not in self.to_act:
            return ""
        told: str = self.game.events.expected(self._s, seat, language)
        return told

    def seen_by(self, seat: int) -> np.recarray:
        """The position as far as a seat may know it, as an array of one. Bots get this and nothing else."""
        seen = np.frombuffer(bytearray(self._present.tobytes()), self._layout)
        if seat != REFEREE:
            calls.hide(seen, seat)
        return seen.view(np.recarray)

    def view(self, seat: int = SPECTATOR) -> dict[str, Any]:
        """What a seat sees, as plain data."""
        data: dict[str, Any] = self.game.view.view(self._s if self.open else self.seen_by(seat)[0], seat)
        return data

    def board(self, seat: int = SPECTATOR, colour: bool = False) -> str:
        """What a seat sees, drawn as text."""
        drawing: str = self.game.draw.draw(self.view(seat), colour)
        return drawing

    def svg(self, seat: int = SPECTATOR, theme: str = "light") -> str:
        """What a seat sees, as a drawing that needs nothing else: by day or, with the theme dark, by the lamp."""
        return str(self.game.part("picture").svg(self.view(seat), theme))

    def _repr_html_(self) -> str:
        """What a notebook shows: the drawing, and below it what is expected now or how it came out."""
        said = self.expected() or self.say_ending() or "".join(map(self.say, self.events()[-1:]))
        drawn = self.svg() if self.game.has("picture") else f"<pre>{escape(self.board())}</pre>"
        return f'<figure style="max-width:640px;margin:0">{drawn}<figcaption>{escape(said)}</figcaption></figure>'

    def describe(self, seat: int = SPECTATOR) -> str:
        """What a seat sees, in sentences, for whoever does not see a drawing."""
        told: str = self.game.draw.describe(self.view(seat))
        return told

    def record(self) -> str:
        """The whole match as text."""
        from sobremesa.play import record

        return record.write(self)

    def save(self, path: str | Path) -> Path:
        """Write the record to a file: all of it or, if that fails, none."""
        from sobremesa.play import record

        return record.save(self, Path(path))

"""One match: who sits where, what was chosen, and what may be chosen next. No input, no output, no clock."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Self

import numpy as np

from sobremesa import games
from sobremesa.games.event import Event
from sobremesa.games.game import Game
from sobremesa.kernel import CHANCE, REFEREE, SPECTATOR
from sobremesa.mistakes import BadMove, BadSeats, IllegalMove, NothingToUndo
from sobremesa.play import chance, ending
from sobremesa.play.ending import Ending
from sobremesa.play.fair import Promise
from sobremesa.play.move import Move, Result
from sobremesa.play.start import checked


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
        self._positions = [self.game.start(self.seats, self.options) if self.start is None else self.start]
        self._actions = np.zeros(self.game.rules.ACTIONS, np.int16)
        if roll:
            self.let_chance_act()

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
        """The present position, as an array of one. It is the match's own: copy it before changing it."""
        position: np.recarray = self._positions[-1]
        return position

    @property
    def seat_names(self) -> tuple[str, ...]:
        """What the seats are called in records and on the command line."""
        names: tuple[str, ...] = self.game.notation.seat_names(self.seats)
        return names

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that must choose now: none when it is over, several where choices are made at the same time."""
        bits = 0 if self.ending else int(self.game.rules.to_act(self.position[0]))
        return tuple(seat for seat in range(bits.bit_length()) if bits >> seat & 1)

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
        self.game.rules.score(self.position[0], scores)
        return Result(tuple(float(score) for score in scores))

    @property
    def legal_moves(self) -> list[Move]:
        """What the seat whose turn it is may choose."""
        return self.legal_moves_of(self.turn) if self.turn is not None else []

    def legal_moves_of(self, seat: int) -> list[Move]:
        """What a seat may choose now; nothing when it is not to act."""
        return [self.move(seat, action) for action in self.legal_actions_of(seat)]

    def legal_actions_of(self, seat: int) -> list[int]:
        """The same as numbers, which is what a bot takes and gives."""
        if seat not in self.to_act:
            return []
        count = int(self.game.rules.legal(self.position[0], seat, self._actions))
        actions: list[int] = self._actions[:count].tolist()
        return actions

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
        if not isinstance(move, str | Move):
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
        s, notation = self.position[0], self.game.notation
        action = move.action if isinstance(move, Move) else notation.read(s, seat, move)
        if action not in self.legal_actions_of(seat):
            raise notation.refusal(s, seat, action)
        return action, seat

    def move(self, seat: int, action: int) -> Move:
        """An action as a move of the present position."""
        return Move(seat, self.game.notation.write(self.position[0], seat, action), action)

    def seat_name(self, seat: int) -> str:
        """What a seat is called; chance is one too."""
        if seat == CHANCE:
            return "chance"
        return self.seat_names[seat] if 0 <= seat < self.seats else f"seat {seat}"

    def _apply(self, seat: int, action: int) -> None:
        self.moves.append(self.move(seat, action))
        after = self.position.copy()
        self.game.rules.apply(after[0], seat, action)
        self._positions.append(after)

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
        weights = np.zeros(len(self._actions), np.int32)
        self.game.rules.weigh(self.position[0], weights)
        return actions[chance.outcome(seed, k, weights[: len(actions)].tolist())]

    def undo(self) -> Move:
        """Take back the last choice that a player made, what chance made of it, and how people ended it after that."""
        last = max((n for n, move in enumerate(self.moves) if move.seat != CHANCE), default=None)
        if last is None:
            raise NothingToUndo("Nothing has been played yet.")
        taken_back = self.moves[last]
        del self.moves[last:], self._positions[last + 1 :]
        self.ending = None
        return taken_back

    def copy(self) -> Self:
        """Another match that has come to the same point, and goes its own way from here."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.players, twin.moves, twin._positions = list(self.players), list(self.moves), list(self._positions)
        twin._actions = self._actions.copy()
        return twin

    def events(self, since: int = -1, eyes: int = SPECTATOR) -> list[Event]:
        """What a seat saw happen from the move of that number on; by default, in the last move."""
        return [event for number in range(len(self.moves))[since:] for event in self.events_of(number, eyes)]

    def events_of(self, number: int, eyes: int = SPECTATOR) -> list[Event]:
        """What a seat saw happen in the move of that number, counted from 0."""
        before, move, after = self._positions[number], self.moves[number], self._positions[number + 1]
        happened: list[Event] = self.game.events.events(before[0], move.seat, move.action, after[0], eyes)
        return happened

    def at(self, moves: int) -> Self:
        """The match as it was after so many moves."""
        earlier = self.copy()
        del earlier.moves[moves:], earlier._positions[moves + 1 :]
        if len(earlier.moves) < len(self.moves):
            earlier.ending = None
        return earlier

    def say(self, event: Event, language: str = "en") -> str:
        """A sentence about what happened."""
        told: str = self.game.events.say(self.position[0], event, language)
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
        told: str = self.game.events.expected(self.position[0], seat, language)
        return told

    def seen_by(self, seat: int) -> np.recarray:
        """The position as far as a seat may know it, as an array of one. Bots get this and nothing else."""
        seen = self.position.copy()
        if seat != REFEREE:
            self.game.rules.hide(seen[0], seat)
        return seen

    def view(self, seat: int = SPECTATOR) -> dict[str, Any]:
        """What a seat sees, as plain data."""
        data: dict[str, Any] = self.game.view.view(self.seen_by(seat)[0], seat)
        return data

    def board(self, seat: int = SPECTATOR, colour: bool = False) -> str:
        """What a seat sees, drawn as text."""
        drawing: str = self.game.draw.draw(self.view(seat), colour)
        return drawing

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

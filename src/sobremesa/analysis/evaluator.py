"""What a bot thinks of moves that were played, each from what its seat could know when it chose."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from sobremesa import bots
from sobremesa.bots.bot import Bot, Budget, Opinion
from sobremesa.bots.levels import Level
from sobremesa.bots.searcher import Searcher
from sobremesa.kernel import CHANCE, calls
from sobremesa.kernel.rng import seeded
from sobremesa.mistakes import BadOption
from sobremesa.play.ending import TOGETHER
from sobremesa.play.match import Match, seats_of

QUICKLY = "uct@1000"
LOOKERS = {
    "splut": {2: "hard@50000", 3: "hard@150", 4: "hard@150"},
    "end-of-line": dict.fromkeys(range(5, 9), "hard@2000"),
    "outspeed": {},
    "shut-the-lines": dict.fromkeys(range(1, 5), QUICKLY),
}
OTHERS, UNKNOWN = "hard@4000", "uct@3000"
"""Who looks on unless somebody is named: where the bots have opinions who plays `hard`, with as much thought as a match
of some sixty turns can have in half a minute; elsewhere the plain search. Shut the Lines is over quickly, and so is
this."""
LONG, LEAST = 300, 8
"""Moves from which on each gets less thought, so that a match that does not end is looked at in about the same time;
and of how many the least thought is one part."""
WORLDS = 4
"""In how many worlds that the seat could be in a move is tried, where something is hidden."""
QUICK = 4
"""Into how many parts of the budget the others' share of a curve is cut."""
MOVES, SEATS = 1 << 20, 16
"""More than any match has: for seeds that differ."""
TRIED = 0.2
"""The share of its thought that a move must have got for the bot's own number to be taken."""


class Judge:
    """A bot that looks on. Every seat has one of its own, so that nobody is judged by what another saw. For each move
    they come anew: what is said of it follows from the match up to it and the seed alone, wherever one begins."""

    def __init__(self, match: Match, name: str, seed: int) -> None:
        self.match, self.name, self.seed = match.copy(), name, seed
        self.match.ending = None  # giving up is not a consequence of the last move
        self.bots: dict[int, Bot] = {}
        self.searchers: dict[int, Searcher] = {}
        self.number = 0
        self.shared, self.rivals = shape(match)
        self.bot(0)  # one that cannot judge says so at once

    def turn_to(self, number: int) -> None:
        """Come anew to the move of that number, counted from 0. Bots of somebody's own stay: they may be programs that
        take long to start, and what they remember is theirs to answer for."""
        self.number = number
        self.searchers.clear()
        if not bots.is_own(self.name):
            self.bots.clear()

    def make(self, seat: int) -> Any:
        """A bot for a seat."""
        number = 0 if bots.is_own(self.name) else self.number
        return bots.make(self.name, self.match.game, self.seed_of(number, seat), self.match.options)

    def bot(self, seat: int) -> Any:
        """A seat's bot, which can say what it thinks."""
        if seat not in self.bots:
            bot = self.make(seat)
            if not hasattr(bot, "opinion"):
                raise BadOption(
                    f"{self.name} does not say what it thinks, so it cannot analyse; {usual(self.match)} can."
                )
            if isinstance(bot, Level):
                bot.come(self.match.position)
            self.bots[seat] = bot
        return self.bots[seat]

    def seed_of(self, number: int, seat: int) -> int:
        """For what is done at random for a seat at a move."""
        return (self.seed * MOVES + number) * SEATS + seat

    @property
    def budget(self) -> Budget:
        """How much the search may think: as much as the bot."""
        told: Budget | None = getattr(self.bot(0), "budget", None)
        return told or bots.split(UNKNOWN, self.match.game)[1] or Budget(rounds=1)

    def ask(self, seat: int, seen: Any, legal: Sequence[int]) -> tuple[int, Opinion]:
        """What a seat's bot would choose, and what it thinks."""
        bot = self.bot(seat)
        chosen = bot.choose(seen, seat, legal)
        opinion: Opinion | None = bot.opinion
        if opinion is None:
            raise BadOption(f"{self.name} has no opinion of its choice, so it cannot analyse; {usual(self.match)} can.")
        return chosen, opinion

    def searcher(self, seat: int) -> Searcher:
        """The search that looks where the bot cannot: at what others will do, and at what was hardly tried."""
        bot = self.bot(seat)
        player = getattr(bot, "player", bot)  # of a level
        player = getattr(player, "searcher", player)
        if isinstance(player, Searcher):
            return player
        if seat not in self.searchers:
            self.searchers[seat] = Searcher(self.seed_of(self.number, seat), self.budget)
        return self.searchers[seat]

    def weigh(self, number: int) -> tuple[int, float, float, float, Opinion]:
        """Of the choice of that number, counted from 0: the best action; what it and the one that was chosen bring; how
        far off the difference may be; and the bot's opinion."""
        then, move = self.match.at(number), self.match.moves[number]
        seen, legal = then.seen_by(move.seat), then.legal_actions_of(move.seat)
        chosen, opinion = self.ask(move.seat, seen, legal)
        best, value, share = favourite(opinion)
        best = chosen if best < 0 else best
        if best == move.action:
            return best, value, value, 0.0, opinion
        known, tried = opinion.choices.get(move.action, (0.0, 0.0))
        if self.simultaneous(number) or min(share, tried) >= TRIED:
            error = math.hypot(_error(value, share * opinion.rounds), _error(known, tried * opinion.rounds))
            return best, max(value, known), known, error, opinion
        (high, error), (low, other) = (self.worth(number, action) for action in (best, move.action))
        return best, max(high, low), low, math.hypot(error, other), opinion

    def simultaneous(self, number: int) -> bool:
        """Whether others choose at the same time: then what they chose already, unseen, must not be guessed."""
        awaited = self.match.at(number).to_act
        if len(awaited) > 1 or number == 0:
            return len(awaited) > 1
        before = self.match.at(number - 1).to_act
        return len(before) > 1 and awaited == tuple(
            seat for seat in before if seat != self.match.moves[number - 1].seat
        )

    def worth(self, number: int, action: int) -> tuple[float, float]:
        """What a seat can expect after an action, by what it could know before it; and the error of that."""
        seat, rng = self.match.moves[number].seat, seeded(self.seed_of(number, SEATS - 1))
        seen = self.match.at(number).seen_by(seat)
        worlds = 1 if self.match.open else WORLDS
        found, off = 0.0, 0.0
        for _ in range(worlds):
            world = seen.copy()
            calls.deal(world, seat, rng)
            calls.apply(world, seat, action)
            calls.hide(world, seat)
            mean, error = self.expects(world, seat, worlds)
            found, off = found + mean / worlds, math.hypot(off, error / worlds)
        return found, off

    def expects(self, seen: Any, seat: int, parts: int) -> tuple[float, float]:
        """What a seat expects of what it sees: what the bot says where that seat is to choose, or somebody who knows
        the same and hopes for the same or the opposite; else what the search finds."""
        match, actions = self.match, np.zeros(self.match.game.rules.ACTIONS, np.int16)
        while (awaited := seats_of(int(calls.to_act(seen)))) and len(awaited) == 1:
            who = awaited[0]
            if who == CHANCE or (who != seat and not (match.open and (self.rivals or self.shared))):
                break
            legal: list[int] = actions[: int(calls.legal(seen, who, actions))].tolist()
            if len(legal) > 1:
                _, opinion = self.ask(who, seen, legal)
                _, value, share = favourite(opinion)
                tries = max(1.0, share * opinion.rounds)
                return value if who == seat or self.shared else -value, _error(value, tries)
            calls.apply(seen, who, legal[0])
            calls.hide(seen, seat)
        mean, error = self.look(seen, seat, parts)
        return float(mean[seat]), float(error[seat])

    def outlook(self, number: int, eyes: int, parts: int = 1) -> tuple[np.ndarray, np.ndarray]:
        """What every seat can expect after so many moves, by what one of them could know; and the error of that."""
        then = self.match.at(number)
        if then.result:
            return np.array(then.result.scores), np.zeros(self.match.seats)
        return self.look(then.seen_by(eyes), eyes, parts)

    def look(self, seen: Any, seat: int, parts: int) -> tuple[np.ndarray, np.ndarray]:
        budget = Budget(max(4, self.budget.rounds // parts) if self.budget.rounds else 0, self.budget.seconds / parts)
        return self.searcher(seat).outlook(seen, seat, budget)

    def luck(self, first: int, end: int) -> dict[int, tuple[float, float, float]]:
        """What chance changed for every seat between two numbers of moves: by how much, its error, and what the seat
        expects now. Nothing where it saw nothing of it."""
        found: dict[int, tuple[float, float, float]] = {}
        for eyes in [0] if self.match.open else range(self.match.seats):
            if self.match.at(first).seen_by(eyes).tobytes() == self.match.at(end).seen_by(eyes).tobytes():
                continue
            (before, off), (after, other) = self.outlook(first, eyes), self.outlook(end, eyes)
            for seat in range(self.match.seats) if self.match.open else [eyes]:
                error = math.hypot(off[seat], other[seat])
                found[seat] = float(after[seat] - before[seat]), error, float(after[seat])
        return found

    def standing(self, number: int, seat: int, value: float | None) -> tuple[float | None, ...]:
        """What every seat expects after so many moves, where the one that made the last of them expects this. Others
        are asked when its turn is over, and not for long: it is for the curve."""
        seats = range(self.match.seats)
        if self.shared or self.rivals:
            return tuple(value if value is None or self.shared or other == seat else -value for other in seats)
        found: list[float | None] = [value if other == seat else None for other in seats]
        if self.match.at(number).to_act != (seat,) and not self.simultaneous(number - 1):
            for eyes in [seat] if self.match.open else seats:
                asked = [other for other in seats if found[other] is None and (self.match.open or other == eyes)]
                mean = self.outlook(number, eyes, QUICK)[0] if asked else ()
                for other in asked:
                    found[other] = float(mean[other])
        return tuple(found)


def looker(match: Match) -> str:
    """Who looks on at a game with so many seats."""
    by_seats = LOOKERS.get(match.game.name)
    return UNKNOWN if by_seats is None else by_seats.get(match.seats, OTHERS)


def usual(match: Match) -> str:
    """Who looks on if nobody is named, with as much thought as there is for a move of this match."""
    name, moves = looker(match), len(match.moves)
    if moves <= LONG:
        return name
    bare, _, rounds = name.partition("@")
    return f"{bare}@{float(f'{int(rounds) * max(LONG / moves, 1 / LEAST):.2g}'):.0f}"


def favourite(opinion: Opinion) -> tuple[int, float, float]:
    """The action that a bot thought about most, what it expects of it, and the share of its thought; of one that says
    nothing about actions, no action and what it expects at all."""
    choices = opinion.choices
    if not choices:
        return -1, opinion.expected, 1.0
    best = max(choices, key=lambda action: choices[action][1])
    return best, *choices[best]


def _error(value: float, tries: float) -> float:
    """How far off a mean of so many results from -1 to 1 may be, at most."""
    return math.sqrt(max(0.0, 1 - value**2) / max(1.0, tries))


def shape(match: Match) -> tuple[bool, bool]:
    """Whether all come out the same; whether there are two who know the same, and what one hopes the other fears."""
    together = match.seats == 1 or match.options.get("mode") in TOGETHER.get(match.game.name, ())
    return together, match.seats == 2 and match.open and not together


def is_chance(match: Match, number: int) -> bool:
    return 0 <= number < len(match.moves) and match.moves[number].seat == CHANCE

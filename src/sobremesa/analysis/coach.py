"""Somebody who looks over a player's shoulder: what a strong bot would do in their place, and what a turn that is not
confirmed yet would give away. From what the seat may know and nothing else, and quickly.
"""

from __future__ import annotations

import itertools
import math
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from sobremesa import bots
from sobremesa.analysis import exact, remarks
from sobremesa.analysis.evaluator import TRIED, UNKNOWN, WORLDS, Judge, favourite
from sobremesa.analysis.row import MARKS
from sobremesa.bots.bot import Budget, Opinion
from sobremesa.games.event import Event
from sobremesa.kernel import calls
from sobremesa.kernel.rng import seeded
from sobremesa.mistakes import IllegalMove
from sobremesa.play.fork import imagined
from sobremesa.play.match import Match

COACHES = {
    "splut": {2: "hard@200000", 3: "hard@200", 4: "hard@200"},
    "end-of-line": {0: "hard@5000"},
    "outspeed": {0: "hard@2000"},
}
"""Who coaches, by the number of seats or, with 0, any: with as much thought as fits into half a second."""
LEAST, MOST = 1000, 4000
"""Rounds of the search that looks at what others will do."""
SECONDS = 0.6
"""After which a coach says what it has found so far, on a slow or busy machine."""
DEALS, MORE = 6, 24
"""How often the hidden is dealt anew to tell what a move does for certain, and where others have a part in it, of whom
few deals may tell the same by chance."""
CLOSE = 0.05
"""Results that are no further apart are about the same."""
MUCH, LINES = MARKS["?"], 0.5
"""From how much of the expected result, or of the lines of a round, a turn is warned of."""


@dataclass(frozen=True)
class Advice:
    """What the coach would do in a seat's place: the next choices of its turn, as far as they can be foreseen."""

    moves: tuple[str, ...]
    events: tuple[Event, ...]
    """What they do for certain, whatever the seat does not know."""
    expected: float | None
    """How it expects the seat to come out, from -1 to 1; None where it goes by something else."""
    lines: float | None = None
    """In Shut the Lines the lines that can be expected of the round."""
    close: bool = False
    """Whether something else is about as good."""
    looks: remarks.Remarks = ()
    """Where to look, before anything is given away."""
    reasons: remarks.Remarks = ()
    """What it is good for, in numbers that anybody can check."""


@dataclass(frozen=True)
class Verdict:
    """What a turn would give away."""

    lost: float
    much: bool
    """Whether it is so much that one should look again."""
    lines: bool = False
    """Whether that is counted in lines of Shut the Lines."""
    dangers: remarks.Remarks = ()
    """What may come of it, where that is much."""


class Coach(Judge):
    """A judge in a hurry."""

    def __init__(self, match: Match) -> None:
        by_seats = COACHES.get(match.game.name, {})
        name = by_seats.get(match.seats) or by_seats.get(0) or UNKNOWN
        self.rounds = (bots.split(name, match.game)[1] or Budget(rounds=1)).rounds
        self.began = time.perf_counter()
        super().__init__(match, name, 0)

    @property
    def budget(self) -> Budget:
        return Budget(rounds=min(max(self.rounds, LEAST), MOST))

    def make(self, seat: int) -> Any:
        bot = super().make(seat)
        bot.budget = Budget(self.rounds, SECONDS)
        return bot

    def after(self, seat: int, actions: Sequence[int]) -> tuple[float, float]:
        """What a seat can expect after choices of its own, by what it knows before them; and the error of that."""
        seen, rng = self.match.seen_by(seat), seeded(0)
        worlds = 1 if self.match.open else WORLDS
        found: list[tuple[float, float]] = []
        for _ in range(worlds):
            if found and time.perf_counter() - self.began > SECONDS:
                break
            world = seen.copy()
            calls.deal(world, seat, rng)
            if played(self.match, world, seat, actions):
                calls.hide(world, seat)
                found.append(self.expects(world, seat, worlds))
        if not found:
            raise IllegalMove("There is nothing to weigh now.")
        means, errors = np.array(found).T
        return float(means.mean()), float(np.sqrt((errors**2).sum()) / len(found))


def advise(match: Match, seat: int) -> Advice:
    """What the coach would do for a seat that is to choose."""
    legal = match.legal_actions_of(seat)
    if not legal:
        raise IllegalMove("There is nothing to weigh now.")
    if len(legal) == 1:
        return Advice((match.move(seat, legal[0]).text,), certain(match, seat, legal), None)
    if match.game.has("values"):
        return _exactly(match, seat, legal)
    coach = Coach(match)
    chosen, opinion = coach.ask(seat, match.seen_by(seat), legal)
    best, value, _ = favourite(opinion)
    best = chosen if best < 0 else best
    actions = _own(match, seat, best, opinion)
    others = {action: each for action, each in opinion.choices.items() if action != best}
    close = any(share >= CLOSE and value - result <= CLOSE for result, share in others.values())
    second = sorted(others, key=lambda action: others[action][1])[-1:]
    moves, events = _written(match, seat, actions), certain(match, seat, actions)
    return _told(Advice(moves, events, value, close=close), match, seat, actions, second)


def weigh(match: Match, seat: int, texts: Sequence[str]) -> Verdict:
    """What choices of a seat, made one after the other, would give away."""
    actions = _read(match, seat, texts)
    if match.game.has("values"):
        return _exact_loss(match, seat, texts)
    coach, lost, off = Coach(match), 0.0, 0.0
    for step in range(len(actions)):
        then = imagined(match, seat, 0)
        for action in actions[:step]:
            then.push(then.move(seat, action))
        legal = then.legal_actions_of(seat)
        if len(legal) == 1:
            continue
        coach.match = then
        chosen, opinion = coach.ask(seat, then.seen_by(seat), legal)
        if opinion.choices:
            loss, error = _of_one(coach, seat, actions[step], opinion, chosen)
            lost, off = lost + loss, math.hypot(off, error)
            continue
        best = _own(then, seat, chosen, opinion)
        if best[: len(actions) - step] != actions[step:]:
            (high, error), (low, other) = (coach.after(seat, each) for each in (best, actions[step:]))
            lost, off = max(0.0, high - low), math.hypot(error, other)
            much = lost >= max(MUCH, 2 * off)
            reply = _reply(coach, seat, actions[step:]) if much else []
            return Verdict(lost, much, dangers=remarks.dangers(match, seat, actions, reply) if much else ())
        break
    much = lost >= max(MUCH, 2 * off)
    return Verdict(lost, much, dangers=remarks.dangers(match, seat, actions) if much else ())


def _of_one(coach: Coach, seat: int, action: int, opinion: Opinion, chosen: int) -> tuple[float, float]:
    """What one choice gives away, by a bot that has thought of each; and the error of that."""
    best, value, share = favourite(opinion)
    best = chosen if best < 0 else best
    known, tried = opinion.choices.get(action, (value, 0.0))
    if action == best:
        return 0.0, 0.0
    if len(coach.match.to_act) > 1 or coach.match.seats == 1 or min(share, tried) >= TRIED:
        return max(0.0, value - known), 0.0  # what others choose unseen is not guessed
    (high, error), (low, other) = (coach.after(seat, [each]) for each in (best, action))
    return max(0.0, high - low), math.hypot(error, other)


def certain(match: Match, seat: int, actions: Sequence[int]) -> tuple[Event, ...]:
    """What actions of a seat, one after the other, do whatever it does not know. Where they bring out something
    hidden, nothing is said of what comes after that, which may depend on it, nor of what others did."""
    told: list[list[Event]] = []
    seen: set[bytes] = set()
    for deal in range(1 if match.open else MORE):
        if deal >= DEALS and (len(seen) > 1 or all(event.seat == seat for event in told[0])):
            break
        world, events = imagined(match, seat, deal), []
        for action in actions:
            if action not in world.legal_actions_of(seat):
                break
            events += world.play(world.move(seat, action), seat)
        told.append(events)
        seen.add(world.seen_by(seat).tobytes())
    if len(seen) == 1:
        return tuple(event for event in told[0] if all(event in others for others in told))
    same = itertools.takewhile(lambda each: all(event == each[0] for event in each), zip(*told, strict=False))
    return tuple(each[0] for each in same if each[0].seat == seat)


def played(match: Match, world: Any, seat: int, actions: Sequence[int]) -> bool:
    """Play actions of a seat in a world, if they are legal there; whether they were."""
    found = np.zeros(match.game.rules.ACTIONS, np.int16)
    for action in actions:
        if not int(calls.to_act(world)) >> seat & 1 or action not in found[: int(calls.legal(world, seat, found))]:
            return False
        calls.apply(world, seat, action)
    return True


def _told(advice: Advice, match: Match, seat: int, actions: Sequence[int], instead: Sequence[int] = ()) -> Advice:
    """The same advice with where to look, and what the choices are good for."""
    looks = remarks.looks(match, seat, actions)
    return replace(advice, looks=looks, reasons=remarks.reasons(match, seat, actions, instead))


def _own(match: Match, seat: int, best: int, opinion: Opinion) -> list[int]:
    """The best action, and how the seat would go on in the same turn as far as the bot says."""
    world, actions = imagined(match, seat, 0), [best]
    world.push(world.move(seat, best))
    if match.open and opinion.line[:1] == ((seat, best),):
        for who, action in opinion.line[1:]:
            if who != seat or world.to_act != (seat,) or action not in world.legal_actions_of(seat):
                break
            actions.append(action)
            world.push(world.move(seat, action))
    return actions


def _written(match: Match, seat: int, actions: Sequence[int]) -> tuple[str, ...]:
    world, texts = imagined(match, seat, 0), []
    for action in actions:
        texts.append(world.move(seat, action).text)
        world.push(world.move(seat, action))
    return tuple(texts)


def _read(match: Match, seat: int, texts: Sequence[str]) -> list[int]:
    """Choices as actions; a mistake says why they cannot be made."""
    world, actions = imagined(match, seat, 0), []
    for text in texts:
        world.push(text, seat)
        actions.append(world.moves[-1].action)
    return actions


def _reply(coach: Coach, seat: int, actions: Sequence[int]) -> list[int]:
    """What the other of two would do after that."""
    world = coach.match.copy()
    world.roll = False
    for action in actions:
        world.push(world.move(seat, action))
    other = world.to_act[0] if len(world.to_act) == 1 else seat
    bot: Any = coach.bots.get(other)
    if not coach.rivals or other == seat or bot is None or bot.opinion is None:
        return []
    answer: list[int] = []
    for who, action in bot.opinion.line:
        if who != other or action not in world.legal_actions_of(other):
            break
        answer.append(action)
        world.push(world.move(other, action))
    return answer


def _exactly(match: Match, seat: int, legal: Sequence[int]) -> Advice:
    """Where what every choice is worth is known."""
    if not match.position[0].plan:
        chosen = bots.make("master", match.game, 0).choose(match.seen_by(seat), seat, legal)
        text, events = match.move(seat, chosen).text, certain(match, seat, [chosen])
        return _told(Advice((text,), events, None, close=True), match, seat, [chosen])
    worth = exact.worth(match, seat)
    best = max(worth, key=lambda text: worth[text])
    others = [value for text, value in worth.items() if text != best]
    action = match.check(best, seat)[0]
    close = any(worth[best] - value <= CLOSE for value in others)
    return _told(Advice((best,), certain(match, seat, [action]), None, worth[best], close), match, seat, [action])


def _exact_loss(match: Match, seat: int, texts: Sequence[str]) -> Verdict:
    if not match.position[0].plan or len(texts) != 1:
        return Verdict(0.0, False)
    worth = exact.worth(match, seat)
    lost = max(worth.values()) - worth[texts[0]] if texts[0] in worth else 0.0
    much = lost >= LINES
    return Verdict(
        lost, much, lines=True, dangers=remarks.dangers(match, seat, _read(match, seat, texts)) if much else ()
    )

"""What a good player of Shut the Lines points out: how likely the next throw can still be split, and the lines."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from sobremesa.games.remark import Remark, phrase
from sobremesa.games.shut_the_lines.notation import numbers
from sobremesa.games.shut_the_lines.rules import (
    ACTIONS,
    CHOOSING,
    LEAVE,
    PLAN,
    SPLITTING,
    cover,
    everything,
    legal,
    shut,
)
from sobremesa.games.shut_the_lines.tables import COUNT, FULL, PLANS, WEIGHT
from sobremesa.games.shut_the_lines.values import values_of
from sobremesa.games.words import sentence, words

ALIKE = 3
"""Chances, in hundredths, that are no further apart are not worth comparing."""

TENTH = 0.1
"""Lines that are worth talking about."""


def look(seen: Any, seat: int, actions: Sequence[int]) -> list[Remark]:
    """How far the splits are apart: in the throws that could be split after them, or in lines."""
    s, choices = seen[0], _legal(seen, seat)
    if s.phase == CHOOSING:
        return [Remark("plans", {"few": min(_dice(each) for each in choices), "many": max(map(_dice, choices))})]
    lines = [int(shut(s, _covered(s, seat, action))) for action in choices]
    if s.phase != SPLITTING:
        return [Remark("out", {"number": max(lines)})]
    found = []
    if max(lines) > shut(s, s.covered[seat]):
        found.append(Remark("shut"))
    odds = [_odds(s, _covered(s, seat, action)) for action in choices if action < LEAVE]
    if max(odds) - min(odds) > ALIKE:
        found.append(Remark("odds", {"least": min(odds), "most": max(odds)}))
    if not found:
        missing = [numbers(int(line) & ~int(s.covered[seat])) for line in s.lines if line]
        found.append(Remark("nearest", {"number": min(len(each) for each in missing if each)}))
    return found


def reasons(seen: Any, seat: int, actions: Sequence[int], instead: Sequence[int]) -> list[Remark]:
    """What a split leaves, beside another one: the one named, or else the one that most people would play."""
    s, best = seen[0], actions[0]
    if s.phase == CHOOSING:
        plan = 1 + best - PLAN
        return [Remark("plan", {"plan": plan, "dice": PLANS[plan].dice, "count": len(PLANS[plan].lines)})]
    others = [action for action in _legal(seen, seat) if _play(s, seat, action) != _play(s, seat, best)]
    if not others:
        return []
    other = instead[0] if instead else max(others, key=lambda action: _plain(s, seat, action))
    if _play(s, seat, other) == _play(s, seat, best):
        return []
    found = _beside(s, seat, best, other)
    if (low := _worth(s, seat, other)) < _worth(s, seat, best) - TENTH:
        found.append(Remark("less", {"move": _text(s, seat, other), "lines": low}))
    return found


def dangers(seen: Any, seat: int, actions: Sequence[int], reply: Sequence[int]) -> list[Remark]:
    """What a split spoils, beside the best one."""
    s, chosen = seen[0], actions[0]
    if s.phase == CHOOSING:
        return []
    best = max(_legal(seen, seat), key=lambda action: _worth(s, seat, action))
    return [Remark("spoils", remark.facts) for remark in _beside(s, seat, best, chosen)]


def say(s: Any, remark: Remark, language: str = "en") -> str:
    """A sentence about a position that s is one of."""
    facts = dict(remark.facts)
    if "lines" in facts:
        told = f"{facts['lines']:.1f}"
        facts["lines"] = told if language == "en" else told.replace(".", ",")
    return sentence(phrase(words(__file__)[language]["counsel"][remark.kind], facts))


def _legal(seen: Any, seat: int) -> list[int]:
    found = np.empty(ACTIONS, np.int16)
    choices: list[int] = found[: int(legal(seen[0], seat, found))].tolist()
    return choices


def _dice(action: int) -> int:
    return PLANS[1 + action - PLAN].dice


def _covered(s: Any, seat: int, action: int) -> int:
    """What a seat has covered after an action."""
    return int(s.covered[seat]) | int(cover(s, seat, action))


def _play(s: Any, seat: int, action: int) -> tuple[int, bool]:
    """What an action comes to: several ways of dividing the dice may be the same."""
    return _covered(s, seat, action), action >= LEAVE


def _text(s: Any, seat: int, action: int) -> str:
    """The numbers that an action covers, as a split is written."""
    return "+".join(map(str, numbers(int(cover(s, seat, action))))) or "0"


def _plain(s: Any, seat: int, action: int) -> tuple[int, int]:
    """How good an action looks at first sight: lines now, then as many numbers as possible."""
    after = _covered(s, seat, action)
    return int(shut(s, after)), after.bit_count()


def _worth(s: Any, seat: int, action: int) -> float:
    """The lines of the round that can be expected after an action."""
    covered = int(s.covered[seat])
    splits = values_of(s).splits(covered, int(s.throw))
    return next(
        split.value for split in splits if (covered | split.cover, split.way >= LEAVE) == _play(s, seat, action)
    )


def _odds(s: Any, covered: int) -> int:
    """Of a hundred throws, those that can be split where so much is covered; all, where everything is."""
    if covered == everything(s):
        return 100
    plan = int(s.plan)
    ways = FULL[plan, : COUNT[plan]]
    possible = ((ways != 0) & (ways & covered == 0)).any(axis=1)
    weights = WEIGHT[plan, : COUNT[plan]]
    return round(100 * int(weights[possible].sum()) / int(weights.sum()))


def _beside(s: Any, seat: int, best: int, other: int) -> list[Remark]:
    """How much likelier the next throw can be split after one split than after another."""
    if max(best, other) >= LEAVE:
        return []
    high, low = (_odds(s, _covered(s, seat, action)) for action in (best, other))
    if high - low <= ALIKE:
        return []
    return [Remark("likelier", {"high": high, "low": low, "move": _text(s, seat, other), "best": _text(s, seat, best)})]

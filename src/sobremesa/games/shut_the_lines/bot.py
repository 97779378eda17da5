"""Bots for Shut the Lines, each by what it looks at: few chips, many chips, lines; or the exact values."""

import random
from collections.abc import Callable, Sequence
from typing import Any

from sobremesa.games.shut_the_lines.notation import cover
from sobremesa.games.shut_the_lines.rules import LEAVE, PLAN
from sobremesa.games.shut_the_lines.tables import WAYS
from sobremesa.games.shut_the_lines.view import layout_of


def chips(s: Any, seat: int, action: int) -> int:
    """How many numbers an action covers."""
    return cover(s, seat, action).bit_count()


def lines(s: Any, seat: int, action: int) -> int:
    """How many lines are shut after an action."""
    now = int(s.covered[seat]) | cover(s, seat, action)
    return sum(line > 0 and now & int(line) == line for line in s.lines)


class Looker:
    """Takes what looks best; among equals any. It never leaves a round that it can stay in."""

    look: Callable[[Any, int, int], Any]

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)

    def choose(self, seen: Any, seat: int, legal: Sequence[int]) -> int:
        if legal[0] >= PLAN:
            return self.rng.choice(legal)
        s = seen[0]
        stays = [action for action in legal if action < self.leaves] or list(legal)
        values = {action: type(self).look(s, seat, action) for action in stays}
        best = max(values.values())
        return self.rng.choice([action for action in stays if values[action] == best])

    leaves = PLAN // 2


class FewestChips(Looker):
    """Makes few big sums, as one should; when it is knocked out, it takes what it can."""

    look = staticmethod(lambda s, seat, action: chips(s, seat, action) * (1 if action >= Looker.leaves else -1))


class MostChips(Looker):
    """Covers as many numbers as it can."""

    look = staticmethod(chips)


class MostLines(Looker):
    """Shuts as many lines as it can now, and otherwise covers little."""

    look = staticmethod(lambda s, seat, action: (lines(s, seat, action), -chips(s, seat, action)))


class Exact:
    """Plays perfectly: for the most lines on average; once the others are out, for as many as it needs to win."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)

    def choose(self, seen: Any, seat: int, legal: Sequence[int]) -> int:
        from sobremesa.games.shut_the_lines.values import values

        if legal[0] >= PLAN:
            return self.rng.choice(legal)
        s = seen[0]
        partial = "choose" if s.partial else "none"
        layout = layout_of(s) if s.own[0] else None
        exact = values(int(s.plan), partial, bool(s.voluntary), bool(s.mercy), layout)
        covered, throw = int(s.covered[seat]), int(s.throw)
        way, _ = exact.best(covered, throw)
        for lines in self.needed(s, seat):
            chosen, chance = exact.best_for(covered, throw, lines)
            if chance:
                way = chosen
                break
        wanted = next(split.cover for split in exact.splits(covered, throw) if split.way == way)
        same = [action for action in legal if (action >= LEAVE) == (way >= WAYS) and cover(s, seat, action) == wanted]
        return same[0]

    @staticmethod
    def needed(s: Any, seat: int) -> list[int]:
        """How many lines win, and how many share the win, where this round decides and only this seat is still in."""
        others = [int(s.points[other]) for other in range(int(s.players)) if other != seat]
        if s.inside != 1 << seat or not others or max(others) < s.target:
            return []
        short = max(others) - int(s.points[seat])
        return [lines for lines in (short + 1, short) if lines > 0]


BOTS = {"fewest-chips": FewestChips, "most-chips": MostChips, "most-lines": MostLines, "exact": Exact}

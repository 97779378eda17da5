"""Alone with a shuffled deck: how each choice would come out, were what is still to be drawn known from then on.

Nobody knows, so orders of the deck are tried, the same ones for every choice: each is solved as if it were known. What
a choice is worth is the mean. That is too hopeful, but about all choices alike. Where so little is left that everything
can be tried (see `endgame`), nothing need be hoped for.
"""

import random
from collections.abc import Iterator, Sequence
from typing import Any

from sobremesa.games.end_of_line.ai.from_position import Rest, TooLong
from sobremesa.games.end_of_line.rules import apply, to_act
from sobremesa.games.end_of_line.rules.points import success
from sobremesa.games.end_of_line.tables import KINDS
from sobremesa.kernel import CHANCE

NODES = 40_000
"""Of the search for the best in one world: the best line found by then has to do."""
NODES_A_CHOICE = 4_000_000
"""When so many are spent on all worlds together, no more of them are tried."""


def means(seen: Any, legal: Sequence[int], dice: random.Random) -> Iterator[dict[int, float]]:
    """What each choice is worth by the worlds tried so far: after one, after two, and so on while nodes are left."""
    sums = dict.fromkeys(legal, 0.0)
    tried, left = 0, NODES_A_CHOICE
    while left > 0:
        world = dice.getrandbits(32)
        for action in legal:
            worth, nodes = outcome(seen, action, random.Random(world))
            sums[action] += worth
            left -= nodes
        tried += 1
        yield {action: total / tried for action, total in sums.items()}


def outcome(seen: Any, action: int, dice: random.Random) -> tuple[float, int]:
    """What a choice is worth in one world, to whoever knows it from then on; and how many nodes that took."""
    position = seen.copy()
    apply(position[0], 0, action)
    order = unseen(position[0])
    dice.shuffle(order)
    while to_act(position[0]) == 1 << CHANCE:
        apply(position[0], CHANCE, order.pop(0))
    if to_act(position[0]) == 0:
        return float(success(position[0])), 1
    rest = Rest(position, NODES, order)
    try:
        return rest.worth(rest.best()), NODES - rest.nodes
    except TooLong:
        return rest.worth(rest.so_far), NODES


def unseen(s: Any) -> list[int]:
    """The cards that have not been drawn."""
    return [kind for kind in range(KINDS) for _ in range(int(s.deck[0, kind]))]

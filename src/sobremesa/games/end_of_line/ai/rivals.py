"""Who in End of Line plays before a line comes to play again, and on which squares they could lay a card then."""

from collections.abc import Iterator
from typing import Any

from sobremesa.games.end_of_line.rules.cards import mate, undrawn
from sobremesa.games.end_of_line.tables import DRAWING, EXITS, HAND, KINDS, NEXT, NOTHING, TEAMS

Step = tuple[int, int]
"""A square, and the heading by which one comes to it."""


def coming(s: Any, seat: int) -> list[int]:
    """The lines whose turn is sure to come before the next one of a seat whose turn is over, in their order."""
    order = [int(line) for line in s.order[int(s.turn) : int(s.living)]]
    return order[: order.index(seat)] if seat in order else order


def threats(s: Any, seat: int) -> dict[int, tuple[int, bool]]:
    """The squares that opponents could lay a card on before a seat's next turn: who, and whether it takes a boost.
    Whatever those before them do leaves them the way there."""
    on, found = s.on.tolist(), dict[int, tuple[int, bool]]()
    for line in coming(s, seat):
        laid = dict(taken(s, line, on))
        rival = s.mode < TEAMS or line != mate(s, seat)
        for square, number in laid.items() if rival else ():
            found.setdefault(square, (line, number > cards(s)))
        for square in laid:  # whether that is free for who comes later is not sure
            on[square] = 1 + line
    return found


def cards(s: Any) -> int:
    """How many a turn asks for without energy."""
    return 1 if s.rounds == 1 and not s.exact else 2


def taken(s: Any, line: int, on: list[int]) -> Iterator[tuple[int, int]]:
    """The squares that a line could lay a card on in its next turn, with the number of that card: with a boost the
    third. Any cards that it has not laid yet may be in its hand."""
    most = cards(s) + int(s.rounds >= 3 and s.energy[line] > 0)
    held = int(s.held[line])
    if s.phase == DRAWING:
        held = min(HAND, held + int(undrawn(s, line)))
    unseen = [int(s.deck[line, kind]) + int(s.hand[line, kind]) for kind in range(KINDS)]
    last = int(s.path[line, s.laid[line]])
    known = int(s.face[last])
    reached: list[tuple[Step, tuple[int, ...]]] = [((last, known & 3), ())]
    seen: set[int] = set()
    for number in range(1, min(most, held) + 1):
        onward: list[tuple[Step, tuple[int, ...]]] = []
        for (square, heading), ways in reached:
            for way in range(3):
                needs = ways if number == 1 else (*ways, way)
                if number == 1 and not EXITS[known >> 2] >> way & 1:
                    continue
                direction = (heading + way + 3) & 3
                ahead = int(NEXT[s.width, direction, square])
                if on[ahead] == NOTHING and may_hold(unseen, needs):
                    onward.append(((ahead, direction), needs))
                    if ahead not in seen:
                        seen.add(ahead)
                        yield ahead, number
        reached = onward


def may_hold(unseen: list[int], ways: tuple[int, ...]) -> bool:
    """Whether among the cards that nobody has seen there may be, for each of these exits, one of its own that has it;
    and one more. There are two exits at most."""
    having = [{kind for kind in range(KINDS) if EXITS[kind] >> way & 1} for way in ways]
    enough = all(sum(unseen[kind] for kind in kinds) > 0 for kinds in having)
    either = sum(unseen[kind] for kind in set().union(*having)) if having else 0
    return enough and either >= len(ways) and sum(unseen) > len(ways)

"""The best of the co-operative puzzle for two on 7 by 7, open deck, edition `es`.

That it cannot be better is arithmetic. There are 47 squares for 50 cards, so 3 stay over, and only two cards of 50 have
initiative 0: the score is at least 1. With turns `exact` a whole turn without energy has two cards, and 47 is odd. So
either one point of energy is spent, or a line is cut in mid-turn after an odd card, and the other fills what is left:
the rules allow that (13: a line that cannot go on is out, the others go on). Without such a sacrifice it is at least 2.

That it can be as good is shown by two paths that between them fill the area: one of 24 cards, leaving a cross-0, and
one of 23, leaving a cross-0 and a straight. They are found by chance, beginning again and again.
"""

from typing import Any

from sobremesa.games.end_of_line.ai.line_search import Step, match
from sobremesa.games.end_of_line.ai.solo_puzzle import Tick
from sobremesa.games.end_of_line.ai.supply import (
    EVERY_KIND,
    KINDS_WITH,
    KINDS_WITHIN,
    OPEN_DECK,
    fitting,
    outlook,
    spares,
)
from sobremesa.games.end_of_line.ai.torus import PAIR, STEP, count, first, most
from sobremesa.games.end_of_line.tables import AHEAD, DECK, INITIATIVE, KIND_NAMES, KINDS, START
from sobremesa.kernel import blank, record, rule
from sobremesa.kernel.rng import below, seeded

SQUARES = PAIR * PAIR - 2
LONG, SHORT = 24, 23
"""Cards of the two lines. The long one lays first in the search."""
PATIENCE = 5_000
"""Nodes until the search begins again."""
LOW = sum(1 << kind for kind in range(KINDS) if INITIATIVE[kind] <= 2)
HIGH = EVERY_KIND & ~LOW

Heads = record(
    empty="i8",
    square=("u1", 2),
    heading=("u1", 2),
    used=("u1", 6),  # left, ahead, right of the long line, then of the short one
    exit="u1",  # by which the card before was left
    untried="u1",
)


@rule
def exits(s, which, laid):
    free = 0
    for way in range(3):
        if laid > 1 or way == AHEAD:
            free |= (s.empty >> STEP[PAIR, s.square[which], (s.heading[which] + way + 3) & 3] & 1) << way
    return free


@rule
def entwine(lines, outlook_long, outlook_short, nodes, rng):
    """Lay both lines card by card, at random, for some nodes at most; how many cards lie then, and how many nodes."""
    at, left = 0, nodes
    lines[0].untried = exits(lines[0], 0, 0)
    while at >= 0 and left > 0:
        untried = int(lines[at].untried)
        if untried == 0:
            at -= 1
            continue
        rest = untried
        for _ in range(below(rng, count(untried))):
            rest &= rest - 1
        way = first(rest)
        lines[at].untried = untried & ~(1 << way)
        left -= 1
        if not advance(lines, at, way, outlook_long, outlook_short):
            continue
        at += 1
        if at == SQUARES:
            break
        lines[at].untried = exits(lines[at], at % 2, at)
    return at, nodes - left


@rule
def advance(lines, at, way, outlook_long, outlook_short):
    """Lay the next card; whether both lines may still fill the area at the best score."""
    lines[at + 1] = lines[at]
    s, which = lines[at + 1], at % 2
    heading = (s.heading[which] + way + 3) & 3
    s.square[which] = STEP[PAIR, s.square[which], heading]
    s.heading[which] = heading
    s.empty &= ~(1 << int(s.square[which]))
    s.exit = way
    if at > 1:
        s.used[3 * which + way] += 1
    if which == 0:
        left_over = outlook_long[0, s.used[0], s.used[1], s.used[2]]
    else:
        left_over = outlook_short[0, s.used[3], s.used[4], s.used[5]]
    sources = 1 << int(s.square[0]) | 1 << int(s.square[1])
    return left_over <= which and most(s.empty, sources, 2, PAIR) == SQUARES - at - 1


def weave(turns: str, sacrifice: bool, seed: int, tick: Tick | None = None) -> tuple[list[tuple[int, str]], int]:
    """Two lines that reach the bound, as the choices of both seats in order; and how many nodes they took."""
    rng, nodes = seeded(seed), 0
    while True:
        long = int(below(rng, 2))  # the seat of the long line
        lines = begin(long)
        laid, took = entwine(lines, outlook(1, LONG, 0), outlook(1, SHORT, 0), PATIENCE, rng)
        nodes += took
        kinds = cards(lines, turns, sacrifice) if laid == SQUARES else None
        if kinds:
            return script(lines, kinds, long, turns, sacrifice), nodes
        if tick:
            tick(nodes, bound(turns, sacrifice))


def bound(turns: str, sacrifice: bool) -> int:
    """No score is better than this."""
    return 1 if turns == "stop" or sacrifice else 2


def begin(long: int) -> Any:
    lines = blank(Heads, SQUARES + 1)
    s = lines[0]
    for which, seat in enumerate((long, 1 - long)):
        s.square[which], s.heading[which] = START[2, seat]
    s.empty = (1 << PAIR * PAIR) - 1 - sum(1 << int(square) for square in s.square)
    return lines


def cards(lines: Any, turns: str, sacrifice: bool) -> list[list[int]] | None:
    """The kinds of both lines, the long one's first, if the cards can be dealt.

    With turns `stop` the long line lays the last card alone, so after 23 each it must be the first of the round. For a
    sacrifice the short line must be the first after 22 each, and end on a card from which it cannot go on.
    """
    kinds = []
    for which, length in enumerate((LONG, SHORT)):
        s = blank(Step)[0]
        s.wants[:], s.drawn[:] = EVERY_KIND, DECK
        for card in range(1, length):
            s.wants[card] = KINDS_WITH[1 << int(lines[2 * card + which + 1].exit)]
        if turns == "stop":
            s.wants[SHORT] &= HIGH if which else LOW
        elif sacrifice:
            s.wants[SHORT - 1] &= LOW if which else HIGH
            if which:
                s.wants[SHORT] &= KINDS_WITHIN[7 & ~exits_at_last(lines)]
        (spare,) = spares(DECK - length, which)
        fits = fitting(OPEN_DECK, spare)
        if not all(match(s, card, fits) for card in range(1, length + 1)):
            return None
        kinds.append([OPEN_DECK[position] for position in s.match[1 : length + 1]])
    return kinds


def exits_at_last(lines: Any) -> int:
    """The exits of the short line's last card that lead to where the long line lays its last two."""
    end = lines[SQUARES].copy()
    end.empty = sum(1 << int(lines[at].square[0]) for at in (SQUARES, SQUARES - 2))
    return int(exits(end, 1, SQUARES))


def script(lines: Any, kinds: list[list[int]], long: int, turns: str, sacrifice: bool) -> list[tuple[int, str]]:
    """The choices of both seats in the order in which the rules ask for them."""
    rest: list[list[str]] = [[], []]
    initiatives: list[list[int]] = [[], []]
    for at in range(SQUARES):
        which, card = at % 2, at // 2
        row, column = divmod(int(lines[at + 1].square[which]), PAIR)
        rest[long ^ which].append(f"{KIND_NAMES[kinds[which][card]]}>{row},{column}")
        initiatives[long ^ which].append(int(INITIATIVE[kinds[which][card]]))
    moves: list[tuple[int, str]] = []
    laid, number = 0, 0
    while any(rest):
        number += 1
        for seat in order(initiatives[0][:laid], initiatives[1][:laid]):
            due = 1 if number == 1 and turns == "stop" else 2
            if number >= 3 and rest[seat]:
                brakes = turns == "exact" and not sacrifice and len(rest[seat]) == 1
                moves.append((seat, "brake" if brakes else "go"))
            moves += [(seat, move) for move in rest[seat][:due]]
            del rest[seat][:due]
        laid += 1 if number == 1 and turns == "stop" else 2
    return moves


def order(one: list[int], other: list[int]) -> tuple[int, int]:
    """Who begins a round, by the initiatives laid so far: the lowest last one, then the one before it."""
    for mine, theirs in zip(reversed(one), reversed(other), strict=True):
        if mine != theirs:
            return (0, 1) if mine < theirs else (1, 0)
    return 0, 1

"""What the counsel of End of Line says, tried with every card that could be laid, and by playing on."""

import random

import numpy as np
import pytest

from sobremesa.games.end_of_line import coach, notation, rules
from sobremesa.games.end_of_line.rules import cards
from sobremesa.games.end_of_line.tables import (
    EXITS,
    INITIATIVE,
    KIND_NAMES,
    KINDS,
    LAYING,
    NEXT,
    NOTHING,
    SPENDING,
)
from sobremesa.games.words import words
from sobremesa.kernel import CHANCE
from sobremesa.kernel.rng import seeded
from tests.support.games.counsel import hold

pytestmark = pytest.mark.compiled
DEAD = -1


def legal(position, seat):
    found = np.empty(rules.ACTIONS, np.int16)
    return found[: int(rules.legal(position[0], seat, found))].tolist()


def after(position, seat, actions):
    then = position.copy()
    for action in actions:
        rules.apply(then[0], seat, action)
    return then


def laying(position, start, seat):
    s = position[0]
    return s.phase == LAYING and s.rounds == start[0].rounds and rules.mover(s) == seat


def ends(position, start, seat):
    """Every position that the rest of a turn can end with."""
    if not laying(position, start, seat):
        yield position
        return
    for action in legal(position, seat):
        yield from ends(after(position, seat, [action]), start, seat)


def spread(s, squares):
    """The empty squares that hang together with these."""
    found = {square for square in squares if s.on[square] == NOTHING}
    edge = set(found)
    while edge:
        edge = {int(NEXT[s.width, way, each]) for each in edge for way in range(4)} - found
        edge = {square for square in edge if s.on[square] == NOTHING}
        found |= edge
    return found


def free(s, line):
    """Where a line may go on from its last card, straight from its exits."""
    last = int(s.path[line, s.laid[line]])
    face = int(s.face[last])
    ways = [int(NEXT[s.width, (face + way + 3) & 3, last]) for way in range(3) if EXITS[face >> 2] >> way & 1]
    return [square for square in ways if s.on[square] == NOTHING]


def reach(s, seat):
    return len(spread(s, free(s, seat))) if s.alive[seat] or s.empty == 0 else DEAD


def worth(question, actions):
    then = after(question.seen, question.seat, actions)
    return max(reach(end[0], question.seat) for end in ends(then, question.seen, question.seat))


def worths(question):
    lays = [action for action in legal(question.seen, question.seat) if action < rules.GO]
    return {action: worth(question, [action]) for action in lays}


def uses(question):
    """What each use of energy is worth; what another card would bring is not known."""
    found = legal(question.seen, question.seat)
    return {use: worth(question, [use]) for use in found if use != rules.GAS}


def energy(question, number, most):
    found = uses(question)
    return found.pop(rules.GO) == number and max(found.values()) == most >= number + 3


def idle(question, number):
    found = uses(question)
    return found.pop(rules.GO) == number and max(found.values(), default=DEAD) < number + 3


def cut(question, number, of):
    found = list(worths(question).values())
    return (found.count(DEAD), len(found)) == (number, of)


def rest(question):
    return [each for each in worths(question).values() if each != DEAD]


def exits(question):
    then = question.seen[0]
    lays = {int(cards.target(then, question.seat, action % 3, then.back, then.crossing)) for action in worths(question)}
    return [len(spread(then, [square])) for square in lays]


def beside(question, card, square, number=DEAD, most=None):
    """Another card, and what it leaves."""
    other = rules.LAY + 3 * KIND_NAMES.index(card)
    s, place = question.seen[0], question.instead[0]
    same = place // 3 * 3 == other and cards.target(s, question.seat, place % 3, s.back, s.crossing) == square
    best = worth(question, question.actions[:1] if not question.match.open else question.actions)
    return same and worth(question, [place]) == number and best == (best if most is None else most) > number


def last(question):
    return after(question.seen, question.seat, question.actions)[0]


def lead(question, number, of):
    """Lay each card of the hand, as if it were one's turn."""
    then = after(question.seen, question.seat, question.actions)
    s, leading = then[0], set()
    s.phase, s.to_lay, s.back, s.crossing, s.boxed_in = LAYING, 2, 0, False, False
    s.order[s.turn] = question.seat
    for action in legal(then, question.seat) if rules.may_lay(s, question.seat, 0, False) else []:
        if free(after(then, question.seat, [action])[0], question.seat):
            leading.add(action // 3)
    held = s.hand[question.seat]
    return (sum(int(held[kind]) for kind in leading), int(held.sum())) == (number, of)


def first(question):
    then = question.after()
    while CHANCE in then.to_act:
        then.push(then.legal_moves_of(CHANCE)[0])
    return then.to_act == (question.seat,) and then.position[0].rounds == question.match.position[0].rounds + 1


def race(question, initiative):
    """However the turn is finished: with a lower card one goes first."""
    start, seat = question.seen, question.seat
    for end in ends(start, start, seat):
        s = end[0]
        lower = INITIATIVE[s.face[s.path[seat, s.laid[seat]]] >> 2] < initiative
        if s.alive[seat] and s.rounds > start[0].rounds and lower and s.order[0] != seat:
            return False
    return True


def taken(boost):
    """In some world somebody lays a card there before one's next turn."""

    def check(question, line, square):
        s = last(question)
        ways = free(s, question.seat)
        return ways == [square] and any(lays(question, line, square, boost, random.Random(n)) for n in range(4000))

    return check


def lays(question, line, square, boost, rng):
    then = after(question.seen, question.seat, question.actions)
    rules.deal(then[0], question.seat, seeded(rng.randrange(1 << 30)))
    while acting := int(rules.to_act(then[0])):
        seat = acting.bit_length() - 1
        if seat == question.seat and then[0].phase in (LAYING, SPENDING):
            return False
        found = legal(then, seat)
        wanted = rules.BOOST if boost and seat == line else rules.GO
        action = wanted if wanted in found else rng.choice(found)
        rules.apply(then[0], seat, action)
        if then[0].on[square] == 1 + line:
            return True
    return False


def stranded(question):
    s = last(question)
    lines = [square for line in range(int(s.players)) if s.alive[line] for square in free(s, line)]
    empty = {square for square in range(int(s.width) ** 2) if s.on[square] == NOTHING}
    return len(empty - spread(s, lines))


def weak(question, line, square):
    s = question.match.position[0]
    return notation.free_exits(s, line) == [notation.name(s, square)]


def blocks(question, line):
    return bool(free(question.seen[0], line)) and not free(last(question), line)


def narrow(question, number, most):
    best = max((worths(question) | (uses(question) if question.seen[0].phase == SPENDING else {})).values())
    return worth(question, question.actions) == number and best == most


def turns(question):
    """Where each card would leave one whose turn it ends."""
    found = [after(question.seen, question.seat, [action]) for action in worths(question)]
    return [
        then[0] for then in found if not laying(then, question.seen, question.seat) and then[0].alive[question.seat]
    ]


def nearest(s, seat):
    """Squares that a line comes to first, ring by ring."""
    rivals = [line for line in range(int(s.players)) if s.alive[line] and line != seat]
    rings = {line: set(free(s, line)) for line in (seat, *rivals)}
    first = set()
    for _ in range(len(s.on)):
        first |= rings[seat] - set().union(*(rings[line] for line in rivals))
        beside = {line: {int(NEXT[s.width, way, each]) for each in rings[line] for way in range(4)} for line in rings}
        rings = {line: rings[line] | {each for each in beside[line] if s.on[each] == NOTHING} for line in rings}
    return len(first)


def far(question, number, most):
    best = max(nearest(s, question.seat) for s in turns(question))
    return nearest(last(question), question.seat) == number and best == most


def hand(question, number, of):
    held = question.seen[0].hand[question.seat]
    forks = [kind for kind in range(KINDS) if sum(EXITS[kind] >> way & 1 for way in range(3)) > 1]
    return (sum(int(held[kind]) for kind in forks), int(held.sum())) == (number, of)


def needs(question):
    return uses(question).get(rules.GO, DEAD) == DEAD


CHECKS = {
    "needs": needs,
    "energy": energy,
    "idle": idle,
    "hand": hand,
    "weak": weak,
    "cut": cut,
    "pockets": lambda question, number, most: (min(exits(question)), max(exits(question))) == (number, most),
    "coming": lambda question, number, empty: (
        (int(question.seen[0].deck[0].sum()), int((question.seen[0].on[:25] == NOTHING).sum())) == (number, empty)
    ),
    "spread": lambda question, least, most: (min(rest(question)), max(rest(question))) == (least, most),
    "same": lambda question, number: set(rest(question)) == {number},
    "race": race,
    "blocks": blocks,
    "survives": beside,
    "more": beside,
    "keeps": lambda question, number: last(question).energy[question.seat] == number,
    "first": first,
    "whole": lambda question: stranded(question) == 0,
    "lead": lead,
    "dead": lambda question: worth(question, question.actions) == DEAD,
    "strands": lambda question, number: stranded(question) == number,
    "taken": taken(False),
    "taken_boost": taken(True),
    "narrow": narrow,
    "few": lambda question, number, of: number <= 1 and lead(question, number, of),
    "far": far,
}
CASES = [
    *(("end-of-line", 2 + n % 2, {}) for n in range(14)),
    *(("end-of-line", 1, {"mode": mode}) for mode in ("solo", "classic", "solo")),
    ("end-of-line", 2, {"mulligan": True, "extra_gas": True}),
    ("end-of-line", 2, {"mode": "coop"}),
]


def test_whatever_is_said_is_so():
    hold(coach, CHECKS, CASES, enough=6)
    assert set(CHECKS) == set(words(coach.__file__)["en"]["counsel"])

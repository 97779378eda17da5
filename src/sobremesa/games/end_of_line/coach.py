"""What a good player of End of Line points out: how much room is left, who can be cut off, and by whom."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from sobremesa.games.end_of_line.ai.rivals import threats
from sobremesa.games.end_of_line.bot import CARDS, DEAD, best_end, reach
from sobremesa.games.end_of_line.notation import name, seat_names
from sobremesa.games.end_of_line.rules import ACTIONS, CROSS, GAS, GO, apply, legal, may_spend
from sobremesa.games.end_of_line.rules.cards import mate, target, undrawn
from sobremesa.games.end_of_line.rules.turn_order import initiative
from sobremesa.games.end_of_line.tables import (
    EXITS,
    KEEPING,
    KIND_NAMES,
    KINDS,
    LAYING,
    NEXT,
    NOTHING,
    NOWHERE,
    PILING,
    SPENDING,
    TEAMS,
    TURNED_UP,
)
from sobremesa.games.remark import Remark, phrase
from sobremesa.games.words import sentence, words

ROOM = 3
"""Squares that are worth talking about."""
FAR = 1000
"""Further than any square is."""


def look(seen: Any, seat: int, actions: Sequence[int]) -> list[Remark]:
    """What energy is needed for, how many ways to lay a card are bad, where there is room, and who has little of it."""
    s = seen[0]
    if s.phase == SPENDING:
        return _energy(seen, seat)
    if s.phase == KEEPING:
        forks = sum(int(s.hand[seat, kind]) for kind in range(KINDS) if int(EXITS[kind]).bit_count() > 1)
        return [Remark("hand", {"number": forks, "of": int(s.held[seat])})]
    found = _weak(s, seat)
    worths = {action: _worth(seen, seat, [action]) for action in _legal(seen, seat) if action < GO}
    dead = [action for action, worth in worths.items() if worth == DEAD]
    if dead and len(dead) < len(worths):
        found.append(Remark("cut", {"number": len(dead), "of": len(worths)}))
    found += _pockets(s, seat)
    living = [worth for worth in worths.values() if worth != DEAD]
    if s.phase in (TURNED_UP, PILING):
        found.append(Remark("coming", {"number": int(undrawn(s, seat)), "empty": int(s.empty)}))
    elif living and min(living) < max(living):
        found.append(Remark("spread", {"least": min(living), "most": max(living)}))
    elif living:
        found += [*_race(s, seat), Remark("same", {"number": living[0]})]
    return found


def reasons(seen: Any, seat: int, actions: Sequence[int], instead: Sequence[int]) -> list[Remark]:
    """Whom choices cut off, how much room they leave beside others, and how the line goes on after them."""
    then, rivals = _after(seen, seat, actions), seen[0].mode <= TEAMS
    found = []
    if rivals:
        closed = [line for line in _rivals(seen[0], seat) if _ways(seen[0], line) and not _ways(then[0], line)]
        found += [Remark("blocks", {"line": line}) for line in closed[:1]]
    if instead and actions[0] <= CROSS and instead[0] <= CROSS and GAS not in (actions[0], instead[0]):
        found += _beside(seen, seat, actions, instead)
    if actions[0] == GO and seen[0].energy[seat]:
        found.append(Remark("keeps", {"number": int(seen[0].energy[seat])}))
    if actions[-1] < GO and then[0].alive[seat] and then[0].empty:
        if rivals and then[0].rounds > seen[0].rounds and int(then[0].living) > 1 and then[0].order[0] == seat:
            found.append(Remark("first"))
        if not rivals and not _stranded(then[0]):
            found.append(Remark("whole"))
        if held := int(then[0].held[seat]):
            found.append(Remark("lead", {"number": _leading(then[0], seat), "of": held}))
    return found


def dangers(seen: Any, seat: int, actions: Sequence[int], reply: Sequence[int]) -> list[Remark]:
    """Whether choices end with the line cut, who could take its only way on, and what room they give away; else how
    they leave the line placed."""
    if actions[0] > CROSS or GAS in actions:
        return []
    worth, then = _worth(seen, seat, actions), _after(seen, seat, actions)
    if worth == DEAD:
        return [Remark("dead")]
    if then[0].mode > TEAMS:
        stranded = len(_stranded(then[0])) if actions[-1] < GO else 0
        return [Remark("strands", {"number": stranded})] if stranded else []
    found = []
    ways = _ways(then[0], seat)
    if len(ways) == 1 and not _laying(then[0], seen[0], seat):
        who = threats(then[0], seat).get(ways[0])
        if who:
            found.append(Remark("taken_boost" if who[1] else "taken", {"line": who[0], "square": ways[0]}))
    best = max(_worth(seen, seat, [action]) for action in _legal(seen, seat) if action <= CROSS and action != GAS)
    if best >= worth + ROOM:
        found.append(Remark("narrow", {"number": worth, "most": best}))
    return found or _position(seen, then, seat)


def say(s: Any, remark: Remark, language: str = "en") -> str:
    """A sentence about a position that s is one of."""
    vocabulary, facts = words(__file__)[language], dict(remark.facts)
    if "line" in facts:
        facts["line"] = vocabulary["lines"][seat_names(int(s.players))[facts["line"]]]
    if "square" in facts:
        facts["square"] = name(s, facts["square"])
    if "card" in facts:
        card = vocabulary["cards"][facts["card"]]
        facts["move"] = vocabulary["laid_on"].format(card=card, square=facts["square"])
    return sentence(phrase(vocabulary["counsel"][remark.kind], facts))


def _legal(seen: Any, seat: int) -> list[int]:
    found = np.empty(ACTIONS, np.int16)
    choices: list[int] = found[: int(legal(seen[0], seat, found))].tolist()
    return choices


def _after(seen: Any, seat: int, actions: Sequence[int]) -> Any:
    """The position after choices, up to the end of the turn."""
    then = seen.copy().view(np.recarray)
    for n, action in enumerate(actions):
        if n and not _laying(then[0], seen[0], seat):
            break
        apply(then[0], seat, action)
    return then


def _worth(seen: Any, seat: int, actions: Sequence[int]) -> int:
    """The most squares that a line can have within reach at the end of its turn after choices, with the cards it holds;
    DEAD where it is cut whatever it lays."""
    line = np.repeat(_after(seen, seat, actions), CARDS + 1).view(np.recarray)
    if _laying(line[0], seen[0], seat):
        return int(best_end(line, seat))
    return int(reach(line[0], seat)) if line[0].alive[seat] or line[0].empty == 0 else DEAD


def _laying(s: Any, before: Any, seat: int) -> bool:
    """Whether the same turn asks for another card."""
    return bool(s.phase == LAYING and s.rounds == before.rounds and s.order[s.turn] == seat)


def _rivals(s: Any, seat: int) -> list[int]:
    friend = int(mate(s, seat)) if s.mode == TEAMS else seat
    return [line for line in range(int(s.players)) if s.alive[line] and line not in (seat, friend)]


def _ways(s: Any, line: int) -> list[int]:
    """The squares where a line may go on from its last card, in teams also over its partner's."""
    squares = [int(target(s, line, way, 0, s.mode == TEAMS)) for way in range(3)]
    return [square for square in squares if square != NOWHERE]


def _energy(seen: Any, seat: int) -> list[Remark]:
    s = seen[0]
    uses = [use for use in range(GO, CROSS + 1) if use != GAS and may_spend(s, seat, use)]
    worths = {use: _worth(seen, seat, [use]) for use in uses}
    without, best = worths.pop(GO, DEAD), max(worths.values(), default=DEAD)
    if without == DEAD:
        return [Remark("needs")]
    if best >= without + ROOM:
        return [Remark("energy", {"number": without, "most": best}), *_weak(s, seat)]
    return [*_weak(s, seat), Remark("idle", {"number": without})]


def _weak(s: Any, seat: int) -> list[Remark]:
    """A rival whose only way on is a square that one could lay a card on now."""
    if s.mode > TEAMS:
        return []
    near = {int(target(s, seat, way, s.back, s.crossing)) for way in range(3)}
    ways = {line: _ways(s, line) for line in _rivals(s, seat)}
    only = [(line, squares[0]) for line, squares in ways.items() if len(squares) == 1 and squares[0] in near]
    return [Remark("weak", {"line": line, "square": square}) for line, square in only[:1]]


def _race(s: Any, seat: int) -> list[Remark]:
    """What the last card of a turn must be less than to go first in the next round, where nobody plays after it."""
    rivals = [line for line in range(int(s.players)) if s.alive[line] and line != seat]
    if s.mode > TEAMS or s.phase != LAYING or s.order[int(s.living) - 1] != seat or not rivals:
        return []
    least = min(int(initiative(s, line, 0)) for line in rivals)
    return [Remark("race", {"initiative": least})] if least else []


def _pockets(s: Any, seat: int) -> list[Remark]:
    """How many empty squares hang together behind the narrowest exit, and behind the widest."""
    squares = [int(target(s, seat, way, s.back, s.crossing)) for way in range(3)]
    sizes = [len(_away(s, [square])) for square in squares if square != NOWHERE]
    if not sizes or min(sizes) == max(sizes):
        return []
    return [Remark("pockets", {"number": min(sizes), "most": max(sizes)})]


def _stranded(s: Any) -> set[int]:
    """The empty squares that no line comes to any more, whatever cards it has."""
    begin = [square for line in range(int(s.players)) if s.alive[line] for square in _ways(s, line)]
    empty = {square for square in range(int(s.width) ** 2) if s.on[square] == NOTHING}
    return empty - _away(s, begin).keys()


def _position(seen: Any, then: Any, seat: int) -> list[Remark]:
    """What is worse at the end of a turn than it might be: how many cards lead on, and how much lies nearest to one."""
    if _laying(then[0], seen[0], seat):
        return []
    turns = [_after(seen, seat, [action]) for action in _legal(seen, seat) if action < GO]
    others = [turn[0] for turn in turns if turn[0].alive[seat] and not _laying(turn[0], seen[0], seat)]
    leading, held = _leading(then[0], seat), int(then[0].held[seat])
    if held and leading <= 1 < max((_leading(other, seat) for other in others), default=0):
        return [Remark("few", {"number": leading, "of": held})]
    near = _nearest(then[0], seat)
    most = max((_nearest(other, seat) for other in others), default=0)
    return [Remark("far", {"number": near, "most": most})] if most >= near + ROOM else []


def _nearest(s: Any, seat: int) -> int:
    """How many empty squares a line comes to with fewer cards than any rival, as the cards lie."""
    own, *others = (_away(s, _ways(s, line)) for line in (seat, *_rivals(s, seat)))
    return sum(all(away < other.get(square, FAR) for other in others) for square, away in own.items())


def _away(s: Any, squares: Sequence[int]) -> dict[int, int]:
    """How many cards it takes to the empty squares that hang together with these."""
    on, width = s.on.tolist(), int(s.width)
    found, open_ = dict.fromkeys(squares, 1), list(squares)
    for square in open_:
        for direction in range(4):
            beside = int(NEXT[width, direction, square])
            if on[beside] == NOTHING and beside not in found:
                found[beside] = found[square] + 1
                open_.append(beside)
    return found


def _leading(s: Any, seat: int) -> int:
    """How many cards in a hand could be laid next and leave a free exit."""
    leading, last = set(), int(s.path[seat, s.laid[seat]])
    for way in range(3):
        square = int(target(s, seat, way, 0, False))
        heading = int(s.face[last]) + way + 3
        for onward in range(3) if square != NOWHERE else ():
            if s.on[NEXT[s.width, (heading + onward + 3) & 3, square]] == NOTHING:
                leading |= {kind for kind in range(KINDS) if EXITS[kind] >> onward & 1}
    return sum(int(s.hand[seat, kind]) for kind in leading)


def _beside(seen: Any, seat: int, actions: Sequence[int], instead: Sequence[int]) -> list[Remark]:
    """What room choices leave, and what others would."""
    most, least = (_worth(seen, seat, each) for each in (actions, instead))
    other = instead[0]
    if other >= GO or (least != DEAD and most < least + ROOM) or most == DEAD:
        return []
    square = int(target(seen[0], seat, other % 3, seen[0].back, seen[0].crossing))
    facts = {"card": KIND_NAMES[other // 3], "square": square}
    return [Remark("survives", facts) if least == DEAD else Remark("more", facts | {"number": least, "most": most})]

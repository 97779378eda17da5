"""What a good player of Splut! points out: who can be hit by which rock, in this turn and in the next one."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from sobremesa.games.remark import Remark, phrase
from sobremesa.games.splut.bot import STEPS, kill
from sobremesa.games.splut.events import Levitated, Pulled, Pushed, Thrown, events
from sobremesa.games.splut.notation import PIECES, called, piece_of
from sobremesa.games.splut.rules import alive, apply, end_turn, over, sorcerer_of
from sobremesa.games.splut.tables import NEXT, ROCKS, SQUARE, SQUARE_NAMES
from sobremesa.games.words import sentence, words

POINTED = {Thrown: "throw", Pulled: "pull", Levitated: "levitate"}


def look(seen: Any, seat: int, actions: Sequence[int]) -> list[Remark]:
    """Whom one can hit, who could be hit oneself, and with which piece to begin."""
    found = [Remark("kill", shot) for shot in _shots(seen, seat, _others(seen, seat))[:1]]
    if not found:
        found = [Remark("threat", shot) for shot in _threats(seen, seat)[:1]]
    found.append(Remark("piece", {"piece": PIECES[piece_of(actions[0] >> 2)]}))
    if found[0].kind != "kill":
        found += _pointer(seen, seat, actions)
    return found


def reasons(seen: Any, seat: int, actions: Sequence[int], instead: Sequence[int]) -> list[Remark]:
    """What one is safe from after a turn, and what one threatens then."""
    then = _after(seen, seat, actions)
    if over(then[0]) or then[0].turns == seen[0].turns:
        return []
    found = []
    if alive(then[0], seat):
        following = int(then[0].mover)
        threats = [shot for shot in _threats(seen, seat) if shot["team"] == following]
        if threats and not _shots(then, following, 1 << seat):
            found.append(Remark("saved", threats[0]))
        found += [Remark("threatens", shot) for shot in _shots(_passed(then, seat), seat, _others(then, seat))[:1]]
    return found


def dangers(seen: Any, seat: int, actions: Sequence[int], reply: Sequence[int]) -> list[Remark]:
    """Who can hit one's sorcerer after a turn, at once or later, or will probably hit one's dwarf; and whom one could
    have hit."""
    then = _after(seen, seat, actions)
    if over(then[0]) or then[0].turns == seen[0].turns or not alive(then[0], seat):
        return []
    found = [Remark("killed" if shot["team"] == then[0].mover else "looms", shot) for shot in _to_come(then, seat)[:1]]
    if not found:
        found = _answered(then, seat, reply)
    if then[0].standing == seen[0].standing:
        found += [Remark("missed", shot) for shot in _shots(seen, seat, _others(seen, seat))[:1]]
    return found


def say(s: Any, remark: Remark, language: str = "en") -> str:
    """A sentence about a position that s is one of."""
    vocabulary, facts = words(__file__)[language], dict(remark.facts)
    players = int(s.players)
    if "team" in facts:
        facts["troll"] = called(players, ROCKS + 3 * facts["team"] + 2, language)
    if "victim" in facts:
        facts["victim"] = called(players, facts["victim"], language)
    if "piece" in facts:
        facts["piece"] = vocabulary["pieces"][facts["piece"]]
    return sentence(phrase(vocabulary["counsel"][remark.kind], facts))


def _others(seen: Any, seat: int) -> int:
    """All seats but one, a bit each."""
    return (1 << int(seen[0].players)) - 1 & ~(1 << seat)


def _after(seen: Any, seat: int, actions: Sequence[int]) -> Any:
    """The position after steps, up to the end of the turn."""
    then = seen.copy().view(np.recarray)
    for action in actions:
        if over(then[0]) or then[0].turns != seen[0].turns:
            break
        apply(then[0], seat, action)
    return then


def _passed(seen: Any, seat: int) -> Any:
    """The position when a seat's turn comes next, if nobody took a step until then."""
    then = seen.copy().view(np.recarray)
    end_turn(then[0])
    while then[0].mover != seat:
        end_turn(then[0])
    return then


def _shots(seen: Any, seat: int, victims: int) -> list[dict[str, Any]]:
    """How a seat whose turn it is can kill one of the victims: the rock where it lies now, and whom it hits."""
    line, plan = np.repeat(seen, STEPS + 1).view(np.recarray), np.empty(STEPS, np.int16)
    steps = 0 if over(seen[0]) else int(kill(line, seat, victims, plan))
    if not steps:
        return []
    before, thrown = line[steps - 1], int(plan[steps - 1])
    troll = sorcerer_of(seat) + 2
    rock = int(before.on[NEXT[thrown & 3, before.at[troll]]])
    hit = next(each for each in range(int(before.players)) if alive(before, each) and not alive(line[steps], each))
    return [{"team": seat, "rock": SQUARE_NAMES[seen[0].at[rock]], "victim": int(sorcerer_of(hit))}]


def _threats(seen: Any, seat: int) -> list[dict[str, Any]]:
    """How each other could kill a seat in its next turn if nobody took a step before it; the next to play first."""
    return [shot for other in _around(seen, seat) for shot in _shots(_passed(seen, other), other, 1 << seat)]


def _to_come(then: Any, seat: int) -> list[dict[str, Any]]:
    """How each other could kill a seat after its turn: the next for certain, those after it if nobody takes a step."""
    following = int(then[0].mover)
    turns = {other: then if other == following else _passed(then, other) for other in _around(then, seat)}
    return [shot for other, turn in turns.items() for shot in _shots(turn, other, 1 << seat)]


def _around(seen: Any, seat: int) -> list[int]:
    """The others who are still there, in the order of their turns after a seat's."""
    players = int(seen[0].players)
    return [other for n in range(1, players) if alive(seen[0], other := (seat + n) % players)]


def _pointer(seen: Any, seat: int, actions: Sequence[int]) -> list[Remark]:
    """What else than steps a turn is made of, without saying where it goes."""
    before = seen
    for action in actions:
        then = _after(before, seat, [action])
        event = events(before[0], seat, action, then[0], seat)[0]
        if isinstance(event, (Thrown, Pulled)):
            rock = int(before[0].on[SQUARE[event.rock]])
            return [Remark(POINTED[type(event)], {"rock": SQUARE_NAMES[seen[0].at[rock]]})]
        if isinstance(event, Pushed):
            return [Remark("push")]
        before = then
    return []


def _answered(then: Any, seat: int, reply: Sequence[int]) -> list[Remark]:
    """What an answer that an opponent would probably give does to one's dwarf."""
    before, other = then, int(then[0].mover)
    for action in reply:
        after = _after(before, other, [action])
        event = events(before[0], other, action, after[0], other)[0]
        if isinstance(event, Thrown) and event.victim == sorcerer_of(seat) + 1:
            rock = int(before[0].on[NEXT[action & 3, before[0].at[sorcerer_of(other) + 2]]])
            return [Remark("hit", {"team": other, "rock": SQUARE_NAMES[then[0].at[rock]], "victim": event.victim})]
        before = after
    return []

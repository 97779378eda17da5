"""What the counsel of Splut! says, tried with every turn there is."""

import numpy as np
import pytest

from sobremesa.games.splut import coach, rules
from sobremesa.games.splut.tables import NEXT, ROCKS, SQUARE, SQUARE_NAMES
from sobremesa.games.words import words
from sobremesa.play.match import Match
from tests.support.games.counsel import hold

pytestmark = pytest.mark.compiled


def shots(position, seat):
    """Every rock, by where it lies now, with every sorcerer that a seat whose turn it is can bring it down on, but for
    its own; a step at a time, by nothing but the rules."""
    found, turns = set(), int(position[0].turns)
    troll, waiting = rules.sorcerer_of(seat) + 2, [position.copy()]
    while waiting:
        before = waiting.pop()
        actions = np.empty(rules.ACTIONS, np.int16)
        for action in actions[: int(rules.legal(before[0], seat, actions))].tolist():
            then = before.copy()
            rules.apply(then[0], seat, action)
            if int(then[0].standing) < int(before[0].standing):
                rock = before[0].on[NEXT[action & 3, before[0].at[troll]]]
                dead = [each for each in range(4) if rules.alive(before[0], each) and not rules.alive(then[0], each)]
                if dead != [seat]:
                    found.add((SQUARE_NAMES[position[0].at[rock]], int(rules.sorcerer_of(dead[0]))))
            elif int(then[0].turns) == turns and not rules.over(then[0]):
                waiting.append(then)
    return found


def passed(position, seat):
    """If nobody took a step until a seat's turn."""
    then = position.copy()
    rules.end_turn(then[0])
    while then[0].mover != seat:
        rules.end_turn(then[0])
    return then


def kill(question, team, rock, victim):
    return team == question.seat and (rock, victim) in shots(question.seen, team)


def threat(question, team, rock, victim):
    mine = victim == rules.sorcerer_of(question.seat)
    return mine and (rock, victim) in shots(passed(question.seen, team), team)


def saved(question, team, rock, victim):
    then = question.after().position
    return then[0].mover == team and victim not in {hit for _, hit in shots(then, team)}


def threatens(question, team, rock, victim):
    then = passed(question.after().position, question.seat)
    return team == question.seat and (rock, victim) in shots(then, team)


def killed(question, team, rock, victim):
    then = question.after().position
    mine = victim == rules.sorcerer_of(question.seat)
    return mine and then[0].mover == team and (rock, victim) in shots(then, team)


def looms(question, team, rock, victim):
    then = question.after().position
    mine = victim == rules.sorcerer_of(question.seat)
    return mine and then[0].mover != team and (rock, victim) in shots(passed(then, team), team)


def moves(kind):
    """Whether the turn has such a step with a rock that lies there now."""

    def check(question, rock):
        then, at = question.match.copy(), question.match.position[0].at.tolist()
        for action in question.actions:
            event = then.play(then.move(question.seat, action))[0]
            before = then.position_after(len(then.moves) - 1)[0]
            if event.kind == kind and SQUARE_NAMES[at[before.on[SQUARE[event.rock]]]] == rock:
                return True
        return False

    return check


def pushed(question):
    then = question.match.copy()
    return "pushed" in [then.play(then.move(question.seat, action))[0].kind for action in question.actions]


def piece(question, piece):
    return question.match.move(question.seat, question.actions[0]).text[0] == piece[0].upper()


CHECKS = {
    "kill": kill,
    "threat": threat,
    "piece": piece,
    "throw": moves("thrown"),
    "pull": moves("pulled"),
    "levitate": moves("levitated"),
    "push": pushed,
    "saved": saved,
    "threatens": threatens,
    "killed": killed,
    "looms": looms,
    "missed": kill,
}


def test_whatever_is_said_is_so():
    hold(coach, CHECKS, [("splut", seats, {"turn_limit": 60}) for seats in (2, 3, 4, 2)], enough=6)
    assert set(CHECKS) | {"hit"} == set(words(coach.__file__)["en"]["counsel"])


def test_an_answer_that_hits_a_dwarf_is_told():
    match = Match("splut", 2)
    match.push("De2-e3")
    seen, then, turn, answer = match.seen_by(1), match.copy(), [], []
    for text in "Td8-d7", "Td7-c7":
        turn.append(then.check(text)[0])
        then.push(text)
    assert not coach.dangers(seen, 1, turn, [])
    for text in reply(then):
        answer.append(then.check(text)[0])
        then.push(text)
    (remark,) = coach.dangers(seen, 1, turn, answer)
    assert remark.kind == "hit" and remark.facts["team"] == 0
    assert coach.say(match.position[0], remark, "en").endswith("down on your dwarf")


def reply(match):
    """Steps of whoever's turn it is that end with a rock on the other's dwarf."""
    waiting = [(match.copy(), [])]
    while waiting:
        then, texts = waiting.pop(0)
        for move in then.legal_moves:
            after = then.copy()
            event = after.play(move)[0]
            if event.kind == "thrown" and event.victim == ROCKS + 3 + 1:
                return [*texts, move.text]
            if after.turn == then.turn:
                waiting.append((after, [*texts, move.text]))
    raise AssertionError("there is none")

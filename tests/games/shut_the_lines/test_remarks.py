"""What the counsel of Shut the Lines says, tried with every throw there is."""

from itertools import product

import pytest

from sobremesa.analysis import exact
from sobremesa.games.shut_the_lines import coach
from sobremesa.games.shut_the_lines.tables import PLANS, partitions, sums
from sobremesa.games.words import words
from sobremesa.kernel import CHANCE
from tests.support.games.counsel import hold

pytestmark = pytest.mark.compiled


def chance(match, covered):
    """Of all throws, in hundredths, those of which the dice can be divided into different free numbers."""
    figure = PLANS[int(match.position[0].plan)]
    free = {n for n in range(1, figure.numbers + 1) if not covered >> n - 1 & 1}
    if not free:
        return 100
    ways = partitions(figure.dice)

    def splits(throw):
        return any(len(set(found)) == len(found) and set(found) <= free for found in (sums(throw, way) for way in ways))

    throws = list(product(range(1, 7), repeat=figure.dice))
    known = {throw: splits(throw) for throw in {tuple(sorted(throw)) for throw in throws}}
    return round(100 * sum(known[tuple(sorted(throw))] for throw in throws) / len(throws))


def covered(question, move):
    numbers = [int(n) for n in move.removeprefix("out:").split("+") if n != "none"]
    return int(question.match.position[0].covered[question.seat]) | sum(1 << n - 1 for n in numbers)


def lines(question, under):
    return sum(bool(line) and under & line == line for line in question.match.position[0].lines.tolist())


def splits(question):
    return [text for text in question.match.texts_of(question.seat) if not text.startswith("out:")]


def chosen(question):
    return question.match.move(question.seat, question.actions[0]).text


def most(question):
    return max(lines(question, covered(question, text)) for text in question.match.texts_of(question.seat))


def odds(question, least, most):
    found = [chance(question.match, covered(question, text)) for text in splits(question)]
    return (min(found), max(found)) == (least, most)


def beside(question, high, low, move, best):
    return [chance(question.match, covered(question, text)) for text in (best, move)] == [high, low] and high > low


def less(question, move, lines):
    worth = exact.worth(question.match, question.seat)
    found = {worth[text] for text in worth if text in (move, f"out:{move}", f"out:{'none' if move == '0' else move}")}
    return any(abs(each - lines) < 0.001 for each in found) and worth[chosen(question)] > lines + 0.05


def nearest(question, number):
    s = question.match.position[0]
    left = [(int(line) & ~int(s.covered[question.seat])).bit_count() for line in s.lines if line]
    return number == min(each for each in left if each)


def plan(question, plan, count, dice):
    then = question.after()
    thrown = then.texts_of(CHANCE)[0].split("-")
    return (then.view()["plan"], len(then.view()["lines"]), len(thrown)) == (plan, count, dice)


CHECKS = {
    "plans": lambda question, few, many: (few, many) == (min(f.dice for f in PLANS.values()), 5),
    "plan": plan,
    "out": lambda question, number: most(question) == number,
    "shut": lambda question: most(question) > lines(question, covered(question, "none")),
    "odds": odds,
    "nearest": nearest,
    "likelier": beside,
    "less": less,
    "spoils": lambda question, **facts: beside(question, **facts) and facts["move"] == chosen(question),
}
CASES = [
    ("shut-the-lines", 2, {"plans": "2", "target": 5}),
    ("shut-the-lines", 1, {"plans": "1", "rounds": 2, "voluntary_partial": True}),
    ("shut-the-lines", 2, {"plans": "choose", "target": 3}),
]


def test_whatever_is_said_is_so():
    hold(coach, CHECKS, CASES, enough=8)
    assert set(CHECKS) == set(words(coach.__file__)["en"]["counsel"])

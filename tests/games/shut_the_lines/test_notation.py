"""How choices of Shut the Lines are written and read, and what is said of those that are not allowed."""

import random

import pytest

import sobremesa
from sobremesa.games.shut_the_lines import GAME, notation
from sobremesa.games.shut_the_lines.notation import HELP
from tests.support.games.shut_the_lines import SHUT, begin, but, play


@pytest.mark.parametrize(
    ("before", "move", "inputs"),
    [
        ("", "1-3-5", ["5-3-1", "3-5-1", " 1 - 3 - 5 "]),
        ("1-3-5", "4+5", ["5+4", " 4 + 5 ", "4,5", "5, 4"]),
        ("1-3-5", "1+3+5", ["5+3+1", "3+1+5", "1,3+5", "1,\t3,5"]),
        ("1-3-5", "9", [" 9 ", "09"]),
        ("1-3-5", "out:3+6", ["OUT:6+3", "Out: 3, 6", "out : 6+3"]),
        ("1-3-5", "out:9", ["out: 9"]),
    ],
)
def test_reading_is_lenient(before, move, inputs):
    """Spaces, capitals and the order of dice and sums do not matter."""
    match = play(begin(voluntary_partial=True), before)
    for text in [move, *inputs]:
        twin = match.copy()
        twin.push(text)
        assert twin.moves[-1].text == move


def test_reading_out_none_is_lenient():
    match = play(begin(covered={0: SHUT[0]}), "1-1-1")
    for text in ["out:none", "OUT: NONE", "out : none"]:
        twin = match.copy()
        twin.push(text)
        assert twin.moves[-1].text == "out:none"


@pytest.mark.parametrize("text", ["plan-3", "PLAN-3", "plan3", "plan 3", "Plan - 3"])
def test_reading_a_plan_is_lenient(text):
    match = begin(plans="choose")
    match.push(text)
    assert match.moves[-1].text == "plan-3"


def test_reading_the_lot_is_lenient():
    match = sobremesa.Match(GAME, 2, roll=False)
    match.push(" Maize ")
    assert match.moves[-1].text == "maize"


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "pass",
        "out",
        "out:",
        "none",
        "4+",
        "+5",
        "4++5",
        "4-5",
        "out:4+",
        "in:4+5",
        "out:out:4",
        "-4",
        "plan-5",
        "plan-0",
        "4.5",
        "out:none+4",
        "4+none",
        "nine",
        "1 2",
        "4 5",
        ":9",
        "out 9",
        "out : ",
        "o ut:9",
    ],
)
def test_what_is_not_a_move_is_refused_with_help(text):
    match = play(begin(), "1-3-5")
    with pytest.raises(sobremesa.BadMove) as refused:
        match.push(text)
    assert str(refused.value) == f"{text!r} is not a move of Shut the Lines: {HELP}."


def test_a_number_without_end_is_refused():
    with pytest.raises(sobremesa.Mistake):
        play(begin(), "1-3-5").push("9" * 5000)


@pytest.mark.parametrize(
    ("match", "text"),
    [
        (sobremesa.Match(GAME, 2, roll=False), "jade"),
        (sobremesa.Match(GAME, 2, roll=False), "1-3-5"),
        (sobremesa.Match(GAME, 2, roll=False), "plan-1"),
        (begin(), "ruby"),
        (begin(), "plan-1"),
        (begin(), "1-3"),
        (begin(), "1-3-5-6"),
        (begin(plans=3), "1-3-5"),
        (begin(), "0-3-5"),
        (begin(), "1-3-7"),
        (begin(), "4+5"),
        (begin(), ""),
        (begin(plans="random"), "1-3-5"),
        (begin(plans="random"), "plan-5"),
    ],
    ids=str,
)
def test_what_chance_cannot_bring_is_refused(match, text):
    with pytest.raises(sobremesa.BadMove) as refused:
        match.push(text)
    assert str(refused.value) == f"{text!r} is not what chance can bring now."


@pytest.mark.parametrize("move", [None, 5, ["4+5"]])
def test_a_move_is_text(move):
    with pytest.raises(sobremesa.BadMove, match="A move is text"):
        play(begin(), "1-3-5").push(move)


SPLITTING = "The dice can be split, so a full split must be played."
NO_SPLIT = "The dice cannot be split: choose what to cover in part, with out:."


@pytest.mark.parametrize(
    ("covered", "throw", "text", "rule", "says"),
    [
        ((), "6-6-6", "18", 3, "18 is not a number of plan 1."),
        ((), "6-6-6", "0", 3, "0 is not a number of plan 1."),
        ((), "6-6-6", "out:13", 3, "13 is not a number of plan 1."),
        ((), "2-2-3", "2+2+3", 3, "The sums of a split must be different."),
        ((), "1-3-5", "4+6", 3, "1-3-5 cannot be divided into groups that make 4+6."),
        ((), "1-3-5", "1+3", 3, "1-3-5 cannot be divided into groups that make 1+3."),
        ((), "1-3-5", "2", 3, "1-3-5 cannot be divided into groups that make 2."),
        ({9}, "1-3-5", "9", 3, "9 is covered already."),
        ({5, 3}, "1-3-5", "5+4", 3, "5 is covered already."),
        ({4, 5}, "1-3-5", "4+5", 3, "4 is covered already."),
        ({2}, "1-3-5", "2+7", 3, "2 is covered already."),
        ((), "1-3-5", "out:9", 4, SPLITTING),
        ((), "1-3-5", "out:4+5", 4, SPLITTING),
        ({5}, "1-3-5", "out:4", 4, SPLITTING),
        ((), "1-3-5", "out:none", 4, SPLITTING),
        ((), "1-3-5", "out:2", 4, SPLITTING),
        ({9}, "1-3-5", "out:9", 4, SPLITTING),
        ({5, 6, 8, 9}, "1-3-5", "9", 5, NO_SPLIT),
        ({5, 6, 8, 9}, "1-3-5", "4+5", 5, NO_SPLIT),
        ({5, 6, 8, 9}, "1-3-5", "out:9", 3, "9 is covered already."),
        ({5, 6, 8, 9}, "1-3-5", "out:2", 3, "1-3-5 cannot be divided into groups that make 2."),
        (but(2, 4), "2-2-3", "out:2+4", 3, "2-2-3 cannot be divided into groups that make 2+4."),
        (but(2), "2-2-2", "out:2+2", 3, "The sums of a split must be different."),
        ((), "1-3-5", "plan-1", 8, "A plan is chosen before the round, by who begins, where plans is choose."),
        (
            {5, 6, 8, 9},
            "1-3-5",
            "plan-1",
            8,
            "A plan is chosen before the round, by who begins, where plans is choose.",
        ),
    ],
)
def test_what_is_refused_names_the_rule(covered, throw, text, rule, says):
    match = play(begin(covered={0: covered}), throw)
    before = match.position.tobytes(), len(match.moves)
    with pytest.raises(sobremesa.IllegalMove) as refused:
        match.push(text)
    assert (refused.value.rule, str(refused.value)) == (rule, f"{says} (rule {rule})")
    assert (match.position.tobytes(), len(match.moves)) == before


def test_leaving_with_nothing_needs_a_division_that_covers_nothing():
    """Where 9 is free, 1-3-5 always covers something."""
    match = play(begin(voluntary_partial=True), "1-3-5")
    with pytest.raises(sobremesa.IllegalMove, match="1-3-5 cannot be divided into groups that make nothing") as refused:
        match.push("out:none")
    assert refused.value.rule == 3


@pytest.mark.parametrize("text", ["4+5", "9", "out:none"])
def test_a_split_before_the_plan_is_refused(text):
    with pytest.raises(sobremesa.IllegalMove, match="First choose a plan") as refused:
        begin(plans="choose").push(text)
    assert refused.value.rule == 8


def test_actions_that_are_not_legal_are_refused_by_number():
    """A bot gives numbers: those have their reasons too."""
    match = play(begin(voluntary_partial=True), "1-1-1")
    s = match.position[0]
    legal = match.legal_actions_of(0)
    for action in range(GAME.rules.PLAN + 4):
        if action not in legal:
            assert notation.refusal(s, 0, action).rule == (
                8 if action >= GAME.rules.PLAN else 5 if action >= GAME.rules.LEAVE else 3
            )
    assert notation.refusal(begin().position[0], sobremesa.CHANCE, 200).rule == 2
    assert notation.refusal(begin(plans="choose").position[0], 0, 3).rule == 8


def test_it_is_not_ones_turn():
    match = play(begin(), "1-3-5")
    with pytest.raises(sobremesa.IllegalMove, match="It is not the turn of maize, but of ruby"):
        match.push("9", 1)


def test_nothing_is_played_after_the_end():
    match = play(begin(1, rounds=1, covered={0: but(9)}), "1-3-5 9")
    with pytest.raises(sobremesa.IllegalMove, match="The match is over"):
        match.push("9")


@pytest.mark.parametrize("plans", ["1", "2", "3", "4", "ladder", "random", "choose"])
@pytest.mark.parametrize("voluntary", [False, True])
def test_what_is_written_is_read(plans, voluntary):
    """For every choice of every position of a random match, no two choices being written alike."""
    rng = random.Random(plans)
    match = sobremesa.Match(GAME, 2, roll=False, plans=plans, target=1, voluntary_partial=voluntary, ties="playoff")
    for _ in range(60):
        if match.is_over:
            return
        s, legal = match.position[0], match.legal_moves
        assert len({move.text for move in legal}) == len(legal)
        for move in legal:
            assert notation.read(s, move.seat, move.text) == move.action
            assert notation.read(s, move.seat, move.text.upper()) == move.action
        stay = [move for move in legal if not move.text.startswith("out")]
        match.push(rng.choice(stay or legal))

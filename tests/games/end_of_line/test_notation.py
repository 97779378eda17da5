"""How choices of End of Line are written and read, and what is said of those that are not allowed."""

import contextlib
import itertools
import random

import pytest

import sobremesa
from sobremesa.games.end_of_line import notation, rules
from sobremesa.games.end_of_line.notation import HELP
from sobremesa.games.end_of_line.tables import KIND_NAMES
from sobremesa.kernel import CHANCE
from tests.support.games.end_of_line import begin, moves, play

OPEN = """
    1  .  .  R│ .  .  .  .
    2  .  .  R┼ .  .  .  .
    3  .  .  R╵ .  M╵ .  .
"""
FORK = "2  .  .  R┼ .  .  .  ."
TEAMS = """
    2  .  .  L│ R┴ R┐ .  .  .  .
    3  .  .  L│ .  R╵ .  .  .  .
    4  .  .  L└ L╴ .  M╶ .  .  .
"""


@pytest.mark.parametrize(
    ("move", "texts"),
    [
        ("left-ahead>2,1", ["LEFT-AHEAD>2,1", " left-ahead > 2 , 1 ", "left-ahead 2,1", "Left-Ahead left"]),
        ("straight>1,2", ["straight 1,2", "Straight>ahead", "straight ahead", "straight>01,02"]),
        ("right>2,3", ["right right", "right>right", "right\t>\t2,3"]),
    ],
)  # fmt: skip
def test_reading_is_lenient(move, texts):
    """Case and spaces do not matter, and the exit is as good as the square."""
    match = begin(FORK)
    assert move in moves(match)
    for text in [move, *texts]:
        twin = match.copy()
        twin.push(text)
        assert twin.moves[-1].text == move


@pytest.mark.parametrize("word", ["go", "GO", " Boost", "brake ", "TURNAROUND"])
def test_words_are_read_leniently(word):
    match = begin(OPEN, rounds=3)
    match.push(word)
    assert match.moves[-1].text == word.strip().lower()


def test_a_crossing_is_written_with_the_square_beyond():
    match = begin(TEAMS, 4, mode="teams", edition="en")
    assert "left>2,1" in moves(match)
    for text in "left>2,1", "left ahead":
        twin = match.copy()
        twin.push(text)
        assert twin.moves[-1].text == "left>2,1"
    twin = match.copy()
    twin.push("left>2,2")  # who names the card that is crossed means the same
    assert twin.moves[-1].text == "left>2,1"


def test_next_is_stop_when_the_deck_is_gone():
    """Both words are read the same, whichever is written."""
    match = play(begin("", 1, mode="classic"), "tee discard")
    assert "next" in moves(match)
    match.push("stop")
    assert match.moves[-1].text == "next"


def test_chance_is_written_as_the_kind():
    match = sobremesa.Match("end-of-line", 2, roll=False)
    match.push(" Tee ")
    assert match.moves[-1].text == "tee"
    with pytest.raises(sobremesa.BadMove, match=r"Chance deals a card, one of straight, .* Did you mean tee\?"):
        match.push("tea")
    with pytest.raises(sobremesa.BadMove, match="Chance deals a card"):
        match.push("tee>1,2")


@pytest.mark.parametrize(
    "text",
    ["", " ", "pass", "hello there", "tee>", "tee>a,b", ">2,2", "tee>2", "tee>2,1,0", "tee>-1,2", "2,2", "tee>up"],
)
def test_what_is_not_a_move_is_refused_with_help(text):
    with pytest.raises(sobremesa.BadMove) as refused:
        begin(FORK).push(text)
    assert str(refused.value) == f"{text!r} is not a move of End of Line: {HELP}."


@pytest.mark.parametrize(
    ("text", "guess"), [("te>2,1", "tee"), ("strait ahead", "straight"), ("cross-1>2,1", "cross-")]
)
def test_a_card_that_there_is_not_is_guessed(text, guess):
    with pytest.raises(sobremesa.BadMove, match=f"There is no card .*; there is straight, .*Did you mean {guess}"):
        begin(FORK).push(text)


@pytest.mark.parametrize("square", ["7,0", "0,7", "99,99"])
def test_squares_off_the_area_are_named(square):
    with pytest.raises(sobremesa.BadMove, match=f"There is no square {square}: rows and columns go from 0 to 6."):
        begin(FORK).push(f"straight>{square}")


@pytest.mark.parametrize("move", [None, 5, ["go"]])
def test_a_move_is_text(move):
    with pytest.raises(sobremesa.BadMove, match="A move is text"):
        begin(FORK).push(move)


def refused(match, text):
    """The mistake that a text gets, which must leave the match as it was."""
    before = match.position.tobytes(), len(match.moves)
    with pytest.raises(sobremesa.IllegalMove) as caught:
        match.push(text)
    assert (match.position.tobytes(), len(match.moves)) == before
    return caught.value


@pytest.mark.parametrize(
    ("text", "rule", "says"),
    [
        ("tee>1,1", 6, "There is no tee in your hand."),
        ("straight>1,2", 6, "That is the square of the card it would be laid at, 1,2."),
        ("straight>2,2", 6, "No exit of the card on 1,2 points to 2,2."),
        ("straight>5,5", 6, "No exit of the card on 1,2 points to 5,5."),
        ("straight>1,3", 6, "The card on 1,2 has no exit right."),
        ("straight right", 6, "The card on 1,2 has no exit right."),
        ("straight>0,2", 6, "A card of maize is on 0,2."),
        ("go", 7, "Energy is spent before the first card of a turn, from round 3 on, by who has some left."),
        ("boost", 7, "Energy is spent before the first card of a turn, from round 3 on, by who has some left."),
        ("cross", 7, "Energy is spent before the first card of a turn, from round 3 on, by who has some left."),
        ("keep", 2, "A hand is kept or changed once, after the first draw, where mulligan is on."),
        ("mulligan", 2, "A hand is kept or changed once, after the first draw, where mulligan is on."),
        ("discard", 14, "Only in classic solitaire is a card turned up, to be laid or discarded."),
        ("next", 14, "Only in classic solitaire is a card turned up, to be laid or discarded."),
    ],
)
def test_refusals_while_laying(text, rule, says):
    match = begin("""
        0  .  M─ M─ M┐ .  .  .
        1  .  .  R┤ M│ .  .  .
        2  .  .  R│ M└ M┐ .  .
        3  .  .  R╵ .  M╵ .  .
    """)
    mistake = refused(match, text)
    assert mistake.rule == rule
    assert str(mistake) == f"{says} (rule {rule})"


@pytest.mark.parametrize(
    ("text", "rule", "says"),
    [
        ("straight>0,2", 7, "First say what energy you spend: go spends none."),
        ("tee ahead", 7, "First say what energy you spend: go spends none."),
        ("turnaround", 7, "After turnaround the first card could not be laid."),
        ("gas", 7, "Energy buys no card here: extra_gas is off."),
        ("cross", 11, "Only in teams is there a partner's line to cross."),
    ],
)
def test_refusals_while_energy_is_spent(text, rule, says):
    mistake = refused(begin(OPEN.replace("R┼", "R│"), rounds=3), text)
    assert mistake.rule == rule
    assert str(mistake) == f"{says} (rule {rule})"


def test_refusals_of_the_first_hand():
    match = sobremesa.Match("end-of-line", 2, mulligan=True, seed=1)
    assert moves(match) == {"keep", "mulligan"}
    kind = next(kind for kind, count in match.view(match.turn)["lines"][match.turn]["hand"].items() if count)
    mistake = refused(match, f"{kind} ahead")
    assert str(mistake) == "First say whether you keep the hand: keep or mulligan. (rule 2)"


def test_refusals_of_a_crossing():
    match = begin(TEAMS, 4, mode="teams")
    assert str(refused(match, "left ahead")) == (
        "Your partner's card is on 2,2: to cross it, spend energy on cross. (rule 11)"
    )
    match = begin(TEAMS.replace("2  .  .  L│", "2  .  ## L│"), 4, mode="teams", edition="en")
    assert str(refused(match, "left ahead")) == "Beyond your partner's card on 2,2 the square is not empty. (rule 11)"
    match = begin(TEAMS.replace("R┴ R┐", ".  R┐"), 4, mode="teams", edition="en", rounds=3)
    assert str(refused(match, "cross")) == "Crossing costs no energy here: just lay the card. (rule 11)"


def test_refusals_of_classic_solitaire():
    match = play(begin("", 1, mode="classic"), "tee")
    assert str(refused(match, "left>1,2")) == "The card to be laid is the tee. (rule 14)"
    assert str(refused(match, "tee left")) == "The card on 2,2 has no exit left. (rule 6)"
    assert refused(match, "next").rule == 14
    play(match, "discard")
    assert str(refused(match, "left>1,2")) == "The card to be laid is the tee. (rule 14)"
    assert refused(match, "discard").rule == 14
    assert refused(match, "boost").rule == 7


def test_refusal_of_a_wall():
    match = begin("", 1, walls="0,2", rounds=2)
    play(match, "left-ahead>1,2")
    assert str(refused(match, "straight>0,2")) == "A wall is on 0,2. (rule 6)"


def test_refusals_that_no_rule_numbers():
    """It is somebody else's turn, or nobody's."""
    match = begin(OPEN)
    with pytest.raises(sobremesa.IllegalMove, match="It is not the turn of maize, but of ruby") as caught:
        match.push("straight>2,4", seat=1)
    assert caught.value.rule is None
    match = begin(OPEN, hands={"ruby": ""})
    assert str(refused(match, "go")) == "The match is over."
    assert str(notation.refusal(begin(OPEN).position[0], 0, rules.ACTIONS)) == "There is no such choice."
    assert str(notation.refusal(begin(OPEN).position[0], 0, -1)) == "There is no such choice."


def test_refusal_of_a_card_that_chance_has_not():
    match = play(sobremesa.Match("end-of-line", 2, roll=False), "tee cross-5")
    play(match, "cross-0")
    assert str(refused(match, "cross-0")) == "There is no cross-0 left in that deck. (rule 3)"
    assert str(notation.refusal(match.position[0], CHANCE, 20)) == "There is no such card left in that deck. (rule 3)"


CASES = [
    (2, {}),
    (3, {"edition": "2021"}),
    (8, {"edition": "2021"}),
    (4, {"mode": "teams"}),
    (4, {"mode": "teams", "edition": "en"}),
    (6, {"mode": "teams", "edition": "2021"}),
    (1, {"walls": "0,1 3,4"}),
    (1, {"deck": "open", "turns": "exact"}),
    (2, {"mode": "coop", "edition": "2021"}),
    (1, {"mode": "classic"}),
]


def positions(seats, options, count=120):
    """That many positions of random matches; those of chance among them."""
    dice = random.Random(17)
    while True:
        match = sobremesa.Match("end-of-line", seats, roll=False, **options)
        while not match.is_over:
            if dice.random() < 0.3:
                yield match
                count -= 1
                if count == 0:
                    return
            match.push(dice.choice(match.legal_moves))


@pytest.mark.parametrize(("seats", "options"), CASES)
def test_every_action_is_legal_or_refused_by_a_rule(seats, options):
    for match in positions(seats, options):
        s, seat = match.position[0], match.turn
        legal = match.legal_actions_of(seat)
        assert legal
        assert len(set(legal)) == len(legal)
        assert set(legal) <= set(range(rules.ACTIONS))
        for action in set(range(rules.ACTIONS)) - set(legal):
            refusal = notation.refusal(s, seat, action)
            assert isinstance(refusal, sobremesa.IllegalMove)
            assert str(refusal)[0].isupper()
            assert str(refusal).endswith(f". (rule {refusal.rule})")
            assert "{" not in str(refusal)


@pytest.mark.parametrize(("seats", "options"), CASES)
def test_what_is_written_reads_back(seats, options):
    for match in positions(seats, options):
        s, seat = match.position[0], match.turn
        texts = [notation.write(s, seat, action) for action in match.legal_actions_of(seat)]
        assert len(set(texts)) == len(texts)
        for action, text in zip(match.legal_actions_of(seat), texts, strict=True):
            assert notation.read(s, seat, text) == action
            assert notation.read(s, seat, f" {text.upper()} ") == action


def test_any_text_is_read_or_refused():
    """Every card on every square, in every phase: nothing else is ever raised than a mistake."""
    texts = [f"{kind}>{row},{column}" for kind, row, column in itertools.product(KIND_NAMES, range(9), range(9))]
    for match in (begin(OPEN), begin(OPEN, rounds=3), begin(TEAMS, 4, mode="teams", edition="en")):
        played = 0
        for text in [*texts, *notation.CALLS]:
            with contextlib.suppress(sobremesa.Mistake):
                match.copy().push(text)
                played += 1
        assert played >= len(match.legal_moves) > 0

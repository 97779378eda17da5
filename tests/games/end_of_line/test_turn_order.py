"""End of Line, rules 1 to 4: who begins, the first hands, and the order of every round."""

import numpy as np
import pytest

import sobremesa
from sobremesa.games.end_of_line.tables import DRAWING, REVEALING
from sobremesa.kernel import calls
from tests.support.games.end_of_line import begin, hand, line, mover, moves, order, play

FIVE = "straight straight left right tee"
KINDS = {"straight", "left", "right", "left-ahead", "ahead-right", "tee", "cross-5", "cross-0"}


def start(seats, **options):
    return sobremesa.Match("end-of-line", seats, roll=False, **options)


def odds(match):
    """How likely each outcome of chance is, in cards."""
    weights = np.zeros(match.game.rules.ACTIONS, np.int32)
    calls.weigh(match.position, weights)
    return {move.text: int(weights[number]) for number, move in enumerate(match.legal_moves)}


@pytest.mark.parametrize(
    ("seats", "reveals", "expected"),
    [
        (2, "straight left", "ruby maize"),
        (2, "tee left", "maize ruby"),
        (2, "cross-5 tee", "maize ruby"),
        (2, "cross-0 straight", "ruby maize"),
        (3, "straight tee cross-0", "jade ruby maize"),
        (3, "left-ahead straight ahead-right", "maize jade ruby"),
        (5, "tee tee cross-5 straight tee", "lapis violet ruby maize jade"),
        (8, "left right tee tee cross-5 left straight left", "turquoise salt ruby maize jade lapis violet papaya"),
    ],
)
def test_rule_01_the_lowest_initiative_begins_the_rest_follow_clockwise(seats, reveals, expected):
    match = play(start(seats), reveals)
    assert order(match) == expected
    assert match.position[0].rounds == 1
    assert match.position[0].phase == DRAWING


@pytest.mark.parametrize(
    ("seats", "reveals", "expected"),
    [
        (2, "left right  straight tee", "ruby maize"),
        (2, "left left  tee straight", "maize ruby"),
        (2, "tee tee  left right  straight straight  cross-0 straight", "ruby maize"),
        (3, "straight straight straight  tee left cross-5", "maize jade ruby"),
        (3, "straight straight straight  tee left right  straight cross-0", "jade ruby maize"),
        (3, "tee straight straight  cross-5 cross-0", "jade ruby maize"),
        (4, "left tee right tee  tee straight", "jade lapis ruby maize"),
    ],
    ids=lambda value: value if isinstance(value, str) else str(value),
)
def test_rule_01_those_who_tie_for_lowest_reveal_again(seats, reveals, expected):
    """Only they do, as often as it takes: a card lower than all, of somebody who is out of it, would change nothing."""
    match = start(seats)
    cards = reveals.split()
    for card in cards[:-1]:
        match.push(card)
        assert match.position[0].phase == REVEALING
    match.push(cards[-1])
    assert order(match) == expected


def test_rule_01_a_tie_that_is_not_for_the_lowest_does_not_matter():
    match = play(start(4), "tee straight tee tee")
    assert order(match) == "maize jade lapis ruby"


def test_rule_01_revealed_cards_go_back_when_it_is_settled():
    match = start(2)
    assert mover(match) == "chance"
    assert odds(match)["cross-0"] == 1
    play(match, "cross-0 tee")
    assert match.position[0].deck.sum() == 50
    assert odds(match) == {
        "straight": 9, "left": 4, "right": 4, "left-ahead": 2, "ahead-right": 2, "tee": 2, "cross-5": 1, "cross-0": 1
    }  # fmt: skip


def test_rule_01_a_revealed_card_stays_out_until_then():
    match = play(start(2), "tee tee tee tee")
    assert moves(match) == KINDS - {"tee"}
    play(match, "cross-5")
    assert moves(match) == KINDS - {"tee"}
    play(match, "cross-5")
    assert moves(match) == KINDS - {"tee", "cross-5"}
    with pytest.raises(sobremesa.IllegalMove, match="There is no tee left"):
        match.push("tee")


def test_rule_01_a_deck_that_was_revealed_to_the_last_card_is_whole_again():
    """Two who tie 25 times."""
    match = start(2)
    deck = {
        "straight": 9,
        "left": 4,
        "right": 4,
        "left-ahead": 2,
        "ahead-right": 2,
        "tee": 2,
        "cross-5": 1,
        "cross-0": 1,
    }
    for kind, copies in deck.items():
        for _ in range(copies):
            assert mover(match) == "chance"
            play(match, f"{kind} {kind}")
    assert odds(match) == deck
    assert match.position[0].phase == REVEALING
    play(match, "straight left")
    assert order(match) == "ruby maize"
    assert match.position[0].deck.sum() == 50


def test_rule_01_views_show_what_is_revealed():
    match = play(start(3), "straight tee")
    assert [each["revealed"] for each in match.view()["lines"]] == [1, 4, None]
    play(match, "straight")
    assert [each["revealed"] for each in match.view()["lines"]] == [None, None, None]


@pytest.mark.parametrize(
    ("seats", "options"),
    [(1, {}), (1, {"mode": "classic"}), (1, {"deck": "open"}), (2, {"mode": "coop", "deck": "open"})],
)
def test_rule_01_nobody_reveals_alone_nor_with_an_open_deck(seats, options):
    match = start(seats, **options)
    assert match.position[0].phase != REVEALING
    if seats == 2:
        assert order(match) == "ruby maize"


def test_rule_01_in_teams_and_together_too():
    assert order(play(start(4, mode="teams"), "tee tee straight tee")) == "jade lapis ruby maize"
    assert order(play(start(2, mode="coop"), "tee straight")) == "maize ruby"


def test_rule_02_no_mulligan_where_it_is_off():
    match = play(start(2), "straight tee" + 2 * f" {FIVE}")
    assert mover(match) == "ruby"
    assert "keep" not in moves(match)
    with pytest.raises(sobremesa.IllegalMove) as refused:
        match.push("mulligan")
    assert refused.value.rule == 2


def test_rule_02_a_mulligan_once_after_the_first_draw():
    match = play(start(2, mulligan=True), "straight tee" + 2 * f" {FIVE}")
    assert moves(match) == {"keep", "mulligan"}
    assert mover(match) == "ruby"
    play(match, "mulligan")
    assert mover(match) == "chance"
    assert hand(match, "ruby") == ""
    assert odds(match)["straight"] == 9  # the hand went back
    play(match, "cross-5 cross-0 tee tee straight")
    assert hand(match, "ruby") == "straight tee tee cross-5 cross-0"
    assert mover(match) == "maize"
    play(match, "keep")
    assert hand(match, "maize") == FIVE
    assert mover(match) == "ruby"
    play(match, "straight>2,2 straight>2,4")
    assert match.position[0].rounds == 2
    assert not match.position[0].mulligan


def test_rule_02_in_turn_order():
    """Maize begins. Each decides, and draws at once, before the next does."""
    match = play(start(3, mulligan=True), "tee straight tee" + 3 * f" {FIVE}")
    asked = []
    for decision in "mulligan", "keep", "mulligan":
        asked.append(mover(match))
        play(match, decision)
        if decision == "mulligan":
            assert mover(match) == "chance"
            play(match, "left left right right tee")
    assert asked == ["maize", "jade", "ruby"]
    assert mover(match) == "maize"
    assert [hand(match, name) for name in ("ruby", "maize", "jade")] == [
        "left left right right tee",
        "left left right right tee",
        FIVE,
    ]


def test_rule_02_whoever_has_changed_the_hand_is_not_asked_again():
    match = play(start(2, mulligan=True), "straight tee" + 2 * f" {FIVE}" + f" mulligan {FIVE} mulligan {FIVE}")
    assert mover(match) == "ruby"
    assert moves(match) == {"straight>2,2", "left>2,2", "right>2,2", "tee>2,2"}


def test_rule_02_nor_in_the_second_round():
    match = play(start(2, mulligan=True), f"straight tee {FIVE} {FIVE} keep keep")
    play(match, "tee>2,2 left>2,4 straight straight")
    assert match.position[0].rounds == 2
    assert mover(match) == "maize"
    assert moves(match) == {"straight>2,3", "right>2,3", "tee>2,3"}


@pytest.mark.parametrize(("mode", "seats"), [("solo", 1), ("coop", 2), ("teams", 4)])
def test_rule_02_in_every_mode(mode, seats):
    reveals = "straight" + " tee" * (seats - 1) if seats > 1 else ""
    match = play(start(seats, mode=mode, mulligan=True), f"{reveals} {seats * (FIVE + ' ')}")
    assert moves(match) == {"keep", "mulligan"}


def test_rule_03_draw_up_to_five():
    """In seat order, whatever the turn order, and each up to five before the next does."""
    match = play(start(3), "tee tee straight")
    assert order(match) == "jade ruby maize"
    for name in "ruby", "maize", "jade":
        for held in range(5):
            assert mover(match) == "chance"
            assert len(hand(match, name).split()) == held
            play(match, "straight")
    assert mover(match) == "jade"
    play(match, "straight>3,5 straight>3,1 straight>1,3")
    assert mover(match) == "chance"
    play(match, "tee left cross-0")
    assert hand(match, "ruby") == "straight straight straight straight tee"
    assert hand(match, "maize") == "straight straight straight straight left"
    assert hand(match, "jade") == "straight straight straight straight cross-0"
    assert mover(match) == "jade"


def test_rule_03_only_what_is_missing_is_drawn():
    """After a brake one card, after two cards two."""
    three = "straight straight straight"
    match = begin(rows={"ruby": three, "maize": three}, rounds=3, hands={"ruby": "left left right right tee"})
    play(match, "brake left>6,2 go straight>6,4 right>5,4")
    assert mover(match) == "chance"
    play(match, "straight")
    assert hand(match, "ruby") == "straight left right right tee"
    play(match, "cross-5 cross-0")
    assert hand(match, "maize") == "left left-ahead ahead-right cross-5 cross-0"
    assert mover(match) == "ruby"


def test_rule_03_the_cut_draw_no_cards():
    four = "straight straight straight straight"
    match = begin(seats=3, mover=None, cut="maize", hands={"ruby": four, "maize": "tee", "jade": four})
    play(match, "left right")
    assert [hand(match, name) for name in ("ruby", "maize", "jade")] == [f"{four} left", "tee", f"{four} right"]
    assert mover(match) == "ruby"


def rows(**lines):
    """A new round of four whose lines have laid cards of these initiatives, in the order of laying."""
    kinds = ["cross-0", "straight", "left", "left-ahead", "tee", "cross-5"]
    opener, cut = lines.pop("opener", "ruby"), lines.pop("cut", "")
    written = {name: " ".join(kinds[int(number)] for number in numbers) for name, numbers in lines.items()}
    return begin(seats=4, rows=written, mover=None, opener=opener, cut=cut)


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ({"ruby": "11", "maize": "12", "jade": "13", "lapis": "14"}, "ruby maize jade lapis"),
        ({"ruby": "14", "maize": "13", "jade": "12", "lapis": "11"}, "lapis jade maize ruby"),
        ({"ruby": "12", "maize": "10", "jade": "15", "lapis": "13"}, "maize ruby lapis jade"),
        ({"ruby": "01", "maize": "50", "jade": "02", "lapis": "33"}, "maize ruby jade lapis"),
    ],
)
def test_rule_04_the_lowest_initiative_of_the_last_card_goes_first(lines, expected):
    assert order(rows(**lines)) == expected
    assert order(rows(**lines, opener="jade")) == expected


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ({"ruby": "131", "maize": "111", "jade": "12", "lapis": "13"}, "maize ruby jade lapis"),
        ({"ruby": "511", "maize": "311", "jade": "111", "lapis": "011"}, "lapis jade maize ruby"),
        ({"ruby": "35", "maize": "15", "jade": "31", "lapis": "11"}, "lapis jade maize ruby"),
        ({"ruby": "331", "maize": "131", "jade": "311", "lapis": "111"}, "lapis jade maize ruby"),
    ],
    ids=["two", "four", "two and two", "four, then two and two"],
)
def test_rule_04_a_tie_looks_at_the_card_laid_before(lines, expected):
    """And so on, each group that ties by itself."""
    assert order(rows(**lines)) == expected
    assert order(rows(**lines, opener="jade")) == expected


@pytest.mark.parametrize(
    ("lines", "opener", "expected"),
    [
        ({"ruby": "", "maize": "", "jade": "", "lapis": ""}, "lapis", "lapis ruby maize jade"),
        ({"ruby": "11", "maize": "11", "jade": "11", "lapis": "11"}, "jade", "jade lapis ruby maize"),
        ({"ruby": "12", "maize": "3111", "jade": "1111", "lapis": "11"}, "ruby", "maize jade lapis ruby"),
        ({"ruby": "12", "maize": "3111", "jade": "1111", "lapis": "11"}, "lapis", "lapis maize jade ruby"),
        ({"ruby": "2", "maize": "311", "jade": "111", "lapis": "4"}, "maize", "jade maize ruby lapis"),
        ({"ruby": "1", "maize": "31", "jade": "32", "lapis": "12"}, "maize", "maize ruby lapis jade"),
        ({"ruby": "11", "maize": "11", "jade": "31", "lapis": "311"}, "lapis", "lapis ruby maize jade"),
    ],
    ids=["no card", "all", "one of three", "the same", "one of another group", "one group of two", "a part of a group"],
)
def test_rule_04_one_of_a_group_comes_to_its_start_card(lines, opener, expected):
    """The whole group takes its order of the first round, also those who have laid more; another group does not."""
    assert order(rows(**lines, opener=opener)) == expected


def test_rule_04_the_cut_have_no_place():
    assert order(rows(ruby="11", maize="0", jade="13", lapis="12", cut="maize")) == "ruby lapis jade"
    assert order(rows(ruby="5", maize="1", jade="1", lapis="1", cut="maize jade", opener="maize")) == "lapis ruby"


def test_rule_04_the_start_card_of_the_cut_does_not_count():
    """Ruby and jade tie further back than maize, who was cut, has laid cards."""
    assert order(rows(ruby="311", maize="1", jade="111", lapis="2", cut="maize")) == "jade ruby lapis"


@pytest.mark.parametrize(
    ("left_behind", "opener", "expected"), [("┐", "maize", "ruby maize"), ("┼", "ruby", "maize ruby")]
)
def test_rule_04_a_card_left_behind_by_a_turnaround_counts(left_behind, opener, expected):
    """Ruby laid two straight cards after the one left behind, maize after a left-ahead."""
    match = begin(
        f"""
        0  .   .  .  .  M│ .  .
        1  .   .  R{left_behind} .  M│ .  .
        2  R─* R─ R┤ .  M┤ .  .
        3  .   .  R╵ .  M╵ .  .
        """,
        mover=None,
        opener=opener,
    )
    assert line(match, "ruby") == ["3,2", "2,2", "1,2", "2,1", "2,0"]
    assert order(match) == expected


def test_rule_04_the_order_is_found_before_anybody_draws():
    match = begin(rows={"ruby": "straight tee", "maize": "straight straight"}, mover=None, hands={"ruby": "tee"})
    assert mover(match) == "chance"
    assert order(match) == "maize ruby"
    assert match.view()["order"] == [1, 0]

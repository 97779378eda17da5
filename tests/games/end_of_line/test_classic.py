"""End of Line, rule 14: classic solitaire."""

import pytest

import sobremesa
from sobremesa.games.end_of_line.rules.points import points as count
from tests.support.games.end_of_line import begin, mover, moves, play, squares


def points(match):
    return match.view()["points"]


def classic(diagram="", **rest):
    return begin(diagram, 1, mode="classic", **rest)


def test_rule_14_a_card_is_turned_up_and_laid_or_discarded():
    match = sobremesa.Match("end-of-line", mode="classic", roll=False)
    assert match.seats == 1
    assert mover(match) == "chance"
    play(match, "tee")
    assert match.view()["turned"] == "tee"
    assert moves(match) == {"tee>1,2", "discard"}
    play(match, "tee>1,2")
    assert mover(match) == "chance"  # the next is turned up by itself
    assert match.view()["turned"] is None
    play(match, "left")
    assert moves(match) == {"left>1,1", "left>1,3", "discard"}


def test_rule_14_no_hand_no_energy_no_rounds():
    match = play(sobremesa.Match("end-of-line", mode="classic", roll=False), "tee tee>1,2 straight")
    assert match.view()["lines"][0]["energy"] == 0
    assert match.view()["lines"][0]["held"] == 0
    assert match.view()["lines"][0]["deck"] == 23
    assert match.view()["round"] == 0
    for word in "go", "boost", "brake", "turnaround", "keep":
        with pytest.raises(sobremesa.IllegalMove):
            match.push(word)


def test_rule_14_the_top_discard_may_be_laid_before_the_next_is_turned_up():
    match = play(classic(), "tee discard")
    assert match.view()["pile"] == ["tee"]
    assert moves(match) == {"tee>1,2", "next"}
    play(match, "next straight discard")
    assert match.view()["pile"] == ["tee", "straight"]
    assert moves(match) == {"straight>1,2", "next"}


def test_rule_14_one_after_another():
    match = play(classic(pile="tee left straight"), "right discard right>1,2")
    assert moves(match) == {"straight>1,3", "next"}
    play(match, "straight>1,3 left>1,4")
    assert moves(match) == {"tee>0,4", "next"}
    play(match, "tee>0,4")
    assert mover(match) == "chance"
    assert match.view()["pile"] == []


def test_rule_14_also_after_a_card_was_laid():
    match = play(classic(pile="tee"), "straight straight>1,2")
    assert moves(match) == {"tee>0,2", "next"}
    play(match, "next")
    assert mover(match) == "chance"


def test_rule_14_the_deck_is_gone_and_the_player_stops():
    match = classic()
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
    cards = [kind for kind, copies in deck.items() for _ in range(copies)]
    for card in cards[:-1]:
        play(match, f"{card} discard")
        assert "next" in moves(match)
        play(match, "next")
    play(match, "cross-0 discard")
    assert moves(match) == {"cross-0>1,2", "stop"}
    assert match.view()["lines"][0]["deck"] == 0
    play(match, "stop")
    assert match.is_over
    assert points(match) is None
    assert match.result.scores == pytest.approx((-24 / 25,))


def test_rule_14_with_the_deck_gone_the_pile_is_still_laid():
    pile = 8 * "straight " + 4 * "left " + 4 * "right " + "left-ahead left-ahead ahead-right ahead-right tee cross-5"
    match = play(classic(pile=pile), "straight straight>1,2 cross-5>0,2")
    assert moves(match) == {"tee>0,1", "tee>4,2", "tee>0,3", "next"}
    play(match, "next tee tee>0,1")
    play(match, "next cross-0 discard")
    assert moves(match) == {"cross-0>1,1", "cross-0>4,1", "stop"}
    play(match, "cross-0>1,1")
    assert "stop" in moves(match)
    play(match, "tee>1,0")
    assert "stop" in moves(match)


BOARD = """
    0  R├ R┐ R┌ R┐ R│
    1  .  {} R│ R│ R│
    2  R┌ R┼ R╵ R│ R│
    3  R┘ R│ R┌ R┴ R└
    4  R┬ R┤ R└ R─ R┬
"""


def test_rule_14_it_is_over_when_the_area_is_full():
    match = play(classic(BOARD.format("R┴")), "straight straight>1,0")
    assert match.is_over
    assert points(match) == 0
    assert match.result.scores == (1,)
    match = play(classic(BOARD.format("R┴"), pile="straight"), "cross-0 cross-0>1,0")
    assert points(match) == 1


@pytest.mark.parametrize("edition", ["es", "en", "2021"])
def test_rule_14_the_same_score(edition):
    """What is in the deck and in the pile is left over; there is no energy, neither spent nor left."""
    match = play(
        classic(BOARD.format("."), pile="tee", edition=edition), "cross-0 cross-0>1,1 next straight straight>1,0"
    )
    assert points(match) == 4
    assert match.result.scores == pytest.approx(
        {"es": (1 - 4 / 25,), "en": (1 - 2 * 4 / 78,), "2021": (4 / 25,)}[edition]
    )


@pytest.mark.parametrize(("edition", "expected"), [("es", None), ("2021", None), ("en", 4 + 0 + 1)])
def test_rule_14_it_is_over_when_stuck(edition, expected):
    """A straight card on 1,1 has no free exit. One square is empty."""
    match = play(classic(BOARD.format("."), edition=edition, pile="tee"), "straight straight>1,1")
    assert match.is_over
    assert match.view()["empty"] == 1
    assert points(match) == expected


def test_rule_14_a_discard_laid_may_get_stuck_or_fill_the_area():
    match = play(classic(BOARD.format("."), pile="straight"), "tee discard tee>1,1")
    assert moves(match) == {"straight>1,0", "next"}
    play(match, "straight>1,0")
    assert points(match) == 0
    match = play(classic(BOARD.format("."), pile="straight"), "tee discard next cross-0 discard")
    assert match.view()["pile"] == ["straight", "tee", "cross-0"]
    assert moves(match) == {"cross-0>1,1", "stop"}
    match = play(classic(BOARD.format("."), pile="tee"), "straight discard straight>1,1")
    assert match.is_over


def test_rule_14_with_a_wall_at_the_start_it_is_over_at_once():
    match = sobremesa.Match("end-of-line", 1, mode="classic", walls="1,2", roll=False)
    assert match.is_over
    assert match.result.scores == pytest.approx((-23 / 25,))


def test_rule_14_a_card_turned_up_is_left_over_until_it_is_laid():
    match = play(classic(pile="tee"), "cross-5")
    assert count(match.position[0]) == 50
    assert squares(match) == {"1,2"}
    play(match, "cross-5>1,2")
    assert count(match.position[0]) == 45


def test_rule_14_only_what_was_turned_up_is_discarded_and_before_the_next():
    match = play(classic(), "tee discard")
    with pytest.raises(sobremesa.IllegalMove, match="Only a card just turned up is discarded") as refused:
        match.push("discard")
    assert refused.value.rule == 14
    play(match, "next left")
    with pytest.raises(sobremesa.IllegalMove, match="First lay the card that is turned up, or discard it") as refused:
        match.push("next")
    assert refused.value.rule == 14

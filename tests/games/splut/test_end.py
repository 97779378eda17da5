"""Splut!, rule 17: how a match ends."""

import pytest

from tests.support.games.splut import begin, mover, play, table


def test_rule_17_the_whole_team_leaves_and_the_rock_stays():
    match = begin("""
        6    YT  .  .  .  .  .  .
        5 YD  . RT ()  .  .  . YS  .
        4    ()  . RS () GS  . ()
    """)
    play(match, "Tc5-d5>E")
    rocks = {"h5": "()", "e4": "()", "b4": "()", "h4": "()"}
    assert table(match) == {"d5": "RT", "d4": "RS", "f4": "GS"} | rocks
    assert not match.is_over
    assert mover(match) == "green"


def test_rule_17_the_dead_are_skipped():
    """They have no turns, nor are turns counted for them."""
    match = begin("""
        6     . YS  .  . BS  .  .
        5  .  . RT ()  .  .  . GS  .
        4    ()  . RS ()  .  . ()
    """)
    play(match, "Tc5-d5>E")
    assert (mover(match), match.position[0].turns) == ("yellow", 3)
    play(match, "Sc6-b6 Sb6-c6 Sc6-b6")
    assert (mover(match), match.position[0].turns) == ("blue", 4)
    play(match, "Sf6-g6 Sg6-f6 Sf6-g6")
    assert (mover(match), match.position[0].turns) == ("red", 5)


def test_rule_17_an_own_goal_of_two():
    match = begin("""
        5 RD  . RT ()  .  .  . RS  .
        4    ()  .  . () GS  . ()
    """)
    play(match, "Tc5-d5>E")
    assert table(match) == {"h5": "()", "f4": "GS", "e4": "()", "b4": "()", "h4": "()"}
    assert match.result.winners == (1,)


def test_rule_17_an_own_goal_of_three():
    """The others play on."""
    match = begin("""
        5 RD  . RT ()  .  .  . RS  .
        4    ()  . YS () GS  . ()
    """)
    play(match, "Tc5-d5>E")
    assert table(match) == {"h5": "()", "d4": "YS", "f4": "GS", "e4": "()", "b4": "()", "h4": "()"}
    assert not match.is_over
    assert mover(match) == "yellow"


OWN_GOAL = """
    5  .  . RT ()  .  .  . RS  .
    4    ()  .  . () GS  . ()
"""


def test_rule_17_the_last_wins_by_anothers_own_goal():
    """Yellow was dead already."""
    match = play(begin(OWN_GOAL, 3), "Tc5-d5>E")
    assert match.result.scores == (0, -1, 1)
    assert match.result.places == (2, 3, 1)


def test_rule_17_places_in_the_reverse_order_of_dying():
    match = begin("""
        7       GS  . YS  . RS
        5  .  . ()  . ()  . ()  . ()
        4     . GT  . RT  . BT BS
    """)
    play(match, "Te4-e5>N")
    assert mover(match) == "green"
    play(match, "Tc4-c5>N")
    assert mover(match) == "blue"
    assert not match.is_over
    play(match, "Tg4-g5>N")
    assert match.result.scores == pytest.approx((1 / 3, -1, -1 / 3, 1))
    assert match.result.places == (2, 4, 3, 1)
    assert {mark[0] for mark in table(match).values()} == {"B", "("}

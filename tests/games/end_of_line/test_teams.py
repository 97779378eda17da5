"""End of Line, rule 11: teams of two, whose lines may cross each other.

Of four, ruby and lapis play against maize and jade.
"""

import pytest

import sobremesa
from tests.support.games.end_of_line import alive, begin, energy, line, mover, moves, play, squares


def teams(diagram="", seats=4, **rest):
    return begin(diagram, seats, mode="teams", **rest)


FACING = """
    2  .  .  L│ R─ R┐ .  .  .  .
    3  .  .  L│ .  R╵ .  .  .  .
    4  .  .  L└ L╴ .  M╶ .  .  .
    5  .  .  .  .  J╷ .  .  .  .
"""


@pytest.mark.parametrize("rounds", [1, 2, 3, 6])
def test_rule_11_where_it_costs_nothing_any_card_may_cross_in_any_round(rounds):
    match = teams(FACING, rounds=rounds, edition="en", energy={"ruby": 0})
    assert squares(match) == {"2,1"}
    play(match, "left>2,1")
    card = match.view()["lines"][0]["cards"][-1]
    assert (card["square"], card["heading"]) == ("2,1", "W")
    assert line(match, "ruby") == ["3,4", "2,4", "2,3", "2,1"]
    assert line(match, "lapis") == ["4,3", "4,2", "3,2", "2,2"]


def test_rule_11_where_it_costs_nothing_it_is_no_use_of_energy():
    match = teams(FACING, rounds=3, edition="en")
    assert moves(match) == {"go", "boost", "brake"}
    with pytest.raises(sobremesa.IllegalMove, match="Crossing costs no energy here") as refused:
        match.push("cross")
    assert refused.value.rule == 11
    play(match, "boost straight>2,1")
    assert energy(match, "ruby") == 2


@pytest.mark.parametrize("edition", ["es", "2021"])
def test_rule_11_where_it_costs_energy_it_is_declared_first(edition):
    match = teams(FACING, rounds=3, edition=edition)
    assert moves(match) == {"cross"}
    play(match, "cross")
    assert energy(match, "ruby") == 2
    assert squares(match) == {"2,1"}
    play(match, "straight>2,1")
    assert squares(match) == {"2,0"}
    play(match, "left>2,0")
    assert mover(match) == "maize"


def test_rule_11_not_before_round_3():
    """So in round 2 ruby is cut, who has nowhere else to go."""
    assert alive(teams(FACING, rounds=2)) == "maize jade lapis"


def test_rule_11_nor_without_energy():
    assert alive(teams(FACING, rounds=3, energy={"ruby": 0})) == "maize jade lapis"


TWICE = """
    1  L┌ L─ L┐ .  .  .  .  .  .
    2  L│ .  L│ R─ R┐ .  .  .  .
    3  .  .  L│ .  R╵ .  .  .  .
    4  .  .  L└ L╴ .  M╶ .  .  .
    5  .  .  .  .  J╷ .  .  .  .
"""


def test_rule_11_for_one_card_of_the_turn():
    """The second card would have to cross as well."""
    match = play(teams(TWICE, rounds=3), "cross straight>2,1")
    assert alive(match) == "maize jade lapis"
    match = play(teams(TWICE, rounds=3), "cross right>2,1")
    assert alive(match) == "maize jade lapis"  # lapis is there, too
    match = play(teams(TWICE, rounds=3), "cross left>2,1")
    assert squares(match) == {"3,1"}


def test_rule_11_as_often_as_possible_where_it_costs_nothing():
    """The second time over the edge."""
    match = play(teams(TWICE, edition="en"), "straight>2,1")
    assert squares(match) == {"2,8"}
    play(match, "left>2,8")
    assert line(match, "ruby")[-2:] == ["2,1", "2,8"]


def test_rule_11_the_second_card_may_be_the_one_that_crosses():
    match = teams(FACING.replace("R─ R┐", ".  R┐"), rounds=3)
    assert moves(match) == {"go", "boost", "brake", "cross"}
    play(match, "cross straight>2,3")
    assert squares(match) == {"2,1"}
    play(match, "left>2,1")
    assert alive(match) == "ruby maize jade lapis"


def test_rule_11_unused_it_is_lost():
    """Neither ruby nor, who comes next, lapis may use what ruby declared."""
    diagram = """
        2  .  .  R─ R─ R┐ .  .  .  .
        3  .  .  L│ .  R╵ .  .  .  .
        4  .  .  L└ L╴ .  M╶ .  .  .
        5  .  .  .  .  J╷ .  .  .  .
    """
    match = teams(diagram, rounds=3, order="ruby lapis maize jade")
    play(match, "cross right>2,1 left>1,1")
    assert energy(match, "ruby") == 2
    assert mover(match) == "lapis"
    assert moves(match) == {"cross"}
    match = teams(diagram, rounds=3, order="ruby lapis maize jade", energy={"lapis": 0})
    play(match, "cross right>2,1 left>1,1")
    assert alive(match) == "ruby maize jade"


@pytest.mark.parametrize("what", ["go", "boost", "gas tee"])
def test_rule_11_not_undeclared(what):
    """Ruby could go on ahead, then faces lapis, and is cut."""
    match = teams(FACING.replace("R─ R┐", ".  R┐"), rounds=3, edition="2021")
    play(match, f"{what} straight>2,3")
    assert alive(match) == "maize jade lapis"


def test_rule_11_over_the_start_card():
    diagram = """
        2  .  .  .  R┌ R┐ .  .  .  .
        3  .  .  .  R│ R╵ .  .  .  .
        4  .  .  .  L╴ .  M╶ .  .  .
        5  .  .  .  .  J╷ .  .  .  .
    """
    assert squares(teams(diagram, edition="en")) == {"5,3"}
    assert squares(play(teams(diagram, rounds=3), "cross")) == {"5,3"}


@pytest.mark.parametrize("edition", ["en", "es"])
def test_rule_11_over_the_cards_of_a_partner_who_is_cut(edition):
    match = teams(FACING, rounds=3, edition=edition, cut="lapis")
    play(match, "cross" if edition == "es" else "go")
    assert squares(match) == {"2,1"}


@pytest.mark.parametrize("edition", ["en", "es"])
@pytest.mark.parametrize(
    "diagram",
    [
        """
        2  .  .  R┌ R─ R┐ .  .  .  .
        3  .  .  R└ R─ R╵ .  .  .  .
        4  .  .  .  L╴ .  M╶ .  .  .
        """,
        """
        2  .  .  .  .  R┌ R─ M│ .  .
        3  .  .  .  .  R╵ .  M│ .  .
        4  .  .  .  L╴ .  M╶ M┘ .  .
        """,
        """
        1  .  L┌ L┐ .  .  .  .  .  .
        2  .  L│ L│ R─ R┐ .  .  .  .
        3  .  .  L│ .  R╵ .  .  .  .
        4  .  .  L└ L╴ .  M╶ .  .  .
        """,
        """
        2  .  ## L│ R─ R┐ .  .  .  .
        3  .  .  L│ .  R╵ .  .  .  .
        4  .  .  L└ L╴ .  M╶ .  .  .
        """,
        """
        2  .  .  ## R─ R┐ .  .  .  .
        3  .  .  .  .  R╵ .  .  .  .
        4  .  .  .  L╴ .  M╶ .  .  .
        """,
    ],
    ids=["own", "enemy", "two of the partner's", "something beyond", "something else"],
)
def test_rule_11_never(diagram, edition):
    """Over own cards, an enemy's, two of the partner's, or where the square beyond is not empty: ruby is cut."""
    assert alive(teams(diagram, rounds=3, edition=edition)) == "maize jade lapis"


def test_rule_11_never_on_along_the_partners_line():
    """A card of lapis that turns is crossed straight ahead, too."""
    match = teams(FACING.replace("L│ R─", "L┌ R─"), edition="en")
    assert squares(match) == {"2,1"}


BESIDE = FACING.replace("R─ R┐", ".  R┐")


def test_rule_11_a_crossing_that_is_free_is_a_free_exit():
    """Ruby ends its turn facing lapis, with an empty square beyond."""
    match = teams(BESIDE.replace("R┐", ". "), edition="en")
    play(match, "left>2,4 straight>2,3")
    assert alive(match) == "ruby maize jade lapis"


def test_rule_11_one_that_costs_energy_is_not():
    match = teams(BESIDE.replace("R┐", ". "))
    play(match, "left>2,4 straight>2,3")
    assert alive(match) == "maize jade lapis"
    match = play(teams(BESIDE, rounds=3, order="ruby maize jade lapis"), "brake straight>2,3")
    assert alive(match) == "maize jade lapis"
    match = play(teams(BESIDE, rounds=3, boxed_in=False), "brake straight>2,3")
    assert alive(match) == "ruby maize jade lapis"


def test_rule_11_declared_and_not_used_it_is_none_either():
    match = play(teams(BESIDE, rounds=3), "cross left>2,3 right>3,3")
    assert alive(match) == "maize jade lapis"


BACK = """
    0  .  .  .  ## .  .  .  .  .
    1  .  .  .  R│ .  .  .  .  .
    2  .  .  L│ R┴ R┐ .  .  .  .
    3  .  .  L│ .  R╵ .  .  .  .
    4  .  .  L└ L╴ .  M╶ .  .  .
"""


def test_rule_11_a_turnaround_may_cross_where_that_is_free():
    match = teams(BACK, rounds=3, edition="en")
    assert moves(match) == {"turnaround"}
    play(match, "turnaround")
    assert squares(match) == {"2,1"}
    assert alive(teams(BACK, rounds=3)) == "maize jade lapis"  # two uses of energy at once


def test_rule_11_gas_where_only_a_crossing_is_free():
    match = teams(FACING, rounds=3, edition="en", extra_gas=True)
    assert moves(match) == {"go", "boost", "brake", "gas"}
    play(match, "gas tee")
    assert squares(match) == {"2,1"}
    assert moves(teams(FACING, rounds=3, edition="2021")) == {"cross"}


def test_rule_11_in_versus_nobody_crosses():
    """Neither in the turn, nor is a crossing a free exit at its end."""
    for edition in "es", "en":
        assert "ruby" not in alive(begin(FACING, 4, rounds=3, edition=edition))
        match = begin(BESIDE.replace("R┐", ". "), 4, edition=edition)
        play(match, "left>2,4 straight>2,3")
        assert alive(match) == "maize jade lapis"


@pytest.mark.parametrize(
    ("seats", "cut", "mover", "scores"),
    [
        (4, "ruby lapis", "maize", (-1, 1, 1, -1)),
        (4, "maize ruby jade", "lapis", (1, -1, -1, 1)),
        (6, "ruby maize papaya jade", "lapis", (-1, 0, 0, 1, 1, -1)),
        (6, "lapis violet ruby jade maize", "papaya", (1, 0, 0, -1, -1, 1)),
        (
            8,
            "violet lapis papaya turquoise maize salt jade",
            "ruby",
            (1, 1 / 3, 1 / 3, -1, -1, -1 / 3, -1 / 3, 1),
        ),
    ],
)
def test_rule_11_a_team_loses_when_both_its_lines_are_cut(seats, cut, mover, scores):
    """Places are those of teams, in the reverse order of losing; a partner who is cut wins with the other."""
    match = teams("", seats, cut=cut, mover=mover)
    assert match.is_over
    assert match.result.scores == pytest.approx(scores)


@pytest.mark.parametrize(("seats", "cut"), [(4, "maize ruby"), (6, "ruby maize papaya lapis"), (8, "ruby maize lapis")])
def test_rule_11_until_then_it_goes_on(seats, cut):
    match = teams("", seats, cut=cut, mover="jade")
    assert not match.is_over
    assert mover(match) == "jade"


@pytest.mark.parametrize("seats", [4, 6, 8])
def test_rule_11_hands_are_secret_from_partners(seats):
    match = sobremesa.Match("end-of-line", seats, mode="teams", seed="secret")
    for seat in range(seats):
        for number, each in enumerate(match.view(seat)["lines"]):
            assert (each["hand"] is None) == (number != seat)
            assert each["held"] == 5


@pytest.mark.parametrize(
    ("seats", "teams"),
    [(4, [(0, 3), (1, 2)]), (6, [(0, 5), (1, 2), (3, 4)]), (8, [(0, 7), (1, 2), (3, 4), (5, 6)])],
)
@pytest.mark.parametrize("edition", ["es", "en", "2021"])
def test_rule_11_whole_matches(seats, teams, edition):
    """Partners always have the same score, and one team wins."""
    match = sobremesa.Match("end-of-line", seats, mode="teams", edition=edition, seed="team")
    while not match.is_over:
        match.push(match.legal_moves[-1])
    scores = match.result.scores
    assert all(scores[one] == scores[other] for one, other in teams)
    steps = [2 * place / (len(teams) - 1) - 1 for place in range(len(teams))]
    assert sorted(scores[one] for one, _ in teams) == pytest.approx(steps)
    assert match.result.winners in teams

"""Outspeed, rule 8: the pile of tokens."""

import pytest

from sobremesa.testing.random_play import odds
from tests.support.games.outspeed import (
    awaited,
    choose,
    hands,
    own_set,
    phase,
    pile,
    play,
    race,
    texts,
    tile,
    used,
    zones,
)

THREE = {"ruby": 9, "maize": 8, "jade": 7}


def drawing(moves="A B B", **rest):
    """The scrapyard, where route A is a bonus: ruby gets one."""
    return play(race(tile=3, **(THREE | rest)), moves)


def drawers(match):
    """Who draws, in order, each being given nitro and a fuel tank and keeping nitro."""
    found = []
    while phase(match) == "drawing":
        play(match, "token-nitro token-fuel-tank")
        found += awaited(match)
        play(match, "keep-nitro")
    return found


def test_rule_8_look_at_two_keep_one_the_other_goes_under():
    match = drawing()
    assert awaited(match) == ["chance"]
    play(match, "token-nitro")
    assert awaited(match) == ["chance"]
    play(match, "token-ion-cannon")
    assert awaited(match) == ["ruby"]
    assert texts(match) == ["keep-nitro", "keep-ion-cannon"]
    play(match, "keep-ion-cannon")
    assert hands(match) == ["ion-cannon", "", ""]
    assert pile(match)[1] == "nitro"
    assert match.view()["tokens"]["pile"] == 31 and match.view()["tokens"]["unseen"] == 30
    assert tile(match)[0] == 4


def test_rule_8_keep_the_first_of_two():
    match = play(drawing(), "token-nitro token-ion-cannon keep-nitro")
    assert hands(match)[0] == "nitro" and pile(match)[1] == "ion-cannon"


def test_rule_8_two_of_a_kind_are_one_choice():
    match = play(drawing(), "token-nitro token-nitro")
    assert texts(match) == ["keep-nitro"]
    play(match, "keep-nitro")
    assert hands(match)[0] == "nitro" and pile(match)[1] == "nitro"
    assert pile(match)[0].split().count("nitro") == 5


def test_rule_8_every_token_of_the_unseen_part_is_as_likely():
    match = drawing(hands={"jade": "flame ion"}, used="nitro nitro", moves="none A B B")
    kinds = ["nitro", "fuel-tank", "flamethrower", "force-field", "ion-cannon", "electromagnet"]
    assert texts(match) == [f"token-{kind}" for kind in kinds]
    assert odds(match.game.rules, match.position) == [5, 7, 6, 7, 1, 2]
    play(match, "token-ion-cannon")
    assert texts(match) == [f"token-{kind}" for kind in kinds if kind != "ion-cannon"]
    assert odds(match.game.rules, match.position) == [5, 7, 6, 7, 2]


def test_rule_8_the_foremost_ship_draws_first_in_one_zone_by_seat():
    match = play(race(ruby=4, maize=9, jade=9, lapis=11, tile=2), "C C C C")
    assert drawers(match) == ["lapis", "maize", "jade", "ruby"]


def test_rule_8_in_the_order_of_the_zones_after_the_moves():
    """Maize overtakes ruby by its route, and a field stops jade short of it."""
    match = play(race(ruby=8, maize=7, jade=3, tile=3), "A C B")
    assert zones(match) == [8, 9, 5]
    assert drawers(match) == ["maize", "ruby"]
    match = play(race(ruby=8, maize=7, jade=3, tile=3, fields=[8]), "A C B")
    assert zones(match) == [8, 8, 5]
    assert drawers(match) == ["ruby", "maize"]


def test_rule_8_who_is_out_by_the_cost_or_rides_where_there_is_no_room_draws_nothing():
    match = play(race(ruby=4, maize=9, jade=9, lapis=8, tile=2, fuel={"maize": 1}), "C C C B")
    assert drawers(match) == ["jade", "ruby"]
    match = play(race(tile=3, **THREE), "C C A")
    assert drawers(match) == ["jade"]


def test_rule_8_what_was_put_under_comes_up_in_order():
    under = [("ruby", "nitro"), ("jade", "tank"), ("maize", "ion"), ("ruby", "flame")]
    match = drawing(pile="", under=under)
    assert awaited(match) == ["ruby"]
    assert texts(match) == ["keep-nitro", "keep-fuel-tank"]
    play(match, "keep-fuel-tank")
    assert pile(match) == ("", "ion-cannon flamethrower nitro")
    assert match.position[0].under_by.tolist()[:4] == [1, 0, 0, 0]


def test_rule_8_the_last_of_the_unseen_part_and_the_first_from_below():
    match = drawing(pile="flame", under=[("ruby", "nitro"), ("jade", "tank")])
    assert texts(match) == ["token-flamethrower"]
    play(match, "token-flamethrower")
    assert texts(match) == ["keep-flamethrower", "keep-nitro"]
    play(match, "keep-flamethrower")
    assert pile(match) == ("", "fuel-tank nitro")


def test_rule_8_what_is_put_under_lies_below_what_was_put_there_before():
    match = play(race(ruby=9, maize=8, jade=7, tile=3), "A A A")
    play(match, "token-nitro token-ion-cannon keep-nitro  token-flamethrower token-fuel-tank keep-fuel-tank")
    play(match, "token-force-field token-nitro keep-nitro")
    assert pile(match)[1] == "ion-cannon flamethrower force-field"
    assert hands(match) == ["nitro", "fuel-tank", "nitro"]
    assert match.position[0].under_by.tolist()[:3] == [0, 1, 2]


@pytest.mark.parametrize(
    "where", [{"pile": "ion"}, {"pile": "", "under": [("jade", "ion")]}], ids=["unseen", "from below"]
)
def test_rule_8_the_last_token_is_simply_taken(where):
    match = drawing(**where)
    if where["pile"]:
        assert texts(match) == ["token-ion-cannon"]
        play(match, "token-ion-cannon")
    assert hands(match)[0] == "ion-cannon"
    assert pile(match) == ("", "")
    assert tile(match)[0] == 4  # nobody was asked, and the discards stay where they are
    assert sum(used(match).values()) == 31


def test_rule_8_without_a_token_the_discards_are_shuffled_first():
    match = drawing(pile="", hands={"maize": "nitro nitro"}, moves="none A B B")
    assert used(match) == {}
    assert match.view()["tokens"]["unseen"] == 30
    assert odds(match.game.rules, match.position) == [5, 7, 7, 7, 2, 2]


def test_rule_8_shuffled_only_when_none_is_left():
    """Ruby takes the last one; then the discards are shuffled for maize."""
    match = drawing(pile="ion", moves="A A B")
    play(match, "token-ion-cannon")
    assert hands(match)[0] == "ion-cannon" and used(match) == {}
    play(match, "token-nitro token-flamethrower keep-nitro")
    assert hands(match)[1] == "nitro" and pile(match)[1] == "flamethrower"
    assert match.view()["tokens"]["unseen"] == 29


def test_rule_8_the_only_discard_is_simply_taken():
    match = drawing(pile="", used="ion", rest="maize", moves="none A B B")
    assert texts(match) == ["token-ion-cannon"]
    play(match, "token-ion-cannon")
    assert hands(match)[0] == "ion-cannon" and tile(match)[0] == 4


def test_rule_8_without_any_token_at_all_there_is_nothing():
    match = drawing(pile="", rest="maize", moves="none A B A")
    assert phase(match) == "bonuses" and tile(match)[0] == 4
    assert hands(match)[0] == hands(match)[2] == ""
    assert match.position[0].owed.tolist() == [0] * 6


def test_rule_8_a_bonus_that_came_to_nothing_is_not_owed_later():
    match = drawing(pile="ion", rest="maize", moves="none A B A")
    play(match, "token-ion-cannon")
    assert hands(match)[0] == "ion-cannon" and hands(match)[2] == ""
    assert match.position[0].owed.tolist() == [0] * 6


def test_rule_8_two_bonuses_are_drawn_one_after_the_other(own_home):
    own = own_set(tile_4=[{"symbol": "A", "bonus": 2}, {"symbol": "B", "bonus": 1}])
    match = play(race(tile=4, options={"tiles": own}, ruby=7, maize=8, jade=9), "B A A")
    assert drawers(match) == ["jade", "jade", "maize", "maize", "ruby"]
    assert hands(match) == ["nitro", "nitro nitro", "nitro nitro"]


def test_rule_8_a_token_can_be_laid_the_turn_after():
    match = play(drawing(), "token-nitro token-ion-cannon keep-nitro")
    assert awaited(match) == ["ruby"] and texts(match) == ["none", "nitro"]
    choose(match, ruby="nitro")
    assert zones(match) == [10, 10, 9] and used(match) == {"nitro": 1}

"""Outspeed, rules 1 to 3: laying tokens, what they do, and the last ship left."""

import itertools

import pytest

import sobremesa
from sobremesa.games.outspeed import GAME, invariants
from sobremesa.kernel import CHANCE
from tests.support.games.outspeed import (
    awaited,
    choose,
    fields,
    fuels,
    hands,
    phase,
    play,
    race,
    texts,
    tile,
    track,
    used,
    winners,
    zones,
)


def refused(match, name, move):
    """The rule that forbids a move, and that nothing has changed."""
    before = match.position.tobytes()
    with pytest.raises(sobremesa.IllegalMove) as caught:
        match.push(move, match.seat_names.index(name))
    assert match.position.tobytes() == before
    return caught.value.rule


def test_at_the_start_nobody_has_a_token_and_a_route_is_chosen_at_once():
    match = sobremesa.Match(GAME, 4, roll=False, first_game=True)
    assert phase(match) == "programming"
    assert awaited(match) == ["ruby", "maize", "jade", "lapis"]
    assert zones(match) == [3, 3, 3, 3]
    assert fuels(match) == [12, 12, 12, 12]
    assert hands(match) == ["", "", "", ""]
    assert track(match) == (1, 14)
    assert match.view()["tokens"]["pile"] == 32


@pytest.mark.parametrize(("seats", "face"), [(3, "3-4"), (4, "3-4"), (5, "5-6"), (6, "5-6")])
def test_the_face_is_that_for_so_many_ships(seats, face):
    assert tile(sobremesa.Match(GAME, seats, roll=False, first_game=True)) == (1, face)


def test_the_tiles_of_a_first_game_come_in_order():
    match = sobremesa.Match(GAME, 3, roll=False, first_game=True)
    assert match.view()["coming"] == list(range(2, 14))
    assert match.to_act != (CHANCE,)


def test_the_tiles_are_dealt_unseen_twelve_and_then_one_of_four():
    match = sobremesa.Match(GAME, 3, roll=False)
    assert phase(match) == "dealing"
    for dealt in range(12):
        left = [f"tile-{number}" for number in range(1, 13 - dealt)]
        assert texts(match) == left
        play(match, left[-1])
    assert texts(match) == ["tile-13", "tile-14", "tile-15", "tile-16"]
    play(match, "tile-15")
    assert tile(match) == (12, "3-4")
    assert match.view()["coming"] is None
    assert match.position[0].order.tolist() == [12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 15]


def test_rule_1_asked_zone_by_zone_from_the_front():
    everybody = dict.fromkeys(["ruby", "maize", "jade", "lapis", "violet"], "nitro")
    match = race(ruby=4, maize=9, jade=6, lapis=9, violet=6, hands=everybody)
    assert awaited(match) == ["maize", "lapis"]
    choose(match, lapis="none")
    assert awaited(match) == ["maize"]
    choose(match, maize="nitro")
    assert awaited(match) == ["jade", "violet"]
    choose(match, violet="none", jade="none")
    assert awaited(match) == ["ruby"]
    choose(match, ruby="none")
    assert phase(match) == "programming"


def test_rule_1_only_who_holds_tokens_is_asked():
    match = race(ruby=4, maize=9, jade=6, lapis=6, hands={"jade": "nitro", "ruby": "flame"})
    assert awaited(match) == ["jade"]
    choose(match, jade="none")
    assert awaited(match) == ["ruby"]


def test_rule_1_who_is_out_is_not_asked():
    match = race(ruby=4, maize=None, jade=6, lapis=9, hands={"maize": "nitro", "ruby": "flame"})
    assert awaited(match) == ["ruby"]


def test_rule_1_asked_also_where_only_nothing_may_be_laid():
    """Otherwise the hand would show."""
    match = race(ruby=9, maize=8, jade=7, hands={"ruby": "magnet"})
    assert awaited(match) == ["ruby"]
    assert texts(match) == ["none"]


def test_rule_1_one_token_of_those_in_hand_or_none():
    match = race(ruby=9, maize=8, jade=7, hands={"ruby": "nitro nitro tank ion"})
    assert texts(match) == ["none", "nitro", "fuel-tank", "ion-cannon"]
    assert refused(match, "ruby", "flame") == 1
    choose(match, ruby="nitro")
    assert hands(match) == ["nitro fuel-tank ion-cannon", "", ""]


def test_rule_1_what_is_laid_is_turned_over_when_all_have_decided():
    """The nitro of the front does nothing before the rear has decided."""
    match = race(ruby=9, maize=8, jade=7, hands={"ruby": "nitro", "jade": "tank"})
    choose(match, ruby="nitro")
    assert zones(match) == [9, 8, 7] and used(match) == {}
    assert match.view()["ships"][0]["laid"] == "hidden"
    assert match.view()["ships"][0]["tokens"] == 1
    choose(match, jade="tank")
    assert zones(match) == [10, 8, 7] and fuels(match) == [12, 12, 14]
    assert used(match) == {"nitro": 1, "fuel-tank": 1}


@pytest.mark.parametrize(
    ("rubys", "may"), [(6, True), (7, False), (8, False), (4, True)], ids=["rear", "middle", "front", "behind"]
)
def test_rule_1_an_electromagnet_only_from_the_rearmost_occupied_zone(rubys, may):
    match = race(ruby=rubys, maize=8, jade=6, hands={"ruby": "magnet nitro"})
    assert ("electromagnet" in texts(match, "ruby")) == may
    if not may:
        assert refused(match, "ruby", "electromagnet") == 1


def test_rule_1_a_ship_that_is_out_is_not_the_rearmost():
    match = race(ruby=6, maize=8, jade=None, lapis=9, hands={"ruby": "magnet"})
    assert texts(match) == ["none", "electromagnet"]


def test_rule_1_the_rearmost_zone_is_judged_when_laid():
    """Ruby is the rearmost when laying; afterwards jade, thrown back by maize, is behind: ruby's magnet acts still."""
    match = race(ruby=6, maize=7, jade=8, hands={"maize": "flame", "ruby": "magnet"}, fields=[])
    choose(match, maize="flame", ruby="magnet")
    assert zones(match) == [6, 4, 6]
    match = race(ruby=6, maize=6, jade=7, lapis=9, hands={"maize": "nitro", "ruby": "magnet"})
    choose(match, ruby="magnet", maize="nitro")
    assert zones(match) == [6, 7, 5, 6]


@pytest.mark.parametrize("finish", [13, 14, 15, 16])
def test_rule_1_no_force_field_on_the_finish_tile(finish):
    match = race(ruby=9, maize=8, jade=7, tile=finish, hands={"ruby": "field nitro", "maize": "field"})
    assert texts(match) == ["none", "nitro"]
    assert refused(match, "ruby", "field") == 1
    choose(match, ruby="none")
    assert awaited(match) == ["maize"] and texts(match) == ["none"]


def test_rule_1_a_force_field_on_the_last_track_tile():
    assert "force-field" in texts(race(ruby=9, maize=8, jade=7, tile=12, hands={"ruby": "field"}))


def test_rule_2_the_golden_case():
    """Ruby in 9; maize, with nitro, and jade, with a flamethrower, in 8; lapis in 6; violet, with a magnet, in 4."""
    match = race(
        ruby=9, maize=8, jade=8, lapis=6, violet=4, hands={"maize": "nitro", "jade": "flame", "violet": "magnet"}
    )
    choose(match, jade="flame", maize="nitro", violet="magnet")
    assert zones(match) == [5, 6, 6, 4, 4]
    assert used(match) == {"nitro": 1, "flamethrower": 1, "electromagnet": 1}
    assert hands(match) == ["", "", "", "", ""]


def test_rule_2_a_flamethrower_pushes_the_next_occupied_zone_ahead():
    match = race(ruby=5, maize=8, jade=8, lapis=9, violet=4, papaya=5, hands={"ruby": "flame"})
    assert zones(choose(match, ruby="flame")) == [5, 6, 6, 9, 4, 5]


def test_rule_2_a_flamethrower_with_nobody_ahead_is_wasted():
    match = race(ruby=9, maize=9, jade=4, hands={"ruby": "flame nitro"})
    choose(match, ruby="flame")
    assert zones(match) == [9, 9, 4]
    assert used(match) == {"flamethrower": 1}
    assert hands(match)[0] == "nitro"


def test_rule_2_targets_are_found_on_the_positions_of_that_moment():
    """Maize throws ruby back behind it, so that jade reaches maize, not ruby."""
    match = race(ruby=9, maize=8, jade=6, lapis=3, hands={"maize": "flame", "jade": "flame"})
    choose(match, maize="flame", jade="flame")
    assert zones(match) == [5, 8, 6, 3]
    match = race(ruby=9, maize=8, jade=5, lapis=3, hands={"maize": "flame", "jade": "flame"}, fields=[8])
    choose(match, maize="flame", jade="flame")
    assert zones(match) == [6, 6, 5, 3]


def test_rule_2_who_was_thrown_back_into_ones_own_zone_is_not_ahead():
    match = race(ruby=9, maize=8, jade=7, lapis=3, hands={"maize": "flame", "jade": "flame"})
    choose(match, maize="flame", jade="flame")
    assert zones(match) == [7, 6, 7, 3]


def test_rule_2_all_of_one_zone_act_at_once():
    """Whoever goes into the next zone by nitro is not met by the flames that were thrown beside it."""
    match = race(ruby=8, maize=8, jade=9, lapis=3, hands={"ruby": "nitro", "maize": "flame"})
    choose(match, ruby="nitro", maize="flame")
    assert zones(match) == [9, 8, 7, 3]
    match = race(ruby=8, maize=8, jade=10, lapis=3, hands={"ruby": "flame", "maize": "nitro"})
    choose(match, ruby="flame", maize="nitro")
    assert zones(match) == [8, 9, 8, 3]


@pytest.mark.parametrize(("throwers", "back"), [(1, 2), (2, 4), (3, 6)])
def test_rule_2_pushes_on_a_ship_are_added_up(throwers, back):
    names = ["ruby", "maize", "jade"]
    match = race(ruby=8, maize=8, jade=8, lapis=9, violet=14, hands=dict.fromkeys(names, "flame"))
    choose(match, **{name: "flame" if n < throwers else "none" for n, name in enumerate(names)})
    assert zones(match) == [8, 8, 8, 9 - back, 14]


def test_rule_2_a_flamethrower_and_an_electromagnet_of_one_zone_are_added_up():
    match = race(ruby=4, maize=4, jade=9, lapis=12, hands={"ruby": "flame", "maize": "magnet"})
    choose(match, ruby="flame", maize="magnet")
    assert zones(match) == [4, 4, 9 - 2 - 2, 12 - 3]
    match = race(ruby=4, maize=4, jade=9, hands={"ruby": "flame", "maize": "magnet"})
    choose(match, ruby="flame", maize="magnet")
    assert zones(match) == [4, 4, 9 - 2 - 3]


def test_rule_2_two_electromagnets():
    match = race(ruby=4, maize=4, jade=11, lapis=14, hands={"ruby": "magnet", "maize": "magnet"})
    choose(match, ruby="magnet", maize="magnet")
    assert zones(match) == [4, 4, 7, 8]


def test_rule_2_added_up_they_are_one_move_that_a_field_ends():
    """One after the other, the second would lead out of the field again."""
    match = race(ruby=8, maize=8, jade=9, lapis=14, fields=[7], hands={"ruby": "flame", "maize": "flame"})
    choose(match, ruby="flame", maize="flame")
    assert zones(match) == [8, 8, 7, 14]


def test_rule_2_pushes_of_two_zones_are_two_moves():
    """The field in 8 ends the first, but not the second."""
    match = race(ruby=5, maize=8, jade=9, lapis=14, fields=[8], hands={"ruby": "flame", "maize": "flame"})
    choose(match, maize="flame", ruby="flame")
    assert zones(match) == [5, 6, 6, 14]


def test_rule_2_an_electromagnet_does_not_touch_its_own_zone():
    match = race(ruby=4, maize=4, jade=6, lapis=9, violet=9, hands={"ruby": "magnet"})
    assert zones(choose(match, ruby="magnet")) == [4, 4, 4, 6, 6]


def test_rule_2_an_electromagnet_where_all_are_in_one_zone_does_nothing():
    match = race(ruby=5, maize=5, jade=5, hands={"ruby": "magnet"})
    choose(match, ruby="magnet")
    assert zones(match) == [5, 5, 5]
    assert used(match) == {"electromagnet": 1}


def test_rule_2_an_electromagnet_pulls_the_foremost_zone_of_that_moment():
    """Lapis in 12 is thrown back to 10 and is then not the foremost any more."""
    match = race(ruby=4, maize=11, jade=11, lapis=12, hands={"maize": "flame", "ruby": "magnet"})
    choose(match, maize="flame", ruby="magnet")
    assert zones(match) == [4, 8, 8, 8]


def test_rule_2_an_ion_cannon_takes_2_fuel_from_every_ship_ahead():
    match = race(ruby=4, maize=4, jade=6, lapis=9, violet=9, papaya=3, hands={"ruby": "ion"}, fuel=9)
    choose(match, ruby="ion")
    assert fuels(match) == [9, 9, 7, 7, 7, 9]
    assert zones(match) == [4, 4, 6, 9, 9, 3]
    assert used(match) == {"ion-cannon": 1}


@pytest.mark.parametrize(("fuel", "left"), [(1, None), (2, None), (3, 1), (4, 2)])
@pytest.mark.parametrize("up", [1, 14], ids=["track", "finish"])
def test_rule_2_whoever_is_at_0_by_an_ion_cannon_is_out(fuel, left, up):
    match = race(ruby=4, maize=6, jade=3, lapis=9, hands={"ruby": "ion"}, fuel={"maize": fuel}, tile=up)
    choose(match, ruby="ion")
    assert fuels(match) == [12, left, 12, 10]
    assert zones(match)[1] == (6 if left else None)


def test_rule_2_two_ion_cannons():
    match = race(ruby=4, maize=4, jade=9, lapis=9, hands={"ruby": "ion", "maize": "ion"}, fuel={"jade": 5, "lapis": 4})
    choose(match, maize="ion", ruby="ion")
    assert fuels(match) == [12, 12, 1, None]


def test_rule_2_a_fuel_tank_opened_ahead_saves_from_the_cannon_behind():
    match = race(ruby=4, maize=6, jade=3, hands={"ruby": "ion", "maize": "tank"}, fuel={"maize": 1})
    assert fuels(choose(match, maize="tank", ruby="ion")) == [12, 1, 12]


def test_rule_2_an_ion_cannon_and_a_flamethrower_at_once():
    match = race(ruby=4, maize=4, jade=9, lapis=9, hands={"ruby": "ion", "maize": "flame"}, fuel={"jade": 2})
    choose(match, ruby="ion", maize="flame")
    assert zones(match) == [4, 4, None, 7] and fuels(match) == [12, 12, None, 10]


def test_rule_2_a_fuel_tank_is_2_fuel_beyond_12_too():
    match = race(ruby=4, maize=4, jade=9, hands={"ruby": "tank", "jade": "tank"}, fuel={"jade": 1})
    assert fuels(choose(match, jade="tank", ruby="tank")) == [14, 12, 3]


def test_rule_2_nitro_is_1_zone_ahead_now():
    match = race(ruby=4, maize=4, jade=9, hands={"ruby": "nitro", "jade": "nitro"})
    assert zones(choose(match, jade="nitro", ruby="nitro")) == [5, 4, 10]


def test_rule_2_whoever_is_thrown_back_later_still_had_its_nitro():
    match = race(ruby=9, maize=8, jade=3, hands={"ruby": "nitro", "maize": "flame"})
    assert zones(choose(match, ruby="nitro", maize="flame")) == [8, 8, 3]


def test_rule_2_a_force_field_is_a_marker_in_ones_own_zone():
    match = race(ruby=4, maize=4, jade=9, hands={"ruby": "field", "maize": "field", "jade": "field"})
    choose(match, jade="field", ruby="field", maize="field")
    assert fields(match) == [4, 4, 9]
    assert used(match) == {"force-field": 3}


def test_rule_2_without_a_marker_left_a_force_field_does_nothing():
    match = race(ruby=4, maize=4, jade=9, fields=[1, 2, 2, 3, 10, 11], hands={"ruby": "field", "jade": "field"})
    choose(match, jade="field", ruby="field")
    assert fields(match) == [1, 2, 2, 3, 9, 10, 11]
    assert used(match) == {"force-field": 2}


@pytest.mark.parametrize(("field", "end"), [(9, 9), (8, 8), (7, 8), (10, 8)])
def test_rule_2_a_ship_pushed_into_a_field_stops(field, end):
    """Also where the field is the last zone of the push; not where it comes from, or beyond."""
    match = race(ruby=5, maize=10, jade=5, fields=[field], hands={"jade": "flame"})
    assert zones(choose(match, jade="flame")) == [5, end, 5]


@pytest.mark.parametrize(("field", "end"), [(9, 9), (10, 10), (11, 10), (8, 10)])
def test_rule_2_a_ship_riding_into_a_field_stops(field, end):
    match = race(ruby=8, maize=3, jade=3, fields=[field])
    assert zones(play(match, "B A A")) == [end, 4, 4]


def test_rule_2_a_nitro_into_a_field_does_not_stop_the_later_move():
    match = race(ruby=8, maize=10, jade=8, fields=[9], hands={"ruby": "nitro"})
    choose(match, ruby="nitro")
    assert zones(match) == [9, 10, 8] and fields(match) == [9]
    play(match, "B B B")  # 2 zones for 1 fuel
    assert zones(match) == [11, 12, 9]


def test_rule_2_a_ship_that_stands_in_a_field_leaves_freely_either_way():
    match = race(ruby=5, maize=9, jade=3, fields=[9], hands={"ruby": "flame"})
    assert zones(choose(match, ruby="flame")) == [5, 7, 3]
    match = race(ruby=5, maize=9, jade=3, fields=[9])
    assert zones(play(match, "A B A")) == [6, 11, 4]
    assert fields(match) == [9]


def test_rule_2_a_field_laid_from_a_zone_acts_after_its_pushes():
    """Jade, two zones ahead of 8, is pushed into 8 by maize: the field of ruby in 8 is not there yet."""
    match = race(ruby=8, maize=8, jade=9, lapis=3, hands={"ruby": "field", "maize": "flame"})
    choose(match, ruby="field", maize="flame")
    assert zones(match) == [8, 8, 7, 3] and fields(match) == [8]
    match = race(ruby=8, maize=8, jade=9, lapis=6, hands={"ruby": "field", "lapis": "magnet"})
    choose(match, ruby="field", lapis="magnet")
    assert zones(match) == [6, 6, 8, 6] and fields(match) == [8]


def test_rule_2_a_nitro_of_the_same_zone_does_not_meet_a_field_laid_there():
    """And a field laid ahead is there for the nitro behind."""
    match = race(ruby=9, maize=8, jade=8, hands={"ruby": "field", "maize": "nitro", "jade": "field"})
    choose(match, ruby="field", maize="nitro", jade="field")
    assert zones(match) == [9, 9, 8] and fields(match) == [8, 9]
    assert match.position[0].entered.tolist()[:2] == [1, 0]


def test_rule_2_the_field_stays_where_it_was_laid():
    """Ruby lays in 9 and is thrown back: the field is in 9."""
    match = race(ruby=9, maize=8, jade=3, hands={"ruby": "field", "maize": "flame"})
    choose(match, ruby="field", maize="flame")
    assert zones(match) == [7, 8, 3] and fields(match) == [9]


def test_rule_2_a_field_that_lies_already_works_on_the_finish_tile():
    match = race(ruby=8, maize=12, jade=8, tile=13, fields=[9], hands={"ruby": "nitro"})
    choose(match, ruby="nitro")
    assert zones(match) == [9, 12, 8]
    play(match, "A A A")
    assert zones(match) == [11, 14, 9]


def test_choices_of_one_zone_may_arrive_in_any_order():
    laid = {"ruby": "nitro", "maize": "flame", "jade": "field"}
    positions = set()
    for names in itertools.permutations(laid):
        match = race(ruby=8, maize=8, jade=8, lapis=9, hands=laid)
        choose(match, **{name: laid[name] for name in names})
        positions.add(match.position.tobytes())
    assert len(positions) == 1


def last_ship():
    """A race in which ruby's ion cannon puts the two others out."""
    match = race(ruby=1, maize=3, jade=2, lapis=None, fuel={"maize": 1, "jade": 2}, hands={"ruby": "ion"})
    match.push("ion")
    return match


def test_rule_3_one_ship_left_by_the_bonuses_wins_at_once():
    match = last_ship()
    assert winners(match) == ["ruby"]
    assert zones(match) == [1, None, None, None]
    assert match.result.scores == pytest.approx((1, -1 / 3, -1 / 3, -1 / 3))


def test_rule_3_one_ship_left_by_a_push_off_the_track_wins_at_once():
    match = race(ruby=1, maize=2, jade=None, hands={"ruby": "flame"})
    match.push("flame")
    assert winners(match) == ["ruby"]


def test_rule_3_a_race_that_the_bonuses_end_leaves_no_token_laid():
    match = last_ship()
    assert list(invariants.faults(match.position[0])) == []
    assert [ship["laid"] for ship in match.view()["ships"]] == [None] * 4


def test_rule_3_when_none_is_left_nobody_wins():
    """All pay their last fuel."""
    match = race(ruby=9, maize=8, jade=7, fuel=1)
    play(match, "B B B")
    assert match.is_over and winners(match) == []
    assert match.result.scores == (-1, -1, -1)


def test_rule_3_one_ship_left_by_the_costs_wins_at_once_before_the_gains():
    match = race(ruby=9, maize=8, jade=7, fuel={"maize": 1, "jade": 1})
    play(match, "B B B")
    assert winners(match) == ["ruby"]
    assert zones(match) == [9, None, None]
    assert fuels(match) == [11, None, None]


def test_rule_3_one_ship_left_by_the_falling_rear_wins_at_once():
    match = race(ruby=14, maize=3, jade=2)
    play(match, "A A A")
    assert winners(match) == ["ruby"]
    assert zones(match) == [15, None, None]
    assert tile(match) == (1, "3-4")


def test_rule_3_two_ships_left_go_on():
    match = race(ruby=9, maize=8, jade=7, fuel={"jade": 1})
    play(match, "B B B")
    assert zones(match) == [11, 10, None]
    assert tile(match) == (2, "3-4")

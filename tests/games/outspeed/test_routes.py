"""Outspeed, rules 4 to 7: programming, and what routes cost and bring."""

import itertools

import pytest

import sobremesa
from sobremesa.games.outspeed.events import Rolled
from sobremesa.kernel import CHANCE
from sobremesa.testing.random_play import odds
from tests.support.games.outspeed import (
    awaited,
    choose,
    fuels,
    hands,
    own_set,
    phase,
    play,
    race,
    ships,
    texts,
    tile,
    winners,
    zones,
)

THREE = {"ruby": 9, "maize": 8, "jade": 7}
FOUR = THREE | {"lapis": 8}
FIVE = FOUR | {"violet": 8}


def ride(up, routes, fuel=12, count=3, **rest):
    """A race after everybody programmed a route on a tile, in the order of seats."""
    return play(race(tile=up, fuel=fuel, **({3: THREE, 4: FOUR, 5: FIVE}[count]), **rest), routes)


def rolls(match):
    """Who rolled which die, and what it showed."""
    told = match.events(0)
    return [(match.seat_names[event.seat], event.die, event.shows) for event in told if isinstance(event, Rolled)]


@pytest.mark.parametrize(
    ("up", "fuel", "may"),
    [
        (8, 1, "A"),
        (8, 2, "A B"),
        (8, 3, "A B C"),
        (1, 1, "A B C"),
        (5, 12, "A B"),
        (6, 1, "A B C"),
        (12, 1, "C"),
        (12, 2, "A B C"),
        (4, 1, "A B C"),
        (10, 1, "A B C"),
        (11, 1, "A B C"),
        (13, 1, "A"),
        (13, 2, "A B"),
        (14, 1, "A C"),
        (16, 12, "A0 A1 A2 A3 A4 A5 A6 A7 A8 A9 B C"),
        (16, 9, "A0 A1 A2 A3 A4 A5 A6 A7 A8 A9 B C"),
        (16, 8, "A0 A1 A2 A3 A4 A5 A6 A7 A8 B C"),
        (16, 1, "A0 A1 B C"),
    ],
)
def test_rule_4_a_route_that_one_can_pay_at_the_least(up, fuel, may):
    """For a die the best face decides, for riders of the route oneself alone; all fuel may go."""
    match = race(tile=up, fuel={"ruby": fuel}, **THREE)
    assert " ".join(texts(match, "ruby")) == may


@pytest.mark.parametrize(
    ("cost", "least"),
    [
        ("4", 4),
        ("1 + A", 2),
        ("1 + B", 1),
        ("2 yellow", 4),
        ("1 + A yellow", 3),
        ("2 + B yellow", 2),
        ("3 + B + B yellow", 3),
        ("1 + A + 2 yellow + A yellow", 8),
        ("2 + wheel", 2),
    ],
)
def test_rule_4_the_least_of_a_cost(own_home, cost, least):
    """Of others nobody may ride a route; the best face of these dice is 2."""
    routes = [{"symbol": "A", "cost": cost}, {"symbol": "B"}]
    own = own_set(dice={"yellow": [2, 2, 5, 5, 6, 6]}, tile_4=routes)
    for fuel in least - 1, least:
        match = race(tile=4, fuel={"ruby": max(fuel, 1)}, options={"tiles": own}, **THREE)
        assert bool({"A", "A0"} & set(texts(match, "ruby"))) == (max(fuel, 1) >= least)


def test_rule_4_the_wheel_with_what_is_left_to_pay(own_home):
    own = own_set(tile_4=[{"symbol": "B", "cost": "2 + wheel", "fuel": "wheel"}, {"symbol": "C"}])
    match = race(tile=4, fuel={"ruby": 5}, options={"tiles": own}, **THREE)
    assert texts(match, "ruby") == ["B0", "B1", "B2", "B3", "C"]
    play(match, "B2 C C")
    assert fuels(match) == [5 - 4 + 2, 12, 12]


def test_rule_4_a_solo_route_costs_at_the_least_nothing(own_home):
    own = own_set(tile_4=[{"symbol": "A", "solo": True, "cost": 5, "zones": 1}, {"symbol": "B"}])
    match = race(tile=4, fuel=1, options={"tiles": own}, **THREE)
    assert texts(match, "ruby") == ["A", "B"]


def test_rule_4_everybody_chooses_at_once():
    match = race(ruby=9, maize=None, jade=4, lapis=3)
    assert awaited(match) == ["ruby", "jade", "lapis"]
    choose(match, lapis="A")
    assert awaited(match) == ["ruby", "jade"]
    assert zones(match) == [9, None, 4, 3]


def test_rule_4_a_choice_cannot_be_changed():
    match = choose(race(**THREE), maize="A")
    with pytest.raises(sobremesa.IllegalMove, match="not the turn of maize"):
        match.push("B", 1)


@pytest.mark.parametrize(
    ("up", "move", "rule"), [(5, "C", 4), (8, "B", 4), (16, "A", 4), (16, "A2", 4), (16, "B1", 4), (8, "nitro", 4)]
)
def test_rule_4_refusals(up, move, rule):
    match = race(tile=up, fuel={"ruby": 1}, **THREE)
    with pytest.raises(sobremesa.IllegalMove) as caught:
        match.push(move)
    assert caught.value.rule == rule


def test_rule_4_no_tile_has_a_route_d():
    with pytest.raises(sobremesa.BadMove):
        race(**THREE).push("D")


@pytest.mark.parametrize("up", [4, 16])
def test_choices_may_arrive_in_any_order(up):
    routes = {"ruby": "A7" if up == 16 else "A", "maize": "B", "jade": "C"}
    positions = {
        choose(race(tile=up, **THREE), **{name: routes[name] for name in names}).position.tobytes()
        for names in itertools.permutations(routes)
    }
    assert len(positions) == 1


def test_what_everybody_took_can_be_seen_a_turn_later():
    match = ride(16, "A7 A0 B")
    assert ships(match, "last") == ["A", "A", "B"]
    assert ships(ride(1, "A B C"), "last") == ["A", "B", "C"]


@pytest.mark.parametrize(
    ("up", "count", "routes", "fuel", "where"),
    [
        (7, 3, "A B C", [12, 11, 12], [13, 11, 7]),
        (7, 3, "A A B", [12, 12, 11], [9, 8, 10]),
        (7, 4, "B B C C", [11, 11, 12, 12], [12, 11, 7, 8]),
        (7, 4, "B B B C", [12, 12, 12, 12], [9, 8, 7, 8]),
        (7, 5, "B B B A C", [11, 11, 11, 12, 12], [12, 11, 10, 13, 8]),
        (7, 5, "B B B B C", [12] * 5, [9, 8, 7, 8, 8]),
        (8, 3, "C C B", [12, 12, 10], [9, 8, 10]),
    ],
)
def test_rule_5_more_riders_than_room_pay_nothing_and_get_nothing(up, count, routes, fuel, where):
    match = ride(up, routes, count=count)
    while phase(match) == "drawing":
        match.push(texts(match)[0])
    assert (fuels(match), zones(match)) == (fuel, where)


def test_rule_5_they_still_count():
    """Three on B, where there is room for two: nobody pays, and who is on A has 3 fuel for them."""
    match = ride(10, "A B B B", count=4)
    assert fuels(match) == [15, 12, 12, 12]
    assert zones(match) == [9, 8, 7, 8]


def test_rule_5_too_many_roll_no_dice(own_home):
    routes = [{"symbol": "A", "slots": 1, "cost": "yellow", "zones": "blue", "fuel": "yellow"}, {"symbol": "B"}]
    match = ride(4, "A A B", options={"tiles": own_set(tile_4=routes)})
    assert rolls(match) == [] and tile(match) == (5, "3-4")


def test_rule_5_nobody_is_out_for_a_route_that_is_too_full():
    assert fuels(ride(8, "C C B", fuel={"ruby": 3})) == [3, 12, 10]


def test_rule_6_fixed_numbers():
    match = ride(1, "A B C")
    assert (fuels(match), zones(match)) == ([12, 11, 12], [10, 10, 10])


@pytest.mark.parametrize(
    ("up", "routes", "fuel", "where"),
    [
        (4, "A A B", [10, 10, 12], [12, 11, 8]),
        (4, "A C C", [11, 13, 13], [12, 8, 7]),
        (4, "A A C", [10, 10, 14], [12, 11, 7]),
        (4, "C C C", [12, 12, 12], [9, 8, 7]),
        (5, "A A B", [11, 11, 11], [10, 9, 9]),
        (5, "A A A", [11, 11, 11], [9, 8, 7]),
        (9, "A A A", [11, 11, 11], [12, 11, 10]),
        (9, "A B C", [11, 12, 15], [10, 11, 7]),
        (10, "A B B", [14, 11, 11], [9, 11, 10]),
        (15, "C B B", [11, 10, 10], [11, 11, 10]),
    ],
)
def test_rule_6_riders_are_counted(up, routes, fuel, where):
    match = ride(up, routes)
    assert (fuels(match), zones(match)) == (fuel, where)


def test_rule_6_who_went_out_by_the_costs_is_counted():
    """Maize pays its last fuel on B; ruby on A has fuel for it all the same."""
    match = ride(10, "A B B C", fuel={"maize": 1}, count=4)
    assert fuels(match) == [14, None, 11, 16]


def test_rule_6_who_was_out_before_is_not_counted():
    match = race(ruby=9, maize=8, jade=7, lapis=None, tile=5)
    assert zones(play(match, "A B B")) == [11, 9, 8, None]


def test_rule_6_all_pay_before_anybody_gains(own_home):
    """The fuel that the route brings comes too late."""
    own = own_set(tile_4=[{"symbol": "A", "cost": 3, "fuel": 5, "zones": 1, "bonus": 1}, {"symbol": "B"}])
    match = ride(4, "A A B", fuel={"ruby": 3, "maize": 4}, options={"tiles": own})
    assert awaited(match) == ["chance"]
    assert (fuels(match), zones(match)) == ([None, 6, 12], [None, 9, 7])


def test_rule_6_each_rolls_their_own_dice_by_seat_all_costs_first():
    match = ride(6, "A B A B C", count=5)
    assert awaited(match) == ["chance"] and phase(match) == "costs"
    play(match, "die-3 die-1")
    assert phase(match) == "gains"
    play(match, "die-4 die-2")
    assert rolls(match) == [("maize", "yellow", 3), ("lapis", "yellow", 1), ("ruby", "blue", 4), ("jade", "blue", 2)]
    assert (fuels(match), zones(match)) == ([11, 9, 11, 11, 12], [13, 11, 9, 11, 9])


def test_rule_6_by_seat_first_the_zones_and_then_the_fuel(own_home):
    routes = [{"symbol": "A", "cost": "yellow", "zones": "blue", "fuel": "yellow"}, {"symbol": "B"}]
    match = ride(4, "A B A", options={"tiles": own_set(tile_4=routes)})
    play(match, "die-2 die-3 die-1 die-4 die-2 die-3")
    assert rolls(match) == [
        ("ruby", "yellow", 2),
        ("jade", "yellow", 3),
        ("ruby", "blue", 1),
        ("ruby", "yellow", 4),
        ("jade", "blue", 2),
        ("jade", "yellow", 3),
    ]
    assert (fuels(match), zones(match)) == ([14, 12, 12], [10, 8, 9])


def test_rule_6_who_went_out_by_the_cost_rolls_no_more(own_home):
    routes = [{"symbol": "A", "cost": "yellow", "zones": "blue", "fuel": "yellow"}, {"symbol": "B"}]
    match = ride(4, "A B A", fuel={"ruby": 2}, options={"tiles": own_set(tile_4=routes)})
    play(match, "die-2 die-3 die-2 die-3")
    assert [name for name, *_ in rolls(match)] == ["ruby", "jade", "jade", "jade"]
    assert (fuels(match), zones(match)) == ([None, 12, 12], [None, 8, 9])


def test_rule_6_the_dice_of_the_house():
    match = ride(6, "B A C")
    assert texts(match) == ["die-1", "die-2", "die-3", "die-4"]
    assert odds(match.game.rules, match.position) == [2, 2, 1, 1]
    play(match, "die-1")
    assert odds(match.game.rules, match.position) == [2, 2, 1, 1]


def test_rule_6_dice_of_ones_own(own_home):
    own = own_set(dice={"blue": [0, 0, 0, 5, 5, 9], "yellow": [1, 1, 1, 1, 7, 7]})
    match = ride(6, "B A C", options={"tiles": own})
    assert (texts(match), odds(match.game.rules, match.position)) == (["die-1", "die-7"], [4, 2])
    play(match, "die-7")
    assert (texts(match), odds(match.game.rules, match.position)) == (["die-0", "die-5", "die-9"], [3, 2, 1])
    play(match, "die-0")
    assert (fuels(match), zones(match)) == ([5, 11, 12], [12, 8, 8])


def test_rule_6_tile_12_is_1_and_a_die():
    match = play(ride(12, "A B A"), "die-3 die-1")
    assert (fuels(match), zones(match)) == ([8, 10, 10], [13, 11, 11])


@pytest.mark.parametrize(
    ("routes", "dice", "fuel"),
    [
        ("A B C", "die-4", [8, 10, 12]),
        ("A A C", "die-4 die-1 die-2 die-3", [7, 7, 12]),
        ("A A A", "die-1 die-2 die-3 die-4 die-4 die-4 die-1 die-1 die-1", [6, 0, 9]),
    ],
)
def test_rule_6_tile_14_is_a_die_for_each_rider(routes, dice, fuel):
    match = play(ride(14, routes), dice)
    assert match.is_over
    assert fuels(match) == fuel


def test_rule_6_dice_for_zones_and_several_for_fuel(own_home):
    routes = [{"symbol": "A", "zones": "1 + 2 blue", "fuel": "B yellow"}, {"symbol": "B", "zones": "B + A blue"}]
    match = ride(4, "A B B", options={"tiles": own_set(tile_4=routes)})
    play(match, "die-1 die-2  die-3 die-4  die-1  die-4")
    assert (zones(match), fuels(match)) == ([9 + 4, 8 + 3, 7 + 6], [19, 12, 12])
    assert [die for _, die, _ in rolls(match)] == ["blue", "blue", "yellow", "yellow", "blue", "blue"]


@pytest.mark.parametrize(
    ("routes", "fuel", "where"),
    [
        ("A B C", [12, 15, 12], [12, 8, 8]),
        ("A A C", [11, 11, 12], [9, 8, 8]),
        ("B B A", [11, 11, 12], [9, 8, 10]),
        ("A A A", [11, 11, 11], [9, 8, 7]),
        ("C C C", [12, 12, 12], [10, 9, 8]),
    ],
)
def test_rule_6_tile_11_alone_for_nothing_or_all_pay_for_nothing(routes, fuel, where):
    match = ride(11, routes)
    assert (fuels(match), zones(match)) == (fuel, where)


def test_rule_6_alone_on_a_solo_route_one_cannot_run_dry():
    assert fuels(ride(11, "A B C", fuel=1)) == [1, 4, 1]
    assert fuels(ride(11, "A C A", fuel={"ruby": 1})) == [None, 12, 11]


def test_rule_6_tile_11_for_many_is_an_ordinary_one():
    match = ride(11, "A A B C C", count=5)
    assert (fuels(match), zones(match)) == ([12, 12, 15, 12, 12], [12, 11, 7, 9, 9])
    match = ride(11, "A A A C C", count=5)
    assert (fuels(match), zones(match)) == ([12] * 5, [9, 8, 7, 9, 9])


def test_rule_6_tile_16_is_the_wheel():
    match = ride(16, "A9 A0 A4", fuel={"jade": 4})
    assert (fuels(match), zones(match)) == ([3, 12, 0], [18, 8, 11])


def test_rule_6_who_takes_another_route_has_no_number():
    match = race(tile=16, **THREE)
    play(match, "A9 C C")
    assert ships(match, "route") == ["A9", "C", "C"]
    play(match, "die-2 die-3")
    assert zones(match) == [18, 10, 10]


@pytest.mark.parametrize(
    ("up", "routes", "dice", "fuel", "left"),
    [
        (8, "C B A", "", 3, None),
        (8, "C B A", "", 4, 1),
        (6, "B A C", "die-1 die-1", 1, None),
        (6, "B A C", "die-3 die-1", 1, None),
        (6, "B A C", "die-3 die-1", 4, 1),
        (13, "C B A", "", 3, 0),
        (13, "A B A", "", 1, 0),
        (14, "A B C", "die-2", 1, None),
        (14, "A B C", "die-1", 1, 0),
        (14, "A B C", "die-2", 2, 0),
        (16, "A5 C C", "die-1 die-1", 5, 0),
        (1, "A B A", "", 1, 1),
    ],
)
def test_rule_7_no_fuel_left_is_out_but_on_the_finish_tile_0_is_enough(up, routes, dice, fuel, left):
    match = play(ride(up, routes, fuel={"ruby": fuel}), dice)
    assert fuels(match)[0] == left
    assert (zones(match)[0] is None) == (left is None)


def test_rule_7_who_is_out_by_the_cost_gains_nothing():
    match = ride(8, "A B B", fuel={"ruby": 1})
    assert awaited(match) == ["maize", "jade"] and hands(match) == ["", "", ""]


def test_rule_7_fuel_is_unlimited():
    match = ride(10, "C A B", fuel=300)
    assert fuels(match) == [304, 301, 299]


def test_rule_7_with_0_fuel_on_the_finish_tile_one_wins():
    match = ride(13, "C B A", fuel={"ruby": 3})
    assert winners(match) == ["ruby"] and fuels(match)[0] == 0


def test_chance_rolls_only_where_somebody_has_to():
    assert CHANCE not in ride(6, "C C C").to_act

"""What is shown of Outspeed: the outlook of each route, the track, the drawing and its description."""

import pytest

import sobremesa
from sobremesa.games.outspeed.draw import NOTE, outcome
from sobremesa.kernel import SPECTATOR
from tests.support.games.outspeed import choose, own_set, play, race

THREE = {"ruby": 9, "maize": 8, "jade": 7}
FIVE = {"ruby": 9, "maize": 8, "jade": 7, "lapis": 7, "violet": 7}


def outlook(match, symbol, eyes=0):
    """For each number of others on a route, what one pays and gets."""
    route = next(route for route in match.view(eyes)["tile"]["routes"] if route["symbol"] == symbol)
    return {case["others"]: outcome(case) for case in route["with"]}


@pytest.mark.parametrize(
    ("up", "symbol", "cases"),
    [
        (1, "B", {0: "-1f +2z", 1: "-1f +2z", 2: "-1f +2z"}),
        (1, "C", {0: "+3z", 1: "nothing", 2: "nothing"}),
        (2, "C", {0: "-1f +1z +1b", 1: "-1f +1z +1b", 2: "-1f +1z +1b"}),
        (4, "A", {0: "-1f +3z", 1: "-2f +3z", 2: "-3f +3z"}),
        (4, "C", {0: "+0..2f", 1: "+0..1f", 2: "nothing"}),
        (5, "A", {0: "-1f +2z", 1: "-1f +1z", 2: "-1f"}),
        (6, "A", {0: "-1f +1..4z", 1: "-1f +1..4z", 2: "-1f +1..4z"}),
        (6, "B", {0: "-1..4f +3z", 1: "-1..4f +3z", 2: "-1..4f +3z"}),
        (7, "B", {0: "-1f +3z", 1: "-1f +3z", 2: "nothing"}),
        (9, "A", {0: "-1f +1z", 1: "-1f +2z", 2: "-1f +3z"}),
        (10, "A", {0: "+0..2f", 1: "+0..1f", 2: "nothing"}),
        (11, "A", {0: "+3z", 1: "-1f", 2: "-1f"}),
        (12, "A", {0: "-2..5f +4z", 1: "-2..5f +4z", 2: "-2..5f +4z"}),
        (14, "A", {0: "-1..4f +6z", 1: "-2..8f +6z", 2: "-3..12f +6z"}),
        (15, "C", {0: "-1f +0..2z", 1: "-1f +0..1z", 2: "-1f"}),
        (16, "A", {0: "-0..9f +0..9z", 1: "-0..9f +0..9z", 2: "-0..9f +0..9z"}),
        (16, "B", {0: "+5z", 1: "nothing", 2: "nothing"}),
    ],
)
def test_what_a_route_brings_alone_and_in_company(up, symbol, cases):
    assert outlook(race(**THREE, tile=up), symbol) == cases


def test_who_cannot_pay_for_a_route_is_not_expected_on_it():
    """Maize and jade have 1 fuel, and B of the filling station costs 2."""
    match = race(**THREE, tile=2, fuel={"maize": 1, "jade": 1})
    assert outlook(match, "B") == {0: "-2f +3z"}
    assert outlook(match, "A") == {0: "+3f", 1: "+3f", 2: "nothing"}
    assert outlook(race(**THREE, tile=15, fuel={"maize": 1, "jade": 1}), "C") == {0: "-1f", 1: "-1f", 2: "-1f"}
    assert outlook(race(**THREE, tile=15, fuel={"maize": 1}), "C") == {0: "-1f +0..1z", 1: "-1f +0..1z", 2: "-1f"}


def test_where_others_have_no_choice_they_are_where_they_must_be():
    """On the afterburner with 1 fuel there is only C."""
    match = race(**THREE, tile=12, fuel={"maize": 1, "jade": 1})
    assert outlook(match, "C") == {2: "+1b"}
    assert outlook(match, "A") == {0: "-2..5f +4z"}


def test_the_wheel_goes_as_far_as_ones_fuel():
    match = race(**THREE, tile=16, fuel={"ruby": 3})
    assert outlook(match, "A")[0] == "-0..3f +0..3z"
    routes = match.view(0)["tile"]["routes"]
    assert [route["wheel"] for route in routes] == [[0, 3], None, None]
    assert match.view(1)["tile"]["routes"][0]["wheel"] == [0, 9]


def test_a_route_that_one_cannot_pay_is_shut():
    match = race(**THREE, tile=8, fuel={"ruby": 2})
    assert [route["open"] for route in match.view(0)["tile"]["routes"]] == [True, True, False]
    assert "you cannot pay for it" in match.board(0) and "you cannot pay for it" not in match.board(1)
    assert "You cannot pay for it." in match.describe(0)


def test_of_many_ships_only_those_that_race_are_counted():
    match = race(ruby=9, maize=8, jade=None, lapis=7, violet=None)
    assert list(outlook(match, "A")) == [0, 1, 2]
    assert list(outlook(race(**FIVE), "A")) == [0, 1, 2, 3, 4]
    assert outlook(race(**FIVE), "C") == {0: "+3z", 1: "+3z", 2: "nothing", 3: "nothing", 4: "nothing"}


def comes_to(match, symbol, eyes=0):
    """For each number of others on a route, where one would arrive, and whether the cost puts one out."""
    route = next(route for route in match.view(eyes)["tile"]["routes"] if route["symbol"] == symbol)
    return [(case["lands"], case["dry"]) for case in route["with"]]


def test_where_a_route_would_bring_one():
    assert comes_to(race(**THREE, tile=6), "A") == [([10, 13], None)] * 3
    match = race(**THREE, tile=6, fields=[11, 12])
    assert comes_to(match, "A") == [([10, 11], None)] * 3
    assert comes_to(match, "B", 2) == [([10, 10], None)] * 3
    assert comes_to(match, "A", SPECTATOR) == [(None, None)] * 3


def test_whether_the_cost_would_put_one_out():
    """On the finish tile nothing left is enough."""
    match = race(**THREE, tile=4, fuel={"ruby": 2})
    assert [dry for _, dry in comes_to(match, "A")] == [None, "will", "will"]
    assert [dry for _, dry in comes_to(race(**THREE, tile=6, fuel={"ruby": 3}), "B")] == ["may"] * 3
    match = race(**THREE, tile=14, fuel={"ruby": 4})
    assert [dry for _, dry in comes_to(match, "A")] == [None, "may", "may"]
    assert [dry for _, dry in comes_to(race(**THREE, tile=13, fuel={"ruby": 1}), "A")] == [None] * 3


def test_a_spectator_and_a_ship_that_is_out_see_what_any_ship_would():
    match = race(ruby=9, maize=8, jade=None, lapis=7, tile=4, fuel={"ruby": 1})
    for eyes in SPECTATOR, 2:
        assert outlook(match, "A", eyes) == {0: "-1f +3z", 1: "-2f +3z", 2: "-3f +3z"}
        assert all(route["open"] for route in match.view(eyes)["tile"]["routes"])


def test_dice_of_ones_own_and_counted_ones(own_home):
    routes = [
        {"symbol": "A", "cost": "B yellow", "zones": "1 + 2 blue", "bonus": 2},
        {"symbol": "B", "fuel": "A yellow"},
    ]
    own = own_set(dice={"blue": [0, 1, 1, 1, 1, 5], "yellow": [2, 3, 3, 3, 3, 7]}, tile_4=routes)
    match = race(**THREE, tile=4, options={"tiles": own})
    assert outlook(match, "A") == {0: "-4..14f +1..11z +2b", 1: "-2..7f +1..11z +2b", 2: "+1..11z +2b"}
    assert outlook(match, "B") == {0: "+4..14f", 1: "+2..7f", 2: "nothing"}


def test_what_is_printed_is_shown():
    routes = race(**THREE, tile=12).view(0)["tile"]["routes"]
    assert [(route["symbol"], route["room"], route["cost"], route["zones"]) for route in routes] == [
        ("A", None, "1 + yellow", "4"),
        ("B", None, "2", "3"),
        ("C", None, "0", "0"),
    ]
    assert [route["cost"] for route in race(**THREE, tile=14).view()["tile"]["routes"]] == ["A yellow", "2", "0"]


@pytest.mark.parametrize(
    ("track", "falls", "danger"), [((1, 14), None, 7), ((8, 21), None, 14), ((1, 21), 7, 14), ((1, 28), 14, 21)]
)
def test_the_zones_that_fall(track, falls, danger):
    seen = race(ruby=9, maize=10, jade=11, track=track).view()["track"]
    assert (seen["rear"], seen["front"]) == track
    assert (seen["falls"], seen["danger"]) == (falls, danger)


def test_the_field_that_would_stop_one():
    match = race(**THREE, fields=[8, 11, 11, 12])
    assert [match.view(eyes)["track"]["stop"] for eyes in (0, 1, 2, SPECTATOR)] == [11, 11, 8, None]
    assert match.view()["track"]["fields"] == [8, 11, 12]
    assert race(**THREE, fields=[9]).view(0)["track"]["stop"] is None
    assert "# the force field in zone 11 would stop you" in match.board(0)


def test_the_phases():
    assert race(**THREE, hands={"ruby": "nitro"}).view()["phase"] == "bonuses"
    match = race(**THREE, tile=6)
    assert match.view()["phase"] == "programming"
    for moves, phase in ("A B C", "costs"), ("die-1", "gains"), ("die-1", "programming"):
        assert play(match, moves).view()["phase"] == phase


def test_who_is_awaited():
    match = choose(race(**THREE), maize="A")
    assert [ship["awaited"] for ship in match.view()["ships"]] == [True, False, True]


def test_the_tile_is_drawn_first_then_the_track_then_the_ships():
    lines = race(**THREE, tile=4, fields=[8], hands={"jade": "nitro tank"}).board(2).splitlines()
    assert lines[0] == "TILE 4, turn 4 of 13, face for 3-4 ships"
    assert lines[1] == NOTE
    head = [" ".join(line.split()) for line in lines[4:8]]
    assert head == [
        "A room for all B room for all C room for all",
        "pay A fuel pay nothing pay nothing",
        "get 3 zones get 1 zone get A fuel",
        "alone -1f +3z alone +1z alone +0..2f",
    ]
    numbers = next(n for n, line in enumerate(lines) if line.split()[:3] == ["1", "2", "3"])
    assert numbers > 7
    track = [" ".join(line.split()) for line in lines[numbers : numbers + 3]]
    assert track == [
        "1 2 3 4 5 6 7 | 8 9 10 11 12 13 14",
        ". . . . . . J | M R . . . . .",
        "| # # force field",
    ]
    ship = next(n for n, line in enumerate(lines) if line.startswith("> J jade"))
    assert ship > numbers
    assert lines[ship].endswith("zone   7  fuel ============ 12  2 tokens  (nitro, fuel-tank)")


def test_ships_in_one_zone_are_stacked_and_the_finish_is_named():
    lines = race(ruby=9, maize=9, jade=9, tile=14).board().splitlines()
    assert lines[0] == "FINISH TILE 14, turn 13 of 13, face for 3-4 ships"
    numbers = next(n for n, line in enumerate(lines) if line.split()[:2] == ["1", "2"])
    at = lines[numbers].index("9")
    assert [line[at] for line in lines[numbers + 1 : numbers + 4]] == ["R", "M", "J"]


def test_the_danger_lines():
    assert "! zones 1-7 fall away if anybody passes 14" in race(**THREE).board()
    board = race(ruby=9, maize=10, jade=11, track=(1, 21)).board()
    assert "! zones 1-7 fall away at the end of this turn" in board
    assert "! zones 1-14 fall away if anybody passes 21" in board


def test_tiles_of_ones_own_are_not_called_a_reconstruction(own_home):
    own = own_set(tile_4=[{"symbol": "A"}])
    match = race(**THREE, options={"tiles": own})
    for shown in match.board(), match.describe():
        assert NOTE not in shown and f"Tile set {own.digest}." in shown
    for shown in race(**THREE).board(), race(**THREE).describe():
        assert NOTE in shown


def test_colours_only_where_they_are_wanted():
    match = race(**THREE, fields=[8])
    assert "\x1b[" not in match.board() and "\x1b[1;31mR\x1b[0m" in match.board(0, colour=True)


def test_what_each_ship_did_is_drawn():
    match = race(ruby=9, maize=9, jade=None, lapis=7, hands={"ruby": "nitro", "maize": "tank", "lapis": "ion"})
    choose(match, ruby="nitro")
    assert "has decided" in match.board(1) and "laid nitro" in match.board(0)
    choose(match, maize="none")
    assert "laid a token" in match.board(3) and "laid nothing" in match.board(3)
    assert "  J jade    out" in match.board()
    choose(match, lapis="none", maize="A")
    assert "sealed a route" in match.board() and "route A" in match.board(1)
    play(match, "A A")
    assert "last A" in match.board()
    assert "used: 1 nitro" in match.board()


def test_while_the_tiles_are_dealt():
    match = sobremesa.Match("outspeed", 3, roll=False)
    assert match.view()["tile"] is None
    assert match.board().startswith("The tiles are being shuffled.")
    assert "zone 3" in match.describe()


def test_what_is_drawn_and_put_under_is_shown_to_the_drawer():
    match = play(race(**THREE, tile=3), "A B B token-nitro token-ion-cannon")
    assert "drawn: nitro and ion-cannon" in match.board(0) and "drawn" not in match.board(1)
    assert "Drawn: nitro and ion-cannon." in match.describe(0)
    play(match, "keep-nitro")
    assert "you put ion-cannon under the pile, as number 1" in match.board(0)
    assert "under the pile" not in match.board(1)


def test_described_in_sentences():
    match = race(ruby=9, maize=8, jade=None, lapis=7, tile=11, fields=[10], hands={"ruby": "nitro"}, fuel={"lapis": 20})
    told = match.describe(0).splitlines()
    assert told[0] == "Tile 11, turn 11 of 13, face for 3-4 ships."
    assert told[2] == "Route A, for one alone: pay 1 fuel, get 3 zones; alone get 3 zones; with 1 pay 1; with 2 pay 1."
    assert told[4].startswith("Route C, room for all: pay nothing, get 1 zone; alone get 1 zone")
    assert told[5:] == [
        "The track goes from zone 1 to zone 14.",
        "Zones 1-7 fall away if anybody passes 14.",
        "The force field in zone 10 would stop you.",
        "Force fields: zone 10.",
        "Ruby: zone 9, fuel 12, 1 token, (nitro).",
        "Maize: zone 8, fuel 12, 0 tokens.",
        "Jade is out.",
        "Lapis: zone 7, fuel 20, 0 tokens.",
    ]


def test_the_winners_are_shown():
    match = play(race(**THREE, tile=13), "A A A")
    assert match.view()["over"] and match.view()["winners"] == [0]
    assert not race(**THREE).view()["winners"]

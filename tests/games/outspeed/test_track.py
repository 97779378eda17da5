"""Outspeed, rules 9 to 12: sections, faces, new tiles, and the end."""

import pytest

import sobremesa
from sobremesa.games.outspeed import GAME
from sobremesa.kernel import REFEREE
from tests.support.games.outspeed import (
    awaited,
    choose,
    fields,
    fuels,
    hands,
    phase,
    pile,
    play,
    race,
    ships,
    texts,
    tile,
    track,
    used,
    winners,
    zones,
)


def test_rule_9_going_past_the_front_lays_a_section_and_the_rear_falls():
    match = play(race(ruby=14, maize=9, jade=8), "A A A")
    assert zones(match) == [15, 10, 9]
    assert track(match) == (8, 21)


def test_rule_9_reaching_the_front_lays_none():
    match = play(race(ruby=13, maize=9, jade=1), "A A A")
    assert zones(match) == [14, 10, 2] and track(match) == (1, 14)


@pytest.mark.parametrize(("start", "end"), [(7, 8), (6, None), (1, None), (8, 9)])
def test_rule_9_ships_on_the_section_that_falls_are_out(start, end):
    """After their moves: who reaches the next section in time is safe."""
    match = play(race(ruby=14, maize=9, jade=start), "A A A")
    assert zones(match) == [15, 10, end]
    assert fuels(match)[2] == (12 if end else None)


def test_rule_9_two_sections_at_once():
    match = play(race(ruby=14, maize=14, jade=14, lapis=13, tile=16), "A9 A1 A0 A0")
    assert zones(match) == [23, 15, None, None]
    assert track(match) == (15, 28)
    assert match.result.scores == pytest.approx((1, 1 / 3, -2 / 3, -2 / 3))


def test_rule_9_the_rear_falls_after_the_draws():
    match = play(race(ruby=14, maize=9, jade=3, tile=2), "C B C")
    assert track(match) == (1, 21) and zones(match) == [15, 12, 4]
    play(match, "token-nitro token-nitro keep-nitro token-ion-cannon token-fuel-tank")
    assert awaited(match) == ["jade"]
    play(match, "keep-ion-cannon")
    assert track(match) == (8, 21) and zones(match) == [15, 12, None]


@pytest.mark.parametrize("rear", [1, 8])
@pytest.mark.parametrize(("start", "end"), [(2, 0), (1, None)])
def test_rule_9_pushed_behind_the_rearmost_zone_is_out_at_once(rear, start, end):
    """From so far ahead of the rearmost zone."""
    end = rear + end if end is not None else None
    match = race(ruby=rear, maize=rear + start, jade=14, track=(rear, rear + 13), hands={"ruby": "flame"})
    choose(match, ruby="flame")
    assert zones(match)[1] == end
    assert ("maize" in awaited(match)) == (end is not None)


def test_rule_9_a_field_in_the_rearmost_zone_holds_whoever_is_pushed():
    match = race(ruby=1, maize=2, jade=12, fields=[1], hands={"ruby": "flame"})
    assert zones(choose(match, ruby="flame")) == [1, 1, 12]


def test_rule_9_nitro_past_the_front_lays_a_section_at_once_and_the_rear_falls_at_the_end():
    match = race(ruby=14, maize=7, jade=6, hands={"ruby": "nitro"})
    choose(match, ruby="nitro")
    assert track(match) == (1, 21) and zones(match) == [15, 7, 6]
    assert phase(match) == "programming"
    play(match, "A A A")
    assert track(match) == (8, 21) and zones(match) == [16, 8, None]


def test_rule_9_the_rear_falls_even_if_nobody_is_beyond_any_more():
    match = race(ruby=14, maize=13, jade=9, lapis=3, hands={"ruby": "nitro", "maize": "flame"})
    choose(match, ruby="nitro", maize="flame")
    assert track(match) == (1, 21) and zones(match) == [13, 13, 9, 3]
    play(match, "A A A A")
    assert track(match) == (8, 21) and zones(match) == [14, 14, 10, None]


def test_rule_9_with_a_section_laid_by_nitro_a_push_is_still_from_the_old_rear():
    match = race(ruby=14, maize=1, jade=2, lapis=3, hands={"ruby": "nitro", "maize": "flame"})
    choose(match, ruby="nitro", maize="flame")
    assert zones(match) == [15, 1, None, 3]


def test_rule_9_the_markers_on_a_section_that_falls_return():
    match = race(ruby=14, maize=9, jade=8, fields=[1, 3, 3, 7, 8, 11, 11], hands={"jade": "field"})
    play(match, "none A A A")
    assert fields(match) == [8, 11, 11]
    match = race(
        ruby=14, maize=9, jade=8, fields=[1, 3, 3, 7, 8, 11, 11], hands={"ruby": "field", "jade": "field field"}
    )
    play(match, "none none A A A")
    assert awaited(match) == ["ruby"]
    choose(match, ruby="field", jade="field")
    assert fields(match) == [8, 9, 11, 11, 15]


def test_rule_9_a_marker_that_fell_and_was_entered_is_as_good_as_new():
    match = race(ruby=14, maize=9, jade=6, fields=[7], hands={"maize": "field"})
    play(match, "none A A A")
    assert fields(match) == [] and zones(match) == [15, 10, None]
    play(match, "field")
    assert fields(match) == [10]
    play(match, "B B")
    assert fields(match) == [10]


def test_rule_10_four_ships_left_after_the_bonuses_turn_the_tiles_before_programming():
    match = race(ruby=3, maize=9, jade=9, lapis=9, violet=9, fuel={"maize": 2}, hands={"ruby": "ion"})
    assert tile(match) == (1, "5-6")
    choose(match, ruby="ion")
    assert phase(match) == "programming" and tile(match) == (1, "3-4")
    play(match, "A C C A")
    assert zones(match) == [4, None, 9, 9, 10]  # room for one on route C


def test_rule_10_a_programmed_turn_is_finished_on_its_face():
    """Maize pays its last fuel; route C still has room for two."""
    match = race(ruby=3, maize=9, jade=9, lapis=9, violet=9, fuel={"maize": 1})
    play(match, "A B C C A")
    assert zones(match) == [4, None, 12, 12, 10]
    assert tile(match) == (2, "3-4")


def test_rule_10_four_left_by_the_falling_rear():
    match = play(race(ruby=14, maize=9, jade=9, lapis=9, violet=3), "A A A A A")
    assert zones(match)[4] is None and tile(match) == (2, "3-4")


def test_rule_10_three_left_at_once():
    match = race(ruby=3, maize=9, jade=9, lapis=9, violet=8, fuel={"maize": 1, "jade": 1})
    assert tile(play(match, "A B B A A")) == (2, "3-4")


def test_rule_10_five_left_of_six_turn_nothing():
    match = race(ruby=3, maize=9, jade=9, lapis=9, violet=9, papaya=9, fuel={"maize": 1})
    assert tile(play(match, "A B C C A A")) == (2, "5-6")


def test_rule_10_the_order_of_the_tiles_is_kept():
    match = race(ruby=3, maize=9, jade=9, lapis=9, violet=9, fuel={"maize": 1})
    order = match.position[0].order.tolist()
    play(match, "A B C C A")
    assert match.position[0].order.tolist() == order


def test_rule_11_all_markers_of_a_zone_that_was_entered_go():
    match = race(ruby=8, maize=7, jade=3, fields=[5, 10, 10, 12])
    play(match, "B A A")
    assert zones(match) == [10, 8, 4]
    assert fields(match) == [5, 12]


def test_rule_11_until_the_new_tile_a_field_stops_everybody():
    match = race(ruby=8, maize=9, jade=3, fields=[10, 10])
    play(match, "B B A")
    assert zones(match) == [10, 10, 4] and fields(match) == []


def test_rule_11_a_field_that_nobody_entered_stays():
    """Ruby leaves it, maize passes none, jade stands in one."""
    match = race(ruby=8, maize=9, jade=3, fields=[3, 8, 14], tile=10)
    play(match, "B A A")
    assert zones(match) == [11, 9, 3] and fields(match) == [3, 8, 14]


def test_rule_11_entered_by_a_push_or_by_nitro():
    match = race(ruby=8, maize=10, jade=3, fields=[9, 4], hands={"ruby": "flame", "jade": "nitro"})
    choose(match, ruby="flame", jade="nitro")
    assert zones(match) == [8, 9, 4] and fields(match) == [4, 9]
    play(match, "A A A")
    assert fields(match) == []


def test_rule_11_a_marker_laid_there_later_in_the_turn_goes_too():
    """Maize throws jade into the field of 8; then ruby lays another one in 8."""
    match = race(ruby=8, maize=9, jade=10, fields=[8], hands={"ruby": "field", "maize": "flame"})
    choose(match, maize="flame", ruby="field")
    assert zones(match) == [8, 9, 8] and fields(match) == [8, 8]
    play(match, "A A A")
    assert fields(match) == []


def test_rule_11_a_marker_laid_elsewhere_stays():
    match = race(ruby=8, maize=9, jade=12, lapis=8, fields=[10], hands={"maize": "flame", "ruby": "field"})
    choose(match, maize="flame", ruby="field")
    assert zones(match) == [8, 9, 10, 8] and fields(match) == [8, 10]
    play(match, "A A A A")
    assert fields(match) == [8]


def test_rule_11_a_field_is_gone_for_the_next_turn():
    match = race(ruby=8, maize=7, jade=3, fields=[9])
    play(match, "B A A")
    assert zones(match) == [9, 8, 4]
    play(match, "B B B")
    assert zones(match) == [12, 11, 7]


def test_rule_11_the_next_tile_comes_up():
    match = play(race(ruby=8, maize=7, jade=3), "A A A")
    assert tile(match) == (2, "3-4") and match.view()["tile"]["place"] == 2
    assert awaited(match) == ["ruby", "maize", "jade"]
    match = play(race(ruby=8, maize=7, jade=3, tile=12), "B B B")
    assert tile(match) == (13, "3-4") and match.view()["tile"]["finish"]


def test_a_turn_begins_with_a_clean_slate():
    match = play(race(ruby=8, maize=7, jade=3, tile=6), "A B C die-2 die-3")
    assert ships(match, "route") == [None] * 3
    assert ships(match, "rolled") == [[0, 0, 0]] * 3
    assert match.position[0].number.tolist() == [0] * 6


def test_a_race_is_thirteen_tiles():
    match = sobremesa.Match(GAME, 3, roll=False, first_game=True)
    seen = []
    while not match.is_over:
        seen.append(match.view()["tile"]["number"])
        turn = seen[-1]
        while not match.is_over and match.view()["tile"]["number"] == turn:
            move = {"programming": "C" if turn in (1, 7, 11, 16) else "A", "bonuses": "none"}.get(phase(match))
            match.push(move if move in texts(match) else texts(match)[0])
    assert seen == list(range(1, 14))


@pytest.mark.parametrize(
    ("ruby", "maize", "jade", "held", "first", "scores"),
    [
        ((9, 5), (8, 9), (7, 9), {}, "ruby", (1, 0, -1)),
        ((8, 5), (8, 9), (9, 2), {}, "jade", (-1, 0, 1)),
        ((8, 5), (8, 6), (7, 9), {}, "maize", (0, 1, -1)),
        ((8, 5), (8, 5), (7, 9), {"ruby": "nitro"}, "ruby", (1, 0, -1)),
        ((8, 5), (8, 5), (7, 9), {"ruby": "nitro", "maize": "ion magnet"}, "maize", (0, 1, -1)),
        ((8, 5), (8, 5), (7, 9), {}, "ruby maize", (0.5, 0.5, -1)),
        ((8, 5), (8, 5), (7, 9), {"ruby": "nitro", "maize": "ion"}, "ruby maize", (0.5, 0.5, -1)),
        ((8, 5), (8, 5), (8, 5), {}, "ruby maize jade", (0, 0, 0)),
        ((8, 6), (8, 5), (8, 5), {}, "ruby", (1, -0.5, -0.5)),
    ],
)
def test_rule_12_furthest_then_fuel_then_tokens_then_shared(ruby, maize, jade, held, first, scores):
    match = race(
        ruby=ruby[0],
        maize=maize[0],
        jade=jade[0],
        tile=13,
        fuel={"ruby": ruby[1], "maize": maize[1], "jade": jade[1]},
        hands=held,
    )
    while phase(match) == "bonuses":
        play(match, "none")
    play(match, "A A A")
    assert match.is_over and phase(match) == "over"
    assert winners(match) == first.split()
    assert match.result.scores == scores


def test_rule_12_ships_that_are_out_share_the_last_places():
    match = race(ruby=9, maize=None, jade=8, lapis=None, tile=13)
    play(match, "A A")
    assert match.result.scores == pytest.approx((1, -2 / 3, 1 / 3, -2 / 3))


def test_rule_12_nobody_wins_where_all_are_out():
    match = play(race(ruby=14, maize=None, jade=8, fuel=1), "B B")
    assert winners(match) == [] and match.result.scores == (-1, -1, -1)


def test_rule_12_the_race_is_over_at_once_after_the_finish_tile():
    match = play(race(ruby=9, maize=8, jade=7, tile=15), "A B B")
    assert match.is_over and match.to_act == () and match.legal_moves == []


def test_rule_12_the_tokens_of_a_ship_that_is_out_leave_the_game_unseen():
    match = race(ruby=3, maize=9, jade=9, fuel={"maize": 1}, hands={"ruby": "nitro", "maize": "ion flame"})
    play(match, "none none A B A")
    assert zones(match) == [4, None, 10]
    assert used(match) == {}
    assert "ion-cannon ion-cannon" not in pile(match)[0] and len(pile(match)[0].split()) == 29
    for eyes in 0, 1, 2, REFEREE, sobremesa.SPECTATOR:
        out = match.view(eyes)["ships"][1]
        assert (out["tokens"], out["hand"], out["racing"]) == (0, None, False)
    assert awaited(match) == ["ruby"]


def test_rule_12_they_do_not_come_back_with_the_discards():
    match = race(ruby=9, maize=8, jade=None, lapis=7, tile=3, pile="", used="ion", rest="jade")
    play(match, "A B B")
    assert texts(match) == ["token-ion-cannon"]
    play(match, "token-ion-cannon")
    assert hands(match)[0] == "ion-cannon" and tile(match)[0] == 4

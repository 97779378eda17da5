"""The options of the games as parameters of OpenSpiel's."""

import pyspiel
import pytest

from sobremesa import games
from sobremesa.mistakes import BadOption, BadSeats
from tests.support.lab.openspiel import LAYOUT, load

pytestmark = pytest.mark.compiled  # hundreds of games are laid out


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("end_of_line", {"seats": 2, "mode": "versus", "edition": "es", "mulligan": False, "boxed_in": True}),
        ("end_of_line(seats=1)", {"mode": "solo", "boxed_in": False}),
        ("end_of_line(mode=teams)", {"seats": 4}),
        ("end_of_line(edition='2021')", {"edition": "2021", "mulligan": True, "boxed_in": False, "score": "2021"}),
        ("end_of_line(edition='2021',mulligan=false)", {"mulligan": False, "extra_gas": True}),
        ("end_of_line(edition=en)", {"cross_cost": 0}),
        ("end_of_line(edition=en,cross_cost=1)", {"cross_cost": 1}),
        ("end_of_line(seats=1,walls=3/4)", {"walls": ((3, 4),)}),
        ("end_of_line(seats=1,walls=0.1 3.4)", {"walls": ((0, 1), (3, 4))}),
        ("shut_the_lines", {"seats": 2, "plans": "1", "target": 5}),
        ("shut_the_lines(plans='3')", {"plans": "3", "target": 10}),
        ("shut_the_lines(plans='3',target=5)", {"plans": "3", "target": 5}),
        ("shut_the_lines(layout=" + LAYOUT.replace(" ", "/") + ")", {"layout": tuple(map(int, LAYOUT.split()))}),
        ("splut(turn_limit=7,levitate_adjacent=false)", {"turn_limit": 7, "levitate_adjacent": False}),
        ("outspeed(first_game=true,tiles=house)", {"seats": 3, "first_game": True, "tiles": "house"}),
    ],
)
def test_what_is_not_given_is_what_is_usual_for_what_is(text, wanted):
    game = load(text)
    agreed = {"seats": game.num_players(), **game.setting.options}
    assert wanted.items() <= agreed.items()
    again = pyspiel.load_game(str(game))
    assert again.setting is game.setting and str(again) == str(game)
    assert game.get_type().parameter_specification.keys() == {"_given", "seats", *game.setting.options} | (
        {"turn_based"} if "outspeed" in text else set()
    )


def test_parameters_may_be_given_apart():
    game = pyspiel.load_game("sobremesa_end_of_line", {"mode": "solo", "walls": "0,1 3,4", "edition": "2021"})
    assert str(game) == "sobremesa_end_of_line(edition='2021',mode=solo,walls=0/1 3/4)"
    assert game.get_parameters() == {"edition": "'2021'", "mode": "solo", "walls": "0/1 3/4"}
    assert pyspiel.load_game(str(game)).setting is game.setting


@pytest.mark.parametrize(
    ("text", "kind", "sentence"),
    [
        ("splut(seats=5)", BadSeats, "Splut! is for 2, 3 or 4 players, not 5."),
        ("splut(turn_limit=0)", BadOption, "turn_limit is a whole number from 1 to 10000, not 0."),
        ("end_of_line(mode=verses)", BadOption, "mode is one of .* Did you mean versus?"),
        ("end_of_line(seats=3,mode=teams)", BadOption, "mode=teams is for 4, 6 or 8 players, not for 3."),
        ("end_of_line(seats=1,walls=0/0 9/9)", BadOption, "The area is 5 by 5"),
        ("shut_the_lines(layout=1 2 3)", BadOption, "layout has 12, 14, 16 or 25 numbers"),
        ("splut(_given=1x)", BadOption, "_given is not for you to give"),
        ("splut(turns=3)", pyspiel.SpielError, "Unknown parameter 'turns'"),
        ("splut(turn_based=true)", pyspiel.SpielError, "Unknown parameter 'turn_based'"),
        ("shut_the_lines(plans=3)", pyspiel.SpielError, "Wrong type for parameter plans. Expected type: kString"),
    ],
)
def test_a_wrong_parameter_is_told_in_one_sentence(text, kind, sentence):
    with pytest.raises(kind, match=sentence):
        load(text)


@pytest.mark.parametrize("name", ["splut", "end-of-line", "shut-the-lines", "outspeed"])
def test_every_case_of_every_game_can_be_loaded_by_its_name(name):
    game, count = games.find(name), 0
    for seats, options in game.cases():
        given = {option.name: options[option.name] for option in game.options}
        given |= {n: o.write(given[n]) for o in game.options if isinstance(given[n := o.name], str | tuple)}
        loaded = pyspiel.load_game(f"sobremesa_{name.replace('-', '_')}", {"seats": seats, **given})
        assert (loaded.setting.seats, loaded.setting.options) == (seats, options)
        assert pyspiel.load_game(str(loaded)).setting is loaded.setting
        kind = loaded.get_type()
        assert (kind.information == pyspiel.GameType.Information.IMPERFECT_INFORMATION) == game.secrets(options)
        count += 1
    assert count >= 8

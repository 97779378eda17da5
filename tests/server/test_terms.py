"""What a page may offer before a match: settled by the game itself, and always playable."""

import importlib.util
import json
import random
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sobremesa import bots, games
from sobremesa.games.game import Squares, Whole
from sobremesa.mistakes import BadOption
from sobremesa.play.match import Match
from sobremesa.server.tables.terms import LEAD, Wanted, few, terms

pytestmark = pytest.mark.compiled
WORDS = Path(__file__).parents[2] / "web" / "src" / "words"
FIXTURE = Path(__file__).parents[2] / "web" / "tests" / "fixtures" / "shelf.json"
LANGUAGES = {"en", "es", "de", "fr"}
FIGURE = "12 11 6 5 8 10 1 7 3 9 2 4"


def term(told, name):
    return next(each for each in told.options if each.name == name)


def asked(game, seats=None, first="", **options):
    return terms(games.find(game), Wanted(seats, options, first))


def test_a_mode_says_for_how_many_it_is():
    told = asked("end-of-line", 2, "mode", mode="teams")
    assert (told.seats, told.counts) == (4, [4, 6, 8])
    assert told.dropped == {"seats": "mode=teams is for 4, 6 or 8 players, not for 2."}
    assert asked("end-of-line", 6, "mode", mode="coop").seats == 6
    assert asked("end-of-line", 6, "mode", mode="classic").counts == [1]


def test_who_changes_how_it_is_played_lets_go_of_what_does_not_fit():
    told = asked("end-of-line", 1, "mode", mode="versus", walls="0,0", deck="open")
    assert told.chosen == {"mode": "versus"}
    assert set(told.dropped) == {"seats", "walls", "deck"}
    told = asked("end-of-line", 1, "deck", mode="solo", mulligan="on", deck="open")
    assert told.chosen == {"mode": "solo", "deck": "open"}


def test_an_edition_sets_the_other_options_and_what_was_changed_since_is_known():
    told = asked("end-of-line", 2, "edition", edition="2021", mulligan="off", boxed_in="on")
    assert told.chosen == {"mode": "versus", "edition": "2021"}
    assert term(told, "mulligan").value == term(told, "mulligan").usual == "on"
    told = asked("end-of-line", 2, "mulligan", edition="2021", mulligan="off", boxed_in="on")
    assert told.chosen == {"mode": "versus", "edition": "2021", "mulligan": "off", "boxed_in": "on"}
    assert (term(told, "boxed_in").value, term(told, "boxed_in").usual) == ("on", "off")


def test_a_figure_of_ones_own_and_a_plan_give_way_to_each_other():
    told = asked("shut-the-lines", 2, "layout", plans="2", layout=FIGURE)
    assert told.chosen == {"layout": FIGURE}
    told = asked("shut-the-lines", 2, "plans", plans="3", target="7", layout=FIGURE)
    assert told.chosen == {"plans": "3"}
    assert term(told, "target").value == "10"


def test_an_area_shows_where_no_wall_can_be():
    area = term(asked("end-of-line", 1, mode="solo"), "walls").area
    assert (area.size, area.taken, area.closed) == (5, ["2,2"], ["1,2"])
    area = term(asked("end-of-line", 2, mode="coop", walls="2,2"), "walls").area
    assert (area.size, area.taken, area.closed) == (7, ["3,2", "3,4"], ["2,4"])
    assert term(asked("end-of-line", 2), "walls").area is None
    told = asked("end-of-line", 1, "mode", mode="solo", walls="1,2")
    assert told.chosen == {"mode": "solo"} and "over at once" in told.dropped["walls"]


def test_what_cannot_be_read_is_let_go_and_what_there_is_not_is_refused():
    told = asked("splut", 9, "turn_limit", turn_limit="soon")
    assert told.seats == 2 and set(told.dropped) == {"seats", "turn_limit"}
    with pytest.raises(BadOption, match="Did you mean turn_limit"):
        asked("splut", turn_limits=3)


@st.composite
def wishes(draw):
    """A number of seats and values for options, as if somebody had clicked on many things of a page."""
    game = games.find(draw(st.sampled_from(games.names())))
    options = {}
    for option in game.options:
        if draw(st.booleans()):
            if isinstance(option, Whole):
                value = str(draw(st.integers(option.least, option.most)))
            elif isinstance(option, Squares):
                square = st.tuples(st.integers(0, 13), st.integers(0, 13))
                value = option.write(tuple(draw(st.lists(square, max_size=option.most, unique=True))))
            else:
                value = option.write(draw(st.sampled_from(option.values)))
            options[option.name] = value
    return game, draw(st.sampled_from((None, *game.seats))), options, draw(st.sampled_from(["", *options]))


@settings(max_examples=150, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(wishes())
def test_whatever_is_offered_is_accepted_and_can_be_played(wish):
    game, seats, options, first = wish
    told = terms(game, Wanted(seats, options, first))
    count, agreed = game.agree(told.seats, told.chosen)
    assert count == told.seats in told.counts
    assert {option.name: option.write(agreed[option.name]) for option in game.options} == {
        each.name: each.value for each in told.options
    }
    for each in told.options:
        if not each.idle and each.name != first:
            for value in each.values:
                again = terms(game, Wanted(told.seats, told.chosen | {each.name: value}, each.name))
                assert term(again, each.name).value == value
                assert again.counts and (each.name == LEAD or again.seats == told.seats)
                assert not Match(game, again.seats, seed=1, **again.chosen).is_over
            assert {*each.values, *each.refused} == set(few(next(o for o in game.options if o.name == each.name)))


@pytest.mark.parametrize("name", games.names())
def test_what_makes_no_difference_makes_none(name):
    """The same seed and the same choices lead to the same sights, whatever the value of an idle option."""
    game = games.find(name)
    tried = 0
    for seats, options in game.cases():
        for option in game.options:
            if option.name in game.idle(seats, options):
                for value in option.values:
                    try:
                        agreed = game.agree(seats, {each: options[each] for each in options} | {option.name: value})
                    except BadOption:
                        continue
                    if agreed[1] != options and tried < 60:
                        tried += 1
                        one, other = (Match(game, seats, seed=3, **each) for each in (options, agreed[1]))
                        rng = random.Random(5)
                        for _ in range(25):
                            if one.is_over:
                                break
                            assert one.to_act == other.to_act
                            seat = one.to_act[0]
                            moves = [str(move) for move in one.legal_moves_of(seat)]
                            assert moves == [str(move) for move in other.legal_moves_of(seat)]
                            move = rng.choice(moves)
                            one.play(move)
                            other.play(move)
                        assert one.is_over == other.is_over
    assert tried or name in ("splut", "outspeed")


def test_every_option_and_bot_has_its_words_in_four_languages():
    lobby = json.loads((WORDS / "lobby.json").read_text())
    common = json.loads((WORDS / "common.json").read_text())
    wanted = []
    for name in games.names():
        game = games.find(name)
        for option in game.options:
            wanted += [f"{name}-{option.name}", f"{name}-{option.name}-why"]
            kind = "value" if few(option) == ["off", "on"] else f"{name}-{option.name}"
            wanted += [f"{kind}-{value}" for value in few(option)]
        wanted += [f"says-{bot}" for bot in bots.names(game)]
        assert all(f"bot-{bot}" in common for bot in bots.names(game))
    missing = [key for key in wanted if set(lobby.get(key, ())) != LANGUAGES]
    assert missing == []
    own = [key for key in lobby if key.startswith(tuple(f"{name}-" for name in games.names()))]
    extra = {f"{key}-{more}" for key in wanted for more in ("why", "house", "none")}
    assert set(own) <= {*wanted, *extra}


def test_what_the_clients_tests_know_of_the_house_is_so():
    spec = importlib.util.spec_from_file_location("shelf", FIXTURE.with_suffix(".py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert json.loads(FIXTURE.read_text()) == json.loads(json.dumps(module.captured())), "run shelf.py beside it"

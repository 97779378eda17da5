"""Positions laid out by hand: what is written can be read again, and whatever somebody sends is refused or sound."""

import random

import pytest

from sobremesa import games
from sobremesa.mistakes import BadDiagram, Mistake
from sobremesa.testing import random_play
from tests.support.games.set_up import SEEDS, spoilt, written
from tests.support.selection import exhaustive

pytestmark = pytest.mark.compiled
STALE = {"throw", "place", "later", "contending", "revealed", "order"}
"""What may be left over from before, and means nothing."""


GAMES = [game for game in map(games.find, games.names()) if game.has("set_up")]
SOME = 16
"""Cases that are tried of each game, from all over them."""


def cases():
    for game in GAMES:
        tried = [case for case in game.cases() if case[1].get("mode") != "classic"]
        for n in sorted({round(k * (len(tried) - 1) / (SOME - 1)) for k in range(SOME)}):
            yield pytest.param(game, *tried[n], id=f"{game.name}-{n}")


CASES = list(cases())
HALF = [case if n % 2 else exhaustive(*case.values, id=case.id) for n, case in enumerate(CASES)]


@pytest.mark.parametrize(("game", "seats", "options"), HALF)
def test_what_is_written_is_read_again(game, seats, options):
    set_up, seen = game.part("set_up"), 0
    for position, data in written(game, seats, options):
        again = set_up.read(game, seats, options, data)
        assert set_up.write(again[0]) == data
        assert not list(game.part("invariants").faults(again[0]))
        assert [part for part in again.dtype.names if part not in STALE and (again[part] != position[part]).any()] == []
        assert game.view.view(again[0], 0) == game.view.view(position[0], 0)
        waiting = random_play.awaited(game.rules, position)
        assert random_play.awaited(game.rules, again) == waiting
        for seat in waiting:
            assert random_play.choices(game.rules, again, seat) == random_play.choices(game.rules, position, seat)
        seen += 1
    assert seen >= SEEDS


@pytest.mark.parametrize(("game", "seats", "options"), CASES)
def test_whatever_is_sent_is_refused_in_a_sentence_or_sound(game, seats, options):
    set_up, sound, rng = game.part("set_up"), game.part("invariants"), random.Random(f"{game.name} {seats}")
    good = [data for _, data in written(game, seats, options, 1)]
    read, refused = 0, []
    for _ in range(80):
        data = spoilt(rng.choice(good), rng)
        try:
            position = set_up.read(game, seats, options, data)
        except Mistake as mistake:
            refused.append(str(mistake))
            continue
        read += 1
        for _ in range(25):
            assert not list(sound.faults(position[0]))
            waiting = random_play.awaited(game.rules, position)
            if not waiting:
                break
            seat = rng.choice(waiting)
            legal = random_play.choices(game.rules, position, seat)
            assert legal and set(legal) <= set(range(game.rules.ACTIONS))
            game.rules.apply(position[0], seat, rng.choice(legal))
    assert read and len(refused) > 10
    assert all(why.endswith(".") and len(why) < 200 for why in refused)


@pytest.mark.parametrize("data", [None, 3, "e5", [], {}, {"nothing": 1}])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_what_is_no_position_at_all_is_refused(game, data):
    seats, options = game.agree()
    with pytest.raises(BadDiagram, match="The position cannot be read"):
        game.part("set_up").read(game, seats, options, data)


SPLUT = {
    "teams": {"red": {"sorcerer": "d2", "dwarf": "e2", "troll": "f2"}, "green": {"sorcerer": "f8", "troll": "d8"}},
    "rocks": ["e1", "a5", "e9", "i5"],
}
FAR = {"square": "0,0", "kind": "left", "heading": "N"}
LINES = {"plan": 1, "covered": {"ruby": [1, 12]}, "dice": [1, 3, 5]}


@pytest.mark.parametrize(
    ("game", "seats", "data", "why"),
    [
        ("splut", 2, SPLUT | {"rocks": ["e1"]}, "There are always four rocks on the board, not 1."),
        ("splut", 2, SPLUT | {"rocks": ["e1", "a5", "e9", "e2"]}, "Two things stand on e2."),
        ("splut", 2, SPLUT | {"rocks": ["e1", "a5", "e9", "a1"]}, "The board has no square 'a1'."),
        ("splut", 3, SPLUT | {"fallen": ["red"]}, "Who has fallen is not on the board"),
        ("splut", 3, SPLUT | {"mover": "yellow"}, "It cannot be the turn of Yellow, who has no sorcerer."),
        ("splut", 2, SPLUT | {"teams": {"red": SPLUT["teams"]["red"]}}, "At least two sorcerers stand"),
        ("splut", 2, SPLUT | {"turn": 2, "steps": 3}, "In turn 2 there are at most 2 steps."),
        ("splut", 2, SPLUT | {"barred": ["e5"]}, "There is no rock on e5."),
        ("splut", 2, SPLUT | {"mover": "blue"}, "The seats are red, green."),
        ("shut-the-lines", 2, LINES | {"plan": 2}, "In round 1 of this match the plan is 1."),
        ("shut-the-lines", 2, LINES | {"plan": 5}, "The plans are 1 to 4."),
        ("shut-the-lines", 2, LINES | {"dice": [1, 3]}, "On plan 1 there are 3 dice"),
        ("shut-the-lines", 2, LINES | {"covered": {"ruby": [13]}}, "Plan 1 has the numbers from 1 to 12"),
        ("shut-the-lines", 2, LINES | {"covered": {"maize": [*range(1, 13)]}}, "Maize has covered every number"),
        ("shut-the-lines", 2, LINES | {"inside": ["maize"], "mover": "ruby"}, "Ruby, who is out of the round."),
        ("shut-the-lines", 2, LINES | {"points": {"ruby": 7}}, "Ruby cannot have 7 points"),
        ("end-of-line", 2, {"lines": {"ruby": {}}}, "Every line is there: ruby, maize."),
        ("end-of-line", 2, {"lines": {"ruby": {}, "maize": {}}}, "From the third round on"),
        ("end-of-line", 2, {"lines": {"ruby": {}, "maize": {}}, "round": 1}, "Ruby has no card in the hand"),
        ("end-of-line", 2, {"lines": {"ruby": {"energy": 4}, "maize": {}}}, "Energy is a number from 0 to 3."),
        ("end-of-line", 2, {"lines": {"ruby": {"hand": {"tee": 9}}, "maize": {}}}, "and 9 in the hand"),
        ("end-of-line", 2, {"lines": {"ruby": {"cards": [FAR]}, "maize": {}}}, "The card on 0,0 does not go on"),
        ("end-of-line", 2, {"lines": {"ruby": {}, "maize": {}}, "cut": ["ruby"]}, "The match is over there."),
    ],
)
def test_each_mistake_has_its_sentence(game, seats, data, why):
    found = games.find(game)
    with pytest.raises(BadDiagram, match=why):
        found.part("set_up").read(found, *found.agree(seats), data)


def test_little_has_to_be_said():
    splut, lines = games.find("splut"), games.find("shut-the-lines")
    s = splut.part("set_up").read(splut, *splut.agree(2), SPLUT)[0]
    assert (s.mover, s.steps, s.turns, s.liftable) == (0, 3, 2, 15)
    s = lines.part("set_up").read(lines, *lines.agree(2), {"plan": 1})[0]
    assert random_play.awaited(lines.rules, [s]) == [15] and s.possible == 6

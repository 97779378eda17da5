"""A match as Python sees it."""

import tomllib
from pathlib import Path

import pytest

import sobremesa as sm
from sobremesa.games.words import LANGUAGES
from sobremesa.play import ending
from sobremesa.play.ending import Ending
from tests.support.texts import texts_in


def test_the_games_are_listed():
    assert "splut" in sm.games.names()
    assert sm.games.find("splut").title == "Splut!"
    assert sm.games.find(" Splut ") is sm.games.find("splut")


def test_underscores_do_for_hyphens(sealed_bids):
    assert sm.games.find("sealed_bids") is sm.games.find("sealed-bids")


def test_a_match_begins():
    match = sm.Match("splut")
    assert (match.seats, match.turn, match.to_act, match.is_over, match.result) == (2, 0, (0,), False, None)
    assert match.options == {"turn_limit": 200, "levitate_adjacent": True}
    assert [str(move) for move in match.legal_moves] == ["Sd2-d3", "De2-e3", "Tf2-f3"]
    assert repr(match) == "<Match of splut, 2 seats, 0 moves>"


def test_a_move_is_played_as_text_or_as_an_object():
    match, other = sm.Match("splut"), sm.Match("splut")
    match.play("De2-e3")
    other.play(other.legal_moves[1])
    assert match.moves == other.moves == [sm.Move(0, "De2-e3", 20)]
    assert match.position.tobytes() == other.position.tobytes()
    assert eval(repr(match.moves[0]), {"Move": sm.Move}) == match.moves[0]


def test_undo_and_copy():
    match = sm.Match("splut")
    start = match.position.tobytes()
    match.play("De2-e3")
    copy = match.copy()
    assert match.undo() == copy.moves[0]
    assert match.position.tobytes() == start
    assert len(copy.moves) == 1
    with pytest.raises(sm.NothingToUndo, match="Nothing has been played"):
        match.undo()


def test_the_board_as_text():
    assert " 2           RS RD RT           2" in str(sm.Match("splut")).splitlines()
    assert "\x1b[1;31mRS\x1b[0m" in sm.Match("splut").board(colour=True)


def test_what_a_match_expects():
    match = sm.Match("splut")
    assert match.expected() == "Red to play: the last step of the turn"
    match.play("De2-e3")
    assert match.expected("fr") == "À Vert de jouer : encore 2 pas"


def test_a_finished_match_has_a_result():
    match = sm.Match("splut", turn_limit=1)
    events = match.play("De2-e3")
    assert match.is_over
    assert match.turn is None
    assert match.legal_moves == []
    assert match.expected() == ""
    assert match.result.scores == (0, 0)
    assert match.result.places == (1, 1)
    assert match.result.winners == (0, 1)
    assert match.say(events[-1]) == "The turn limit is reached: a draw between Red and Green"
    with pytest.raises(sm.IllegalMove, match="over"):
        match.play("De3-e4")


def test_people_can_end_a_match_before_the_rules_do():
    match = sm.Match("splut", players=["Ada", ""])
    match.play("De2-e3")
    match.ending = Ending("resigned", 0)
    assert (match.is_over, match.turn, match.to_act, match.legal_moves) == (True, None, (), [])
    assert match.legal_actions_of(1) == [] and match.expected() == ""
    assert match.result.scores == (-1, 1)
    assert repr(match).endswith("1 moves, over>")
    with pytest.raises(sm.IllegalMove, match="over"):
        match.play("De8-e7")
    assert [match.say_ending(language) for language in LANGUAGES] == [
        "Red Ada resigns",
        "Red Ada se rinde",
        "Red Ada gibt auf",
        "Red Ada abandonne",
    ]
    match.ending = Ending("drawn")
    assert match.result.winners == (0, 1)
    assert match.say_ending() == "It is a draw, as all have agreed"
    match.ending = Ending("out of time", 1)
    assert match.result.winners == (0,)
    assert match.say_ending("es") == "Green agota su tiempo"


def test_who_plays_together_loses_together():
    match = sm.Match("end-of-line", 3, mode="coop")
    match.ending = Ending("resigned", 1)
    assert match.result.scores == (-1, -1, -1)
    alone = sm.Match("end-of-line", 1)
    alone.ending = Ending("resigned", 0)
    assert alone.result.scores == (-1,)


def test_an_ending_belongs_to_the_last_position():
    match = sm.Match("splut")
    match.play("De2-e3")
    match.ending = Ending("resigned", 0)
    assert match.copy().ending == match.at(1).ending == Ending("resigned", 0)
    assert match.at(0).ending is None and match.at(0).turn == 0
    match.undo()
    assert match.ending is None and match.say_ending() == ""
    assert match.turn == 0


def test_what_is_said_of_every_match_is_said_in_every_language():
    words = tomllib.loads(Path(ending.__file__).with_name("words.toml").read_text())
    assert tuple(words) == LANGUAGES
    for language in LANGUAGES:
        assert texts_in(words[language]) == texts_in(words["en"])
    assert tuple(words["en"]["endings"]) == ending.WAYS


def test_positions_of_the_past():
    match = sm.Match("splut")
    match.play("De2-e3")
    match.play("De8-e7")
    assert match.at(1).record().endswith("red De2-e3\nend 1\n")
    assert len(match.moves) == 2


@pytest.mark.parametrize(
    ("mistake", "words", "wrong"),
    [
        (sm.UnknownGame, "no game 'chess'; there is splut, end-of-line", lambda: sm.Match("chess")),
        (sm.UnknownGame, "Did you mean splut", lambda: sm.Match("split")),
        (sm.BadSeats, "for 2, 3 or 4 players, not 5", lambda: sm.Match("splut", seats=5)),
        (sm.BadSeats, "not 'two'", lambda: sm.Match("splut", seats="two")),
        (sm.BadSeats, "not True", lambda: sm.Match("splut", seats=True)),
        (sm.BadSeats, "2 seats, but 1 players", lambda: sm.Match("splut", players=["Ada"])),
        (sm.BadOption, "no option 'turns'; it has turn_limit, levitate_adjacent", lambda: sm.Match("splut", turns=3)),
        (sm.BadOption, "a whole number from 1 to 10000, not 0", lambda: sm.Match("splut", turn_limit=0)),
        (sm.BadOption, "not 'many'", lambda: sm.Match("splut", turn_limit="many")),
        (sm.BadOption, "not 2.5", lambda: sm.Match("splut", turn_limit=2.5)),
        (sm.BadOption, "not True", lambda: sm.Match("splut", turn_limit=True)),
        (sm.BadOption, "on or off, not 'maybe'", lambda: sm.Match("splut", levitate_adjacent="maybe")),
        (sm.BadMove, "not a move of Splut!", lambda: sm.Match("splut").play("e4")),
        (sm.BadMove, "text or one of legal_moves", lambda: sm.Match("splut").play(20)),
        (sm.IllegalMove, "not the turn of green, but of red", lambda: sm.Match("splut").play("De8-e7", seat=1)),
        (sm.IllegalMove, "not the turn of seat 9", lambda: sm.Match("splut").play("De8-e7", seat=9)),
        (sm.IllegalMove, r"Red's troll is on f2, not on e5. \(rule 2\)", lambda: sm.Match("splut").play("Te5-e6")),
        (sm.IllegalMove, "is a move of seat 0", lambda: sm.Match("splut").play(sm.Move(0, "De2-e3", 20), seat=1)),
        (sm.UnknownBot, "it has random, tactician", lambda: sm.bots.make("hal", sm.games.find("splut"), 1)),
    ],
)
def test_a_mistake_is_told_in_a_sentence(mistake, words, wrong):
    with pytest.raises(mistake, match=words) as told:
        wrong()
    assert isinstance(told.value, sm.Mistake)
    assert isinstance(told.value, ValueError)


def test_a_forged_move_is_refused():
    match = sm.Match("splut")
    for action in (0, 47, 99, -1):
        if action not in match.legal_actions_of(0):
            with pytest.raises(sm.IllegalMove):
                match.play(sm.Move(0, "forged", action))
    assert match.moves == []


def test_nothing_is_lost_by_a_mistake():
    match = sm.Match("splut")
    match.play("De2-e3")
    before = match.record()
    for text in "De2-e4", "rubbish", "", "Te8-e9", "De8-e7>N":
        with pytest.raises(sm.Mistake):
            match.play(text)
    assert match.record() == before
    match.play("De8-e7")


def test_options_are_read_as_they_are_typed():
    match = sm.Match("splut", turn_limit=" 60 ", levitate_adjacent="OFF")
    assert match.options == {"turn_limit": 60, "levitate_adjacent": False}


def test_the_same_seed_brings_the_same_chance(sealed_bids):
    one, same, other = (sm.Match("sealed-bids", seats=4, seed=seed) for seed in (1, 1, 2))
    assert one.moves == same.moves
    assert one.moves != other.moves
    assert all(move.seat == sm.CHANCE for move in one.moves)
    one.play("bid", seat=2)
    undone = [str(move) for move in one.moves]
    assert str(one.undo()) == "bid"
    assert undone == [*map(str, one.moves), "bid"]


def test_undo_re_rolls_nothing(sealed_bids):
    match = sm.Match("sealed-bids", seats=2, seed=5)
    match.play("bid")
    match.play("bid")
    dealt = match.moves[-2:]
    assert [move.seat for move in dealt] == [sm.CHANCE, sm.CHANCE]
    match.undo()
    match.play("bid")
    assert match.moves[-2:] == dealt


def test_chance_can_be_played_by_hand(sealed_bids):
    match = sm.Match("sealed-bids", seats=2, roll=False)
    assert match.turn == sm.CHANCE
    match.play("6")
    match.play("1")
    match.play("bid", seat=1)
    match.play("bid", seat=0)
    assert match.position[0].points.tolist()[:2] == [1, 0]


def test_everything_that_is_promised_is_there():
    for name in sm.__all__:
        assert getattr(sm, name) is not None
        assert name in dir(sm)
    with pytest.raises(AttributeError, match="no attribute 'chess'"):
        _ = sm.chess


def test_a_game_from_elsewhere_can_be_added(monkeypatch):
    from tests.toys import sealed

    monkeypatch.setattr(sm.games, "_added", {})
    sm.games.add(sealed.GAME)
    assert sm.games.names()[-1] == "sealed-bids"
    assert sm.Match("sealed_bids", seats=2, seed=1).game is sealed.GAME

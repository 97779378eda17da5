"""What happens in Splut!: the events, and the sentences about them in every language."""

import re
import tomllib
from pathlib import Path

import pytest

import sobremesa
from sobremesa.games.splut import events
from sobremesa.games.splut.events import Drawn, Forfeited, Levitated, Pulled, Pushed, Thrown, Walked, Won
from sobremesa.games.splut.tables import SQUARE
from sobremesa.games.words import LANGUAGES
from tests.support.games.splut import begin, play

WORDS = tomllib.loads(Path(events.__file__).with_name("words.toml").read_text(encoding="utf-8"))


def told(match, text):
    """What a step makes happen, and the sentences about it."""
    happened = match.play(text)
    return happened, [match.say(event) for event in happened]


def test_walked():
    match = sobremesa.Match("splut", 2)
    happened, said = told(match, "De2-e3")
    assert happened == [Walked(0, "dwarf", "e2", "e3")]
    assert said == ["Red's dwarf walks from e2 to e3"]
    assert happened[0].data() == {"event": "walked", "seat": 0, "piece": "dwarf", "start": "e2", "end": "e3"}


def test_the_seat_gives_the_colour():
    match = sobremesa.Match("splut", 4)
    assert told(match, "De2-e3")[1] == ["Red's dwarf walks from e2 to e3"]
    assert told(match, "Tb4-c4")[1] == ["Yellow's troll walks from b4 to c4"]
    match = play(sobremesa.Match("splut", 2), "De2-e3")
    assert told(match, "Sf8-f7")[1] == ["Green's sorcerer walks from f8 to f7"]


def test_pulled():
    match = begin("""
        5 ()  . () RT  .  .  .  . ()
        4    ()  .  .  . RS GS  .
    """)
    happened, said = told(match, "Td5-e5+c5")
    assert happened == [Pulled(0, "troll", "d5", "e5", "c5", "d5")]
    assert said == ["Red's troll walks from d5 to e5 and pulls the rock from c5 to d5"]


def test_levitated():
    match = begin("""
        5 ()  . ()  .  .  .  .  . ()
        4    ()  .  .  .  . GS  .
        3        .  . RS  .  .
    """)
    happened, said = told(match, "Se3-f3+c5")
    assert happened == [Levitated(0, "sorcerer", "e3", "f3", "c5", "d5")]
    assert said == ["Red's sorcerer walks from e3 to f3 and levitates the rock from c5 to d5"]


def test_levitated_right_behind_and_right_in_front():
    match = begin("""
        5  .  . () RS ()  .  .  . ()
        4    ()  .  .  .  . GS  .
    """)
    assert told(match.copy(), "Sd5-e5+e5")[0] == [Levitated(0, "sorcerer", "d5", "e5", "e5", "f5")]
    assert told(match.copy(), "Sd5-c5+c5")[0] == [Levitated(0, "sorcerer", "d5", "c5", "c5", "b5")]


def test_pushed_names_every_thing_and_its_squares():
    match = begin("""
        5 () RD () GS RT  .  .  . ()
        4    ()  .  .  .  . RS  .
    """)
    happened, said = told(match, "Db5-c5")
    rock, green_sorcerer, red_troll = (int(match.position[0].on[SQUARE[square]]) for square in ("d5", "e5", "f5"))
    things = (rock, "c5", "d5"), (green_sorcerer, "d5", "e5"), (red_troll, "e5", "f5")
    assert happened == [Pushed(0, "dwarf", "b5", "c5", things)]
    assert said == [
        "Red's dwarf walks from b5 to c5 and pushes the rock from c5 to d5"
        " and Green's sorcerer from d5 to e5 and Red's troll from e5 to f5"
    ]


def test_thrown():
    match = begin("""
        5 ()  .  .  . ()  .  .  . ()
        4    ()  .  . RT GS RS  .
    """)
    happened, said = told(match, "Te4-e5>E")
    assert happened == [Thrown(0, "troll", "e4", "e5", "e5", "E", "h5", None, None)]
    assert said == ["Red's troll throws the rock from e5 east; it lands on h5"]


def test_thrown_at_a_sorcerer_wins():
    match = begin("""
        8           . GS  .
        5 ()  .  .  . ()  .  .  . ()
        4    ()  .  . RT GD RS  .
    """)
    happened, said = told(match, "Te4-e5>N")
    assert happened == [Thrown(0, "troll", "e4", "e5", "e5", "N", "e8", 7, 1), Won(0)]
    assert said == [
        "Red's troll throws the rock from e5 north; it lands on Green's sorcerer at e8: Green is out",
        "Red wins",
    ]


def test_thrown_at_one_of_three():
    match = begin("""
        5 YD  . RT ()  .  .  . YS  .
        4    ()  . RS () GS  . ()
    """)
    happened, said = told(match, "Tc5-d5>E")
    assert happened == [Thrown(0, "troll", "c5", "d5", "d5", "E", "h5", 7, 1)]
    assert said == ["Red's troll throws the rock from d5 east; it lands on Yellow's sorcerer at h5: Yellow is out"]


def test_thrown_at_ones_own_sorcerer():
    match = begin("""
        5  .  . RT ()  .  .  . RS  .
        4    ()  .  . () GS  . ()
    """)
    happened, said = told(match, "Tc5-d5>E")
    assert happened == [Thrown(0, "troll", "c5", "d5", "d5", "E", "h5", 4, 0), Won(1)]
    assert said == [
        "Red's troll throws the rock from d5 east; it lands on Red's sorcerer at h5: Red is out",
        "Green wins",
    ]


def test_thrown_at_a_dwarf():
    match = begin("""
        5  .  . RT ()  .  .  .  . GD
        4    ()  . RS () GS  . ()
    """)
    happened, said = told(match, "Tc5-d5>E")
    assert happened == [Thrown(0, "troll", "c5", "d5", "d5", "E", "i5", 8, None)]
    assert said == ["Red's troll throws the rock from d5 east; it lands on Green's dwarf at i5, who is out"]


def test_thrown_over_a_dwarf_hurts_nobody():
    match = begin("""
        5  .  . RT ()  . GD  .  .  .
        4    ()  . RS () GS  . ()
    """)
    assert told(match, "Tc5-d5>E")[0] == [Thrown(0, "troll", "c5", "d5", "d5", "E", "i5", None, None)]


SHUT = """
    5 ()  . ()  .  .  . ()  . ()
    4     .  .  . GS  .  .  .
    2          GD RT GT
    1             RS
"""
BOTH_SHUT = """
    6    ()  .  . GS  .  .  .
    5 YT YS GT  .  .  .  .  .  .
    4    ()  .  . GD  .  .  .
    2          () RS ()
    1             RT
"""


def test_forfeited():
    match = begin(SHUT, mover="green", steps=1)
    happened, said = told(match, "Se4-e3")
    assert happened == [Walked(1, "sorcerer", "e4", "e3"), Forfeited(0)]
    assert said[1] == "Red has no legal step and forfeits the rest of the turn"


def test_forfeited_by_two_in_a_row():
    match = begin(BOTH_SHUT, mover="green", steps=1)
    happened, said = told(match, "De4-e3")
    assert happened == [Walked(2, "dwarf", "e4", "e3"), Forfeited(0), Forfeited(1)]
    assert said[2] == "Yellow has no legal step and forfeits the rest of the turn"


def test_forfeited_after_a_throw():
    """Yellow is killed and forfeits nothing; green is shut in; blue is to play."""
    match = begin("""
        6    ()  .  .  .  .  .  .
        5 GT GS ()  .  .  . YS  . ()
        4    () RT  .  .  . RS BS
    """)
    happened, _ = told(match, "Tc4-c5>E")
    assert happened == [Thrown(0, "troll", "c4", "c5", "c5", "E", "g5", 7, 1), Forfeited(2)]
    assert match.turn == 3


def test_drawn():
    match = begin(SHUT, mover="green", steps=1, turn_limit=3)
    happened, said = told(match, "Se4-e5")
    assert happened[1:] == [Drawn(0, (0, 1))]
    assert said[1] == "The turn limit is reached: a draw between Red and Green"


def test_drawn_after_a_forfeit():
    match = begin(BOTH_SHUT, mover="green", steps=1, turn_limit=4)
    happened, said = told(match, "De4-e3")
    assert [type(event) for event in happened] == [Walked, Forfeited, Drawn]
    assert happened[2].seats == (0, 1, 2)
    assert said[2] == "The turn limit is reached: a draw between Red and Yellow and Green"


def test_drawn_without_the_dead():
    match = begin(
        """
        5  .  . RT ()  .  .  . YS  .
        4    ()  . RS () GS  . ()
    """,
        turn_limit=3,
    )
    happened, said = told(match, "Tc5-d5>E")
    assert happened[1].seats == (0, 2)
    assert said[1] == "The turn limit is reached: a draw between Red and Green"


def test_what_is_expected():
    match = begin(SHUT, mover="green", turn_limit=4)
    assert match.expected() == "Green to play: 3 steps left"
    play(match, "Se4-e5")
    assert match.expected() == "Green to play: 2 steps left"
    play(match, "Se5-e6")
    assert match.expected() == "Green to play: the last step of the turn"
    play(match, "Se6-e7 Te2-e3 Te3-e2 Te2-e3")
    assert match.is_over
    assert match.expected() == ""


def entries(words, path=()):
    """Where there is text, and with which blanks to fill in."""
    if isinstance(words, str):
        return {(path, frozenset(re.findall(r"{(\w+)}", words)))}
    pairs = words.items() if isinstance(words, dict) else enumerate(words)
    return set().union(*(entries(below, (*path, key)) for key, below in pairs))


def test_every_language_has_the_same_entries():
    assert tuple(WORDS) == LANGUAGES
    for language in LANGUAGES:
        assert entries(WORDS[language]) == entries(WORDS["en"])


EVERY_KIND = [
    Walked(0, "sorcerer", "e4", "e5"),
    Pulled(1, "troll", "d5", "e5", "c5", "d5"),
    Levitated(2, "sorcerer", "e3", "f3", "c5", "d5"),
    Pushed(3, "dwarf", "b5", "c5", ((0, "c5", "d5"), (4, "d5", "e5"), (15, "e5", "f5"))),
    *(Thrown(0, "troll", "c5", "d5", "d5", towards, "h5", None, None) for towards in "NESW"),
    Thrown(0, "troll", "c5", "d5", "d5", "E", "h5", 8, None),
    Thrown(0, "troll", "c5", "d5", "d5", "E", "h5", 7, 1),
    Forfeited(2),
    Won(3),
    Drawn(0, (0, 1, 3)),
]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("event", EVERY_KIND, ids=lambda event: event.kind)
def test_every_sentence_in_every_language(event, language):
    """A capital letter, no blank left open, and every square and every team of the event in it."""
    match = sobremesa.Match("splut", 4)
    said = match.say(event, language)
    assert said[0].isupper()
    assert not set("{}") & set(said)
    assert "  " not in said
    squares = set(re.findall(r"\b[a-i][1-9]\b", said))
    expected = set(re.findall(r"'([a-i][1-9])'", repr(event)))
    if isinstance(event, Thrown):
        expected = {event.rock, event.landing}
        assert WORDS[language]["towards"][event.towards] in said
    assert squares == expected
    teams = list(WORDS[language]["teams"].values())
    assert teams[event.seats[-1] if isinstance(event, Drawn) else event.seat] in said


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("steps", [1, 2, 3])
def test_what_is_expected_in_every_language(steps, language):
    match = begin(SHUT, steps=steps)
    said = match.expected(language)
    assert said[0].isupper()
    assert WORDS[language]["teams"]["red"] in said
    assert not set("{}") & set(said)
    assert str(steps) in said or steps == 1


def test_events_of_a_whole_match():
    match = play(sobremesa.Match("splut", 2), "De2-e3 De8-e7 De7-e6")
    assert match.events(0) == [
        Walked(0, "dwarf", "e2", "e3"),
        Walked(1, "dwarf", "e8", "e7"),
        Walked(1, "dwarf", "e7", "e6"),
    ]

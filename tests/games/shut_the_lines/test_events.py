"""What happens in Shut the Lines: the events, and the sentences about them in every language."""

import re
import tomllib
from pathlib import Path

import pytest

import sobremesa
from sobremesa.games.shut_the_lines import GAME, events, invariants
from sobremesa.games.shut_the_lines.events import (
    Again,
    Begins,
    Counted,
    Covered,
    Ended,
    Finished,
    Left,
    Planned,
    Threw,
)
from sobremesa.games.words import LANGUAGES
from tests.support.games.shut_the_lines import SHUT, begin, but, play

WORDS = tomllib.loads(Path(events.__file__).with_name("words.toml").read_text(encoding="utf-8"))


def told(match, text):
    """What a move makes happen, and the sentences about it."""
    happened = match.play(text)
    return happened, [match.say(event) for event in happened]


def test_the_lot():
    match = sobremesa.Match(GAME, 3, roll=False)
    happened, said = told(match, "jade")
    assert happened == [Begins(2)]
    assert said == ["Jade begins"]
    assert happened[0].data() == {"event": "begins", "seat": 2}


def test_a_throw():
    match = begin(first="maize")
    happened, said = told(match, "5-1-3")
    assert happened == [Threw(1, (1, 3, 5))]
    assert said == ["Maize throws 1-3-5"]


def test_a_split():
    match = play(begin(), "1-3-5")
    happened, said = told(match, "4+5")
    assert happened == [Covered(0, (4, 5), ())]
    assert said == ["Ruby covers 4 and 5"]
    assert happened[0].data() == {"event": "covered", "seat": 0, "numbers": (4, 5), "lines": ()}


def test_a_split_that_shuts_lines():
    """4, 5, 7, 10 is line 3 of plan 1, and 1, 5, 9, 11 line 5."""
    match = play(begin(covered={0: {4, 7, 10, 1, 9, 11}}), "1-1-3")
    happened, said = told(match, "5")
    assert happened == [Covered(0, (5,), (3, 5))]
    assert said == ["Ruby covers 5 and shuts lines 3 and 5"]


def test_a_line_is_shut_once():
    match = play(begin(covered={0: {4, 5, 7, 10}}), "1-1-1")
    assert told(match, "3")[0] == [Covered(0, (3,), ())]


def test_leaving_with_a_line():
    match = play(begin(covered={0: but(2, 4)}), "2-2-3")
    happened, said = told(match, "out:4")
    assert happened == [Left(0, (4,), (3, 4))]
    assert said == ["Ruby covers 4, shuts lines 3 and 4 and is out of the round"]


def test_leaving_without_one():
    match = play(begin(plans=3), "6-6-6-6")
    happened, said = told(match, "out:6+12")
    assert happened == [Left(0, (6, 12), ())]
    assert said == ["Ruby covers 6 and 12 and is out of the round"]


def test_leaving_with_nothing():
    match = play(begin(covered={0: SHUT[1]}), "1-1-1")
    happened, said = told(match, "out:none")
    assert happened == [Left(0, (), ())]
    assert said == ["Ruby covers nothing and is out of the round"]


def test_leaving_where_nothing_is_asked():
    match = begin(partial="none", covered={0: SHUT[1]})
    happened, said = told(match, "1-1-1")
    assert happened == [Threw(0, (1, 1, 1)), Left(0, (), ())]
    assert said[1] == "Ruby covers nothing and is out of the round"


def test_leaving_last_where_nothing_is_asked():
    match = begin(partial="none", covered={0: SHUT[1], 1: SHUT[2]})
    match.push("1-1-1")
    assert told(match, "1-1-1")[0] == [Threw(1, (1, 1, 1)), Left(1, (), ()), Counted(1, 1, (1, 2))]


def test_thrown_again():
    happened, said = told(begin(plans=3, mercy=True), "6-6-6-6")
    assert happened == [Threw(0, (6, 6, 6, 6)), Again(0)]
    assert said == ["Ruby throws 6-6-6-6", "That cannot be split, and is thrown again"]


def test_everything_is_covered():
    match = play(begin(covered={0: but(9)}), "1-3-5")
    happened, said = told(match, "9")
    assert happened == [Covered(0, (9,), (5, 6)), Finished(0)]
    assert said[1] == "Ruby has covered every number"


def test_everything_is_covered_by_who_is_knocked_out():
    match = play(begin(covered={0: but(2)}), "2-2-3")
    happened, said = told(match, "out:2")
    assert [type(event) for event in happened] == [Left, Finished]
    assert said[1] == "Ruby has covered every number"


def test_a_round_is_counted():
    match = begin(3, points=[0, 3, 1], covered={0: SHUT[1], 1: SHUT[0], 2: SHUT[2]})
    play(match, "1-1-1 out:none 1-1-1 out:none 1-1-1")
    happened, said = told(match, "out:none")
    assert happened == [Left(2, (), ()), Counted(2, 1, (1, 3, 3))]
    assert said[1] == "Round 1 is counted: Ruby 1, Maize 3, Jade 3"


@pytest.mark.parametrize(
    ("points", "last", "said"),
    [
        ([4, 2], Ended(0, (0,), 5), "Ruby wins with 5 points"),
        ([0, 7], Ended(1, (1,), 7), "Maize wins with 7 points"),
        ([4, 5], Ended(0, (0, 1), 5), "Ruby and Maize share the win with 5 points"),
    ],
)
def test_the_end(points, last, said):
    match = play(begin(points=points, covered={0: SHUT[1], 1: SHUT[0]}), "1-1-1 out:none 1-1-1")
    happened, sentences = told(match, "out:none")
    assert [type(event) for event in happened] == [Left, Counted, Ended]
    assert happened[-1] == last
    assert sentences[-1] == said


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        (0, ["0 lines in all", "0 líneas en total", "0 Linien insgesamt", "0 ligne en tout"]),
        (1, ["1 line in all", "1 línea en total", "1 Linie insgesamt", "1 ligne en tout"]),
        (3, ["3 lines in all", "3 líneas en total", "3 Linien insgesamt", "3 lignes en tout"]),
    ],
)
def test_one_and_many(lines, says):
    s = begin(1).position[0]
    assert [events.say(s, Ended(0, (0,), lines), language) for language in LANGUAGES] == says
    won = events.say(begin().position[0], Ended(0, (0,), lines), "en")
    assert won == f"Ruby wins with {lines} point{'' if lines == 1 else 's'}"


def test_the_end_alone():
    match = play(begin(1, rounds=1, covered={0: but(9)}), "1-3-5")
    happened, said = told(match, "9")
    assert happened == [Covered(0, (9,), (5, 6)), Finished(0), Counted(0, 1, (6,)), Ended(0, (0,), 6)]
    assert said[-2:] == ["Round 1 is counted: Ruby 6", "6 lines in all"]


def test_a_plan_by_chance():
    happened, said = told(begin(first="maize", plans="random"), "plan-3")
    assert happened == [Planned(1, 3)]
    assert said == ["Maize plays on plan 3"]


def test_a_plan_chosen():
    match = begin(first="maize", plans="choose")
    assert match.expected() == "Maize: choose a plan"
    assert told(match, "plan-4")[0] == [Planned(1, 4)]


def test_what_is_expected():
    match = play(begin(covered={1: {5, 6, 8, 9}}), "1-3-5")
    assert match.expected() == "Ruby: split 1-3-5"
    play(match, "4+5 1-3-5")
    assert match.expected() == "Maize: 1-3-5 cannot be split; choose what to cover before you are out"


def test_nothing_is_expected_at_the_end():
    assert play(begin(1, rounds=1, covered={0: but(9)}), "1-3-5 9").expected() == ""


EVERY_KIND = [
    Begins(0),
    Planned(1, 4),
    Threw(2, (1, 3, 5)),
    Covered(3, (4, 5), ()),
    Covered(0, (4,), (3, 6)),
    Left(1, (7, 8), ()),
    Left(2, (9,), (2,)),
    Left(3, (), ()),
    Finished(0),
]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("event", EVERY_KIND, ids=str)
def test_every_sentence_in_every_language(event, language):
    """A capital letter, the player, every number of the event, and no blank left open."""
    said = begin(4).say(event, language)
    assert said[0].isupper()
    assert not set("{}") & set(said) and "  " not in said
    assert list(WORDS[language]["players"].values())[event.seat] in said
    facts = {name: value for name, value in event.data().items() if name not in ("event", "seat")}
    expected = re.findall(r"\d+", " ".join(map(str, facts.values())))
    assert re.findall(r"\d+", said) == expected


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_other_sentences_in_every_language(language):
    match, players = begin(4), list(WORDS[language]["players"].values())
    assert match.say(Again(0), language)[0].isupper()
    counted = match.say(Counted(0, 3, (1, 2, 4, 8)), language)
    table = ", ".join(f"{name} {points}" for name, points in zip(players, (1, 2, 4, 8), strict=True))
    assert counted.endswith(f": {table}") and "3" in counted.split(":")[0]
    for seats in [(2,), (0, 3)]:
        said = match.say(Ended(seats[0], seats, 12), language)
        assert [
            seat for seat in range(4) if players[seat] in said.split() or f" {players[seat]} " in f" {said} "
        ] == list(seats)
        assert "12" in said
    assert begin(1).say(Ended(0, (0,), 12), language).startswith("12 ")


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_expected_in_every_language(language):
    match = begin(plans="choose", covered={1: {5, 6, 8, 9}})
    ruby, maize = list(WORDS[language]["players"].values())[:2]
    said = [match.expected(language)]
    play(match, "plan-1 1-3-5")
    said.append(match.expected(language))
    play(match, "4+5 1-3-5")
    said.append(match.expected(language))
    assert len(set(said)) == 3
    assert said[0].startswith(ruby) and said[1].startswith(ruby) and said[2].startswith(maize)
    assert "1-3-5" not in said[0] and "1-3-5" in said[1] and "1-3-5" in said[2]


def test_positions_are_sound():
    match = begin(2, covered={0: {1}})
    assert list(invariants.faults(match.position[0])) == []


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (lambda s: s.covered.__setitem__(0, 1 << 12), "a number is covered that the plan has not"),
        (lambda s: s.lines.__setitem__(0, 0), "the lines are not those of the plan"),
        (lambda s: s.lines.__setitem__(0, 1 << 12), "the lines are not those of the plan"),
        (lambda s: setattr(s, "playing", 2), "somebody is in the round who does not play"),
        (lambda s: setattr(s, "inside", 2), "it is the turn of somebody who is out"),
    ],
)
def test_unsound_positions_are_noticed(change, fault):
    match = begin(2)
    change(match.position[0])
    assert fault in list(invariants.faults(match.position[0]))


def test_chips_of_who_does_not_play_are_noticed():
    match = begin(2, covered={1: {1}})
    match.position[0].playing = match.position[0].inside = 1
    assert list(invariants.faults(match.position[0])) == ["seat 1 does not play, but covers numbers"]

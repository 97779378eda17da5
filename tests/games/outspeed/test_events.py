"""What is told of Outspeed: each event, and its sentence in four languages."""

import tomllib
from pathlib import Path

import pytest

import sobremesa
from sobremesa.games.outspeed import GAME, events
from sobremesa.games.outspeed.events import (
    TABLE,
    Cleared,
    Decided,
    Ended,
    Extended,
    Fell,
    Flipped,
    Fuelled,
    Kept,
    Laid,
    Looked,
    Marked,
    Moved,
    Out,
    Paid,
    Programmed,
    Rolled,
    Route,
    Shown,
    Shuffled,
    Turned,
)
from sobremesa.games.words import LANGUAGES
from sobremesa.kernel import REFEREE, SPECTATOR
from tests.support.games.outspeed import choose, own_set, play, race

WORDS = tomllib.loads(Path(events.__file__).with_name("words.toml").read_text(encoding="utf-8"))
THREE = {"ruby": 9, "maize": 8, "jade": 7}


def told(match, text, eyes=SPECTATOR, seat=None):
    """What a seat sees of a move, and the sentences about it."""
    match.push(text, seat)
    happened = match.events(-1, eyes)
    return happened, [match.say(event) for event in happened]


def test_the_first_tile_is_turned_up_when_all_are_dealt():
    match = sobremesa.Match(GAME, 3, roll=False)
    assert told(match, "tile-12") == ([], [])
    play(match, " ".join(f"tile-{n}" for n in range(1, 12)))
    assert told(match, "tile-14") == ([Turned(TABLE, 12)], ["Tile 12 is turned up: afterburner"])


def test_laying():
    match = race(ruby=9, maize=9, jade=7, hands={"ruby": "flame", "maize": "nitro", "jade": "tank"})
    twin = match.copy()
    assert told(match, "flame") == ([Decided(0, None)], ["Ruby has decided"])
    assert told(twin, "flame", 0) == ([Decided(0, "flamethrower")], ["Ruby decides to lay a flamethrower"])
    happened, said = told(match, "none", REFEREE)
    assert happened == [Laid(0, True, "flamethrower"), Laid(1, False, None)]
    assert said == ["Ruby lays a flamethrower face down", "Maize lays nothing"]
    assert match.say(match.events()[0]) == "Ruby lays a token face down"
    happened, said = told(match, "tank")
    assert happened == [
        Laid(2, True, None),
        Shown(0, "flamethrower"),
        Shown(2, "fuel-tank"),
        Fuelled(2, 2, 14),
    ]
    assert said[1:] == ["Ruby turns over a flamethrower", "Jade turns over a fuel tank", "Jade gets 2 fuel and has 14"]


def test_deciding_on_nothing():
    match = race(ruby=9, maize=9, jade=7, hands={"ruby": "flame", "maize": "nitro"})
    assert told(match, "none", 0) == ([Decided(0, "none")], ["Ruby decides to lay nothing"])


def test_pushes_fields_and_sections():
    match = race(
        ruby=14, maize=12, jade=10, lapis=8, fields=[11], hands={"ruby": "nitro", "jade": "flame", "lapis": "field"}
    )
    play(match, "nitro flame")
    happened, said = told(match, "field")
    assert happened[1:] == [
        Shown(0, "nitro"),
        Extended(TABLE, 15, 21),
        Moved(0, 14, 15, False),
        Shown(2, "flamethrower"),
        Moved(1, 12, 11, True),
        Shown(3, "force-field"),
        Marked(TABLE, 8),
    ]
    assert said[2:6] == [
        "A section is laid ahead: zones 15 to 21",
        "Ruby goes from zone 14 to zone 15",
        "Jade turns over a flamethrower",
        "Maize is pushed back from zone 12 to zone 11, into a force field",
    ]
    play(match, "A A A")
    happened, said = told(match, "A")
    assert happened[-3:] == [Fell(TABLE, 1, 7), Cleared(TABLE, 11), Turned(TABLE, 2)]
    assert said[-3:-1] == ["Zones 1 to 7 fall away", "The force field in zone 11 is used up"]


def test_shot_pushed_and_fallen():
    match = race(ruby=1, maize=2, jade=14, lapis=1, fuel={"jade": 2}, hands={"ruby": "flame", "lapis": "ion"})
    happened, said = told(choose(match, ruby="flame"), "ion")
    assert happened[-2:] == [Out(1, "pushed"), Out(2, "fuel")]
    assert said[-2:] == ["Maize is pushed off the track and is out", "Jade has no fuel left and is out"]
    match = play(race(ruby=14, maize=9, jade=3), "A A")
    happened, said = told(match, "A")
    assert Out(2, "tail") in happened and "Jade falls with the rear of the track and is out" in said


def test_an_ion_cannon_drains():
    match = race(ruby=3, maize=9, jade=3, hands={"ruby": "ion"})
    happened, said = told(match, "ion")
    assert happened[-1] == Fuelled(1, -2, 10) and said[-1] == "Maize loses 2 fuel and has 10"


def test_programming_and_what_it_comes_to():
    match = race(**THREE, tile=7)
    assert told(match, "A", 0) == ([Programmed(0, "A")], ["Ruby seals route A"])
    assert told(match, "A") == ([Programmed(1, None)], ["Maize has sealed a route"])
    happened, said = told(match, "B")
    assert happened == [
        Programmed(2, None),
        Route(0, "A", (0, 1), (), 1, False),
        Route(2, "B", (2,), (), 2, True),
        Paid(2, 1, 11),
        Moved(2, 7, 10, False),
        Turned(TABLE, 8),
    ]
    assert said[1:] == [
        "Route A: Ruby and Maize; there is room for 1, so nobody pays and nobody gains",
        "Route B: Jade",
        "Jade pays 1 fuel and has 11",
        "Jade goes from zone 7 to zone 10",
        "Tile 8 is turned up: ramp",
    ]


def test_the_wheel_is_told_with_its_number():
    match = play(race(**THREE, tile=16), "A7 A0")
    happened, said = told(match, "C")
    assert happened[1] == Route(0, "A", (0, 1), (7, 0), 0, True)
    assert said[1] == "Route A: Ruby (7) and Maize (0)"


def test_dice():
    match = play(race(**THREE, tile=6), "A B C")
    assert told(match, "die-3") == (
        [Rolled(1, "yellow", 3), Paid(0, 1, 11), Paid(1, 3, 9)],
        ["Maize rolls 3 with the yellow die", "Ruby pays 1 fuel and has 11", "Maize pays 3 fuel and has 9"],
    )
    assert told(match, "die-4")[0][0] == Rolled(0, "blue", 4)


def test_a_ship_that_owes_more_pays_what_it_has():
    match = play(race(**THREE, tile=6, fuel={"maize": 2}), "A B C")
    assert told(match, "die-4")[0] == [Rolled(1, "yellow", 4), Paid(0, 1, 11), Paid(1, 2, 0), Out(1, "fuel")]


def test_drawing():
    match = play(race(**THREE, tile=3), "A B B")
    assert told(match, "token-nitro", 0) == ([Looked(0, "nitro")], ["Ruby looks at nitro"])
    assert told(match, "token-ion-cannon") == ([Looked(0, None)], ["Ruby looks at a token"])
    twin = match.copy()
    assert told(match, "nitro", 0)[0][0] == Kept(0, "nitro", "ion-cannon", False)
    assert match.say(match.events(-1, 0)[0]) == "Ruby keeps nitro and puts an ion cannon under the pile"
    assert told(twin, "nitro")[1][0] == "Ruby keeps a token and puts the other under the pile"


def test_the_last_token_and_the_shuffle():
    match = play(race(**THREE, tile=3, pile="ion"), "A A B")
    assert told(match, "token-ion-cannon")[0] == [Looked(0, None), Kept(0, None, None, True), Shuffled(TABLE)]
    assert [match.say(event) for event in match.events(-1, 0)] == [
        "Ruby looks at an ion cannon",
        "Ruby takes the last token, an ion cannon",
        "The used tokens are shuffled into a new pile",
    ]


def test_the_faces_turn():
    match = race(ruby=3, maize=9, jade=9, lapis=9, violet=9, fuel={"maize": 1})
    play(match, "A B C C")
    happened, said = told(match, "A")
    assert happened[-2:] == [Flipped(TABLE, 4), Turned(TABLE, 2)]
    assert said[-2] == "4 ships are left: the tiles turn to their face for 3 or 4"


@pytest.mark.parametrize(
    ("match", "last", "said"),
    [
        (play(race(**THREE, tile=13), "A A"), Ended(0, (0,), 11), "Ruby wins the race"),
        (play(race(ruby=8, maize=8, jade=7, tile=13), "A A"), Ended(0, (0, 1), 10), "Ruby and Maize share the win"),
        (play(race(**THREE, fuel=1), "B B"), Ended(TABLE, (), 0), "Nobody wins: all ships are out"),
    ],
    ids=["one", "two", "nobody"],
)
def test_the_end(match, last, said):
    happened, sentences = told(match.copy(), "A" if last.seats else "B")
    assert happened[-1] == last and sentences[-1] == said


def test_the_finish_tile_and_tiles_of_ones_own(own_home):
    match = play(race(**THREE, tile=12), "B B")
    assert told(match, "B")[1][-1] == "The finish tile is turned up, 13: last straight"
    match = play(race(**THREE, tile=1, options={"tiles": own_set(tile_4=[{"symbol": "A"}])}), "A A")
    assert told(match, "A")[1][-1] == "Tile 2 is turned up"


def test_a_move_that_is_stopped_where_it_stands_is_told_once():
    match = play(race(**THREE, fields=[10]), "B A")
    assert Moved(0, 9, 10, True) in told(match, "A")[0]


EVERY_KIND = [
    Decided(0, None),
    Decided(1, "nitro"),
    Decided(2, "none"),
    Laid(0, True, None),
    Laid(1, True, "electromagnet"),
    Laid(2, False, None),
    Programmed(0, None),
    Programmed(1, "A5"),
    Shown(2, "force-field"),
    Moved(0, 4, 6, False),
    Moved(1, 4, 6, True),
    Moved(2, 9, 7, False),
    Moved(0, 9, 7, True),
    Fuelled(1, 2, 14),
    Fuelled(2, -2, 8),
    Paid(0, 3, 9),
    Marked(TABLE, 8),
    Cleared(TABLE, 8),
    Extended(TABLE, 15, 21),
    Fell(TABLE, 1, 7),
    Rolled(1, "blue", 4),
    Rolled(2, "yellow", 3),
    Looked(0, None),
    Looked(1, "ion-cannon"),
    Kept(0, None, None, False),
    Kept(1, "nitro", "fuel-tank", False),
    Kept(2, None, None, True),
    Kept(0, "flamethrower", None, True),
    Shuffled(TABLE),
    Out(1, "fuel"),
    Out(2, "pushed"),
    Out(0, "tail"),
    Flipped(TABLE, 4),
    Turned(TABLE, 7),
    Turned(TABLE, 16),
]


@pytest.mark.parametrize("event", EVERY_KIND, ids=str)
def test_every_sentence_in_every_language(event):
    """A capital letter, the player, every number and token of the event, no blank left open; no two languages alike."""
    match = race(**THREE)
    said = {language: match.say(event, language) for language in LANGUAGES}
    assert len(set(said.values())) == len(LANGUAGES)
    for language, sentence in said.items():
        words = WORDS[language]
        assert not sentence[0].islower() and not set("{}") & set(sentence) and "  " not in sentence
        if event.seat != TABLE:
            assert list(words["players"].values())[event.seat] in sentence
        for name, value in event.data().items():
            if name in ("token", "under") and value in words["tokens"]:
                assert words["tokens"][value] in sentence
            elif name == "die":
                assert words["dice"][value] in sentence
            elif name not in ("seat", "event") and type(value) is int:
                assert str(abs(value)) in sentence


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_rode_what_and_who_won_in_every_language(language):
    match, players = race(**THREE), list(WORDS[language]["players"].values())
    said = match.say(Route(0, "A", (0, 2), (), 0, True), language)
    assert players[0] in said and players[2] in said and players[1] not in said and "A" in said
    assert "(7)" in match.say(Route(0, "A", (0, 2), (7, 0), 0, True), language)
    assert "1" in match.say(Route(0, "A", (0, 2), (), 1, False), language)
    assert players[1] in match.say(Ended(1, (1,), 14), language)
    both = match.say(Ended(0, (0, 1), 14), language)
    assert players[0] in both and players[1] in both
    assert not any(player in match.say(Ended(TABLE, (), 0), language) for player in players)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_expected_in_every_language(language):
    said = {
        match.expected(language)
        for match in (
            race(**THREE, hands={"ruby": "nitro"}),
            race(**THREE),
            play(race(**THREE, tile=3), "A B B token-nitro token-ion-cannon"),
        )
    }
    assert len(said) == 3
    assert all(line.startswith(WORDS[language]["players"]["ruby"]) for line in said)


def test_nothing_is_expected_of_chance_or_at_the_end():
    assert sobremesa.Match(GAME, 3, roll=False).expected() == ""
    assert play(race(**THREE, tile=13), "A A A").expected() == ""


def test_events_are_data():
    assert Route(0, "A", (0, 1), (7, 0), 2, True).data() == {
        "event": "route",
        "seat": 0,
        "route": "A",
        "seats": (0, 1),
        "numbers": (7, 0),
        "room": 2,
        "fits": True,
    }

"""End of Line: editions and single options, what is usual, and what cannot be played."""

import pytest

import sobremesa
from sobremesa import games

GAME = games.find("end-of-line")
EDITIONS = """
    edition  mulligan  extra_gas  boxed_in  cross_cost  score
    es       off       off        on        1           es
    en       off       off        on        0           en
    2021     on        on         off       1           2021
"""
HEAD, *ROWS = [line.split() for line in EDITIONS.strip().splitlines()]
TABLE = {row[0]: dict(zip(HEAD[1:], row[1:], strict=True)) for row in ROWS}


def written(seats=None, **given):
    """How many play, and the options as they are typed."""
    seats, options = GAME.agree(seats, given)
    return seats, {option.name: option.write(options[option.name]) for option in GAME.options}


@pytest.mark.parametrize("mode", ["versus", "teams"])
@pytest.mark.parametrize("edition", TABLE)
def test_an_edition_is_a_set_of_options(edition, mode):
    _, options = written(edition=edition, mode=mode)
    assert {name: options[name] for name in TABLE[edition]} == TABLE[edition]
    assert (options["deck"], options["walls"], options["turns"]) == ("shuffled", "none", "stop")


def test_es_is_the_usual_one():
    assert written() == written(edition="es")
    assert {option.name: option.write(option.default) for option in GAME.options}.items() >= TABLE["es"].items()


@pytest.mark.parametrize("edition", TABLE)
@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("mulligan", "on"),
        ("mulligan", "off"),
        ("extra_gas", "on"),
        ("extra_gas", "off"),
        ("boxed_in", "on"),
        ("boxed_in", "off"),
        ("cross_cost", "0"),
        ("cross_cost", "1"),
        ("score", "es"),
        ("score", "en"),
        ("score", "2021"),
    ],
)
def test_a_single_option_overrides_its_edition(edition, name, value):
    _, options = written(edition=edition, **{name: value})
    assert options[name] == value
    assert {other: options[other] for other in TABLE[edition] if other != name} == {
        other: TABLE[edition][other] for other in TABLE[edition] if other != name
    }


@pytest.mark.parametrize("edition", TABLE)
def test_the_rules_get_what_was_agreed(edition):
    s = sobremesa.Match("end-of-line", 4, mode="teams", edition=edition, roll=False).position[0]
    table = TABLE[edition]
    assert (s.mulligan, s.extra_gas, s.boxed_in) == tuple(
        table[name] == "on" for name in ("mulligan", "extra_gas", "boxed_in")
    )
    assert s.cross_cost == int(table["cross_cost"])
    assert s.scoring == list(TABLE).index(table["score"])
    s = sobremesa.Match("end-of-line", 1, deck="open", turns="exact", edition=edition, roll=False).position[0]
    assert (s.open_deck, s.exact, s.mulligan, s.extra_gas, s.boxed_in) == (True, True, False, False, False)


@pytest.mark.parametrize("edition", ["2021", 2021, " 2021 "])
def test_an_edition_may_be_a_number(edition):
    assert written(edition=edition)[1]["mulligan"] == "on"


@pytest.mark.parametrize(
    ("given", "seats", "mode"),
    [
        ({}, 2, "versus"),
        ({"seats": 1}, 1, "solo"),
        ({"seats": 5}, 5, "versus"),
        ({"mode": "versus"}, 2, "versus"),
        ({"mode": "teams"}, 4, "teams"),
        ({"mode": "solo"}, 1, "solo"),
        ({"mode": "coop"}, 2, "coop"),
        ({"mode": "classic"}, 1, "classic"),
        ({"mode": "Classic", "seats": 1}, 1, "classic"),
    ],
)
def test_how_many_play_and_what(given, seats, mode):
    agreed, options = written(**given)
    assert (agreed, options["mode"]) == (seats, mode)


@pytest.mark.parametrize(("mode", "seats"), [("solo", 1), ("coop", 2), ("classic", 1)])
def test_alone_and_together_nobody_is_boxed_in(mode, seats):
    assert written(seats, mode=mode)[1]["boxed_in"] == "off"


def test_an_open_deck_has_neither_mulligan_nor_gas():
    _, options = written(1, edition="2021", deck="open")
    assert (options["mulligan"], options["extra_gas"]) == ("off", "off")
    _, options = written(1, edition="2021", mode="classic")
    assert (options["mulligan"], options["extra_gas"]) == ("off", "off")
    _, options = written(1, edition="2021")
    assert (options["mulligan"], options["extra_gas"]) == ("on", "on")


@pytest.mark.parametrize("mode", ["solo", "coop", "classic"])
def test_walls_are_for_playing_alone_or_together(mode):
    assert written(mode=mode, walls="0,1 4,4 3,0")[1]["walls"] == "0,1 3,0 4,4"


CLASSIC = "Classic solitaire has no hand and no turns: deck is shuffled and turns is stop."
NO_HAND = "has no meaning in classic solitaire: nobody has a hand."
NO_DRAW = "has no meaning with an open deck: nothing is drawn."


@pytest.mark.parametrize(
    ("seats", "given", "says"),
    [
        (1, {"mode": "versus"}, "mode=versus is for 2 to 8 players, not for 1."),
        (2, {"mode": "teams"}, "mode=teams is for 4, 6 or 8 players, not for 2."),
        (5, {"mode": "teams"}, "mode=teams is for 4, 6 or 8 players, not for 5."),
        (7, {"mode": "teams"}, "mode=teams is for 4, 6 or 8 players, not for 7."),
        (2, {"mode": "solo"}, "mode=solo is for 1 player, not for 2."),
        (1, {"mode": "coop"}, "mode=coop is for 2 to 8 players, not for 1."),
        (3, {"mode": "classic"}, "mode=classic is for 1 player, not for 3."),
        (2, {"deck": "open"}, "deck=open is for playing alone or together, not for mode=versus."),
        (4, {"mode": "teams", "deck": "open"}, "deck=open is for playing alone or together, not for mode=teams."),
        (2, {"turns": "exact"}, "turns=exact is for playing alone or together, not for mode=versus."),
        (4, {"mode": "teams", "turns": "exact"}, "turns=exact is for playing alone or together, not for mode=teams."),
        (2, {"walls": "0,0"}, "walls=… is for playing alone or together, not for mode=versus."),
        (1, {"mode": "classic", "deck": "open"}, CLASSIC),
        (1, {"mode": "classic", "turns": "exact"}, CLASSIC),
        (1, {"walls": "0,5"}, "The area is 5 by 5, so a wall cannot be on 0,5."),
        (1, {"walls": "5,0"}, "The area is 5 by 5, so a wall cannot be on 5,0."),
        (2, {"mode": "coop", "walls": "0,0 7,7"}, "The area is 7 by 7, so a wall cannot be on 7,7."),
        (1, {"walls": "2,2"}, "A line begins on 2,2, so no wall can be there."),
        (2, {"mode": "coop", "walls": "3,4"}, "A line begins on 3,4, so no wall can be there."),
        (1, {"boxed_in": True}, "boxed_in is a rule of versus and teams, not of mode=solo."),
        (2, {"mode": "coop", "boxed_in": "on"}, "boxed_in is a rule of versus and teams, not of mode=coop."),
        (1, {"mode": "classic", "boxed_in": True}, "boxed_in is a rule of versus and teams, not of mode=classic."),
        (1, {"deck": "open", "mulligan": True}, f"mulligan {NO_DRAW}"),
        (1, {"deck": "open", "extra_gas": True}, f"extra_gas {NO_DRAW}"),
        (1, {"mode": "classic", "mulligan": True}, f"mulligan {NO_HAND}"),
        (1, {"mode": "classic", "extra_gas": True}, f"extra_gas {NO_HAND}"),
    ],
)
def test_what_cannot_be_played_is_refused_with_a_sentence(seats, given, says):
    with pytest.raises(sobremesa.BadOption) as refused:
        sobremesa.Match("end-of-line", seats, **given)
    assert str(refused.value) == says


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"mode": "alone"}, "mode is one of versus, teams, solo, coop, classic, not 'alone'."),
        ({"mode": "team"}, "mode is one of versus, teams, solo, coop, classic, not 'team'. Did you mean teams?"),
        ({"edition": "fr"}, "edition is one of es, en, 2021, not 'fr'."),
        ({"cross_cost": 2}, "cross_cost is a whole number from 0 to 1, not 2."),
        ({"mulligan": "perhaps"}, "mulligan is on or off, not 'perhaps'."),
        ({"seats": 1, "walls": "0,0 0,1 0,3 0,4"}, "walls is none, or up to 3 different squares"),
        ({"seats": 1, "walls": "0,0 0,0"}, "walls is none, or up to 3 different squares"),
        ({"seats": 1, "walls": "a,b"}, "walls is none, or up to 3 different squares"),
        ({"seats": 1, "walls": "1"}, "walls is none, or up to 3 different squares"),
        ({"seats": 1, "walls": "0,16"}, "walls is none, or up to 3 different squares"),
        ({"seats": 1, "walls": "-1,0"}, "walls is none, or up to 3 different squares"),
        ({"wall": "0,0"}, "End of Line has no option 'wall'; it has mode, edition"),
    ],
)
def test_what_no_option_is_is_refused(given, says):
    with pytest.raises(sobremesa.BadOption) as refused:
        sobremesa.Match("end-of-line", **given)
    assert str(refused.value).startswith(says)


@pytest.mark.parametrize("seats", [0, 9, "two", True])
def test_for_one_to_eight(seats):
    with pytest.raises(sobremesa.BadSeats, match="End of Line is for 1, 2, 3, 4, 5, 6, 7 or 8 players"):
        sobremesa.Match("end-of-line", seats)


def test_secrets_are_only_among_rivals():
    for mode, secret in ("versus", True), ("teams", True), ("solo", False), ("coop", False), ("classic", False):
        assert GAME.secrets(GAME.agree(None, {"mode": mode})[1]) == secret

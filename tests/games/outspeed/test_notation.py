"""How choices of Outspeed are written and read, and what is said of those that are not allowed."""

import pytest

import sobremesa
from sobremesa.games.outspeed import GAME, notation
from sobremesa.games.outspeed.notation import HELP
from sobremesa.games.outspeed.tables import ACTIONS
from sobremesa.kernel import CHANCE
from tests.support.games.outspeed import play, race, texts

THREE = {"ruby": 9, "maize": 8, "jade": 7}
ALL = "nitro tank flame field ion"


@pytest.mark.parametrize(
    ("move", "inputs"),
    [
        ("none", ["NONE", " none ", "nothing"]),
        ("nitro", ["Nitro"]),
        ("fuel-tank", ["tank", "fuel", "fuel tank", "fuel_tank", "Fuel  Tank"]),
        ("flamethrower", ["flame", "FLAME"]),
        ("force-field", ["field", "force field"]),
        ("ion-cannon", ["ion", "cannon", "ion cannon"]),
    ],
)
def test_a_token_may_be_written_shortly(move, inputs):
    match = race(**THREE, hands={"ruby": ALL, "jade": "nitro"})
    for text in [move, *inputs]:
        twin = match.copy()
        twin.push(text)
        assert twin.moves[-1].text == move


def test_an_electromagnet_may_be_written_shortly():
    match = race(**THREE, hands={"jade": "magnet", "ruby": "nitro"})
    play(match, "none magnet")
    assert match.moves[-1].text == "electromagnet"


@pytest.mark.parametrize(
    ("up", "move", "inputs"), [(1, "B", ["b", " B "]), (16, "A5", ["a5", "A 5", "a-5", "A_5"]), (16, "A0", ["a0"])]
)
def test_a_route_may_be_written_in_small_letters(up, move, inputs):
    match = race(**THREE, tile=up)
    for text in [move, *inputs]:
        twin = match.copy()
        twin.push(text)
        assert twin.moves[-1].text == move


def test_a_token_is_kept_with_or_without_the_word():
    match = play(race(**THREE, tile=3), "A B B token-nitro token-ion-cannon")
    for text in "keep-ion-cannon", "keep ion", "ion", "Keep-Ion_Cannon":
        twin = match.copy()
        twin.push(text)
        assert twin.moves[-1].text == "keep-ion-cannon"


def test_what_chance_brings():
    match = sobremesa.Match(GAME, 3, roll=False)
    assert texts(match)[0] == "tile-1"
    match = play(race(**THREE, tile=6), "B C C")
    assert texts(match) == ["die-1", "die-2", "die-3", "die-4"]
    match = play(race(**THREE, tile=3), "A B B")
    for text in "token-nitro", "nitro", "Token Nitro":
        assert notation.read(match.position[0], CHANCE, text) == 0


@pytest.mark.parametrize("text", ["", "x", "D", "A10", "-", "nitroo", "keep-none", "keep-", "keep", "pass", "A B"])
def test_what_is_no_move_is_refused_with_help(text):
    match = race(**THREE)
    with pytest.raises(sobremesa.BadMove) as refused:
        match.push(text)
    assert str(refused.value).startswith(f"{text!r} is not a move of Outspeed: {HELP}.")


def test_a_slip_is_guessed():
    with pytest.raises(sobremesa.BadMove, match=r"Did you mean flamethrower\?$"):
        race(**THREE, hands={"ruby": "flame"}).push("flametrower")


@pytest.mark.parametrize(
    ("match", "text"),
    [
        (sobremesa.Match(GAME, 3, roll=False), "tile-0"),
        (sobremesa.Match(GAME, 3, roll=False), "tile-17"),
        (sobremesa.Match(GAME, 3, roll=False), "tile-123"),
        (sobremesa.Match(GAME, 3, roll=False), "die-1"),
        (sobremesa.Match(GAME, 3, roll=False), "nitro"),
        (play(race(**THREE, tile=6), "B C C"), "tile-1"),
        (play(race(**THREE, tile=6), "B C C"), "die-12"),
        (play(race(**THREE, tile=3), "A B B"), "die-1"),
        (play(race(**THREE, tile=3), "A B B"), "token-gold"),
    ],
)
def test_what_is_no_outcome_is_refused(match, text):
    with pytest.raises(sobremesa.BadMove, match="is not what chance can bring now"):
        match.push(text)


@pytest.mark.parametrize(
    ("match", "text"),
    [
        (sobremesa.Match(GAME, 3, roll=False), "tile-13"),
        (play(race(**THREE, tile=6), "B C C"), "die-5"),
        (play(race(**THREE, tile=3, pile="nitro"), "A B B"), "token-ion-cannon"),
    ],
)
def test_what_cannot_come_now_is_refused(match, text):
    with pytest.raises(sobremesa.IllegalMove, match="Chance cannot bring that now"):
        match.push(text)


def lays(**rest):
    return race(**(THREE | rest), hands={"ruby": "magnet field nitro", "jade": "nitro"})


@pytest.mark.parametrize(
    ("match", "text", "rule", "says"),
    [
        (lays(), "flame", 1, "You have no flamethrower."),
        (lays(), "magnet", 1, "An electromagnet is laid only from the rearmost occupied zone."),
        (lays(tile=13), "field", 1, "A force field is not laid while the finish tile is up."),
        (lays(), "A", 1, "First lay a token face down, or none."),
        (lays(), "keep-nitro", 1, "First lay a token face down, or none."),
        (race(**THREE), "nitro", 4, "Choose a route: A, B or C as the tile shows them."),
        (race(**THREE), "none", 4, "Choose a route: A, B or C as the tile shows them."),
        (race(**THREE), "keep-nitro", 4, "Choose a route: A, B or C as the tile shows them."),
        (race(**THREE, tile=5), "C", 4, "This tile has no route C."),
        (race(**THREE, tile=5), "C3", 4, "This tile has no route C."),
        (race(**THREE, tile=8, fuel=2), "C", 4, "Route C costs at least 3 fuel, and you have 2."),
        (race(**THREE, tile=12, fuel=1), "A", 4, "Route A costs at least 2 fuel, and you have 1."),
        (race(**THREE), "B2", 4, "Route B does not ask for a number: write B."),
        (race(**THREE, tile=16), "A", 4, "Route A asks for a number on the wheel, like A0."),
        (race(**THREE, tile=16, fuel=4), "A5", 4, "You cannot pay that: the number for route A is at most 4."),
        (
            play(race(**THREE, tile=3), "A B B token-nitro token-nitro"),
            "keep-ion",
            8,
            "Choose which of the two tokens you keep, like keep-nitro.",
        ),
        (
            play(race(**THREE, tile=3), "A B B token-nitro token-nitro"),
            "B",
            8,
            "Choose which of the two tokens you keep, like keep-nitro.",
        ),
    ],
)
def test_what_is_refused_names_the_rule(match, text, rule, says):
    before = match.position.tobytes()
    with pytest.raises(sobremesa.IllegalMove) as refused:
        match.push(text)
    assert (refused.value.rule, str(refused.value)) == (rule, f"{says} (rule {rule})")
    assert match.position.tobytes() == before


def test_nothing_is_played_after_the_end():
    match = play(race(**THREE, tile=13), "A A A")
    with pytest.raises(sobremesa.IllegalMove, match="The match is over"):
        match.push("A")


def test_no_seat_has_the_initial_of_a_route():
    assert len({name[0] for name in notation.SEAT_NAMES} - {"a", "b", "c", "d"}) == 6


def test_every_action_of_a_player_has_a_text_that_reads_back():
    laying, keeping = race(**THREE, hands={"ruby": "nitro"}), play(race(**THREE, tile=3), "A B B nitro ion-cannon")
    for action in range(ACTIONS):
        s = (keeping if action >= ACTIONS - 6 else laying).position[0]
        assert notation.read(s, 0, notation.write(s, 0, action)) == action

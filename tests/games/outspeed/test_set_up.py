"""Races laid out by hand: every position of play comes back byte for byte, and hides what it must."""

import functools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sobremesa.games.outspeed import GAME, invariants, set_up, tiles
from sobremesa.games.outspeed.notation import SEAT_NAMES
from sobremesa.games.outspeed.tables import TOKEN_NAMES
from sobremesa.kernel import REFEREE
from sobremesa.kernel.rng import seeded
from sobremesa.mistakes import BadDiagram
from sobremesa.testing import random_play
from tests.support.games.outspeed import own_set

pytestmark = pytest.mark.compiled
SEATS = 3, 4, 5, 6
LAVISH = [
    {"symbol": "A", "cost": "wheel", "zones": "wheel + blue", "bonus": 2, "source": ""},
    {"symbol": "B", "slots": 2, "cost": "A yellow", "zones": "1 + B", "fuel": "2 yellow", "bonus": 1, "source": ""},
    {"symbol": "C", "solo": True, "cost": 1, "zones": 20, "bonus": 3, "source": ""},
]


def agreed(seats, **options):
    return GAME.agree(seats, options)


def own_tiles():
    """Tiles that bring many tokens, dice and sections."""
    return tiles.keep(own_set({"yellow": [0, 0, 1, 1, 9, 9]}, **{f"tile_{n}": LAVISH for n in range(2, 17, 2)}))


def written(seats, options, seeds=3):
    """Positions of random races that can be written, with their data."""
    for seed in range(seeds):
        for position, *_ in random_play.steps(GAME, seats, options, seed):
            try:
                yield position, set_up.write(position[0])
            except BadDiagram:
                continue


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("kind", ["house", "first", "own"])
def test_every_position_of_play_comes_back_byte_for_byte(own_home, seats, kind):
    more = {"house": dict, "first": lambda: {"first_game": True}, "own": lambda: {"tiles": own_tiles()}}[kind]()
    seats, options = agreed(seats, **more)
    phases = set()
    for position, data in written(seats, options, 6):
        again = set_up.read(GAME, seats, options, data)
        assert again.tobytes() == position.tobytes()
        assert set_up.write(again[0]) == data
        phases.add(data["phase"])
    assert phases == set(set_up.PHASES)


@pytest.mark.parametrize("seats", SEATS)
def test_what_others_hold_stays_hidden(seats):
    """As the contract has it: what is dealt anew is sound, and the seat cannot tell it from what was."""
    seats, options = agreed(seats)
    rng, differ = seeded(seats), 0
    for _, data in list(written(seats, options, 2))[::5]:
        position = set_up.read(GAME, seats, options, data)
        for seat in range(seats):
            seen = position.copy()
            GAME.rules.hide(seen[0], seat)
            dealt = seen.copy()
            GAME.rules.deal(dealt[0], seat, rng)
            assert not list(invariants.faults(dealt[0]))
            differ += dealt.tobytes() != position.tobytes()
            GAME.rules.hide(dealt[0], seat)
            assert dealt.tobytes() == seen.tobytes()
            view = GAME.view.view(seen[0], seat)
            assert all(ship["hand"] is None for other, ship in enumerate(view["ships"]) if other != seat)
            assert GAME.view.view(dealt[0], seat) == view
    assert differ > 20


RACE = {
    "turn": 5,
    "rear": 8,
    "ships": {
        "ruby": {"zone": 12, "fuel": 7, "hand": {"nitro": 1, "electromagnet": 1}, "last": "B"},
        "maize": {"zone": 9, "fuel": 1, "hand": {"flamethrower": 2}},
        "jade": {"zone": None, "hand": {"ion-cannon": 1}},
    },
    "fields": [{"zone": 14}, None, {"zone": 14, "entered": True}],
    "used": {"fuel-tank": 2},
    "under": [{"token": "nitro", "by": "jade"}],
}


def test_little_has_to_be_said():
    seats, options = agreed(4)
    s = set_up.read(GAME, seats, options, {"turn": 1})[0]
    first = GAME.start(*agreed(4, first_game=True))[0]
    s.first_game = True
    assert s.tobytes() == first.tobytes()


def test_the_rest_follows():
    s = set_up.read(GAME, *agreed(3), RACE)[0]
    told = GAME.view.view(s, REFEREE)
    assert (told["phase"], told["tile"]["number"], told["tile"]["place"], told["tile"]["face"]) == (
        "programming",
        5,
        5,
        "3-4",
    )
    assert told["track"] | {"stop": 0} == {
        "rear": 8,
        "front": 21,
        "falls": None,
        "danger": 14,
        "fields": [14],
        "stop": 0,
    }
    assert [(ship["racing"], ship["zone"], ship["fuel"], ship["last"]) for ship in told["ships"]] == [
        (True, 12, 7, "B"),
        (True, 9, 1, None),
        (False, None, None, None),
    ]
    assert told["tokens"]["pile"] == 32 - 5 - 2 and told["tokens"]["unseen"] == 32 - 5 - 2 - 1
    assert random_play.awaited(GAME.rules, [s]) == [0, 1]


def test_with_five_ships_tiles_lie_on_their_other_face():
    ships = {name: {"zone": 3} for name in SEAT_NAMES[:6]}
    for out, face in (["ruby"], "5-6"), (["ruby", "jade"], "3-4"):
        data = {"turn": 3, "ships": ships | {name: {"zone": None} for name in out}}
        assert GAME.view.view(set_up.read(GAME, *agreed(6), data)[0], 0)["tile"]["face"] == face


def laying(**laid):
    """The race with bonuses: what some ships have laid."""
    ships = {name: ship | {"laid": laid.get(name, "")} for name, ship in RACE["ships"].items()}
    return RACE | {"phase": "bonuses", "ships": ships, "fields": []}


def test_bonuses_are_laid_from_the_foremost_zone():
    assert random_play.awaited(GAME.rules, set_up.read(GAME, *agreed(3), laying())) == [0]
    assert random_play.awaited(GAME.rules, set_up.read(GAME, *agreed(3), laying(ruby="nitro"))) == [1]


def changed(name, **parts):
    return RACE | {"ships": RACE["ships"] | {name: RACE["ships"][name] | parts}}


def drawing(**parts):
    """The race on tile 2, with everybody on the route that brings a bonus."""
    ships = {name: {"zone": 9, "route": "C", **parts} for name in SEAT_NAMES[:3]}
    return {"turn": 2, "rear": 8, "phase": "drawing", "drawn": ["nitro", "fuel-tank"], "ships": ships}


def test_the_foremost_who_is_owed_a_bonus_keeps_a_token():
    data = drawing(owed=1)
    data["ships"]["jade"]["zone"] = 10
    s = set_up.read(GAME, *agreed(3), data)[0]
    assert random_play.awaited(GAME.rules, [s]) == [2]
    assert [GAME.notation.write(s, 2, action) for action in random_play.choices(GAME.rules, [s], 2)] == [
        "keep-nitro",
        "keep-fuel-tank",
    ]


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (RACE | {"turn": 14}, "The turn is a number from 1 to 13."),
        (RACE | {"phase": "costs"}, "The phases are bonuses, programming, drawing."),
        (RACE | {"tiles": [3, 3]}, "The tiles of the track are 1 to 12, each of them once."),
        (RACE | {"tiles": [*range(1, 13), 12]}, "After 12 tiles comes one finish tile, 13 to 16."),
        (RACE | {"rear": 9}, "The track is laid in sections of 7 zones"),
        (RACE | {"front": 14}, "The track has two sections, and more only"),
        (RACE | {"front": 35}, "The track has two sections, and more only"),
        (laying() | {"front": 28}, "The track has two sections, and more only"),
        (RACE | {"fields": [{"zone": 22}]}, "zone 8 to 21: no force field is in zone 22."),
        (RACE | {"fields": [None] * 8}, "There are 7 markers for force fields."),
        (laying() | {"fields": [{"zone": 9, "entered": True}]}, "nobody has entered a force field."),
        (RACE | {"ships": {"lapis": {"zone": 9}}}, "The seats are ruby, maize, jade."),
        (changed("ruby", zone=7), "The track goes from zone 8 to 21: Ruby is not in zone 7."),
        (changed("ruby", fuel=0), "The fuel of Ruby is a number from 1 to 2000."),
        (changed("ruby", zone=None), "At least two ships race, or the match would be over."),
        (changed("ruby", hand={"laser": 1}), "There is no token 'laser': there are nitro, "),
        (changed("ruby", hand={"ion-cannon": 2}), "There are 2 tokens ion-cannon, and not 3."),
        (changed("ruby", hand={"nitro": -1}), "There are 7 tokens nitro, and not -1."),
        (RACE | {"under": [{"token": "nitro", "by": "lapis"}]}, "The seats are ruby, maize, jade."),
        (RACE | {"drawn": ["nitro", "nitro"]}, "In the phase drawing two tokens are looked at, and in others none."),
        (changed("ruby", last="D"), "Tile 4 has no route 'D'."),
        (RACE | {"turn": 1}, "Before the first turn nobody has programmed a route."),
        (changed("ruby", laid="nitro"), "Nothing is said of laid in the phase programming: leave it out."),
        (changed("jade", route="A"), "Jade is out, and programmes no route."),
        ({"turn": 2, "ships": {"maize": {"zone": 3, "fuel": 1, "route": "B"}}}, "Maize cannot pay for route B."),
        (changed("ruby", route="A7"), "Tile 5 has no route 'A7'."),
        ({"turn": 1, "ships": {name: {"zone": 3, "route": "A"} for name in SEAT_NAMES[:3]}}, "has still to programme"),
        (laying(ruby="flamethrower"), "Ruby does not hold what is laid, 'flamethrower'."),
        (laying(ruby="electromagnet"), "Ruby may not lay electromagnet in that zone and on that tile."),
        (laying(jade="nothing"), "Jade has no token, and nothing to decide."),
        (laying(maize="nothing"), "Bonuses are laid from the foremost zone backwards"),
        (laying(ruby="nothing", maize="nothing"), "holds a token and has not decided"),
        ({"turn": 1, "phase": "bonuses"}, "holds a token and has not decided"),
        (drawing(), "In the phase drawing a ship that races is owed a bonus."),
        (drawing(owed=2), "Ruby is not owed 2 bonuses on that route."),
        (drawing(owed=1, route=""), "Ruby has programmed a route, or could not be drawing."),
        (drawing(owed=1, rolled=[1, 0, 0]), "With 0 dice Ruby rolls from 0 to 0, not 1."),
    ],
)
def test_each_mistake_has_its_sentence(data, why):
    with pytest.raises(BadDiagram) as refused:
        set_up.read(GAME, *agreed(3), data)
    assert why in str(refused.value)


def test_a_first_game_has_its_own_order():
    with pytest.raises(BadDiagram, match="In a first game the tiles come in the order 1 to 13"):
        set_up.read(GAME, *agreed(3, first_game=True), {"turn": 2, "tiles": [2, 1]})


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inside: st.lists(inside, max_size=4) | st.dictionaries(st.text(max_size=8), inside, max_size=4),
    max_leaves=12,
)
TOKENS = st.sampled_from(TOKEN_NAMES)
COUNTS = st.dictionaries(st.sampled_from(TOKEN_NAMES[:4]), st.integers(0, 1), max_size=2)
OF_PHASE = {
    "bonuses": {
        "laid": st.sampled_from(["", "", "nothing", "nitro", "force-field"]),
        "last": st.sampled_from(["A", "B", "C"]),
    },
    "programming": {"route": st.sampled_from("ABC") | st.sampled_from(["A0", "C4"]), "last": st.just("B")},
    "drawing": {"route": st.sampled_from("AABCC"), "owed": st.integers(0, 1), "rolled": st.just([0, 0, 0])},
}


@st.composite
def races(draw):
    """Nearly positions: each part by itself could be."""
    seats, phase = draw(st.sampled_from(SEATS)), draw(st.sampled_from([*OF_PHASE]))
    rear = draw(st.sampled_from([1, 8]))
    zones = st.integers(rear, rear + 13)
    ship = {"zone": zones | zones | st.none(), "fuel": st.integers(1, 20), "hand": COUNTS}
    more = dict(OF_PHASE[phase])
    if phase == "drawing":
        ship["route"] = more.pop("route")
    field = st.fixed_dictionaries({"zone": zones}, optional={"entered": st.just(phase != "bonuses")})
    race = {
        "turn": st.sampled_from([2, 3]) if phase == "drawing" else st.integers(1, 13),
        "phase": st.just(phase),
        "rear": st.just(rear),
        "ships": st.fixed_dictionaries(dict.fromkeys(SEAT_NAMES[:seats], st.fixed_dictionaries(ship, optional=more))),
        "drawn": st.lists(TOKENS, min_size=2, max_size=2) if phase == "drawing" else st.just([]),
    }
    may = {
        "tiles": st.permutations(range(1, 13)),
        "front": st.sampled_from([0, rear + 13, rear + 20]),
        "fields": st.lists(st.none() | field, max_size=3),
        "used": COUNTS,
        "under": st.lists(st.fixed_dictionaries({"token": TOKENS, "by": st.sampled_from(SEAT_NAMES[:3])}), max_size=2),
    }
    return seats, draw(st.fixed_dictionaries(race, optional=may))


@functools.cache
def usual(seats):
    return agreed(seats)


@settings(max_examples=300, deadline=None)
@given(st.tuples(st.sampled_from(SEATS), JSON | st.dictionaries(st.sampled_from([*RACE]), JSON)) | races())
def test_whatever_is_sent_is_refused_or_can_be_played(sent):
    seats, data = sent
    seats, options = usual(seats)
    try:
        position = set_up.read(GAME, seats, options, data)
    except BadDiagram:
        return
    assert not list(invariants.faults(position[0]))
    assert set_up.read(GAME, seats, options, set_up.write(position[0])).tobytes() == position.tobytes()
    waiting = random_play.awaited(GAME.rules, position)
    assert waiting and max(waiting) < seats
    for seat in range(seats):
        seen = position.copy()
        GAME.rules.hide(seen[0], seat)
        GAME.rules.deal(seen[0], seat, seeded(1))
        assert not list(invariants.faults(seen[0]))
    for seat in waiting:
        GAME.rules.apply(position[0], seat, random_play.choices(GAME.rules, position, seat)[-1])
    assert not list(invariants.faults(position[0]))

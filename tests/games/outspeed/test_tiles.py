"""The tiles of Outspeed as data: the house's own, files of one's own and what can be wrong with them."""

import itertools
import json
import random

import pytest

import sobremesa
from sobremesa.games.outspeed import GAME, tiles
from sobremesa.games.outspeed.tables import COST, FACE_NAMES, SYMBOLS, ZONES
from sobremesa.mistakes import BadOption, BadRecord, BadTiles
from sobremesa.play import record
from sobremesa.testing import CHECKS
from tests.support.games.outspeed import house_data, keep_empty, own_set, texts

WILD = {
    "dice": {"blue": [0, 1, 1, 2, 3, 9], "yellow": [1, 1, 2, 2, 3, 6]},
    "tile_1": [
        {"symbol": "A", "zones": "blue", "fuel": "yellow"},
        {"symbol": "B", "cost": "A yellow", "zones": "2 blue", "bonus": 2},
        {"symbol": "C", "cost": "1 + B", "zones": "1 + A blue", "bonus": 1},
    ],
    "tile_6": [
        {"symbol": "A", "cost": "wheel", "fuel": "B yellow", "zones": "wheel", "bonus": 1},
        {"symbol": "B", "solo": True, "cost": "yellow", "zones": "blue", "bonus": 3},
    ],
}
"""Dice in zones and fuel, two dice, counted dice, two bonuses, the wheel on a track tile."""


def change(data, path, value):
    """One value of a file changed: tiles, 4, 3-4, A, cost. A tile and a route go by their name; `...` deletes."""
    *way, last = path
    at = data
    for step in way:
        if at is data.get("tiles") and isinstance(step, int):
            at = at[step - 1]["faces"] if way[-1] != step or last[0].isdigit() else at[step - 1]
        elif isinstance(at, list):
            at = next(route for route in at if route["symbol"] == step)
        else:
            at = at[step]
    if value is ...:
        del at[last]
    else:
        at[last] = value


def faults(data):
    """What is said about a file, line by line, without its first one."""
    with pytest.raises(BadTiles) as caught:
        tiles.parse(json.dumps(data), "mine.json")
    first, *rest = str(caught.value).splitlines()
    assert first == "mine.json cannot be played with:"
    assert all(line.startswith("  ") and line.endswith((".", "?")) for line in rest)
    return [line.strip().removesuffix(".") for line in rest]


def test_the_values_of_the_house_are_what_they_were():
    """Who changes them changes VERSION too."""
    assert (tiles.house().digest, GAME.rules.VERSION) == ("4359829bbeb29a19", 1)


def test_the_house_has_sixteen_tiles_with_a_source_for_every_route():
    house = tiles.house()
    assert sorted(house.names) == list(range(1, 17))
    routes = list(tiles.routes_of(house))
    assert len(routes) == 94
    for tile, face, route, _ in routes:
        source = house.sources[tile, face, route]
        said = " ".join(source.values()) if isinstance(source, dict) else source
        assert "reconstructed" in said or "rulebook" in said
    assert house.dice.tolist() == [[1, 1, 2, 2, 3, 4]] * 2


def test_every_face_of_the_house_has_a_route_for_1_fuel_or_less():
    """Every ship that races can choose."""
    match = sobremesa.Match(GAME, 3, roll=False, first_game=True)
    s = match.position[0]
    for n in range(16):
        for face in range(2):
            s.order[0], s.face, s.fuel[0] = n + 1, face, 1
            assert texts(match, "ruby"), f"tile {n + 1}, face {face}"


def test_the_long_form_is_the_same():
    data = house_data()
    change(data, ["tiles", 12, "3-4", "A", "cost"], [{"kind": "fixed", "value": 1}, {"kind": "die", "die": "yellow"}])
    count = {"kind": "count", "symbol": "A"}
    change(data, ["tiles", 14, "3-4", "A", "cost"], [{"kind": "die", "die": "yellow", "times": count}])
    change(data, ["tiles", 4, "3-4", "A", "cost"], [count])
    change(data, ["tiles", 16, "3-4", "A", "zones"], [{"kind": "wheel"}])
    change(data, ["tiles", 1, "3-4", "A", "cost"], [])
    change(data, ["tiles", 11, "3-4", "A", "solo"], ...)
    change(data, ["tiles", 11, "3-4", "A", "special"], "SOLO_OR_PAY")
    data["dice"] = {"blue": data["dice"]["blue"]["faces"]}
    same = tiles.parse(json.dumps(data))
    assert same.digest == tiles.house().digest
    assert not same.packed()[:8].any()


def test_toml_is_read_as_json_is():
    text = tiles.HOUSE.read_text()
    assert tiles.parse(text).digest == tiles.parse(json.dumps(house_data())).digest


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (["tiles", 4, "3-4", "A", "zones"], 4),
        (["tiles", 16, "5-6", "B", "slots"], 3),
        (["dice", "blue"], [1, 1, 2, 2, 3, 5]),
    ],
)
def test_other_values_have_another_name(path, value):
    data = house_data()
    change(data, path, value)
    mine = tiles.parse(json.dumps(data))
    assert mine.digest != tiles.house().digest
    assert mine.packed()[:8].tobytes().hex() == mine.digest


def test_names_and_sources_do_not_change_what_it_is():
    data = house_data()
    data["tiles"][3]["name"] = "Embudo"
    change(data, ["tiles", 4, "3-4", "A", "source"], "the box")
    assert tiles.parse(json.dumps(data)).digest == tiles.house().digest


ROUTE = "tile 4, face 3-4, route A"


@pytest.mark.parametrize(
    ("path", "value", "says"),
    [
        (["tiles", 4, "id"], 3, "tile 3: it is there twice"),
        (["tiles", 4, "id"], 17, "tile in place 4, id: it is a number from 1 to 16, not 17"),
        (["tiles", 4, "id"], "4", "tile in place 4, id: it is a number from 1 to 16, not '4'"),
        (["tiles", 4, "kind"], "finish", "tile 4, kind: tile 4 is a track tile, not 'finish'"),
        (["tiles", 13, "kind"], "track", "tile 13, kind: tile 13 is a finish tile, not 'track'"),
        (["tiles", 4, "colour"], 1, "tile 4, colour: a tile has no such field"),
        (["tiles", 4, "faces"], [], 'tile 4, faces: it needs the faces "3-4" and "5-6"'),
        (["tiles", 4, "3-4"], ..., "tile 4, face 3-4: it is missing"),
        (["tiles", 4, "3-4"], [], "tile 4, face 3-4: it is a list of routes"),
        (["tiles", 4, "5-7"], [], 'tile 4, face 5-7: the faces are "3-4" and "5-6"'),
        (
            ["tiles", 4, "3-4", "A", "symbol"],
            "D",
            "route in place 1, symbol: it is A, B or C, not 'D'; D is on the wheel, but no tile has it",
        ),
        (["tiles", 4, "3-4", "A", "symbol"], "", "route in place 1, symbol: it is A, B or C, not ''"),
        (["tiles", 4, "3-4", "A", "symbol"], "AB", "route in place 1, symbol: it is A, B or C, not 'AB'"),
        (["tiles", 4, "3-4", "A", "symbol"], "B", "tile 4, face 3-4, route B: it is there twice"),
        (["tiles", 4, "3-4", "A", "slots"], 0, f"{ROUTE}, slots: it is a whole number from 1 to 6, not 0"),
        (["tiles", 4, "3-4", "A", "slots"], 7, f"{ROUTE}, slots: it is a whole number from 1 to 6, not 7"),
        (["tiles", 4, "3-4", "A", "slots"], "two", f"{ROUTE}, slots: it is a whole number from 1 to 6, not 'two'"),
        (["tiles", 4, "3-4", "A", "slots"], True, f"{ROUTE}, slots: it is a whole number from 1 to 6, not True"),
        (["tiles", 4, "3-4", "A", "bonus"], 4, f"{ROUTE}, bonus: it is a whole number from 0 to 3, not 4"),
        (["tiles", 4, "3-4", "A", "bonus"], -1, f"{ROUTE}, bonus: it is a whole number from 0 to 3, not -1"),
        (["tiles", 4, "3-4", "A", "zones"], -2, f"{ROUTE}, zones: '-2' cannot be read"),
        (["tiles", 4, "3-4", "A", "zones"], 21, f"{ROUTE}, zones: 21 is more than 20"),
        (["tiles", 4, "3-4", "A", "zones"], 10**9, f"{ROUTE}, zones: '1000000000' cannot be read"),
        (["tiles", 4, "3-4", "A", "zones"], 1.5, f"{ROUTE}, zones: 1.5 is no number"),
        (["tiles", 4, "3-4", "A", "zones"], True, f"{ROUTE}, zones: True is no number"),
        (["tiles", 4, "3-4", "A", "zones"], "12 + 9", f"{ROUTE}, zones: 21 is more than 20"),
        (["tiles", 4, "3-4", "A", "zones"], "7 blue", f"{ROUTE}, zones: 7 dice are more than 6"),
        (["tiles", 4, "3-4", "A", "zones"], "green", f"{ROUTE}, zones: 'green' cannot be read"),
        (["tiles", 4, "3-4", "A", "zones"], "2 green", f"{ROUTE}, zones: '2 green' cannot be read"),
        (["tiles", 4, "3-4", "A", "zones"], "1 +", f"{ROUTE}, zones: '' cannot be read"),
        (["tiles", 4, "3-4", "A", "zones"], "A + B", f"{ROUTE}, zones: 'B' is the second count of riders"),
        (["tiles", 4, "3-4", "A", "zones"], "D", f"{ROUTE}, zones: 'D' cannot be read"),
        (["tiles", 4, "3-4", "A", "zones"], "yellow", f"{ROUTE}, zones: the yellow die has no place here"),
        (["tiles", 4, "3-4", "A", "cost"], "blue", f"{ROUTE}, cost: the blue die has no place here"),
        (["tiles", 4, "3-4", "A", "fuel"], "blue", f"{ROUTE}, fuel: the blue die has no place here"),
        (["tiles", 4, "3-4", "A", "zones"], "wheel", f"{ROUTE}, zones: what the wheel brings must also be paid"),
        (["tiles", 4, "3-4", "A", "cost"], "wheel + wheel", f"{ROUTE}, cost: the wheel can be used once"),
        (["tiles", 4, "3-4", "A", "cost"], [{"kind": "dice"}], f"{ROUTE}, cost: {{'kind': 'dice'}} is no term"),
        (["tiles", 4, "3-4", "A", "cost"], [3], f"{ROUTE}, cost: 3 is no term"),
        (["tiles", 4, "3-4", "A", "slot"], 1, f"{ROUTE}, slot: a route has no such field. Did you mean slots?"),
        (["tiles", 4, "3-4", "A", "special"], "X", f"{ROUTE}, special: it can only be SOLO_OR_PAY, not 'X'"),
        (["tiles", 4, "3-4", "A", "solo"], "yes", f"{ROUTE}, solo: it is true or false, not 'yes'"),
        (["tiles", 4, "3-4", "A", "source"], 3, f"{ROUTE}, source: it says in words where the values come from"),
        (["tiles", 11, "3-4", "A", "slots"], 1, "tile 11, face 3-4, route A, slots: a solo route has no other room"),
        (
            ["tiles", 5, "3-4", "A", "zones"],
            "C",
            "tile 5, face 3-4, route A, zones: it counts the riders of C, a route that this face does not have",
        ),
        (
            ["tiles", 13, "3-4", "A", "cost"],
            2,
            "tile 13, face 3-4: it needs a route whose least cost is at most 1 fuel",
        ),
        (["dice", "blue"], [1, 2, 3], "dice, blue: a die has 6 faces from 0 to 9, not [1, 2, 3]"),
        (["dice", "blue"], [1, 1, 1, 1, 1, 10], "dice, blue: a die has 6 faces from 0 to 9"),
        (["dice", "yellow"], {"faces": "1"}, "dice, yellow: a die has 6 faces from 0 to 9, not '1'"),
        (["dice", "green"], [1] * 6, "dice, green: the dice are blue (zones) and yellow (fuel)"),
        (["dice"], [1], "dice: they are written as blue = [...] and yellow = [...]"),
        (["tiles"], ..., "tiles: there is no list of tiles"),
        (["tiles"], {"1": 2}, "tiles: there is no list of tiles"),
        (["tiles"], [], "tiles: tiles are missing"),
        (["tiles", 4, "faces"], {}, "tile 4, face 3-4: it is missing"),
    ],
    ids=lambda value: value.split(": ")[-1][:40] if isinstance(value, str) and ": " in value else "",
)
def test_a_mistake_is_told_with_where_it_is(path, value, says):
    data = house_data()
    change(data, path, value)
    told = faults(data)
    assert any(line.startswith(says) or (line.endswith(says) and says.startswith("route")) for line in told), told


def test_a_missing_tile_is_named():
    data = house_data()
    del data["tiles"][3]
    assert faults(data) == ["tiles: tile 4 is missing"]
    del data["tiles"][3:9]
    assert faults(data) == ["tiles: tiles are missing"]


@pytest.mark.parametrize("text", ['{"tiles": []}', "tiles = []", "{}", ""])
def test_a_set_without_tiles_is_no_set(text, tmp_path, own_home):
    """A ship could choose no route: a file, the option and a kept set refuse it in the same words."""
    with pytest.raises(BadTiles, match=r"^the tile set cannot be played with:\n  tiles: "):
        tiles.parse(text)
    file = tmp_path / "mine.toml"
    file.write_text(text)
    with pytest.raises(BadTiles, match=r"mine\.toml cannot be played with"):
        tiles.read(file)
    name = keep_empty(own_home, text)
    with pytest.raises(BadTiles, match=rf"^The tile set {name} cannot be played with:\n  tiles: "):
        sobremesa.Match(GAME, 3, tiles=name)


COSTS = 0, 1, 2, "yellow", "1 + yellow", "wheel", "A", "2 yellow"


def test_every_ship_can_choose_on_every_face_of_a_set_that_is_accepted(own_home):
    """With 1 fuel, whatever the set: what the check asks for is what the rules need."""
    house, rng = house_data(), random.Random(1)
    accepted = 0
    for _ in range(60):
        data = json.loads(json.dumps(house))
        faces, face = rng.choice(data["tiles"])["faces"], rng.choice(FACE_NAMES)
        kept = rng.sample(faces[face], rng.randint(0, len(faces[face])))
        faces[face] = [route | {"cost": rng.choice(COSTS)} for route in kept]
        try:
            mine = tiles.parse(json.dumps(data))
        except BadTiles:
            continue
        accepted += 1
        match = sobremesa.Match(GAME, 3, roll=False, first_game=True, tiles=mine)
        s = match.position[0]
        for tile, face in itertools.product(range(1, 17), range(2)):
            s.order[0], s.face, s.fuel[0] = tile, face, 1
            assert texts(match, "ruby"), f"tile {tile}, face {face}"
    assert 10 <= accepted <= 50


def test_a_dear_die_leaves_no_cheap_route():
    data = house_data()
    for face in FACE_NAMES:
        data["tiles"][0]["faces"][face] = [{"symbol": "A", "cost": "yellow"}]
    tiles.parse(json.dumps(data))
    data["dice"]["yellow"] = [2, 2, 2, 2, 3, 4]
    assert len(faults(data)) == 2


def test_all_mistakes_are_named_at_once():
    data = house_data()
    change(data, ["tiles", 4, "3-4", "A", "slots"], 0)
    change(data, ["tiles", 4, "5-6", "B", "zones"], "green")
    change(data, ["tiles", 9, "kind"], "finish")
    change(data, ["dice", "blue"], [])
    told = faults(data)
    assert [line.split(": ")[0] for line in told] == [
        "dice, blue",
        "tile 4, face 3-4, route A, slots",
        "tile 4, face 5-6, route B, zones",
        "tile 9, kind",
    ]


@pytest.mark.parametrize("text", ["{", "= 3", "no tiles", "{" * 100_000, '{"a": ' * 50_000])
def test_what_is_neither_toml_nor_json(text):
    with pytest.raises(BadTiles, match=r"^the tile set is neither TOML nor JSON: "):
        tiles.parse(text)


@pytest.mark.parametrize("text", [f'{{"tiles": {"9" * 5000}}}', f"tiles = {'9' * 5000}"], ids=["json", "toml"])
def test_a_number_without_end_is_told_too(text):
    with pytest.raises(BadTiles):
        tiles.parse(text)


def test_a_file_that_cannot_be_read(tmp_path):
    for name, content, says in [
        ("missing.toml", None, "cannot be read: No such file"),
        ("binary.toml", b"\xff\xfe\x00", "is not a text file"),
        ("large.toml", b"#" * 1_000_001, "is too large to be a tile set"),
        ("empty.toml", b"", "cannot be played with"),
    ]:
        path = tmp_path / name
        if content is not None:
            path.write_bytes(content)
        with pytest.raises(BadTiles, match=says):
            tiles.read(path)
    with pytest.raises(BadTiles, match="cannot be read"):
        tiles.read(tmp_path)


def test_a_set_of_ones_own_is_kept_and_found_by_its_name(own_home):
    mine = own_set(**WILD)
    match = sobremesa.Match(GAME, 3, seed=1, tiles=mine)
    assert match.options["tiles"] == mine.digest
    assert [path.name for path in own_home.rglob("*") if path.is_file()] == [f"{mine.digest}.toml"]
    assert sobremesa.Match(GAME, 3, tiles=mine.digest).view()["tile"]["set"] == mine.digest
    assert not match.view()["tile"]["reconstructed"]
    again = tiles.find(mine.digest)
    assert (again.packed() == mine.packed()).all()


def test_a_set_that_is_the_houses_is_that_of_the_house(own_home):
    match = sobremesa.Match(GAME, 3, seed=1, tiles=tiles.parse(json.dumps(house_data())))
    assert match.options["tiles"] == "house" and not list(own_home.rglob("*.toml"))
    assert match.view()["tile"]["reconstructed"]


def test_a_record_is_replayed_with_the_set_it_was_played_with(own_home, tmp_path_factory, monkeypatch):
    match = sobremesa.Match(GAME, 3, seed=1, tiles=own_set(**WILD))
    rng = random.Random(1)
    while not match.is_over:
        match.push(rng.choice(match.legal_moves))
    text = match.record()
    assert f"option tiles {match.options['tiles']}" in text
    assert record.loads(text).position.tobytes() == match.position.tobytes()
    monkeypatch.setenv("SOBREMESA_HOME", str(tmp_path_factory.mktemp("elsewhere")))
    with pytest.raises(BadRecord) as refused:
        record.loads(text)
    assert str(refused.value) == (
        "The record cannot be played here: There is no tile set "
        f"{match.options['tiles']} on this machine: say where its file is with --tiles FILE."
    )


def test_a_kept_set_that_was_changed_is_refused(own_home):
    mine = own_set(**WILD)
    path = own_home / "tiles" / f"{tiles.keep(mine)}.toml"
    path.write_text(tiles.HOUSE.read_text())
    with pytest.raises(BadTiles, match="is not the tile set"):
        tiles.find(mine.digest)


@pytest.mark.parametrize("value", ["/etc/passwd", "tiles.toml", "../house", "HOUSE2", "", "0" * 15, "0" * 17, None, 3])
def test_the_option_is_no_way_to_read_files(own_home, value):
    with pytest.raises(BadOption, match="the sixteen letters that name a tile set"):
        sobremesa.Match(GAME, 3, tiles=value)


def test_the_option_says_that_a_set_is_not_here(own_home):
    with pytest.raises(BadTiles, match="There is no tile set 0123456789abcdef on this machine"):
        sobremesa.Match(GAME, 3, tiles="0123456789ABCDEF")


@pytest.mark.parametrize("seats", [3, 6])
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_the_contract_holds_with_other_tiles(own_home, check, seats):
    _, options = GAME.agree(seats, {"tiles": own_set(**WILD)})
    check(GAME, seats, options)


def test_every_route_of_a_file_is_in_the_rules(own_home):
    mine = own_set(**WILD)
    s = sobremesa.Match(GAME, 3, seed=1, tiles=mine).position[0]
    assert (s.routes == mine.routes).all() and (s.dice == mine.dice).all()
    assert s.routes[0, 0, 1, COST : COST + 5].tolist() == [0, 0, 0, 1 + SYMBOLS.index("A"), 0]
    assert s.routes[0, 1, 1, ZONES : ZONES + 5].tolist() == [0, 0, 2, 0, 0]


def test_a_number_too_long_to_write_down_is_told_too():
    text = tiles.HOUSE.read_text(encoding="utf-8").replace("slots = 1", "slots = 0x" + "f" * 5000, 1)
    with pytest.raises(BadTiles, match="too long to read"):
        tiles.parse(text)

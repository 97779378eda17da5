"""A table that is agreed anew before the match, tiles that people bring, and the day's puzzle."""

import json
import sqlite3
import urllib.request
from datetime import UTC, date, datetime

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

import sobremesa as sm
from sobremesa.client import House, Refused
from sobremesa.games.end_of_line.daily import daily
from sobremesa.games.outspeed import tiles
from sobremesa.mistakes import BadSeats, BadTiles
from sobremesa.server.admin import check
from sobremesa.server.features.tilesets import routes as tilesets_routes
from sobremesa.server.live.registry import happened, replayed
from sobremesa.server.tables.clock import Setting
from sobremesa.server.tables.settings import Manner
from sobremesa.server.tables.table import Table, new_facts
from tests.support.games.outspeed import HOUSE_TILES, OWN_TILES, keep_empty
from tests.support.server.serving import Server, open_house

pytestmark = pytest.mark.compiled
FIGURE = "12 11 6 5 8 10 1 7 3 9 2 4"


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    folder = tmp_path_factory.mktemp("laying")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SOBREMESA_HOME", str(folder))
        running = Server(folder / "house.db", "--no-limits")
        yield running
        running.kill()


def laid(game="end-of-line", seats=4, **options):
    """A table of somebody's, and its log."""
    return Table(new_facts(game, seats, options, False, "a")), []


def do(table, log, what, *parts):
    entries = happened(table, [lambda: getattr(table, what)(*parts)])
    log.extend(entries)
    return entries


def seen(table):
    return [(place.who, place.bot) for place in table.places]


def test_who_sits_stays_seated_when_a_table_is_agreed_anew():
    table, log = laid()
    first = table.facts
    do(table, log, "sit", "a", 3, "Ada", "olive")
    do(table, log, "sit", "a", 0, "Grace", "pit")
    do(table, log, "seat_bot", "a", 1, "random")
    do(table, log, "seat_bot", "a", 2, "greedy")
    do(table, log, "set_options", "a", 2, {"mode": "coop", "walls": "0,0"})
    assert seen(table) == [("a", ""), ("a", "")]
    assert [place.name for place in table.places] == ["Grace", "Ada"]
    assert table.about().options["walls"] == "0,0"
    do(table, log, "set_options", "a", 6, {"mode": "teams"})
    assert seen(table) == [("a", ""), ("a", ""), *[("", "")] * 4]
    assert do(table, log, "set_options", "a", 6, {"mode": "teams"}) == []
    do(table, log, "set_options", "a", 1, {"mode": "solo"})
    assert seen(table) == [("a", "")] and table.places[0].name == "Grace"
    again = replayed(first, log)
    assert again.seen_by("a", "en") == table.seen_by("a", "en")
    do(table, log, "begin", "a")
    assert table.match.options["mode"] == "solo"
    with pytest.raises(BadSeats, match="has begun"):
        do(table, log, "set_options", "a", 2, {})


def test_how_a_table_is_kept_fits_the_new_number_of_seats():
    table, log = laid("splut", 2)
    do(table, log, "set_manner", "a", Manner(clock=Setting(300, 10), coach=False))
    assert table.manner.resign == table.manner.clock.out == "loses"
    do(table, log, "set_options", "a", 3, {})
    assert table.manner.resign == table.manner.clock.out == "bot:random"
    assert (table.manner.clock.initial, table.manner.coach) == (300, False)


def test_only_who_laid_the_table_and_is_alone_agrees_anew():
    table, log = laid("splut", 3)
    with pytest.raises(BadSeats, match="Only who laid the table"):
        table.set_options("b", 2, {})
    with pytest.raises(BadSeats, match="Only who laid the table"):
        table.set_public("b", True)
    with pytest.raises(sm.Mistake, match="2, 3 or 4 players"):
        table.set_options("a", 5, {})
    do(table, log, "sit", "b", 0, "Bea", "olive")
    with pytest.raises(BadSeats, match="somebody has sat down already"):
        table.set_options("a", 2, {})
    forked = Table(new_facts("splut", 2, {}, False, "a", "somewhere"))
    with pytest.raises(BadSeats, match="begins from a position"):
        forked.set_options("a", 3, {})


def test_what_is_agreed_and_who_may_find_the_table_outlive_the_house(house):
    guest = House(house.address, "Ada")
    table = guest.lay("outspeed", 3)
    table.sit(0)
    table.agree(5, first_game=True)
    table.open()
    listed = [each["table"] for each in guest.ask("GET", "/api/tables")]
    assert table.name in listed
    house.kill()
    house.start()
    guest = House(house.address, "Ada", guest.token)
    about = guest.ask("GET", f"/api/tables/{table.name}")
    assert (len(about["places"]), about["options"]["first_game"], about["public"]) == (5, "on", True)
    assert about["places"][0]["name"] == "Ada"
    again = guest.table(table.name)
    again.open(False)
    assert table.name not in [each["table"] for each in guest.ask("GET", "/api/tables")]


def test_terms_are_told_over_http_and_nothing_is_laid(house):
    guest = House(house.address, "Ada")
    told = guest.ask("POST", "/api/games/end-of-line/terms", {"options": {"mode": "solo"}, "first": "mode"})
    assert (told["seats"], told["counts"]) == (1, [1])
    walls = next(each for each in told["options"] if each["name"] == "walls")
    assert walls["area"] == {"size": 5, "taken": ["2,2"], "closed": ["1,2"]}
    with pytest.raises(Refused, match="There is no such game"):
        guest.ask("POST", "/api/games/chess/terms", {})
    with pytest.raises(Refused, match="has no option"):
        guest.ask("POST", "/api/games/splut/terms", {"options": {"colour": 1}})
    shelf = {box["game"]: {each["name"]: each for each in box["options"]} for box in guest.ask("GET", "/api/games")}
    assert (shelf["splut"]["turn_limit"]["least"], shelf["splut"]["turn_limit"]["most"]) == (1, 10_000)
    assert shelf["end-of-line"]["walls"]["kind"] == "squares"
    assert shelf["end-of-line"]["cross_cost"]["values"] == ["0", "1"]
    assert shelf["outspeed"]["tiles"]["kind"] == "tiles"


def test_why_something_was_let_go_is_told_in_the_language_of_who_asked(house):
    for numbers, why in (
        ("1 2 3", "12, 14, 16 oder 25 Zahlen, nicht 3"),
        (FIGURE.replace("12 11", "11 12"), "muss aber"),
    ):
        asked = urllib.request.Request(
            f"{house.address}/api/games/shut-the-lines/terms",
            json.dumps({"options": {"layout": numbers}, "first": "layout"}).encode(),
            {"Content-Type": "application/json", "Accept-Language": "de"},
        )
        with urllib.request.urlopen(asked) as answer:
            assert why in json.loads(answer.read())["dropped"]["layout"]


def test_a_tile_set_of_ones_own_is_kept_played_with_and_given_out(house):
    guest = House(house.address, "Ada")
    kept = guest.ask("POST", "/api/tiles", {"text": OWN_TILES})
    assert kept == {"name": tiles.parse(OWN_TILES).digest, "changed": 1}
    table = guest.lay("outspeed", 3, tiles=kept["name"])
    table.sit(0)
    table.fill("random")
    table.begin()
    assert table.state["about"]["options"]["tiles"] == kept["name"]
    other = House(house.address, "Bea")
    assert other.ask("GET", f"/api/tiles/{kept['name']}") == OWN_TILES
    with urllib.request.urlopen(f"{house.address}/api/tiles/house") as answer:
        assert answer.read().decode() == HOUSE_TILES
        assert answer.headers["Content-Disposition"] == 'attachment; filename="outspeed-house.toml"'
        assert answer.headers["Content-Type"].startswith("text/plain")
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert other.ask("POST", "/api/tiles", {"text": HOUSE_TILES}) == {"name": "house", "changed": 0}
    # the same values by other names change nothing for those who play with them
    assert other.ask("POST", "/api/tiles", {"text": OWN_TILES.replace("Starting grid", "Another")}) == kept
    assert other.ask("GET", f"/api/tiles/{kept['name']}") == OWN_TILES


@pytest.mark.parametrize("name", ["nothing", "0" * 16, "..%2f..%2fhouse.db", "HOUSE", "0123456789abcdeF"])
def test_a_tile_set_that_is_not_there_is_not_looked_for_elsewhere(house, name):
    with pytest.raises(Refused, match=r"There is no such tile set|nothing at this path"):
        House(house.address, "Ada").ask("GET", f"/api/tiles/{name}")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("hello", "neither TOML nor JSON"),
        ("[" * 5000, "nested too deeply"),
        ("{" * 5000, "nested too deeply"),
        ('{"tiles": 3}', "there is no list of tiles"),
        ('{"tiles": []}', "tiles are missing"),
        ("tiles = []", "tiles are missing"),
        ('{"tiles": [{"id": ' + "9" * 5000 + "}]}", "too long to read|neither TOML nor JSON"),
        (OWN_TILES.replace("zones = 2", "zones = 99", 1), "tile 1, face 3-4, route A, zones"),
        (OWN_TILES.replace("zones = ", "zomes = "), "And [0-9]+ more"),
        (OWN_TILES.replace("Starting grid", "x" * 41), "tile 1, name: it is one line of text"),
        (OWN_TILES.replace("Starting grid", "a\\nb"), "tile 1, name: it is one line of text"),
    ],
)
def test_a_tile_set_that_cannot_be_played_with_is_refused_in_words(text, why):
    with pytest.raises(BadTiles, match=why) as refused:
        tilesets_routes.checked(text)
    assert len(str(refused.value)) < 2500


def test_a_set_without_tiles_is_not_brought(house):
    guest = House(house.address, "Ada")
    for text in '{"tiles": []}', "tiles = []":
        with pytest.raises(Refused, match="That tile set cannot be played with:\ntiles: tiles are missing"):
            guest.ask("POST", "/api/tiles", {"text": text})


def test_a_table_of_a_set_that_cannot_be_played_with_is_refused_and_hides_no_other(tmp_path, monkeypatch):
    """A table as an earlier version may have left it, which accepted a set without tiles."""
    monkeypatch.setenv("SOBREMESA_HOME", str(tmp_path))
    with open_house("file", tmp_path, "--no-limits") as house:
        guest = House(house.address, "Ada")
        own = guest.ask("POST", "/api/tiles", {"text": OWN_TILES})["name"]
        table, other = (guest.lay("outspeed", 3, public=True, tiles=own) for _ in range(2))
        table.sit(0)
        table.fill("random")
        table.begin()
        house.kill()
        empty = keep_empty(tmp_path)
        with sqlite3.connect(tmp_path / "house.db") as kept:
            changed = "UPDATE tables SET options = replace(options, ?, ?) WHERE id = ?"
            assert kept.execute(changed, (own, empty, table.name)).rowcount == 1
        kept.close()
        house.start()
        guest = House(house.address, "Ada", guest.token)
        why = f"The tile set {empty} cannot be played with"
        for path in "", "/moments", "/record":
            with pytest.raises(Refused, match=why):
                guest.ask("GET", f"/api/tables/{table.name}{path}")
        with connect(f"ws://127.0.0.1:{house.port}/api/tables/{table.name}/socket") as socket:
            assert why in json.loads(socket.recv(60))["why"]
            with pytest.raises(ConnectionClosed) as closed:
                socket.recv(60)
        assert closed.value.rcvd.code == 4409
        with pytest.raises(Refused, match="There is no such tile set"):
            guest.ask("GET", f"/api/tiles/{empty}")
        assert [each["table"] for each in guest.ask("GET", "/api/tables")] == [other.name]
    found = check(tmp_path / "house.db", lambda share, at: None)
    assert found.tables == 2 and why in found.wrong.pop(table.name) and not found.wrong


def test_a_house_does_not_keep_tile_sets_without_end(tmp_path, monkeypatch):
    monkeypatch.setenv("SOBREMESA_HOME", str(tmp_path))
    monkeypatch.setattr(tilesets_routes, "MOST", 2)
    several = [OWN_TILES.replace("yellow = { faces = [1", f"yellow = {{ faces = [{n}") for n in (0, 1)]
    names = {tilesets_routes.bring(text).name for text in several}
    assert len(names) == 2
    with pytest.raises(BadTiles, match="keeps no more"):
        tilesets_routes.bring(OWN_TILES.replace("blue = { faces = [1", "blue = { faces = [2"))
    assert tilesets_routes.bring(several[0]).name in names


def test_the_days_puzzle_is_the_same_for_everybody_and_for_the_terminal(house):
    one, other = House(house.address, "Ada"), House(house.address, "Bea")
    told = one.ask("GET", "/api/puzzle")
    due = daily(date.fromisoformat(told["date"]))
    assert abs((datetime.now(UTC).date() - due.date).days) <= 1
    assert (told["par"], told["size"], told["start"]) == (due.par, 5, "2,2")
    assert one.ask("GET", f"/api/puzzle?day={told['date']}") == told
    assert one.ask("GET", "/api/puzzle?day=2026-11-15")["par"] == daily(date(2026, 11, 15)).par
    for wrong, why in ("2999-01-01", "not come yet"), ("soon", "written like"):
        with pytest.raises(Refused, match=why):
            one.ask("GET", f"/api/puzzle?day={wrong}")
    tables = []
    for guest in one, other:
        about = guest.ask("POST", "/api/puzzle", {})
        assert (about["puzzle"], about["forked"], about["commitment"]) == (told["date"], False, "")
        assert about["options"]["walls"] == (" ".join(told["walls"]) or "none")
        table = guest.table(about["table"])
        table.sit(0)
        with pytest.raises(Refused, match="begins from a position"):
            table.agree(1, mode="solo", deck="open")
        table.begin()
        tables.append(table)
    for table in tables:  # the best that whoever knew the deck could do
        for move in due.moves:
            table.move("ruby", move)
        assert table.over
        match = sm.loads(table.record())
        assert match.view()["points"] == due.par
        drawn = tuple(move.text for move in match.moves if move.seat == sm.CHANCE)
        assert drawn and drawn == due.order[: len(drawn)]
    assert json.dumps(tables[0].state["seats"]["ruby"]["view"]) == json.dumps(tables[1].state["seats"]["ruby"]["view"])

"""Whatever the house tells a seat or a spectator is the same, byte for byte, when what is hidden from them is dealt
anew. `bench/server/leaks.py` does this with more."""

import pytest

from bench.server.apart import Apart
from bench.server.leaks import Leak, Pairs
from sobremesa.kernel import calls
from sobremesa.mistakes import BadSeats
from sobremesa.play.match import Match
from sobremesa.server.tables.table import Table
from tests.support.server.serving import postgres_and_redis

pytestmark = pytest.mark.compiled


@pytest.mark.parametrize(("game", "seats"), [("outspeed", 3), ("outspeed", 5), ("end-of-line", 3), ("end-of-line", 4)])
async def test_nothing_that_is_told_depends_on_what_is_hidden(game, seats):
    counts = await Pairs(game, seats, seed=1).compare(400)
    assert counts.total() >= 400
    assert min(counts[kind] for kind in ("state", "refusal", "move", "fork", "draft")) > 30
    assert counts["sealed"] > 10 or game == "end-of-line"


@pytest.fixture
def places():
    with postgres_and_redis() as places:
        yield places


@pytest.mark.parametrize(("game", "seats"), [("outspeed", 3), ("end-of-line", 3)])
async def test_nor_does_it_at_another_worker(places, game, seats):
    counts = await Apart(game, seats, 1, *places).compare(300)
    assert min(counts[kind] for kind in ("state", "refusal", "move", "draft")) > 10
    assert counts["sealed"] > 10 or game == "end-of-line"


async def test_another_worker_that_tells_more_is_noticed(places, monkeypatch):
    original = Match.view
    monkeypatch.setattr(Match, "view", lambda match, seat=0: original(match, 0))
    with pytest.raises(Leak, match="state"):
        await Apart("end-of-line", 3, 2, *places).compare(5000)


async def test_a_game_that_hides_nothing_is_noticed(monkeypatch):
    pairs = Pairs("outspeed", 3, seed=2)
    monkeypatch.setattr(calls, "hide", lambda position, seat: None)
    with pytest.raises(Leak, match=r"sealed|state|fork"):
        await pairs.compare(5000)


async def test_a_view_with_others_eyes_is_noticed(monkeypatch):
    original = Match.view
    monkeypatch.setattr(Match, "view", lambda match, seat: original(match, 0))
    with pytest.raises(Leak, match="state"):
        await Pairs("end-of-line", 3, seed=2).compare(5000)


async def test_a_refusal_that_tells_is_noticed(monkeypatch):
    def tell(table, who, seat):
        if table.places[seat].who != who:
            raise BadSeats(f"That seat has {table.match.position[0].hand[seat]}.")

    monkeypatch.setattr(Table, "own", tell)
    with pytest.raises(Leak, match="refusal"):
        await Pairs("outspeed", 3, seed=3).compare(20_000)


async def test_events_seen_with_others_eyes_are_noticed(monkeypatch):
    original = Match.events_of
    monkeypatch.setattr(Match, "events_of", lambda match, n, eyes: original(match, n, match.moves[n].seat))
    with pytest.raises(Leak, match="sealed"):
        await Pairs("outspeed", 3, seed=4).compare(20_000)


async def test_a_draft_that_is_tried_in_the_true_world_is_noticed(monkeypatch):
    def truly(match, seat, seed):
        world = match.copy()
        world.roll = False
        return world

    monkeypatch.setattr("sobremesa.server.tables.draft.imagined", truly)
    with pytest.raises(Leak, match="draft"):
        await Pairs("outspeed", 3, seed=5).compare(20_000)

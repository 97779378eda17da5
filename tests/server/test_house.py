"""A house without a socket: what it keeps at hand, and what it does by itself."""

import asyncio
import logging

import pytest

from sobremesa import bots
from sobremesa.server.database import Store
from sobremesa.server.live.live_table import Connection
from sobremesa.server.live.registry import House
from tests.support.server.connections import Inbox, ask, sit_down
from tests.support.waiting import LIMIT

pytestmark = pytest.mark.compiled


async def test_a_table_that_nobody_came_to_is_left_to_the_disk(tmp_path, monkeypatch):
    monkeypatch.setattr("sobremesa.server.live.registry.AT_HAND", 0.0)
    house = House(Store(tmp_path / "house.db"))
    guest, _ = await house.greet("Ada")
    name = (await house.lay(guest.id, "splut", 2, {}, False)).table.facts.id
    assert name in house.live
    await asyncio.sleep(0.0)
    await house.greet("Bo")  # something else, meanwhile
    assert not house.live
    live = await house.find(name)
    house.come(live, Connection(Inbox(), guest.id, "en"))
    await house.greet("Cy")
    assert house.live
    house.store.close()


async def test_a_bot_that_fails_is_told_of_and_the_table_goes_on(tmp_path, monkeypatch, caplog):
    class Broken:
        def choose(self, *_):
            raise RuntimeError("no idea")

    with caplog.at_level(logging.ERROR, "sobremesa"):
        house = House(Store(tmp_path / "house.db"))
        live, [one, _] = await sit_down(house)
        with monkeypatch.context() as patch:
            patch.setattr(bots, "make", lambda *_: Broken())
            assert (await ask(house, live, one, do="bot", seat=0, bot="random"))["type"] == "done"
            await asyncio.wait([live.thinking])
        assert (await ask(house, live, one, do="back", seat=0))["type"] == "done"
        move = live.table.match.legal_moves[0].text
        assert (await ask(house, live, one, do="move", seat=0, choice=0, move=move))["type"] == "done"
        house.store.close()
    assert "no idea" in caplog.text


async def test_a_bot_whose_table_has_gone_on_thinks_no_longer(tmp_path, monkeypatch):
    """It would think for an hour about a move that a person is to make again."""
    house = House(Store(tmp_path / "house.db"))
    live, [one, _] = await sit_down(house)
    with monkeypatch.context() as patch:
        make = bots.make
        patch.setattr(bots, "make", lambda _, game, seed: make("uct@3600s", game, seed))
        assert (await ask(house, live, one, do="bot", seat=0, bot="hard"))["type"] == "done"
        await asyncio.sleep(0.2)
        assert not live.thinking.done()
    assert (await ask(house, live, one, do="back", seat=0))["type"] == "done"
    await asyncio.wait_for(asyncio.shield(live.thinking), LIMIT)
    assert not live.table.match.moves
    house.store.close()

"""The client of bench/server/browser.py exchanges with a house what a real Chromium was seen to exchange."""

import asyncio

import pytest

from bench.server import browser_capture
from bench.server.browser_network import Requests
from bench.server.browser_party import Party, notes_of
from bench.server.kinds import GAMES, kind_of_request, without_repetitions

pytestmark = pytest.mark.compiled
TURNS = 4


@pytest.mark.parametrize("game", GAMES)
def test_a_short_match_is_exchanged_as_a_browser_does(server, game):
    played = asyncio.run(notes_of(server.port, game, TURNS))
    assert [name for name, _ in played].count("plays a turn") == TURNS
    assert browser_capture.differences(browser_capture.read(), game, played) == []


@pytest.mark.parametrize("game", ["splut", "outspeed"])
def test_people_who_play_at_once_confirm_as_many_turns_as_were_asked_for(server, game):
    async def play():
        party = Party(server.port, game, seed=2)
        try:
            await party.sit_down()
            await party.play(TURNS)
            await asyncio.wait_for(heard(party), 60)
        finally:
            party.rise()
        return party

    async def heard(party):
        while len(party.waits) < TURNS * (len(party.pages) - 1):
            await asyncio.sleep(0.01)

    party = asyncio.run(play())
    assert len(party.confirmed) == TURNS <= party.moves
    assert min(party.waits) > 0
    assert all(min(page.bytes) > 0 for page in party.pages)


def test_what_is_exchanged_otherwise_or_not_at_all_is_said():
    captured = {
        "chapters": [{"chapter": "plays a turn", "games": ["splut"], "requests": [], "socket": ["sends draft"]}]
    }
    told = {"requests": [], "socket": ["sends draft"]}
    assert browser_capture.differences(captured, "splut", [("plays a turn", told)]) == []
    other = told | {"socket": ["sends draft", "sends confirm"]}
    [said] = browser_capture.differences(captured, "splut", [("plays a turn", other)])
    assert "plays a turn" in said
    assert "sends confirm" in said
    [said] = browser_capture.differences(captured, "splut", [])
    assert "was not played" in said


def test_kinds_name_no_table_and_keep_what_matters():
    address = "ws://127.0.0.1:1/api/tables/x3/socket?language=en&choices=true&moves=7"
    assert kind_of_request("opens", address) == "opens /api/tables/TABLE/socket?language=en&choices=true&moves"
    drafts = ["sends draft", "hears state", "hears state", "hears done"]
    assert without_repetitions([*drafts, *drafts, "sends confirm"]) == [
        *("sends draft", "hears state", "hears done", "sends confirm")
    ]


def test_who_finds_the_connection_closed_asks_again_by_another():
    came = []

    async def answer_once(reader, writer):
        came.append(await reader.readuntil(b"\r\n\r\n"))
        writer.write(b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}")
        writer.close()

    async def ask_twice():
        house = await asyncio.start_server(answer_once, "127.0.0.1")
        requests = Requests(house.sockets[0].getsockname()[1])
        async with house:
            answers = [await requests.ask("GET", "/api/house", b"") for _ in range(2)]
            requests.close()
        return answers

    assert asyncio.run(ask_twice()) == [b"{}", b"{}"]
    assert len(came) == 2

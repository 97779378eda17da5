"""Pictures to pass on: who may see what in them, that nobody waits for them, and that they are made once."""

import asyncio
import itertools
import random
import threading
import time
import urllib.error
import urllib.request
from io import BytesIO

import pytest
from litestar.exceptions import HTTPException
from PIL import Image

from sobremesa.client import House
from sobremesa.server.features.pictures import renderer
from sobremesa.server.features.pictures.renderer import Studio
from sobremesa.server.http import client_files
from sobremesa.server.http.limits import MOVING
from tests.support.server.tables import begin_match, play_at_random

pytestmark = pytest.mark.compiled


def asked(house, path):
    """What is answered to somebody, with its head; a refusal is its number."""
    request = urllib.request.Request(house.address + path, headers={"Authorization": f"Bearer {house.token}"})
    try:
        with urllib.request.urlopen(request, timeout=120) as answer:
            return answer.read(), answer.headers
    except urllib.error.HTTPError as refused:
        return refused.code, refused.headers


def test_a_picture_shows_what_the_eyes_of_who_asks_may_see(server):
    rng = random.Random(5)
    people = [one, *_] = begin_match(server, "outspeed", 3, 3)
    play_at_random(people, rng, 4)
    path = f"/api/tables/{one.name}/picture.svg"
    name = one.state["about"]["places"][0]["seat"]
    watcher = House(server.address, "Watcher")
    mine, theirs = asked(one.house, path), asked(watcher, path)
    assert mine[0].startswith(b"<svg") and mine[1]["Content-Type"] == "image/svg+xml"
    assert mine[1]["Cache-Control"] == "no-store"
    assert mine[0] != theirs[0], "what is sealed is drawn for others"
    assert asked(one.house, f"{path}?seat={name}")[0] == mine[0]
    assert asked(one.house, f"{path}?theme=dark")[0] != mine[0]
    last = one.state["about"]["moves"] - 1
    assert asked(one.house, f"{path}?moment={last}")[0] == mine[0] != asked(one.house, f"{path}?moment=0")[0]
    for wrong in f"?moment={last + 1}", "?moment=-1", "?theme=dusk", "?seat=nowhere":
        assert asked(one.house, path + wrong)[0] == 400, wrong
    for ending in "picture.svg", "picture.png", "match.webp", "match.gif":
        for seat in name, "everyone":
            assert asked(watcher, f"/api/tables/{one.name}/{ending}?seat={seat}")[0] == 403
    play_at_random(people, rng)
    kept = asked(watcher, f"{path}?seat=everyone")
    assert kept[0].startswith(b"<svg") and kept[1]["Cache-Control"].startswith("private")


def test_a_match_becomes_a_picture_that_moves_and_one_that_does_not(own_server):
    people = [one, *_] = begin_match(own_server, "end-of-line", 2, 2)
    play_at_random(people, random.Random(3))
    at = f"/api/tables/{one.name}"
    content, headers = asked(one.house, f"{at}/picture.png")
    assert headers["Content-Type"] == "image/png" and f"end-of-line-{one.name}.png" in headers["Content-Disposition"]
    assert Image.open(BytesIO(content)).width == 1080
    films = {kind: asked(one.house, f"{at}/match.{kind}") for kind in ("webp", "gif")}
    for kind, (content, headers) in films.items():
        film = Image.open(BytesIO(content))
        assert headers["Content-Type"] == f"image/{kind}" and film.format == kind.upper()
        assert film.width == 640 and film.n_frames > 3 and len(content) < 3_000_000
    for _ in range(int(MOVING.burst) + 2):
        assert asked(one.house, f"{at}/match.webp")[0] == films["webp"][0], "one that is kept was refused"
    others = itertools.product(("gif", "webp"), ("dark", "light"), ("ruby", "maize"))  # each is another picture
    answers = (asked(one.house, f"{at}/match.{kind}?theme={theme}&seat={seat}")[0] for kind, theme, seat in others)
    assert 429 in answers


def test_there_is_no_picture_before_the_beginning(server):
    table = House(server.address, "Ada").lay("splut", 2)
    assert asked(table.house, f"/api/tables/{table.name}/picture.png")[0] == 409
    assert asked(table.house, "/api/tables/nowhere/match.webp")[0] == 404


async def test_what_several_ask_for_is_drawn_once_and_what_nobody_asks_for_is_let_go(monkeypatch):
    drawn = []

    async def made(wish):
        drawn.append(wish.drawings[0])
        await asyncio.sleep(0.01)
        return wish.drawings[0].encode() * 4

    monkeypatch.setattr(renderer, "rastered", made)
    monkeypatch.setattr(renderer, "KEPT", 10)
    house = Studio()
    both = await asyncio.gather(*(house.picture("a", lambda: ["a"], "png", 8) for _ in range(3)))
    assert both == [b"aaaa"] * 3 and drawn == ["a"]
    for name in "bcb":
        await house.picture(name, lambda name=name: [name], "png", 8)
    assert drawn == ["a", "b", "c"]
    assert house.has("b") and not house.has("a")
    wishes = [house.picture(n, lambda: ["x"], "png", 8) for n in range(renderer.WAITING + 1)]
    found = await asyncio.gather(*wishes, return_exceptions=True)
    assert [type(each) for each in found].count(HTTPException) == 1
    await house.close()


async def test_no_thread_of_the_house_waits_while_dots_are_made():
    from sobremesa import Match

    drawing, gaps, over = Match("splut", seed="1").svg(), [], threading.Event()

    def beat():
        while not over.is_set():
            began = time.perf_counter()
            time.sleep(0.001)
            gaps.append(time.perf_counter() - began)

    heart = threading.Thread(target=beat)
    heart.start()
    picture = await renderer.rastered(renderer.Wish([drawing] * 3, "webp", 900))
    over.set()
    heart.join()
    assert Image.open(BytesIO(picture)).format == "WEBP"
    assert sorted(gaps)[-len(gaps) // 20] < 0.03, "hardly a beat in twenty is late"


async def test_a_picture_that_cannot_be_made_is_a_fault_that_says_so():
    with pytest.raises(RuntimeError, match="could not be made"):
        await renderer.rastered(renderer.Wish(["no drawing"], "png", 100))


def test_the_address_of_a_replay_says_which_picture_to_show(server):
    if not client_files.PARTS:
        pytest.skip("the client has not been built here: make client")
    house = House(server.address, "Ada")
    page = asked(house, "/replay/abc?moment=7")[0].decode()
    assert f'<meta property="og:image" content="{server.address}/api/tables/abc/picture.png?moment=7" />' in page
    for wrong in "/replay/abc?moment=%22%3E%3Cscript%3E", "/replay/abc%22%3E%3Cscript%3E":
        assert "<script>" not in asked(house, wrong)[0].decode()
    assert "og:image" not in asked(house, "/table/abc")[0].decode()

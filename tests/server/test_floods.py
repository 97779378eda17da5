"""What many ask for at once is slowed for all workers together, and stops nobody else."""

import asyncio
import http.client
import json
import os
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from litestar.exceptions import HTTPException

from sobremesa.server.cluster.bus import Talking
from sobremesa.server.features.accounts import passwords
from sobremesa.server.http.limits import NAMED, Limits, Rate, Together
from tests.support import services
from tests.support.waiting import LIMIT, until

pytestmark = pytest.mark.compiled


class Nobody:
    """Who asks a worker for its tables: nobody."""

    def heard(self, envelope):
        pass

    def again(self):
        pass

    def gone(self, worker):
        pass


@pytest.fixture
def redis():
    if not services.can_start_redis():
        pytest.skip(services.NO_REDIS)
    running = services.Redis()
    yield running
    running.close()


async def two(redis):
    workers = [Talking(redis.address) for _ in range(2)]
    for each in workers:
        await each.open(Nobody())
    await until(lambda: not any(each.deaf for each in workers))
    return workers


async def left(who, bucket):
    return await bucket.left(who) >= 0


async def gone(worker):
    return not await worker.redis.keys("*bucket*")


async def test_two_workers_have_one_bucket_and_nobody_takes_more_out_of_it_at_once(redis):
    workers = await two(redis)
    limits = [Limits(workers=each) for each in workers]
    asked = [each.left(each.named, "ada") for each in limits for _ in range(30)]
    left = await asyncio.gather(*asked)
    assert sum(each >= 0 for each in left) == NAMED.burst
    assert await limits[1].left(limits[1].named, "eve") == NAMED.burst - 1
    assert await Limits(False, workers=workers[0]).left(limits[0].named, "ada") > 0
    for each in workers:
        await each.close()


async def test_a_bucket_fills_by_the_time_of_redis_and_is_forgotten_when_full(redis):
    workers = await two(redis)
    rate = Rate(2, 5)
    buckets, began, taken = [Together("test", rate, lambda: 0.0, each) for each in workers], time.monotonic(), 0
    while await buckets[taken % 2].left("a") >= 0:
        taken += 1
    assert rate.burst <= taken <= rate.burst + rate.second * (time.monotonic() - began) + 1
    await until(lambda: left("a", buckets[0]))
    await until(lambda: gone(workers[0]))
    for each in workers:
        await each.close()


async def test_without_redis_each_worker_has_a_bucket_of_its_own(redis):
    workers = await two(redis)
    limits = [Limits(workers=each) for each in workers]
    redis.kill()
    for each in limits:
        left = [await each.left(each.named, "ada") for _ in range(int(NAMED.burst) + 3)]
        assert [one >= 0 for one in left] == [True] * int(NAMED.burst) + [False] * 3
    for each in workers:
        await each.close()


async def test_a_worker_that_closes_while_it_connects_closes(redis):
    for rounds in range(40):
        worker = Talking(redis.address)
        await worker.open(Nobody())
        for _ in range(rounds):
            await asyncio.sleep(0)
        await asyncio.wait_for(worker.close(), LIMIT)


def sign_in(house, login, address):
    """The status of the answer to who signs in from an address of this machine."""
    asking = http.client.HTTPConnection("127.0.0.1", house.port, timeout=60, source_address=(address, 0))
    body = json.dumps({"login": login, "password": "some other words"})
    asking.request("POST", "/api/account/enter", body, {"Content-Type": "application/json"})
    answer = asking.getresponse()
    why = json.loads(answer.read())["why"]
    asking.close()
    return answer.status, why


@pytest.mark.skipif(not os.path.exists("/proc/self/task"), reason="only Linux has many addresses of its own")
def test_a_flood_for_one_name_from_many_addresses_is_slowed_as_by_one_worker(own_either):
    began = time.monotonic()
    answers = [sign_in(own_either, "ada", f"127.0.1.{n}") for n in range(1, 25)]
    through = [status for status, _ in answers if status == 401]
    assert NAMED.burst <= len(through) <= NAMED.burst + NAMED.second * (time.monotonic() - began) + 1
    assert {why for status, why in answers if status == 429} == {
        "Too much was asked for at once in that name: wait a minute."
    }
    assert sign_in(own_either, "eve", "127.0.2.1")[0] == 401


async def test_who_has_asked_least_is_let_in_first_and_turned_away_last(monkeypatch):
    gate, order, lock = threading.Event(), [], threading.Lock()

    def slow(kept, typed):
        gate.wait(LIMIT)
        with lock:
            order.append(typed)
        return True

    monkeypatch.setattr(passwords, "verified", slow)
    monkeypatch.setattr(passwords, "THREADS", 1)
    hasher = passwords.Hasher()

    async def waits(typed, left):
        """Until it is among those who wait; so it is once the loop has gone round."""
        task = asyncio.create_task(hasher.verify("hash", typed, left))
        await until(lambda: any(-each == left for each, *_ in hasher._waiting))
        return task

    asked = [asyncio.create_task(hasher.verify("hash", f"flood {n}", 3.0)) for n in range(100)]
    await until(lambda: sum(task.done() for task in asked) == 100 - passwords.MOST_WAITING)
    guest = await waits("guest", 29.0)
    gone = await waits("gone", 30.0)
    gone.cancel()
    gate.set()
    told = await asyncio.gather(*asked, return_exceptions=True)
    assert await guest
    assert await hasher.verify("hash", "later")
    hasher.close()
    told = told
    assert order[:2] == ["flood 0", "guest"] and "gone" not in order
    refused = [each for each in told if isinstance(each, HTTPException)]
    assert {each.status_code for each in refused} == {429}
    assert len(refused) == 100 - passwords.MOST_WAITING + 2  # two took the places of the last that waited
    assert len(order) == passwords.MOST_WAITING  # one of the flood's places was taken by who went away, one is `later`


async def test_a_flood_uses_no_more_threads_than_it_is_given(monkeypatch):
    together, most, lock = 0, 0, threading.Lock()

    def count(kept, typed):
        nonlocal together, most
        with lock:
            together += 1
            most = max(most, together)
        with ThreadPoolExecutor(1) as rest:
            rest.submit(lambda: None).result()
        with lock:
            together -= 1
        return True

    monkeypatch.setattr(passwords, "verified", count)
    hasher = passwords.Hasher()
    for _ in range(5):
        await asyncio.gather(*(hasher.verify("hash", "typed") for _ in range(passwords.MOST_WAITING)))
    assert hasher._running == 0
    hasher.close()
    assert most == passwords.THREADS

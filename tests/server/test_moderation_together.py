"""Muting and moderation at a house of several workers."""

import asyncio
import threading
import time

import pytest

from sobremesa.mistakes import Mistake
from sobremesa.server.features.accounts.accounts import Accounts, ShutOut
from sobremesa.server.features.moderation import routes as moderation_routes
from sobremesa.server.features.moderation.models import Action
from sobremesa.server.sessions.models import Account
from tests.support.server.conduct import action, reported
from tests.support.server.connections import ask
from tests.support.server.workers import all_heard, lay_for_two
from tests.support.waiting import until

pytestmark = pytest.mark.compiled


async def test_of_two_moderators_at_two_workers_one_deals_with_a_report(houses):
    people = [(await houses[0].greet(name))[0].id for name in ("Ada", "Bob", "Cleo")]
    kept = [each.store.conduct for each in houses]
    for n in range(10):
        reported(kept[0], f"r{n}", people[0], people[1])
        barrier = threading.Barrier(2)
        deeds = [action(f"{n} {k}", "warn", people[1], f"r{n}", None, people[2]) for k in range(2)]

        def deal(k, deeds=deeds, barrier=barrier):
            barrier.wait()
            try:
                kept[k].act(deeds[k])
            except Mistake as why:
                return str(why)
            return ""

        answers = await asyncio.gather(*(asyncio.to_thread(deal, k) for k in range(2)))
        assert sorted(answers) == ["", "Somebody has dealt with this report already."]
    assert len(kept[0].actions_about(people[1])) == 10


async def test_silence_and_muting_hold_at_both_workers(houses):
    lives, people = await lay_for_two(houses)
    ada, bob = people[0].who, people[1].who
    assert (await ask(houses[0], lives[0], people[0], do="mute", name="green"))["type"] == "done"
    all_heard(people[0])
    assert (await ask(houses[1], lives[1], people[1], do="say", text="you"))["type"] == "done"
    assert (await ask(houses[1], lives[1], people[1], do="say", text="and you"))["type"] == "done"
    await until(lambda: len(lives[0].chat.lines) == 2)
    assert not [each for each in all_heard(people[0]) if each["type"] == "said"]
    assert (await ask(houses[0], lives[0], people[0], do="mute", name="green", muted=False))["type"] == "done"
    kept = houses[0].store.conduct
    reported(kept, "r", ada, bob)
    kept.act(Action("x", time.time(), bob, "B", ada, "A", "silence", "insult", "Be kind.", None, "r"))
    for house_, live in zip(houses, lives, strict=True):
        answer = await ask(house_, live, people[1], do="say", text="but")
        assert answer["type"] == "refused" and answer["why"].endswith("A moderator says: Be kind.")


async def test_who_mutes_at_one_worker_is_told_so_at_the_other(houses):
    lives, people = await lay_for_two(houses)
    people[1].who = people[0].who  # on another device
    assert (await ask(houses[0], lives[0], people[0], do="mute", name="green"))["type"] == "done"
    await until(lambda: people[1].muted == people[0].muted != frozenset())
    assert {"type": "muted", "names": ["green"]} in all_heard(people[1])


async def test_who_is_shut_out_is_so_at_both_workers_also_while_they_sign_in(houses):
    [(ada, _), (bob, _)] = [await houses[0].greet(name) for name in ("Ada", "Bob")]
    _, people = await lay_for_two(houses)
    ended = asyncio.Event()
    people[1].onended = ended.set
    [session] = houses[0].store.people.sessions(people[1].who)
    people[1].session = session.token
    await moderation_routes.shut_out(houses[0], people[1].who)
    await until(ended.is_set)
    assert houses[1].store.people.sessions(people[1].who) == []
    account = Account(bob.id, "bob", None, None, 1.0)
    [session] = houses[0].store.people.sessions(bob.id)
    houses[0].store.people.open(account, [], session.token, "new")
    kept = houses[0].store.conduct
    reported(kept, "r", ada.id, bob.id)
    kept.act(Action("x", time.time(), bob.id, "B", ada.id, "A", "shut out", "insult", "Enough.", None, "r"))
    accounts = Accounts(houses[1])
    before = houses[1].store.people.sessions(bob.id)
    with pytest.raises(ShutOut, match="Enough"):
        await accounts.begin(account, "phone", None, False)
    assert houses[1].store.people.sessions(bob.id) == before
    accounts.close()

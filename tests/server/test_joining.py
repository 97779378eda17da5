"""A guest who signs in at a live table: only their own sockets come back, and the table keeps all that nobody wrote
down."""

import time

import pytest

from sobremesa.server.cluster.bus_messages import Envelope, Happened
from sobremesa.server.database import Store
from sobremesa.server.features.accounts.accounts import Accounts
from sobremesa.server.live.live_table import Connection
from sobremesa.server.live.registry import House, hashed
from sobremesa.server.sessions.models import Account
from sobremesa.server.tables.clock import Setting
from sobremesa.server.tables.settings import Manner
from tests.support.server.connections import Inbox, ask, sit_down
from tests.support.server.workers import all_heard, lay_for_two
from tests.support.waiting import until

pytestmark = pytest.mark.compiled


async def account_in(house, login):
    """Somebody with an account."""
    accounts = Accounts(house)
    guest, token = await house.greet(login.title())
    known = await accounts.known(token)
    await accounts.open(known, login, None)
    return accounts, Account(guest.id, login, None, None, time.time())


async def test_at_every_worker_only_their_own_sockets_come_back_and_the_table_goes_on(houses):
    accounts, ada = await account_in(houses[0], "ada")
    guest, token = await houses[0].greet("Olive stone")
    lives, people = await lay_for_two(houses, manner=Manner(clock=Setting(600)), begin=False)
    name = lives[0].table.facts.id
    assert (await ask(houses[0], lives[0], people[0], do="stand", seat=0))["type"] == "done"
    await until(lambda: lives[0].table.count == lives[1].table.count)
    for n, house in enumerate(houses):  # a guest sits instead, who looks by both workers
        people.append(person := Connection(Inbox(), guest.id, "en", guest.name, session=hashed(token)))
        person.onended = lambda person=person: setattr(person, "name", "ended")
        house.come(lives[n], person)
    theirs = people[2:]
    sat = {"do": "sit", "seat": 0, "name": "Olive stone", "words": "fig"}
    assert (await ask(houses[1], lives[1], theirs[1], **sat))["type"] == "done"
    assert (await ask(houses[1], lives[1], theirs[1], do="begin"))["type"] == "done"
    await until(lambda: lives[0].table.match is not None)
    text = lives[0].table.match.legal_moves[0].text
    assert (await ask(houses[1], lives[1], theirs[1], do="say", text="Hello"))["type"] == "done"
    assert (await ask(houses[1], lives[1], theirs[1], do="draft", seat=0, choice=0, moves=[text]))["type"] == "done"
    assert (await ask(houses[0], lives[0], theirs[0], do="draw"))["type"] == "done"
    await until(lambda: lives[0].table.drafts and lives[1].table.agreed and lives[0].spoken)
    clocks = [live.table.clock.since for live in lives]
    for person in people:
        all_heard(person)

    new = await accounts.begin(ada, "telephone", await accounts.known(token), bring=True)
    await until(lambda: all(live.table.seats_of(ada.person) == [0] for live in lives))
    await until(lambda: all(person.name == "ended" for person in theirs))
    assert [person.lost for person in people] == [False, False, True, True]
    assert [houses[n].live[name] for n in range(2)] == lives
    for live in lives:
        assert live.table.drafts[0].texts == [text]
        assert live.agreed == {"draw": [ada.person]}
        assert [line.who for line in live.chat.lines] == [ada.person] and not live.table.seats_of(guest.id)
    assert [live.table.clock.since for live in lives] == clocks
    for n, person in enumerate(theirs):
        houses[n].go(lives[n], person)
    known = await houses[1].guest(new)
    back = Connection(Inbox(), known.id, "en", known.name)
    houses[1].come(lives[1], back)
    told = all_heard(back)
    assert told[0]["you"] == [0] and list(told[0]["seats"]) == ["red"] and told[0]["seats"]["red"]["draft"] == [text]
    assert [line["text"] for each in told if each["type"] == "chat" for line in each["lines"]] == ["Hello"]
    assert (await ask(houses[1], lives[1], back, do="confirm", seat=0, choice=0, moves=[text]))["type"] == "done"
    await until(lambda: lives[0].table.count == lives[1].table.count)

    late = lives[0].table.entry("resign", 0, guest.id)  # of a worker that had not heard of it
    houses[0].heard(Envelope("another", name, Happened([late])))
    assert lives[0].table.places[0].gone and lives[0].table.seats_of(ada.person) == [0]
    accounts.close()


async def test_a_table_that_was_read_before_somebody_signed_in_is_theirs_too(tmp_path):
    house = House(Store(tmp_path / "house.db"))
    live, [one, _] = await sit_down(house)
    facts, entries = house.store.table(live.table.facts.id)
    accounts, ada = await account_in(house, "ada")
    house.live.clear()
    house.join([], one.who, ada.person)
    house.store.table = lambda _: (facts, entries)  # as it was read a moment before
    again = await house.find(facts.id)
    assert again.table.facts.owner == ada.person and again.table.seats_of(ada.person)
    accounts.close()
    house.store.close()


async def test_who_is_muted_stays_so_when_a_guest_is_somebody(tmp_path):
    house = House(Store(tmp_path / "house.db"))
    live, [one, other] = await sit_down(house)
    other.muted = frozenset({one.who, "eve"})
    live.rename(one.who, "ada")
    assert other.muted == {"ada", "eve"}
    house.store.close()

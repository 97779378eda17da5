"""Correspondence in a house whose time of day the test sets: who is awaited, who is told, and whose clock rings."""

import asyncio
import re

import pytest

from sobremesa.mistakes import Mistake
from sobremesa.server.cluster.bus import Talking
from sobremesa.server.features.correspondence import push, vacation
from sobremesa.server.features.correspondence.listing import next_of, sittings
from sobremesa.server.features.correspondence.models import REMINDED, TOLD, UNTOLD, Vacation, Ways
from sobremesa.server.features.correspondence.notifications import AGAIN, MOST_TRIES
from sobremesa.server.features.correspondence.service import GRACE
from sobremesa.server.live.live_table import Connection
from sobremesa.server.live.registry import replayed
from sobremesa.server.mail import Post
from sobremesa.server.sessions.models import Account, Session
from sobremesa.server.tables.clock import Setting
from sobremesa.server.tables.day_clock import DAY
from sobremesa.server.tables.settings import Manner
from tests.support.post import read
from tests.support.server.clocks import Time
from tests.support.server.connections import Inbox
from tests.support.server.correspondence import Opened
from tests.support.server.push import Browser
from tests.support.waiting import until

pytestmark = pytest.mark.compiled


@pytest.fixture
def time():
    started = Time()
    started.at = 1_790_000_000.0
    return started


@pytest.fixture
async def opened(tmp_path, time, service):
    """A house where people play by correspondence."""
    opened = Opened(tmp_path / "house.db", time, service)
    yield opened
    await opened.close()


async def test_who_is_awaited_is_kept_and_live_tables_write_nothing(opened, service):
    name, [ada, bo] = await opened.lay()
    began = opened.time.at
    [mine], [theirs] = opened.kept.of(ada), opened.kept.of(bo)
    assert (mine.table, mine.seat, mine.since, mine.until) == (name, 0, began, began + 3 * DAY)
    assert mine.remind == began + 2.25 * DAY
    assert (theirs.since, theirs.until) == (None, None)
    opened.time.at += DAY
    await opened.move(name)
    assert opened.kept.of(ada)[0].since is None
    assert opened.kept.of(bo)[0].until == opened.time.at + 3 * DAY
    live = await opened.house.lay(ada, "splut", 2, {}, False, Manner(clock=Setting(300)))
    for seat, who in enumerate([ada, bo]):
        await opened.do(live, "sit", who, seat, "x", "words")
    await opened.do(live, "begin", ada)
    assert [each.table for each in opened.kept.of(ada)] == [name]


async def test_the_clock_rings_at_a_table_that_nobody_has_in_memory(opened, service):
    name, [ada, bo] = await opened.lay()
    opened.forget()
    await opened.look(3 * DAY - 1)
    assert (await opened.house.find(name)).table.state == "playing"
    opened.forget()
    await opened.look(1)
    table = (await opened.house.find(name)).table
    assert (table.ending.how, table.ending.seat) == ("out of time", 0)
    assert opened.kept.of(ada) == opened.kept.of(bo) == []
    again = replayed(*opened.house.store.table(name), opened.time)
    assert again.about() == table.about()


async def test_all_whose_time_is_used_up_are_out_at_once_and_bots_play_on(opened, service):
    name, who = await opened.lay(game="outspeed", people=3)
    opened.forget()
    await opened.look(3 * DAY)
    table = (await opened.house.find(name)).table
    assert [place.bot for place in table.places] == ["random"] * 3
    assert [opened.kept.of(each) for each in who] == [[], [], []]


async def test_closing_the_house_stops_no_clock(tmp_path, time, service):
    opened = Opened(tmp_path / "house.db", time, service)
    name, _ = await opened.lay()
    await opened.close()
    opened = Opened(tmp_path / "house.db", time, service)
    time.at += 2 * DAY
    live = await opened.house.find(name)
    assert live.table.about().clocks["red"].left == DAY
    assert live.table.about().clocks["red"].runs and live.alarm is None and not live.busy
    time.at += DAY
    await opened.look()
    assert live.table.ending.how == "out of time"
    await opened.close()


async def test_what_was_not_kept_before_a_worker_died_is_mended(opened, service):
    name, [ada, bo] = await opened.lay()
    kept = opened.kept.of(ada)
    opened.kept.keep(name, 99, [])
    await opened.house.lay(ada, "splut", 2, {}, False, Manner(clock=Setting(days=3)))
    assert opened.kept.missing() == [name]  # and not the one that is only laid
    await opened.look()
    assert opened.kept.of(ada) == kept
    wrong = [each for who in (ada, bo) for each in opened.kept.of(who)]
    await opened.move(name)
    right = opened.kept.of(bo)
    opened.kept.keep(name, right[0].count, [])  # as if it had been written before the move, and not after
    opened.kept.keep(name, wrong[0].count, wrong)
    await opened.look()
    assert opened.kept.of(bo) == right
    await opened.house.store.append(name, over=True)
    await opened.look()
    assert opened.kept.of(bo) == []


async def test_who_is_not_there_is_told_once_and_reminded_once(opened, service):
    name, [_, bo] = await opened.lay()
    browser = Browser(service)
    opened.subscribe(bo, browser)
    await opened.look()
    assert service.came == []
    await opened.move(name)
    until = opened.time.at + 3 * DAY
    for _ in range(3):
        await opened.look(20)
    [told] = browser.told
    assert told == {
        "title": "Du bist dran bei Splut!",
        "body": "A hat gespielt. Du hast Zeit bis {until}.",
        "until": until,
        "language": "de",
        "path": f"/table/{name}",
        "tag": name,
    }
    _, headers, body = service.came[0]
    assert (headers["Content-Encoding"], headers["TTL"]) == ("aes128gcm", "86400")
    assert headers["Authorization"].startswith("vapid t=") and name.encode() not in body
    opened.time.at = until - 0.75 * DAY
    for _ in range(3):
        await opened.look(20)
    assert [each["title"] for each in browser.told[1:]] == ["Noch immer bist du dran bei Splut!"]
    assert opened.kept.of(bo)[0].told == REMINDED


async def test_who_looks_at_the_table_is_told_after_a_while_only(opened, service):
    name, [ada, _] = await opened.lay()
    browser = Browser(service)
    opened.subscribe(ada, browser)
    live = await opened.house.find(name)
    opened.house.come(live, Connection(Inbox(), ada, "en"))
    await opened.look(20)
    assert opened.kept.of(ada)[0].told == UNTOLD and not service.came
    await opened.look(GRACE)
    assert opened.kept.of(ada)[0].told == TOLD and len(browser.told) == 1


async def test_a_notice_that_comes_too_late_is_not_carried(opened, service):
    name, [ada, _] = await opened.lay()
    browser = Browser(service)
    opened.subscribe(ada, browser)
    service.status = 503
    await opened.look()
    assert len(service.came) == 1
    await opened.move(name)
    service.status = 201
    await opened.look(DAY / 2)
    assert len(service.came) == 1 and opened.kept.errands(opened.time.at) == []


async def test_what_cannot_be_carried_is_tried_again_more_and_more_seldom(opened, service):
    _, [ada, _] = await opened.lay(days=14)
    opened.subscribe(ada, Browser(service))
    service.status = 500
    await opened.look()
    tries = 1
    for wait in (AGAIN * 4**n for n in range(MOST_TRIES - 1)):
        await opened.look(wait - 1)
        assert len(service.came) == tries
        await opened.look(1)
        tries += 1
        assert len(service.came) == tries
    await opened.look(DAY)
    assert len(service.came) == MOST_TRIES


async def test_a_browser_that_is_gone_is_forgotten(opened, service):
    _, [ada, _] = await opened.lay()
    opened.subscribe(ada, Browser(service))
    service.status = 410
    await opened.look()
    assert opened.kept.pushes(ada) == [] and opened.kept.errands(opened.time.at + DAY) == []


async def test_who_has_signed_out_on_a_device_is_not_told_there(opened, service):
    _, [ada, _] = await opened.lay()
    opened.subscribe(ada, Browser(service))
    opened.house.store.people.end([opened.sessions[ada]])
    await opened.look()
    assert service.came == [] and opened.kept.push(push.name_of(Browser(service).endpoint)) is None


async def test_letters_go_to_accounts_with_an_address_who_want_them(tmp_path, time, service, letters):
    post = Post(letters.address, "house@sobremesa.test")
    opened = Opened(tmp_path / "house.db", time, service, post=post)
    name, [ada, bo] = await opened.lay()
    people = opened.house.store.people
    for who, login in ((ada, "ada"), (bo, "bo")):
        people.open(Account(who, login, None, None, time.at), [], opened.sessions[who], opened.sessions[who])
        people.set_email(who, f"{login}@example.org")
    opened.kept.set_ways(Ways(ada, True, "fr", "https://house.test"))
    letters.tired = True
    await opened.look()
    assert letters.all == []
    letters.tired = False
    for _ in range(2):
        await opened.look(AGAIN)
    [envelope] = letters.all
    letter = read(envelope)
    text = letter.get_content()
    assert (envelope.rcpt_tos, letter["subject"]) == (["ada@example.org"], "À vous de jouer à Splut!")
    assert f"https://house.test/table/{name}" in text and "La partie a commencé" in text
    token = re.search(r"https://house.test/turns/(\S+)", text)[1]
    assert opened.notices.stopping(token) == ada
    assert opened.notices.stopping(token[:-1] + "x") is None and opened.notices.stopping("") is None
    await opened.move(name)
    await opened.look()
    assert len(letters.all) == 1  # the other wants none
    opened.kept.stop_letters(ada)
    await opened.move(name)
    await opened.look()
    assert len(letters.all) == 1
    await opened.close()
    post.close()


async def test_two_workers_tell_once(time, service, database, redis):
    both = [Opened(database, time, service, Talking(redis)) for _ in range(2)]
    for each in both:
        await each.house.workers.open(each.house)
    one, other = both
    name, [_, bo] = await one.lay()
    browser = Browser(service)
    one.subscribe(bo, browser)
    await one.move(name)
    assert other.kept.of(bo) == one.kept.of(bo) and one.kept.of(bo)[0].since == time.at
    await asyncio.gather(one.look(), other.look(), one.look(), other.look())
    assert len(browser.told) == 1
    time.at += 3 * DAY
    await asyncio.gather(one.look(), other.look())
    table = replayed(*one.house.store.table(name), time)
    assert table.ending.how == "out of time" and len(browser.told) == 1
    for each in both:
        await each.house.workers.close()
        await each.close()


async def test_who_looks_at_the_table_by_another_worker_is_there(time, service, database, redis):
    both = [Opened(database, time, service, Talking(redis)) for _ in range(2)]
    for each in both:
        await each.house.workers.open(each.house)
    one, other = both
    await until(lambda: not any(each.house.workers.deaf for each in both))
    name, [ada, _] = await one.lay()
    one.subscribe(ada, Browser(service))
    there = await other.house.find(name)
    other.house.come(there, Connection(Inbox(), ada, "en"))
    one.forget()
    await one.look(20)
    assert service.came == [] and one.kept.of(ada)[0].told == UNTOLD
    await one.look(GRACE)
    assert len(service.came) == 1
    for each in both:
        await each.house.workers.close()
        await each.close()


async def test_while_somebody_is_away_their_clocks_stand_at_every_table(opened, service):
    first, [ada, bo] = await opened.lay()
    second = await opened.lay_for([ada, bo])
    opened.subscribe(ada, Browser(service))
    opened.kept.leave(Vacation(ada, opened.time.at, opened.time.at + 10 * DAY))
    opened.forget()
    await opened.look()
    assert [each.until for each in opened.kept.of(ada)] == [None, None]
    assert service.came == []  # who is away is left alone
    later = await opened.lay_for([ada, bo])
    await opened.look(20)
    await opened.look(5 * DAY - 20)
    for name in first, second, later:
        assert (await opened.house.find(name)).table.about().places[0].away == opened.kept.vacations(ada)[0].ends
    await opened.look(5 * DAY)
    assert [each.away for each in opened.kept.of(ada)] == [0, 0, 0]
    assert [each.until for each in opened.kept.of(ada)] == [opened.time.at + 3 * DAY] * 3
    [table] = {replayed(*opened.house.store.table(first), opened.time).about().clocks["red"].left}
    assert table == 3 * DAY


async def test_who_comes_back_early_goes_on_at_once(opened, service):
    _, [ada, _] = await opened.lay()
    gone = Vacation(ada, opened.time.at, opened.time.at + 10 * DAY)
    opened.kept.leave(gone)
    await opened.look()
    opened.time.at += DAY
    opened.kept.come_back(gone, opened.time.at)
    await opened.look()
    assert opened.kept.of(ada)[0].until == opened.time.at + 3 * DAY
    planned = Vacation(ada, opened.time.at + DAY, opened.time.at + 2 * DAY)
    opened.kept.leave(planned)
    opened.kept.come_back(planned, opened.time.at)
    assert [each.begins for each in opened.kept.vacations(ada)] == [gone.begins]


def test_a_year_has_thirty_days_of_vacation():
    now = vacation.midnight("2026-12-01") + 3600
    first = vacation.planned("a", "2026-12-01", "2026-12-20", now, [])
    assert (first.begins, first.ends) == (now, vacation.midnight("2026-12-21"))
    assert vacation.left([first], 2026) == 10
    over = vacation.planned("a", "2026-12-22", "2027-01-05", now, [first])
    assert (vacation.left([first, over], 2026), vacation.left([first, over], 2027)) == (0, 25)
    for days, why in (
        (("2026-12-20", "2026-12-21"), "away then already"),
        (("2026-12-21", "2026-12-31"), "10 are left in 2026"),
        (("2026-11-01", "2026-11-30"), "not over yet"),
        (("2026-12-24", "2026-12-23"), "ends after"),
        (("2028-12-24", "2028-12-25"), "within a year"),
        (("soon", "2026-12-23"), "written like"),
    ):
        with pytest.raises(Mistake, match=why):
            vacation.planned("a", *days, now, [first])
    cut = Vacation("a", now, now + 60)  # somebody who comes back at once has used a day
    assert vacation.left([cut], 2026) == 29


async def test_the_next_table_that_waits_is_the_one_that_is_due_first(opened, service):
    first, [ada, bo] = await opened.lay(days=5)
    opened.time.at += 60
    second = await opened.lay_for([ada, bo], days=2)
    third = await opened.lay_for([ada, bo], days=7)
    order = [second, first, third]
    assert [each.table for each in await sittings(opened.house, ada)] == order
    waits = opened.kept.of(ada)
    assert (next_of(waits, "").table, next_of(waits, "").waiting) == (second, 3)
    assert [next_of(waits, each).table for each in order] == [first, third, second]
    await opened.move(first)
    told = next_of(opened.kept.of(ada), first)
    assert (told.table, told.waiting) == (second, 2)
    assert [each.table for each in await sittings(opened.house, ada)] == [second, third, first]
    assert next_of(opened.kept.of(bo), first).table == ""
    live = await opened.house.lay(ada, "splut", 2, {}, False)
    listed = await sittings(opened.house, ada)
    assert [each.table for each in listed][-1] == live.table.facts.id
    assert (listed[-1].state, listed[-1].waits, listed[-1].days, listed[0].names) == ("laid", False, 0, ["B"])


async def test_what_is_kept_of_a_guest_goes_along_and_away_with_them(opened, service):
    name, [ada, bo] = await opened.lay()
    people, now = opened.house.store.people, opened.time.at
    account = await opened.greet("Ada")
    people.open(Account(account, "ada", None, None, now), [], opened.sessions[account], opened.sessions[account])
    opened.subscribe(ada, Browser(service))
    opened.kept.leave(Vacation(ada, now + DAY, now + 2 * DAY))
    opened.kept.set_ways(Ways(ada, True, "en", "x"))
    people.start(Session("new session", account, "", now, now))
    people.join(ada, account)
    opened.kept.carry_over(opened.sessions[ada], "new session")
    assert [each.table for each in opened.kept.of(account)] == [name] and opened.kept.of(ada) == []
    assert len(opened.kept.vacations(account)) == 1 and opened.kept.ways(ada) is None
    assert len(opened.kept.pushes(account)) == 1
    opened.kept.set_ways(Ways(account, True, "en", "x"))
    people.delete(account)
    assert opened.kept.of(account) == opened.kept.vacations(account) == opened.kept.pushes(account) == []
    assert opened.kept.ways(account) is None and len(opened.kept.of(bo)) == 1

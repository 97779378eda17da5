"""Evenings of a club at a house without a network: rounds, results, and who comes and goes."""

import asyncio
import functools

import msgspec
import pytest

from sobremesa.mistakes import BadSeats, Mistake
from sobremesa.server.features.tournaments.live_updates import Watcher
from sobremesa.server.features.tournaments.messages import NewEvening
from sobremesa.server.features.tournaments.standings import standings
from sobremesa.server.sessions.models import GONE
from sobremesa.server.tables import fork
from sobremesa.server.tables.settings import Manner
from tests.support.selection import exhaustive
from tests.support.server.connections import Inbox
from tests.support.server.evenings import Night, at_random
from tests.support.waiting import LIMIT, until

compiled = pytest.mark.compiled


@pytest.fixture
async def night(tmp_path):
    """An evening that nobody has laid yet."""
    night = Night(tmp_path / "house.db")
    yield night
    await night.close()


CASES = [
    ("splut", 2, 4, {}),
    exhaustive("splut", 3, 4, {}),
    exhaustive("splut", 4, 5, {}),
    exhaustive("end-of-line", 1, 3, {"mode": "solo"}),
    exhaustive("end-of-line", 2, 3, {}),
    ("end-of-line", 2, 4, {"mode": "coop"}),
    exhaustive("end-of-line", 3, 4, {}),
    exhaustive("end-of-line", 4, 5, {"mode": "teams"}),
    ("shut-the-lines", 2, 3, {}),
    exhaustive("shut-the-lines", 3, 4, {}),
    exhaustive("shut-the-lines", 4, 4, {}),
    ("outspeed", 3, 4, {}),
    exhaustive("outspeed", 4, 5, {}),
]


@compiled
@pytest.mark.parametrize("kind", ["robin", "swiss"])
@pytest.mark.parametrize(("game", "seats", "people", "options"), CASES)
async def test_an_evening_of_every_game_is_played_to_its_end(night, game, seats, people, options, kind):
    await night.lay(people, game=game, seats=seats, options=options, kind=kind, rounds=2, bot="random")
    await night.begin()
    for number in (1, 2):
        evening = await night.until(lambda evening, number=number: evening.round == number)
        assert evening.facts.rounds == 2
        for each in await night.waiting():
            await night.play(each)
    evening = await night.until(lambda evening: evening.facts.ended)
    for drawn in evening.rounds:
        assert sorted(drawn.people) == list(range(people)) and drawn.byes == []
        assert {len(table) for table in drawn.tables} == {seats}
    lines = standings(evening)
    assert [line.played for line in lines] == [2] * people
    assert all(0 <= line.points <= 2 for line in lines)
    if options.get("mode") not in ("solo", "coop"):
        per_table = [sum(table.points) for table in evening.tables]
        assert all(abs(points - seats / 2) < 1e-9 or points == 0 for points in per_table)


@compiled
async def test_nobody_sits_for_somebody_else_and_the_last_who_sits_down_begins(night):
    await night.lay(2, kind="robin")
    await night.begin()
    [each] = await night.waiting()
    live = await night.house.find(each.table)
    [stranger] = await night.greet(1)
    with pytest.raises(Mistake, match="kept for"):
        await night.house.wait_for(live, lambda: live.table.sit(stranger.id, 0, "Cleo", "fig"))
    assert (await night.told()).drawn[0].tables[0].missing == [0, 1]
    await night.sit(each, [1])
    [told] = (await night.told()).drawn[0].tables
    assert (told.state, told.missing, live.table.match) == ("waiting", [0], None)
    await night.sit(each, [0])
    await until(lambda: live.table.match)
    assert (await night.told()).drawn[0].tables[0].state == "playing"
    await night.resign(each, 0)
    [told] = (await night.told()).drawn[0].tables
    assert (told.state, told.points, told.missing) == ("over", [0.0, 1.0], [])
    evening = await night.until(lambda evening: evening.facts.ended)
    assert [(line.place, line.points) for line in standings(evening)] == [(1, 1.0), (2, 0.0)]
    assert standings(evening)[0].number == each.seats[1]


@compiled
async def test_the_host_alone_begins_and_goes_on_where_it_does_not_go_on_by_itself(night):
    host = await night.lay(1, auto=False, rounds=2)
    with pytest.raises(Mistake, match="It takes 2 people"):
        await night.begin()
    [bo] = await night.greet(1)
    await night.join(bo)
    for forbidden in (
        lambda evening: night.club.begin(evening, bo.id),
        lambda evening: night.club.end(evening, bo.id),
        lambda evening: night.club.remove(evening, bo.id, 0),
        lambda evening: night.club.next_round(evening, bo.id, 1),
        lambda evening: night.club.forfeit(evening, bo.id, "x", {0}),
        lambda evening: night.club.begin(evening, ""),
    ):
        with pytest.raises(Mistake, match="Only who laid the evening"):
            await forbidden(await night.evening())
    with pytest.raises(Mistake, match="not begun"):
        await night.next(1)
    await night.begin()
    await night.begin()  # asked twice, done once
    assert (await night.evening()).round == 1
    with pytest.raises(Mistake, match="when all tables"):
        await night.next(2)
    await night.resign((await night.waiting())[0], 0)
    await asyncio.sleep(0.1)
    assert (await night.evening()).round == 1
    await night.next(2)
    await night.next(2)
    assert (await night.evening()).round == 2
    await night.resign((await night.waiting())[0], 0)
    await night.until(lambda evening: evening.facts.ended)
    with pytest.raises(Mistake, match="The evening is over"):
        await night.next(3)
    with pytest.raises(Mistake, match="The evening is over"):
        await night.club.join(await night.evening(), host)


@compiled
async def test_who_comes_late_plays_from_the_next_round_on(night):
    await night.lay(3, rounds=3)
    await night.begin()
    evening = await night.evening()
    [out] = evening.drawn[0].byes
    [dan] = await night.greet(1)
    await night.join(dan)
    assert (await night.evening()).people[3].since == 2
    await night.resign((await night.waiting())[0], 0)
    evening = await night.until(lambda evening: evening.round == 2)
    assert sorted(evening.rounds[1].people) == [0, 1, 2, 3] and evening.drawn[1].byes == []
    assert {out, 3} not in [set(table) for table in evening.rounds[1].tables] or out != 3
    line = next(line for line in standings(evening) if line.number == out)
    assert (line.points, line.byes) == (0.5, 1)


@compiled
async def test_a_round_robin_takes_nobody_in_but_lets_people_come_back(night):
    await night.lay(4, kind="robin", auto=False)
    cleo, dan = night.guests[2:]
    await night.club.leave(await night.evening(), dan.id)
    await night.begin()
    [eve] = await night.greet(1)
    for late in eve, dan:
        with pytest.raises(Mistake, match="takes nobody in"):
            await night.join(late)
    evening = await night.evening()
    assert evening.facts.rounds == 3 and sorted(evening.rounds[0].people) == [0, 1, 2]
    await night.club.leave(evening, cleo.id)
    await night.join(cleo)
    assert (await night.evening()).people[2].until is None


@compiled
async def test_who_slips_in_while_a_round_robin_begins_does_not_change_its_rounds(night):
    host = await night.lay(4, kind="robin", auto=False)
    await night.begin()
    [eve] = await night.greet(1)
    assert night.club.kept.come(night.name, eve.id, "Eve", 1, 64)
    for number in (1, 2, 3):
        if number > 1:
            await night.next(number)
        for each in await night.waiting():
            await night.club.forfeit(await night.evening(), host.id, each.table, {0})
    evening = await night.evening()
    pairs = [frozenset(table.seats) for table in evening.tables]
    assert evening.facts.ended and len(set(pairs)) == len(pairs) == 6


@compiled
async def test_of_two_the_one_whose_opponent_leaves_has_won(night):
    await night.lay(2, rounds=1)
    await night.begin()
    [each] = await night.waiting()
    await night.club.leave(await night.evening(), night.guests[1].id)
    evening = await night.until(lambda evening: evening.facts.ended)
    assert evening.tables[0].points == [float(who == 0) for who in each.seats]


@compiled
async def test_at_an_evening_one_plays_in_earnest_also_against_a_bot(night):
    host = await night.lay(1, bot="random", rounds=1)
    await night.begin()
    [each] = await night.waiting()
    table = (await night.sit(each)).table
    await until(lambda: table.match and table.bots_to_act() == [])
    [seat] = table.seats_of(host.id)
    await night.house.wait_for(
        night.house.live[each.table], lambda: table.move(host.id, seat, 0, table.match.legal_moves_of(seat)[0].text)
    )
    with pytest.raises(BadSeats, match="taken back"):
        table.undo(host.id, table.count)
    with pytest.raises(BadSeats, match="leaves a seat"):
        table.seat_bot(host.id, seat, "easy")
    with pytest.raises(BadSeats, match="when it is over"):
        fork.lay(table, host.id, "Ada", seat, None, "easy")
    assert not table.manner.coach and not table.manner.rated


@compiled
async def test_who_leaves_a_match_gives_it_up(night):
    await night.lay(2, rounds=1)
    await night.begin()
    [each] = await night.waiting()
    live = await night.sit(each)
    await until(lambda: live.table.match)
    await night.club.remove(await night.evening(), night.guests[0].id, 1)
    evening = await night.until(lambda evening: evening.facts.ended)
    assert evening.tables[0].points == [float(who == 0) for who in each.seats]
    assert live.table.ending.how == "resigned"


@compiled
async def test_at_a_larger_table_a_bot_plays_for_who_has_left(night):
    await night.lay(3, game="end-of-line", seats=3, rounds=1)
    await night.begin()
    [each] = await night.waiting()
    await night.club.remove(await night.evening(), night.guests[0].id, 2)
    live = await night.sit(each, [seat for seat, who in enumerate(each.seats) if who != 2])
    await until(lambda: live.table.match)
    assert live.table.places[each.seats.index(2)].bot == "beginner"
    with pytest.raises(Mistake, match="off the list"):
        await night.join(night.guests[2])


@compiled
async def test_the_host_says_how_a_table_came_out_and_takes_it_back(night):
    host = await night.lay(4, rounds=1, auto=False)
    await night.begin()
    first, second = await night.waiting()

    async def rule(table, lost):
        await night.club.forfeit(await night.evening(), host.id, table, lost)

    for table, lost, why in (first.table, {2}, "numbered 0 to 1"), ("nowhere", {0}, "No table of that name"):
        with pytest.raises(Mistake, match=why):
            await rule(table, lost)
    await rule(first.table, {1})
    await rule(second.table, {0, 1})
    evening = await night.evening()
    assert [table.points for table in evening.tables] == [[1.0, 0.0], [0.0, 0.0]]
    assert all(table.ruled for table in evening.tables) and evening.facts.ended
    live = await night.sit(first)  # the match says otherwise, later
    await until(lambda: live.table.match)
    await night.house.wait_for(live, lambda: live.table.resign(live.table.places[0].who, 0))
    await asyncio.sleep(0.2)
    assert (await night.evening()).tables[0].points == [1.0, 0.0]
    await rule(first.table, set())
    assert (await night.evening()).tables[0].points == [0.0, 1.0]


@compiled
@pytest.mark.parametrize("how", ["options", "bot", "stranger"])
async def test_what_was_not_played_as_it_was_drawn_does_not_count_by_itself(night, how):
    host = await night.lay(1 if how != "stranger" else 2, rounds=1, bot="beginner")
    await night.begin()
    [each] = await night.waiting()
    live = await night.house.find(each.table)
    table, seat = live.table, each.seats.index(0)
    if how == "options":
        await night.house.wait_for(live, lambda: table.set_options(host.id, 3, {}))
        for free in {*range(3)} - {seat}:
            await night.house.wait_for(live, lambda free=free: table.seat_bot(host.id, free, "random"))
    elif how == "bot":
        await night.house.wait_for(live, lambda: table.seat_bot(host.id, 1 - seat, "random"))
    else:
        [cleo] = await night.greet(1)
        await night.sit(each, [1 - seat])
        await night.house.wait_for(live, lambda: table.stand(night.guests[1].id, 1 - seat))
        await night.house.wait_for(live, lambda: table.sit(cleo.id, 1 - seat, "Cleo", "fig"))
    await night.sit(each, [seat])
    await until(lambda: table.match)
    await at_random(night.house, live)
    await until(lambda: not night.club._doing)
    assert (await night.evening()).tables[0].scores is None
    await night.club.forfeit(await night.evening(), host.id, each.table, {1 - seat})
    assert (await night.evening()).facts.ended


@compiled
async def test_whoever_looks_is_told_what_changes_and_who_they_are(night):
    await night.lay(2, rounds=1)
    ada, nobody = (Watcher(Inbox(), who, "") for who in (night.guests[0].id, ""))
    for watcher in ada, nobody:
        assert await night.club.watching.come(night.name, watcher)
    assert not await night.club.watching.come("nowhere", Watcher(Inbox(), "", ""))

    async def hear(watcher):
        return msgspec.json.decode(await asyncio.wait_for(watcher.line.get(), LIMIT))

    heard = await hear(ada), await hear(nobody)
    assert [(each["you"], each["yours"], each["state"]) for each in heard] == [
        ([0], True, "open"),
        ([], False, "open"),
    ]
    await night.begin()
    while (told := await hear(nobody))["state"] != "playing":
        pass
    assert len(told["drawn"]) == 1
    await night.resign((await night.waiting())[0], 0)
    while (told := await hear(nobody))["state"] != "over":
        pass
    assert [line["points"] for line in told["standing"]] == [1.0, 0.0]
    assert nobody.line.empty()  # nothing is told twice
    night.house.ended["gone"] = None
    ended = asyncio.Event()
    ada.session, ada.onended = "gone", ended.set
    night.club.watching._last.clear()
    night.club.watching.stir(night.name)
    await until(ended.is_set)
    for watcher in ada, nobody:
        night.club.watching.go(night.name, watcher)
    assert night.club.watching.all == {}


@compiled
async def test_an_evening_goes_on_after_the_house_was_closed(tmp_path):
    """Also what ended, or was to begin, in the moment when the light went out."""

    night = Night(tmp_path / "house.db")
    await night.lay(4, rounds=2)
    await night.begin()
    tables = await night.waiting()
    del night.house.attendants.all["evenings"]  # nobody hears of the ends
    for each in tables:
        live = await night.sit(each)
        await night.house.wait_for(live, lambda live=live: live.table.begin(live.table.facts.owner))
        await night.house.wait_for(live, lambda live=live: live.table.resign(live.table.places[0].who, 0))
    assert not (await night.evening()).is_played
    await night.close()
    name, guests = night.name, night.guests
    night = Night(tmp_path / "house.db")
    night.name, night.guests = name, guests
    await night.house.attendants.look()
    evening = await night.until(lambda evening: evening.round == 2)
    assert [table.points for table in evening.tables if table.round == 1] == [[0.0, 1.0]] * 2
    for each in await night.waiting():
        await night.play(each)
    await night.until(lambda evening: evening.facts.ended)
    await night.close()


@compiled
async def test_bots_at_a_table_that_nobody_looks_at_go_on(tmp_path, monkeypatch):
    monkeypatch.setattr("sobremesa.server.features.tournaments.service.QUIET", 0.0)

    night = Night(tmp_path / "house.db")
    await night.lay(3, seats=3, rounds=1)
    await night.begin()
    [each] = await night.waiting()
    live = await night.sit(each)
    await until(lambda: live.table.match)
    night.house.let_bots_think = lambda live: None  # the light goes out
    for seat, place in enumerate(live.table.places):  # and bots are to play on for them
        await night.house.wait_for(live, functools.partial(live.table.resign, place.who, seat))
    await night.close()
    name, guests = night.name, night.guests
    night = Night(tmp_path / "house.db")
    night.name, night.guests = name, guests
    await night.house.attendants.look()
    await night.until(lambda evening: evening.facts.ended)
    await night.close()


@compiled
async def test_an_evening_that_everybody_has_left_is_over_some_day(night):
    await night.lay(2, public=True)
    assert night.club.kept.open(0.0, 9) == [night.name] and night.club.kept.open(night.house.now() + 1, 9) == []
    await night.begin()
    await night.club.look()
    assert not (await night.evening()).facts.ended
    later = night.house.now() + 3 * 86400
    night.house.now = lambda: later
    await night.club.look()
    assert (await night.evening()).facts.ended == later and night.club.kept.open(0.0, 9) == []


@compiled
async def test_what_cannot_be_is_refused_before_anything_is_laid(night):
    [host] = await night.greet(1)
    for wanted, why in (
        ({"name": " \n "}, "needs a name"),
        ({"seats": 7}, "is for 2, 3 or 4 players"),
        ({"bot": "nobody"}, "no bot"),
        ({"options": {"olives": 3}}, "no option"),
        ({"manner": Manner(resign="loses"), "seats": 3}, "a bot plays on"),
    ):
        with pytest.raises(Mistake, match=why):
            await night.club.lay(host, NewEvening(**{"name": "Friday", "game": "splut"} | wanted))
    assert night.club.kept.of(host.id) == []


async def test_of_a_person_who_goes_nothing_stays_but_that_somebody_was_there(night):
    host = await night.lay(3, kind="robin", game="splut")
    await night.begin()
    _, bo, cleo = night.guests
    kept, people = night.club.kept, night.house.store.people
    [alone] = [await night.club.lay(host, NewEvening(name="Alone", game="splut"))]
    await asyncio.to_thread(people.delete, host.id)
    evening = await night.evening()
    assert [(each.name, each.person, each.until) for each in evening.people] == [
        (GONE, None, 1),
        ("Bo", bo.id, None),
        ("Cleo", cleo.id, None),
    ]
    assert evening.facts.host == bo.id and not evening.facts.ended
    assert kept.evening(alone) is None and kept.of(host.id) == []
    for each in bo, cleo:
        await asyncio.to_thread(people.delete, each.id)
    assert kept.evening(night.name) is None  # nobody is left whose it would be


async def test_a_guest_who_signs_in_is_the_person_at_the_evening(night):
    await night.lay(2)
    [ada] = await night.greet(1)
    bo = night.guests[1]
    await asyncio.to_thread(night.house.store.people.join, bo.id, ada.id)
    await asyncio.to_thread(night.house.store.people.join, night.guests[0].id, ada.id)
    evening = await night.evening()
    assert [each.number for each in evening.of(ada.id)] == [0, 1] and evening.facts.host == ada.id
    assert night.club.kept.of(ada.id) == [night.name]
    await night.join(ada)
    assert len((await night.evening()).people) == 2


async def test_an_evening_has_room_for_so_many(night):
    await night.lay(2)
    assert not night.club.kept.come(night.name, (await night.greet(1))[0].id, "Late", 1, most=2)
    assert len((await night.evening()).people) == 2

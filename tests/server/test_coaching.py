"""A coach at a table: who has one, what it says, and that it knows no more than its seat."""

import asyncio
import contextlib
import threading

import pytest

from bench.server.leaks import Leak, Pairs
from sobremesa import games, warm
from sobremesa.analysis import coach, coach_text
from sobremesa.analysis.coach import Advice
from sobremesa.client import House, Refused
from sobremesa.games.words import LANGUAGES
from sobremesa.kernel import SPECTATOR
from sobremesa.mistakes import BadSeats, IllegalMove
from sobremesa.play.match import Match
from sobremesa.server.features.coach import service as coach_service
from sobremesa.server.features.coach.service import Coaches, GettingReady, TooMany
from sobremesa.server.features.daily import service as daily_service
from sobremesa.server.tables.settings import Manner
from sobremesa.server.tables.table import Table, new_facts
from tests.support import waiting
from tests.support.server.serving import Server
from tests.support.server.tables import Kept

pytestmark = pytest.mark.compiled
OFF = "nobody is told what a choice is worth"


@pytest.fixture(scope="module", autouse=True)
def ready():
    """Whoever asks a coach here does not wait until it is compiled."""
    for name in "splut", "shut-the-lines":
        if not warm.is_coach_warm(games.find(name), 2):
            warm.make_coach_ready(games.find(name), 2)


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    running = Server(tmp_path_factory.mktemp("coaching") / "house.db", "--no-limits")
    yield running
    running.kill()


@contextlib.contextmanager
def seated(house, game="splut", people=("Ada", "Bob"), **manner):
    """Each at their own table object, the match begun."""
    guests = [House(house.address, name) for name in people]
    tables = [guests[0].lay(game, len(people))]
    tables += [guest.table(tables[0].name) for guest in guests[1:]]
    if manner:
        tables[0].manner(**manner)
    for seat, table in enumerate(tables):
        table.sit(seat, words="olive")
    tables[0].begin()
    yield guests, tables
    for table in tables:
        table.close()


def until(table, true):
    while not true():
        table.wait()


def weigh(guest, table, seat, *moves):
    return guest.ask("POST", f"/api/tables/{table.name}/weigh", {"seat": seat, "moves": list(moves)})


def test_a_hint_comes_in_two_steps_to_who_has_the_coach_on(house):
    with seated(house) as ((ada, bob), (hers, his)):
        with pytest.raises(Refused, match="Switch your coach on first"):
            hers.hint("red")
        hers.coach(0)
        until(his, lambda: [place["coach"] for place in his.state["about"]["places"]] == [True, False])
        first, then = hers.hint("red"), hers.hint("red", 2)
        assert first["nudge"].startswith("Look at your ") and not first["moves"] and not first["said"]
        assert then["nudge"] == first["nudge"] and then["moves"][0] in hers.moves("red")
        assert then["said"][0].startswith("Red's ") and then["why"]
        for ask in (lambda: his.hint("red"), lambda: weigh(bob, his, "red", "De2-e3")):
            with pytest.raises(Refused, match="The seat red is not yours"):
                ask()
        with pytest.raises(Refused, match="Switch your coach on first"):
            his.hint("green")
        his.coach(1)
        with pytest.raises(Refused, match="nothing to weigh"):
            his.hint("green")
        with pytest.raises(Refused, match="The seats are red, green"):
            hers.hint("pink")
        with pytest.raises(Refused, match="Say who you are first"):
            House(house.address, "nobody", "no token").table(hers.name).hint("red")
        hers.coach(0, False)
        with pytest.raises(Refused, match="Switch your coach on first"):
            weigh(ada, hers, "red", "De2-e3")


def test_a_hint_goes_on_from_what_is_drafted_and_a_draft_outlives_the_switch(house):
    with seated(house) as ((_, bob), (hers, his)):
        his.coach(1)
        hers.move("red", "De2-e3")
        until(his, lambda: his.moves("green"))
        his.draft("green", "Td8-d7")
        his.coach(1, False)
        his.coach(1)
        assert his.state["seats"]["green"]["draft"] == ["Td8-d7"]
        assert his.hint("green", 2)["moves"][0] in his.moves("green")
        his.draft("green", "Td8-d7", "Td7-c7")
        with pytest.raises(Refused, match="nothing to weigh"):
            his.hint("green", 2)
        warned = weigh(bob, his, "green", "Td8-d7", "Td7-c7")  # Green's dwarf stands open then
        assert warned["warning"].startswith("That gives away") and "down on your dwarf" in warned["warning"]
        assert weigh(bob, his, "green", *warned["moves"])["warning"] == ""
        with pytest.raises(Refused):
            weigh(bob, his, "green", "Td8-d7", "Td8-d7")
        with pytest.raises(Refused):
            weigh(bob, his, "green")


def test_what_gives_away_much_is_warned_of_with_what_is_better(house):
    with seated(house, "shut-the-lines") as ((ada, bob), (hers, his)):
        hers.coach(0)
        his.coach(1)
        until(hers, lambda: hers.state["about"]["places"][1]["coach"])
        for _ in range(40):
            guest, table, seat = (ada, hers, "ruby") if hers.moves("ruby") else (bob, his, "maize")
            told = [weigh(guest, table, seat, move) for move in table.moves(seat)]
            if warned := next((each for each in told if each["warning"]), None):
                break
            table.move(seat, table.hint(seat, 2)["moves"][0])
            entries = table.state["about"]["entries"]
            for each in hers, his:
                until(each, lambda each=each, entries=entries: each.state["about"]["entries"] >= entries)
        assert "lines of this round" in warned["warning"] and warned["moves"][0] in table.moves(seat)
        assert "lines of this round" in warned["why"] and warned["said"]
        assert weigh(guest, table, seat, *warned["moves"])["warning"] == ""


@pytest.mark.parametrize("manner", [{"coach": False}, {"rated": True}])
def test_where_it_is_not_allowed_nobody_has_a_coach(house, manner):
    with seated(house, **manner) as ((ada, _), (hers, _)):
        for ask in (
            lambda: hers.coach(0),
            lambda: hers.hint("red"),
            lambda: weigh(ada, hers, "red", "De2-e3"),
        ):
            with pytest.raises(Refused, match=OFF):
                ask()


def test_strict_tables_and_the_days_attempt_have_none():
    strict = Kept(manner=Manner(strict=True))
    with pytest.raises(BadSeats, match=OFF):
        strict.table.set_coach("a", 0, True)
    attempt = Table(
        new_facts(
            "end-of-line",
            1,
            {"mode": "solo"},
            False,
            "a",
            daily_service.start_of(str(daily_service.today()), once=True),
        )
    )
    with pytest.raises(BadSeats, match=OFF):
        attempt.coachable()


def test_who_plays_switches_it_and_a_bot_plays_without():
    kept = Kept()
    with pytest.raises(BadSeats, match="not yours"):
        kept.table.set_coach("b", 0, True)
    kept.do("set_coach", "a", 0, True)
    assert kept.table.places[0].coach and kept.table.set_coach("a", 0, True) is None
    kept.do("seat_bot", "a", 0, "easy")
    assert not kept.table.places[0].coach
    with pytest.raises(IllegalMove, match="A bot plays for red"):
        kept.table.set_coach("a", 0, True)


async def test_the_same_is_thought_about_once_and_for_one_person_one_thing_after_the_other(monkeypatch):
    asked, at_once, most, gate = [], 0, 0, threading.Event()

    def advise(match, seat):
        nonlocal at_once, most
        asked.append(len(match.moves))
        at_once += 1
        most = max(most, at_once)
        gate.wait(waiting.LIMIT)
        at_once -= 1
        return Advice(("De2-e3",), (), None)

    monkeypatch.setattr(coach_service, "advise", advise)
    tables = [Kept().table for _ in range(coach_service.WAITING + 1)]
    for table in tables:
        table.take(table.set_coach("a", 0, True))
    desk = Coaches()
    twice = [asyncio.create_task(desk.advice(tables[0], "a", 0)) for _ in range(5)]
    others = [asyncio.create_task(desk.advice(table, "a", 0)) for table in tables[1:-1]]
    await waiting.until(lambda: asked)
    with pytest.raises(TooMany):
        await desk.advice(tables[-1], "a", 0)
    gate.set()
    await asyncio.gather(*twice, *others)
    await desk.advice(tables[0], "a", 0)
    assert not desk._open and not desk._turns
    desk.close()
    assert len(asked) == coach_service.WAITING and most == 1


async def test_a_coach_that_is_not_compiled_gets_ready_apart_and_says_so(monkeypatch):
    warmed, begun = False, []

    async def compile_game(name, seats):
        nonlocal warmed
        begun.append((name, seats))
        await asyncio.sleep(0)
        warmed = True

    monkeypatch.setattr(coach_service.warm, "is_coach_warm", lambda game, seats: warmed)
    monkeypatch.setattr(coach_service.compile_worker, "compile_game", compile_game)
    table, desk = Kept().table, Coaches()
    with pytest.raises(BadSeats, match="Switch your coach on first"):
        desk.ready(table, "a", 0)
    table.take(table.set_coach("a", 0, True))
    assert not desk.ready(table, "a", 0)
    with pytest.raises(GettingReady):
        await desk.advice(table, "a", 0)
    while not desk.ready(table, "a", 0):
        await asyncio.sleep(0)
    assert begun == [("splut", 2)]
    desk.close()


async def test_what_fails_is_asked_again(monkeypatch):
    table, desk = Kept().table, Coaches()
    table.take(table.set_coach("a", 0, True))
    monkeypatch.setattr(coach_service, "advise", lambda match, seat: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        await desk.advice(table, "a", 0)
    monkeypatch.setattr(coach_service, "advise", lambda match, seat: Advice((), (), None))
    assert (await desk.advice(table, "a", 0))[1].moves == ()
    desk.close()


class Coached(Pairs):
    """Tables beside their twins, at which seats have coaches."""

    def same(self, kind, eyes, one, other, since=None):
        """Whatever is compared, hints and warnings are."""
        if eyes == SPECTATOR or eyes not in one.match.to_act or kind == "draft":
            return
        move = self.rng.choice(one.match.texts_of(eyes))
        self.check(f"{kind} hint", eyes, *(self.told(each, eyes, move) for each in (one, other)))

    def told(self, table, eyes, move):
        language = LANGUAGES[len(table.match.moves) % len(LANGUAGES)]
        seen = coach_service.Draft(table.match, eyes).shown
        advice, verdict = coach.advise(seen, eyes), coach.weigh(seen, eyes, [move])
        said = [coach_text.nudge(seen, advice, language), *coach_text.sentences(seen, advice, language), *advice.moves]
        said += [coach_text.why(seen, advice, language), coach_text.warning(seen, verdict, language), str(verdict.lost)]
        return "\n".join(said).encode()

    async def same_refusal(self, *_):
        """Those are compared elsewhere."""

    async def same_draft(self, *_):
        """So are these."""

    def same_fork(self, *_):
        """And these."""


@pytest.mark.parametrize(("game", "seats"), [("outspeed", 3), ("end-of-line", 3)])
async def test_no_hint_depends_on_what_is_hidden(game, seats, monkeypatch):
    hurry(monkeypatch)
    counts = await Coached(game, seats, seed=1).compare(60)
    assert counts["state hint"] > 20
    assert counts["sealed hint"] > 3 or game == "end-of-line"


async def test_a_coach_that_looks_at_the_cards_of_others_is_noticed(monkeypatch):
    hurry(monkeypatch)
    monkeypatch.setattr(Match, "seen_by", lambda match, seat: match.position)
    with pytest.raises(Leak, match="hint"):
        await Coached("outspeed", 3, seed=3).compare(2000)


def hurry(monkeypatch):
    """A coach that thinks little, and never by the clock."""
    monkeypatch.setattr(coach, "COACHES", {"outspeed": {0: "hard@24"}, "end-of-line": {0: "hard@50"}})
    monkeypatch.setattr(coach, "SECONDS", 1000.0)
    monkeypatch.setattr(coach, "LEAST", 50)

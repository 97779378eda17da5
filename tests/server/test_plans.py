"""Standing orders: what is planned for a seat is chosen when it is awaited, if everything is as the plan says."""

import asyncio
import contextlib
import json
import threading

import pytest

from sobremesa.mistakes import Mistake
from sobremesa.server import app
from sobremesa.server.features.plans.models import DONE, ENDED, STANDS, STOPPED
from sobremesa.server.features.plans.service import Steward
from sobremesa.server.tables.clock import Setting
from sobremesa.server.tables.settings import Manner
from tests.support.server.door import DEPRECATED
from tests.support.server.plans import SEATS, Sitting, branches, opened
from tests.support.waiting import LIMIT, until

pytestmark = pytest.mark.compiled


@pytest.fixture
def place(tmp_path):
    return tmp_path / "house.db"


@contextlib.asynccontextmanager
async def at(place, game, seats=None, **options):
    """People who sit at a table of that game."""
    sitting = await Sitting.begin(opened(place), game, seats, **options)
    try:
        yield sitting
    finally:
        await sitting.close()


async def wait_in_turn(sitting, seat):
    """Whoever is to choose does, until a seat has chosen and waits for others."""
    while True:
        to_act = sitting.match.to_act
        if seat not in to_act and sitting.chosen(seat):
            return
        mover = seat if seat in to_act else to_act[0]
        await sitting.move(mover, sitting.match.legal_moves_of(mover)[0].text)


@pytest.mark.parametrize("game", SEATS)
async def test_what_is_planned_is_chosen_when_the_seat_is_awaited(place, game):
    async with at(place, game) as sitting:
        await wait_in_turn(sitting, 0)
        others, then = sitting.foreseen(0)
        text = then.legal_moves_of(0)[0].text
        await sitting.plan(0, {"when": [{"fact": "may", "parts": {"move": text}}], "then": [text]})
        before = len(sitting.chosen(0))
        for seat, move in others:
            assert sitting.kept(0).state == STANDS
            await sitting.move(seat, move)
        plan = await sitting.settled(0, DONE)
        assert sitting.chosen(0)[before:] == [text]
        assert [sitting.match.moves[made.move].text for made in plan.done] == [text]
        entry = sitting.house.store.log_since(sitting.name, 0)[-1]
        assert (entry.kind, entry.who, entry.text) == ("move", sitting.guests[0].id, text)


@pytest.mark.parametrize("game", SEATS)
async def test_a_plan_that_does_not_fit_stops_and_the_turn_is_as_usual(place, game):
    async with at(place, game) as sitting:
        await wait_in_turn(sitting, 0)
        others, then = sitting.foreseen(0)
        text = then.legal_moves_of(0)[0].text
        await sitting.plan(0, {"when": [{"fact": "may", "parts": {"move": text}, "not": True}], "then": [text]})
        before = len(sitting.chosen(0))
        for seat, move in others:
            await sitting.move(seat, move)
        plan = await sitting.settled(0, STOPPED)
        assert plan.why == "Nothing in your plan is about what has happened."
        assert len(sitting.chosen(0)) == before and 0 in sitting.match.to_act
        await sitting.move(0, text)


async def test_a_move_that_cannot_be_made_stops_a_plan_and_says_why(place):
    async with at(place, "splut") as sitting:
        await sitting.plan(1, {"then": ["Td8-d7", "Td8-d7"]})
        await sitting.move(0, "Sd2-d3")
        plan = await sitting.settled(1, STOPPED)
        assert "is on d7, not on d8" in plan.why and not sitting.chosen(1)


async def test_branches_are_tried_from_the_top_and_go_on_after_each_other(place):
    """Green answers each of Red's first steps with another turn, and then the next."""

    async with at(place, "splut") as sitting:
        chose = {"fact": "chose", "parts": {"seat": "red", "move": "de2 - e3"}}
        await sitting.plan(
            1,
            {"when": [{"fact": "chose", "parts": {"seat": "red", "move": "Sd2-d3"}}], "then": ["Sf8-f7"]},
            {"when": [chose], "then": ["Td8-d7", "Td7-c7"]},
            {"then": ["De8-e7"]},
            {
                "when": [{"fact": "stands", "parts": {"seat": "red", "piece": "dwarf", "square": "e3"}, "not": True}],
                "then": ["Tc7-c6"],
                "after": 1,
            },
            {
                "when": [{"fact": "stands", "parts": {"seat": "red", "piece": "dwarf", "square": "e3"}}],
                "then": ["Tc7-b6", "Tc7-c6", "Tc6-c5"],
                "after": 1,
            },
        )
        await sitting.move(0, "De2-e3")
        await until(lambda: sitting.chosen(1) == ["Td8-d7", "Td7-c7"])
        plan = sitting.kept(1)
        assert (plan.at, plan.state, plan.choice) == (1, STANDS, 2)
        for text in "Sd2-d3", "Sd3-d4", "Sd4-d5":
            await sitting.move(0, text)
        plan = await sitting.settled(1, STOPPED)
        assert plan.at == 1 and "b6" in plan.why
        assert [(made.branch, sitting.match.moves[made.move].text) for made in plan.done] == [
            (1, "Td8-d7"),
            (1, "Td7-c7"),
        ]


async def test_what_comes_next_is_chosen_at_once_where_the_seat_is_awaited(place):
    async with at(place, "splut") as sitting:
        await sitting.plan(0, {"then": ["Sd2-d3"]}, {"then": ["Sd3-d4"], "after": 0})
        await until(lambda: sitting.chosen(0) == ["Sd2-d3"])
        assert sitting.kept(0).state == STANDS
        for text in "Td8-d7", "Td7-c7":
            await sitting.move(1, text)
        await sitting.settled(0, DONE)
        assert sitting.chosen(0) == ["Sd2-d3", "Sd3-d4"] and sitting.match.turn == 0


async def test_three_ships_race_by_plans_alone(place):
    """All choose at once, in secret, and nobody chooses by hand."""

    async with at(place, "outspeed", 3) as sitting:
        routes = [
            {"when": [{"fact": "may", "parts": {"move": move}}], "then": [move]}
            for move in ("none", *(f"{route}{number}" for route in "ABC" for number in ("", 0)))
        ]
        keeps = [
            {"when": [{"fact": "may", "parts": {"move": f"keep-{token}"}}], "then": [f"keep-{token}"]}
            for token in ("nitro", "fuel-tank", "flamethrower", "force-field", "ion-cannon", "electromagnet")
        ]
        planned = 0
        while sitting.table.state == "playing" and planned < 24:
            for seat in range(3):
                plan = sitting.kept(seat)
                if plan and plan.state == STANDS:
                    continue
                with contextlib.suppress(Mistake):  # another ship has chosen since, by plan: once more
                    await sitting.plan(seat, *routes, *keeps)
                    planned += 1
            await asyncio.sleep(0.01)
        if sitting.table.state == "playing":
            await until(lambda: all(sitting.kept(seat).state in (DONE, STANDS) for seat in range(3)))
        assert len(sitting.match.moves) > 15 and min(len(sitting.chosen(seat)) for seat in range(3)) > 3


async def test_the_next_round_is_planned_before_the_result_of_this_one_is_known(place):
    async with at(place, "outspeed", 3) as sitting:

        def route(seat):
            return next(text for text in sitting.match.texts_of(seat))

        await sitting.move(0, route(0))
        went = sitting.chosen(0)[0][0]
        tokens = "nitro", "fuel-tank", "flamethrower", "force-field", "ion-cannon", "electromagnet"
        routes = [f"{symbol}{number}" for symbol in "ABC" for number in ("", 0)]
        given = [
            {
                "when": [
                    {"fact": "went", "parts": {"seat": "ruby", "symbol": went}},
                    {"fact": "company", "parts": {"others": others}},
                    {"fact": "may", "parts": {"move": move}},
                ],
                "then": [move],
            }
            for others in ("none", "one", "more")
            for move in ["none", *routes, *(f"keep-{token}" for token in tokens)]
        ]
        entries, before = sitting.table.count, sitting.table.chosen[0]
        await sitting.move(1, route(1))  # goes on meanwhile: the seat is not awaited, so that is no matter
        await sitting.plan(0, *given, entries=entries)
        assert sitting.table.chosen[0] == before
        await sitting.move(2, route(2))
        while sitting.table.state == "playing" and not sitting.kept(0).done:
            if 0 not in sitting.match.to_act:
                seat = sitting.match.to_act[0]
                await sitting.move(seat, sitting.match.texts_of(seat)[0])
            await asyncio.sleep(0.01)
        if sitting.table.state == "playing":  # or the ship went dry at once, by the dice
            plan = await sitting.settled(0, DONE)
            shown = [ship["last"] for ship in sitting.match.view(0)["ships"]]
            assert plan.branches[plan.at].when[1].parts["others"] == ("none", "one", "more")[shown.count(went) - 1]


async def test_choices_of_a_branch_are_made_one_after_the_other_as_the_seat_is_awaited(place):
    async with at(place, "splut") as sitting:
        await sitting.plan(0, {"then": ["Sd2-d3", "De2-e3", "De3-f3"]})
        await until(lambda: sitting.chosen(0) == ["Sd2-d3"])
        for text in "Td8-d7", "Td7-c7":
            await sitting.move(1, text)
        await sitting.settled(0, DONE)
        assert sitting.chosen(0) == ["Sd2-d3", "De2-e3", "De3-f3"]


# What ends a plan.


async def test_a_choice_by_hand_ends_a_plan(place):
    async with at(place, "splut") as sitting:
        await sitting.plan(0, {"then": ["Sd2-d3"]}, {"then": ["Sd3-d4"], "after": 0})
        await until(lambda: sitting.chosen(0) == ["Sd2-d3"])
        await sitting.unattended()  # the owner chooses before anybody carries the rest of the plan out
        for text in "Td8-d7", "Td7-c7":
            await sitting.move(1, text)
        await sitting.move(0, "De2-e3")
        sitting.house.attendants.all["orders"] = sitting.steward
        sitting.steward.attend(sitting.name)
        await sitting.settled(0, ENDED)
        assert sitting.chosen(0) == ["Sd2-d3", "De2-e3"]


async def test_an_undo_ends_a_plan_and_what_it_did_may_be_taken_back(place):
    async with at(place, "splut") as sitting:
        await sitting.plan(1, {"then": ["Td8-d7", "Td7-c7"]}, {"then": ["Tc7-c6"], "after": 0})
        await sitting.move(0, "De2-e3")
        await until(lambda: sitting.chosen(1) == ["Td8-d7", "Td7-c7"])
        for seat in 0, 1:
            await sitting.ask(seat, do="undo", entries=sitting.table.count)
        plan = await sitting.settled(1, ENDED)
        assert plan.done == [] and sitting.chosen(1) == ["Td8-d7"]
        await sitting.move(1, "Td7-d6")
        for text in "Sd2-d3", "Sd3-d4", "Sd4-d5":
            await sitting.move(0, text)
        await sitting.steward.look()
        assert sitting.match.turn == 1 and sitting.chosen(1) == ["Td8-d7", "Td7-d6"]


async def test_an_undo_that_comes_while_plans_are_read_ends_them_all_the_same(place):
    """The steward has read the plan before the undo, and looks at the table after it."""

    async with at(place, "splut") as sitting:
        await sitting.plan(1, {"then": ["Td8-d7", "Td7-c7"]}, {"then": ["Tc7-c6"], "after": 0})
        await sitting.move(0, "De2-e3")
        await until(lambda: sitting.chosen(1) == ["Td8-d7", "Td7-c7"] and not sitting.steward._busy)
        read, undone, standing = threading.Event(), threading.Event(), sitting.steward.kept.standing

        def read_slowly(table):
            found = standing(table)
            read.set()
            assert undone.wait(LIMIT)
            return found

        sitting.steward.kept.standing = read_slowly
        sitting.steward.attend(sitting.name)
        await until(read.is_set)
        for seat in 0, 1:
            await sitting.ask(seat, do="undo", entries=sitting.table.count)
        undone.set()
        plan = await sitting.settled(1, ENDED)
        assert plan.done == [] and sitting.chosen(1) == ["Td8-d7"]


async def test_a_bot_ends_a_plan_also_one_who_is_gone_again(place):
    async with at(place, "splut") as sitting:
        await sitting.plan(1, {"then": ["Td8-d7"]})
        await sitting.unattended()
        assert (await sitting.ask(1, do="bot", seat=1, bot="random"))["type"] == "done"
        assert (await sitting.ask(1, do="back", seat=1))["type"] == "done"
        sitting.house.attendants.all["orders"] = sitting.steward
        await sitting.move(0, "Sd2-d3")
        await sitting.settled(1, ENDED)
        assert sitting.chosen(1) == []


async def test_a_plan_that_is_dropped_is_not_carried_out(place):
    async with at(place, "splut") as sitting:
        await sitting.plan(1, {"then": ["Td8-d7"]})
        await sitting.steward.drop(sitting.live, sitting.guests[1].id, 1)
        await sitting.move(0, "Sd2-d3")
        await sitting.steward.look()
        assert sitting.kept(1).state == ENDED and sitting.chosen(1) == []


async def test_nothing_is_kept_of_plans_of_a_match_that_is_over(place):
    async with at(place, "splut") as sitting:
        await sitting.plan(1, {"then": ["Td8-d7"]})
        await sitting.ask(0, do="resign", seat=0)
        await until(lambda: sitting.kept(1) is None)


async def test_a_plan_that_is_deleted_while_it_comes_to_its_end_stays_deleted(place):
    """Its owner has deleted everything just when a bot took over."""

    async with at(place, "splut") as sitting:
        await sitting.plan(1, {"then": ["Td8-d7"]})
        old = sitting.kept(1)
        await asyncio.to_thread(sitting.house.store.people.delete, sitting.guests[1].id)
        await sitting.steward._settle(old.ended())
        assert sitting.kept(1) is None


# What lasts.


async def test_a_plan_outlives_the_house_and_what_a_dead_worker_left_is_found(place):
    """The entry that makes the seat awaited is written, and then nobody is there to carry the plan out."""

    async with at(place, "splut") as sitting:
        await sitting.plan(1, {"then": ["Td8-d7"]}, {"then": ["Td7-c7"], "after": 0})
        await sitting.unattended()
        await sitting.move(0, "Sd2-d3")

    house = opened(place)
    steward = house.attendants.all["orders"]
    [name] = steward.kept.tables()
    assert house.planned == {name}
    await steward.look()
    plan = steward.kept.plan(name, 1)
    assert plan.state == DONE
    assert [move.text for move in (await house.find(name)).table.match.moves] == ["Sd2-d3", "Td8-d7", "Td7-c7"]
    house.store.close()


async def test_clocks_that_stand_go_on_before_a_plan_is_carried_out(place):
    house = opened(place)
    steward = house.attendants.all["orders"]
    guests = [(await house.greet(name))[0] for name in ("Ada", "Bo")]
    live = await house.lay(guests[0].id, "splut", 2, {}, False, Manner(clock=Setting(60)))
    table = live.table
    for seat, guest in enumerate(guests):
        await house.wait_for(live, lambda seat=seat, guest=guest: table.sit(guest.id, seat, guest.name, "fig"))
    await house.wait_for(live, lambda: table.begin(guests[0].id))
    await steward.plan(live, guests[1].id, 1, 0, table.count, branches({"then": ["Td8-d7", "Td7-c7"]}))
    table.clock.paused = True
    await house.wait_for(live, lambda: table.move(guests[0].id, 0, 0, "Sd2-d3"))
    await until(lambda: steward.kept.plan(table.facts.id, 1).state == DONE and not steward._busy)
    kinds = [entry.kind for entry in house.store.log_since(table.facts.id, 0)]
    assert kinds[-4:] == ["move", "resume", "move", "move"] and not table.clock.paused
    await steward.end()
    await house.end()
    house.store.close()


# Whose it is.


async def test_only_its_owner_hears_of_a_plan(place):
    async with at(place, "splut") as sitting:
        for person in sitting.people:
            while not person.line.empty():
                person.line.get_nowait()
        await sitting.plan(1, {"then": ["Td8-d7"]})
        told = [[json.loads(person.line.get_nowait()) for _ in range(person.line.qsize())] for person in sitting.people]
        assert told == [[], [{"type": "planned", "seat": "green"}]]
        for who in sitting.guests[0].id, "", "nobody":
            for deed in sitting.steward.told, sitting.steward.drop:
                with pytest.raises(Mistake, match="The seat green is not yours"):
                    await deed(sitting.live, who, 1)
        with pytest.raises(Mistake, match="The seat green is not yours"):
            await sitting.steward.plan(sitting.live, sitting.guests[0].id, 1, 0, sitting.table.count, [])
        assert await sitting.steward.told(sitting.live, sitting.guests[0].id, 0) is None


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ([], "one branch at least"),
        ([{"then": ["De2-e3"]}] * 41, "at most 40 branches"),
        ([{"then": ["De2-e3"], "after": 0}], "Branch 0 comes after one that stands before it"),
        ([{"then": ["De2-e3"], "after": n - 1} for n in range(13)], "at most 12 branches deep"),
        ([{"then": []}], "1 to 12 choices, and at most 6 conditions"),
        ([{"then": ["De2-e3"] * 13}], "1 to 12 choices"),
        ([{"then": ["De2-e3"], "when": [{"fact": "out", "parts": {"seat": "red"}}] * 7}], "at most 6 conditions"),
        ([{"then": ["castle"]}], "'castle' is not a move of Splut!"),
        ([{"then": ["De2-z3"]}], "no square z3"),
        ([{"when": [{"fact": "hand"}], "then": ["De2-e3"]}], "A plan cannot ask 'hand' here: it can ask chose, may"),
        ([{"when": [{"fact": "out"}], "then": ["De2-e3"]}], "To ask 'out', say seat."),
        ([{"when": [{"fact": "out", "parts": {"seat": "pink"}}], "then": ["De2-e3"]}], "is one of red, green"),
        ([{"when": [{"fact": "may", "parts": {"move": 3}}], "then": ["De2-e3"]}], "is written as a move, not 3"),
        ([{"when": [{"fact": "chose", "parts": {"seat": "green", "move": "up"}}], "then": ["De2-e3"]}], "not a move"),
    ],
)
async def test_what_can_be_known_to_be_wrong_with_a_plan_is_said(place, given, why):
    async with at(place, "splut") as sitting:
        with pytest.raises(Mistake, match=why):
            await sitting.plan(0, *given)
        assert sitting.kept(0) is None


async def test_numbers_of_a_condition_are_within_what_they_can_be(place):
    async with at(place, "shut-the-lines") as sitting:
        for count in 0, 31, "9":
            with pytest.raises(Mistake, match="The count of 'total' is 1 to 30"):
                await sitting.plan(0, {"when": [{"fact": "total", "parts": {"count": count}}], "then": ["4+5"]})


async def test_a_plan_is_for_the_table_as_its_owner_has_seen_it(place):
    async with at(place, "splut") as sitting:
        old = sitting.table.count
        await sitting.move(0, "Sd2-d3")
        for other in {"entries": old}, {"entries": old + 9}, {"choice": 1}:
            with pytest.raises(Mistake, match="gone on since"):
                await sitting.plan(1, {"then": ["Td8-d7"]}, **other)
        await sitting.move(1, "Td8-d7")
        await sitting.move(1, "Td7-c7")
        await sitting.plan(1, {"then": ["Tc7-c6"]}, entries=sitting.table.count - 1)  # it waits: no matter


async def test_what_others_choose_in_secret_cannot_be_asked(place):
    async with at(place, "outspeed") as sitting:
        with pytest.raises(Mistake, match="A plan cannot ask 'chose' here"):
            await sitting.plan(0, {"when": [{"fact": "chose", "parts": {"seat": "maize", "move": "A"}}], "then": ["A"]})


async def test_a_plan_that_its_owner_changes_at_the_last_moment_is_not_carried_out_as_it_was(place):
    """Another worker has written that it is dropped, and this one does not know yet."""

    async with at(place, "splut") as sitting:
        await sitting.plan(1, {"then": ["Td8-d7"]})
        old = sitting.kept(1)
        await sitting.steward.drop(sitting.live, sitting.guests[1].id, 1)
        await sitting.unattended()
        await sitting.move(0, "Sd2-d3")
        await sitting.steward._carry_out(sitting.live, old, sitting.table.count)
        assert sitting.chosen(1) == [] and sitting.kept(1).state == ENDED
        assert sitting.house.live[sitting.name] is sitting.live  # and nobody is sent away
        await sitting.move(1, "Td8-d7")


@pytest.mark.filterwarnings(DEPRECATED)
async def test_what_attends_is_there_in_every_house(tmp_path):
    made = app.make(app.Setting(str(tmp_path / "house.db")))
    steward = await made.dependencies["steward"].dependency()
    assert isinstance(steward, Steward) and steward.house.attendants.all["orders"] is steward
    steward.house.store.close()

"""Who carries out what people have planned, whenever a seat is awaited for which there is a plan.

A choice by plan is the seat's ordinary choice. It is written down in one with how far the plan has come by it, and the
keys of both settle every race: with its owner's own hand, with another worker, with a change of the plan.
"""

import asyncio
import logging
import time
from collections.abc import Sequence

from sobremesa.mistakes import Mistake
from sobremesa.server.cluster import bus_messages
from sobremesa.server.features.plans import next_step
from sobremesa.server.features.plans.models import STANDS, Branch, Plan
from sobremesa.server.features.plans.store import forgetting, planning, settling
from sobremesa.server.live.commit import Overtaken
from sobremesa.server.live.live_table import Live
from sobremesa.server.live.registry import House
from sobremesa.server.tables.log import Entry

log = logging.getLogger("sobremesa")
GONE_ON = "The match has gone on since: look again."
CHANGED = "Your plan has been changed meanwhile: look again."


class Steward:
    """Attends to the plans of a house."""

    def __init__(self, house: House) -> None:
        self.house, self.kept = house, house.store.orders
        house.planned.update(self.kept.tables())
        self._busy: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()
        self._seen: dict[str, int] = {}
        """How many entries tables had when they were looked at last."""

    async def end(self) -> None:
        """Carry out nothing more."""
        for task in list(self._busy.values()):
            task.cancel()
        await asyncio.gather(*self._busy.values(), return_exceptions=True)

    # What its owner wants.

    async def plan(self, live: Live, who: str, seat: int, choice: int, entries: int, branches: list[Branch]) -> Plan:
        """Plan something for a seat, whose choice of that number comes next, at the table as it was after so many
        entries. Others may have gone on since while the seat waits; when it is awaited its owner knows of all of it."""
        table = live.table
        async with live.turn:
            table.playing()
            table.plays(who, seat)
            next_step.check(table, seat, branches)
            known = table.undone < entries <= table.count and choice == table.chosen[seat]
            if not known or (entries != table.count and seat in table.begun().to_act):
                raise Mistake(GONE_ON)
            before = await self._plan(live, seat)
            n = before.n + 1 if before else 0
            new = Plan(table.facts.id, seat, n, who, time.time(), table.count, choice, branches)
            if not await self._write(new):
                raise Mistake(CHANGED)
        self.attend(table.facts.id)
        return new

    async def drop(self, live: Live, who: str, seat: int) -> None:
        """Carry out nothing more of what was planned for a seat."""
        live.table.own(who, seat)
        async with live.turn:
            plan = await self._plan(live, seat)
            if plan and plan.person == who and plan.state == STANDS and not await self._write(plan.ended()):
                raise Mistake(CHANGED)

    async def told(self, live: Live, who: str, seat: int) -> Plan | None:
        """What somebody has planned for their seat."""
        live.table.own(who, seat)
        plan = await self._plan(live, seat)
        return plan if plan and plan.person == who else None

    async def _plan(self, live: Live, seat: int) -> Plan | None:
        return await self.house.reading(self.kept.plan, live.table.facts.id, seat)

    # What it does by itself.

    def happened(self, live: Live, entries: Sequence[Entry]) -> None:
        if live.table.facts.id in self.house.planned:
            self.attend(live.table.facts.id)

    async def look(self) -> None:
        """Wherever something is planned and has happened since this worker looked."""
        names = await self.house.reading(self.kept.tables)
        self.house.planned.update(names)
        counts = await self.house.reading(self.house.store.counts, names)
        self._seen = {name: self._seen.get(name, -1) for name in names}
        for name in [name for name in names if counts.get(name, 0) != self._seen[name]]:
            self.attend(name)
            await asyncio.shield(self._busy[name])

    def attend(self, name: str) -> None:
        """Carry out whatever is to be done at a table, soon."""
        self._again.add(name)
        if name not in self._busy:
            self._busy[name] = asyncio.create_task(self._attend(name))

    async def _attend(self, name: str) -> None:
        try:
            while name in self._again:
                self._again.discard(name)
                await self._go_through(name)
        except Exception as error:
            log.error("The plans at table %s: %s", name, error, exc_info=error)
        finally:
            del self._busy[name]

    async def _go_through(self, name: str) -> None:
        plans = await self.house.reading(self.kept.standing, name)
        if not plans:
            self.house.planned.discard(name)
        for plan, crossed, entries in plans:
            live = await self.house.find(name)
            if live is None:
                return
            self.house.planned.add(name)
            if live.table.count < entries:
                async with live.turn:
                    await self.house.catch_up(live)
            if live.table.state == "over":
                await self.house.store.write(forgetting(name))
                return
            if live.table.count != entries:  # the match has gone on since the plans were read
                self._again.add(name)
                return
            if crossed or not next_step.stands(live.table, plan):
                await self._settle(plan.ended(crossed))
            else:
                await self._carry_out(live, plan, entries)
            self._seen[name] = entries

    async def _carry_out(self, live: Live, plan: Plan, entries: int) -> None:
        """Choose what a plan says now, if the table has as many entries still as when the plan was read."""
        table = live.table
        after: Plan | None = None

        def proposal() -> Entry | list[Entry] | None:
            nonlocal after
            after = None
            if table.count != entries:
                self._again.add(table.facts.id)
                return None
            due = next_step.due(table, plan) if next_step.stands(table, plan) else None
            if due is None:
                return None
            if resumed := table.resume():  # the clocks go on first, and then the plan is looked at again
                return resumed
            chosen = table.confirm(plan.person, plan.seat, plan.choice, due.texts)
            after = plan.gone_on(due.branch, due.step, len(table.begun().moves), len(chosen))
            return chosen

        try:
            await self.house.wait_for(live, proposal, lambda: planning(after) if after else [])
        except Overtaken:
            self._again.add(table.facts.id)
        except Mistake as mistake:
            await self._settle(plan.stopped(str(mistake)))
        else:
            if after:
                self._tell(after)
                self._again.add(table.facts.id)  # the seat may be awaited still

    async def _write(self, plan: Plan) -> bool:
        """Write a change of a plan down and tell its owner; whether nobody else was first."""
        try:
            await self.house.store.write(planning(plan))
        except Exception as error:
            if self.house.store.is_conflict(error):
                return False
            raise
        self._tell(plan)
        return True

    async def _settle(self, plan: Plan) -> None:
        """Write down that a plan has come to its end; of one that was changed or deleted meanwhile nothing is."""
        await self.house.store.write(settling(plan))
        self._tell(plan)

    def _tell(self, plan: Plan) -> None:
        self.house.plan_changed(plan.table, plan.person, plan.seat)
        self.house.workers.tell("", bus_messages.Planned(plan.table, plan.person, plan.seat))

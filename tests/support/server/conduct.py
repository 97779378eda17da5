"""What is reported of people, and what is done about it."""

import asyncio

from sobremesa.server.conduct import Action, Report
from sobremesa.server.entry import Guest
from sobremesa.server.store import Store


def kept_people(tmp_path):
    """Return a store with four guests, a to d."""
    store = Store(tmp_path / "house.db")

    async def fill():
        for name in "abcd":
            await store.add_guest(Guest(name, name.upper(), 1.0), f"token {name}")

    asyncio.run(fill())
    return store


def reported(kept, name="r", reporter="a", about="b"):
    """Keep a report of what somebody said."""
    lines = [["a", "red", "A", "hello", 1.0], ["b", "green", "B", "you", 2.0]]
    kept.report(Report(name, 1.0, reporter, about, about.upper(), "table", "insult", "text", lines))


def action(name="x", kind="silence", person="b", report="r", until=None, moderator="c"):
    """Return what a moderator does about somebody."""
    return Action(name, 5.0, person, "B", moderator, "C", kind, "insult", "why", until, report)

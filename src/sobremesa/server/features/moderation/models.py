"""How people treat each other: what is reported, and what moderators do about it."""

from datetime import UTC, datetime
from typing import Any, Literal

import msgspec

Reason = Literal["insult", "spam", "name", "cheating", "other"]
"""What somebody is reported for, or acted upon."""
Kind = Literal["dismiss", "warn", "silence", "shut out", "rename", "lift"]
"""What moderators do."""
TOLD = "warn", "silence", "shut out", "rename"
"""What the person is told."""
LASTING = "silence", "shut out", "rename"
"""What holds until its time has come, or it is lifted."""


class Mute(msgspec.Struct, frozen=True):
    """Somebody whom a person does not want to hear."""

    who: str
    name: str
    """What they were called then."""
    made: float


class Report(msgspec.Struct, frozen=True):
    """What somebody told the moderators about another."""

    id: str
    made: float
    reporter: str
    about: str
    name: str
    """What they were called there."""
    place: str
    """The table."""
    reason: Reason
    text: str
    lines: list[list[Any]]
    """What was said there last: who, seat, name, text and when of each."""
    closed: float | None = None


class Action(msgspec.Struct, frozen=True):
    """What a moderator did, and why."""

    id: str
    made: float
    person: str | None
    """About whom; nothing when they have deleted everything."""
    name: str
    moderator: str | None
    moderator_name: str
    kind: Kind
    reason: Reason
    why: str
    until: float | None = None
    """Or for good, where it lasts."""
    report: str | None = None
    told: float | None = None
    lifted: float | None = None

    def holds(self, now: float) -> bool:
        return self.kind in LASTING and self.lifted is None and (self.until is None or self.until > now)


def silenced(action: Action) -> str:
    """Why somebody may not talk."""
    if action.until is None:
        return f"You may not talk at tables any more. A moderator says: {action.why}"
    return f"You may not talk at tables until {hour(action.until)}. A moderator says: {action.why}"


def shut_out(action: Action) -> str:
    """Why somebody may not come in."""
    if action.until is None:
        return f"This house is closed to you. A moderator says: {action.why}"
    return f"This house is closed to you until {hour(action.until)}. A moderator says: {action.why}"


def hour(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H:%M UTC")

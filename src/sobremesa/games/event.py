"""What happened, as data: logs, animations and screen readers all live on events."""

from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True)
class Event:
    """One thing that happened. Every game has its own kinds; `seat` is whose doing it was."""

    seat: int

    @property
    def kind(self) -> str:
        return type(self).__name__.lower()

    def data(self) -> dict[str, Any]:
        """The same for programs."""
        return {"event": self.kind} | asdict(self)

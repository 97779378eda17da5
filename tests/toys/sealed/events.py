from dataclasses import dataclass

from sobremesa.games.event import Event
from sobremesa.kernel import CHANCE


@dataclass(frozen=True)
class Dealt(Event):
    card: int | None


@dataclass(frozen=True)
class Chose(Event):
    bid: bool | None


@dataclass(frozen=True)
class Shown(Event):
    cards: tuple[int, ...]


def events(before, seat, action, after, eyes):
    if seat == CHANCE:
        owed = next(k for k in range(before.players) if before.card[k] == 0)
        return [Dealt(owed, action + 1 if owed == eyes else None)]
    happened = [Chose(seat, bool(action) if seat == eyes else None)]
    if after.played > before.played:
        bids = [bool(before.chosen[k] == 2 or (k == seat and action == 1)) for k in range(before.players)]
        happened.append(
            Shown(seat, tuple(int(card) if bid else 0 for card, bid in zip(before.card, bids, strict=False)))
        )
    return happened


def say(s, event, language="en"):
    return f"{event}"


def expected(s, seat, language="en"):
    return f"{'ABCD'[seat]} bids or passes"

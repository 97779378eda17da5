"""What a route of Outspeed would cost and bring, alone, with one other, with two …, as far as a seat may know.

Where the others go is a secret, but what they could pay for is not: their fuel lies in sight.
"""

from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Any

from sobremesa.games.outspeed import tile_numbers
from sobremesa.games.outspeed.rules.routes import choices, finishing
from sobremesa.games.outspeed.rules.track import left, racing
from sobremesa.games.outspeed.tables import (
    BLUE,
    BONUS,
    COST,
    DICE,
    DICE_RIDERS,
    DIE_NAMES,
    FIXED,
    NUMBERS,
    PRINTED,
    RIDERS,
    ROOM,
    SOLO,
    SYMBOLS,
    WHEEL,
    WHEEL_NUMBERS,
    YELLOW,
    ZONES,
)


def routes(s: Any, seat: int) -> list[dict[str, Any]]:
    """Every route of the tile that is up, for a seat; for a spectator as any ship would see it."""
    rows, mine = _rows(s), seat < s.players and bool(racing(s, seat))
    able, ship = _able(s, seat), _Ship(s, seat) if mine else None
    found = []
    for route in printed_on(s):
        row = rows[route - 1]
        most = int(choices(s, seat, route)) - 1 if mine else WHEEL_NUMBERS - 1
        found.append(
            _printed(row, route)
            | {
                "open": most >= 0,
                "wheel": [0, max(most, 0)] if row[COST + WHEEL] else None,
                "with": [
                    told | (ship.comes_to(told) if ship else {"lands": None, "dry": None})
                    for told in _with(s, row, route, able, (0, max(most, 0)))
                ],
            }
        )
    return found


def company(s: Any, seat: int, route: int, number: int = 0) -> list[dict[str, Any]]:
    """What a route comes to for a ship that takes it, with this number on the wheel: alone, with one other, with two …
    as far as the others can pay for it."""
    ship = _Ship(s, seat)
    rows = _with(s, _rows(s)[route - 1], route, _able(s, seat), (number, number))
    return [told | ship.comes_to(told) for told in rows]


def printed_on(s: Any) -> list[int]:
    """The routes of the tile that is up, 1 for A."""
    return [route for route in range(1, 1 + len(SYMBOLS)) if _rows(s)[route - 1, PRINTED]]


def _rows(s: Any) -> Any:
    return s.routes[s.order[s.turn] - 1, s.face]


def _able(s: Any, seat: int) -> tuple[tuple[int, ...], ...]:
    """The routes that each of the others can pay for; for a spectator all but one are others, and can pay for all."""
    if seat >= s.players or not racing(s, seat):
        return (tuple(printed_on(s)),) * (int(left(s)) - 1)
    others = [other for other in range(int(s.players)) if other != seat and racing(s, other)]
    return tuple(tuple(route for route in printed_on(s) if choices(s, other, route)) for other in others)


class _Ship:
    """Where a ship is, and what it has, before it goes anywhere."""

    def __init__(self, s: Any, seat: int) -> None:
        self.zone = int(s.zone[seat])
        self.spare = int(s.fuel[seat]) - (not finishing(s))
        """What it can pay and go on, by rule 7."""
        self.stop = min((int(zone) for zone in s.marker if zone > self.zone), default=None)

    def comes_to(self, told: dict[str, Any]) -> dict[str, Any]:
        """The zones it could arrive in, and whether the cost may put it out, or will."""
        ends = [self.zone + zones for zones in told["zones"]]
        low, high = told["cost"]
        return {
            "lands": [end if self.stop is None else min(end, self.stop) for end in ends],
            "dry": "will" if low > self.spare else "may" if high > self.spare else None,
        }


def _printed(row: Any, route: int) -> dict[str, Any]:
    """What stands on the tile."""
    shown: dict[str, Any] = {
        "symbol": SYMBOLS[route - 1],
        "room": int(row[ROOM]) or None,
        "solo": bool(row[SOLO]),
        "bonus": int(row[BONUS]),
    }
    for field, column in NUMBERS.items():
        die = DIE_NAMES[BLUE if column == ZONES else YELLOW]
        shown[field] = tile_numbers.write(row[column : column + 5], die) or "0"
    return shown


@cache
def spread(able: tuple[tuple[int, ...], ...]) -> frozenset[tuple[int, ...]]:
    """Every way in which others can spread over the routes, as how many are on each."""
    return frozenset(tuple(chosen.count(route) for route in range(1, 1 + len(SYMBOLS))) for chosen in product(*able))


def _with(
    s: Any, row: Any, route: int, able: tuple[tuple[int, ...], ...], wheel: tuple[int, int]
) -> Iterator[dict[str, Any]]:
    """For each number of others on the same route, the least and the most of what one pays and gets, with the least and
    the most on the wheel."""
    spreads, faces = spread(able), [(int(die.min()), int(die.max())) for die in s.dice]
    for company in sorted({others[route - 1] for others in spreads}):
        riders = [
            [count + (symbol == route) for symbol, count in enumerate(others, 1)]
            for others in spreads
            if others[route - 1] == company
        ]
        fits = not row[ROOM] or company < row[ROOM]
        told: dict[str, Any] = {"others": company, "fits": bool(fits), "bonus": int(row[BONUS])}
        for field, column in NUMBERS.items():
            die = BLUE if column == ZONES else YELLOW
            low = min(_amount(row, column, counts, faces[die][0], wheel[0]) for counts in riders)
            high = max(_amount(row, column, counts, faces[die][1], wheel[1]) for counts in riders)
            told[field] = [low, high]
        gone = not fits or (row[SOLO] and company > 0)
        if not fits or (row[SOLO] and company == 0):
            told["cost"] = [0, 0]
        if gone:
            told |= {"zones": [0, 0], "fuel": [0, 0], "bonus": 0}
        yield told


def _amount(row: Any, column: int, riders: list[int], die: int, wheel: int) -> int:
    """A number where so many ride each route, every die shows this, and the wheel that."""
    counted, dice_for = int(row[column + RIDERS]), int(row[column + DICE_RIDERS])
    dice = int(row[column + DICE]) + (riders[dice_for - 1] if dice_for else 0)
    fixed = int(row[column + FIXED]) + wheel * int(row[column + WHEEL])
    return fixed + (riders[counted - 1] if counted else 0) + dice * die

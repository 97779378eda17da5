"""What a plan can ask in Outspeed: the tile that is up, the race as it stands, and where all went a turn ago.

What ships lay and programme is secret until all have: it is asked as what the table shows of it afterwards.
"""

from typing import Any

from sobremesa.server.features.plans.facts import Fact, View

CHOICES_IN_SIGHT = False
SYMBOLS, TILES = ("A", "B", "C"), range(1, 17)
TOKENS = "nitro", "fuel-tank", "flamethrower", "force-field", "ion-cannon", "electromagnet"
COMPANY = {"none": range(1), "one": range(1, 2), "more": range(2, 9)}
"""How many others were on one's route."""


def ships(view: View) -> list[str]:
    return [ship["name"] for ship in view["ships"]]


def places(view: View) -> range:
    return range(1, len(view["ships"]) + 1)


def mine(view: View) -> Any:
    return view["ships"][view["seat"]]


def called(view: View, seat: str) -> Any:
    return next(ship for ship in view["ships"] if ship["name"] == seat)


def route(view: View, symbol: str) -> Any:
    """A route of the tile, if it has it and one can pay for it."""
    routes = view["tile"]["routes"] if view["tile"] else []
    return next((each for each in routes if each["symbol"] == symbol and each["open"]), None)


def company(view: View, others: str) -> bool:
    """How many others went where one went oneself a turn ago."""
    own = mine(view)
    if own["last"] is None:
        return False
    return sum(ship["last"] == own["last"] for ship in view["ships"]) - 1 in COMPANY[others]


def went(view: View, seat: str, symbol: str) -> bool:
    return bool(called(view, seat)["last"] == symbol)


def fuel(view: View, seat: str, count: int) -> bool:
    return (called(view, seat)["fuel"] or 0) >= count


def place(view: View, count: int) -> bool:
    """Whether one is among the first so many; who shares a zone shares the place."""
    own = mine(view)["zone"]
    return own is not None and bool(sum((ship["zone"] or 0) > own for ship in view["ships"]) < count)


def ahead(view: View, seat: str) -> bool:
    return (called(view, seat)["zone"] or 0) > (mine(view)["zone"] or 0)


def out(view: View, seat: str) -> bool:
    return not called(view, seat)["racing"]


def danger(view: View) -> bool:
    """Whether one's zone falls if anybody passes the front."""
    return bool((mine(view)["zone"] or 0) <= view["track"]["danger"])


def token(view: View, token: str) -> bool:
    return token in (mine(view)["hand"] or [])


def tile(view: View, number: int) -> bool:
    return bool(view["tile"] and view["tile"]["number"] == number)


def finish(view: View) -> bool:
    return bool(view["tile"] and view["tile"]["finish"])


def affords(view: View, symbol: str) -> bool:
    return route(view, symbol) is not None


def costs(view: View, symbol: str, count: int) -> bool:
    """Whether a route costs no more than that for one who is alone on it."""
    found = route(view, symbol)
    return bool(found and found["with"] and found["with"][0]["cost"][1] <= count)


def brings(view: View, symbol: str, count: int) -> bool:
    """Whether a route leads at least so many zones ahead for one who is alone on it."""
    found = route(view, symbol)
    return bool(found and found["with"] and found["with"][0]["zones"][0] >= count)


FACTS = [
    Fact("company", company, others=tuple(COMPANY)),
    Fact("went", went, seat=ships, symbol=SYMBOLS),
    Fact("fuel", fuel, seat=ships, count=range(1, 100)),
    Fact("place", place, count=places),
    Fact("ahead", ahead, seat=ships),
    Fact("danger", danger),
    Fact("token", token, token=TOKENS),
    Fact("affords", affords, symbol=SYMBOLS),
    Fact("costs", costs, symbol=SYMBOLS, count=range(100)),
    Fact("brings", brings, symbol=SYMBOLS, count=range(1, 30)),
    Fact("tile", tile, number=TILES),
    Fact("finish", finish),
    Fact("out", out, seat=ships),
]

"""What a plan can ask in End of Line: where lines can go and end, what one holds, and who comes first."""

from typing import Any

from sobremesa.server.features.plans.facts import Fact, View

CHOICES_IN_SIGHT = True


def lines(view: View) -> list[str]:
    return [line["name"] for line in view["lines"]]


def squares(view: View) -> list[str]:
    return [f"{row},{column}" for row in range(view["size"]) for column in range(view["size"])]


def cards(view: View) -> list[str]:
    return list(view["lines"][0]["unlaid"])


def mine(view: View) -> Any:
    return view["lines"][view["seat"]]


def reaches(view: View, square: str) -> bool:
    return square in mine(view)["exits"]


def taken(view: View, square: str) -> bool:
    laid = {card["square"] for line in view["lines"] for card in line["cards"]}
    return square in laid or square in view["walls"]


def out(view: View, seat: str) -> bool:
    return any(line["name"] == seat and not line["alive"] for line in view["lines"])


def hand(view: View, card: str, count: int) -> bool:
    held = mine(view)["hand"]
    return held is not None and held[card] >= count


def energy(view: View, count: int) -> bool:
    return bool(mine(view)["energy"] >= count)


def sooner(view: View, seat: str) -> bool:
    """Whether another line comes before one's own in this round."""
    order = [view["lines"][line]["name"] for line in view["order"]]
    own = mine(view)["name"]
    return seat in order and own in order and order.index(seat) < order.index(own)


FACTS = [
    Fact("reaches", reaches, square=squares),
    Fact("taken", taken, square=squares),
    Fact("hand", hand, card=cards, count=range(1, 26)),
    Fact("energy", energy, count=range(1, 4)),
    Fact("sooner", sooner, seat=lines),
    Fact("out", out, seat=lines),
]

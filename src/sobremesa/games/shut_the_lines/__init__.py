"""Shut the Lines: dice split and summed to cover the lines of magic figures."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sobremesa.games.game import Choice, Flag, Game, Whole
from sobremesa.mistakes import BadOption

PLANS = "1", "2", "3", "4", "ladder", "random", "choose"
TARGETS = {"1": 5, "2": 5, "3": 10, "4": 10}
SIZES = {12: 1, 14: 2, 16: 3, 25: 4}


@dataclass(frozen=True)
class Layout:
    """An option that is a figure of one's own: its numbers, of stars tips and then crossings, of squares row by row."""

    name: str
    says: str

    @property
    def default(self) -> tuple[int, ...]:
        return ()

    @property
    def values(self) -> tuple[tuple[int, ...], ...]:
        return ((), (12, 11, 6, 5, 8, 10, 1, 7, 3, 9, 2, 4))

    @property
    def range(self) -> str:
        return "house, or all numbers of a plan: of stars the tips and then the crossings, of squares row by row"

    def read(self, value: Any) -> tuple[int, ...]:
        try:
            words = value.lower().replace("house", "") if isinstance(value, str) else value
            parts = words.replace("/", " ").replace(",", " ").split() if isinstance(words, str) else words
            numbers = tuple(int(part) for part in parts)
        except (TypeError, ValueError):
            raise BadOption(f"{self.name} is {self.range}; not {value!r}.") from None
        if numbers:
            if len(numbers) not in SIZES:
                raise BadOption(f"{self.name} has 12, 14, 16 or 25 numbers, for plans 1 to 4, not {len(numbers)}.")
            from sobremesa.games.shut_the_lines.tables import check_layout

            check_layout(SIZES[len(numbers)], numbers)
        return numbers

    def write(self, value: tuple[int, ...]) -> str:
        return " ".join(map(str, value)) or "house"

    def number(self, value: tuple[int, ...]) -> Any:
        """The lines as the rules take them."""
        import numpy as np

        from sobremesa.games.shut_the_lines.tables import MOST_LINES, masks

        lines = masks(SIZES[len(value)], value) if value else []
        return np.array(lines + [0] * (MOST_LINES - len(lines)), np.int32)


def usual(seats: int | None, given: Mapping[str, Any]) -> Mapping[str, Any]:
    """The target goes by the plan, and a layout of one's own says which plan it is."""
    options: dict[str, Any] = {"seats": 2}
    layout = given.get("layout", ())
    parts = layout.replace("/", " ").replace(",", " ").split() if isinstance(layout, str) else layout
    numbers = len(parts) if isinstance(parts, list | tuple) else 0
    if numbers in SIZES:
        options["plans"] = str(SIZES[numbers])
    plans = str(given.get("plans", options.get("plans", "1"))).strip().lower()
    return options | {"target": TARGETS.get(plans, 10)}


def forbids(seats: int, options: Mapping[str, Any]) -> str:
    """Why this cannot be played."""
    numbers = len(options["layout"])
    if numbers and options["plans"] != str(SIZES[numbers]):
        return f"A layout of {numbers} numbers is for plans={SIZES[numbers]}, not for plans={options['plans']}."
    return ""


def idle(seats: int, options: Mapping[str, Any]) -> set[str]:
    """What makes no difference: alone there are rounds, against others points; a layout is for one plan."""
    names = {"target", "ties"} if seats == 1 else {"rounds"}
    return names if options["plans"] in TARGETS else names | {"layout"}


GAME = Game(
    name="shut-the-lines",
    title="Shut the Lines",
    credit="Niek Neuwahl",
    summary="Split and sum the dice to cover the lines of magic figures.",
    seats=(1, 2, 3, 4),
    options=(
        Choice("plans", "1", PLANS, "One plan, 1 to 4; the ladder from 1 to 4; a random one; or who begins chooses."),
        Whole("target", 5, 1, 100, (3, 5), "The points that end the match when a round has been counted."),
        Whole("rounds", 5, 1, 100, (1, 5), "Alone: how many rounds are played."),
        Choice("partial", "choose", ("choose", "none"), "What whoever is knocked out may still cover."),
        Flag("voluntary_partial", False, "Whether one may cover in part and be out although the dice can be split."),
        Flag("mercy", False, "Whether a first throw that cannot be split is thrown again."),
        Choice(
            "ties", "share", ("share", "playoff"), "What those with the highest total do: share the win, or play on."
        ),
        Layout("layout", "A figure of your own in place of ours."),
    ),
    bots=("fewest-chips", "most-chips", "most-lines", "exact"),
    secrets=lambda options: False,
    package=__name__,
    usual=usual,
    forbids=forbids,
    idle=idle,
)

"""End of Line: lines of cards on an area whose edges are joined."""

from collections.abc import Mapping
from typing import Any

from sobremesa.games.game import Choice, Flag, Game, Squares, Whole

EDITIONS: Mapping[str, Mapping[str, Any]] = {
    "es": {"mulligan": False, "extra_gas": False, "boxed_in": True, "cross_cost": 1, "score": "es"},
    "en": {"mulligan": False, "extra_gas": False, "boxed_in": True, "cross_cost": 0, "score": "en"},
    "2021": {"mulligan": True, "extra_gas": True, "boxed_in": False, "cross_cost": 1, "score": "2021"},
}
SEATS = {"versus": range(2, 9), "teams": (4, 6, 8), "solo": (1,), "coop": range(2, 9), "classic": (1,)}
SIZES = {1: 5, 2: 7, 3: 7, 4: 9, 5: 9, 6: 11, 7: 11, 8: 13}
RIVALS = "versus", "teams"


def usual(seats: int | None, given: Mapping[str, Any]) -> Mapping[str, Any]:
    """An edition is a set of options; and who is alone plays solo."""

    def word(name: str, otherwise: str) -> str:
        return str(given.get(name, otherwise)).strip().lower()

    mode = word("mode", "solo" if seats == 1 else "versus")
    options = {"mode": mode, "seats": SEATS[mode][0] if mode in SEATS else 2, **EDITIONS.get(word("edition", "es"), {})}
    if mode not in RIVALS:
        options["boxed_in"] = False
    if mode == "classic" or word("deck", "shuffled") == "open":
        options["mulligan"] = options["extra_gas"] = False
    return options


def forbids(seats: int, options: Mapping[str, Any]) -> str:
    """Why this cannot be played."""
    mode, walls, size = options["mode"], options["walls"], SIZES[seats]
    if seats not in SEATS[mode]:
        some = {"versus": "2 to 8", "teams": "4, 6 or 8", "solo": "1", "coop": "2 to 8", "classic": "1"}[mode]
        return f"mode={mode} is for {some} player{'s' * (some != '1')}, not for {seats}."
    for name, wanted in ("deck", "open"), ("turns", "exact"), ("walls", walls or None):
        if options[name] == wanted and mode in RIVALS:
            return f"{name}={'…' if name == 'walls' else wanted} is for playing alone or together, not for mode={mode}."
    if mode == "classic" and (options["deck"] == "open" or options["turns"] == "exact"):
        return "Classic solitaire has no hand and no turns: deck is shuffled and turns is stop."
    for row, column in walls:
        if row >= size or column >= size:
            return f"The area is {size} by {size}, so a wall cannot be on {row},{column}."
        if (row, column) in _starts(seats):
            return f"A line begins on {row},{column}, so no wall can be there."
    if options["boxed_in"] and mode not in RIVALS:
        return f"boxed_in is a rule of versus and teams, not of mode={mode}."
    for name in "mulligan", "extra_gas":
        if options[name] and options["deck"] == "open":
            return f"{name} has no meaning with an open deck: nothing is drawn."
        if options[name] and mode == "classic":
            return f"{name} has no meaning in classic solitaire: nobody has a hand."
    return ""


def idle(seats: int, options: Mapping[str, Any]) -> set[str]:
    """What makes no difference: nobody counts a fight, nobody is boxed in alone, and only partners cross each other."""
    mode = options["mode"]
    names = {"score", "deck", "walls", "turns"} if mode in RIVALS else {"boxed_in"}
    if mode != "teams":
        names |= {"cross_cost"}
    if mode == "classic":
        names |= {"deck", "turns"}
    if mode == "classic" or options["deck"] == "open":
        names |= {"mulligan", "extra_gas"}
    return names


def _starts(seats: int) -> tuple[tuple[int, int], ...]:
    from sobremesa.games.end_of_line.tables import START

    return tuple(divmod(int(square), SIZES[seats]) for square, _ in START[seats, :seats])


GAME = Game(
    name="end-of-line",
    title="End of Line",
    credit="LittleHouse BoardGames",
    summary="Lines of cards grow on an area whose edges are joined: do not be the one who cannot go on.",
    seats=tuple(range(1, 9)),
    options=(
        Choice(
            "mode",
            "versus",
            tuple(SEATS),
            "Against each other, in teams of two, alone, together, or classic solitaire.",
        ),
        Choice("edition", "es", tuple(EDITIONS), "The booklet that the other options follow."),
        Flag("mulligan", False, "Whether everybody may once change the first hand."),
        Flag("extra_gas", False, "Whether energy may be spent on one more card."),
        Flag("boxed_in", True, "Whether a line that ends its turn without a free exit is cut."),
        Whole("cross_cost", 1, 0, 1, (0, 1), "The energy it costs to cross a partner's line."),
        Choice("score", "es", ("es", "en", "2021"), "How a filled area is counted, alone or together."),
        Choice(
            "deck", "shuffled", ("shuffled", "open"), "Alone or together: whether all cards are in the hand at once."
        ),
        Squares("walls", 3, ((), ((0, 1),), ((0, 0), (1, 4), (4, 2))), "Squares that are blocked, alone or together."),
        Choice(
            "turns", "stop", ("stop", "exact"), "Whether a full area ends the turn, or must be filled by its last card."
        ),
    ),
    bots=("greedy",),
    secrets=lambda options: options["mode"] in RIVALS,
    package=__name__,
    usual=usual,
    forbids=forbids,
    idle=idle,
    crossed=("mode", "edition"),
)

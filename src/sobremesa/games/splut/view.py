"""What a seat sees of Splut!, as plain data for any screen. Everything is in sight."""

from typing import Any

from sobremesa.games.splut.notation import PIECES, seat_names
from sobremesa.games.splut.rules import State, over
from sobremesa.games.splut.tables import OFF, ROCKS, SIDES, SQUARE_NAMES, THINGS


def view(s: Any, seat: int) -> dict[str, Any]:
    """The position for a seat, or for a spectator."""
    seen = dict(zip(State.names or (), s.item(), strict=True))  # asked for one by one they take ten times as long
    players, at, liftable = seen["players"], seen["at"].tolist(), seen["liftable"]
    return {
        "game": "splut",
        "seat": seat,
        "teams": [
            {
                "colour": colour,
                "side": side,
                "alive": at[first] != OFF,
                "pieces": {
                    piece: SQUARE_NAMES[square] if (square := at[first + k]) != OFF else None
                    for k, piece in enumerate(PIECES)
                },
            }
            for first, colour, side in zip(range(ROCKS, THINGS, 3), seat_names(players), SIDES[players], strict=False)
        ],
        "rocks": [SQUARE_NAMES[square] for square in at[:ROCKS]],
        "liftable": [SQUARE_NAMES[at[rock]] for rock in range(ROCKS) if liftable >> rock & 1],
        "turn": seen["turns"] + 1,
        "turn_limit": seen["turn_limit"],
        "mover": None if over(s) else seen["mover"],
        "steps": seen["steps"],
    }

"""What a seat sees of Splut!, as plain data for any screen. Everything is in sight."""

from typing import Any

from sobremesa.games.splut.notation import is_over, plain, seat_names
from sobremesa.games.splut.tables import OFF, ROCKS, SIDES, SQUARE_NAMES, THINGS

PLACES = [*SQUARE_NAMES, None]  # whatever has left the board is nowhere


def view(s: Any, seat: int) -> dict[str, Any]:
    """The position for a seat, or for a spectator."""
    seen = plain(s)
    at, players = seen.at, seen.players
    places = [PLACES[square] for square in at]
    return {
        "game": "splut",
        "seat": seat,
        "teams": [
            {
                "colour": colour,
                "side": side,
                "alive": at[first] != OFF,
                "pieces": {"sorcerer": places[first], "dwarf": places[first + 1], "troll": places[first + 2]},
            }
            for first, colour, side in zip(range(ROCKS, THINGS, 3), seat_names(players), SIDES[players], strict=False)
        ],
        "rocks": places[:ROCKS],
        "liftable": [places[rock] for rock in range(ROCKS) if seen.liftable >> rock & 1],
        "turn": seen.turns + 1,
        "turn_limit": seen.turn_limit,
        "mover": None if is_over(seen) else seen.mover,
        "steps": seen.steps,
    }

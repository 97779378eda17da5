"""What a seat sees of Splut!, as plain data for any screen. Everything is in sight."""

from typing import Any

from sobremesa.games.splut.notation import PIECES, name, seat_names
from sobremesa.games.splut.rules import alive, over, sorcerer_of
from sobremesa.games.splut.tables import OFF, ROCKS, SIDES


def view(s: Any, seat: int) -> dict[str, Any]:
    """The position for a seat, or for a spectator."""
    players = int(s.players)
    return {
        "game": "splut",
        "seat": seat,
        "teams": [
            {
                "colour": colour,
                "side": side,
                "alive": bool(alive(s, number)),
                "pieces": {
                    piece: name(square) if (square := s.at[sorcerer_of(number) + k]) != OFF else None
                    for k, piece in enumerate(PIECES)
                },
            }
            for number, (colour, side) in enumerate(zip(seat_names(players), SIDES[players], strict=True))
        ],
        "rocks": [name(s.at[rock]) for rock in range(ROCKS)],
        "liftable": [name(s.at[rock]) for rock in range(ROCKS) if s.liftable >> rock & 1],
        "turn": int(s.turns) + 1,
        "turn_limit": int(s.turn_limit),
        "mover": None if over(s) else int(s.mover),
        "steps": int(s.steps),
    }

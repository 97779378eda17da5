"""Golden playthroughs. `make golden` writes them anew; the diff is the review."""

from pathlib import Path

FOLDER = Path(__file__).parent

MATCHES = [  # game, seats, options, seed
    ("splut", 2, {}, 76),
    ("splut", 3, {"levitate_adjacent": False}, 183),
    ("splut", 4, {"turn_limit": 12}, 3),
]


def page(name: str, seats: int, options: dict, seed: int) -> tuple[Path, str]:
    """Where a playthrough is kept, and what it should be."""
    from sobremesa import games
    from sobremesa.testing.playthrough import playthrough

    return FOLDER / f"{name}-{seats}.txt", playthrough(games.find(name), seats, options, seed)

"""Golden playthroughs. `make golden` writes them anew; the diff is the review."""

from pathlib import Path

FOLDER = Path(__file__).parent

MATCHES = [  # game, seats, options, seed
    ("splut", 2, {}, 76),
    ("splut", 3, {"levitate_adjacent": False}, 183),
    ("splut", 4, {"turn_limit": 12}, 3),
    ("end-of-line", 2, {}, 8),
    ("end-of-line", 5, {"edition": "2021"}, 4),
    ("end-of-line", 4, {"mode": "teams", "edition": "en"}, 1),
    ("end-of-line", 1, {"walls": "0,1"}, 3),
    ("end-of-line", 2, {"mode": "coop", "turns": "exact"}, 5),
    ("shut-the-lines", 2, {"target": 1}, 1),
    ("shut-the-lines", 1, {"plans": "4", "rounds": 1}, 2),
    ("outspeed", 3, {}, 10),
    ("outspeed", 6, {"first_game": True}, 71),
]


def page(name: str, seats: int, options: dict, seed: int) -> tuple[Path, str]:
    """Where a playthrough is kept, and what it should be."""
    from sobremesa import games
    from sobremesa.testing.playthrough import playthrough

    mode = f"-{options['mode']}" if "mode" in options else ""
    return FOLDER / f"{name}{mode}-{seats}.txt", playthrough(games.find(name), seats, options, seed)

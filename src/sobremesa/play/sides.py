"""Who wins and loses with whom."""

from sobremesa.games.game import Game
from sobremesa.play.ending import TOGETHER

Sides = tuple[tuple[int, ...], ...]


def sides_of(game: Game, seats: int, mode: str) -> Sides:
    """The seats of each side; those who win and lose together are one side."""
    if mode in TOGETHER.get(game.name, ()):
        return (tuple(range(seats)),)
    if mode == "teams":
        partners = game.part("tables").PARTNER[seats]
        return tuple((seat, partner) for seat, partner in enumerate(partners) if seat < partner)
    return tuple((seat,) for seat in range(seats))

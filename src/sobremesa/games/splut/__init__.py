"""Splut!: trolls throw rocks at sorcerers."""

from sobremesa.games.game import Flag, Game, Whole

GAME = Game(
    name="splut",
    title="Splut!",
    credit="Tommy De Coninck",
    summary="Trolls throw rocks at sorcerers on a diamond board.",
    seats=(2, 3, 4),
    options=(
        Whole(
            "turn_limit",
            200,
            1,
            10_000,
            (1, 2, 3, 200),
            "After that many turns it is a draw among those still standing.",
        ),
        Flag(
            "levitate_adjacent", True, "A levitated rock may follow right behind the sorcerer or go right ahead of him."
        ),
    ),
    bots=("tactician",),
    secrets=lambda options: False,
    package=__name__,
)

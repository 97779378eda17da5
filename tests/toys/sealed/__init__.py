"""Sealed bids: a small game with everything that Splut! has not, to try the contract on."""

from sobremesa.games.game import Choice, Flag, Game, Whole

GAME = Game(
    name="sealed-bids",
    title="Sealed bids",
    credit="the tests of Sobremesa",
    summary="Bid with a card that nobody else has seen.",
    seats=(2, 4),
    options=(
        Whole("rounds", 3, 1, 5, (1, 3), "How many rounds are played."),
        Flag("ties", False, "Whether those who tie for the highest bid score."),
        Choice("best", "high", ("high", "low"), "Which bid wins."),
    ),
    bots=(),
    secrets=lambda options: True,
    package=__name__,
)

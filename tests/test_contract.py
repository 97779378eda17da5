"""Every game keeps the contract, with every number of seats and every listed value of each option."""

import pytest

from sobremesa import games, testing
from tests.toys import sealed

pytestmark = pytest.mark.usefixtures("sealed_bids")

CASES = [
    pytest.param(check, game, seats, options, id=f"{game.name}-{seats}-{_changed}-{check.__name__}")
    for game in [*map(games.find, games.names()), sealed.GAME]
    for seats, options in game.cases()
    for _changed in [
        ",".join(f"{o.name}={o.write(options[o.name])}" for o in game.options if options[o.name] != o.default)
        or "usual"
    ]
    for check in testing.CHECKS
]


@pytest.mark.parametrize(("check", "game", "seats", "options"), CASES)
def test_contract(check, game, seats, options):
    check(game, seats, options)

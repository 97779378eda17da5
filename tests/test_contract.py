"""Every game keeps the contract: each pair of values in every run, every listed combination in exhaustive ones."""

import pytest

from sobremesa import games, testing
from tests.support.pairs import pairs, pairs_of
from tests.toys import sealed

pytestmark = pytest.mark.usefixtures("sealed_bids")

GAMES = [*map(games.find, games.names()), sealed.GAME]


def name_of(game, seats, options):
    """Return how a combination is called in the list of tests."""
    changed = [f"{o.name}={o.write(options[o.name])}" for o in game.options if options[o.name] != o.default]
    return f"{game.name}-{seats}-{','.join(changed) or 'usual'}"


def cases():
    for game in GAMES:
        for effort, chosen in (("quick", pairs(game)), ("full", game.cases())):
            for seats, options in chosen:
                for check in testing.CHECKS:
                    name = f"{effort}-{name_of(game, seats, options)}-{check.__name__}"
                    marks = (pytest.mark.exhaustive,) if effort == "full" else ()
                    given = check, game, seats, options, getattr(testing, effort.upper())
                    yield pytest.param(*given, id=name, marks=marks)


@pytest.mark.parametrize(("check", "game", "seats", "options", "effort"), list(cases()))
def test_contract(check, game, seats, options, effort):
    check(game, seats, options, effort)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_each_pair_of_values_is_tried_in_every_run(game):
    assert pairs_of(pairs(game)) >= pairs_of(game.cases())

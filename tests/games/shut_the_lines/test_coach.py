"""The coach after a match: luck and skill apart, and both together the lines."""

import json

import pytest
from click.testing import CliRunner

import sobremesa
from sobremesa import bots
from sobremesa.cli.main import main
from sobremesa.games.shut_the_lines import GAME
from sobremesa.games.shut_the_lines.values import values

pytestmark = pytest.mark.compiled


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"partial": "none"},
        {"mercy": True},
        {"voluntary_partial": True},
        {"partial": "none", "voluntary_partial": True},
    ],
    ids=str,
)
@pytest.mark.parametrize("plan", [1, 3])
def test_what_perfect_play_expects_and_luck_less_what_was_given_away_are_the_lines(tmp_path, plan, options):
    match = sobremesa.Match(GAME, 2, seed=3, players=["random", "exact"], plans=str(plan), target=1, **options)
    players = [bots.make(name, GAME, 5) for name in match.players]
    while not match.is_over:
        seat = match.turn
        match.push(match.move(seat, players[seat].choose(match.seen_by(seat), seat, match.legal_actions_of(seat))))
    told = CliRunner().invoke(main, ["coach", str(match.save(tmp_path / "match.txt")), "--json"])
    assert told.exit_code == 0, told.output
    rounds = match.view()["round"]
    for player in json.loads(told.output):
        expected = rounds * values(plan, **options).value(0)
        assert player["lines"] == pytest.approx(expected + player["luck"] - player["given_away"], abs=2e-4)
    assert json.loads(told.output)[1]["given_away"] <= json.loads(told.output)[0]["given_away"]

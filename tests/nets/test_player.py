"""The bot that learnt, at the table: it plays by the rules and its budget, and says what it thinks."""

import numpy as np
import pytest

from sobremesa import arena, bots, games
from sobremesa.bots import net_bots as shelf
from sobremesa.bots.bot import Budget
from sobremesa.lab.single import NOBODY, Single
from sobremesa.mistakes import BadOption, BadSeats, BadWeights, UnknownBot
from sobremesa.nets.player import WORLDS, Learnt
from tests.support.games.splut import KILLS, begin
from tests.support.nets import file

pytestmark = pytest.mark.compiled
SPLUT, LINES = games.find("splut"), games.find("end-of-line")


@pytest.fixture
def learnt(monkeypatch, tmp_path):
    """Splut! has a net, and no other game has one."""
    path = file(tmp_path)
    monkeypatch.setattr(shelf, "shipped", lambda game: path if game.name == "splut" else tmp_path / "none")
    return path


def match_of(game, path, seed, rounds=24):
    """The actions of a match against itself."""
    single, played = Single(game, 2, seed=seed), []
    players = [Learnt(game, seed + seat, Budget(rounds=rounds), path=path) for seat in range(2)]
    while single.turn != NOBODY and len(played) < 30:
        seat = single.turn
        action = players[seat].choose(single.seen_by(seat).view(np.recarray), seat, single.legal())
        assert action in single.legal()
        played.append(action)
        single.step(action)
    return played


@pytest.mark.parametrize("game", [SPLUT, LINES], ids=["splut", "end-of-line"])
def test_it_plays_by_the_rules_and_the_same_seed_plays_the_same(game, tmp_path):
    path = file(tmp_path, game.name)
    assert match_of(game, path, 1) == match_of(game, path, 1)


def test_it_finds_a_kill_with_a_net_that_knows_nothing(tmp_path):
    path = file(tmp_path, size=0)
    match = begin(KILLS[2], steps=2)
    bot = Learnt(SPLUT, 1, Budget(rounds=600), path=path)
    while match.turn == 0 and not match.is_over:
        match.push(match.move(0, bot.choose(match.seen_by(0), 0, match.legal_actions_of(0))))
    assert match.result.winners == (0,)


def test_it_says_what_it_thinks_and_goes_on_with_it(tmp_path):
    single = Single("splut", 2)
    single.step(single.legal()[0])
    bot = Learnt(SPLUT, 1, Budget(rounds=200), path=file(tmp_path))
    action = bot.choose(single.position.view(np.recarray), 1, single.legal())
    thought = bot.opinion
    assert thought.rounds == 200 and -1 <= thought.expected <= 1
    assert set(thought.choices) == set(single.legal())
    assert sum(share for _, share in thought.choices.values()) == pytest.approx(1)
    assert thought.line[0] == (1, action) and thought.choices[action][1] == max(s for _, s in thought.choices.values())
    kept = int(bot.forest.tries[0, bot.forest.root[0]].sum())
    assert bot.forest.root[0] > 0 and kept > 10
    used = int(bot.forest.used[0])
    single.step(action)
    bot.choose(single.position.view(np.recarray), 1, single.legal())
    assert used < bot.forest.used[0] <= used + 200 - kept  # the rest of the turn had been thought about
    assert bot.next is None  # the other is to choose


def test_what_is_hidden_is_searched_in_several_worlds(tmp_path):
    single = Single("end-of-line", 2, seed=1)
    seat = single.turn
    bot = Learnt(LINES, 1, Budget(rounds=80), path=file(tmp_path, "end-of-line"))
    bot.choose(single.seen_by(seat).view(np.recarray), seat, single.legal())
    assert bot.worlds == WORLDS and bot.next is None
    assert bot.opinion.rounds == 80
    others = bot.forest.world["hand"][:, 1 - seat]
    assert len({hand.tobytes() for hand in others}) > 1


def test_it_stops_when_the_time_is_over_or_somebody_says_so(tmp_path):
    single = Single("splut", 2)
    path = file(tmp_path)
    for budget in Budget(seconds=0.05), Budget(rounds=10**9):
        bot, told = Learnt(SPLUT, 1, budget, path=path), []
        bot.tell = lambda opinion, told=told: told.append(opinion) or len(told) > 1
        assert bot.choose(single.position.view(np.recarray), 0, single.legal()) in single.legal()
        assert len(told) <= 2


def test_only_a_game_with_a_net_has_it(learnt):
    assert "learnt" in bots.names(SPLUT) and "learnt" not in bots.names(LINES)
    assert tuple(bots.names(SPLUT)[-5:]) == bots.LEVELS
    assert isinstance(bots.make("learnt@20", SPLUT, 1), Learnt)
    with pytest.raises(UnknownBot, match="End of Line has no bot 'learnt'"):
        bots.make("learnt", LINES, 1)
    with pytest.raises(BadOption, match="a bot is one of its levels"):
        bots.check("learnt", SPLUT)


def test_it_plays_in_the_arena_with_as_many_seats_as_it_learnt(learnt):
    with pytest.raises(BadSeats, match=r"learnt plays Splut! with 2 seats, not with 3\."):
        arena.ask("splut", ["learnt", "random"], seats=3)
    assert arena.ask("splut", ["learnt@4", "random"], seats=2).bots == ("learnt@4", "random")
    single = Single("splut", 3)
    with pytest.raises(BadSeats, match="with 2 seats, not with 3"):
        Learnt(SPLUT, 1, path=learnt).choose(single.position.view(np.recarray), 0, single.legal())


def test_a_net_of_another_game_is_refused(learnt):
    with pytest.raises(BadWeights, match="learnt splut by rules 1, not End of Line as it is now"):
        Learnt(LINES, 1, path=learnt)


def test_a_level_can_be_the_net(learnt, monkeypatch):
    from sobremesa.bots.levels import Preset, seated

    assert isinstance(seated(Preset(10, player="learnt"), SPLUT, 1, None), Learnt)

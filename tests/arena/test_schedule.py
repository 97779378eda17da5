"""Who meets whom, on which seat, by which seed."""

from collections import Counter
from itertools import combinations, permutations

import pytest

from sobremesa.arena import ask
from sobremesa.arena.schedule import fixtures
from sobremesa.mistakes import BadOption, BadSeats, UnknownBot, UnknownGame

pytestmark = pytest.mark.compiled
FOUR = ["random", "weak", "middle", "strong"]


def test_two_seats_change_on_pairs_of_equal_seeds():
    found = fixtures(ask("splut", ["random", "tactician", "uct@10"], 6, seed=5))
    assert [fixture.number for fixture in found] == list(range(18))
    assert Counter(fixture.bots for fixture in found) == dict.fromkeys(
        permutations(["random", "tactician", "uct@10"], 2), 3
    )
    for pair in combinations(["random", "tactician", "uct@10"], 2):
        seeds = [(fixture.seed, fixture.bots) for fixture in found if set(fixture.bots) == set(pair)]
        assert len({seed for seed, _ in seeds}) == 3
        assert all(Counter(seed for seed, _ in seeds)[seed] == 2 for seed, _ in seeds)
        assert len(set(seeds)) == 6


def test_two_bots_play_the_same_matches_whoever_else_takes_part():
    few = fixtures(ask("splut", ["random", "tactician"], 4))
    many = fixtures(ask("splut", ["uct@10", "random", "tactician"], 4))
    both = [(each.bots, each.seed) for each in many if "uct@10" not in each.bots]
    assert both == [(each.bots, each.seed) for each in few]
    assert {each.seed for each in few}.isdisjoint(
        each.seed for each in fixtures(ask("splut", ["random", "uct"], 4, seed=1))
    )


@pytest.mark.parametrize(("seats", "games"), [(3, 36), (4, 24), (5, 480)])
def test_at_bigger_tables_everybody_sits_everywhere_before_and_behind_everybody(seats, games):
    found = fixtures(ask("outspeed", FOUR, games, seats=seats))
    places = Counter((bot, seat) for each in found for seat, bot in enumerate(each.bots))
    assert len(places) == 4 * seats and max(places.values()) - min(places.values()) <= 1
    behind = Counter(pair for each in found for pair in zip(each.bots, each.bots[1:] + each.bots[:1], strict=True))
    unlike = {pair: count for pair, count in behind.items() if pair[0] != pair[1]}
    assert len(unlike) == 12 and len(set(unlike.values())) == 1
    met = Counter(pair for each in found for pair in combinations(sorted(set(each.bots)), 2))
    assert len(met) == 6 and min(met.values()) >= games and len(set(met.values())) == 1


def test_fewer_bots_than_seats_share_them():
    found = fixtures(ask("splut", ["random", "tactician"], 12, seats=3))
    assert Counter(each.bots.count("random") for each in found) == {1: 6, 2: 6}


def test_one_among_others():
    found = fixtures(ask("outspeed", ["strong", "middle"], 8, seats=4, against=["weak", "middle"]))
    assert len(found) == 3 * 8
    one = [each.bots for each in found if set(each.bots) == {"strong", "weak"}]
    assert Counter(bots.index("strong") for bots in one) == dict.fromkeys(range(4), 2)
    assert all(bots.count("weak") == 3 for bots in one)
    up = fixtures(ask("outspeed", FOUR, 4, seats=4, ladder=True))
    assert Counter(frozenset(Counter(each.bots).items()) for each in up) == {
        frozenset({(FOUR[n], 3), (FOUR[n + 1], 1)}): 4 for n in range(3)
    }
    two = fixtures(ask("splut", ["random", "uct", "tactician"], 2, ladder=True))
    assert {frozenset(each.bots) for each in two} == {frozenset({"random", "uct"}), frozenset({"uct", "tactician"})}


def test_partners_are_the_same_bot():
    found = fixtures(ask("end-of-line", ["random", "greedy"], 2, seats=4, mode="teams"))
    assert [each.bots for each in found] == [
        ("random", "greedy", "greedy", "random"),
        ("greedy", "random", "random", "greedy"),
    ]
    assert found[0].seed == found[1].seed
    six = fixtures(ask("end-of-line", ["random", "greedy", "uct"], 6, seats=6, mode="teams"))
    assert all(each.bots[0] == each.bots[5] and each.bots[1] == each.bots[2] for each in six)
    assert len({each.bots for each in six}) == 6


def test_where_nobody_is_against_anybody_all_play_the_same_seeds():
    for seats, mode in (1, "solo"), (3, "coop"):
        found = fixtures(ask("end-of-line", ["random", "greedy"], 3, seats=seats, mode=mode))
        assert Counter(each.bots for each in found) == {("random",) * seats: 3, ("greedy",) * seats: 3}
        assert len({each.seed for each in found}) == 3


@pytest.mark.parametrize(
    ("game", "bots", "more", "kind", "words"),
    [
        ("chess", ["random"], {}, UnknownGame, "no game 'chess'"),
        ("splut", ["random", "taktician"], {}, UnknownBot, "Did you mean tactician"),
        ("splut", ["random", "tactician"], {"against": ["nobody"]}, UnknownBot, "no bot 'nobody'"),
        ("splut", ["random", "random"], {}, BadOption, "named twice"),
        ("splut", "random", {}, BadOption, "a list of names"),
        ("splut", [], {}, BadSeats, "Name the bots"),
        ("splut", ["random"], {}, BadSeats, "nobody to play"),
        ("splut", ["random"], {"ladder": True}, BadSeats, "nobody to play"),
        ("splut", ["random"], {"against": ["random"]}, BadSeats, "name another"),
        ("splut", ["random", "uct"], {"against": ["tactician"], "ladder": True}, BadOption, "not with both"),
        ("splut", ["random", "uct"], {"seats": 7}, BadSeats, "2, 3 or 4 players"),
        ("splut", ["random", "uct"], {"games": 0}, BadOption, "games is a whole number from 1 on, not 0"),
        ("splut", ["random", "uct"], {"opening": -1}, BadOption, "opening is a whole number from 0 on"),
        ("splut", ["random", "uct"], {"seed": "x"}, BadOption, "seed is a whole number, not 'x'"),
        ("splut", ["random", "uct"], {"colour": "red"}, BadOption, "no option 'colour'"),
        ("end-of-line", ["random"], {"seats": 1, "against": ["greedy"]}, BadSeats, "nobody plays against anybody"),
    ],
)
def test_what_cannot_be_played_is_said_in_one_sentence(game, bots, more, kind, words):
    with pytest.raises(kind, match=words):
        ask(game, bots, **more)

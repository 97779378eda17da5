"""The greedy bot of End of Line: what it must never do, and that it plays everything."""

import pytest

import sobremesa
from sobremesa import bots
from sobremesa.games.end_of_line.events import Cut, Spent
from tests.support.games.end_of_line import alive, begin, energy, mover, moves


def choose(match, seed=0):
    """What greedy chooses now, as text."""
    bot = bots.make("greedy", match.game, seed)
    action = bot.choose(match.seen_by(match.turn), match.turn, match.legal_actions_of(match.turn))
    return match.move(match.turn, action).text


def played(seats, names, seed, **options):
    """A match played to its end by the bots named, one for each seat."""
    match = sobremesa.Match("end-of-line", seats, seed=seed, **options)
    players = [bots.make(name, match.game, 1000 * seed + seat) for seat, name in enumerate(names)]
    while not match.is_over:
        seat = match.turn
        legal = match.legal_actions_of(seat)
        action = players[seat].choose(match.seen_by(seat), seat, legal)
        assert action in legal
        match.push(match.move(seat, action))
    return match


OPEN = """
    0  .  .  R│ .  M│ .  .
    1  .  .  R│ .  M│ .  .
    2  .  .  R│ .  M│ .  .
    3  .  .  R╵ .  M╵ .  .
"""


def test_it_goes_where_most_squares_are_within_reach():
    """To the left is a pocket of one square."""
    match = begin(
        """
        0  .  ## ## .  .  .  .
        1  ## .  R┬ .  .  .  .
        2  .  ## R│ ## .  .  .
        3  .  .  R╵ .  M╵ .  .
        """,
        hands={"ruby": "straight straight straight"},
        rounds=1,
    )
    assert moves(match) == {"straight>1,1", "straight>1,3"}
    assert {choose(match, seed) for seed in range(10)} == {"straight>1,3"}


def test_it_looks_to_the_end_of_its_turn():
    """The right card on 2,2 can be followed by a card that goes on, the left one cannot."""
    match = begin(
        """
        1  .  ## .  .  .  .  .
        2  ## .  .  .  .  .  .
        3  .  ## R╵ .  M╵ .  .
        """,
        hands={"ruby": "left right straight"},
    )
    assert {choose(match, seed) for seed in range(20)} <= {"right>2,2", "straight>2,2"}
    for seed in range(10):
        twin = match.copy()
        while mover(twin) == "ruby":
            twin.push(choose(twin, seed))
        assert alive(twin) == "ruby maize"


def test_it_goes_without_energy_where_it_can():
    for edition in "es", "2021":
        match = begin(OPEN, rounds=3, edition=edition)
        assert {"go", "boost", "brake"} <= moves(match)
        assert {choose(match, seed) for seed in range(20)} == {"go"}


SHUT = """
    6  .  .  .  .  .  .  .
    0  .  .  R│ .  M│ .  .
    1  .  .  R{} .  M│ .  .
    2  .  .  R│ .  M│ .  .
    3  .  .  R╵ .  M╵ .  .
    5  .  .  ## .  .  .  .
"""


def test_it_brakes_before_a_wall():
    """It holds only straight cards: the second would be its last."""
    match = begin(SHUT.format("│"), rounds=3, hands={"ruby": "straight straight"}, boxed_in=False)
    assert {choose(match, seed) for seed in range(20)} == {"brake"}


def test_it_turns_around_where_everything_else_cuts_it():
    match = begin(SHUT.format("┼").replace("6  .  .  . ", "6  .  .  ##"), rounds=3)
    assert moves(match) == {"turnaround"}
    assert choose(match) == "turnaround"
    match = begin(SHUT.format("┼"), rounds=3, hands={"ruby": "straight straight straight"})
    assert {choose(match, seed) for seed in range(20)} <= {"turnaround", "brake"}


def test_it_fills_an_area_that_it_can_fill():
    """The tee leads to the last square, the straight card does not."""
    match = begin(
        """
        0  R├ R┐ R┌ R┐ R│
        1  .  .  R│ R│ R│
        2  R┌ R┼ R╵ R│ R│
        3  R┘ R│ R┌ R┴ R└
        4  R┬ R┤ R└ R─ R┬
        """,
        1,
        rounds=2,
    )
    while not match.is_over:
        match.push(choose(match))
    assert match.view()["empty"] == 0


def test_it_keeps_its_first_hand():
    match = sobremesa.Match("end-of-line", 2, mulligan=True, seed=3)
    assert moves(match) == {"keep", "mulligan"}
    assert {choose(match, seed) for seed in range(20)} == {"keep"}


def test_it_sees_no_more_than_its_seat():
    """Whatever maize holds, ruby chooses the same."""
    one = begin(OPEN, hands={"maize": "left left right right tee"})
    other = begin(OPEN, hands={"maize": "straight straight straight straight cross-0"})
    assert [choose(one, seed) for seed in range(20)] == [choose(other, seed) for seed in range(20)]


@pytest.mark.compiled
def test_it_beats_random_play():
    """In versus of two, on either seat."""
    wins = [played(2, ["greedy", "random"], seed).result.winners == (0,) for seed in range(20)]
    wins += [played(2, ["random", "greedy"], seed).result.winners == (1,) for seed in range(20)]
    assert sum(wins) >= 28


@pytest.mark.compiled
@pytest.mark.parametrize("edition", ["es", "2021"])
def test_it_spends_energy_only_to_survive(edition):
    """Where it spent any, going without would have cut it, whatever it laid, or was not possible."""
    spent = 0
    for seed in range(12):
        match = played(3, ["greedy"] * 3, seed, edition=edition)
        for number, move in enumerate(match.moves):
            if any(isinstance(event, Spent) for event in match.events_of(number)):
                spent += 1
                assert not survives(match.at(number), move.seat)
    assert spent > 5


def survives(match, seat):
    """Whether a line can play its turn without energy and not be cut."""
    if "go" not in moves(match):
        return False
    match.push("go")
    lines, rounds = [match], match.position[0].rounds
    while lines:
        line = lines.pop()
        if line.turn != seat or line.position[0].rounds > rounds:
            if line.position[0].alive[seat]:
                return True
            continue
        for move in line.legal_moves:
            twin = line.copy()
            twin.roll = False
            twin.push(move)
            lines.append(twin)
    return False


@pytest.mark.compiled
def test_the_same_seed_plays_the_same_match():
    assert played(4, ["greedy"] * 4, 1).record() == played(4, ["greedy"] * 4, 1).record()
    assert played(4, ["greedy"] * 4, 1).moves != played(4, ["greedy"] * 4, 2).moves


CASES = [
    *((seats, {"edition": edition}) for seats in range(2, 9) for edition in ("es", "2021")),
    *((seats, {"mode": "teams", "edition": edition}) for seats in (4, 6, 8) for edition in ("es", "en", "2021")),
    *((seats, {"mode": "coop", "edition": "2021"}) for seats in range(2, 9)),
    *((1, {"turns": turns, "deck": deck}) for turns in ("stop", "exact") for deck in ("shuffled", "open")),
    (2, {"mode": "coop", "deck": "open"}),
    (1, {"edition": "2021", "walls": "0,0 4,1"}),
    (1, {"mode": "classic"}),
]


@pytest.mark.compiled
@pytest.mark.parametrize(("seats", "options"), CASES)
def test_it_plays_everything_to_the_end(seats, options):
    match = played(seats, ["greedy"] * seats, 5, **options)
    assert match.is_over
    assert len(match.moves) > seats
    if match.options["mode"] == "versus":
        assert sum(isinstance(event, Cut) for event in match.events(0)) == seats - 1
    assert all(energy(match, name) <= 3 for name in match.seat_names)

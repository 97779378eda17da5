"""End of Line: what is hidden from whom, dealing it anew, and what makes a position unsound."""

import numpy as np
import pytest

import sobremesa
from sobremesa.games.end_of_line import invariants, rules
from sobremesa.games.end_of_line.tables import NOTHING, START_CARD
from sobremesa.kernel import SPECTATOR, calls
from sobremesa.kernel.rng import seeded
from tests.support.games.end_of_line import begin, hand, play

ROWS = {"ruby": "straight", "maize": "straight tee", "jade": "left-ahead left"}
HANDS = {"ruby": "tee tee left", "maize": "cross-5 cross-0 right right", "jade": "straight"}


def three(**rest):
    return begin(seats=3, rows=ROWS, hands=HANDS, **rest)


@pytest.mark.parametrize(
    ("seats", "options"), [(1, {}), (2, {}), (6, {"mode": "teams"}), (8, {}), (5, {"mode": "coop"})]
)
def test_how_many_play(seats, options):
    assert rules.seats(sobremesa.Match("end-of-line", seats, roll=False, **options).position[0]) == seats


def test_other_hands_are_hidden_among_what_is_not_laid():
    match = three()
    seen, true = match.seen_by(0)[0], match.position[0]
    assert seen.hand[0].tolist() == true.hand[0].tolist()
    assert seen.deck[0].tolist() == true.deck[0].tolist()
    for other in 1, 2:
        assert seen.hand[other].sum() == 0
        assert seen.held[other] == true.held[other]  # how many everybody can see
        assert seen.deck[other].tolist() == (true.deck[other] + true.hand[other]).tolist()


def test_in_teams_the_partners_hand_too():
    match = begin(seats=4, mode="teams", hands={"lapis": "tee tee cross-0"})
    assert match.seen_by(0)[0].hand[1:].sum() == 0
    assert match.seen_by(3)[0].hand.sum() == 3


def test_from_a_spectator_all_are():
    seen = three().seen_by(SPECTATOR)[0]
    assert seen.hand.sum() == 0
    assert seen.held.tolist()[:3] == [3, 4, 1]


def deals(match, eyes, count=60):
    """Positions in which what a seat does not know has been dealt anew."""
    rng = seeded(3)
    for _ in range(count):
        dealt = match.position.copy()
        calls.deal(dealt, eyes, rng)
        yield dealt[0]


def test_dealt_anew_each_holds_as_many_cards_of_its_own():
    match = three()
    true, hands = match.position[0], set()
    for dealt in deals(match, 0):
        assert list(invariants.faults(dealt)) == []
        assert dealt.hand[0].tolist() == true.hand[0].tolist()
        assert dealt.hand.sum(axis=1).tolist() == true.held.tolist() == dealt.held.tolist()
        assert (dealt.hand + dealt.deck).tolist() == (true.hand + true.deck).tolist()
        hands.add(str(dealt.hand[1:3].tolist()))
    assert len(hands) > 30


def test_dealt_anew_every_card_not_laid_is_as_likely():
    """Jade holds one of 23 cards: eight straight of nine are among them, not nine."""
    counts = np.zeros(8)
    match = three()
    for dealt in deals(match, 0, 2000):
        counts += dealt.hand[2]
    left = match.position[0].deck[2] + match.position[0].hand[2]
    assert left.sum() == 23
    assert np.abs(counts / 2000 - left / 23).max() < 0.04


@pytest.mark.parametrize(("seats", "options"), [(1, {}), (3, {"mode": "coop"}), (1, {"mode": "classic"})])
def test_alone_and_together_nothing_is_hidden(seats, options):
    match = sobremesa.Match("end-of-line", seats, seed=4, **options)
    for eyes in (*range(seats), SPECTATOR):
        assert match.seen_by(eyes).tobytes() == match.position.tobytes()
        for dealt in deals(match, eyes, 3):
            assert dealt.tobytes() == match.position[0].tobytes()


def test_hands_are_played_from_and_no_others():
    match = play(three(), "tee>3,0")
    assert hand(match, "ruby") == "left tee"
    assert hand(match, "maize") == "right right cross-5 cross-0"


@pytest.mark.parametrize(
    ("field", "index", "value", "says"),
    [
        ("empty", (), 5, "empty squares"),
        ("on", 0, 1, "held twice, or by nobody"),
        ("path", (0, 1), 0, "does not lie where it was laid"),
        ("face", 3 * 7 + 2, 0, "does not begin with its start card"),
        ("face", 3 * 7 + 1, 4 * START_CARD, "does not begin with its start card"),
        ("deck", (0, 0), 9, "seat 0 has 10 cards of kind 0, not 9"),
        ("held", 1, 5, "does not hold as many cards"),
        ("energy", 2, 4, "too much energy"),
        ("alive", 2, 0, "not as many stand"),
    ],
)
def test_what_cannot_be_is_found(field, index, value, says):
    s = three().position[0]
    assert s.on[0] == NOTHING
    assert list(invariants.faults(s)) == []
    if index == ():
        s[field] = value
    else:
        s[field][index] = value
    assert any(says in fault for fault in invariants.faults(s))

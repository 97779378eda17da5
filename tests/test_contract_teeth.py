"""Every check of the contract can fail: each seeded fault in a small game is noticed, by the check that should."""

import random

import pytest

from sobremesa.games.event import Event
from sobremesa.kernel import calls
from sobremesa.testing import contract
from tests.support.mutants import mutant
from tests.toys import sealed

GAME = sealed.GAME
pytestmark = pytest.mark.usefixtures("sealed_bids")
USUAL = GAME.agree()[1]


def caught(check, words, monkeypatch, part, name, fault):
    monkeypatch.setattr(getattr(GAME, part), name, fault)
    with pytest.raises(AssertionError, match=words):
        check(GAME, 4, USUAL, contract.QUICK)


def test_the_game_itself_is_sound():
    for check in contract.CHECKS:
        check(GAME, 4, USUAL, contract.QUICK)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("    hide_cards(s, seat)\n", ""),
        ("    hide_choices(s, seat)\n", ""),
        ("            s.deck[s.card[other] - 1] += 1\n", ""),
        ("            s.card[other] = UNSEEN\n", ""),
        ("            s.deck[card] -= 1\n            s.card[other] = card + 1\n", ""),
        ("            s.chosen[other] = PASSES + below(rng, 2)\n", "            pass\n"),
    ],
)
def test_a_leak_is_noticed(tmp_path, old, new):
    with pytest.raises(AssertionError, match=r"can tell|cannot be|learns a secret"):
        contract.keeps_secrets(mutant(GAME, tmp_path, "rules.py", old, new), 4, USUAL, contract.QUICK)


def test_it_is_noticed_when_nothing_is_ever_dealt_anew(monkeypatch):
    monkeypatch.setattr(GAME.rules, "deal", lambda s, seat, rng: None)
    monkeypatch.setattr(contract, "_seals_choices", lambda game, seats, position: None)
    caught(contract.keeps_secrets, "nothing was ever dealt anew", monkeypatch, "rules", "hide", lambda s, seat: None)


def test_a_deal_that_cannot_be_is_noticed(monkeypatch):
    caught(contract.keeps_secrets, "cannot be", monkeypatch, "rules", "deal", lambda s, seat, rng: None)


def test_a_deal_that_changes_what_is_known_is_noticed(monkeypatch):
    original = GAME.rules.deal

    def deal(s, seat, rng):
        original(s, seat, rng)
        s.points[0] = (s.points[0] + 1) % 3

    caught(contract.keeps_secrets, "can tell", monkeypatch, "rules", "deal", deal)


def test_a_told_choice_is_noticed(monkeypatch):
    original = GAME.events.events
    caught(
        contract.keeps_secrets,
        "learns a secret choice",
        monkeypatch,
        "events",
        "events",
        lambda before, seat, action, after, eyes: original(before, seat, action, after, seat),
    )


def test_a_drawing_from_elsewhere_is_noticed(monkeypatch):
    rng = random.Random(1)
    caught(contract.keeps_secrets, "shown a secret", monkeypatch, "draw", "draw", lambda view, colour: rng.random())


def test_secrets_that_are_not_declared_are_noticed(monkeypatch):
    monkeypatch.setitem(GAME.__dict__, "secrets", lambda options: False)
    with pytest.raises(AssertionError, match="no secrets, but"):
        contract.keeps_secrets(GAME, 4, USUAL, contract.QUICK)


def test_a_match_that_never_ends_is_noticed(monkeypatch):
    def apply(s, seat, action):
        played = int(s.played)
        original(s, seat, action)
        if s.played > played:
            s.played = played
            s.gone[:] = 0
            for card in range(6):
                s.deck[card] = 4 - sum(int(held) == card + 1 for held in s.card[: s.players])

    original = GAME.rules.apply
    monkeypatch.setattr("sobremesa.testing.random_play.TOO_LONG", 500)
    caught(contract.ends, "not over after", monkeypatch, "rules", "apply", apply)


def test_a_score_beyond_1_is_noticed(monkeypatch):
    caught(contract.ends, "not all from", monkeypatch, "rules", "score", lambda s, out: out.fill(2))


def test_an_unsound_position_is_noticed(monkeypatch):
    def apply(s, seat, action):
        original(s, seat, action)
        s.deck[0] += 1

    original = GAME.rules.apply
    caught(contract.ends, "not four of card 1", monkeypatch, "rules", "apply", apply)


def test_an_action_given_twice_is_noticed(monkeypatch):
    def legal(s, seat, out):
        n = original(s, seat, out)
        out[n - 1] = out[0]
        return n

    original = GAME.rules.legal
    caught(contract.acts, "given twice", monkeypatch, "rules", "legal", legal)


def test_an_action_out_of_range_is_noticed(monkeypatch):
    def legal(s, seat, out):
        n = original(s, seat, out)
        out[n - 1] = 6
        return n

    original = GAME.rules.legal
    monkeypatch.setattr("sobremesa.testing.random_play.TOO_LONG", 50)
    monkeypatch.setattr(GAME.rules, "apply", lambda s, seat, action: None)
    caught(contract.acts, "out of range", monkeypatch, "rules", "legal", legal)


def test_odds_of_nothing_are_noticed(monkeypatch):
    def weigh(s, out):
        original(s, out)
        out[0] = 0

    original = GAME.rules.weigh
    caught(contract.acts, "cannot come", monkeypatch, "rules", "weigh", weigh)


@pytest.mark.parametrize(
    ("words", "write"),
    [
        ("same text", lambda s, seat, action: "pass"),
        ("space in it", lambda s, seat, action: f"card {action}"),
        ("not read as", lambda s, seat, action: str(6 - action) if seat == 15 else ("pass", "bid")[action]),
    ],
)
def test_notation_that_does_not_go_both_ways_is_noticed(monkeypatch, words, write):
    caught(contract.notation, words, monkeypatch, "notation", "write", write)


def test_a_refusal_without_words_is_noticed(monkeypatch):
    caught(contract.notation, "refused in words", monkeypatch, "notation", "refusal", lambda s, seat, action: None)


def test_rules_that_differ_when_interpreted_are_noticed(monkeypatch):
    def apply(s, seat, action):
        original(s, seat, action)
        s.points[3] = 1

    original = GAME.rules.apply
    caught(contract.interprets, "apply of action", monkeypatch, "rules", "apply", apply)


def test_chance_inside_a_rule_is_noticed(monkeypatch):
    def apply(position, seat, action):
        bits = original(position, seat, action)
        position[0].points[3] = rng.randrange(200)
        return bits

    rng = random.Random(1)
    original = calls.apply
    monkeypatch.setattr(calls, "apply", apply)
    with pytest.raises(AssertionError, match="comes out differently"):
        contract.replays(GAME, 4, USUAL, contract.QUICK)


def test_events_are_data():
    assert Event(3).data() == {"event": "event", "seat": 3}

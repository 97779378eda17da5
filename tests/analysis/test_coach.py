"""What the coach would do, what it warns of, and how it says so."""

import random

import pytest

from sobremesa import bots, games
from sobremesa.analysis import coach, coach_text
from sobremesa.games.words import LANGUAGES
from sobremesa.mistakes import IllegalMove, Mistake
from sobremesa.play.match import Match

pytestmark = pytest.mark.compiled
BOXES = [
    ("splut", 2, {}),
    ("splut", 3, {}),
    ("end-of-line", 2, {}),
    ("end-of-line", 1, {"mode": "solo"}),
    ("outspeed", 3, {}),
    ("shut-the-lines", 2, {}),
]


def near_the_end():
    """Red's troll can throw a rock onto Green's sorcerer in this turn, and Green walked into it."""
    match = Match("splut", 2, seed=1)
    dull = random.Random(7)
    while not match.is_over:
        seat = match.turn
        advice = coach.advise(match, seat) if len(match.moves) % 3 == 0 else None
        if advice and any(event.kind == "won" for event in advice.events) and len(advice.moves) > 1:
            return match, seat, advice
        match.push(dull.choice(match.texts_of(seat)))
    raise AssertionError("nobody came near")


@pytest.mark.parametrize(("game", "seats", "options"), BOXES)
def test_what_it_says_can_be_done_and_is_said_in_every_language(game, seats, options):
    match, rng = Match(game, seats, seed=5, **options), random.Random(2)
    fast = bots.make(bots.quick(games.find(game)), games.find(game), 1)
    for _ in range(6):
        seat = match.to_act[0]
        advice = coach.advise(match, seat)
        world = match.copy()
        world.roll = False
        for move in advice.moves:
            world.push(move, seat)
        assert bool(advice.looks) == (len(match.legal_actions_of(seat)) > 1)
        for language in LANGUAGES:
            assert coach_text.nudge(match, advice, language).endswith((".", "?"))
            assert all(said.endswith(".") for said in coach_text.sentences(match, advice, language))
            coach_text.why(match, advice, language)
        assert coach.weigh(match, seat, advice.moves[:1]).much is False
        coach.weigh(match, seat, [rng.choice(match.texts_of(seat))])
        match.push(match.move(seat, fast.choose(match.seen_by(seat), seat, match.legal_actions_of(seat))))


def test_a_win_is_found_and_throwing_it_away_is_warned_of():
    match, seat, advice = near_the_end()
    assert advice.looks[0].kind == "kill"
    assert "down on Green's sorcerer this turn. Look at your " in coach_text.nudge(match, advice, "en")
    assert coach_text.why(match, advice, "en") == "It should win."
    assert any("is out." in said for said in coach_text.sentences(match, advice, "en"))
    assert not coach.weigh(match, seat, advice.moves).much
    for other in match.texts_of(seat):
        verdict = coach.weigh(match, seat, [other])
        if verdict.much and verdict.lost > 0.8:
            told = coach_text.warning(match, verdict, "de")
            assert told.startswith("Damit verschenkst du viel.") and told.count(".") == 1 + len(verdict.dangers)
            return
    raise AssertionError("every move wins")


def test_lines_given_away_are_counted():
    match = Match("shut-the-lines", 2, seed="3")
    while True:
        seat = match.to_act[0]
        weighed = {text: coach.weigh(match, seat, [text]) for text in match.texts_of(seat)}
        if worst := next((each for each in weighed.values() if each.much), None):
            break
        match.push(coach.advise(match, seat).moves[0], seat)
    assert min(each.lost for each in weighed.values()) == 0 and worst.lost >= coach.LINES
    assert coach_text.warning(match, worst, "en").startswith(
        f"That gives away about {worst.lost:.1f} lines of this round."
    )
    assert "," in coach_text.warning(match, worst, "fr")
    best = coach.advise(match, seat)
    assert weighed[best.moves[0]].lost == 0 and "lines of this round" in coach_text.why(match, best, "en")


def test_who_is_not_to_choose_gets_no_advice_and_what_cannot_be_played_is_not_weighed():
    match = Match("splut", 2)
    with pytest.raises(IllegalMove, match="nothing to weigh"):
        coach.advise(match, 1)
    for texts in (["Te2-e3"], ["De2-e3", "De3-e4", "De4-e5"], ["up"]):
        with pytest.raises(Mistake):
            coach.weigh(match, 0, texts)


def test_what_others_chose_unseen_is_not_among_what_is_certain():
    """Who chooses a route last would see what all others took."""
    match = Match("outspeed", 3, seed=4)
    while len(match.to_act) != 1 or match.view(match.to_act[0])["phase"] != "programming":
        match.push(match.legal_moves_of(match.to_act[0])[0])
    seat = match.to_act[0]
    assert all(event.seat == seat for event in coach.advise(match, seat).events)


def test_whoever_is_as_likely_to_win_as_all_others_is_not_behind():
    match = Match("outspeed", 3, seed=4)
    assert coach_text.why(match, coach.Advice(("A",), (), -0.33), "en") == "It stays even."
    assert coach_text.why(match, coach.Advice(("A",), (), 0.0), "en") == "You come out ahead."
    assert coach_text.why(Match("splut", 3), coach.Advice(("A",), (), -0.33), "en").startswith("You are behind")


def test_every_word_is_there_in_every_language():
    told = coach_text.words()
    assert set(told) == set(LANGUAGES)

    def shape(part):
        return {key: shape(value) for key, value in part.items()} if isinstance(part, dict) else None

    assert all(shape(told[language]) == shape(told["en"]) for language in LANGUAGES)

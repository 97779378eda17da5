"""A match as somebody saw it go."""

import json
import random
from dataclasses import asdict

import pytest

import sobremesa as sm
from sobremesa.games.outspeed.tables import TOKEN_NAMES
from sobremesa.games.words import LANGUAGES
from sobremesa.play.ending import Ending
from sobremesa.play.moments import moments

NAMES = sm.games.names()


def played(name, choices, seed=1):
    """A match of three that was played at random for so many choices, if it was not over before."""
    match = sm.Match(name, 3, seed=seed)
    rng = random.Random(seed)
    while not match.is_over and len(match.moves) < choices:
        match.push(rng.choice(match.legal_moves_of(rng.choice(match.to_act))))
    return match


def told(match, eyes, since=0, until=None):
    return json.dumps([asdict(moment) for moment in moments(match, eyes, "en", since, until)])


@pytest.mark.parametrize("name", NAMES)
def test_every_choice_is_told_as_it_was_seen(name):
    match = played(name, 40)
    for eyes, language in zip((0, 1, sm.SPECTATOR, 0), LANGUAGES, strict=True):
        seen = moments(match, eyes, language)
        assert [moment.number for moment in seen] == list(range(len(match.moves)))
        assert [moment.seat for moment in seen] == [match.seat_name(move.seat) for move in match.moves]
        for number, moment in enumerate(seen):
            then = match.at(number + 1)
            assert moment.view == then.view(eyes)
            events = match.events_of(number, eyes)
            assert moment.events == [event.data() | {"text": then.say(event, language)} for event in events]
        assert moments(match, eyes, language, 3, 7) == seen[3:7]
        assert moments(match, eyes, language, since=len(match.moves)) == []


@pytest.mark.parametrize("name", NAMES)
def test_a_move_is_told_to_who_may_know_it(name):
    match = played(name, 40)
    secrets = match.game.secrets(match.options)
    for eyes in 0, 1, sm.SPECTATOR:
        for move, moment in zip(match.moves, moments(match, eyes), strict=True):
            assert moment.move == (move.text if move.seat == eyes or not secrets else None)


@pytest.mark.parametrize("name", NAMES)
def test_when_it_is_over_everything_can_be_seen(name):
    match = played(name, 25)
    with pytest.raises(sm.Mistake, match="Everything is shown when the match is over"):
        moments(match, sm.REFEREE)
    match.ending = Ending("resigned", 0)
    seen = moments(match, sm.REFEREE)
    assert [moment.move for moment in seen] == [move.text for move in match.moves]
    if name == "outspeed":
        assert all(ship["hand"] is not None for moment in seen for ship in moment.view["ships"] if ship["racing"])
    if name == "end-of-line":
        assert all(line["hand"] is not None for moment in seen for line in moment.view["lines"])


def sealed(match, move, others):
    """The match with one choice, and then what others choose at the same time, or after it."""
    way = match.copy()
    for each in move, *others:
        way.push(each)
    return way


@pytest.mark.parametrize("phase", ["bonuses", "programming"])
def test_a_sealed_choice_is_not_told_before_it_is_revealed(phase):
    """Nor afterwards in the moment in which it was sealed: only from the one on in which it came out."""
    tried = 0
    for seed in range(4):
        match, rng = sm.Match("outspeed", 6, seed=seed), random.Random(seed)
        while not match.is_over and (match.view()["phase"] != phase or len(match.to_act) < 2):
            match.push(rng.choice(match.legal_moves))
        if match.is_over:
            continue
        sealer, *rest = match.to_act
        others = [match.legal_moves_of(seat)[0] for seat in rest]
        ways = [sealed(match, move, others) for move in match.legal_moves_of(sealer)]
        tried += len(ways) > 1
        since = len(match.moves)
        revealing = since + len(rest)
        for eyes in rest[0], sm.SPECTATOR:
            assert len({told(way.at(revealing), eyes, since) for way in ways}) == 1
            assert len({told(way, eyes, since, revealing) for way in ways}) == 1
        assert len({told(way, sealer, since, revealing) for way in ways}) == len(ways)
    assert tried > 1


def test_a_token_that_lies_face_down_is_not_told_before_it_is_turned_over():
    tried = 0
    match, rng = sm.Match("outspeed", 6, seed=28), random.Random(28)
    while not match.is_over:
        layer, since = match.turn, len(match.moves)
        tokens = [move for move in match.legal_moves if move.text in TOKEN_NAMES]
        if match.view()["phase"] == "bonuses" and match.to_act == (layer,) and len(tokens) > 1:
            ways = [sealed(match, move, ()) for move in tokens]
            if all(way.view()["phase"] == "bonuses" for way in ways):
                tried += 1
                for eyes in (layer + 1) % 6, sm.SPECTATOR:
                    assert len({told(way, eyes, since) for way in ways}) == 1
        match.push(rng.choice(match.legal_moves))
    assert tried > 1


def test_the_cards_that_others_draw_are_not_told():
    one = sm.Match("end-of-line", 2, seed=1)
    cards = {line["name"]: line["hand"] for line in one.view(0)["lines"]}
    assert cards["ruby"] and cards["maize"] is None
    drawn = [event for moment in moments(one, 0) for event in moment.events if event["event"] == "drew"]
    assert {event["card"] is None for event in drawn if event["seat"] == 1} == {True}
    assert {event["card"] is None for event in drawn if event["seat"] == 0} == {False}

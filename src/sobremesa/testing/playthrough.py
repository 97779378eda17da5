"""A whole match as a page of text, with everything that anybody is shown: kept with the tests and reviewed in diffs."""

import json
import random
from collections.abc import Iterator, Mapping
from typing import Any

from sobremesa.games.game import Game
from sobremesa.games.words import LANGUAGES
from sobremesa.kernel import CHANCE, SPECTATOR
from sobremesa.play.match import Match

Leaves = dict[str, Any]


def playthrough(game: Game, seats: int, options: Mapping[str, Any], seed: int) -> str:
    """The page of a match played at random from a seed.

    Before every choice stands the board, what has changed in the view of a spectator, and what each seat sees besides.
    """
    match = Match(game, seats, seed=seed, **options)
    rng = random.Random(seed)
    lines = [f"{game.title} for {seats}, {dict(options)}, seed {seed}"]
    told, seen = 0, Leaves()
    while True:
        while told < len(match.moves):
            lines += _happened(match, told)
            told += 1
        now = _leaves(match.view(SPECTATOR))
        lines += ["", match.board(), *_changes("view", seen, now), *_besides(match, now)]
        if match.is_over:
            return "\n".join([*lines, f"result {match.result}", "", match.record()])
        seen = now
        lines += _choices(match)
        seat = rng.choice(match.to_act)
        match.push(rng.choice(match.legal_moves_of(seat)))


def _leaves(data: Any, at: str = "") -> Leaves:
    """Plain data by the path to each of its ends; short lists are ends too."""
    if isinstance(data, dict):
        return {path: end for key, value in data.items() for path, end in _leaves(value, f"{at}/{key}").items()}
    if isinstance(data, list) and any(isinstance(value, dict | list) for value in data):
        return {path: end for key, value in enumerate(data) for path, end in _leaves(value, f"{at}/{key}").items()}
    return {at: data}


def _changes(title: str, before: Leaves, now: Leaves) -> Iterator[str]:
    """What is in one and not in the other; what is the seat's own number is not news."""
    news = {path: end for path, end in now.items() if path != "/seat" and (path, end) not in before.items()}
    gone = [path for path in before if path not in now]
    if news or gone:
        yield f"{title}: {json.dumps(news)}" + (f" without {' '.join(gone)}" if gone else "")


def _besides(match: Match, public: Leaves) -> Iterator[str]:
    for seat in range(match.seats):
        yield from _changes(f"{match.seat_name(seat)} sees", public, _leaves(match.view(seat)))


def _choices(match: Match) -> Iterator[str]:
    for seat in match.to_act:
        yield f"{match.seat_name(seat)} may choose {' '.join(move.text for move in match.legal_moves_of(seat))}"
    yield match.expected()


def _happened(match: Match, number: int) -> Iterator[str]:
    """A move with its events, as whoever made it or was dealt it sees them, and as others do if that is different."""
    move = match.moves[number]
    yield f"{number + 1}. {match.seat_name(move.seat)} {move.text}"
    public = match.events_of(number, SPECTATOR)
    for n, event in enumerate(public):
        own = match.events_of(number, event.seat if move.seat == CHANCE else move.seat)[n]
        yield f"   {json.dumps(own.data())}" + ("" if own == event else f"; for others {json.dumps(event.data())}")
        for language in LANGUAGES:
            yield f"   {language}: {match.say(own, language)}."

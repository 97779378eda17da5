"""A whole match as a page of text, with everything that anybody is shown: kept with the tests and reviewed in diffs."""

import json
import random
from collections.abc import Iterator, Mapping
from typing import Any

from sobremesa.games.game import Game
from sobremesa.games.words import LANGUAGES
from sobremesa.kernel import SPECTATOR
from sobremesa.play.match import Match


def playthrough(game: Game, seats: int, options: Mapping[str, Any], seed: int) -> str:
    """The page of a match played at random from a seed."""
    match = Match(game, seats, seed=seed, **options)
    rng = random.Random(seed)
    lines = [f"{game.title} for {seats}, {dict(options)}, seed {seed}"]
    told = 0
    while not match.is_over:
        lines += ["", *_shown(match), *_choices(match)]
        seat = rng.choice(match.to_act)
        match.push(rng.choice(match.legal_moves_of(seat)))
        while told < len(match.moves):
            lines += _happened(match, told)
            told += 1
    lines += ["", *_shown(match), f"result {match.result}", "", match.record()]
    return "\n".join(lines)


def _shown(match: Match) -> Iterator[str]:
    """What each seat sees: drawn for a spectator, as data for everybody whose view differs from the one before."""
    yield match.board()
    before = ""
    for eyes in (*range(match.seats), SPECTATOR):
        view = json.dumps(match.view(eyes) | {"seat": "any"})
        if view != before:
            yield f"view of {'a spectator' if eyes == SPECTATOR else match.seat_name(eyes)}: {view}"
        before = view


def _choices(match: Match) -> Iterator[str]:
    for seat in match.to_act:
        yield f"{match.seat_name(seat)} may choose {' '.join(move.text for move in match.legal_moves_of(seat))}"
    yield match.expected()


def _happened(match: Match, number: int) -> Iterator[str]:
    move = match.moves[number]
    yield f"{number + 1}. {match.seat_name(move.seat)} {move.text}"
    for event in match.events_of(number, move.seat):
        yield f"   {json.dumps(event.data())}"
        for language in LANGUAGES:
            yield f"   {language}: {match.say(event, language)}."

"""What the house thinks of a branch that somebody tries."""

import msgspec

from sobremesa import analysis
from sobremesa.analysis import position
from sobremesa.play.match import Match
from sobremesa.server.features.study.messages import NewStudy
from sobremesa.server.features.study.service import played


class Opinion(msgspec.Struct):
    """What is thought of a position, by what those who choose there could know."""

    expects: dict[str, float | None]
    """What each seat can expect, from -1 to 1; nothing where that is not known."""
    seat: str
    """Who is to choose; nothing where it is chance, or over."""
    best: str
    """What they should choose; nothing where they have no choice."""
    best_said: list[str]
    """What it does for certain, in sentences."""
    line: list[str]
    """How it would go on, where nothing is hidden."""


def of(match: Match, asked: NewStudy, language: str) -> Opinion:
    world = Match(match.game, match.seats, seed=asked.chance, roll=False, start=match.position, **match.options)
    played(world, asked)
    found = position.of(world)
    expects = zip(world.seat_names, found.expects, strict=True)
    told = {name: None if value is None else round(value, 4) for name, value in expects}
    if found.seat is None or found.best is None:
        return Opinion(told, "" if found.seat is None else world.seat_names[found.seat], "", [], [])
    return Opinion(
        told,
        world.seat_names[found.seat],
        world.move(found.seat, found.best).text,
        list(analysis.certain(world, found.seat, found.best, language)),
        list(analysis.written(world, found.line)) if world.open else [],
    )

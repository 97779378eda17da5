"""The next round of an evening, by its kind, its seed and who is there."""

from sobremesa import games
from sobremesa.mistakes import Mistake
from sobremesa.server.features.tournaments.models import Evening, Facts
from sobremesa.server.features.tournaments.pairing import Round, enough, sizes, swiss
from sobremesa.server.features.tournaments.round_robin import schedule, without
from sobremesa.server.features.tournaments.standings import points_of


def smaller(facts: Facts) -> frozenset[int]:
    """How many fewer can play so, where the game says that they can."""
    game, found = games.find(facts.game), set()
    for count in range(2, facts.seats):
        try:
            game.agree(count, facts.options)
            found.add(count)
        except Mistake:
            continue
    return frozenset(found)


def least(facts: Facts) -> int:
    """How many it takes to play at all."""
    return 1 if facts.bot else min({facts.seats, *smaller(facts)})


def how_many(evening: Evening) -> int:
    """How many rounds it has, or would have if it began now."""
    facts = evening.facts
    return facts.rounds or enough(len(evening.playing(1)), facts.seats, facts.kind == "robin")


def draw(evening: Evening) -> Round:
    """Who sits with whom in the round after the last one."""
    facts, number = evening.facts, evening.round + 1
    fewer, fill = smaller(facts), bool(facts.bot)
    if facts.kind == "swiss":
        points = points_of(evening)
        return swiss(
            evening.playing(number),
            lambda who: points[who],
            evening.past,
            facts.seats,
            f"{facts.seed}:{number}",
            fill,
            fewer,
        )
    people = sorted(evening.rounds[0].people) if evening.drawn else evening.playing(1)
    drawn = schedule(tuple(people), facts.seats, how_many(evening), facts.seed, fill, fewer)[number - 1]
    return without(drawn, set(people) - set(evening.playing(number)), fill, fewer)


def can_begin(evening: Evening) -> bool:
    count = len(evening.playing(evening.round + 1))
    return bool(sizes(count, evening.facts.seats, bool(evening.facts.bot), smaller(evening.facts))[0])

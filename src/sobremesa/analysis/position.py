"""What a bot thinks of a position that is not part of any match yet: of a branch that somebody tries."""

from dataclasses import dataclass

from sobremesa import bots
from sobremesa.analysis.evaluator import QUICK, Judge, favourite, looker
from sobremesa.kernel import CHANCE
from sobremesa.play.match import Match

SHARE = 2
"""A branch is thought about for so many-th part of what the usual looker thinks about a move of a match."""


@dataclass(frozen=True)
class Thought:
    """What somebody thinks who has had a moment."""

    expects: tuple[float | None, ...]
    """How each seat will come out, from -1 to 1, by what it could know; None where nobody has asked."""
    seat: int | None = None
    """Who is to choose; where several are, the first. None where it is chance, or over."""
    best: int | None = None
    """The action that it should choose; None where it has no choice."""
    line: tuple[tuple[int, int], ...] = ()


def quick(match: Match) -> str:
    """Who looks on for a moment."""
    name, budget = bots.split(looker(match), match.game)
    return f"{name}@{max(200, budget.rounds // SHARE)}" if budget else name


def of(match: Match, bot: str = "", seed: int = 0) -> Thought:
    """What is thought of where a match is now."""
    if match.result:
        return Thought(tuple(match.result.scores))
    judge, now, seats = Judge(match, bot or quick(match), seed), len(match.moves), range(match.seats)
    waiting = [seat for seat in match.to_act if seat != CHANCE]
    if not waiting:
        looks = {eyes: judge.outlook(now, eyes)[0] for eyes in ([0] if match.open else seats)}
        return Thought(tuple(float(looks[0 if match.open else seat][seat]) for seat in seats))
    seat = waiting[0]
    legal = match.legal_actions_of(seat)
    if len(legal) == 1:
        found = judge.outlook(now, seat, QUICK)[0]
        return Thought(tuple(float(found[each]) if match.open or each == seat else None for each in seats), seat)
    chosen, opinion = judge.ask(seat, match.seen_by(seat), legal)
    best, value, _ = favourite(opinion)
    expects: list[float | None] = [value if each == seat or judge.shared else None for each in seats]
    if judge.rivals:
        expects = [value if each == seat else -value for each in seats]
    elif not judge.shared:
        for eyes in seats:
            expects[eyes] = value if eyes == seat else float(judge.outlook(now, eyes, QUICK)[0][eyes])
    return Thought(tuple(expects), seat, chosen if best < 0 else best, opinion.line)

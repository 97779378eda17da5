"""What a plan does now: worked out from what its seat may see, and nothing else."""

from collections.abc import Sequence

import msgspec

from sobremesa.mistakes import BadMove, Mistake
from sobremesa.play.match import Match
from sobremesa.server.features.plans import facts
from sobremesa.server.features.plans.models import (
    DEEPEST,
    FIRST,
    MOST_BRANCHES,
    MOST_CHOICES,
    MOST_CONDITIONS,
    Branch,
    Plan,
)
from sobremesa.server.tables.draft import Draft
from sobremesa.server.tables.table import Table


class Due(msgspec.Struct, frozen=True):
    """What is to be chosen at once."""

    branch: int
    step: int
    """How many choices of the branch have been made before."""
    texts: list[str]


def stands(table: Table, plan: Plan) -> bool:
    """Whether a plan is still its owner's, and nobody has chosen for the seat besides it."""
    place = table.places[plan.seat]
    playing = table.state == "playing" and place.who == plan.person and not place.bot
    return playing and table.chosen[plan.seat] == plan.choice


def due(table: Table, plan: Plan) -> Due | None:
    """What a plan does now; None while its seat is not awaited. A sentence says why it cannot go on."""
    match = table.begun()
    if plan.seat not in match.to_act:
        return None
    branch, step = (plan.at, plan.step) if plan.rest else (_fitting(match, plan), 0)
    return Due(branch, step, _at_once(match, plan.seat, plan.branches[branch].then[step:]))


def _fitting(match: Match, plan: Plan) -> int:
    """The first branch that fits."""
    for number in plan.coming:
        if facts.holds(match, plan.seat, plan.branches[number].when):
            return number
    raise Mistake("Nothing in your plan is about what has happened.")


def _at_once(match: Match, seat: int, texts: Sequence[str]) -> list[str]:
    """As many choices as can be made before chance or somebody else comes."""
    draft = Draft(match, seat)
    for text in texts:
        if draft.ready:
            break
        draft.add(text)
    return draft.texts


def check(table: Table, seat: int, branches: Sequence[Branch]) -> None:
    """That branches can be a plan at a table; a sentence says what is wrong with others, as far as that is known."""
    match = table.playing()
    if not branches:
        raise Mistake("A plan has one branch at least.")
    if len(branches) > MOST_BRANCHES:
        raise Mistake(f"A plan has at most {MOST_BRANCHES} branches.")
    depth: list[int] = []
    for number, branch in enumerate(branches):
        if branch.after >= number:
            raise Mistake(f"Branch {number} comes after one that stands before it, not after {branch.after}.")
        depth.append(1 if branch.after == FIRST else depth[branch.after] + 1)
        if depth[-1] > DEEPEST:
            raise Mistake(f"A plan goes at most {DEEPEST} branches deep.")
        if not 1 <= len(branch.then) <= MOST_CHOICES or len(branch.when) > MOST_CONDITIONS:
            raise Mistake(f"A branch has 1 to {MOST_CHOICES} choices, and at most {MOST_CONDITIONS} conditions.")
        for condition in branch.when:
            facts.check(match, seat, condition)
            if facts.MOVE in condition.parts:
                of = condition.parts.get("seat")
                whose = match.seat_names.index(str(of)) if of else seat
                written(match, seat, whose, str(condition.parts[facts.MOVE]))
        for text in branch.then:
            written(match, seat, seat, text)


def written(match: Match, eyes: int, seat: int, text: str) -> None:
    """That a text is a move of a seat at all, whether or not it may be played, as far as another seat can know."""
    notation = match.game.notation
    seen = match.seen_by(eyes)[0]
    try:
        notation.read(getattr(notation, "plain", lambda s: s)(seen), seat, text)
    except BadMove:
        raise
    except Mistake:
        pass  # not now, but perhaps then

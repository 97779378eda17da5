"""What a match's game has to say of choices, where it has a counsel: what that is, `games/remark.py` tells."""

from collections.abc import Sequence

from sobremesa.games.remark import Remark
from sobremesa.play.match import Match

Remarks = tuple[Remark, ...]


def looks(match: Match, seat: int, actions: Sequence[int]) -> Remarks:
    """Where to look before these choices of a seat are made."""
    return tuple(match.game.part("coach").look(match.seen_by(seat), seat, actions)) if has(match) else ()


def reasons(match: Match, seat: int, actions: Sequence[int], instead: Sequence[int]) -> Remarks:
    """What choices of a seat are good for, beside others."""
    return tuple(match.game.part("coach").reasons(match.seen_by(seat), seat, actions, instead)) if has(match) else ()


def dangers(match: Match, seat: int, actions: Sequence[int], reply: Sequence[int] = ()) -> Remarks:
    """What may come of choices of a seat, and of the answer that somebody would probably give."""
    return tuple(match.game.part("coach").dangers(match.seen_by(seat), seat, actions, reply)) if has(match) else ()


def say(match: Match, remarks: Sequence[Remark], language: str) -> list[str]:
    """Remarks in words, without what ends a sentence."""
    return [match.game.part("coach").say(match.position[0], remark, language) for remark in remarks]


def even(match: Match) -> float:
    """What a seat expects that is neither ahead nor behind."""
    found = getattr(match.game.part("coach"), "even", None) if has(match) else None
    return float(found(match.position[0])) if found else 0.0


def has(match: Match) -> bool:
    return match.game.has("coach")

"""What a coach says: first where to look, then what to do and what it is good for, and what a turn would give away."""

import tomllib
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from sobremesa.analysis.coach import Advice, Verdict
from sobremesa.analysis.judge import shape
from sobremesa.analysis.row import MARKS
from sobremesa.games.event import Event
from sobremesa.play.match import Match

WON, AHEAD = 0.9, 0.2
"""From which result on a match is as good as won, or one is ahead."""
ASIDE = {"order", "counted"}
"""Events that say nothing about a choice."""


@cache
def words() -> dict[str, Any]:
    """By language, what coaches say."""
    with open(Path(__file__).with_name("coach.toml"), "rb") as opened:
        return tomllib.load(opened)


def _of(kind: str, *parts: str) -> Callable[[Event, int], bool]:
    """Whether an event is of a kind and has these parts; a part of which it has 0 or nothing it has not."""

    def fits(event: Event, seat: int) -> bool:
        return event.kind == kind and all(_has(event, part) for part in parts)

    return fits


def _has(event: Event, part: str) -> bool:
    found = getattr(event, part, None)
    return found is not None and found is not False and found != ()


def _wins(event: Event, seat: int) -> bool:
    return event.kind in ("won", "ended") and seat in (event.seat, *getattr(event, "seats", ()))


TELLING: tuple[tuple[str, Callable[[Event, int], bool]], ...] = (
    ("win", _wins),
    ("fall", _of("thrown", "out")),
    ("hit", _of("thrown", "victim")),
    ("cut", lambda event, seat: event.kind == "cut" and event.seat != seat),
    ("throw", _of("thrown")),
    ("push", _of("pushed")),
    ("pull", _of("pulled")),
    ("levitate", _of("levitated")),
    ("walk", _of("walked")),
    ("spend", _of("spent")),
    ("cross", _of("laid", "card", "over")),
    ("edge", _of("laid", "card", "edge")),
    ("room", _of("laid", "card")),
    ("discard", _of("discarded")),
    ("hand", lambda event, _: event.kind == "changed" or (event.kind == "kept" and not hasattr(event, "token"))),
    ("token", _of("kept")),
    ("lay", _of("laid", "something")),
    ("save", _of("laid")),
    ("save", lambda event, _: event.kind == "decided" and getattr(event, "token", None) == "none"),
    ("lay", _of("decided")),
    ("route", _of("programmed")),
    ("shut", _of("left", "lines")),
    ("shut", _of("covered", "lines")),
    ("leave", _of("left")),
    ("split", _of("covered")),
    ("plan", _of("planned")),
)
"""By which word an event is pointed at; of several the first that fits counts."""


def pointer(events: Sequence[Event], seat: int) -> str:
    """The word for what is most worth looking at."""
    return next((word for word, fits in TELLING for event in events if fits(event, seat)), "any")


def nudge(match: Match, seat: int, advice: Advice, language: str) -> str:
    """Where to look, without saying what to do."""
    said = words()[language]
    word = pointer(advice.events, seat)
    pieces = [event.piece for event in advice.events[:1] if hasattr(event, "piece")]
    look = [said["look"][piece] for piece in pieces]
    if word == "route":
        told = [said["route_close" if advice.close else "route"]]
    else:
        told = [] if look and word == "walk" else [said["nudge"][word]]
        told += [said["close"]] if advice.close else []
    return " ".join([*look, *told])


def sentences(match: Match, advice: Advice, language: str) -> list[str]:
    """What the choices do for certain."""
    return [f"{match.say(event, language)}." for event in advice.events if event.kind not in ASIDE]


def why(match: Match, advice: Advice, language: str) -> str:
    """What it is good for."""
    said = words()[language]["why"]
    if advice.lines is not None:
        return str(said["lines"].format(lines=_number(advice.lines, language)))
    if advice.expected is None:
        return ""
    if shape(match)[0]:
        return str(said["most"])
    ahead = advice.expected
    word = "won" if ahead >= WON else "ahead" if ahead >= AHEAD else "even" if ahead > -AHEAD else "behind"
    return str(said[word])


def warning(match: Match, verdict: Verdict, language: str) -> str:
    """What a turn would give away; nothing where it is not much."""
    said = words()[language]["warning"]
    if not verdict.much:
        return ""
    if verdict.lines:
        return str(said["lines"].format(lines=_number(verdict.lost, language)))
    told = [said["lot" if verdict.lost >= MARKS["??"] else "some"]]
    hits = [event for event in verdict.reply if _of("thrown", "victim")(event, event.seat)]
    told += [said["reply"].format(reply=match.say(event, language)) for event in hits[:1]]
    return " ".join(told)


def _number(number: float, language: str) -> str:
    text = f"{number:.1f}"
    return text if language == "en" else text.replace(".", ",")

"""What a coach says: first where to look, then what to do and what it is good for, and what a turn would give away."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from sobremesa.analysis import remarks as game_remarks
from sobremesa.analysis.coach import Advice, Verdict
from sobremesa.analysis.evaluator import shape
from sobremesa.analysis.row import MARKS
from sobremesa.play.match import Match

WON, AHEAD = 0.9, 0.2
"""From which result on a match is as good as won, or one is ahead."""
ASIDE = {"order", "counted"}
"""Events that say nothing about a choice."""
LOOKS, REASONS, DANGERS = 2, 3, 2
"""How much is said at most: whoever hears everything hears nothing."""


@cache
def words() -> dict[str, Any]:
    """By language, what coaches say of any game."""
    with open(Path(__file__).with_name("coach_text.toml"), "rb") as opened:
        return tomllib.load(opened)


def nudge(match: Match, advice: Advice, language: str) -> str:
    """Where to look, without saying what to do."""
    said = words()[language]
    if advice.expected is None and advice.lines is None and not advice.looks:
        return str(said["only"])
    told = _spoken(match, advice.looks[:LOOKS], language) or [said["any"]]
    return " ".join([*told, *([said["close"]] if advice.close else [])])


def sentences(match: Match, advice: Advice, language: str) -> list[str]:
    """What the choices do for certain."""
    return [f"{match.say(event, language)}." for event in advice.events if event.kind not in ASIDE]


def why(match: Match, advice: Advice, language: str) -> str:
    """What it is good for."""
    said, told = words()[language]["why"], _spoken(match, advice.reasons[:REASONS], language)
    if advice.lines is not None:
        return " ".join([said["lines"].format(lines=_number(advice.lines, language)), *told])
    if advice.expected is None:
        return " ".join(told)
    ahead = advice.expected - game_remarks.even(match)
    word = "won" if advice.expected >= WON else "ahead" if ahead >= AHEAD else "even" if ahead > -AHEAD else "behind"
    return " ".join([*told, said["most" if shape(match)[0] else word]])


def warning(match: Match, verdict: Verdict, language: str) -> str:
    """What a turn would give away, and what may come of it; nothing where it is not much."""
    said = words()[language]["warning"]
    if not verdict.much:
        return ""
    told = _spoken(match, verdict.dangers[:DANGERS], language)
    if verdict.lines:
        return " ".join([said["lines"].format(lines=_number(verdict.lost, language)), *told])
    return " ".join([said["lot" if verdict.lost >= MARKS["??"] else "some"], *told])


def _spoken(match: Match, remarks: game_remarks.Remarks, language: str) -> list[str]:
    return [f"{said}." for said in game_remarks.say(match, remarks, language)]


def _number(number: float, language: str) -> str:
    text = f"{number:.1f}"
    return text if language == "en" else text.replace(".", ",")

"""How far somebody has come in a lesson, from what they have chosen in it. Every move goes through the rules."""

from __future__ import annotations

from typing import Any

import msgspec

from sobremesa import games
from sobremesa.games.event import Event
from sobremesa.kernel import CHANCE
from sobremesa.lessons.lesson import BadLesson, Lesson, Step
from sobremesa.play.match import Match


class Reached(msgspec.Struct):
    """Where a lesson stands after some choices."""

    step: int
    """How many of its steps are done."""
    moves: list[str]
    """All that was played since it began, that of the others and of chance too, each with its seat: red: De2-e3."""
    verdict: str
    """Of the last choice: `right`, `wrong`, or `going` where it may still become right; nothing before the first."""
    said: str
    """What there is to say to it."""
    asked: str
    """What to do next; nothing when the lesson is over or something is to be taken back."""
    over: bool
    shown: list[str] = []
    """A way to do the step from its beginning, for who wanted to be shown."""


def begun(lesson: Lesson) -> Match:
    """The match of a lesson, where it begins. Chance brings what the lesson says."""
    game = games.find(lesson.game)
    start = game.draw.read(lesson.diagram, lesson.seats) if lesson.diagram else None
    match = Match(game, lesson.seats, roll=False, start=start, seed=0, **lesson.options)
    play(match, lesson.begin)
    return match


def play(match: Match, lines: str) -> None:
    """Play what lines say, each a seat or chance and what it chooses, as in a record."""
    seats = {name: seat for seat, name in enumerate(match.seat_names)} | {"chance": CHANCE}
    for line in filter(str.strip, lines.splitlines()):
        name, *moves = line.split()
        if name not in seats:
            raise BadLesson(f"{name} is not a seat.")
        for move in moves:
            match.push(move, seats[name])


def follow(lesson: Lesson, choices: list[str], language: str) -> Reached:
    """Where a lesson stands after the choices of who learns; a choice that the rules refuse raises what they say."""
    match = begun(lesson)
    first = since = len(match.moves)
    step = tried = 0
    verdict = said = ""
    for choice in choices:
        if step == len(lesson.steps) or verdict == "wrong":
            raise BadLesson("Nothing more is played here: take the last choice back, or begin again.")
        current = lesson.steps[step]
        match.push(choice, lesson.seat)
        tried += 1
        verdict = judged(match, lesson, current, since, tried)
        said = ""
        if verdict == "right":
            said = current.done[language]
            play(match, current.then)
            step, tried, since = step + 1, 0, len(match.moves)
        elif verdict == "wrong":
            said = answer(current, match.moves[-1].text, language)
    over = step == len(lesson.steps)
    asked = "" if over or verdict == "wrong" else lesson.steps[step].says[language]
    moves = [f"{match.seat_name(move.seat)}: {move.text}" for move in match.moves[first:]]
    return Reached(step, moves, verdict, said, asked, over)


def judged(match: Match, lesson: Lesson, step: Step, since: int, tried: int) -> str:
    """Whether the last choice did what a step asks, having begun after so many moves."""
    if match.moves[-1].text in step.right:
        return "right"
    if step.goal and any(meets(event, step.goal, lesson.seat) for event in match.events(since, lesson.seat)):
        return "right"
    return "going" if tried < step.within and lesson.seat in match.to_act else "wrong"


def meets(event: Event, goal: dict[str, Any], seat: int) -> bool:
    """Whether an event is the one that must happen: that of who learns where the goal names nobody. A part that is
    several values must have the one that is wanted, or all of them."""
    data = event.data()
    return all(holds(data.get(part), value) for part, value in ({"seat": seat} | goal).items())


def holds(found: Any, wanted: Any) -> bool:
    if isinstance(found, tuple):
        return {*wanted} <= {*found} if isinstance(wanted, list) else wanted in found
    return found in wanted if isinstance(wanted, list) else bool(found == wanted)


def answer(step: Step, move: str, language: str) -> str:
    """What is said to a move that did not do it."""
    for wrong in step.wrong:
        if move in wrong.moves:
            return wrong.says[language]
    return step.missed.get(language, "")

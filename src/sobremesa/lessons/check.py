"""What is wrong with lessons: nothing, or they do not ship."""

from collections.abc import Iterable, Iterator
from itertools import groupby

from sobremesa.games.words import LANGUAGES
from sobremesa.lessons.lesson import Lesson, Step, Texts
from sobremesa.lessons.progress import begun, judged, play
from sobremesa.mistakes import Mistake
from sobremesa.play.match import Match

LONGEST = 240
"""Letters of a text: whoever has to read more does not play."""


def faults(lessons: Iterable[Lesson], rules: set[int]) -> list[str]:
    """Sentences about all that is wrong with the lessons of a game, whose rules have these numbers."""
    every = list(lessons)
    told = [f"{name}: the id is there twice." for name, many in _several(each.id for each in every) if many > 1]
    for lesson in every:
        told += [f"{lesson.id}: {fault}" for fault in _of(lesson, rules)]
    return told


def _several(names: Iterable[str]) -> Iterator[tuple[str, int]]:
    for name, same in groupby(sorted(names)):
        yield name, len(list(same))


def _of(lesson: Lesson, rules: set[int]) -> Iterator[str]:
    if lesson.rule not in rules:
        yield f"there is no rule {lesson.rule}."
    if not lesson.id.startswith(f"{lesson.game}-"):
        yield "its id does not begin with the name of its game."
    if not lesson.steps:
        yield "it has no steps."
    yield from _texts("the title", lesson.title)
    for number, step in enumerate(lesson.steps, 1):
        yield from (f"step {number}: {fault}" for fault in _written(step))
    try:
        match = begun(lesson)
    except Mistake as mistake:
        yield f"it does not begin: {mistake}"
        return
    for number, step in enumerate(lesson.steps, 1):
        try:
            told = list(_played(match, lesson, step, last=number == len(lesson.steps)))
        except Mistake as mistake:
            told = [f"it cannot be played: {mistake}"]
        yield from (f"step {number}: {fault}" for fault in told)
        if told:
            return
        for move in step.shown:
            match.push(move, lesson.seat)
        play(match, step.then)


def _texts(what: str, texts: Texts) -> Iterator[str]:
    if set(texts) != set(LANGUAGES):
        yield f"{what} is not in {', '.join(LANGUAGES)}."
    for language, text in texts.items():
        if not text.strip() or len(text) > LONGEST:
            yield f"{what} in {language} has {len(text)} letters: 1 to {LONGEST} it may have."
    if what != "the title" and len(set(texts.values())) < len(texts):
        yield f"{what} is the same in two languages."


def _written(step: Step) -> Iterator[str]:
    yield from _texts("what to do", step.says)
    yield from _texts("what is said when it is done", step.done)
    if step.missed:
        yield from _texts("what is said to other moves", step.missed)
    for wrong in step.wrong:
        yield from _texts("what is said to a wrong move", wrong.says)
    if bool(step.right) + bool(step.goal) != 1:
        yield "it has either right moves or a goal."
    if step.goal and not step.show:
        yield "it has a goal, but no way to it is shown."


def _played(match: Match, lesson: Lesson, step: Step, last: bool) -> Iterator[str]:
    """Whether a step can be done where it stands, and not by everything."""
    if lesson.seat not in match.to_act:
        yield f"it is not the turn of {match.seat_names[lesson.seat]}."
        return
    legal = match.texts_of(lesson.seat)
    for move in (*step.right, *(move for wrong in step.wrong for move in wrong.moves if step.within == 1)):
        if move not in legal:
            yield f"{move} is not a legal move; there is {', '.join(legal)}."
            return
    if _verdict(match, lesson, step, step.shown) != "right":
        yield f"{' '.join(step.shown)} does not do it."
    right = [move for move in legal if _verdict(match, lesson, step, (move,)) == "right"]
    for wrong in step.wrong:
        for move in set(wrong.moves) & set(right):
            yield f"{move} is called wrong, but does it."
    every = len(right) == len(legal)
    if step.free != every and len(legal) > 1:
        yield f"of {len(legal)} moves {len(right)} are right, which does not fit free = {str(step.free).lower()}."
    if step.within > 1 and not last:
        yield "only the last step may take several choices."
    for move in right if step.then or not last else []:
        after = match.copy()
        after.push(move, lesson.seat)
        try:
            play(after, step.then)
        except Mistake as mistake:
            yield f"after {move} it does not go on: {mistake}"
            continue
        if not last and lesson.seat not in after.to_act:
            yield f"after {move} it is not the turn of {match.seat_names[lesson.seat]} again."


def _verdict(match: Match, lesson: Lesson, step: Step, moves: Iterable[str]) -> str:
    """What becomes of a step by these moves."""
    trying, since, verdict = match.copy(), len(match.moves), ""
    for tried, move in enumerate(moves, 1):
        trying.push(move, lesson.seat)
        verdict = judged(trying, lesson, step, since, tried)
    return verdict

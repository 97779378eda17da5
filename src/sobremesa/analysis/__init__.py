"""A match looked at again: every move with what a bot expected before and after it, and what it should have been.

for row in analysis.of(match, bot="uct@20000"):
    print(row.number, row.who, row.move, row.mark)
"""

from collections.abc import Iterator
from dataclasses import replace

from sobremesa.analysis import remarks
from sobremesa.analysis.evaluator import Judge, is_chance, usual
from sobremesa.analysis.full_information import Truth
from sobremesa.analysis.row import MARKS, NAMES, Row
from sobremesa.analysis.totals import Sum, sums
from sobremesa.kernel import CHANCE, REFEREE
from sobremesa.mistakes import BadOption
from sobremesa.play.fork import imagined
from sobremesa.play.match import Match

__all__ = [
    "MARKS",
    "NAMES",
    "Judge",
    "Row",
    "Sum",
    "certain",
    "gained",
    "of",
    "risked",
    "spoken",
    "sums",
    "usual",
    "written",
]
MORE = 2
"""How much is said of why a move was better, or worse."""
DEALS = 8
"""How often the hidden is dealt anew to tell what a move does for certain."""


def of(
    match: Match,
    bot: str = "",
    *,
    seed: int = 0,
    language: str = "en",
    first: int = 1,
    last: int | None = None,
    truth: bool = False,
) -> Iterator[Row]:
    """One row for each move of a match, those of chance among them, or for those from one number to another. With a bot
    that thinks in rounds, the same seed gives the same rows, whichever of them are asked for. Unless one is named the
    game's own looks on: `usual`. Where something is hidden, a match that is over can also be told the `truth` of: how
    it stood with open eyes."""
    judge = Judge(match, bot or usual(match), seed)
    if truth and not match.is_over:
        raise BadOption("How a match really stood is told when it is over.")
    known = Truth(judge) if truth and not match.open else None
    for number in range(len(match.moves))[first - 1 : last]:
        judge.turn_to(number)
        row = _by_chance(judge, number, language) if is_chance(match, number) else _chosen(judge, number, language)
        yield replace(row, truth=known.after(number + 1)) if known else row


def spoken(match: Match, row: Row, language: str) -> Row:
    """The same row with its sentences in another language."""
    _, _, _, _, said = _head(match, row.number - 1, language)
    if row.best is None:
        return replace(row, said=said)
    action, _ = match.at(row.number - 1).check(row.best, row.seat)
    return replace(row, said=said, best_said=certain(match.at(row.number - 1), row.seat, action, language))


def risked(match: Match, row: Row, language: str) -> tuple[str, ...]:
    """What could have come of a move that gave something away, as a coach would have told its seat before it."""
    if not row.mark:
        return ()
    actions, number = [], row.number - 1
    while number < len(match.moves) and match.moves[number].seat == row.seat:
        actions.append(match.moves[number].action)
        number += 1 if match.open else len(match.moves)  # where something is hidden, a choice may bring it out
    then = match.at(row.number - 1)
    return tuple(remarks.say(then, remarks.dangers(then, row.seat, actions)[:MORE], language))


def gained(match: Match, row: Row, language: str) -> tuple[str, ...]:
    """What the best move was good for, where another gave something away: as a coach would have told its seat."""
    if not row.mark or row.best is None:
        return ()
    then, seat = match.at(row.number - 1), row.seat
    world, actions = then.copy(), list[int]()
    world.roll = False
    for text in row.line or (row.best,):
        if actions and world.to_act != (seat,):
            break
        actions.append(world.check(text, seat)[0])
        world.push(text, seat)
    found = remarks.reasons(then, seat, actions, [match.moves[row.number - 1].action])
    return tuple(remarks.say(then, found[:MORE], language))


def _by_chance(judge: Judge, number: int, language: str) -> Row:
    match = judge.match
    head = _head(match, number, language)
    if is_chance(match, number + 1):
        return Row(*head)
    first = number
    while is_chance(match, first - 1):
        first -= 1
    found = judge.luck(first, number + 1)
    luck = {match.seat_name(seat): (by, error) for seat, (by, error, _) in found.items()}
    return Row(
        *head, luck=luck, outlook=tuple(found[seat][2] if seat in found else None for seat in range(match.seats))
    )


def _chosen(judge: Judge, number: int, language: str) -> Row:
    match, move = judge.match, judge.match.moves[number]
    head, then = _head(match, number, language), match.at(number)
    over = match.at(number + 1).result
    if len(then.legal_actions_of(move.seat)) == 1:
        return Row(*head, outlook=over.scores if over else judge.standing(number + 1, move.seat, None))
    best, before, after, error, opinion = judge.weigh(number)
    if over and match.open:  # nothing is left to guess
        after = over.scores[move.seat]
        before = max(before, after)
    outlook = over.scores if over else judge.standing(number + 1, move.seat, after)
    if best == move.action:
        return Row(*head, before, after, outlook=outlook)
    text = then.move(move.seat, best).text
    said, line = certain(then, move.seat, best, language), written(then, opinion.line) if match.open else ()
    return Row(*head, before, after, error, text, said, line, outlook=outlook)


def _head(match: Match, number: int, language: str) -> tuple[int, int, str, str, tuple[str, ...]]:
    move, after = match.moves[number], match.at(number + 1)
    said = tuple(after.say(event, language) for event in match.events_of(number, REFEREE))
    return number + 1, move.seat, match.seat_name(move.seat), move.text, said


def certain(then: Match, seat: int, action: int, language: str) -> tuple[str, ...]:
    """What an action does whatever its seat does not know, in sentences."""
    told: list[list[str]] = []
    for deal in range(1 if then.open else DEALS):
        world = imagined(then, seat, deal)
        events = world.play(world.move(seat, action), seat)
        told.append([world.say(event, language) for event in events])
    return tuple(sentence for sentence in told[0] if all(sentence in others for others in told))


def written(then: Match, line: tuple[tuple[int, int], ...]) -> tuple[str, ...]:
    """How a bot would go on, as it is written, up to where chance acts."""
    world, texts = then.copy(), []
    world.roll = False
    for seat, action in line:
        if seat == CHANCE or action not in world.legal_actions_of(seat):
            break
        texts.append(world.move(seat, action).text)
        world.push(world.move(seat, action))
    return tuple(texts)

"""What must be true of every game, whatever its rules: one function each."""

import itertools
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from sobremesa.games.game import Game
from sobremesa.kernel import CHANCE, SPECTATOR
from sobremesa.kernel.rng import seeded
from sobremesa.mistakes import IllegalMove
from sobremesa.play import record
from sobremesa.play.match import Match
from sobremesa.testing.interpreted import interpreted
from sobremesa.testing.random_play import awaited, choices, odds, steps

Options = Mapping[str, Any]


@dataclass(frozen=True)
class Effort:
    """How much a check tries."""

    matches: int = 5
    """Played to the end."""
    positions: int = 60
    """Looked at in a match, each as every seat sees it."""
    steps: int = 400
    """Compared with interpreted rules, or copied."""
    refusals: int = 1000
    """Illegal actions tried in a position."""


FULL = Effort()
QUICK = Effort(matches=1, positions=20, steps=60, refusals=12)


def ends(game: Game, seats: int, options: Options, effort: Effort = FULL) -> None:
    """Every match comes to an end, with a score from -1 to 1 for every seat, and positions stay sound to the end."""
    for seed in range(effort.matches):
        after = game.start(seats, options)
        assert game.rules.seats(after[0]) == seats
        for _, _, _, after in steps(game, seats, options, seed):
            faults = list(game.invariants.faults(after[0]))
            assert not faults, faults
        scores = np.full(seats, np.nan)
        game.rules.score(after[0], scores)
        assert ((scores >= -1) & (scores <= 1)).all(), f"scores {scores} are not all from -1 to 1"


def acts(game: Game, seats: int, options: Options, effort: Effort = FULL) -> None:
    """Seats that exist are to act; legal actions differ and are in range; each outcome of chance has its odds."""
    rules = game.rules
    for position, _, _, _ in steps(game, seats, options, seed=0):
        waiting = awaited(rules, position)
        assert waiting == [CHANCE] or max(waiting) < seats, f"{waiting} are to act"
        for seat in waiting:
            legal = choices(rules, position, seat)
            assert len(set(legal)) == len(legal), f"an action is given twice: {legal}"
            assert all(0 <= action < rules.ACTIONS for action in legal), f"an action is out of range: {legal}"
        if waiting == [CHANCE]:
            assert all(weight > 0 for weight in odds(rules, position)), "chance has a choice that cannot come"


def notation(game: Game, seats: int, options: Options, effort: Effort = FULL) -> None:
    """Every legal action has a text of its own, without spaces, that reads back; any other is refused in words."""
    rules, written, chooser = game.rules, game.notation, random.Random(1)
    for position in _some(game, seats, options, 1, chooser, effort.positions):
        s = position[0]
        for seat in awaited(rules, position):
            legal = choices(rules, position, seat)
            texts = [written.write(s, seat, action) for action in legal]
            assert len(set(texts)) == len(texts), f"two actions have the same text: {sorted(texts)}"
            for action, text in zip(legal, texts, strict=True):
                assert text and not any(letter.isspace() for letter in text), f"{text!r} has a space in it"
                assert written.read(s, seat, text) == action, f"{text} is not read as it was written"
            illegal = sorted(set(range(rules.ACTIONS)) - set(legal))
            for action in chooser.sample(illegal, min(effort.refusals, len(illegal))):
                refusal = written.refusal(s, seat, action)
                assert isinstance(refusal, IllegalMove) and str(refusal), f"action {action} is not refused in words"
    assert len(set(written.seat_names(seats))) == seats, "seats share a name"


def replays(game: Game, seats: int, options: Options, effort: Effort = FULL) -> None:
    """A record replays to the same match, undo leads back through the same positions, and neither needs the seed."""
    match = _played(game, seats, options, seed=2)
    again = record.loads(match.record())
    assert again.moves == match.moves
    assert again.record() == match.record()
    assert again.position.tobytes() == match.position.tobytes(), "a replayed match comes out differently"
    assert again.result == match.result
    while any(move.seat != CHANCE for move in again.moves):
        again.undo()
        assert again.position.tobytes() == match.position_after(len(again.moves)).tobytes(), "undo leads somewhere else"


def copies(game: Game, seats: int, options: Options, effort: Effort = FULL) -> None:
    """A copy goes its own way: nothing that happens to it, or to the original, shows in the other."""
    match = Match(game, seats, seed="copies", **options)
    rng = random.Random(3)
    while not match.is_over and len(match.moves) < effort.steps // 2:
        before, moves, record_before = match.position.tobytes(), list(match.moves), match.record()
        copy = match.copy()
        copy.push(rng.choice(copy.legal_moves))
        assert (match.position.tobytes(), match.moves, match.record()) == (before, moves, record_before)
        after = copy.position.tobytes()
        match.push(rng.choice(match.legal_moves))
        assert copy.position.tobytes() == after, "a copy changes with its original"


def interprets(game: Game, seats: int, options: Options, effort: Effort = FULL) -> None:
    """Compiled and interpreted rules agree, byte for byte."""
    rules, plain = game.rules, interpreted(game)
    for turn, (position, seat, action, after) in enumerate(
        itertools.islice(steps(game, seats, options, seed=4), effort.steps)
    ):
        for eyes in (*range(seats), SPECTATOR) if turn % 8 == 0 else ():
            for judge in "hide", "deal":
                one, other = position.copy(), position.copy()
                extra = [[seeded(turn)] if judge == "deal" else [] for _ in range(2)]
                getattr(rules, judge)(one[0], eyes, *extra[0])
                getattr(plain, judge)(other[0], eyes, *extra[1])
                assert one.tobytes() == other.tobytes(), f"{judge} differs when interpreted"
        assert awaited(rules, position) == awaited(plain, position), "to_act differs when interpreted"
        for each in awaited(rules, position):
            assert choices(rules, position, each) == choices(plain, position, each), "legal differs when interpreted"
        if seat == CHANCE:
            assert odds(rules, position) == odds(plain, position), "weigh differs when interpreted"
        again = position.copy()
        plain.apply(again[0], seat, action)
        assert again.tobytes() == after.tobytes(), f"apply of action {action} differs when interpreted"
    for _, _, _, after in steps(game, seats, options, seed=4):  # noqa: B007
        pass
    scores = np.zeros((2, seats))
    rules.score(after[0], scores[0])
    plain.score(after[0], scores[1])
    assert (scores[0] == scores[1]).all(), "score differs when interpreted"


def keeps_secrets(game: Game, seats: int, options: Options, effort: Effort = FULL) -> None:
    """Nothing that a seat is shown depends on what it may not know; and what it may not know can be dealt anew.

    For each seat's eyes the position is hidden and dealt anew. Hidden again it must be the same, byte for byte; it must
    be a sound position in which the game can go on; and the view, the drawing, what is expected and what that seat
    may choose must be the same as in the true one.
    """
    rules, rng, chooser = game.rules, seeded(5), random.Random(5)
    dealt_anew = 0
    for seed in range(2):
        for position in _some(game, seats, options, seed, chooser, effort.positions // (seats + 1) + 1):
            for eyes in (*range(seats), SPECTATOR):
                hidden = position.copy()
                rules.hide(hidden[0], eyes)
                dealt = hidden.copy()
                rules.deal(dealt[0], eyes, rng)
                again = dealt.copy()
                rules.hide(again[0], eyes)
                assert again.tobytes() == hidden.tobytes(), f"seat {eyes} can tell another deal from the true one"
                faults = list(game.invariants.faults(dealt[0]))
                assert not faults, f"what was dealt anew cannot be: {faults}"
                assert awaited(rules, dealt) == awaited(rules, position), "another deal has others to act"
                assert _shown(game, dealt, eyes) == _shown(game, position, eyes), f"seat {eyes} is shown a secret"
                dealt_anew += dealt.tobytes() != position.tobytes()
            _seals_choices(game, seats, position)
    if game.secrets(options):
        assert dealt_anew, f"{game.title} has secrets, but nothing was ever dealt anew: this check saw nothing"
    else:
        assert not dealt_anew, f"{game.title} has no secrets, but something was dealt anew"


def goes_on(game: Game, seats: int, options: Options, effort: Effort = FULL) -> None:
    """From what was dealt anew a match can be played to its end."""
    if not game.secrets(options):
        return  # nothing is ever dealt anew, as `keeps_secrets` makes sure
    rules, rng, chooser = game.rules, seeded(6), random.Random(6)
    for position in _some(game, seats, options, 6, chooser, effort.positions // 10):
        eyes = chooser.choice((*range(seats), SPECTATOR))
        dealt = position.copy()
        rules.hide(dealt[0], eyes)
        rules.deal(dealt[0], eyes, rng)
        while waiting := awaited(rules, dealt):
            seat = chooser.choice(waiting)
            legal = choices(rules, dealt, seat)
            assert legal, "what was dealt anew leaves a seat without a choice"
            rules.apply(dealt[0], seat, chooser.choice(legal))
        faults = list(game.invariants.faults(dealt[0]))
        assert not faults, f"what was dealt anew leads to what cannot be: {faults}"


def _some(game: Game, seats: int, options: Options, seed: int, chooser: random.Random, count: int) -> list[Any]:
    """Positions of a match, not more than so many, from all over it."""
    positions = [position for position, *_ in steps(game, seats, options, seed)]
    return chooser.sample(positions, min(count, len(positions)))


def _shown(game: Game, position: Any, eyes: int) -> list[Any]:
    """Everything that a seat is shown of a position."""
    seen = position.copy()
    game.rules.hide(seen[0], eyes)
    view = game.view.view(seen[0], eyes)
    waiting = awaited(game.rules, position)
    expected = [game.events.expected(seen[0], seat, "en") for seat in waiting if seat != CHANCE]
    may = choices(game.rules, position, eyes) if eyes in waiting else []
    texts = [game.notation.write(position[0], eyes, action) for action in may]
    return [view, game.draw.draw(view, False), expected, may, texts]


def _seals_choices(game: Game, seats: int, position: Any) -> None:
    """While others are still to act at the same time, no choice looks or is told differently from any other."""
    rules = game.rules
    waiting = awaited(rules, position)
    for seat in waiting if len(waiting) > 1 else ():
        for eyes in {*range(seats), SPECTATOR} - {seat}:
            looks = set()
            for action in choices(rules, position, seat):
                after = position.copy()
                rules.apply(after[0], seat, action)
                told = [event.data() for event in game.events.events(position[0], seat, action, after[0], eyes)]
                rules.hide(after[0], eyes)
                looks.add((after.tobytes(), str(told)))
            assert len(looks) == 1, f"seat {eyes} learns a secret choice"


def _played(game: Game, seats: int, options: Options, seed: int) -> Match:
    """A match played at random to its end."""
    rng = random.Random(seed)
    match = Match(game, seats, seed=seed, **options)
    while not match.is_over:
        seat = rng.choice(match.to_act)
        match.push(rng.choice(match.legal_moves_of(seat)))
    return match


CHECKS: tuple[Callable[..., None], ...] = (
    ends,
    acts,
    notation,
    replays,
    copies,
    interprets,
    keeps_secrets,
    goes_on,
)

"""Puzzles looked for in matches that bots play: the same set for the same seed, however many look.

Matches of Splut! are those of two of the quick levels, which now and then play anything; each gives one puzzle of a
kind at most. Where the quick look of `games.splut.scout` shows a kill, the exhaustive search must find it too. Rounds
of Shut the Lines are played half well and half at random.
"""

import contextlib
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from sobremesa import bots, games, parallel
from sobremesa.games.shut_the_lines.tables import PLANS
from sobremesa.games.splut.ai.puzzle_finder import Scout
from sobremesa.mistakes import BadOption, BadRecord
from sobremesa.play.match import Match
from sobremesa.puzzles import board, duel, throws
from sobremesa.puzzles.puzzle import Puzzle

LEVELS = "beginner", "easy"
"""Who plays: each seat one of them."""
LONGEST = 60
"""Turns after which a match is not followed any further."""
MATCHES = 100_000
"""So many are played at most."""
VEINS = {"splut": (duel.KILL, duel.SAVE), "shut-the-lines": tuple(f"plan {plan}" for plan in PLANS)}
"""Of what there are as many of each, by the games that puzzles are mined from."""
Tick = Callable[[int, int], object]
"""Is told how many puzzles there are so far, and of how many."""


@dataclass(frozen=True)
class Course:
    """A match that is to be played, and which of all it is."""

    number: int


class Nugget(NamedTuple):
    """A puzzle, and what is the same for whatever looks like it in a mirror."""

    puzzle: Puzzle
    key: str
    vein: str


@dataclass(frozen=True)
class Mine:
    """What a crew is asked for: the puzzles of each match."""

    game: str
    seed: int

    def stage(self) -> "Duels | Rounds":
        return Duels(self.seed) if self.game == board.GAME else Rounds(self.seed)


class Duels:
    """Plays matches of Splut!, and looks at every turn that begins."""

    def __init__(self, seed: int) -> None:
        self.seed, self.scout, self.game = seed, Scout(), games.find(board.GAME)

    def outcome(self, task: Course) -> list[Nugget]:
        seeds = [int(part) for part in np.random.SeedSequence([self.seed, task.number]).generate_state(3)]
        dice = random.Random(seeds[2])
        players = [bots.make(dice.choice(LEVELS), self.game, seed) for seed in seeds[:2]]
        match = Match(self.game, board.SEATS, seed=task.number)
        found: list[Nugget] = []
        turn = -1
        while not match.is_over and turn < LONGEST:
            s = match.position[0]
            if int(s.turns) != turn:
                turn = int(s.turns)
                if turn >= board.TURNS:
                    found += self.dig(match)
            seat = match.to_act[0]
            action = players[seat].choose(match.seen_by(seat), seat, match.legal_actions_of(seat))
            match.push(match.move(seat, action))
        some = [[nugget for nugget in found if nugget.vein == vein] for vein in VEINS[board.GAME]]
        return [dice.choice(nuggets) for nuggets in some if nuggets]

    def dig(self, match: Match) -> Iterator[Nugget]:
        """The puzzle of a turn that begins, if there is one in it."""
        seen = self.scout.look(match.position)
        if not seen.kills and not (seen.threatened and 0 < seen.safe * duel.SHARE <= seen.ends * 2):
            return
        kind = duel.KILL if seen.kills else duel.SAVE
        text = board.told(match.position)
        claim = duel.prove(kind, board.position(text))
        if claim.kills != seen.kills:
            raise BadRecord(f"The quick look and the search do not agree about {text}.")
        if duel.worthwhile(kind, claim):
            yield Nugget(duel.puzzle(kind, text, claim), f"{kind} {board.canonical(text)}", kind)


class Rounds:
    """Plays rounds of Shut the Lines, alone, and looks at every throw."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def outcome(self, task: Course) -> list[Nugget]:
        dice = random.Random(f"{self.seed} {task.number}")
        plan = dice.choice(list(PLANS))
        match = Match(throws.GAME, throws.SEATS, seed=f"{self.seed} {task.number}", plans=str(plan), rounds=1)
        found: list[Nugget] = []
        while not match.is_over:
            s = match.position[0]
            throw = throws.Throw(plan, int(s.covered[0]), int(s.throw))
            if not throws.known(throw):
                break
            splits = throws.weighed(throw)
            if not splits:
                break
            if throws.worthwhile(throw, splits):
                puzzle = throws.puzzle(throw, splits)
                found.append(Nugget(puzzle, puzzle.position, f"plan {plan}"))
            split = splits[0] if dice.random() < 0.5 else dice.choice(splits)
            match.push(throws.written(split))
        return found


def check_game(game: str) -> None:
    """Whether there is anything to be mined."""
    if game not in VEINS:
        raise BadOption(f"Puzzles are mined from {' and '.join(VEINS)}, not from {game}.")


def mine(
    game: str, wanted: int, seed: int = 1, tick: Tick | None = None, jobs: int | None = 1, cluster: str | None = None
) -> list[Puzzle]:
    """So many puzzles of a game, as many of each of its veins, by whoever `jobs` and `cluster` name: see
    `sobremesa.parallel`. They are the first of the first matches that have any."""
    check_game(game)
    veins = VEINS[game]
    each = {vein: wanted // len(veins) + (n < wanted % len(veins)) for n, vein in enumerate(veins)}
    kept: list[Puzzle] = []
    seen: set[str] = set()
    for nuggets in _found(Mine(game, seed), jobs, cluster):
        for nugget in nuggets:
            if each[nugget.vein] and nugget.key not in seen:
                seen.add(nugget.key)
                kept.append(nugget.puzzle)
                each[nugget.vein] -= 1
        if tick:
            tick(len(kept), wanted)
        if not any(each.values()):
            return kept
    raise BadOption(f"{MATCHES:,} matches have only {len(kept):,} puzzles: ask for fewer, or with another seed.")


def _found(request: Mine, jobs: int | None, cluster: str | None) -> Iterator[list[Nugget]]:
    """What each match has, in the order of their numbers, whenever they are played."""
    ahead: dict[int, list[Nugget]] = {}
    number = 0
    with contextlib.closing(parallel.outcomes(request, [Course(n) for n in range(MATCHES)], jobs, cluster)) as outcomes:
        for each in outcomes:
            if isinstance(each, parallel.Failed):
                raise BadRecord(f"Match {each.task.number} could not be played. {each.why}")
            ahead[each.task.number] = each.result
            while number in ahead:
                yield ahead.pop(number)
                number += 1

"""The puzzles of Splut! for two: kill this turn, and save your sorcerer.

Red is to play, and has the whole turn. Whatever is claimed comes from `games.splut.proof`: every turn, by plain rules.
"""

from typing import Any, NamedTuple

import numpy as np

from sobremesa.games.splut.ai import proof
from sobremesa.games.splut.notation import PIECE
from sobremesa.mistakes import IllegalMove
from sobremesa.play.match import Match
from sobremesa.puzzles.board import GAME, SEATS, canonical, position
from sobremesa.puzzles.puzzle import Puzzle, Verdict, named
from sobremesa.puzzles.rating import HELP, QUIET, rated

KILL, SAVE = "splut-kill", "splut-save"
ME, OTHER = 0, 1
SHARE = 20
"""At most one turn in so many solves a puzzle."""
ROOM = 100
"""There are so many turns at least: who can hardly move is not puzzled."""
TROLL = 2


class Claim(NamedTuple):
    """What the exhaustive search finds: how many turns there are, and those that solve it, as actions ended by -1."""

    turns: int
    solving: np.ndarray
    kills: bool
    """Whether red can kill."""

    @property
    def effort(self) -> float:
        """How many turns there are for each that solves it."""
        return round(self.turns / max(len(self.solving), 1), 1)


def prove(kind: str, laid: Any) -> Claim:
    """Go through every turn, and where the sorcerer is to be saved through every turn of the other after it."""
    found = proof.turns_of(laid)
    killing = proof.killing(found, OTHER)
    solving = killing if kind == KILL else (proof.replies(found.ends, ME)[:, 0] < 0) & ~killing
    return Claim(len(found.plans), found.plans[solving], bool(killing.any()))


def worthwhile(kind: str, claim: Claim) -> bool:
    """Whether it is a puzzle, and one that nobody solves by the way: few turns do it; a kill takes the whole turn, or
    the help of sorcerer or dwarf; and who must save the sorcerer cannot kill instead."""
    if claim.turns < ROOM or not 0 < len(claim.solving) * SHARE <= claim.turns:
        return False
    if kind == SAVE:
        return not claim.kills
    short = claim.solving[claim.solving[:, 2] < 0]
    return bool((short[:, 1] >= 0).all()) and all(_helped(plan) for plan in short)


def _helped(plan: np.ndarray) -> bool:
    return any(PIECE[step] != TROLL for step in plan if step >= 0)


def rating(kind: str, claim: Claim) -> int:
    """By the effort; a kill is harder to see where the troll needs help, and where it does not begin with him."""
    more = 0
    if kind == KILL:
        more += HELP * all(_helped(plan) for plan in claim.solving)
        more += QUIET * all(PIECE[plan[0]] != TROLL for plan in claim.solving)
    return rated(kind, claim.effort, more)


def puzzle(kind: str, text: str, claim: Claim) -> Puzzle:
    """The puzzle that a position is."""
    return read(kind, text, rating(kind, claim), claim.turns, len(claim.solving))


def read(kind: str, text: str, rating: int, turns: int, solutions: int) -> Puzzle:
    """The puzzle that a line of the file tells."""
    effort = round(turns / max(solutions, 1), 1)
    name = named(kind, canonical(text))
    return Puzzle(name, kind, GAME, SEATS, {}, rating, effort, text, turns, solutions)


def begin(puzzle: Puzzle) -> Match:
    """The match at the point where it is to be solved."""
    return Match(GAME, SEATS, seed=puzzle.id, start=position(puzzle.position))


def judge(puzzle: Puzzle, moves: list[str]) -> Verdict:
    """What the steps of a turn have come to."""
    match = begin(puzzle)
    turn = int(match.position[0].turns)
    for move in moves:
        if _ended(match, turn):
            raise IllegalMove("The turn is over: there is nothing more to play in this puzzle.")
        match.push(move)
    return _told(puzzle.kind, match) if _ended(match, turn) else Verdict("open", "open")


def _ended(match: Match, turn: int) -> bool:
    return match.is_over or int(match.position[0].turns) != turn


def _told(kind: str, match: Match) -> Verdict:
    if match.result:
        dead = ME if match.result.scores[ME] < 0 else OTHER
        if dead == ME:
            return Verdict("failed", "own")
        return Verdict("solved", "killed")
    if kind == KILL:
        return Verdict("failed", "lives")
    if match.turn == ME:  # rule 3: the other cannot move
        return Verdict("solved", "safe")
    found = proof.turns_of(match.position)
    replies = [_steps(plan) for plan in found.plans[proof.killing(found, ME)]]
    if not replies:
        return Verdict("solved", "safe")
    return Verdict("failed", "refuted", _written(match, min(replies, key=lambda reply: (len(reply), reply))))


def solutions(puzzle: Puzzle) -> list[tuple[str, ...]]:
    """Every turn that solves it, the shortest first."""
    match = begin(puzzle)
    found = prove(puzzle.kind, match.position).solving
    turns = [_written(match, _steps(plan)) for plan in found]
    return sorted(turns, key=lambda turn: (len(turn), turn))


def _steps(plan: np.ndarray) -> list[int]:
    return [int(action) for action in plan if action >= 0]


def _written(match: Match, actions: list[int]) -> tuple[str, ...]:
    """Actions of whoever is to play, as a person writes them."""
    ahead, texts = match.copy(), []
    for action in actions:
        assert ahead.turn is not None
        move = ahead.move(ahead.turn, action)
        texts.append(move.text)
        ahead.push(move)
    return tuple(texts)

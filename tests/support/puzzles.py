"""Turns in puzzles."""

import random

from sobremesa import puzzles


def wrong_turn(puzzle):
    """Return a turn that does not solve a puzzle."""
    match, chance = puzzles.begin(puzzle), random.Random(1)
    moves, right = [], set(puzzles.solutions(puzzle))
    while puzzles.judge(puzzle, moves).state == "open":
        choices = [text for text in match.texts_of(0) if (*moves, text) not in right]
        moves.append(chance.choice(choices))
        match.push(moves[-1])
    return moves if puzzles.judge(puzzle, moves).state == "failed" else wrong_turn(puzzle)

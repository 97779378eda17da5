"""Matches to analyse."""

import random

import sobremesa as sm

BLUNDER = ["De2-e3", "Sf8-f7", "Sf7-g7", "De3-f3", "Sd2-d3", "Sd3-e3+a5", "De8-e7", "Sg7-g6+e9", "Td8-e8>S"]
"""With her sixth move Red walks in front of a rock."""


def played(game, seats, options, choices=9, seed=4):
    """Return a match in which so many choices were made at random."""
    match, dice = sm.Match(game, seats, seed=seed, **options), random.Random(seed)
    for _ in range(choices):
        if not match.is_over:
            match.push(dice.choice(match.legal_moves))
    return match


def blundered(upto=None):
    """Return the match with the blunder, or the beginning of it."""
    match = sm.Match("splut", 2, players=["Ada", "Zoë > Ben"])
    for text in BLUNDER[:upto]:
        match.push(text)
    return match

"""Real matches of Splut! for two, played by chance, with what each seat saw and could do after every move."""

import random

import sobremesa as sm


def played(count, moves, seed=1):
    """So many matches of at least so many moves, cut there."""
    rng, found = random.Random(seed), []
    while len(found) < count:
        match, made = sm.Match("splut", seats=2), []
        positions = [seen(match)]
        while not match.is_over and len(made) < moves:
            move = rng.choice(match.legal_moves)
            match.push(move)
            made.append((move.seat, move.text))
            positions.append(seen(match))
        if len(made) == moves and not match.is_over:
            found.append({"moves": made, "positions": positions})
    return found


def seen(match):
    """By each seat."""
    return [
        {"view": match.view(seat), "moves": [move.text for move in match.legal_moves_of(seat)]} for seat in range(2)
    ]

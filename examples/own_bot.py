"""A bot of one's own for Splut!: it throws a rock along the line of a sorcerer if it can, and else does anything.

sobremesa play splut --players you,examples/own_bot.py:Thrower
"""

import random

AHEAD = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}


class Thrower:
    def __init__(self, seed):
        self.dice = random.Random(seed)

    def move(self, turn):
        rivals = [team["pieces"]["sorcerer"] for seat, team in enumerate(turn.view["teams"]) if seat != turn.seat]
        aimed = [move for move in turn.moves if any(in_line(move, square) for square in rivals if square)]
        return self.dice.choice(aimed or turn.moves)


def in_line(move, square):
    """Whether a throw like Tf2-e2>N flies towards a square like e8."""
    step, thrown, way = move.partition(">")
    if not thrown:
        return False
    right, up = (ord(to) - ord(end) for to, end in zip(square, step[-2:], strict=True))
    x, y = AHEAD[way]
    return right * y == up * x and right * x + up * y > 0


if __name__ == "__main__":
    from sobremesa.lab import results

    for row in results.play("splut", 40, [f"{__file__}:Thrower", "random"], seed=7).summary().rows():
        name = row["player"].rpartition(":")[2]
        print(f"{name:8} {row['mean']:+.2f} ± {row['error']:.2f} in {row['matches']} matches")

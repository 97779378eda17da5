"""Rock, paper, scissors for stakes.

1. Two choose at once, in secret: rock, paper or scissors.
2. Paper beats rock for half the stake, scissors beat paper for a quarter, rock beats scissors for the whole.

Who plays a hand as often as the stake of the two others is high cannot be beaten: 1 to 4 to 2.
"""

from sobremesa.kernel import record, rule

VERSION = 1
ACTIONS = 3
ROCK, PAPER, SCISSORS = range(3)
UNDECIDED, SEALED = 0, 4
STAKES = 0.5, 0.25, 1.0
"""What is lost by rock to paper, by paper to scissors, by scissors to rock."""

State = record(shown=("u1", 2), hands_of_two="?")


@rule
def setup(s, seats):
    pass


@rule
def seats(s):
    return 2


@rule
def to_act(s):
    return (s.shown[0] == UNDECIDED) | (s.shown[1] == UNDECIDED) << 1


@rule
def legal(s, seat, out):
    for hand in range(3):
        out[hand] = hand
    return 3


@rule
def weigh(s, out):
    pass


@rule
def apply(s, seat, action):
    s.shown[seat] = 1 + action


@rule
def score(s, out):
    one, two = int(s.shown[0]) - 1, int(s.shown[1]) - 1
    out[0] = out[1] = 0.0
    if two == (one + 1) % 3:
        out[0], out[1] = -STAKES[one], STAKES[one]
    elif one == (two + 1) % 3:
        out[0], out[1] = STAKES[two], -STAKES[two]


@rule
def hide(s, seat):
    if to_act(s) and s.shown[1 - seat] != UNDECIDED:
        s.shown[1 - seat] = SEALED


@rule
def deal(s, seat, rng):
    """What the other shows does not matter before both do: any will be taken back."""
    if to_act(s) and s.shown[1 - seat] != UNDECIDED:
        s.shown[1 - seat] = 1 + ROCK

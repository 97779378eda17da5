"""The rules of every game as Python calls them: on an array of one position.

A record takes Numba four times as long to pass as an array does, which is more than most rules take.
"""

from sobremesa import kernel
from sobremesa.kernel import rule


@rule
def to_act(position):
    return kernel.to_act(position[0])


@rule
def legal(position, seat, out):
    return kernel.legal(position[0], seat, out)


@rule
def weigh(position, out):
    kernel.weigh(position[0], out)


@rule
def apply(position, seat, action):
    """Play a legal action; the seats that must choose next, a bit each."""
    kernel.apply(position[0], seat, action)
    return kernel.to_act(position[0])


@rule
def score(position, out):
    kernel.score(position[0], out)


@rule
def hide(position, seat):
    kernel.hide(position[0], seat)


@rule
def deal(position, seat, rng):
    kernel.deal(position[0], seat, rng)

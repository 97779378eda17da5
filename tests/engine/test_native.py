"""Functions of a user's own that Numba compiles and that call rules."""

import os
import subprocess
import sys

import pytest

from tests.support.selection import exhaustive

OWN = """
import sys
import numpy as np
from numba import njit
from sobremesa import Match, games, kernel
from sobremesa.kernel import calls

match = Match("end-of-line", 8, seed=1)

@njit
def play(start, steps):
    states, out = start[:1].copy(), np.empty(kernel.actions(start[0]), np.int16)
    for step in range(steps):
        bits = kernel.to_act(states[0])
        if bits == 0:
            break
        seat = 0
        while not bits >> seat & 1:
            seat += 1
        count = kernel.legal(states[0], seat, out)
        kernel.apply(states[0], seat, out[step % count])
    return states

if sys.argv[1] == "rules first":
    from sobremesa import warm
    warm.compile_together(games.find("end-of-line"), False)
same = match.position.copy()
for step in range(200):
    bits = int(calls.to_act(same))
    if not bits:
        break
    seat = (bits & -bits).bit_length() - 1
    out = np.empty(games.find("end-of-line").rules.ACTIONS, np.int16)
    count = calls.legal(same, seat, out)
    calls.apply(same, seat, int(out[step % count]))
assert play(match.position, 200).tobytes() == same.tobytes()
"""


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("order", "way"),
    [
        ("rules first", "auto"),
        ("own first", "native"),
        exhaustive("rules first", "native"),
        exhaustive("own first", "auto"),
    ],
)
def test_a_function_of_ones_own_calls_rules(way, order, tmp_path):
    """Its code holds the rules that it calls, wherever else in the process these are."""
    settings = os.environ | {"SOBREMESA_ENGINE": way, "SOBREMESA_CACHE": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", OWN, order], env=settings, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr

"""Random numbers for compiled code: xorshift64, its state a one-element array that is never 0."""

import numpy as np

from sobremesa.kernel import rule


def seeded(seed: int) -> np.ndarray:
    """A generator that begins where this seed says."""
    return np.random.SeedSequence(seed).generate_state(1, np.uint64) | np.uint64(1)


@rule
def below(rng, n):
    """A number from 0 to n - 1, n below 2**32."""
    x = rng[0]
    x ^= x << np.uint64(13)
    x ^= x >> np.uint64(7)
    x ^= x << np.uint64(17)
    rng[0] = x
    return np.int64((x >> np.uint64(32)) * np.uint64(n) >> np.uint64(32))

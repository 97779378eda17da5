"""`exp`, `log` and `tanh` for rules, the same to the last bit wherever they run, so that a search finds the same: those
of C libraries and browsers differ. `exp` and `log` are off by two units in the last place at most, `tanh` by 2e-16."""

from math import factorial

import numpy as np

from sobremesa.kernel import rule

LN2_HIGH, LN2_LOW = 0.6931471803691238, 1.9082149292705877e-10
"""The logarithm of 2 in two parts: the first has so few bits that whole multiples of it are exact."""
LEAST, MOST = -745.2, 709.782712893384
"""Beyond these `exp` is 0, or infinite."""
TERMS = np.array([1 / factorial(n) for n in range(14)])
"""Of the series of `exp`."""
SMALLEST = -1074
POWERS = np.ldexp(1.0, np.arange(SMALLEST, 1024))
"""The powers of 2, from the smallest number there is."""


@rule
def exp(x):
    """Return e to the power of x."""
    if x != x:
        return x
    if x < LEAST:
        return 0.0
    if x > MOST:
        return np.inf
    k = int(np.floor(x / (LN2_HIGH + LN2_LOW) + 0.5))
    r = (x - k * LN2_HIGH) - k * LN2_LOW
    total = 0.0
    for n in range(len(TERMS) - 1, -1, -1):
        total = total * r + TERMS[n]
    half = k // 2
    return total * POWERS[half - SMALLEST] * POWERS[k - half - SMALLEST]


@rule
def log(x):
    """Return the logarithm of x, which is above 0."""
    if not x > 0:
        return -np.inf if x == 0 else np.nan
    if x == np.inf:
        return x
    k, step = 0, 512
    while step > 0:
        if x >= POWERS[step - SMALLEST]:
            x *= POWERS[-step - SMALLEST]
            k += step
        elif x < POWERS[1 - step - SMALLEST]:
            x *= POWERS[step - SMALLEST]
            k -= step
        else:
            step //= 2
    if x > 1.4142135623730951:
        x *= 0.5
        k += 1
    s = (x - 1.0) / (x + 1.0)
    z = s * s
    total = 0.0
    for n in range(12, 0, -1):
        total = z * (total + 1.0 / (2 * n + 1))
    return k * LN2_HIGH + (2.0 * s + (2.0 * s * total + k * LN2_LOW))


@rule
def tanh(x):
    """Return the hyperbolic tangent of x."""
    if x != x:
        return x
    t = exp(-2.0 * abs(x))
    value = (1.0 - t) / (1.0 + t)
    return value if x >= 0 else -value

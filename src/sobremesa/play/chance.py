"""What chance brings: outcome k of a match follows from its seed and k alone, so that undoing re-rolls nothing."""

import hashlib
from collections.abc import Sequence


def outcome(seed: str, k: int, weights: Sequence[int]) -> int:
    """Which of the outcomes with these whole-number weights comes as number k."""
    left = int.from_bytes(hashlib.sha256(f"{seed} {k}".encode()).digest()) % sum(weights)  # 2**256: no bias to speak of
    for which, weight in enumerate(weights):
        left -= weight
        if left < 0:
            return which
    raise AssertionError("the weights of chance do not add up")

"""What `sobremesa bench` shows of Shut the Lines besides its speed: its bots, in rounds played and worked out."""

import time
from collections.abc import Callable, Iterator
from typing import Any

from sobremesa.games.shut_the_lines.ai.bot_rounds import BOTS, trial
from sobremesa.games.shut_the_lines.tables import PLANS

ROUNDS = 200_000
LARGE = sum(1 << number - 1 for number in range(13, 26))
"""The larger numbers of plan 4: with them covered every bot's value can be worked out, as on the other plans."""


def figures(tell: Callable[[str], None]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Of every bot on every plan: the mean number of lines, and how far that is from what it should be."""
    cases = [(f"plan {plan}", plan, 0) for plan in PLANS]
    for name, plan, covered in [*cases, ("plan 4 with 13 to 25 covered", 4, LARGE)]:
        for seed, bot in enumerate(BOTS, 10 * plan):
            tell(f"Shut the Lines: {name}, {bot}")
            began = time.process_time()
            played = trial(bot, plan, ROUNDS, seed, covered)
            off = played.deviation
            yield (
                f"{name}, {bot}",
                {
                    "rounds": played.rounds,
                    "lines": round(played.mean, 6),
                    "standard error": round(played.error, 6),
                    "worked out": played.expected and round(played.expected, 6),
                    "standard errors off": off and round(off, 2) + 0.0,
                    "CPU seconds": round(time.process_time() - began, 2),
                },
            )

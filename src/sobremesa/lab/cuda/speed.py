"""How fast a GPU plays, in steps a second of its own time, beside Pgx in the same run where that is installed."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from numba import cuda

from sobremesa.lab.cuda import fused, memory
from sobremesa.lab.cuda.batch import Batch
from sobremesa.lab.cuda.check import Case

THREADS = 2048
"""That each multiprocessor of a GPU can keep at once."""
STEPS = 3000
COUNTS = 1 << 16, 1 << 18, 1 << 20
"""Positions in a batch: the best is told."""
NEAREST = {
    "splut": "gardner_chess",
    "end-of-line": "othello",
    "shut-the-lines": "backgammon",
    "outspeed": "backgammon",
}
"""The game of Pgx that is nearest to each of ours in size."""


def device_name() -> str:
    """What GPU this is."""
    memory.arrays()
    name = cuda.get_current_device().name
    return name.decode() if isinstance(name, bytes) else str(name)


def in_one_go(case: Case, seconds: float) -> float:
    """Steps a second of random play in one go, every thread of the GPU busy: the best of runs of so many seconds."""
    play = fused.Play(case.game, case.seats, case.options)
    count = int(cuda.get_current_device().MULTIPROCESSOR_COUNT) * THREADS
    lean = cuda.to_device(play.lean.of(np.repeat(play.start, count)))
    rng = cuda.to_device(np.random.SeedSequence(1).generate_state(count, np.uint64) | np.uint64(1))
    start, over = cuda.to_device(play.lean.start), cuda.to_device(np.zeros(count, np.int32))

    def run() -> int:
        play.kernel(count, lean, start, rng, STEPS, over)
        return count * STEPS

    return _best(run, seconds)


def in_batches(case: Case, seconds: float) -> dict[str, float]:
    """Steps a second of a batch: for each step legal actions are chosen and played, and the mask and the observation of
    every position are written. And the same without the observations."""
    found: dict[str, float] = {}
    for count in COUNTS:
        with contextlib.suppress(MemoryError):
            batch = Batch(case.game, count, case.seats, **case.options)

            def step(batch: Batch = batch) -> None:
                batch.step(batch.choose_at_random(), anew=True, trusted=True)

            def with_all(step: Callable[[], None] = step, batch: Batch = batch) -> None:
                step()
                batch.observe()

            for name, turn in ("masks", step), ("all", with_all):
                rate = _best(lambda turn=turn, count=count: _times(turn, 20) * count, seconds)  # type: ignore[misc]
                if rate > found.get(name, 0):
                    found[name], found[f"{name}_at"] = rate, count
    return found


def pgx(name: str, seconds: float) -> dict[str, float] | None:
    """The same of a game of Pgx, whose step writes mask and observation: legal actions at random, matches that are over
    begun anew. None if it is not installed."""
    try:
        import jax
        import jax.numpy as jnp
        import pgx
    except ImportError:
        return None
    game = pgx.make(name)
    stochastic = name == "backgammon"
    found: dict[str, float] = {}

    def turn(state: Any, key: Any) -> tuple[Any, Any]:
        key, choice, luck = jax.random.split(key, 3)
        odds = jnp.log(state.legal_action_mask.astype(jnp.float32))
        action = jax.random.categorical(choice, odds, axis=-1)
        lots = (jax.random.split(luck, len(action)),) if stochastic else ()
        after = jax.vmap(game.step)(state, action, *lots)
        over = after.terminated | after.truncated
        anew = jax.vmap(game.init)(jax.random.split(luck, len(action)))
        after = jax.tree.map(lambda a, b: jnp.where(over.reshape(-1, *[1] * (a.ndim - 1)), a, b), anew, after)
        return after, key

    quick = jax.jit(turn)
    for count in COUNTS:
        state = jax.jit(jax.vmap(game.init))(jax.random.split(jax.random.key(1), count))
        key = jax.random.key(2)

        def run(count: int = count) -> int:
            nonlocal state, key
            for _ in range(20):
                state, key = quick(state, key)
            jax.block_until_ready(state)
            return 20 * count

        try:
            rate = _best(run, seconds)
        except Exception as error:  # no room for so many
            if "RESOURCE_EXHAUSTED" not in str(error):
                raise
            break
        if rate > found.get("all", 0):
            found = {"all": rate, "all_at": count}
    return found


def _times(turn: Callable[[], None], count: int) -> int:
    for _ in range(count):
        turn()
    return count


def _best(run: Callable[[], int], seconds: float) -> float:
    """How many a second the best of several runs made, in the time of a clock: the GPU is nobody else's."""
    run()
    cuda.synchronize()
    rates: list[float] = []
    began = time.perf_counter()
    while len(rates) < 3 or time.perf_counter() - began < seconds:
        start = time.perf_counter()
        done = run()
        cuda.synchronize()
        rates.append(done / (time.perf_counter() - start))
    return max(rates)

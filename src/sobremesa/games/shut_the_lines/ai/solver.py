"""The perfect player of Shut the Lines: what every covered set is worth, going backward from the full one.

Nobody can take a number from anybody, so one's own covered set is the whole state. `above` lays out the game that is
left from a covered set on: only the numbers still free count, the largest in the lowest bits. A set is then a block
(its high bits) and a lane (its low bits). The numbers of the lanes are so large that no throw covers two of them at
once: almost every split changes the block and keeps the lane, so a whole block of sets is worked out with the same few
instructions. A split covers at least one number, so blocks with equally many numbers do not need one another: they are
shared out to threads.
"""

import os
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from sobremesa import kernel
from sobremesa.games.shut_the_lines import rules
from sobremesa.games.shut_the_lines.tables import COUNT, FULL, PART, PLANS, WEIGHT, check_layout, masks
from sobremesa.kernel import rule
from sobremesa.mistakes import BadOption

Array = npt.NDArray[Any]
Tick = Callable[[float], object]

PARTIAL = "choose", "none"
LANES = 7
"""The most numbers that are told apart inside a block: two blocks' worth of every throw stay in a core's own memory."""
SLICE = 1024
"""Blocks between two ticks: a small part of a second."""
VALUES_SHARE = 0.15
"""Of the work, what the values take."""
EQUAL = 1e-12
"""Splits whose values differ by less are equally good. Of such splits the perfect player takes the first way of
`tables.partitions`, and goes on rather than leave."""


@dataclass(frozen=True)
class Game:
    """What is left of a plan above a covered set: `free` numbers, the largest first, number i of them being bit i."""

    free: tuple[int, ...]
    lanes: int
    """How many of the bits are lanes; the others are the block's."""
    weights: Array
    full: tuple[Array, Array, Array]
    """Of the full splits: where those of each throw begin, the block of each, its lane."""
    part: tuple[Array, Array, Array]
    """The same of partial covers, less those that others contain."""
    lines: Array
    choose: bool
    voluntary: bool

    @property
    def blocks(self) -> int:
        return 1 << len(self.free) - self.lanes

    def pack(self, covered: Any) -> Any:
        """A set of numbers of the plan, or an array of them, as a set of the free ones."""
        return _pack(self.free, covered)


def above(plan: int, covered: int, partial: str, voluntary_partial: bool, layout: Sequence[int] | None = None) -> Game:
    """The game that is left from a covered set on."""
    figure = PLANS[plan]
    free = tuple(n for n in range(figure.numbers, 0, -1) if not covered >> n - 1 & 1)
    lanes = min(len(free), LANES)
    while lanes > 1 and free[lanes - 1] + free[lanes - 2] <= 6 * figure.dice:
        lanes -= 1
    full, part = _covers(plan)
    lines = _pack(free, np.array(masks(plan, check_layout(plan, layout or figure.layout))))
    return Game(
        free,
        lanes,
        WEIGHT[plan, : COUNT[plan]].astype(np.float64),
        _rows(full[:, full[1] & covered == 0], COUNT[plan], free, lanes),
        _rows(np.unique(part & [[-1], [~covered]], axis=1), COUNT[plan], free, lanes),
        lines,
        partial == "choose",
        voluntary_partial,
    )


def _pack(free: Sequence[int], covered: Any) -> Any:
    packed = covered & 0
    for bit, number in enumerate(free):
        packed |= (covered >> number - 1 & 1) << bit
    return packed


@lru_cache
def _covers(plan: int) -> tuple[Array, Array]:
    """Full splits, and partial covers less those that others contain: throws in the first row, covers in the other."""
    throws = range(COUNT[plan])
    full = [(throw, cover) for throw in throws for cover in FULL[plan, throw].tolist() if cover]
    part = [(throw, cover) for throw in throws for cover in _largest(PART[plan, throw])]
    return np.array(full).T, np.array(part).T


def _largest(covers: Array) -> list[int]:
    different = [cover for cover in covers.tolist() if cover >= 0]
    return [one for one in different if sum(one & other == one for other in different) == 1]


def _rows(covers: Array, count: int, free: Sequence[int], lanes: int) -> tuple[Array, Array, Array]:
    throws, packed = covers[0], _pack(free, covers[1])
    return np.searchsorted(throws, np.arange(count + 1)), packed >> lanes, packed & (1 << lanes) - 1


@rule
def packed(free, covered):
    """The same of one set, compiled."""
    bits = 0
    for bit in range(free.size):
        bits |= (covered >> free[bit] - 1 & 1) << bit
    return bits


@rule
def foremost(ways, values, n):
    """Of n ways to play a throw the one that perfect play takes: of the best, as EQUAL says, the first."""
    best = values[0]
    for i in range(1, n):
        best = max(best, values[i])
    first = -1
    for i in range(n):
        if best - values[i] < EQUAL and (first < 0 or ways[i] < first):
            first = ways[i]
    return first


@rule
def count_lines(game_lines, out):
    """How many lines each set has."""
    blocks, lanes = out.shape
    for line in game_lines:
        high, low = line // lanes, line % lanes
        for block in range(blocks):
            if block & high == high:
                for lane in range(lanes):
                    out[block, lane] += lane & low == low


@rule
def sweep(blocks, values, lines, weights, full, part, choose, voluntary):
    """The value of every set of these blocks, from those of all blocks with more numbers. Lines: what each set
    is worth to who is out."""
    starts, highs, lows = full
    lanes = values.shape[1]
    throws = weights.size
    best = np.empty(lanes)
    most = np.empty(lanes, np.uint8)
    sums = np.empty(lanes)
    waiting = np.empty((throws, lanes + 8))  # throws whose sum is a number of the lanes: they stay in this block
    numbers = np.empty(throws, np.int64)
    chances = np.empty(throws)
    for block in blocks:
        sums[:] = 0.0
        wait = 0
        for throw in range(throws):
            best[:] = -1.0
            always = False  # whether every lane has a full split
            alone = 0
            for i in range(starts[throw], starts[throw + 1]):
                if highs[i] & block:
                    continue
                low = lows[i]
                if low == 0:
                    always = True
                    after = values[block | highs[i]]
                    for lane in range(lanes):
                        best[lane] = max(best[lane], after[lane])
                elif highs[i] == 0:
                    alone = low
                else:
                    after = values[block | highs[i]]
                    for start in range(0, lanes, 2 * low):
                        for lane in range(start, start + low):
                            best[lane] = max(best[lane], after[lane + low])
            if voluntary or (choose and not always):
                most_lines(block, throw, lines, part, most)
            if not choose and not always:
                for lane in range(lanes):
                    out = (best[lane] < 0) & (lane & alone == alone)
                    if voluntary and not out:
                        best[lane] = max(best[lane], float(most[lane]))
                    elif out:
                        best[lane] = lines[block, lane]
            elif voluntary:
                for lane in range(lanes):
                    best[lane] = max(best[lane], float(most[lane]))
            elif not always:
                for lane in range(lanes):
                    out = (best[lane] < 0) & (lane & alone == alone)
                    best[lane] = float(most[lane]) if out else best[lane]
            if alone:
                waiting[wait, :lanes] = best
                numbers[wait] = alone
                chances[wait] = weights[throw]
                wait += 1
            else:
                for lane in range(lanes):
                    sums[lane] += weights[throw] * best[lane]
        settle(values[block], sums, wait, waiting, numbers, chances, weights.sum())


@rule
def most_lines(block, throw, lines, part, most):
    """The most lines that whoever leaves with this throw can have, in every lane."""
    starts, highs, lows = part
    most[:] = 0
    for i in range(starts[throw], starts[throw + 1]):
        after = lines[block | highs[i]]
        low = lows[i]
        if low == 0:
            for lane in range(most.size):
                most[lane] = max(most[lane], after[lane])
        else:
            for start in range(0, most.size, 2 * low):
                for lane in range(start, start + low):
                    most[lane] = max(most[lane], after[lane + low])
                for lane in range(start + low, start + 2 * low):
                    most[lane] = max(most[lane], after[lane])


@rule
def settle(values, sums, wait, waiting, numbers, chances, total):
    """The values of a block's sets, those with most numbers first: a throw that waits leads to another lane."""
    for lane in range(values.size - 1, -1, -1):
        value = sums[lane]
        for i in range(wait):
            after = values[lane | numbers[i]] if lane & numbers[i] == 0 else -1.0
            value += chances[i] * max(waiting[i, lane], after)
        values[lane] = value / total


@rule
def walk(blocks, mine, reach, values, lines, weights, full, part, choose, voluntary, mercy, tally):
    """Follow perfect play through the sets of these blocks: how likely each next set is goes to this thread's share of
    `reach`, how likely each number of lines to the tally; its two last entries count throws and sets."""
    starts, highs, lows = full
    lanes = values.shape[1]
    last = values.size - 1
    some = np.empty(highs.size + 1, np.int64)  # the splits that this block does not rule out
    begin = np.empty(starts.size, np.int64)
    most = np.empty((weights.size, lanes), np.uint8)
    for block in blocks:
        count = 0
        for throw in range(weights.size):
            if choose or voluntary:
                most_lines(block, throw, lines, part, most[throw])
            begin[throw] = count
            for i in range(starts[throw], starts[throw + 1]):
                some[count] = i
                count += highs[i] & block == 0
        begin[weights.size] = count
        for lane in range(lanes):
            chance = 0.0
            for share in range(reach.shape[0]):
                chance += reach[share, block, lane]
            if chance == 0:
                continue
            tally[-1] += 1
            if block * lanes + lane == last:
                tally[lines[block, lane]] += chance
                continue
            total = 0.0
            for throw in range(weights.size):
                if not (mercy and block == 0 and lane == 0 and starts[throw] == starts[throw + 1]):
                    total += weights[throw]
            tally[-2] += chance * weights.sum() / total
            for throw in range(weights.size):
                best, pick = -1.0, -1
                for i in some[begin[throw] : begin[throw + 1]]:
                    if lows[i] & lane == 0:
                        value = values[block | highs[i], lane | lows[i]]
                        if value > best + EQUAL:
                            best, pick = value, i
                if pick < 0 and mercy and block == 0 and lane == 0:
                    continue
                leave = most[throw, lane] if choose or pick >= 0 else lines[block, lane]
                if pick < 0 or (voluntary and leave > best + EQUAL):
                    tally[leave] += chance * weights[throw] / total
                else:
                    reach[mine, block | highs[pick], lane | lows[pick]] += chance * weights[throw] / total


class Table:
    """The value of every set above a covered one, for a prize that grows with the lines."""

    def __init__(self, game: Game, prize: Array, tick: Tick | None = None) -> None:
        self.game, self.space = game, kernel.workspace(rules)
        self.workers = (os.cpu_count() or 1) if self.space is np else 1
        """How many threads work on the values; an engine's memory is for one."""
        self.lines = self.space.zeros((game.blocks, 1 << game.lanes), np.uint8)
        self.values = self.space.zeros(self.lines.shape)
        count_lines(game.lines, self.lines)
        self.lines[...] = prize[self.lines]
        settings = game.weights, game.full, game.part, game.choose, game.voluntary
        shared_out(
            lambda worker, blocks: sweep(blocks, self.values, self.lines, *settings),
            reversed(levels(game.blocks)),
            self.workers,
            tick,
        )

    def __getitem__(self, covered: int) -> float:
        """The value of a covered set of the plan."""
        return float(self.values.flat[self.game.pack(covered)])

    def play(self, mercy: bool, tick: Tick | None = None) -> tuple[list[float], float, int]:
        """Under perfect play: how likely each number of lines is, how many throws it takes, how many sets it meets."""
        game, workers = self.game, min(2, self.workers)
        reach = self.space.zeros((workers, *self.values.shape))
        reach[0, 0, 0] = 1
        tallies = np.zeros((workers, len(game.lines) + 3))
        settings = game.weights, game.full, game.part, game.choose, game.voluntary, mercy
        shared_out(
            lambda worker, blocks: walk(blocks, worker, reach, self.values, self.lines, *settings, tallies[worker]),
            levels(game.blocks),
            workers,
            tick,
        )
        *distribution, throws, sets = tallies.sum(axis=0).tolist()
        return distribution, throws, int(sets)


def levels(blocks: int) -> list[Array]:
    """All blocks, those with equally many numbers together, those with fewest first."""
    counts = np.bitwise_count(np.arange(blocks, dtype=np.uint32))
    order = np.argsort(counts, kind="stable")
    return np.split(order, np.cumsum(np.bincount(counts))[:-1])


def shared_out(work: Callable[[int, Array], object], stages: Iterable[Array], workers: int, tick: Tick | None) -> None:
    """Do the work of each stage, in slices, before that of the next. Tick is told which share is done."""
    stages = list(stages)
    every, done = sum(map(len, stages)), 0
    with ThreadPoolExecutor(workers) as pool:
        for stage in stages:
            size = min(SLICE, -(-len(stage) // workers))
            slices = [stage[i : i + size] for i in range(0, len(stage), size)]
            for i in range(0, len(slices), workers):
                batch = slices[i : i + workers]
                for ended in [pool.submit(work, worker, blocks) for worker, blocks in enumerate(batch)]:
                    ended.result()
                done += sum(map(len, batch))
                if tick:
                    tick(done / every)


@dataclass(frozen=True)
class Solution:
    """A plan under perfect play: the mean number of lines, how likely each number is, the mean number of throws."""

    plan: int
    lines: float
    distribution: tuple[float, ...]
    throws: float
    states: int
    reached: int
    """How many sets perfect play can come by."""
    seconds: float
    """Of all cores, for the values."""
    seconds_more: float
    """Of all cores, for the distribution and the throws."""


def solve(
    plan: int,
    partial: str = "choose",
    voluntary_partial: bool = False,
    mercy: bool = False,
    layout: Sequence[int] | None = None,
    tick: Tick | None = None,
) -> Solution:
    """A plan under perfect play, which is for the most lines on average; ties as EQUAL says.

    A throw that mercy takes back counts as a throw. Between slices tick is told which share of the work is done; what
    it raises stops the work.
    """
    check(plan, partial)
    began = time.process_time()
    game = above(plan, 0, partial, voluntary_partial, layout)
    table = Table(game, prize_for(plan), tick and (lambda share: tick(VALUES_SHARE * share)))
    value = merciful(table) if mercy else table[0]
    halfway = time.process_time()
    distribution, throws, reached = table.play(
        mercy, tick and (lambda share: tick(VALUES_SHARE + (1 - VALUES_SHARE) * share))
    )
    ended = time.process_time()
    states = table.values.size
    return Solution(plan, value, tuple(distribution), throws, states, reached, halfway - began, ended - halfway)


def check(plan: int, partial: str) -> None:
    if plan not in PLANS:
        raise BadOption(f"plan is one of {', '.join(map(str, PLANS))}, not {plan}")
    if partial not in PARTIAL:
        raise BadOption(f"partial is one of {', '.join(PARTIAL)}, not {partial}")


def prize_for(plan: int, target: int | None = None) -> Array:
    """What so many lines are worth: their number; or, with a target, whether there are that many."""
    lines = np.arange(len(PLANS[plan].lines) + 1)
    return (lines if target is None else lines >= target).astype(np.uint8)


def merciful(table: Table) -> float:
    """The value of the empty set where a throw that cannot be split is thrown again: only the others count."""
    starts, highs, lows = table.game.full
    best = [table.values[highs[a:b], lows[a:b]].max() if a < b else 0.0 for a, b in pairwise(starts)]
    weights = table.game.weights * (np.diff(starts) > 0)
    return float(weights @ best / weights.sum())


def chores() -> Iterator[tuple[str, Callable[[], object]]]:
    """What there is to compile ahead, by name."""
    yield "perfect play", lambda: solve(1)

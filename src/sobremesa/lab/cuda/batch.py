"""Thousands of positions of one game on a GPU: the same calls as `sobremesa.lab.batch`, and nothing leaves the device.

    batch = Batch("splut", 65536, seats=2, seed=7)
    while True:
        seen, may = batch.observe(), batch.mask()          # (65536, numbers) float32, (65536, actions) bool
        over = batch.step(choose(torch.from_dlpack(seen), torch.from_dlpack(may)), anew=True)

Every array is the batch's own and CuPy's; PyTorch and JAX take it by DLPack without a copy. Actions are taken in the
same way, from whoever made them. From the same seed everything is as on the CPU, bit for bit.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from sobremesa import games
from sobremesa.games.game import Game
from sobremesa.lab import features
from sobremesa.lab.cuda import memory
from sobremesa.lab.cuda.compiling import SIMULATED, Kernel
from sobremesa.lab.cuda.kernels import Kernels
from sobremesa.mistakes import BadSeats, IllegalMove

NONE_WRONG = 2**31 - 1


class Batch:
    """So many positions of one game. In each the seat that is to act next is `turns`, -1 where it is over; where
    several choose at the same time, the first of those who have not."""

    def __init__(
        self, game: str | Game, count: int, seats: int | None = None, *, seed: int = 0, **options: Any
    ) -> None:
        self.game = games.find(game) if isinstance(game, str) else game
        self.seats, self.options = self.game.agree(seats, options)
        if count < 1:
            raise BadSeats(f"A batch has at least one position, not {count}.")
        self.count, self.actions = count, int(self.game.rules.ACTIONS)
        self.kernels = Kernels(self.game, self.seats, self.options)
        at = self._at = memory.arrays()
        lean = self.kernels.lean
        self._rows = at.zeros((count, lean.layout.itemsize), at.uint8)
        self._start = memory.laid_down(lean.start)
        rng = np.random.SeedSequence(seed).generate_state(count, np.uint64) | np.uint64(1)
        self._rng = at.asarray(rng)
        self._legal = at.zeros((self.actions, count), at.int16)
        """By number and then by position: what threads side by side read and write lies side by side."""
        self._counts = at.zeros(count, at.int32)
        self._mask = at.zeros((count, self.actions), at.bool_)
        self._seen = at.zeros((count, features.size(self.game, self.seats)), at.float32)
        self.turns = at.zeros(count, at.int8)
        """Whose turn it is."""
        self.rewards = at.zeros((count, self.seats), at.float64)
        """What each seat of a match that is over has got, from -1 to 1; zeros while it goes on."""
        self._ended = at.zeros(count, at.bool_)
        self._all = at.ones(count, at.bool_)
        self._wrong = at.zeros(1, at.int32)
        self._taken: dict[str, Any] = {
            name: memory.handed(getattr(self, name))
            for name in ("_rng", "_legal", "_counts", "turns", "rewards", "_ended", "_all", "_wrong")
        }
        self._taken["_seen"] = memory.handed(self._seen.ravel())
        self._taken["_mask"] = memory.handed(self._mask.view(self.kernels.unit))
        self._taken["positions"] = memory.records(self._rows, lean.layout)
        self._taken["start"] = memory.records(self._start, lean.layout)
        self.reset()

    @property
    def positions(self) -> np.ndarray:
        """The positions themselves, as the rules have them: a copy in the CPU's memory."""
        return self.kernels.lean.whole(memory.picked_up(self._rows, self.kernels.lean.layout))

    def suppose(self, positions: np.ndarray) -> None:
        """Go on from these positions, one for each; they are trusted to be such as the rules lead to."""
        if positions.shape != (self.count,) or positions.dtype.itemsize != self.game.rules.State.itemsize:
            raise BadSeats(f"As many positions of {self.game.title} are to be given as there are: {self.count}.")
        self._rows[:] = memory.laid_down(self.kernels.lean.of(positions))
        self._go_on(self._taken["_all"], anew=False)

    def reset(self, which: Any = None) -> None:
        """Begin anew, all or those that are marked; what is random goes on where it was."""
        self._go_on(self._marks(which), anew=True)

    def _go_on(self, chosen: Any, anew: bool) -> None:
        self._run("go_on", "positions", "start", anew, chosen, "_mask", "_legal", "_counts", "_rng", "turns", "rewards")

    def step(self, actions: Any, which: Any = None, *, anew: bool = False, trusted: bool = False) -> Any:
        """Play one action in every position that is not over, or in those of them that are marked, for the seat whose
        turn it is; whether each has come to its end by it. With `anew` those begin anew at once, and `rewards` tells
        until the next step what came out. Chance acts by itself. An action that is not legal is refused, and then
        nothing is played; to know that, the CPU waits for the GPU. With `trusted` nobody looks."""
        chosen = self._given(actions, self._at.int64)
        if chosen.shape != (self.count,):
            raise IllegalMove(f"There are {self.count} positions: as many actions are to be given.")
        acts, marked = memory.handed(chosen), self._marks(which)
        if not trusted:
            self._wrong[:] = NONE_WRONG
            self._run("find_illegal", acts, marked, memory.handed(self._mask), "turns", "_wrong")
            if (wrong := int(self._wrong[0])) != NONE_WRONG:
                raise IllegalMove(f"Action {int(chosen[wrong])} is not legal in position {wrong}.")
        changed = "_mask", "_legal", "_counts", "_rng", "turns", "rewards", "_ended"
        self._run("step", "positions", "start", anew, acts, marked, *changed)
        return self._ended

    def mask(self) -> Any:
        """The actions that the seat whose turn it is may choose, of each position; none where it is over. Whatever
        changes a position keeps them up to date."""
        return self._mask

    def observe(self, seat: int | None = None) -> Any:
        """What a seat sees of each position; that whose turn it is, if none is named: see `features`."""
        if seat is not None and not 0 <= seat < self.seats:
            raise BadSeats(f"The seats are 0 to {self.seats - 1}, not {seat}.")
        self._run("observe", "positions", "turns", -1 if seat is None else seat, "_seen")
        return self._seen

    def split(self, seen: Any) -> tuple[Any, Any]:
        """What was observed as planes, where the game has some, and numbers: the same memory."""
        return features.split(self.game, self.seats, seen)

    def choose_at_random(self, which: Any = None) -> Any:
        """A legal action for each position, or for those that are marked."""
        chosen = self._at.zeros(self.count, self._at.int64)
        self._run("choose", "_legal", "_counts", self._marks(which), "_rng", memory.handed(chosen))
        return chosen

    def play_out(self) -> Any:
        """Play every match at random to its end; how many actions each took, those of chance among them."""
        steps = self._at.zeros(self.count, self._at.int64)
        self._run("play_out", "positions", "_counts", "_rng", "turns", "rewards", memory.handed(steps))
        self._mask.fill(False)
        return steps

    def _marks(self, which: Any) -> Any:
        if which is None:
            return self._taken["_all"]
        marks = self._given(which, self._at.bool_)
        if marks.shape != (self.count,):
            raise BadSeats(f"Which of {self.count} positions are meant is said by as many marks.")
        return memory.handed(marks)

    def _given(self, values: Any, kind: Any) -> Any:
        """Whatever somebody gives: an array on the GPU by DLPack, or anything that NumPy reads."""
        if not SIMULATED and hasattr(values, "__dlpack__") and not isinstance(values, (np.ndarray, self._at.ndarray)):
            values = self._at.from_dlpack(values)
        return self._at.ascontiguousarray(self._at.asarray(values, kind))

    def _run(self, name: str, *arguments: Any) -> None:
        given = [self._taken[each] if isinstance(each, str) else each for each in arguments]
        run: Kernel = getattr(self.kernels, name)
        run(self.count, *given)

"""Thousands of matches at once as Gymnasium has vectors of environments: the same ids, over a `Batch`.

    envs = gymnasium.make_vec("sobremesa/Splut-v0", num_envs=1024)
    seen, infos = envs.reset(seed=7)
    seen, rewards, terminations, truncations, infos = envs.step(choose(seen, infos["action_mask"]))

Chance and random opponents act in compiled code, over all cores; other bots are asked one after the other.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import partial
from operator import index
from typing import Any

import numpy as np

from sobremesa.bots.bot import Bot
from sobremesa.bots.playout import NOBODY
from sobremesa.games.game import Game
from sobremesa.lab import features
from sobremesa.lab.batch import Batch
from sobremesa.lab.gymnasium import (
    ILLEGAL_REWARD,
    METADATA,
    Opponent,
    ask,
    check_render_mode,
    picture,
    raises,
    refusal,
    seat_agent,
)
from sobremesa.mistakes import BadOption, BadSeats, IllegalMove, missing

try:
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError:
    raise missing("gymnasium", "gymnasium") from None


class SeatVectorEnv(VectorEnv[np.ndarray, np.ndarray, np.ndarray]):
    """So many matches, each as `SeatEnv` has one. What happens in one makes no difference to another."""

    metadata = METADATA | {"autoreset_mode": AutoresetMode.NEXT_STEP}

    def __init__(
        self,
        game: str | Game,
        num_envs: int = 1,
        seats: int | None = None,
        *,
        seat: int | str = 0,
        bots: Opponent | Sequence[Opponent] = "random",
        illegal: str = "end",
        autoreset_mode: str | AutoresetMode = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self.table = seat_agent(game, seats, seat, bots, options)
        self.num_envs = num_envs
        self.raises = raises(illegal)
        self.mode = _mode(autoreset_mode)
        self.copy = copy
        self.render_mode = check_render_mode(render_mode)
        self.metadata = METADATA | self.table.about | {"autoreset_mode": self.mode}
        self.batch = Matches(self.table.game, num_envs, self.table.seats, **self.table.options)
        self.single_observation_space, self.single_action_space = self.table.spaces()
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._ours = np.ones(self.table.seats + 1, np.bool_)
        """Whether others need not act where it is this seat's turn; nobody's, -1, is the last."""
        self._ours[list(self.table.others)] = False
        self._asked = np.zeros(self.table.seats + 1, np.bool_)
        """The seats of those who are asked one by one, because they are not compiled."""
        self._asked[[other for other, bot in self.table.others.items() if bot != "random"]] = True
        self._bots: list[dict[int, Bot]] = [{} for _ in range(num_envs)]
        self._luck: list[random.Random] = []
        self._done = np.ones(num_envs, np.bool_)
        """The episodes that are over, or were never begun."""

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """Begin all anew, or those that `options["reset_mask"]` marks; without a seed, what is random goes on."""
        which = self._which(options)
        super().reset(seed=_whole(seed))
        if seed is not None or not self._luck:
            self._sow(int(self.np_random.integers(2**63)), which)
        self._begin(which)
        return self._seen(), self._infos()

    def _which(self, options: dict[str, Any] | None) -> np.ndarray:
        which = np.asarray((options or {}).get("reset_mask", np.ones(self.num_envs, np.bool_)))
        if which.shape != (self.num_envs,) or which.dtype != np.bool_:
            raise BadSeats(f"reset_mask says by {self.num_envs} marks, True or False, which episodes begin anew.")
        return which

    def _sow(self, seed: int, which: np.ndarray) -> None:
        """Let what is random in these go by a seed; in all, when it is the first."""
        which = which if self._luck else np.ones_like(which)
        ours, theirs = np.random.SeedSequence(seed).spawn(2)
        self.batch.sow(ours, which)
        seeds = theirs.generate_state(self.num_envs, np.uint64).tolist()
        self._luck = [random.Random(seeds[i]) if which[i] else self._luck[i] for i in range(self.num_envs)]

    def _begin(self, which: np.ndarray) -> None:
        self.batch.reset(which)
        if self._asked.any():
            for i in np.flatnonzero(which):
                self._bots[i] = self.table.invite(partial(self._luck[i].getrandbits, 63))
        self._done &= ~which
        self._let_others_play(which)

    def step(self, actions: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """Play an action in each; then chance and the others, until it is the agent's turn again or the match is over.
        An episode that is over begins anew as `autoreset_mode` has it."""
        if not self._luck or (self.mode is AutoresetMode.DISABLED and self._done.any()):
            raise IllegalMove("An episode is over, or none was begun: reset begins it.")
        chosen, before = self._read(actions), self._done.copy()
        playing = ~before & (self.batch.turns != NOBODY)
        wrong = playing & ~self.batch.allows(chosen)
        if self.raises and wrong.any():
            i = int(np.flatnonzero(wrong)[0])
            raise IllegalMove(f"In episode {i}: {refusal(chosen[i])}")
        if before.any():
            self._begin(before)
        moved = playing & ~wrong
        self.batch.step(chosen, moved)
        self._let_others_play(moved)
        self._done = ~before & (wrong | (self.batch.turns == NOBODY))
        ended = self._done.copy()
        rewards = np.where(ended, self.batch.rewards[:, self.table.own[0]], 0.0)
        rewards[wrong] = ILLEGAL_REWARD
        sentences = _sentences(chosen, wrong)
        if self.mode is AutoresetMode.SAME_STEP and ended.any():
            infos = self._final(ended, sentences)
            self._begin(ended)
            infos |= self._infos()
        else:
            infos = self._infos() | sentences
        return self._seen(), rewards, ended, np.zeros(self.num_envs, np.bool_), infos

    def _read(self, actions: Any) -> np.ndarray:
        chosen = np.asarray(actions)
        if chosen.shape != (self.num_envs,) or chosen.dtype.kind not in "iu":
            raise IllegalMove(f"There are {self.num_envs} episodes: as many actions, whole numbers, are to be given.")
        return chosen.astype(np.int64)

    def _let_others_play(self, which: np.ndarray) -> None:
        """In these, until it is the agent's turn or nobody's."""
        batch = self.batch
        while (waiting := which & ~self._ours[batch.turns]).any():
            asked = waiting & self._asked[batch.turns]
            actions = batch.choose_at_random(waiting & ~asked)
            for i in np.flatnonzero(asked).tolist():
                seat = int(batch.turns[i])
                actions[i] = ask(self._bots[i][seat], batch.positions[i : i + 1], seat, batch.legal_in(i))
            batch.step(actions, waiting)

    def _seen(self) -> np.ndarray:
        """What the agent sees of each: through the eyes of its seat, or of whichever of its seats is to act."""
        own = self.table.own
        seen = self.batch.observe(own[0] if len(own) == 1 else None)
        over = self.batch.turns == NOBODY
        if len(own) > 1 and over.any():
            turns = seen.copy()
            seen = self.batch.observe(own[0])
            seen[~over] = turns[~over]
        return seen.copy() if self.copy else seen

    def _infos(self) -> dict[str, Any]:
        return {"action_mask": self._mask(), "_action_mask": np.ones(self.num_envs, np.bool_)}

    def _mask(self) -> np.ndarray:
        mask = self.batch.mask().view(np.int8)
        mask[self._done] = 0
        return mask.copy() if self.copy else mask

    def _final(self, ended: np.ndarray, sentences: dict[str, Any]) -> dict[str, Any]:
        """The last observations and infos of the episodes that are over, as Gymnasium's vectors give them."""
        last = np.full(self.num_envs, None, object)
        seen = self._seen()
        for i in np.flatnonzero(ended):
            last[i] = seen[i].copy()
        info = {"action_mask": np.zeros((self.num_envs, self.batch.actions), np.int8), "_action_mask": ended.copy()}
        return {
            "final_obs": last,
            "_final_obs": ended.copy(),
            "final_info": info | sentences,
            "_final_info": ended.copy(),
        }

    def action_masks(self) -> np.ndarray:
        """A mark for each action of each episode, whether it is legal now; none where it is over."""
        return self._mask().astype(np.bool_)

    def split(self, seen: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Observations as planes and the numbers after them: the same memory."""
        return features.split(self.table.game, self.table.seats, seen)

    def render(self) -> Any:
        """What the agent may see of each, as `render_mode` has it."""
        if self.render_mode is None:
            return None
        turns, own, positions = self.batch.turns, self.table.own, self.batch.positions
        return tuple(
            picture(
                self.table.game, positions[i : i + 1], int(turns[i]) if turns[i] in own else own[0], self.render_mode
            )
            for i in range(self.num_envs)
        )


class Matches(Batch):
    """A batch in which what is random in one position goes by that one alone, whatever is done in others."""

    def sow(self, seeds: np.random.SeedSequence, which: np.ndarray) -> None:
        """Let what is random in the positions that are marked go by these seeds."""
        self._rng[which] = seeds.generate_state(self.count, np.uint64).reshape(-1, 1)[which] | np.uint64(1)

    def allows(self, actions: np.ndarray) -> np.ndarray:
        """Whether each action is legal in its position."""
        inside = (actions >= 0) & (actions < self.actions)
        legal: np.ndarray = self.mask()[np.arange(self.count), np.where(inside, actions, 0)] & inside
        return legal

    def legal_in(self, i: int) -> list[int]:
        """What the seat whose turn it is may choose in one position."""
        legal: list[int] = self._legal[i, : self._counts[i]].tolist()
        return legal


def _sentences(chosen: np.ndarray, wrong: np.ndarray) -> dict[str, Any]:
    if not wrong.any():
        return {}
    said = np.full(len(wrong), None, object)
    for i in np.flatnonzero(wrong):
        said[i] = refusal(chosen[i])
    return {"illegal": said, "_illegal": wrong.copy()}


def _mode(mode: Any) -> AutoresetMode:
    try:
        return AutoresetMode(mode)
    except ValueError:
        known = ", ".join(each.value for each in AutoresetMode)
        raise BadOption(f"autoreset_mode is one of {known}, not {mode!r}.") from None


def _whole(seed: Any) -> int | None:
    try:
        return None if seed is None else index(seed)
    except TypeError:
        raise BadOption(f"One seed, a whole number, does for all episodes; not {seed!r}.") from None

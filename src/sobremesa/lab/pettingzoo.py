"""Every game for PettingZoo: one choice after the other (AEC), or all that are due at the same time (Parallel).

    env = sobremesa.lab.pettingzoo.env("splut", seats=2)
    env.reset(seed=7)
    for agent in env.agent_iter():
        seen, reward, terminated, truncated, info = env.last()
        env.step(None if terminated or truncated else choose(seen["observation"], seen["action_mask"]))

Agents are `seat_0`, `seat_1` and so on, and stay until the match is over. What they see is what their seat may know.
"""

from __future__ import annotations

from operator import index
from typing import Any

import numpy as np

from sobremesa.games.game import Game
from sobremesa.lab import features, render
from sobremesa.lab.single import NOBODY, Single
from sobremesa.mistakes import BadOption, BadSeats, IllegalMove, missing

try:
    from gymnasium import logger
    from gymnasium.spaces import Box, Dict, Discrete
    from gymnasium.utils import seeding
    from pettingzoo import AECEnv, ParallelEnv
    from pettingzoo.utils import BaseParallelWrapper, wrappers
    from pettingzoo.utils.env_logger import EnvLogger
except ModuleNotFoundError:
    raise missing("PettingZoo", "pettingzoo") from None

__all__ = ["TogetherEnv", "TurnEnv", "env", "parallel_env", "raw_env", "raw_parallel_env"]

RENDER_MODES = "ansi", "rgb_array"
REACH = 2048.0
"""No number of an observation is farther from 0; hardly any is farther than 1."""
ILLEGAL = -1.0
"""What an illegal action costs whoever chose it, where it ends the match: as much as the worst defeat."""


def env(
    game: str | Game,
    seats: int | None = None,
    *,
    render_mode: str | None = None,
    max_cycles: int | None = None,
    **options: Any,
) -> AECEnv:
    """A match in turns, such as PettingZoo's own classic games are: an illegal action ends it, and a step out of order
    is refused."""
    table = raw_env(game, seats, render_mode=render_mode, max_cycles=max_cycles, **options)
    inner = wrappers.TerminateIllegalWrapper(table, illegal_reward=ILLEGAL)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(inner))


def raw_env(
    game: str | Game,
    seats: int | None = None,
    *,
    render_mode: str | None = None,
    max_cycles: int | None = None,
    **options: Any,
) -> TurnEnv:
    """The same without wrappers: an illegal action is refused with a sentence, and nothing changes."""
    return TurnEnv(game, seats, render_mode=render_mode, max_cycles=max_cycles, **options)


def parallel_env(
    game: str | Game,
    seats: int | None = None,
    *,
    render_mode: str | None = None,
    max_cycles: int | None = None,
    **options: Any,
) -> ParallelEnv:
    """A match in cycles: in each, all seats that are to choose do so at the same time. An illegal action ends it."""
    return IllegalEnds(raw_parallel_env(game, seats, render_mode=render_mode, max_cycles=max_cycles, **options))


def raw_parallel_env(
    game: str | Game,
    seats: int | None = None,
    *,
    render_mode: str | None = None,
    max_cycles: int | None = None,
    **options: Any,
) -> TogetherEnv:
    """The same, where an illegal action is refused with a sentence, and nothing changes."""
    return TogetherEnv(game, seats, render_mode=render_mode, max_cycles=max_cycles, **options)


class Table:
    """What both kinds have: a match, its agents, what they see, and how it is shown."""

    def __init__(
        self, game: str | Game, seats: int | None, *, render_mode: str | None, max_cycles: int | None, **options: Any
    ) -> None:
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise BadOption(f"render_mode is one of {', '.join(RENDER_MODES)}, or None, not {render_mode!r}.")
        if max_cycles is not None and (not isinstance(max_cycles, (int, np.integer)) or max_cycles < 1):
            raise BadOption(f"max_cycles is a whole number from 1 up, or None, not {max_cycles!r}.")
        self.single = Single(game, seats, **options)
        """The match itself."""
        self.render_mode, self.max_cycles = render_mode, max_cycles
        self.possible_agents = [f"seat_{seat}" for seat in range(self.single.seats)]
        self.agents: list[str] = []
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._spare = self.single.position.copy()
        self._cycles = 0
        self._random: np.random.Generator | None = None
        self._size = features.size(self.single.game, self.single.seats)
        self.state_space = _numbers(self._size * self.single.seats)
        self._actions = {agent: Discrete(self.single.actions) for agent in self.possible_agents}
        self._observations = {agent: self._observation() for agent in self.possible_agents}
        self.metadata = {
            "name": f"{self.single.game.name.replace('-', '_')}_v{self.single.game.rules.VERSION}",
            "render_modes": list(RENDER_MODES),
            "render_fps": 2,
        }

    def _observation(self) -> Dict:
        marks = Box(0, 1, (self.single.actions,), np.int8)
        return Dict({"observation": _numbers(self._size), "action_mask": marks})

    def observation_space(self, agent: str) -> Dict:
        return self._observations[self.possible_agents[self._seat(agent)]]

    def action_space(self, agent: str) -> Discrete:
        return self._actions[self.possible_agents[self._seat(agent)]]

    def _seat(self, agent: str) -> int:
        if agent not in self._seats:
            raise BadSeats(f"The agents are {', '.join(self.possible_agents)}; there is no {agent!r}.")
        return self._seats[agent]

    def _begin(self, seed: int | None) -> None:
        """Begin anew: from a seed as `Single` does, and without one from where the last one has left what is random."""
        if seed is not None or self._random is None:
            self._random, _ = seeding.np_random(seed)
        self.single.reset(int(self._random.integers(2**63)) if seed is None else seed)
        self.agents = self.possible_agents[:]
        self._cycles = 0

    def _end(self) -> tuple[bool, bool]:
        """Whether it is over, or is cut off here."""
        over = self.single.turn == NOBODY
        return over, not over and self.max_cycles is not None and self._cycles >= self.max_cycles

    def _rewards(self) -> dict[str, float]:
        return dict(zip(self.possible_agents, self.single.rewards().tolist(), strict=True))

    def _seen(self, seat: int) -> np.ndarray:
        seen = np.empty(self._size, np.float32)
        features.observe(self.single.position, self._spare, seat, seen)
        return seen

    def _observe(self, seat: int, playing: bool) -> dict[str, np.ndarray]:
        mask = self.single.mask(seat) if playing else np.zeros(self.single.actions, np.bool_)
        return {"observation": self._seen(seat), "action_mask": mask.view(np.int8)}

    def state(self) -> np.ndarray:
        """What all seats know together: what each observes, one after the other. Never for one player alone."""
        return np.concatenate([self._seen(seat) for seat in range(self.single.seats)])

    def write(self, agent: str, action: int) -> str:
        """An action that an agent may choose now, as people write it."""
        seat = self._seat(agent)
        if action not in self.single.legal_of(seat):
            raise IllegalMove(f"Action {action} of {agent} is not legal now.")
        written: str = self.single.game.notation.write(self.single.position.view(np.recarray)[0], seat, int(action))
        return written

    def render(self) -> str | np.ndarray | None:
        """The position as the referee sees it, with everything that is hidden from some."""
        if self.render_mode is None:
            logger.warn(f"There is nothing to render: give render_mode={' or render_mode='.join(RENDER_MODES)}.")
            return None
        show = render.text if self.render_mode == "ansi" else render.pixels
        return show(self.single.game, self.single.position)

    def close(self) -> None:
        """Nothing is held open."""

    def __getstate__(self) -> dict[str, Any]:
        """For copies and other processes: machine code stays here, the match and the chance ahead of it go along."""
        single = self.single
        match = single.game.name, single.seats, single.options, single.position, single._rng
        return self.__dict__ | {"single": match}

    def __setstate__(self, state: dict[str, Any]) -> None:
        game, seats, options, position, rng = state["single"]
        self.__dict__.update(state)
        self.single = Single(game, seats, **options)
        self.single.suppose(position)
        self.single._rng[:] = rng


class TurnEnv(Table, AECEnv):  # type: ignore[misc]  # PettingZoo gives no types
    """A match in turns. Where several choose at the same time they are asked one after the other, and what has been
    chosen is sealed until the last has."""

    def __init__(self, game: str | Game, seats: int | None = None, **more: Any) -> None:
        super().__init__(game, seats, **more)
        self.metadata["is_parallelizable"] = self.single.seats == 1  # not everybody chooses in every cycle

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self._begin(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._waiting = self.single.awaited()
        """Who has not chosen yet in this cycle, a bit each."""
        self.agent_selection = self.possible_agents[self.single.turn]

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        playing = agent in self.agents and not (self.terminations[agent] or self.truncations[agent])
        return self._observe(self._seat(agent), playing)

    def step(self, action: int | None) -> None:
        if not self.agents:
            raise IllegalMove("No match is being played: reset begins one.")
        agent, seat = self.agent_selection, self.single.turn
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.single.step(action)  # type: ignore[arg-type]  # None is refused like anything else that is no action
        self._waiting &= ~(1 << seat)
        if not self._waiting:
            self._cycles += 1
            self._waiting = self.single.awaited()
        over, cut = self._end()
        self._cumulative_rewards[agent] = 0.0
        self.rewards = self._rewards()
        self._accumulate_rewards()
        self.terminations = dict.fromkeys(self.agents, over)
        self.truncations = dict.fromkeys(self.agents, cut)
        self.agent_selection = self.agents[0] if over or cut else self.possible_agents[self.single.turn]


Told = tuple[
    dict[str, dict[str, np.ndarray]], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]
]
"""What a cycle tells every agent: what it sees, its reward, whether it is over or cut off, and more."""


class TogetherEnv(Table, ParallelEnv):  # type: ignore[misc]
    """A match in cycles. The seats that are to choose have a mask that is not all zeros; what others give is not looked
    at, and they need not give anything."""

    def __init__(self, game: str | Game, seats: int | None = None, **more: Any) -> None:
        super().__init__(game, seats, **more)
        self.metadata["is_parallelizable"] = True

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, dict[str, np.ndarray]], dict[str, dict[str, Any]]]:
        self._begin(seed)
        return self._all_observe(), {agent: {} for agent in self.possible_agents}

    def _all_observe(self) -> dict[str, dict[str, np.ndarray]]:
        return {agent: self._observe(seat, agent in self.agents) for agent, seat in self._seats.items()}

    def step(self, actions: dict[str, Any]) -> Told:
        chosen, wrong = self.look_at(actions)
        if wrong:
            raise IllegalMove(f"Action {actions[wrong[0]]} of {wrong[0]} is not legal now.")
        for action in chosen:  # in the order of seats, which is the order in which `Single` asks
            self.single.step(action)
        self._cycles += 1
        return self._tell(self._rewards(), *self._end())

    def look_at(self, actions: dict[str, Any]) -> tuple[list[int], list[str]]:
        """The actions of those who are to choose, in the order of seats, and which agents' are not legal."""
        if not self.agents:
            raise IllegalMove("No match is being played: reset begins one.")
        chosen, wrong, bits = [], [], self.single.awaited()
        for agent, seat in self._seats.items():
            if bits >> seat & 1:
                action = self._number(agent, actions.get(agent))
                chosen.append(action)
                if action not in self.single.legal_of(seat):
                    wrong.append(agent)
        return chosen, wrong

    def _number(self, agent: str, action: Any) -> int:
        try:
            number = index(action)
        except TypeError:
            number = NOBODY
        if not 0 <= number < self.single.actions:
            raise IllegalMove(f"{agent} is to choose a whole number below {self.single.actions}, not {action!r}.")
        return number

    def forfeit(self, wrong: list[str]) -> Told:
        """End the match because of these agents."""
        costs = {agent: ILLEGAL if agent in wrong else 0.0 for agent in self.possible_agents}
        return self._tell(costs, True, True)  # both, as PettingZoo's TerminateIllegalWrapper has it

    def _tell(self, rewards: dict[str, float], over: bool, cut: bool) -> Told:
        if over or cut:
            self.agents = []
        everybody = self.possible_agents
        ends = dict.fromkeys(everybody, over), dict.fromkeys(everybody, cut)
        return self._all_observe(), rewards, *ends, {agent: {} for agent in everybody}


class IllegalEnds(BaseParallelWrapper):  # type: ignore[misc]
    """An illegal action ends the match for everybody: -1 for whoever chose one, 0 for the others."""

    def step(self, actions: dict[str, Any]) -> Told:
        table: TogetherEnv = self.unwrapped
        _, wrong = table.look_at(actions)
        if wrong:
            EnvLogger.warn_on_illegal_move()
            return table.forfeit(wrong)
        told: Told = self.env.step(actions)
        return told


def _numbers(count: int) -> Box:
    return Box(-REACH, REACH, (count,), np.float32)

"""The games as Gymnasium has environments: somebody alone, or one seat against bots.

    import gymnasium, sobremesa.lab.gymnasium
    env = gymnasium.make("sobremesa/Splut-v0", seats=3, bots="tactician")
    seen, info = env.reset(seed=7)
    seen, reward, terminated, truncated, info = env.step(env.action_space.sample(info["action_mask"]))

Between two actions of the agent chance and the others act. The ids, and what may be said, are in docs/lab/gymnasium.md.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import deepcopy
from dataclasses import dataclass
from operator import index
from typing import Any

import numpy as np

from sobremesa import bots, games
from sobremesa.bots.bot import Bot
from sobremesa.games.game import Game
from sobremesa.kernel import calls
from sobremesa.lab import features, render
from sobremesa.lab.single import NOBODY, Single
from sobremesa.mistakes import BadOption, BadSeats, IllegalMove, UnknownBot, missing

try:
    import gymnasium
    from gymnasium import spaces
except ImportError:
    raise missing("gymnasium", "gymnasium") from None

IDS: dict[str, dict[str, Any]] = {
    "sobremesa/EndOfLineSolo-v0": {"game": "end-of-line", "mode": "solo"},
    "sobremesa/EndOfLineClassic-v0": {"game": "end-of-line", "mode": "classic"},
    "sobremesa/EndOfLineCoop-v0": {"game": "end-of-line", "mode": "coop", "seat": "all"},
    "sobremesa/ShutTheLinesSolo-v0": {"game": "shut-the-lines", "seats": 1},
    "sobremesa/Splut-v0": {"game": "splut"},
    "sobremesa/EndOfLine-v0": {"game": "end-of-line"},
    "sobremesa/Outspeed-v0": {"game": "outspeed"},
    "sobremesa/ShutTheLines-v0": {"game": "shut-the-lines"},
}
"""What can be made, and what is settled by its name."""

RENDER_MODES = ["ansi", "rgb_array"]
METADATA: dict[str, Any] = {"render_modes": RENDER_MODES, "render_fps": 2}
REACH = 2048.0
"""No number of an observation is farther from 0; hardly any is farther than 1."""
ILLEGAL_REWARD = -1.0

Opponent = str | Bot | Callable[[Any, int, list[int]], int]
"""A bot's name; whoever has `choose`; a function that does the same; or a class of bots, made with a seed."""


class SeatEnv(gymnasium.Env[np.ndarray, np.int64]):
    """One seat of a match, or all of them where everybody wins together; bots have the others."""

    metadata = METADATA

    def __init__(
        self,
        game: str | Game,
        seats: int | None = None,
        *,
        seat: int | str = 0,
        bots: Opponent | Sequence[Opponent] = "random",
        illegal: str = "end",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self.table = seat_agent(game, seats, seat, bots, options)
        self.raises = raises(illegal)
        self.render_mode = check_render_mode(render_mode)
        self.metadata = METADATA | self.table.about
        self.observation_space, self.action_space = self.table.spaces()
        self._single = Single(self.table.game, self.table.seats, **self.table.options)
        self._bots: dict[int, Bot] = {}
        self._open = False
        """Whether an episode is being played."""

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """Begin a match. Chance and bots go by the seed, or by what came after the last; no `options` are known."""
        super().reset(seed=seed)
        self._single.reset(int(self.np_random.integers(2**63)))
        self._bots = self.table.invite(lambda: int(self.np_random.integers(2**63)))
        self._open = True
        self._let_others_play()
        return self._seen(), {"action_mask": self._mask()}

    def step(self, action: np.int64 | int) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        """Play an action; then chance and the others, until it is the agent's turn again or the match is over."""
        if not self._open:
            raise IllegalMove("No episode is being played: reset begins one.")
        single = self._single
        if single.turn != NOBODY:  # or else it was over before the agent came to act
            try:
                single.step(index(action))
            except (IllegalMove, TypeError) as mistake:
                sentence = refusal(action)
                if self.raises:
                    raise IllegalMove(sentence) from mistake
                self._open = False
                return self._seen(), ILLEGAL_REWARD, True, False, {"action_mask": self._mask(), "illegal": sentence}
            self._let_others_play()
        over = single.turn == NOBODY
        self._open = not over
        reward = float(single.rewards()[self.table.own[0]]) if over else 0.0
        return self._seen(), reward, over, False, {"action_mask": self._mask()}

    def _let_others_play(self) -> None:
        single = self._single
        while (seat := single.turn) in self._bots:
            single.step(ask(self._bots[seat], single.position, seat, single.legal()))

    def action_masks(self) -> np.ndarray:
        """A mark for each action, whether it is legal now; none when the episode is over."""
        return self._mask().astype(np.bool_)

    def _mask(self) -> np.ndarray:
        return self._single.mask().view(np.int8) if self._open else np.zeros(self._single.actions, np.int8)

    @property
    def eyes(self) -> int:
        """The seat through which the agent looks now."""
        turn = self._single.turn
        return turn if turn in self.table.own else self.table.own[0]

    def _seen(self) -> np.ndarray:
        return self._single.observe(self.eyes)

    def split(self, seen: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Observations, one or many, as planes and the numbers after them: the same memory."""
        return features.split(self.table.game, self.table.seats, seen)

    def __deepcopy__(self, memo: dict[int, Any]) -> SeatEnv:
        """Another at the same point, with the same luck ahead, for who wants to try something out."""
        twin = object.__new__(type(self))
        memo |= {id(self): twin, id(self.table): self.table, id(self._single): self._single.copy()}
        twin.__dict__ = deepcopy(self.__dict__, memo)
        return twin

    def render(self) -> Any:
        """What the agent may see, as `render_mode` has it."""
        return picture(self.table.game, self._single.position, self.eyes, self.render_mode)


@dataclass(frozen=True)
class Table:
    """What is played, which seats are the agent's, and who has the others."""

    game: Game
    seats: int
    options: dict[str, Any]
    own: tuple[int, ...]
    others: dict[int, Opponent]

    @property
    def about(self) -> dict[str, Any]:
        """What is played, for an environment's metadata."""
        return {"game": self.game.name, "seats": self.seats, "rules_version": self.game.rules.VERSION}

    def spaces(self) -> tuple[spaces.Box, spaces.Discrete]:
        """What one observation is, and one action."""
        size = features.size(self.game, self.seats)
        return spaces.Box(-REACH, REACH, (size,), np.float32), spaces.Discrete(int(self.game.rules.ACTIONS))

    def invite(self, seed: Callable[[], int]) -> dict[int, Bot]:
        """Somebody for each seat that is not the agent's, for one match."""
        return {seat: self._invite(opponent, seed()) for seat, opponent in self.others.items()}

    def _invite(self, opponent: Any, seed: int) -> Bot:
        if isinstance(opponent, str):
            return bots.make(opponent, self.game, seed)
        if isinstance(opponent, type):
            opponent = opponent(seed)
        bot: Bot = opponent if hasattr(opponent, "choose") else Function(opponent)
        return bot


@dataclass(frozen=True)
class Function:
    """A bot that is a function."""

    choose: Callable[[Any, int, Sequence[int]], int]


def seat_agent(game: str | Game, seats: int | None, seat: int | str, bots: Any, options: dict[str, Any]) -> Table:
    """The table that was asked for, if there is such a one."""
    found = games.find(game) if isinstance(game, str) else game
    count, agreed = found.agree(seats, options)
    own = _own(count, seat, agreed)
    free = [each for each in range(count) if each not in own]
    several = isinstance(bots, Sequence) and not isinstance(bots, str)
    given = list(bots) if several else [bots] * len(free)
    if len(given) != len(free):
        raise BadSeats(f"One bot is named for all, or one for each other seat: {len(free)}, not {len(given)}.")
    for opponent in given if several else [bots]:
        _check(opponent, found)
    return Table(found, count, agreed, own, dict(zip(free, given, strict=True)))


def _own(seats: int, seat: int | str, options: dict[str, Any]) -> tuple[int, ...]:
    together = options.get("mode") == "coop"
    if seat == "all" and (together or seats == 1):
        return tuple(range(seats))
    if isinstance(seat, str | bool) or seat not in range(seats):
        every = ", or 'all'" if together else ""
        raise BadSeats(f"The agent's seat is a number from 0 to {seats - 1}{every}, not {seat!r}.")
    return (int(seat),)


def _check(opponent: Any, game: Game) -> None:
    if isinstance(opponent, str):
        bots.split(opponent, game)
    elif not callable(opponent) and not hasattr(opponent, "choose"):
        raise UnknownBot(f"A bot is a name, a function, or something that has choose, not {opponent!r}.")


def raises(illegal: str) -> bool:
    """Whether an action that is not legal is refused; otherwise it ends the episode."""
    if illegal not in ("end", "raise"):
        raise BadOption(f"illegal is 'end' or 'raise', not {illegal!r}.")
    return illegal == "raise"


def check_render_mode(mode: str | None) -> str | None:
    """A way in which we can draw."""
    if mode is not None and mode not in RENDER_MODES:
        raise BadOption(f"render_mode is one of {', '.join(RENDER_MODES)}, or None, not {mode!r}.")
    return mode


def refusal(action: Any) -> str:
    """What is said to an action that is not legal."""
    return f"Action {action} is not legal now: action_mask marks those that are."


def ask(bot: Bot, position: np.ndarray, seat: int, legal: list[int]) -> int:
    """What a bot chooses in a position, an array of one, of which it is shown what its seat may know."""
    seen = position.copy()
    calls.hide(seen, seat)
    chosen = bot.choose(seen.view(np.recarray), seat, legal)
    if chosen not in legal:
        raise IllegalMove(
            f"The bot on seat {seat} chose {chosen!r}, which is not one of the legal actions it was given."
        )
    return int(chosen)


def picture(game: Game, position: np.ndarray, eyes: int, mode: str | None) -> Any:
    """A position as a render mode has it; nothing where there is none."""
    if mode is None:
        return None
    return render.text(game, position, eyes) if mode == "ansi" else render.pixels(game, position, eyes)


for _id, _settled in IDS.items():
    gymnasium.register(
        _id, "sobremesa.lab.gymnasium:SeatEnv", kwargs=_settled, vector_entry_point="sobremesa.lab.vector:SeatVectorEnv"
    )

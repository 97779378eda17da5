"""How strong an opponent is: five levels for every game, each clearly stronger than the one before.

The table says for each game, and each number of seats where that makes a difference, who plays a level: the search, or
a bot of the game's own; how much it thinks about a choice; and how often it plays anything instead of what it thinks.
`hard` answers well within a second on one core, `master` within two: on a slow or busy machine the clock stops it
before its rounds are over.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from sobremesa.bots.bot import Bot, Budget, Listener, Opinion
from sobremesa.bots.net_bots import LEARNT, learnt
from sobremesa.games.game import Game

PATIENCE = 1.8
"""Seconds after which everybody chooses, however little they have thought."""
LEVELS = "beginner", "easy", "normal", "hard", "master"
USUAL = "normal"
"""The opponent of whoever did not ask for another."""


@dataclass(frozen=True)
class Preset:
    """What a level means. Without a `player`, the search plays; else a class in a part of the game, `part:Class`, or
    `learnt`."""

    rounds: int = 0
    """How much it thinks; 0 where the player does not think, or goes by itself."""
    noise: float = 0.0
    """How often it plays anything."""
    player: str = ""
    how: Mapping[str, Any] = field(default_factory=dict)
    """What else the player is told."""


def _levels(*presets: Preset) -> dict[str, Preset]:
    return dict(zip(LEVELS, presets, strict=True))


def _by_rounds(*pairs: tuple[int, float], player: str = "", **how: Any) -> dict[str, Preset]:
    return _levels(*(Preset(rounds, noise, player, how) for rounds, noise in pairs))


ANY = 0
"""In place of a number of seats: all others."""
EVERY_GAME = {ANY: _by_rounds((30, 0.3), (150, 0.1), (1000, 0), (6000, 0), (30000, 0))}
"""For games that the table does not name."""
LINES = _by_rounds((10, 0.3), (15, 0.1), (60, 0), (600, 0), (30000, 0), player="ai.line_bot:Lines")
TABLE: dict[str, dict[int, dict[str, Preset]]] = {
    "splut": {
        2: _levels(
            Preset(1, 0.4, "ai.alphabeta:Alphabeta", {"deepest": 1}),
            Preset(1, 0.15, "ai.alphabeta:Alphabeta", {"deepest": 1}),
            Preset(2_000, 0.02, "ai.alphabeta:Alphabeta"),
            Preset(20_000, 0, "ai.alphabeta:Alphabeta"),
            Preset(1_000_000, 0, "ai.alphabeta:Alphabeta"),
        ),
        ANY: _by_rounds((1, 0.45), (1, 0.15), (6, 0), (150, 0), (2500, 0), player="ai.multiplayer:Many"),
    },
    "end-of-line": {2: LINES | {"master": Preset(3000, player=LEARNT)}, ANY: LINES},
    "shut-the-lines": {
        ANY: _levels(
            Preset(noise=0.8, player="bot:Exact"),
            Preset(noise=0.6, player="bot:Exact"),
            Preset(noise=0.4, player="bot:Exact"),
            Preset(noise=0.2, player="bot:Exact"),
            Preset(player="bot:Exact"),
        ),
    },
    "outspeed": {
        ANY: _levels(
            Preset(12, 0.92, "ai.level_bot:Pilot", {"crowd": 5, "own": 0.03, "shrewd": False}),
            Preset(12, 0.68, "ai.level_bot:Pilot", {"crowd": 5, "own": 0.03, "shrewd": False}),
            Preset(24, 0, "ai.level_bot:Pilot", {"crowd": 0.1, "own": 0.1, "shrewd": False}),
            Preset(200, 0, "ai.level_bot:Pilot", {"crowd": 0.5, "own": 0.025}),
            Preset(2000, 0, "ai.level_bot:Pilot", {"crowd": 0.5, "own": 0.003, "theirs": 0.03}),
        ),
    },
}


def rows(game: Game) -> dict[int, dict[str, Preset]]:
    """The levels of a game, by the number of seats."""
    return TABLE.get(game.name, EVERY_GAME)


def thinks(level: str, game: Game) -> bool:
    """Whether a level can be told how much to think."""
    return any(row[level].rounds for row in rows(game).values())


def preset_of(level: str, game: Game, position: Any) -> Preset:
    """What a level means where a position is played. A net plays what it has learnt: the game as it is usually agreed;
    elsewhere it is the level of any number of seats."""
    row, seats = rows(game), int(game.rules.seats(position))
    preset = row.get(seats, row[ANY])[level]
    return preset if preset.player != LEARNT or _is_usual(game, seats, position) else row[ANY][level]


def _is_usual(game: Game, seats: int, position: Any) -> bool:
    """Whether everything that is agreed before a match is as it is when nobody says anything."""
    start = game.start(*game.agree(seats))[0]
    return all(np.array_equal(position[name], start[name]) for name in game.part("lab").CONSTANT_FIELDS)


class Level:
    """Plays as its level says. Who that is depends on how many play, which it sees when it is first asked."""

    def __init__(self, level: str, game: Game, seed: int, budget: Budget | None = None) -> None:
        self.level, self.game, self.seed, self.budget = level, game, seed, budget
        self.rng = random.Random(seed)
        self.player: Any = None
        self.noise = 0.0
        self.tell: Listener | None = None

    def come(self, seen: Any) -> None:
        """To a match, of which any position tells who plays here."""
        if self.player is None:
            preset = preset_of(self.level, self.game, seen[0])
            self.player, self.noise = seated(preset, self.game, self.seed, self.budget), preset.noise

    def choose(self, seen: Any, seat: int, legal: Sequence[int]) -> int:
        self.come(seen)
        if self.noise and len(legal) > 1 and self.rng.random() < self.noise:
            return self.rng.choice(legal)
        self.player.tell = self.tell
        return int(self.player.choose(seen, seat, legal))

    @property
    def opinion(self) -> Opinion | None:
        """What its player thinks of the position, if it thinks."""
        found: Opinion | None = getattr(self.player, "opinion", None)
        return found


def seated(preset: Preset, game: Game, seed: int, budget: Budget | None) -> Bot:
    """Who plays a preset; a budget stands in place of the preset's, and has no other end."""
    from sobremesa.bots.searcher import Searcher

    thought = [budget or Budget(preset.rounds, PATIENCE)] if preset.rounds else []
    if not preset.player:
        return Searcher(seed, *thought, **preset.how)
    if preset.player == LEARNT:
        return learnt(game, seed, *thought, **preset.how)
    part, _, name = preset.player.partition(":")
    bot: Bot = getattr(game.part(part), name)(seed, *thought, **preset.how)
    return bot

"""The games in OpenSpiel. Importing this registers sobremesa_splut, sobremesa_end_of_line, sobremesa_shut_the_lines and
sobremesa_outspeed.

    import pyspiel
    import sobremesa.lab.openspiel

    game = pyspiel.load_game("sobremesa_splut(seats=2)")

What the parameters are, and what OpenSpiel's algorithms can do with the games, is in docs/lab/openspiel.md.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import takewhile
from typing import Any, Self

import numpy as np

from sobremesa import games
from sobremesa.games.game import Flag, Game, Option, Squares, Whole
from sobremesa.kernel import CHANCE, calls
from sobremesa.kernel.rng import seeded
from sobremesa.lab import features, render
from sobremesa.lab.single import remember
from sobremesa.mistakes import BadOption, IllegalMove, missing

try:
    import pyspiel
except ImportError:
    raise missing("open_spiel", "openspiel") from None

GIVEN = "_given"
"""A parameter that nobody gives. OpenSpiel hands over what was given and after it, in the order of the alphabet, the
defaults of all the rest: what comes before this one was given, and only that. Else `mulligan=false` could not be told
from nothing, and what is usual in an edition would be overridden by what is usual in another."""

CHANCE_ID, OVER_ID = int(pyspiel.PlayerId.CHANCE), int(pyspiel.PlayerId.TERMINAL)
AT_ONCE_ID = int(pyspiel.PlayerId.SIMULTANEOUS)
PROVIDED = [f"provides_{what}_{how}" for what in ("information_state", "observation") for how in ("string", "tensor")]


class Setting:
    """One game with what was agreed about it: what all its positions share."""

    def __init__(self, name: str, seats: int, options: tuple[tuple[str, Any], ...], turn_based: bool) -> None:
        self.key = name, seats, options, turn_based
        self.game, self.seats, self.options, self.turn_based = games.find(name), seats, dict(options), turn_based
        self.actions, self.secret = int(self.game.rules.ACTIONS), self.game.secrets(self.options)
        self.start: np.ndarray = self.game.start(seats, self.options).view(np.ndarray)
        self.tables = self.game.part("tables")
        self.plain: Callable[[Any], Any] = getattr(self.game.notation, "plain", lambda s: s)
        chance = FACTS[name].outcomes if self.options.get("deck") != "open" else ""
        self.outcomes = int(getattr(self.tables, chance)) if chance else 0
        self.papers = Papers(self.start, self.actions)
        self.beginning = Point(self, self.start, np.zeros((seats, 3), np.uint64), ("",) * seats)


class Papers(threading.local):
    """What compiled code works in and leaves nothing behind on: each thread has its own."""

    def __init__(self, start: np.ndarray, actions: int) -> None:
        self.legal, self.odds = np.zeros(actions, np.int16), np.zeros(actions, np.int32)
        self.words = np.zeros(-(-start.nbytes // 8), np.uint64)
        self.spare = self.words.view(np.uint8)[: start.nbytes].view(start.dtype)


agreed = lru_cache(256)(Setting)
"""One setting for all who agreed on the same."""


class Point:
    """A position with what every seat has seen and done on the way to it. It never changes: copies of a state share
    theirs until one of them goes on."""

    def __init__(self, setting: Setting, position: np.ndarray, marks: np.ndarray, deeds: tuple[str, ...]) -> None:
        self.setting, self.position, self.marks, self.deeds = setting, position, marks, deeds
        self.awaited = int(calls.to_act(position))
        self._legal: dict[int, list[int]] = {}
        remember(position, setting.papers.spare, setting.papers.words, marks)

    def after(self, choices: list[tuple[int, int]]) -> Point:
        """What comes of choices, each a seat and its action: one, or several that are made at the same time, of which
        nobody sees anything before the last."""
        position, deeds = self._copy(), list(self.deeds)
        for seat, action in choices:
            if action not in self.legal(seat):
                who = "chance" if seat == CHANCE else f"seat {seat}"
                raise IllegalMove(f"Action {action} is not legal now for {who}.")
            calls.apply(position, seat, action)
            if seat != CHANCE:
                deeds[seat] = f"{deeds[seat]} {action}"
        return Point(self.setting, position, self.marks.copy(), tuple(deeds))

    def dealt_anew(self, seat: int, rng: np.ndarray) -> Point:
        """A point that the seat cannot tell from this one. What it has seen and done stays; what others know is only
        what they see there, for what they saw and did on the way here is not known to the seat."""
        position, marks = self._copy(), np.zeros_like(self.marks)
        calls.hide(position, seat)
        calls.deal(position, seat, rng)
        marks[seat] = self.marks[seat]
        return Point(self.setting, position, marks, tuple(d if s == seat else "" for s, d in enumerate(self.deeds)))

    def _copy(self) -> np.ndarray:
        return np.frombuffer(bytearray(self.position.tobytes()), self.position.dtype)  # NumPy copies field by field

    def legal(self, seat: int) -> list[int]:
        """What a seat may choose now, in ascending order; nothing where it is not to choose."""
        if seat not in self._legal:
            found = self.setting.papers.legal
            count = int(calls.legal(self.position, seat, found)) if self.awaited >> seat & 1 else 0
            self._legal[seat] = sorted(found[:count].tolist())
        return self._legal[seat]

    def outcomes(self) -> list[tuple[int, float]]:
        """What chance may bring, and how likely each is."""
        found, odds = self.setting.papers.legal, self.setting.papers.odds
        count = int(calls.legal(self.position, CHANCE, found))
        calls.weigh(self.position, odds)
        weights = odds[:count].tolist()
        total = sum(weights)
        return [(action, weight / total) for action, weight in zip(found[:count].tolist(), weights, strict=True)]

    def write(self, seat: int, action: int) -> str:
        """An action as a move; one that is not legal here is none."""
        if action not in self.legal(seat):
            return f"action {action}"
        record = self.setting.plain(self.position.view(np.recarray)[0])
        return str(self.setting.game.notation.write(record, seat, action))

    def memory(self, seat: int) -> str:
        """All that a seat has done, and marks stirred from all that it has seen."""
        return f"seat {seat}:{self.deeds[seat]} | {int(self.marks[seat, 0]):016x}{int(self.marks[seat, 1]):016x}"

    def __deepcopy__(self, memo: object) -> Self:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _point, (self.setting.key, self.position.tobytes(), self.marks.tobytes(), self.deeds)


def _point(key: tuple[Any, ...], position: bytes, marks: bytes, deeds: tuple[str, ...]) -> Point:
    setting = agreed(*key)
    seen = np.frombuffer(bytearray(marks), np.uint64).reshape(setting.seats, 3)
    return Point(setting, np.frombuffer(bytearray(position), setting.start.dtype), seen, deeds)


@dataclass(frozen=True)
class Facts:
    """What OpenSpiel asks about a game and its rules do not say of themselves."""

    bounds: Callable[[Setting], tuple[int, int]]
    """How many choices a match can have at most, and how often chance can act."""
    outcomes: str = ""
    """What the game's tables call the number that those of what chance brings are below; nothing without chance."""
    at_once: bool = False
    """Whether several ever choose at the same time."""
    zero_sum: bool = True
    """Whether what seats get against each other always adds up to nothing."""


def _splut(setting: Setting) -> tuple[int, int]:
    """One step, two steps, and then three each turn."""
    return sum(min(turn + 1, 3) for turn in range(setting.options["turn_limit"])), 0


def _end_of_line(setting: Setting) -> tuple[int, int]:
    """Of every card of a deck comes at most one choice of each kind: to lay it, to spend energy before it or to turn up
    the next, to discard it. Each is drawn once, five of them twice; ties for who begins never take all of the rest."""
    cards = 3 * int(setting.tables.DECK) * setting.seats
    return cards, cards


def _shut_the_lines(setting: Setting) -> tuple[int, int]:
    """In a round every choice covers a number or is the last, and somebody may have chosen the plan. Alone the rounds
    are counted; otherwise nothing in the rules ends a match in which nobody ever shuts a line, and a hundred rounds for
    each point of the target are far more than are ever played."""
    numbers = max(plan.numbers for plan in setting.tables.PLANS.values())
    rounds = setting.options["rounds"] if setting.seats == 1 else 100 * setting.options["target"]
    choices = rounds * (1 + numbers * setting.seats)
    return choices, 2 * choices


def _outspeed(setting: Setting) -> tuple[int, int]:
    """Every turn each ship lays a token, programmes a route, and keeps a token for each bonus; chance deals the tiles,
    rolls the dice, and brings two tokens a bonus."""
    tables, routes = setting.tables, setting.start["routes"][0].astype(int)
    bonuses = int(routes[..., tables.BONUS].max())
    dice = np.zeros(routes.shape[:-1], int)
    for number in tables.NUMBERS.values():
        dice += routes[..., number + tables.DICE] + setting.seats * (routes[..., number + tables.DICE_RIDERS] > 0)
    turns = tables.RACE * setting.seats
    return turns * (2 + bonuses), tables.RACE + turns * (int(dice.max()) + 2 * bonuses)


FACTS: Mapping[str, Facts] = {
    "splut": Facts(_splut),
    "end-of-line": Facts(_end_of_line, "KINDS"),
    "shut-the-lines": Facts(_shut_the_lines, "THROWS"),
    "outspeed": Facts(_outspeed, "TILES", at_once=True, zero_sum=False),  # where no ship is left all have lost
}


class SobremesaGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel says nothing of its types
    """One of our games as OpenSpiel has them."""

    name: str

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = _given(params or {})
        game, turn_based = games.find(self.name), bool(given.pop("turn_based", False))
        chosen = [option for option in game.options if option.name in given]
        texts = {option.name: _text(option, given[option.name]) for option in chosen}
        seats, options = game.agree(given.get("seats"), texts)
        written: dict[str, Any] = {option.name: _write(option, options[option.name]) for option in chosen}
        written |= ({"seats": seats} if "seats" in given else {}) | ({"turn_based": True} if turn_based else {})
        self.setting = agreed(self.name, seats, tuple(options.items()), turn_based)
        choices, self._chances = FACTS[self.name].bounds(self.setting)
        kind = _type(game, self.setting)
        zero_sum = kind.utility == pyspiel.GameType.Utility.ZERO_SUM
        worth = {"min_utility": -1.0, "max_utility": 1.0, "utility_sum": 0.0 if zero_sum else None}
        counts = {"num_distinct_actions": self.setting.actions, "max_chance_outcomes": self.setting.outcomes}
        info = pyspiel.GameInfo(num_players=seats, max_game_length=choices, **counts, **worth)
        super().__init__(kind, info, written)

    def new_initial_state(self) -> SobremesaState:
        return SobremesaState(self, self.setting.beginning)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer | None:
        """Who sees what one player knows; None, as OpenSpiel has it, for who would see less or more."""
        if params:
            raise BadOption(f"Observers of {self.setting.game.title} have no parameters: leave out {params}.")
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if kind.public_info and kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER:
            return Observer(self.setting, kind.perfect_recall)
        return None

    def max_chance_nodes_in_history(self) -> int:
        return self._chances if self.setting.outcomes else 0


def _given(params: Mapping[str, Any]) -> dict[str, Any]:
    """What was given, and nothing that was not."""
    if params.get(GIVEN):
        raise BadOption(f"{GIVEN} is not for you to give: leave it out.")
    return dict(takewhile(lambda item: item[0] != GIVEN, params.items()))


def _text(option: Option, value: Any) -> Any:
    """A value as the option reads it. In quotation marks text may look like a number, which OpenSpiel would take it for
    without; and no comma can stand in the name of a game, so that squares are written as 0/1 3/4."""
    if not isinstance(value, str):
        return value
    plain = value[1:-1] if len(value) > 1 and value[0] == value[-1] and value[0] in "'\"" else value
    return plain.replace("/", ",").replace(".", ",") if isinstance(option, Squares) else plain


def _write(option: Option, value: Any) -> Any:
    """The same the other way, so that the name of a game loads that game again."""
    if isinstance(option, Flag | Whole):
        return value
    text = option.write(value).replace(",", "/")
    return f"'{text}'" if not text.strip("+-.0123456789") else text


def _type(game: Game, setting: Setting | None = None) -> Any:
    """What kind of game it is: this one, or any of that name."""
    kinds, facts = pyspiel.GameType, FACTS[game.name]
    seats, options = usual = game.agree()
    parameters = {GIVEN: "", "seats": seats} | {each.name: _write(each, options[each.name]) for each in game.options}
    parameters |= {"turn_based": False} if facts.at_once else {}
    seats, options = (setting.seats, setting.options) if setting else usual
    simultaneous, secret = facts.at_once and not (setting and setting.turn_based), game.secrets(options)
    certain = not (setting.outcomes if setting else facts.outcomes)
    utility = kinds.Utility.ZERO_SUM if facts.zero_sum else kinds.Utility.GENERAL_SUM
    if seats == 1 or options.get("mode") == "coop":
        utility = kinds.Utility.IDENTICAL
    return kinds(
        short_name=f"sobremesa_{game.name.replace('-', '_')}",
        long_name=game.title,
        dynamics=kinds.Dynamics.SIMULTANEOUS if simultaneous else kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.DETERMINISTIC if certain else kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=getattr(kinds.Information, f"{'IM' if secret else ''}PERFECT_INFORMATION"),
        utility=utility,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=max(game.seats),
        min_num_players=min(game.seats),
        parameter_specification=parameters,
        provides_factored_observation_string=False,
        **dict.fromkeys(PROVIDED, True),
    )


def _seat(player: int) -> int:
    """The seat that OpenSpiel means."""
    if player == AT_ONCE_ID:
        raise IllegalMove("Several choose at once: ask for each player, and give apply_actions one action each.")
    if player == OVER_ID:
        raise IllegalMove("The match is over.")
    return CHANCE if player == CHANCE_ID else player


class SobremesaState(pyspiel.State):  # type: ignore[misc]
    """A position in a match. All that is known of it lies in its point."""

    def __init__(self, game: SobremesaGame, point: Point) -> None:
        super().__init__(game)
        self.point = point

    def current_player(self) -> int:
        bits = self.point.awaited
        if bits == 0:
            return OVER_ID
        if bits == 1 << CHANCE:
            return CHANCE_ID
        if bits & (bits - 1) and not self.point.setting.turn_based:
            return AT_ONCE_ID
        return (bits & -bits).bit_length() - 1

    def _legal_actions(self, player: int) -> list[int]:
        return self.point.legal(_seat(player))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self.point.outcomes()

    def _apply_action(self, action: int) -> None:
        self.point = self.point.after([(_seat(self.current_player()), action)])

    def _apply_actions(self, actions: list[int]) -> None:
        """What is given for a seat that is not to choose does not matter."""
        awaited = self.point.awaited
        self.point = self.point.after([choice for choice in enumerate(actions) if awaited >> choice[0] & 1])

    def _action_to_string(self, player: int, action: int) -> str:
        return self.point.write(_seat(player), action)

    def is_terminal(self) -> bool:
        return self.point.awaited == 0

    def returns(self) -> list[float]:
        scores = np.zeros(self.point.setting.seats)
        if self.is_terminal():
            calls.score(self.point.position, scores)
        return [float(score) for score in scores]

    def resample_from_infostate(self, player_id: int, probability_sampler: Callable[[], float]) -> SobremesaState:
        """A state that the player cannot tell from this one, dealt at random; a copy where nothing is ever hidden. What
        was dealt has no history: what really led here would tell what is hidden."""
        twin: SobremesaState = self.clone()
        if self.point.setting.secret:
            rng = seeded(int(probability_sampler() * 2**53))
            twin = SobremesaState(self.get_game(), self.point.dealt_anew(player_id, rng))
        return twin

    def __str__(self) -> str:
        return render.text(self.point.setting.game, self.point.position)


class Observer:
    """What a seat sees, as numbers and as text. With perfect recall the text tells apart all that the seat can tell
    apart; the numbers are always what it knows now."""

    def __init__(self, setting: Setting, recall: bool) -> None:
        self._setting, self._recall = setting, recall
        self.tensor = np.zeros(features.size(setting.game, setting.seats), np.float32)
        parts = zip(("planes", "numbers"), features.split(setting.game, setting.seats, self.tensor), strict=True)
        self.dict = {name: part for name, part in parts if part.size}

    def set_from(self, state: SobremesaState, player: int) -> None:
        features.observe(state.point.position, self._setting.papers.spare, player, self.tensor)

    def string_from(self, state: SobremesaState, player: int) -> str:
        point = state.point
        return point.memory(player) if self._recall else render.text(self._setting.game, point.position, player)


class Splut(SobremesaGame):
    name = "splut"


class EndOfLine(SobremesaGame):
    name = "end-of-line"


class ShutTheLines(SobremesaGame):
    name = "shut-the-lines"


class Outspeed(SobremesaGame):
    name = "outspeed"


# OpenSpiel drops what it was given after Python has come to its end, which a class outlives and a function does not
for _class in Splut, EndOfLine, ShutTheLines, Outspeed:
    pyspiel.register_game(_type(games.find(_class.name)), _class)

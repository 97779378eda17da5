"""How a step of Splut! is written, and why one is not allowed.

A step names the piece, T, D or S, and its squares: `De2-e3`. A dwarf pushes whatever is in his way. `+` and a square
add the rock that comes along, pulled by a troll (`Tf2-f3+f1`) or levitated by a sorcerer (`Sd2-d3+e1`). `>` and
N, E, S or W add where a troll throws the rock he steps onto (`Tf2-e2>N`).
"""

import re
import struct
from collections import namedtuple
from collections.abc import Callable
from functools import cache, lru_cache
from typing import Any

from sobremesa.games.splut import rules
from sobremesa.games.splut.rules import ACTIONS, LEVITATE, PULL, PUSH, THROW, TREAD, WALK, State
from sobremesa.games.splut.tables import (
    BORDER,
    COLOURS,
    DIRECTIONS,
    KIND,
    NEXT,
    NOTHING,
    OFF,
    ROCK,
    ROCKS,
    SIDES,
    SQUARE,
    SQUARE_NAMES,
    THINGS,
    TROLL,
)
from sobremesa.games.words import sentence, words
from sobremesa.mistakes import BadMove, IllegalMove

PIECES = "sorcerer", "dwarf", "troll"
LETTERS = "SDT"
STEPS = NEXT.tolist()
HELP = (
    "write the piece (T, D or S) and its squares, like De2-e3; +f1 adds the rock that comes along, "
    "like Tf2-f3+f1; >N adds where a rock is thrown, like Tf2-e2>N"
)


@cache
def seat_names(seats: int) -> tuple[str, ...]:
    """What the seats are called in records."""
    return tuple(COLOURS[side] for side in SIDES[seats])


def write(s: Any, seat: int, action: int) -> str:
    """An action as a person writes it."""
    return write_all(s, seat, [action])[0]


def write_all(s: Any, seat: int, actions: list[int]) -> list[str]:
    """Actions of one position, as a person writes them."""
    at, team = [*plain(s).at, OFF], ROCKS + 3 * seat
    return [_write(action, at[team + PIECE[action]], at[LIFTED[action]]) for action in actions]


@cache
def _write(action: int, start: int, rock: int) -> str:
    """A step of a piece from a square, which may levitate the rock on another."""
    manner, direction = action >> 2, action & 3
    step = f"{LETTERS[PIECE[action]]}{SQUARE_NAMES[start]}-{SQUARE_NAMES[STEPS[direction][start]]}"
    if manner == PULL:
        return f"{step}+{SQUARE_NAMES[STEPS[direction ^ 2][start]]}"
    if LEVITATE <= manner < PUSH:
        return f"{step}+{SQUARE_NAMES[rock]}"
    if manner >= THROW:
        return f"{step}>{DIRECTIONS[manner - THROW]}"
    return step


def piece_of(manner: int) -> int:
    """Which of its team's three makes a step of this manner: 0 sorcerer, 1 dwarf, 2 troll."""
    return 0 if manner < PUSH else 1 if manner == PUSH else 2


PIECE = [piece_of(action >> 2) for action in range(ACTIONS)]
LIFTED = [(action >> 2) - LEVITATE if LEVITATE <= action >> 2 < PUSH else THINGS for action in range(ACTIONS)]
"""The rock that is levitated, or the place after all things."""


def plain(position: Any) -> Any:
    """A position as numbers of Python's own: a record, asked for one field after the other, takes ten times as long.
    What is on the squares, and where things are, are bytes, which are numbers too."""
    return position if isinstance(position, Plain) else _plain(position.tobytes())


Plain = namedtuple("Plain", State.names or ())  # type: ignore[misc]
_LETTERS = {"int16": "h", "uint8": "B", "bool": "?"}
_PARTS = [
    f"{field[0].shape[0]}s" if field[0].shape else _LETTERS[field[0].name] for field in (State.fields or {}).values()
]
_unpack = struct.Struct("=" + "".join(_PARTS)).unpack


@lru_cache(1024)
def _plain(packed: bytes) -> Any:
    return Plain._make(_unpack(packed))


is_over = getattr(rules.over, "py_func", rules.over)
"""The same rule, for a position that is plain."""


def name(square: Any) -> str:
    return SQUARE_NAMES[int(square)]


_WORDS: list[tuple[str, str | Callable[[re.Match[str]], str]]] = [
    (r"\b(troll|dwarf|sorcerer)\b", lambda found: found[0][0]),
    (r"\b(north|east|south|west)\b", lambda found: found[0][0]),
    (r"\b(and|to|the|rock|from)\b", " "),
    (r"\bthrows?\b", ">"),
    (r"\b(pulls?|levitates?|with)\b", "+"),
]
_STEP = re.compile(r"([tds])?(?:([a-z]\d+)[-–]?)?([a-z]\d+)(?:\+([a-z]\d+)?|>([nesw])?)?")  # noqa: RUF001


def read(s: Any, seat: int, text: str) -> int:
    """The action that a person wrote; the start square may be left out, words and spaces are welcome."""
    short = text.strip().lower()
    for word, sign in _WORDS:
        short = re.sub(word, sign, short)
    short = re.sub(r"\s+", "", short)
    found = _STEP.fullmatch(short)
    if not found or not (found[1] or found[2]):
        raise BadMove(f"{text!r} is not a move of Splut!: {HELP}.")
    for square in found[2], found[3], found[4]:
        if square and square not in SQUARE:
            raise BadMove(f"There is no square {square}: files are a to i, ranks 1 to 9, and the board is a diamond.")
    piece, thing = _who(s, seat, found[1], found[2])
    start, end = int(s.at[thing]), SQUARE[found[3]]
    if start == OFF:
        raise IllegalMove(f"{called(int(s.players), thing)} is no longer on the board.", 11)
    if found[2] and SQUARE[found[2]] != start:
        raise IllegalMove(f"{called(int(s.players), thing)} is on {name(start)}, not on {found[2]}.", 2)
    ways = [direction for direction in range(4) if NEXT[direction, start] == end]
    if not ways:
        raise IllegalMove(f"{found[3]} is not next to {name(start)} along its file or rank.", 5)
    behind = int(NEXT[ways[0] ^ 2, start])
    return 4 * _manner(s, piece, behind, short, found) + ways[0]


def _who(s: Any, seat: int, letter: str | None, start: str | None) -> tuple[int, int]:
    team = rules.sorcerer_of(seat)
    if letter:
        piece = LETTERS.index(letter.upper())
        return piece, team + piece
    piece = int(s.on[SQUARE[str(start)]]) - team
    if piece not in range(3):
        raise IllegalMove(f"None of your pieces is on {start}.", 2)
    return piece, team + piece


def _manner(s: Any, piece: int, behind: int, short: str, found: re.Match[str]) -> int:
    """How a piece steps, from what was written behind the squares."""
    along, flight = "+" in short, ">" in short
    if piece == 1:
        if along or flight:
            raise IllegalMove("A dwarf pushes; he neither throws, nor pulls, nor levitates.", 12)
        return PUSH
    if piece == 0:
        if flight:
            raise IllegalMove("A sorcerer levitates rocks; only a troll throws them.", 7)
        if not along:
            return WALK
        rock = int(s.on[SQUARE[found[4]]]) if found[4] else NOTHING
        if rock >= ROCKS:
            lies = f"there is no rock on {found[4]}" if found[4] else "say which rock, like Sd2-d3+e1"
            raise IllegalMove(f"A sorcerer levitates a rock: {lies}.", 13)
        return LEVITATE + rock
    if flight:
        if not found[5]:
            raise BadMove("Say where the troll throws: >N, >E, >S or >W.")
        return THROW + DIRECTIONS.index(found[5].upper())
    if along and found[4] and SQUARE[found[4]] != behind:
        raise IllegalMove(f"A troll pulls the rock right behind him, and {found[4]} is not right behind him.", 8)
    return PULL if along else TREAD


def refusal(s: Any, seat: int, action: int) -> IllegalMove:
    """Why an action that is not legal now is not."""
    manner, direction = action >> 2, action & 3
    thing = rules.sorcerer_of(seat) + piece_of(manner)
    who = called(int(s.players), thing)
    start = int(s.at[thing])
    ahead = int(NEXT[direction, start])
    there = int(s.on[ahead])
    if start == OFF:
        return IllegalMove(f"{who} is no longer on the board.", 11)
    if ahead == OFF:
        return IllegalMove(f"{who} would step off the board.", 5)
    if manner == PUSH:
        return IllegalMove(f"{who} cannot push on: behind the row ahead of him there is no empty square.", 12)
    if manner >= THROW:
        return _refused_throw(s, who, ahead, manner - THROW)
    if manner in (TREAD, PULL) and KIND[there] == ROCK:
        if manner == PULL:
            return IllegalMove(f"{who} steps onto the rock on {name(ahead)} and must throw it, so he cannot pull.", 8)
        return IllegalMove(f"{who} steps onto the rock on {name(ahead)} and must throw it: add >N, >E, >S or >W.", 7)
    if LEVITATE <= manner < PUSH:
        return _refused_levitation(s, direction, start, manner - LEVITATE)
    if there != NOTHING:
        return IllegalMove(f"{sentence(called(int(s.players), there))} is on {name(ahead)}.", 5)
    behind = int(NEXT[direction ^ 2, start])
    where = f"on {name(behind)}" if behind != OFF else "beyond the border"
    return IllegalMove(f"There is no rock right behind {who}, {where}.", 8)


def _refused_throw(s: Any, who: str, ahead: int, flight: int) -> IllegalMove:
    if KIND[s.on[ahead]] != ROCK:
        return IllegalMove(f"{who} throws a rock that he steps onto, and there is none on {name(ahead)}.", 7)
    first = int(NEXT[flight, ahead])
    bar = "the border" if KIND[s.on[first]] == BORDER else "a troll" if KIND[s.on[first]] == TROLL else "a rock"
    return IllegalMove(f"The rock on {name(ahead)} cannot be thrown {DIRECTIONS[flight]}: {bar} is right beside it.", 9)


def _refused_levitation(s: Any, direction: int, here: int, rock: int) -> IllegalMove:
    at, target, ahead = int(s.at[rock]), int(NEXT[direction, s.at[rock]]), int(NEXT[direction, here])
    if s.barred >> rock & 1:
        return IllegalMove(f"The rock on {name(at)} moved in the turn before.", 15)
    if not s.liftable >> rock & 1:
        if s.floating:
            return IllegalMove("Only one rock may be levitated in a turn, and it is another one.", 14)
        return IllegalMove("Levitation has ended for this turn: another step came in between.", 14)
    if not s.levitate_adjacent and (s.on[ahead] == rock or target == here):
        return IllegalMove("Both squares must be free before the step: levitate_adjacent is off.", 16)
    if s.on[ahead] not in (NOTHING, rock):
        return IllegalMove(f"{sentence(called(int(s.players), int(s.on[ahead])))} is on {name(ahead)}.", 5)
    way = "the border is" if target == OFF else f"{called(int(s.players), int(s.on[target]))} is"
    return IllegalMove(f"The rock on {name(at)} cannot move {DIRECTIONS[direction]}: {way} in its way.", 13)


@cache
def called(players: int, thing: int, language: str = "en") -> str:
    """What a thing is called: the rock, Red's troll."""
    vocabulary = words(__file__)[language]
    if thing < ROCKS:
        return str(vocabulary["rock"])
    seat, piece = divmod(thing - ROCKS, 3)
    team = vocabulary["teams"][seat_names(players)[seat]]
    return str(vocabulary["owned"].format(team=team, piece=vocabulary["pieces"][PIECES[piece]]))

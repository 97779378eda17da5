"""How a number on a tile of Outspeed is written: `3`, `A`, `1 + yellow`, `2 blue`, `A yellow`, `wheel`.

A letter is the riders of that route; before a die it is how often the die is rolled. The columns are those of a
position: what is fixed, whose riders, how many dice, for whose riders a die each, and whether the wheel.
"""

from typing import Any

from sobremesa.games.outspeed.tables import DICE, DICE_RIDERS, DIE_NAMES, FIXED, RIDERS, SYMBOLS, WHEEL

MOST_FIXED, MOST_DICE = 20, 6
HOW = "like 3, A (its riders), 2 yellow, A yellow (a die for each rider of A), wheel, or several with + between"


class Unreadable(ValueError):
    """Why a number cannot be read."""


def read(value: Any, die: str) -> list[int]:
    """The columns of a number, given as a text, as a whole number or as a list of terms; `die` is its only die."""
    columns = [0] * 5
    for term in _terms(value):
        _add(columns, term, die)
    if columns[FIXED] > MOST_FIXED:
        raise Unreadable(f"{columns[FIXED]} is more than {MOST_FIXED}")
    if columns[DICE] > MOST_DICE:
        raise Unreadable(f"{columns[DICE]} dice are more than {MOST_DICE}")
    return columns


def _terms(value: Any) -> list[list[str]]:
    """Every term as its words: `1 + A yellow` is [["1"], ["A", "yellow"]]."""
    if value is None or value == "" or value == []:
        return []
    if isinstance(value, list):
        return [_spelt(term) for term in value]
    if isinstance(value, bool) or not isinstance(value, int | str):
        raise Unreadable(f"{value!r} is no number: write it {HOW}")
    return [term.split() for term in str(value).split("+")]


def _spelt(term: Any) -> list[str]:
    """A term written out as a table, as its words."""
    kind = term.get("kind") if isinstance(term, dict) else None
    if kind == "fixed":
        return [str(term.get("value"))]
    if kind == "count":
        return [str(term.get("symbol"))]
    if kind == "die":
        times = term.get("times", {"kind": "fixed", "value": 1})
        return [*_spelt(times), str(term.get("die"))]
    if kind == "wheel":
        return ["wheel"]
    raise Unreadable(f"{term!r} is no term: its kind is fixed, count, die or wheel")


def _add(columns: list[int], words: list[str], die: str) -> None:
    text = " ".join(words)
    if not words or len(words) > 2 or (len(words) == 2 and words[1] not in DIE_NAMES):
        raise Unreadable(f"{text!r} cannot be read: write it {HOW}")
    if words[-1] in DIE_NAMES:
        if words[-1] != die:
            raise Unreadable(f"the {words[-1]} die has no place here: zones go by the blue die, fuel by the yellow one")
        times = words[0] if len(words) == 2 else "1"
        column = DICE_RIDERS if times in SYMBOLS else DICE
    elif words[0] == "wheel":
        times, column = "1", WHEEL
    else:
        times = words[0]
        column = RIDERS if times in SYMBOLS else FIXED
    if column in (RIDERS, DICE_RIDERS):
        if columns[column]:
            raise Unreadable(f"{text!r} is the second count of riders; a number can have one")
        columns[column] = 1 + SYMBOLS.index(times)
        return
    if not times.isascii() or not times.isdecimal() or len(times) > 4:
        raise Unreadable(f"{times!r} cannot be read: write it {HOW}")
    columns[column] += int(times)
    if columns[WHEEL] > 1:
        raise Unreadable("the wheel can be used once")


def write(columns: Any, die: str) -> str:
    """A number as a person writes it; nothing for none."""
    terms = [str(int(columns[FIXED]))] if columns[FIXED] else []
    if columns[RIDERS]:
        terms.append(SYMBOLS[columns[RIDERS] - 1])
    if columns[DICE]:
        terms.append(die if columns[DICE] == 1 else f"{int(columns[DICE])} {die}")
    if columns[DICE_RIDERS]:
        terms.append(f"{SYMBOLS[columns[DICE_RIDERS] - 1]} {die}")
    if columns[WHEEL]:
        terms.append("wheel")
    return " + ".join(terms)

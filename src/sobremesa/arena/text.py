"""The results of an arena as a person reads them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sobremesa.arena.request import Request

Row = tuple[str, ...]


def text(request: Request, found: dict[str, Any]) -> str:
    """Tables for a request and the summary of its matches."""
    lines = [_head(request), _facts(found), ""]
    if "pairings" not in found:
        lines += _table(
            ("bot", "mean score", "95 %", "matches", "CPU s a choice"), [_alone(row) for row in found["bots"]]
        )
        return "\n".join([*lines, "", "Scores go from -1 to 1. 95 %: the normal interval of the mean."])
    lines += _table(
        ("bot", "rating", "wins (95 %)", "fair", "matches", "CPU s a choice"), [_rival(row) for row in found["bots"]]
    )
    pairings = found["pairings"]
    if "won" in pairings[0]:
        head: Row = "bot", "against", "score (95 %)", "matches", "won", "drawn", "lost"
    elif "wins" in pairings[0]:
        head = "bot", "among", "wins (95 %)", "fair", "ahead of one (95 %)", "matches"
    else:
        head = "bot", "against", "ahead (95 %)", "matches"
    lines += ["", *_table(head, [_pairing(row) for row in pairings], names=2), ""]
    lines.append("Ratings: OpenSkill, ± 1.96 sigma. Wins: shared first places are shared. 95 %: Wilson's interval.")
    return "\n".join(lines)


def _head(asked: Request) -> str:
    """What was asked."""
    usual = {option.name: option.write(option.default) for option in asked.box.options}
    told = [f"{asked.seats} seat{'s' * (asked.seats > 1)}"]
    told += [f"{name}={value}" for name, value in asked.options.items() if value != usual[name]]
    told += [f"seed {asked.seed}"] + ([f"opening {asked.opening}"] if asked.opening else [])
    return f"{asked.box.title}: {', '.join(told)}"


def _facts(found: dict[str, Any]) -> str:
    """What holds for all matches together."""
    length = found["length"]
    told = [f"{found['matches']} matches"]
    if "drawn" in found:
        told.append(f"{found['drawn']} drawn")
    if found["failed"]:
        told.append(f"{found['failed']} failed")
    told.append(f"{length['mean']:.1f} choices each ({length['least']} to {length['most']})")
    if "wins_by_side" in found:
        told.append("wins by side " + " ".join(f"{each:.1f}" for each in found["wins_by_side"]) + " %")
    if found["courses"] < 0.9 * found["matches"]:
        told.append(f"only {found['courses']} of them different (--opening N makes them differ)")
    return "; ".join(told)


def _alone(row: dict[str, Any]) -> Row:
    return row["bot"], f"{row['score']:+.3f}", f"{row['low']:+.3f} to {row['high']:+.3f}", *_thought(row)


def _rival(row: dict[str, Any]) -> Row:
    rating, wins = row["rating"], row["wins"]
    strength = f"{rating['mu']:.1f} ± {rating['high'] - rating['mu']:.1f}"
    return row["bot"], strength, _percent(wins), f"{wins['fair']:.1f} %", *_thought(row)


def _pairing(row: dict[str, Any]) -> Row:
    names, matches = (row["bot"], row["rival"]), str(row["matches"])
    if "won" in row:
        return *names, _percent(row), matches, *(str(row[what]) for what in ("won", "drawn", "lost"))
    if "wins" in row:
        return *names, _percent(row["wins"]), f"{row['wins']['fair']:.1f} %", _percent(row), matches
    return *names, _percent(row), matches


def _thought(row: dict[str, Any]) -> Row:
    return str(row["matches"]), f"{row['cpu_seconds_a_choice']:.6f}"


def _percent(row: dict[str, float]) -> str:
    return f"{row['percent']:.1f} % ({row['low']:.1f} to {row['high']:.1f})"


def _table(head: Row, rows: Sequence[Row], names: int = 1) -> list[str]:
    """Columns that line up: names to the left, figures to the right."""
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    return [
        "  ".join(
            cell.ljust(width) if column < names else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in (head, *rows)
    ]

"""Matches of bots as tables: a row for each seat of each match, ready for pandas, Polars or plain Python.

found = play("splut", 200, ["tactician", "random"], seed=7)
found                       # in a notebook: who did how well
found.frame()               # a pandas DataFrame
found.columns               # {"match": [0, 0, 1, …], "seat": […], "player": […], "score": […], "steps": […]}
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING, Any

import numpy as np

from sobremesa import bots, games
from sobremesa.lab.single import NOBODY, Single
from sobremesa.mistakes import BadSeats, missing
from sobremesa.play.match import Match

if TYPE_CHECKING:
    from sobremesa.lab.batch import Batch


class Results:
    """A table: a name for each column, and its values."""

    def __init__(self, columns: Mapping[str, Sequence[Any]]) -> None:
        self.columns = {name: list(values) for name, values in columns.items()}

    def __len__(self) -> int:
        return len(next(iter(self.columns.values()), []))

    def __repr__(self) -> str:
        return f"<Results: {len(self)} rows of {', '.join(self.columns)}>"

    def rows(self) -> list[dict[str, Any]]:
        """The same row by row."""
        return [dict(zip(self.columns, values, strict=True)) for values in zip(*self.columns.values(), strict=True)]

    def frame(self) -> Any:
        """The same as a pandas DataFrame; `polars.DataFrame(found.columns)` makes one of Polars'."""
        try:
            import pandas
        except ImportError:
            raise missing("pandas", "frames") from None
        return pandas.DataFrame(self.columns)

    def summary(self) -> Results:
        """Each player's matches, mean score and its standard error, the best first."""
        scores: dict[str, list[float]] = {}
        for row in self.rows():
            scores.setdefault(row["player"], []).append(row["score"])
        told = []
        for player, found in scores.items():
            error = float(np.std(found, ddof=1)) / math.sqrt(len(found)) if len(found) > 1 else math.nan
            told.append((player, len(found), float(np.mean(found)), error))
        told.sort(key=lambda row: -row[2])
        return Results(dict(zip(("player", "matches", "mean", "error"), zip(*told, strict=True), strict=True)))

    def _repr_html_(self) -> str:
        shown = self.summary() if {"player", "score"} <= set(self.columns) else self
        head = "".join(f"<th>{escape(name)}</th>" for name in shown.columns)
        body = "".join(
            "<tr>" + "".join(f"<td>{escape(_short(value))}</td>" for value in row.values()) + "</tr>"
            for row in shown.rows()[:100]
        )
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def play(
    game: str,
    matches: int,
    players: Sequence[str],
    *,
    seed: int = 0,
    rotate: bool = True,
    progress: Callable[[int], None] = lambda done: None,
    **options: Any,
) -> Results:
    """So many matches between bots, one name a seat; with `rotate` they move up one seat from match to match. All of it
    follows from the seed. `progress` is told how many are done, and may stop it by raising."""
    box = games.find(game)
    if isinstance(players, str) or not players:
        raise BadSeats("The players are a list of bots, one for each seat.")
    single = Single(box, len(players), **options)
    rows: list[tuple[int, int, str, float, int]] = []
    for match in range(matches):
        turn = match % len(players) if rotate else 0
        names = [players[(seat + turn) % len(players)] for seat in range(single.seats)]
        at = [bots.make(name, box, hash_of(seed, match, seat), single.options) for seat, name in enumerate(names)]
        single.reset(hash_of(seed, match, single.seats))
        steps = 0
        while single.turn != NOBODY:
            seen = single.seen_by(single.turn).view(np.recarray)
            single.step(at[single.turn].choose(seen, single.turn, single.legal()))
            steps += 1
        rows += [
            (match, seat, name, float(score), steps)
            for seat, (name, score) in enumerate(zip(names, single.rewards(), strict=True))
        ]
        progress(match + 1)
    return _table(rows)


def of_batch(batch: Batch) -> Results:
    """What every seat has got in the matches of a batch that are over."""
    rows = [
        (int(match), seat, "", float(batch.rewards[match, seat]), 0)
        for match in np.flatnonzero(batch.turns == NOBODY)
        for seat in range(batch.seats)
    ]
    columns = _table(rows).columns
    return Results({name: columns[name] for name in ("match", "seat", "score")})


def of_match(match: Match) -> Results:
    """The moves of a match, those of chance among them."""
    moves = match.moves
    return Results(
        {
            "number": range(1, len(moves) + 1),
            "seat": [move.seat for move in moves],
            "who": [match.seat_name(move.seat) for move in moves],
            "move": [move.text for move in moves],
            "action": [move.action for move in moves],
        }
    )


def hash_of(*numbers: int) -> int:
    """One seed from several numbers."""
    return int(np.random.SeedSequence([number % 2**64 for number in numbers]).generate_state(1, np.uint64)[0])


def _table(rows: Iterable[tuple[Any, ...]]) -> Results:
    names = "match", "seat", "player", "score", "steps"
    columns = list(zip(*rows, strict=True)) or [()] * len(names)
    return Results(dict(zip(names, columns, strict=True)))


def _short(value: Any) -> str:
    return f"{value:.3f}" if isinstance(value, float) else str(value)

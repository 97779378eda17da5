"""Bots play each other, and it is said how strong each is.

    from sobremesa import arena

    book = arena.play("splut", ["random", "tactician"], 200, seed=7, jobs=2)
    book.summary()["pairings"]      # [{"bot": "tactician", "rival": "random", "percent": …, "low": …, "high": …, …}]
    book.matches                    # every match: bots by seat, seed, scores, choices, CPU seconds

Everything but the seconds follows from the request, whatever the number of jobs and machines, for bots whose budget is
in rounds.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from sobremesa import parallel
from sobremesa.arena.match import entry
from sobremesa.arena.request import Request, ask
from sobremesa.arena.results_file import Book, load, opened
from sobremesa.mistakes import BadOption

__all__ = ["Book", "Request", "ask", "load", "play", "run"]

Progress = Callable[[int, int], None]
"""Is told how many matches are done, and of how many. It may stop everything by raising."""

PAUSE = 2.0
"""Seconds between two savings, at least; and twenty times as long as one takes."""


def play(
    game: str,
    bots: Sequence[str],
    games: int = 100,
    *,
    seats: int | None = None,
    against: Sequence[str] = (),
    ladder: bool = False,
    opening: int = 0,
    seed: int = 0,
    jobs: int | None = 1,
    cluster: str | None = None,
    out: str | Path | None = None,
    resume: bool = False,
    progress: Progress = lambda done, of: None,
    **options: Any,
) -> Book:
    """Play a round robin of these bots, or each `against` others, or each on a `ladder` against the one before it.

    With `out` everything is kept in that file as it comes, and `resume` goes on with what is there. By `jobs` and
    `cluster` it is said who plays: see `sobremesa.parallel`.
    """
    request = ask(game, bots, games, seats=seats, against=against, ladder=ladder, opening=opening, seed=seed, **options)
    if resume and not out:
        raise BadOption("To resume, say with out which file to go on with.")
    file = Path(out) if out else None
    book = opened(file, request, resume) if file else Book(request)
    run(book, jobs, file, progress, cluster)
    return book


def run(
    book: Book,
    jobs: int | None = 1,
    file: Path | None = None,
    progress: Progress = lambda done, of: None,
    cluster: str | None = None,
) -> None:
    """Play what a book still lacks. Whatever stops it, the file has what was done."""
    todo = book.todo()
    outcomes = parallel.outcomes(book.request, todo, jobs, cluster)
    total = len(todo) + len(book.played)
    progress(len(book.played), total)
    saved, cost = time.monotonic(), 0.0
    if file:
        book.save(file)
        cost = time.monotonic() - saved
    try:
        with contextlib.closing(outcomes) as found:
            for done, each in enumerate(found, total - len(todo) + 1):
                book.enter(entry(each))
                began = time.monotonic()
                if file and began - saved > max(PAUSE, 20 * cost):
                    book.save(file)
                    saved = time.monotonic()
                    cost = saved - began
                progress(done, total)
    finally:
        if file:
            book.save(file)

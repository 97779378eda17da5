"""A data set of bot matches with evaluations, in Parquet: made by one command, and the same wherever it is made.

    from sobremesa import dataset

    dataset.make("data", ["splut"], matches=1000, seed=7, jobs=4)
    for line in dataset.check("data"):
        print(line)

What its columns mean is told in docs/dataset.md, and in the folder itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from sobremesa.dataset.making import Progress, run
from sobremesa.dataset.request import MATCHES, Request, ask

__all__ = ["MATCHES", "Request", "ask", "check", "make", "run"]


def make(
    out: str | Path,
    games: Sequence[str] = (),
    matches: int = MATCHES,
    *,
    seed: int = 0,
    jobs: int | None = 1,
    cluster: str | None = None,
    progress: Progress = lambda done, of: None,
) -> None:
    """Make a data set in a folder, or go on with one: so many matches of each of these games, or of every game. Who
    plays them is told in `sobremesa.parallel`."""
    run(Path(out), ask(games, matches, seed), jobs, cluster, progress)


def check(out: str | Path, share: float = 0.01, progress: Progress = lambda done, of: None) -> Iterator[str]:
    """Look at every file of a data set, and play that share of its matches again by the rules: a line for each table,
    or the sentence that says what is wrong."""
    from sobremesa.dataset.checking import checked

    return checked(Path(out), share, progress)

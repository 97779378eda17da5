"""Making a data set: batches of matches are played by whoever is there, and become shards in the order of the plan."""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sobremesa import parallel
from sobremesa.dataset.request import BATCH, Batch, Request
from sobremesa.mistakes import BadOption, BadRecord

if TYPE_CHECKING:
    from sobremesa.dataset.folder import Folder

Progress = Callable[[int, int], None]
"""Is told how many matches are done, and of how many. It may stop everything by raising."""
BYTES = {"splut": 1200, "end-of-line": 2000, "shut-the-lines": 2000, "outspeed": 3200}
"""What a match takes on the disk, roughly."""
GIGABYTE = 10**9


def run(
    out: Path,
    request: Request,
    jobs: int | None = 1,
    cluster: str | None = None,
    progress: Progress = lambda done, of: None,
) -> None:
    """Make what a folder still lacks. Whatever stops it, the shards that are done are there."""
    from sobremesa.dataset import card
    from sobremesa.dataset.folder import CARD, opened

    folder = opened(out, request)
    lacking = folder.lacks()
    _make_room(out, request, lacking)
    folder.put(out / CARD, card.text(folder).encode())
    todo = batches(request, lacking)
    outcomes = parallel.outcomes(request, todo, jobs, cluster)
    total = request.matches * len(request.games)
    done = total - sum(len(batch.matches) for batch in todo)
    progress(done, total)
    try:
        with contextlib.closing(outcomes) as found:
            failed = _gather(folder, found, lambda more: progress(done + more, total))
    finally:
        folder.put(out / CARD, card.text(folder).encode())
    if failed:
        count = "One batch" if len(failed) == 1 else f"{len(failed)} batches"
        raise BadRecord(f"{count} of matches failed twice: run it again to try anew. {failed[0]}")
    folder.seal()


def _gather(folder: Folder, found: Iterable[Any], tell: Callable[[int], None]) -> list[str]:
    """Keep every shard as soon as all its batches are there; the sentences about those that failed."""
    shards: dict[tuple[str, int], dict[int, Any]] = {}
    failed, done = [], 0
    for each in found:
        batch: Batch = each.task
        if isinstance(each, parallel.Failed):
            failed.append(f"{batch}: {each.why}")
            continue
        shard = shards.setdefault((batch.game, batch.shard), {})
        shard[batch.matches.start] = each.result
        if sum(len(matches) for matches, _ in shard.values()) == len(folder.request.numbers(batch.shard)):
            folder.keep(batch.game, batch.shard, [shard[start] for start in sorted(shard)])
            del shards[batch.game, batch.shard]
        done += len(batch.matches)
        tell(done)
    return failed


def batches(request: Request, shards: Sequence[tuple[str, int]]) -> list[Batch]:
    """What there is to play for these shards."""
    found: list[Batch] = []
    for game, shard in shards:
        numbers = request.numbers(shard)
        for start in range(0, len(numbers), BATCH):
            found.append(Batch(len(found), game, shard, numbers[start : start + BATCH]))
    return found


def _make_room(out: Path, request: Request, lacking: Sequence[tuple[str, int]]) -> None:
    """That there is room on the disk, before hours are spent."""
    needed = sum(BYTES.get(game, 0) * len(request.numbers(shard)) for game, shard in lacking)
    free = shutil.disk_usage(out).free
    if needed > free:
        raise BadOption(
            f"{out} needs about {needed / GIGABYTE:.1f} GB more, but {free / GIGABYTE:.1f} GB are free there: "
            "make room, or ask for fewer matches."
        )

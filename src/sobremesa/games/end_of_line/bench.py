"""What `sobremesa bench` shows of End of Line besides its speed."""

import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from sobremesa.games.end_of_line.ai.solver import solve
from sobremesa.games.end_of_line.atlas import boards, survey, write_atlas


def figures(tell: Callable[[str], None]) -> Iterator[tuple[str, float]]:
    """Each with its CPU seconds, after warm-up."""
    tell("End of Line: puzzles")
    solve()
    survey(())
    began = time.process_time()
    solve()
    yield "the empty board, solved with proof", time.process_time() - began
    began = time.process_time()
    with tempfile.TemporaryDirectory() as folder:
        write_atlas(Path(folder) / "atlas.csv", lambda done, every: tell(f"End of Line: board {done} of {every}"))
    yield f"the atlas of {len(list(boards()))} boards", time.process_time() - began

"""The rules on a GPU, as far as can be seen without one: they compile for it, and read and write where they should."""

import json
import os
import re
import subprocess
import sys

import numpy as np
import pytest

from sobremesa import games
from sobremesa.bots.playout import lowest
from sobremesa.cli import main
from tests.support.selection import exhaustive

pytestmark = pytest.mark.compiled
cuda = pytest.importorskip("sobremesa.lab.cuda.compiling", reason="numba-cuda is not installed", exc_type=ImportError)

from sobremesa.lab.cuda import check, memory  # noqa: E402
from sobremesa.lab.cuda.constant_fields import Lean  # noqa: E402
from sobremesa.lab.cuda.foreach import each, kind_of  # noqa: E402
from sobremesa.lab.cuda.fused import Play  # noqa: E402
from sobremesa.lab.cuda.kernels import Kernels  # noqa: E402
from sobremesa.lab.cuda.tuning import of, settled  # noqa: E402

CASES = list(check.cases())
by_name = pytest.mark.parametrize("case", CASES, ids=lambda case: case.game.name)


@pytest.mark.parametrize("case", [CASES[0], *map(exhaustive, CASES[1:])], ids=lambda case: case.game.name)
def test_every_kernel_of_every_game_compiles_for_an_h200(case):
    kernels = Kernels(case.game, case.seats, case.options).all | {
        "in one go": Play(case.game, case.seats, case.options).kernel
    }
    for name, kernel in kernels.items():
        code = kernel.ptx()
        assert ".target sm_90" in code and code.count(".visible .entry") == 1, name


KERNELS = """
import json, sys
from sobremesa.lab.cuda import check
from sobremesa.lab.cuda.fused import Play

cases = list(check.cases())[:2]
json.dump({case.game.name: Play(case.game, case.seats, case.options).kernel.ptx() for case in cases}, sys.stdout)
"""


def test_positions_are_kept_where_the_game_plays_fastest():
    """In a process of its own: a function that two kernels share is laid out for the one that is compiled first."""
    done = subprocess.run([sys.executable, "-c", KERNELS], capture_output=True, text=True, check=True)
    code = json.loads(done.stdout)
    splut = re.findall(r"\.shared \.align \d+ \.b8 \w+\[(\d+)\]", code["splut"])
    assert sorted(map(int, splut)) == [128 * 76, 128 * 100]
    assert "nounroll" not in code["splut"] and "nounroll" in code["end-of-line"]


def test_positions_are_carried_many_bytes_at_a_time():
    kernels = Kernels(CASES[0].game, CASES[0].seats, CASES[0].options)
    code = kernels.step.ptx()
    assert "ld.global.v4.u32" in code and code.count("ld.global.u8") < 8


@by_name
def test_what_is_settled_never_changes(case):
    """No rule writes it, as the kernels compile; and a position is the same without it and with it again."""
    rules, names = case.game.rules, settled(case.game)
    lean = Lean(rules, case.game.start(case.seats, case.options), names)
    from sobremesa.lab.batch import Batch

    batch = Batch(case.game, 50, case.seats, seed=3, **case.options)
    for _ in range(40):
        batch.step(batch.choose_at_random())
    assert lean.whole(lean.of(batch.positions)).tobytes() == batch.positions.tobytes()
    assert lean.layout.itemsize % 16 == 0 and lean.layout.itemsize < batch.positions.dtype.itemsize + 16
    odd = Lean(rules, case.game.start(case.seats, case.options), names, odd=True)
    assert odd.layout.itemsize % 8 == 4


def test_a_game_that_nobody_tuned_plays_too():
    from tests.toys import sealed

    assert settled(sealed.GAME) == () and not of(sealed.GAME).shared


def test_what_is_done_to_one_match_is_done_to_many():
    game = games.find("splut")
    numbers = np.zeros((4, 2), np.int64)
    kernel = each(first_seat, kind_of(game.start(2, game.agree(2, {})[1])), kind_of((numbers, numbers)))
    assert kernel.ptx().count(".visible .entry") == 1


def first_seat(i, positions, pair):
    pair[0][i, 1] = lowest(positions[i].mover + pair[1][i, 0])


SIMULATION = """
from sobremesa.lab.cuda import check
for case in check.cases({names}):
    print(case, check.batches_agree(case, {matches}, 3) + check.play_agrees(case, {matches}, 40))
"""


@by_name
def test_kernels_read_and_write_where_they_should(case):
    """Simulated, thread by thread, with every index checked; 5 of 128 threads have a position."""
    code = SIMULATION.format(names=[case.game.name], matches=5)
    found = subprocess.run(
        [sys.executable, "-c", code],
        env=os.environ | {"NUMBA_ENABLE_CUDASIM": "1", "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert found.stdout.split()[-1:] == ["215"], found.stderr


def test_without_a_gpu_one_sentence_says_so(capsys):
    if cuda.has_gpu():
        pytest.skip("there is a GPU")
    with pytest.raises(Exception, match="There is no GPU here that CUDA can use"):
        memory.arrays()
    with pytest.raises(SystemExit):
        main(["cuda", "check"])
    assert "There is no GPU here" in capsys.readouterr().err

"""Commands that need a package of an extra say how to install it, in one sentence."""

import os
import subprocess

import pytest

from tests.support.terminal import COMMAND

HIDDEN = "import sys\nfor name in {names!r}:\n    sys.modules[name] = None\n"
POSTGRESQL = "postgresql://nobody@127.0.0.1:1/nothing"


@pytest.mark.parametrize(
    ("packages", "extra", "words"),
    [
        (["numba_cuda"], "cuda", ["cuda", "check", "splut"]),
        (["numba_cuda"], "cuda", ["cuda", "bench", "splut"]),
        (["torch"], "learn", ["learn", "splut", "--folder", "nets"]),
        (["pyarrow"], "dataset", ["dataset", "make", "data", "--games", "splut", "--matches", "2"]),
        (["pyarrow"], "dataset", ["dataset", "check", "data"]),
        (["pyarrow"], "dataset", ["dataset", "record", "data", "splut", "1"]),
        (["ray"], "ray", ["arena", "splut", "--bots", "random,tactician", "--games", "2", "--ray"]),
        (["ray"], "ray", ["atlas", "end-of-line", "--ray"]),
        (["psycopg"], "workers", ["serve", "--port", "0", "--database", POSTGRESQL]),
        (["psycopg"], "workers", ["house", "check", POSTGRESQL]),
        (["redis"], "workers", ["think", "--redis", "redis://127.0.0.1:1"]),
    ],
    ids=lambda value: " ".join(value[:2]) if isinstance(value, list) and len(value) > 1 else "",
)
def test_a_command_without_its_extra_says_how_to_install_it(packages, extra, words, tmp_path):
    (tmp_path / "sitecustomize.py").write_text(HIDDEN.format(names=packages))
    path = os.pathsep.join(filter(None, [str(tmp_path), os.environ.get("PYTHONPATH")]))
    env = os.environ | {"PYTHONPATH": path, "SOBREMESA_HOME": str(tmp_path / "home"), "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run([*COMMAND, *words], capture_output=True, text=True, env=env, cwd=tmp_path, timeout=300)
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    last = done.stderr.strip().splitlines()[-1]
    assert last.startswith("Error: ") and f"pip install 'sobremesa[{extra}]'." in last

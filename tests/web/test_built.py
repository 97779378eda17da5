"""What is made from the sources of the client: types from the server's messages, and a wheel that needs no Node."""

import subprocess
import sys
from pathlib import Path

import pytest

from sobremesa.server import client

ROOT = Path(__file__).parents[2]
NODE = ROOT / ".venv" / "node" / "node"

pytestmark = pytest.mark.compiled


@pytest.mark.skipif(not NODE.exists(), reason="no Node here: make client fetches it")
def test_the_clients_types_are_those_of_the_server(tmp_path):
    schema = subprocess.run([sys.executable, "-m", "sobremesa.server.schema"], capture_output=True, check=True).stdout
    made = tmp_path / "types.ts"
    subprocess.run([NODE, "scripts/types.js", made], input=schema, cwd=ROOT / "web", check=True)
    kept = ROOT / "web" / "src" / "api" / "types.ts"
    assert made.read_text() == kept.read_text(), "make client-types writes web/src/api/types.ts anew"


@pytest.mark.skipif(not client.PARTS, reason="the client has not been built: make client")
def test_a_wheel_carries_the_client(tmp_path):
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet"]
    subprocess.run([*pip, "wheel", "--no-deps", "-w", tmp_path, ROOT], check=True)
    [wheel] = tmp_path.glob("*.whl")
    subprocess.run([*pip, "install", "--no-deps", "--target", tmp_path / "site", wheel], check=True)
    told = (
        "from sobremesa.server import client; print(client.__file__, len(client.PARTS), 'index.html' in client.PARTS)"
    )
    env = {"PYTHONPATH": str(tmp_path / "site"), "PATH": "", "HOME": str(tmp_path)}
    run = subprocess.run(
        [sys.executable, "-c", told], capture_output=True, text=True, env=env, check=True, cwd=tmp_path
    )
    at, count, there = run.stdout.split()
    assert at.startswith(str(tmp_path)) and int(count) == len(client.PARTS) and there == "True"

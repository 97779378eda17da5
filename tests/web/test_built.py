"""What is made from the sources of the client: types from the server's messages, and a wheel that needs no Node."""

import html
import os
import shutil
import subprocess
import sys
import tarfile
import urllib.request
from pathlib import Path

import pytest

from sobremesa.server.http import client_files
from tests.support.server.serving import Server

ROOT = Path(__file__).parents[2]
NODE = ROOT / ".venv" / "node" / "node"

PIP = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet"]
REFUSED = "The client for the browser has not been built, so this package would have no pages: run make client first"
SDIST = "import sys; from hatchling.build import build_sdist; build_sdist(sys.argv[1])"

pytestmark = pytest.mark.compiled


@pytest.fixture
def clone(tmp_path):
    """The sources as somebody has them who has cloned them and built nothing."""
    to = tmp_path / "clone"
    shutil.copytree(ROOT / "src", to / "src", ignore=shutil.ignore_patterns("web", "__pycache__", "*.egg-info"))
    for name in "pyproject.toml", "hatch_build.py", "README.md", "LICENSE", "NOTICE", ".gitignore":
        shutil.copy(ROOT / name, to / name)
    return to


def pip(*words, **more):
    return subprocess.run([*PIP, *map(str, words)], capture_output=True, text=True, env=os.environ | more)


@pytest.mark.skipif(not NODE.exists(), reason="no Node here: make client fetches it")
def test_the_clients_types_are_those_of_the_server(tmp_path):
    schema = subprocess.run(
        [sys.executable, "-m", "sobremesa.server.openapi.schema"], capture_output=True, check=True
    ).stdout
    made = tmp_path / "types.ts"
    subprocess.run([NODE, "scripts/types.js", made], input=schema, cwd=ROOT / "web", check=True)
    kept = ROOT / "web" / "src" / "api" / "types.ts"
    assert made.read_text() == kept.read_text(), "make client-types writes web/src/api/types.ts anew"


@pytest.mark.skipif(not client_files.PARTS, reason="the client has not been built: make client")
def test_a_wheel_carries_the_client(tmp_path):
    subprocess.run([*PIP, "wheel", "--no-deps", "-w", tmp_path, ROOT], check=True)
    [wheel] = tmp_path.glob("*.whl")
    subprocess.run([*PIP, "install", "--no-deps", "--target", tmp_path / "site", wheel], check=True)
    told = (
        "from sobremesa.server.http import client_files as built;"
        " print(built.__file__, len(built.PARTS), 'index.html' in built.PARTS)"
    )
    env = {"PYTHONPATH": str(tmp_path / "site"), "PATH": "", "HOME": str(tmp_path)}
    run = subprocess.run(
        [sys.executable, "-c", told], capture_output=True, text=True, env=env, check=True, cwd=tmp_path
    )
    at, count, there = run.stdout.split()
    assert at.startswith(str(tmp_path)) and int(count) == len(client_files.PARTS) and there == "True"


def test_a_wheel_without_the_client_is_refused_in_one_sentence(clone, tmp_path):
    done = pip("wheel", "--no-deps", "-w", tmp_path, clone)
    assert done.returncode != 0 and not list(tmp_path.glob("*.whl"))
    said = [line.strip() for line in done.stderr.splitlines()]
    assert f"{REFUSED}, or set SOBREMESA_WITHOUT_CLIENT=1 to pack Sobremesa without them." in said
    assert "Traceback" not in done.stderr


def test_an_editable_install_needs_no_client(clone, tmp_path):
    """make play installs before it builds the client."""
    prefix = tmp_path / "prefix"
    done = pip("install", "--no-deps", "--ignore-installed", "--prefix", prefix, "-e", clone)
    assert done.returncode == 0, done.stderr
    [path] = prefix.rglob("*sobremesa*.pth")
    assert path.read_text().strip() == str(clone / "src")


def test_an_sdist_carries_the_client_for_the_wheel_that_is_made_from_it(clone, tmp_path):
    assert pip("install", "--target", tmp_path / "tools", "hatchling").returncode == 0
    build = [sys.executable, "-c", SDIST, tmp_path]
    how = {"cwd": clone, "capture_output": True, "text": True, "env": {"PYTHONPATH": str(tmp_path / "tools")}}
    done = subprocess.run(build, **how)
    assert done.returncode != 0 and REFUSED in done.stderr + done.stdout
    (page := clone / "src" / "sobremesa" / "server" / "web" / "index.html").parent.mkdir()
    page.write_text("<!doctype html>")
    subprocess.run(build, check=True, **how)
    [sdist] = tmp_path.glob("*.tar.gz")
    with tarfile.open(sdist) as packed:
        inside = {name.partition("/")[2] for name in packed.getnames()}
    assert {"hatch_build.py", "src/sobremesa/server/web/index.html"} <= inside


def test_a_server_without_pages_says_so_where_it_starts_and_where_one_looks(clone, tmp_path, monkeypatch):
    done = pip("wheel", "--no-deps", "-w", tmp_path, clone, SOBREMESA_WITHOUT_CLIENT="1")
    assert done.returncode == 0, done.stderr
    [wheel] = tmp_path.glob("*.whl")
    assert pip("install", "--no-deps", "--target", tmp_path / "site", wheel).returncode == 0
    monkeypatch.setenv("PYTHONPATH", str(tmp_path / "site"))
    house = Server(tmp_path / "house.db")
    try:
        for path in "/", "/table/x":
            with urllib.request.urlopen(house.address + path) as answer:
                assert f"<p>{html.escape(client_files.UNBUILT)}</p>" in answer.read().decode()
        assert client_files.UNBUILT in house.stop()
    finally:
        house.kill()

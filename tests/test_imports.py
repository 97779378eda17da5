"""Imports point one way."""

import ast
from pathlib import Path

import pytest

import sobremesa

ROOT = Path(sobremesa.__file__).parent

# The first entry that fits a module says what it may import of ours. A name stands for a module and all below it.
BASE = {"mistakes"}
BOX = BASE | {"games.game", "games.event", "games.words", "games.remark"}
RULES = {"cache", "engine", "kernel", "dice", "maths"}
SERVER = {
    "server",
    "analysis",
    "lessons",
    "play",
    "bots",
    "kernel",
    "mistakes",
    "games",
    "games.game",
    "games.words",
    "warm",
    "__version__",
}
MAY = {
    "mistakes": set(),
    "home": set(),
    "engine.build": {"engine", "games"},
    "engine.exports": {"engine", "games", "bots", "play", "warm", "analysis"},
    "engine.host": {"engine", "cache"},
    "engine.native": {"engine", "cache", "mistakes"},
    "engine.rule": {"engine", "cache"},
    "engine": {"engine", "mistakes"},
    "cache": {"engine"},
    "kernel": {"engine"},
    "maths": {"kernel"},
    "calls": {"kernel"},
    "dice": {"kernel"},
    "games.game": BASE | {"cache", "engine", "kernel"},
    "games.event": set(),
    "games.words": set(),
    "games.remark": set(),
    "games.ink": BASE,
    "games.set_up": BASE,
    "games.*.set_up": BOX | RULES | {"games.set_up", "games.*"},
    "games.*.sketch": BOX | RULES | {"games.set_up", "games.*"},
    "games.*.ink": BOX | {"games.ink", "games.*"},
    "games.*.picture": BOX | {"games.ink", "games.*"},
    "games.*.alphabeta": BOX | RULES | {"bots", "games.*"},
    "games.*.pilot": BOX | RULES | {"bots", "games.*"},
    "games.*.bot": BOX | RULES | {"bots", "games.*"},
    "games.*.many": BOX | RULES | {"bots", "games.*"},
    "games.*.rounds": BOX | RULES | {"bots", "games.*"},
    "games.*.races": BOX | RULES | {"bots", "games.*"},
    "games.*.solver": BOX | RULES | {"bots", "games.*"},
    "games.*.solo": BOX | RULES | {"bots", "games.*"},
    "games.*.atlas": BOX | RULES | {"crew", "games.*"},
    "games.*.tiles": BOX | {"home", "games.*"},
    "games.*": BOX | RULES | {"games.*"},
    "games": {"games.game", "mistakes"},
    "bots": {"bots", "engine", "kernel", "dice", "maths", "mistakes", "games.game"},
    "learnt": {"learnt", "engine", "lab", "bots", "calls", "kernel", "dice", "maths", "mistakes", "games.game"},
    "learning": {"learning", "learnt", "lab", "mistakes", "games", "games.game"},
    "own": {"own", "bots", "mistakes", "games.game"},
    "analysis": RULES
    | BASE
    | {"analysis", "play", "bots", "calls", "games.game", "games.event", "games.remark", "games.ink"},
    "play": {"play", "calls", "kernel", "dice", "mistakes", "games", "games.game", "games.event", "games.words"},
    "lessons": {"lessons", "play", "kernel", "mistakes", "games", "games.game", "games.event", "games.words"},
    "lab": {"lab", "play", "bots", "cache", "engine", "calls", "kernel", "dice", "mistakes", "games", "games.game"},
    "crew": {"crew", "mistakes"},
    "arena": {"arena", "bots", "crew", "lab", "play", "games", "games.game", "kernel", "dice", "mistakes", "calls"},
    "dataset.lines": {"dataset", "games.shut_the_lines.values"},  # what only one game has
    "dataset": {
        "dataset",
        "bots",
        "crew",
        "lab",
        "play",
        "games",
        "games.game",
        "kernel",
        "calls",
        "mistakes",
        "__version__",
    },
    "puzzles": {
        "puzzles",
        "play",
        "bots",
        "crew",
        "games",
        "games.game",
        "games.splut",  # what only one game has
        "games.shut_the_lines",
        "games.end_of_line",
        "mistakes",
    },
    "warm": {"cache", "engine", "calls", "lab", "play", "bots", "analysis", "kernel", "dice", "games.game"},
    "testing": {"testing", "engine", "play", "kernel", "dice", "mistakes", "games.game", "games.words"},
    "client": {"mistakes"},
    "server.coaching": SERVER | {"analysis"},
    "server.paths": SERVER | {"analysis"},
    "server.daily": SERVER | {"games.end_of_line.daily"},  # what only one game has
    "server.puzzles": SERVER | {"puzzles"},
    "server.study.begin": SERVER | {"puzzles"},
    "server.tilesets": SERVER | {"games.outspeed.tiles", "home"},
    "server.installing": SERVER | {"games.ink"},  # our own drawings
    "server": SERVER,
    "cli": {"*"},
    "__main__": {"cli"},
    "": {"mistakes", "analysis", "bots", "games", "testing", "kernel", "play", "__version__"},
}


def modules():
    for path in sorted(ROOT.rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        yield ".".join(parts[:-1] if parts[-1] == "__init__" else parts), path


def imported(path):
    """What of ours a file imports, wherever in it that stands."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "sobremesa":
            inside = (node.module or "").split(".")[1:]
            for alias in node.names:
                deeper = [*inside, alias.name]
                yield ".".join(
                    deeper
                    if (ROOT.joinpath(*deeper).with_suffix(".py").exists() or ROOT.joinpath(*deeper).is_dir())
                    else inside or deeper
                )
        elif isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[2] for alias in node.names if alias.name.split(".")[0] == "sobremesa")


def fits(pattern, name):
    if pattern in ("*", name):
        return True
    if "*" in pattern:
        wanted, given = pattern.split("."), name.split(".")
        return len(given) >= len(wanted) and all(w in ("*", g) for w, g in zip(wanted, given, strict=False))
    return name.startswith(f"{pattern}.") and pattern not in ("games", "")


def same_game(module, name):
    return module.split(".")[:2] == name.split(".")[:2] if name.startswith("games.") and name.count(".") > 0 else True


@pytest.mark.parametrize(("module", "path"), list(modules()))
def test_imports_point_one_way(module, path):
    rule = next((may for pattern, may in MAY.items() if fits(pattern, module)), None)
    assert rule is not None, f"the table has no line for {module}"
    for name in imported(path):
        allowed = any(fits(pattern, name) for pattern in rule if pattern != "games.*")
        own = "games.*" in rule and fits("games.*", name) and same_game(module, name)
        assert allowed or own, f"{module} may not import {name}"


def test_a_wrong_import_is_noticed(tmp_path):
    file = tmp_path / "rules.py"
    file.write_text("def f():\n    from sobremesa.play import record\n    import sobremesa.cli\n")
    assert set(imported(file)) == {"play.record", "cli"}
    assert not any(fits(pattern, "play.record") for pattern in MAY["games.*"])

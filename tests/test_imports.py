"""Imports point one way."""

import ast
import re
from pathlib import Path

import pytest

import sobremesa

ROOT = Path(sobremesa.__file__).parent

# The first entry that fits a module says what it may import of ours. A name stands for a module and all below it.
BASE = {"mistakes"}
BOX = BASE | {"games.game", "games.event", "games.words", "games.remark"}
RULES = {"engine", "kernel"}
BELOW = {"bots", "games", "games.game", "games.words", "kernel", "mistakes", "play", "ratings", "__version__"}
"""What most of the server may use of the library."""
TABLES = BELOW | {"server.tables", "server.text"}
DATABASE = {
    "mistakes",
    "__version__",
    "server.database",
    "server.damaged",
    "server.metrics",
    "server.private_files",
    "server.tables",
}
CLUSTER = BELOW | {"warm", "server.cluster", "server.metrics", "server.tables"}
SESSIONS = DATABASE | CLUSTER | {"server.sessions", "server.text"}
LIVE = SESSIONS | {"server.compile_worker", "server.live", "server.protocol"}
HTTP = LIVE | {"server.http"}
FEATURE = HTTP | {"analysis", "lessons", "puzzles", "server.mail"}
MAY = {
    "mistakes": set(),
    "user_dir": set(),
    "ratings": BASE,
    "engine.build": {"engine", "games"},
    "engine.exports": {"engine", "games", "bots", "play", "warm", "analysis"},
    "engine.native": {"engine", "mistakes"},
    "engine": {"engine", "mistakes"},
    "kernel": {"engine", "kernel"},
    "games.game": BASE | {"engine", "kernel"},
    "games.event": set(),
    "games.words": set(),
    "games.remark": set(),
    "games.svg_kit": BASE,
    "games.set_up": BASE,
    "games.*.set_up": BOX | RULES | {"games.set_up", "games.*"},
    "games.*.set_up_steps": BOX | RULES | {"games.set_up", "games.*"},
    "games.*.svg_kit": BOX | {"games.svg_kit", "games.*"},
    "games.*.picture": BOX | {"games.svg_kit", "games.*"},
    "games.*.ai": BOX | RULES | {"bots", "games.*"},
    "games.*.bot": BOX | RULES | {"bots", "games.*"},
    "games.*.atlas": BOX | RULES | {"parallel", "games.*"},
    "games.*.tiles": BOX | {"user_dir", "games.*"},
    "games.*": BOX | RULES | {"games.*"},
    "games": {"games.game", "games.*", "mistakes"},
    "bots.net_bots": {"bots", "kernel", "mistakes", "games.game", "nets"},
    "bots.custom": {"bots", "mistakes", "games.game"},
    "bots": {"bots", "engine", "kernel", "mistakes", "games.game"},
    "nets": {"nets", "engine", "lab", "bots", "kernel", "mistakes", "games.game"},
    "training": {"training", "nets", "lab", "mistakes", "games", "games.game"},
    "analysis": RULES
    | BASE
    | {"analysis", "play", "bots", "games.game", "games.event", "games.remark", "games.svg_kit"},
    "play": {"play", "kernel", "mistakes", "games", "games.game", "games.event", "games.words"},
    "lessons": {"lessons", "play", "kernel", "mistakes", "games", "games.game", "games.event", "games.words"},
    "lab": {"lab", "play", "bots", "engine", "kernel", "mistakes", "games", "games.game"},
    "parallel": {"parallel", "mistakes"},
    "crew": {"parallel"},
    "calls": {"kernel"},
    "dice": {"kernel"},
    "arena": {"arena", "bots", "parallel", "lab", "play", "ratings", "games", "games.game", "kernel", "mistakes"},
    "dataset": {
        "dataset",
        "bots",
        "parallel",
        "lab",
        "play",
        "games",
        "games.game",
        "kernel",
        "mistakes",
        "__version__",
    },
    "puzzles": {"puzzles", "play", "bots", "parallel", "games", "games.game", "mistakes"},
    "warm": {"engine", "lab", "play", "bots", "analysis", "kernel", "games.game"},
    "testing": {"testing", "engine", "play", "kernel", "mistakes", "games.game", "games.words"},
    "client": {"mistakes"},
    "server.text": BASE,
    "server.logs": BASE,
    "server.mail": BASE | {"server.metrics", "server.text"},
    "server.metrics": BASE,
    "server.private_files": BASE,
    "server.damaged": BASE | {"games", "games.game"},
    "server.supervisor": BASE,
    "server.compile_worker": {"games", "warm", "server.compile_worker"},
    "server.tables": TABLES,
    "server.protocol": TABLES | {"server.protocol"},
    "server.database": DATABASE,
    "server.cluster": CLUSTER,
    "server.sessions": SESSIONS,
    "server.live": LIVE | {"warm"},
    "server.http": HTTP,
    "server.features.*": FEATURE | {"server.features.*"},
    "server": {"*"},
    "cli": {"*"},
    "__main__": {"cli"},
    "": {"mistakes", "analysis", "bots", "games", "testing", "kernel", "play", "__version__"},
}
"""What each part may import of ours; a name stands for a module and all below it, `*` for one name, the same on both
sides. The first line that fits a module counts. A feature of the server imports no other feature."""

NOT_YET = {
    "dataset.lines": {"games.shut_the_lines.values"},
    "puzzles.board": {"games.splut.tables"},
    "puzzles.boards": {"games.end_of_line.ai.solver", "games.end_of_line.atlas"},
    "puzzles.duel": {"games.splut.ai.proof", "games.splut.notation"},
    "puzzles.mining": {"games.shut_the_lines.tables", "games.splut.ai.puzzle_finder"},
    "puzzles.throws": {
        "games.shut_the_lines.notation",
        "games.shut_the_lines.rules",
        "games.shut_the_lines.tables",
        "games.shut_the_lines.values",
    },
    "server.database": {
        "server.features.analysis.store",
        "server.features.correspondence.store",
        "server.features.daily.store",
        "server.features.ladders.store",
        "server.features.lessons.store",
        "server.features.moderation.store",
        "server.features.plans.store",
        "server.features.profiles.store",
        "server.features.puzzles.store",
        "server.features.tournaments.store",
        "server.sessions.store",
    },
    "server.database.changes": {"server.features.ladders.schema"},
    "server.database.schema": {
        "server.features.analysis.schema",
        "server.features.correspondence.schema",
        "server.features.daily.schema",
        "server.features.ladders.schema",
        "server.features.lessons.schema",
        "server.features.plans.schema",
        "server.features.profiles.schema",
        "server.features.puzzles.schema",
        "server.features.tournaments.schema",
    },
    "server.features.accounts.accounts": {"server.features.moderation.models"},
    "server.features.accounts.export": {
        "server.features.ladders.messages",
        "server.features.lessons.store",
        "server.features.moderation.models",
        "server.features.plans.models",
        "server.features.puzzles.rating",
    },
    "server.features.accounts.routes": {"server.features.lobby.routes"},
    "server.features.analysis.routes": {
        "server.features.lobby.routes",
        "server.features.study.messages",
        "server.features.study.opinion",
        "server.features.study.routes",
    },
    "server.features.coach.routes": {"server.features.lobby.routes"},
    "server.features.correspondence.routes": {"server.features.accounts.accounts", "server.features.lobby.routes"},
    "server.features.daily.routes": {"server.features.lobby.routes"},
    "server.features.daily.service": {"games.end_of_line.daily"},
    "server.features.ladders.routes": {"server.features.lobby.routes"},
    "server.features.lessons.routes": {"server.features.lobby.routes"},
    "server.features.lobby.routes": {
        "server.features.daily.service",
        "server.features.tilesets.routes",
        "server.openapi.schema",
    },
    "server.features.moderation.report_routes": {"server.features.lobby.routes"},
    "server.features.moderation.routes": {"server.features.lobby.routes"},
    "server.features.moderation.store": {"server.features.daily.schema"},
    "server.features.pictures.routes": {"server.features.lobby.routes"},
    "server.features.plans.routes": {"server.features.lobby.routes"},
    "server.features.profiles.recorder": {"server.features.daily.service", "server.features.ladders.service"},
    "server.features.profiles.routes": {
        "server.features.accounts.accounts",
        "server.features.accounts.export",
        "server.features.accounts.routes",
        "server.features.ladders.routes",
        "server.features.lobby.routes",
    },
    "server.features.puzzles.next_puzzle": {"server.features.ladders.rating"},
    "server.features.puzzles.rating": {"server.features.ladders.rating"},
    "server.features.puzzles.routes": {"server.features.lobby.routes"},
    "server.features.puzzles.store": {"server.features.ladders.rating"},
    "server.features.study.routes": {"server.features.lobby.routes"},
    "server.features.study.starts": {"server.features.lessons.routes"},
    "server.features.tilesets.routes": {"games.outspeed.tiles", "user_dir"},
    "server.features.tournaments.routes": {"server.features.lobby.routes"},
    "server.http.pwa": {"games.svg_kit"},
    "server.http.table_socket": {"server.features.lobby.routes"},
    "server.live.command_handler": {"server.http.language"},
    "server.live.registry": {
        "server.features.daily.service",
        "server.features.daily.store",
        "server.features.moderation.models",
        "server.http.addresses",
        "server.http.nesting",
    },
    "server.protocol.views": {"server.features.daily.service"},
    "server.sessions.expiry": {"server.live.live_table", "server.live.registry"},
    "server.sessions.store": {
        "server.features.analysis.schema",
        "server.features.correspondence.store",
        "server.features.daily.store",
        "server.features.ladders.rating_updates",
        "server.features.ladders.schema",
        "server.features.lessons.store",
        "server.features.moderation.store",
        "server.features.plans.schema",
        "server.features.profiles.store",
        "server.features.puzzles.store",
        "server.features.tournaments.store",
    },
    "server.tables.chat": {"server.protocol.messages"},
    "server.tables.rated": {"server.damaged"},
    "server.tables.rematch": {"server.features.daily.service", "server.protocol.messages"},
    "server.tables.rule_versions": {"server.damaged"},
    "server.tables.seating": {"server.features.daily.service"},
    "server.tables.table": {"server.features.daily.service", "server.protocol.messages", "server.protocol.views"},
}
"""Imports that the table forbids and that are still there: to be removed, never to be added to."""


def modules():
    for path in sorted(ROOT.rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        yield ".".join(parts[:-1] if parts[-1] == "__init__" else parts), path


def imported(path):
    """Return what of ours a file imports, wherever in it that stands; also by name, in a text such as
    `"sobremesa.play.raster"`."""
    tree = ast.parse(path.read_text())
    docstrings = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "sobremesa":
            inside = (node.module or "").split(".")[1:]
            for alias in node.names:
                deeper = [*inside, alias.name]
                yield ".".join(deeper if is_module(deeper) else inside or deeper)
        elif isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[2] for alias in node.names if alias.name.split(".")[0] == "sobremesa")
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            named = re.fullmatch(r"sobremesa((?:\.\w+)+)(?::\w+)?", node.value)
            if named and is_module(parts := named[1][1:].split(".")):
                yield ".".join(parts)


def is_module(parts):
    return ROOT.joinpath(*parts).with_suffix(".py").exists() or (ROOT.joinpath(*parts) / "__init__.py").exists()


def fits(pattern, name):
    """Return whether a module is the one that a line of the table names, or below it."""
    if pattern in ("*", name):
        return True
    if pattern in ("games", ""):  # these alone: what is below them has lines of its own
        return False
    wanted, given = pattern.split("."), name.split(".")
    return len(given) >= len(wanted) and all(w in ("*", g) for w, g in zip(wanted, given, strict=False))


def same(pattern, module, name):
    """Return whether two modules have the same name where a pattern has a `*`, if both fit it."""
    places = [place for place, each in enumerate(pattern.split(".")) if each == "*"] if pattern != "*" else []
    return not fits(pattern, module) or all(module.split(".")[place] == name.split(".")[place] for place in places)


def forbidden(module, path):
    """Return what a module imports that the table does not let it."""
    may = next((may for pattern, may in MAY.items() if fits(pattern, module)), None)
    assert may is not None, f"the table has no line for {module}"
    return {
        name
        for name in imported(path)
        if not any(fits(pattern, name) and same(pattern, module, name) for pattern in may)
    }


@pytest.mark.parametrize(("module", "path"), list(modules()))
def test_imports_point_one_way(module, path):
    found, known = forbidden(module, path), NOT_YET.get(module, set())
    assert not found - known, f"{module} may not import {', '.join(sorted(found - known))}"
    assert not known - found, f"{module} no longer imports {', '.join(sorted(known - found))}: take it off the list"


def test_modules_that_are_gone_are_off_the_list():
    assert set(NOT_YET) <= {module for module, _ in modules()}


def test_a_wrong_import_is_noticed(tmp_path):
    file = tmp_path / "rules.py"
    file.write_text(
        'def f():\n    from sobremesa.play import record\n    import sobremesa.cli\n    g("sobremesa.bots")\n'
    )
    assert set(imported(file)) == {"play.record", "cli", "bots"}
    assert not any(fits(pattern, "play.record") for pattern in MAY["games.*"])


def test_a_game_and_a_feature_import_no_other(tmp_path):
    file = tmp_path / "view.py"
    file.write_text("from sobremesa.games.splut import rules\nfrom sobremesa.server.features.coach import routes\n")
    assert forbidden("games.splut.view", file) == {"server.features.coach.routes"}
    assert forbidden("games.outspeed.view", file) == {"games.splut.rules", "server.features.coach.routes"}
    assert forbidden("server.features.coach.service", file) == {"games.splut.rules"}
    assert forbidden("server.features.study.service", file) == {"games.splut.rules", "server.features.coach.routes"}

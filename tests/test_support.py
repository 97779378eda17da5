"""What tests share is in tests/support, in a conftest or in a toy: no test module lends anything to another file."""

import ast
from pathlib import Path

ROOT = Path(__file__).parents[1]


def lenders(source):
    """Return the test modules that a file imports from, wherever in it that stands."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom):
            found += [f"{node.module or ''}.{each.name}" for each in node.names]
        elif isinstance(node, ast.Import):
            found += [each.name for each in node.names]
    return [name for name in found if any(part.startswith("test_") for part in name.split("."))]


def test_nothing_is_imported_from_a_test_module():
    files = [path for folder in ("tests", "bench") for path in (ROOT / folder).rglob("*.py")]
    assert len(files) > 300
    assert {path.relative_to(ROOT).as_posix(): names for path in files if (names := lenders(path.read_text()))} == {}


def test_such_an_import_is_noticed():
    assert lenders("def f():\n    from tests.server.test_chat import Time") == ["tests.server.test_chat.Time"]
    assert lenders("from . import test_chat") == [".test_chat"]
    assert lenders("import tests.server.test_chat as chat") == ["tests.server.test_chat"]
    assert lenders("from tests.support.server.clocks import Time") == []

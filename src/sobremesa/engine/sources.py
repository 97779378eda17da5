"""The sources that compiled code is made from, and names for their exact state."""

import ast
import hashlib
from collections.abc import Iterable, Iterator
from pathlib import Path

SOURCES = Path(__file__).resolve().parent.parent
EXPORTS = Path(__file__).with_name("exports.json")
"""What Python calls of each game, with the kinds of arguments."""
APART = {
    "analysis",
    "arena",
    "cli",
    "custom",
    "cuda",
    "dataset",
    "engine",
    "lessons",
    "parallel",
    "play",
    "puzzles",
    "server",
    "testing",
    "training",
    "__pycache__",
}
"""Folders, and below files of each game, that no machine code is made from; a test holds them to it."""
APART_FILES = {
    "notation.py",
    "coach.py",
    "remark.py",
    "rivals.py",
    "net.py",
    "net_bots.py",
    "player.py",
    "events.py",
    "view.py",
    "draw.py",
    "invariants.py",
    "words.toml",
    "alphabeta.py",
    "atlas.csv",
    "atlas.py",
    "bench.py",
    "multiplayer.py",
    "tiles.py",
    "tiles.toml",
    "tile_numbers.py",
    "route_preview.py",
    "client.py",
    "crew.py",
    "picture.py",
    "level_bot.py",
    "set_up.py",
    "set_up_steps.py",
    "gymnasium.py",
    "lessons.toml",
    "levels.py",
    "openspiel.py",
    "pettingzoo.py",
    "ratings.py",
    "render.py",
    "results.py",
    "searcher.py",
    "lab.py",
    "line_bot.py",
    "svg_kit.py",
    "vector.py",
    "speed.py",
    "warm.py",
}
KINDS = {".py", ".json", ".toml", ".csv"}  # data becomes a constant of the code compiled over it


def sources(root: Path = SOURCES) -> Iterator[Path]:
    """The files that machine code is made from."""
    for path in sorted(root.rglob("*")):
        if path.suffix in KINDS and not APART & set(path.relative_to(root).parts) and path.name not in APART_FILES:
            yield path


def digest(paths: Iterable[Path], root: Path = SOURCES, about: str = "") -> str:
    """A name for the exact content of these files."""
    seen = hashlib.sha256(about.encode())
    for path in paths:
        content = path.read_bytes()
        seen.update(f"{path.relative_to(root).as_posix()} {len(content)}\n".encode() + content)
    return seen.hexdigest()[:16]


def shared(root: Path = SOURCES) -> list[Path]:
    """The sources that all games share."""
    games = root / "games"
    return [path for path in sources(root) if path.parent == games or games not in path.parents]


def own(folder: str, root: Path = SOURCES) -> list[Path]:
    """The sources of one game alone."""
    return [path for path in sources(root) if root / "games" / folder in path.parents]


def of_game(folder: str, root: Path = SOURCES) -> list[Path]:
    """The sources of one game: its own, and what all games share."""
    return sorted([*shared(root), *own(folder, root)])


def meaning(folder: str, root: Path = SOURCES) -> str:
    """A name for what the sources of a game say: comments, docstrings and line breaks make no difference."""
    seen = hashlib.sha256()
    for path in of_game(folder, root):
        text = path.read_text()
        content = ast.dump(_bare(ast.parse(text))) if path.suffix == ".py" else text
        seen.update(f"{path.relative_to(root).as_posix()}\n{content}\n".encode())
    return seen.hexdigest()[:16]


def _bare(tree: ast.Module) -> ast.Module:
    """Without docstrings, which are the expressions that are only a text."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.FunctionDef | ast.ClassDef):
            node.body = [each for each in node.body if not _is_text(each)] or [ast.Pass()]
    return tree


def _is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def names(folder: str) -> dict[str, str]:
    """What an engine keeps of the sources that it is built from."""
    return {"files": digest(of_game(folder)), "meaning": meaning(folder)}


def are(built_from: dict[str, str], folder: str) -> bool:
    """Whether the sources of a game say what they said when its engine was built."""
    return digest(of_game(folder)) == built_from["files"] or meaning(folder) == built_from["meaning"]

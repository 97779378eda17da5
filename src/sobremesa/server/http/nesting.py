"""Refuse text that is nested too deeply before a parser sees it.

Parsers of JSON and TOML call themselves for each level, and that of TOML takes longer for every part of a dotted name.
Both checks here read a text once, from left to right.
"""

import re

from sobremesa.mistakes import Mistake

DEEPEST = 32
"""Levels of brackets, or parts of a dotted name."""
JSON = re.compile(rb'"(?:[^"\\]++|\\.)*+"?|[\[{]|[\]}]', re.DOTALL)
TOML = re.compile(
    r'"""(?:[^"\\]++|\\.|"(?!""))*+(?:"{3,5})?'
    r"|'''(?:[^']++|'(?!''))*+(?:'{3,5})?"
    r'|"(?:[^"\\\n]++|\\.)*+"?'
    r"|'[^'\n]*+'?"
    r"|\#[^\n]*+"
    r"|[\[{]|[\]}]|[,\n]|\.",
    re.DOTALL,
)
"""Strings of four kinds and comments, in which nothing counts; brackets; what ends a value; the dot in a name."""


def check_json(text: bytes | str) -> None:
    """Refuse JSON whose brackets are nested too deeply."""
    data = text.encode() if isinstance(text, str) else text
    if data.count(b"[") + data.count(b"{") <= DEEPEST:  # most messages, and quickly
        return
    depth = 0
    for found in JSON.finditer(data):
        sign = found[0]
        if sign in b"[{":
            depth += 1
            _bound(depth)
        elif sign in b"]}":
            depth -= 1


def check_toml(text: str) -> None:
    """Refuse TOML whose brackets and dotted names together make too many levels."""
    levels, dots, opened = 0, 0, []
    for found in TOML.finditer(text):
        sign = found[0]
        if sign == ".":
            dots += 1
        elif sign in "[{":
            opened.append(dots + 1)
            levels, dots = levels + dots + 1, 0
        elif sign in "]}":
            levels, dots = levels - (opened.pop() if opened else 0), 0
        elif sign in ",\n":
            dots = 0
        _bound(levels + dots)


def check(text: str) -> None:
    """Refuse a text that is TOML, or JSON if it begins with a brace, and is nested too deeply."""
    if text.lstrip().startswith("{"):
        check_json(text)
    else:
        check_toml(text)


def _bound(levels: int) -> None:
    if levels > DEEPEST:
        raise Mistake(f"That is nested too deeply: at most {DEEPEST} levels of brackets or parts of a name.")

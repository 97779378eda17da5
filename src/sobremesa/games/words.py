"""The words of a game in each language, read from its words.toml."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

LANGUAGES = "en", "es", "de", "fr"


@cache
def words(file: str) -> dict[str, Any]:
    """By language, the words that lie beside this module of a game."""
    with open(Path(file).with_name("words.toml"), "rb") as opened:
        return tomllib.load(opened)


def sentence(text: str) -> str:
    """With a capital letter to begin with."""
    return text[:1].upper() + text[1:]

"""Refusals in the other languages of the house.

A refusal is written in English where it is raised, so that whoever reads the code reads why. What other languages say
is found by that sentence, in `refusals.toml`. One that is not there stays English: about a move that a program has
typed, for example, which a board would never offer.
"""

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from sobremesa.games.words import LANGUAGES

BLANK = re.compile(r"\{(\w+)\}")
RULE = re.compile(r"(.*) \(rule (\d+)\)")
NAMES = "seat", "seats", "token", "tokens"
"""Blanks whose words are of the language too."""


def said(sentence: str, language: str) -> str:
    """A refusal in a language."""
    if language == "en":
        return sentence
    if cited := RULE.fullmatch(sentence):
        told = said(cited[1], language)
        return sentence if told == cited[1] else f"{told} ({_word('rule', language)} {cited[2]})"
    for pattern, others in patterns():
        if found := pattern.fullmatch(sentence):
            facts = {
                name: re.sub(r"[\w-]+", lambda word: _word(word[0], language), fact) if name in NAMES else fact
                for name, fact in found.groupdict().items()
            }
            return others[language].format(**facts)
    return sentence


def spoken(accepted: str) -> str:
    """The language of the house that a browser likes best, from its Accept-Language."""
    wanted = [(part.partition(";q=")[2] or "1", part.strip()[:2].lower()) for part in accepted.split(",")]
    known = [(-float(worth), n, word) for n, (worth, word) in enumerate(wanted) if word in LANGUAGES and _number(worth)]
    return min(known)[2] if known else "en"


@cache
def patterns() -> list[tuple[re.Pattern[str], dict[str, str]]]:
    """Each sentence that is known, as what finds it, and what it is in other languages."""
    return [(_pattern(english), others) for english, others in _known().items() if english != "words"]


def _pattern(english: str) -> re.Pattern[str]:
    parts = BLANK.split(english)  # text and names in turn
    return re.compile(
        "".join(f"(?P<{part}>.+)" if n % 2 else re.escape(part) for n, part in enumerate(parts)), re.DOTALL
    )


def _word(word: str, language: str) -> str:
    words = _known()["words"]
    found: str = words.get(word, words.get(word.lower(), {})).get(language, word)
    return found


@cache
def _known() -> dict[str, Any]:
    return tomllib.loads(Path(__file__).with_name("refusals.toml").read_text("utf-8"))


def _number(text: str) -> bool:
    return bool(re.fullmatch(r"\d(\.\d+)?", text.strip()))

"""Translations, as they are written."""

import re


def texts_in(words, path=()):
    """Return where there is text, and with which blanks to fill in."""
    if isinstance(words, str):
        return {(path, frozenset(re.findall(r"{(\w+)}", words)))}
    below = words.items() if isinstance(words, dict) else enumerate(words)
    return set().union(*(texts_in(each, (*path, key)) for key, each in below))

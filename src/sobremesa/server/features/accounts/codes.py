"""Codes that can be used once: too long to be guessed, and made to be read from paper."""

import hashlib
import secrets

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Without those that look like others."""
GROUPS, IN_A_GROUP = 4, 4
ON_A_SHEET = 10


def new() -> str:
    """79 bits by chance."""
    groups = ("".join(secrets.choice(LETTERS) for _ in range(IN_A_GROUP)) for _ in range(GROUPS))
    return "-".join(groups)


def sheet() -> list[str]:
    return [new() for _ in range(ON_A_SHEET)]


def hashed(code: str) -> str:
    """However it was typed: with spaces or without, in small letters or large ones."""
    return hashlib.sha256("".join(each for each in code.casefold() if each.isalnum()).encode()).hexdigest()

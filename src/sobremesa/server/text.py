"""What people write, as one line of characters that can be seen."""

import unicodedata

JOINERS = "\u200c\u200d"  # some scripts and signs are not written without them


def plain(text: str) -> str:
    """Without anything that would break a line, hide in it or turn it round."""
    text = " ".join(text.split())
    seen = "".join(each for each in text if each in JOINERS or unicodedata.category(each)[0] != "C")
    return seen.strip(" " + JOINERS)

"""What a good player would point out, as data: every game's `coach` finds it, and says it in words.

    look(seen, seat, actions)                 where to look before choosing, without saying what
    reasons(seen, seat, actions, instead)     what choices are good for, beside others that one might make instead
    dangers(seen, seat, actions, reply)       what may come of choices, with what an opponent would probably answer
    say(s, remark, language)                  a sentence
    even(s)                                   what a seat expects that is neither ahead nor behind, where that is not 0

`seen` is a position, an array of one, as far as the seat may know it, so that nothing hidden can be told. `actions` are
choices of the seat, one after the other; those after its turn are left aside. The most important comes first, and all
of it is true by the rules, whoever plays well or badly: `tests/games/*/test_counsel.py` tries it out.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Remark:
    """One thing that is so. Every game has its own kinds."""

    kind: str
    facts: Mapping[str, Any] = field(default_factory=dict)


def phrase(entry: str | Mapping[str, str], facts: Mapping[str, Any]) -> str:
    """A sentence with its blanks filled in. Where it has a form of its own for one, `number` says how many."""
    form = entry if isinstance(entry, str) else entry["one" if facts["number"] == 1 else "many"]
    return form.format(**facts)

"""How learning goes about it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Settings:
    """What is the same all through, and stands in the checkpoint."""

    game: str
    options: dict[str, str]
    """As they are typed."""
    matches: int = 256
    """That are played at once."""
    simulations: int = 32
    """Ways down the tree for each step."""
    considered: int = 16
    """Actions that are tried at a root, at most."""
    channels: int = 64
    blocks: int = 6
    rows: int = 256
    """Steps of all matches that are kept to learn from."""
    batch: int = 1024
    """Lessons that are learnt from at once."""
    reuse: float = 4.0
    """How often each lesson is learnt from, on average."""
    rate: float = 2e-3
    """How far each step of learning goes, at most."""
    decay: float = 1e-4
    opening: int = 6
    """Steps at random that a match begins with, at most."""
    stagger: int = 60
    """The same for the first matches, so that they do not all end at once."""
    scale: float = 0.2
    """By how much values count against hopes in a search."""
    blend: float = 0.3
    """What share of a lesson about a value is what the search thought, the rest being how the match came out."""
    seed: int = 0


SEATS = 2
"""How many play: what is good for one is bad for the other."""
VISITS = 50.0
"""Added to the visits of a place before values are weighed: as in the paper."""

"""What is true of every position of Outspeed."""

from collections.abc import Iterator
from typing import Any

from sobremesa.games.outspeed.rules.track import left, racing
from sobremesa.games.outspeed.tables import (
    COPIES,
    DEALING,
    FACE_NAMES,
    FEW,
    KINDS,
    MANY,
    MARKERS,
    OVER,
    RACE,
    SECTION,
    TOKEN,
    TOKEN_NAMES,
    TRACK_TILES,
)


def faults(s: Any) -> Iterator[str]:
    """Every way in which a position cannot be."""
    yield from _track(s)
    yield from _tokens(s)
    tiles = [int(tile) for tile in s.order[: int(s.dealt)]]
    if len(set(tiles)) != len(tiles) or not all(1 <= tile <= TRACK_TILES for tile in tiles[:TRACK_TILES]):
        yield f"the tiles are {tiles}"
    if s.phase != DEALING and not TRACK_TILES < tiles[RACE - 1] <= TRACK_TILES + 4:
        yield f"the last tile is {tiles[-1]}"
    if s.face == MANY and left(s) <= 4 and s.phase not in (DEALING, OVER) and not any(s.route):
        yield f"the tile shows its face {FACE_NAMES[MANY]}, but there are {left(s)} ships"
    if s.face == FEW and left(s) > 4:
        yield f"the tile shows its face {FACE_NAMES[FEW]}, but there are {left(s)} ships"


def _track(s: Any) -> Iterator[str]:
    if (s.rear - 1) % SECTION or s.front % SECTION or s.front - s.rear < 2 * SECTION - 1:
        yield f"the track goes from {s.rear} to {s.front}"
    for seat in range(int(s.players)):
        if racing(s, seat):
            if not s.rear <= s.zone[seat] <= s.front:
                yield f"seat {seat} is in zone {s.zone[seat]}, off the track"
            if s.fuel[seat] < (0 if s.phase == OVER or any(s.route) else 1):
                yield f"seat {seat} races with {s.fuel[seat]} fuel"
        elif s.zone[seat] or s.fuel[seat]:
            yield f"seat {seat} is out, but still on the track"
    for n in range(MARKERS):
        if s.marker[n] and not s.rear <= s.marker[n] <= s.front:
            yield f"a force field is in zone {s.marker[n]}, off the track"


def _tokens(s: Any) -> Iterator[str]:
    for seat in range(int(s.players)):
        held = [int(count) for count in s.hand[seat]]
        if sum(held) != s.tokens[seat]:
            yield f"seat {seat} holds {sum(held)} tokens, not {s.tokens[seat]}"
        if s.laid[seat] >= TOKEN and (s.laid[seat] >= TOKEN + KINDS or not held[s.laid[seat] - TOKEN]):
            yield f"seat {seat} has laid a token that it does not hold"
    if sum(s.unseen) != s.pile:
        yield f"the pile has {sum(s.unseen)} unseen tokens, not {s.pile}"
    for kind in range(KINDS):
        lying = int(s.unseen[kind]) + int(s.discards[kind]) + int(s.hand[:, kind].sum())
        lying += sum(int(token == 1 + kind) for token in (*s.under[: int(s.under_count)], *s.drawn))
        if lying != COPIES[kind]:
            yield f"there are {lying} tokens {TOKEN_NAMES[kind]}"

"""What a solo or co-operative match of End of Line comes to."""

from sobremesa.games.end_of_line.tables import ALL_CARDS, CLASSIC, EN, ENERGY, INITIATIVE, KINDS, Y2021
from sobremesa.kernel import rule


@rule
def full(s):
    """Whether the area is full, and in exact turns with the last card of one."""
    return s.empty == 0 and not (s.exact and s.to_lay > 0)


@rule
def points(s):
    """Rule 12: what a solo or co-operative match comes to, if the area is full or `en` is played."""
    left, spent = 0, 0
    for seat in range(s.players):
        spent += (0 if s.mode == CLASSIC else ENERGY) - int(s.energy[seat])
        for kind in range(KINDS):
            left += int(INITIATIVE[kind]) * int(s.hand[seat, kind] + s.deck[seat, kind])
    for i in range(s.piled):
        left += int(INITIATIVE[s.pile[i]])
    if s.turned > 0:
        left += int(INITIATIVE[s.turned - 1])
    if s.scoring == Y2021:
        return left + (0 if s.mode == CLASSIC else ENERGY * int(s.players)) - spent
    return left + spent + (int(s.empty) if s.scoring == EN else 0)


@rule
def success(s):
    """What that is worth, from -1 to 1."""
    squares = int(s.width) * int(s.width)
    most = (ALL_CARDS + ENERGY) * int(s.players) + squares
    if s.scoring == EN:
        return 1 - 2.0 * points(s) / most
    if not full(s):
        return -1.0 * max(int(s.empty), 1) / squares
    return min(1.0, points(s) / 25.0) if s.scoring == Y2021 else max(0.0, 1 - points(s) / 25.0)

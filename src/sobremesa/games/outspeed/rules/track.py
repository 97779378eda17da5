"""The track of Outspeed: ships, sections and force fields."""

from sobremesa.games.outspeed.tables import MARKERS, SECTION
from sobremesa.kernel import rule


@rule
def racing(s, seat):
    return s.ships >> seat & 1


@rule
def left(s):
    """How many are still racing."""
    count = 0
    for seat in range(s.players):
        count += racing(s, seat)
    return count


@rule
def next_behind(s, zone):
    """The first occupied zone behind this one; 0 if there is none."""
    found = 0
    for seat in range(s.players):
        if racing(s, seat) and found < s.zone[seat] < zone:
            found = s.zone[seat]
    return found


@rule
def next_ahead(s, zone):
    """The first occupied zone ahead of this one; 0 if there is none."""
    found = 0
    for seat in range(s.players):
        if racing(s, seat) and s.zone[seat] > zone and (found == 0 or s.zone[seat] < found):
            found = s.zone[seat]
    return found


@rule
def foremost(s):
    return next_behind(s, s.front + 1)


@rule
def rearmost(s):
    return next_ahead(s, 0)


@rule
def move(s, seat, zones):
    """Zone by zone, ahead or back, up to the first force field."""
    for _ in range(abs(zones)):
        zone = s.zone[seat] + (1 if zones > 0 else -1)
        if zone < s.rear:  # rule 9
            put_out(s, seat)
            return
        if zone > s.front:
            s.front += SECTION
        s.zone[seat] = zone
        if enter_field(s, zone):
            return


@rule
def enter_field(s, zone):
    """Whether a force field stops whoever enters this zone."""
    stopped = False
    for n in range(MARKERS):
        if s.marker[n] == zone:
            s.entered[n] = 1
            stopped = True
    return stopped


@rule
def put_marker(s, zone):
    """Rule 2; without a marker left, nothing."""
    for n in range(MARKERS):
        if s.marker[n] == 0:
            s.marker[n] = zone
            return


@rule
def put_out(s, seat):
    s.ships &= ~(1 << int(seat)) & 255
    s.zone[seat] = 0
    s.fuel[seat] = 0


@rule
def drop_tail(s):
    """Rule 9."""
    while s.front - s.rear >= 2 * SECTION:
        s.rear += SECTION
    for seat in range(s.players):
        if racing(s, seat) and s.zone[seat] < s.rear:
            put_out(s, seat)
    for n in range(MARKERS):
        if s.marker[n] < s.rear:
            s.marker[n] = 0
            s.entered[n] = 0


@rule
def clear_markers(s):
    """Rule 11."""
    for n in range(MARKERS):
        if s.entered[n]:
            for other in range(MARKERS):
                if other != n and s.marker[other] == s.marker[n]:
                    s.marker[other] = 0
                    s.entered[other] = 0
            s.marker[n] = 0
            s.entered[n] = 0

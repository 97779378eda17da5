"""The routes of a tile of Outspeed: what they cost, who may take them, and what they bring."""

from sobremesa.games.outspeed.rules.track import move, put_out, racing
from sobremesa.games.outspeed.tables import (
    BLUE,
    BONUS,
    COST,
    DICE,
    DICE_RIDERS,
    DICE_SHAPE,
    FINISH,
    FIXED,
    PRINTED,
    RIDERS,
    ROOM,
    SOLO,
    WHEEL,
    WHEEL_NUMBERS,
    YELLOW,
    ZONES,
)
from sobremesa.kernel import rule


@rule
def printed(s, route, column):
    """What stands on the tile that is up. Routes count from 1, as on the wheel."""
    return int(s.routes[s.order[s.turn] - 1, s.face, route - 1, column])


@rule
def finishing(s):
    return s.order[s.turn] >= FINISH


@rule
def riders(s, route):
    """How many programmed a route this turn."""
    count = 0
    for seat in range(s.players):
        count += s.route[seat] == route and route > 0
    return count


@rule
def least_cost(s, route):
    """Rule 4: the least one can pay for a route that one takes."""
    if printed(s, route, SOLO):
        return 0
    best = int(s.dice[YELLOW, 0])
    for face in range(1, DICE_SHAPE[1]):
        best = min(best, int(s.dice[YELLOW, face]))
    dice = printed(s, route, COST + DICE) + (printed(s, route, COST + DICE_RIDERS) == route)
    return printed(s, route, COST + FIXED) + (printed(s, route, COST + RIDERS) == route) + dice * best


@rule
def choices(s, seat, route):
    """In how many ways a seat may programme a route: one, or one for each number that it can pay on the wheel."""
    spare = s.fuel[seat] - least_cost(s, route)
    if not printed(s, route, PRINTED) or spare < 0:
        return 0
    return min(WHEEL_NUMBERS, spare + 1) if printed(s, route, COST + WHEEL) else 1


@rule
def fits(s, seat):
    """Rule 5."""
    room = printed(s, s.route[seat], ROOM)
    return room == 0 or riders(s, s.route[seat]) <= room


@rule
def pays(s, seat):
    """Whether a seat pays for its route; on a solo route only where it is not alone on it."""
    if not racing(s, seat) or not fits(s, seat):
        return False
    return not printed(s, s.route[seat], SOLO) or riders(s, s.route[seat]) > 1


@rule
def gains(s, seat):
    """Whether a seat gets what its route brings; on a solo route only where it is alone on it."""
    if not racing(s, seat) or not fits(s, seat):
        return False
    return not printed(s, s.route[seat], SOLO) or riders(s, s.route[seat]) == 1


@rule
def die_of(rolling):
    """Zones go by the blue die, fuel by the yellow one."""
    return BLUE if COST + 5 * rolling == ZONES else YELLOW


@rule
def dice_for(s, seat, rolling):
    """How many dice a seat rolls for one of its numbers: 0 the cost, 1 zones, 2 fuel."""
    if not (pays(s, seat) if rolling == 0 else gains(s, seat)):
        return 0
    column = COST + 5 * rolling
    return printed(s, s.route[seat], column + DICE) + riders(s, printed(s, s.route[seat], column + DICE_RIDERS))


@rule
def amount(s, seat, rolling):
    """Rule 6: one of the numbers of a seat's route."""
    route, column = s.route[seat], COST + 5 * rolling
    fixed = printed(s, route, column + FIXED) + s.number[seat] * printed(s, route, column + WHEEL)
    return fixed + riders(s, printed(s, route, column + RIDERS)) + s.rolled[rolling, seat]


@rule
def pay(s):
    """Rules 6 and 7: all costs at once."""
    for seat in range(s.players):
        if pays(s, seat):
            s.fuel[seat] -= amount(s, seat, 0)
    for seat in range(s.players):
        if racing(s, seat) and s.fuel[seat] < (0 if finishing(s) else 1):
            put_out(s, seat)


@rule
def gain(s):
    """Rule 6: all gains at once."""
    for seat in range(s.players):
        if gains(s, seat):
            move(s, seat, amount(s, seat, 1))
            s.fuel[seat] += amount(s, seat, 2)
            s.owed[seat] += printed(s, s.route[seat], BONUS)

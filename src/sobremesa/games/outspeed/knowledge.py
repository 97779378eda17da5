"""What the search knows of Outspeed: who has sealed a choice may still be thought of as choosing, how the ships stand
when a turn begins, and that a race is about winning."""

from sobremesa.games.outspeed.ai.fine_evaluation import expect
from sobremesa.games.outspeed.tables import LAYING, PROGRAMMING
from sobremesa.kernel import rule


@rule
def reopen(s, seat):
    """Take back the routes, or the tokens of the zone that is asked, which others have chosen unseen."""
    for other in range(s.players):
        if other != seat and s.phase == PROGRAMMING:
            s.route[other] = s.number[other] = 0
        elif other != seat and s.phase == LAYING and s.zone[other] == s.asked:
            s.laid[other] = 0


@rule
def judge(s, out):
    """The chances to win, when a turn begins or its routes are chosen: then `fine_evaluation` can tell."""
    if s.phase != LAYING and s.phase != PROGRAMMING:
        return False
    aim(s, out)
    return True


@rule
def aim(s, out):
    """The share of the win, not the place: the second is beaten as the last is."""
    expect(s, out)
    for seat in range(s.players):
        out[seat] = 2 * out[seat] - 1

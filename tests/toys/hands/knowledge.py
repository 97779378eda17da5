"""Who has chosen may still be thought of as choosing."""

from sobremesa.kernel import rule
from tests.toys.hands.rules import UNDECIDED, to_act


@rule
def reopen(s, seat):
    if to_act(s):
        s.shown[1 - seat] = UNDECIDED

"""What is agreed before a match of End of Line and never changes in it: code made for one match may know it."""

CONSTANT_FIELDS = "mode", "players", "width", "extra_gas", "boxed_in", "cross_cost", "scoring", "open_deck", "exact"


def pace(s):
    """How far a match is: by round, turn and phase."""
    return (s.rounds * 16 + s.turn) * 16 + s.phase

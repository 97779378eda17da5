"""What is agreed before a race and never changes in it: code that is made for one race may know it."""

from sobremesa.games.outspeed.tables import DRAWING, KEEPING

CONSTANT_FIELDS = "tile_set", "routes", "dice", "players", "first_game"


def pace(s):
    """How far a race is: by tile and phase. Keeping a token is a part of drawing it."""
    return s.turn * 16 + (DRAWING if s.phase == KEEPING else s.phase)

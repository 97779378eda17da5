"""What people at a table can end before the rules do."""

from sobremesa.play.ending import Ending, scores
from sobremesa.play.match import Match as Played

__all__ = ["DRAWS", "Ending", "Played", "scores"]

DRAWS = {("splut", 2)}
"""The games, with so many seats, in which a draw can be agreed."""

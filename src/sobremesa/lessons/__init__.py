"""Learning a game by doing: short lessons on real positions, played by the real rules."""

from sobremesa.lessons.check import faults
from sobremesa.lessons.following import Reached, begun, follow
from sobremesa.lessons.lesson import BadLesson, Lesson, Step, Wrong, find, lessons, read

__all__ = ["BadLesson", "Lesson", "Reached", "Step", "Wrong", "begun", "faults", "find", "follow", "lessons", "read"]

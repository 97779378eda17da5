"""Learning a game by doing: short lessons on real positions, played by the real rules."""

from sobremesa.lessons.check import faults
from sobremesa.lessons.lesson import BadLesson, Lesson, Step, Wrong, find, lessons, read
from sobremesa.lessons.progress import Reached, begun, follow

__all__ = ["BadLesson", "Lesson", "Reached", "Step", "Wrong", "begun", "faults", "find", "follow", "lessons", "read"]

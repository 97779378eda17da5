"""A turn that is not confirmed yet, as its owner sees it.

What is shown is made from what the seat may know and nothing else: the choices are tried in worlds where everything
hidden from it is dealt anew. Where the worlds would show it different things, the choice would reveal something; it is
then not shown what follows. Chance does not act in them. Either way nothing more can be drafted.
"""

from collections.abc import Sequence

from sobremesa.kernel import CHANCE
from sobremesa.mistakes import IllegalMove
from sobremesa.play.fork import imagined
from sobremesa.play.match import Match

WORLDS = 4


class Draft:
    """Choices of one seat, tried one after the other."""

    def __init__(self, match: Match, seat: int, texts: Sequence[str] = ()) -> None:
        self.seat = seat
        self.base = len(match.moves)
        """How many choices had been made before."""
        self.texts: list[str] = []
        self.ready = False
        self._worlds = [imagined(match, seat, number) for number in range(WORLDS)]
        self.shown = self._worlds[0]
        """The match as its owner sees it."""
        for text in texts:
            self.add(text)

    def add(self, text: str) -> None:
        if self.ready:
            raise IllegalMove("Confirm what you have chosen first: after it comes what you cannot know yet.")
        tried = [world.copy() for world in self._worlds]
        for world in tried:
            world.push(text, self.seat)
        self.texts.append(tried[0].moves[-1].text)
        self._worlds = tried
        if len({world.seen_by(self.seat).tobytes() for world in tried}) > 1:
            self.ready = True
            return
        self.shown = tried[0]
        self.ready = self.seat not in self.shown.to_act or CHANCE in self.shown.to_act

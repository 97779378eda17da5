"""A turn that is not confirmed yet, as its owner sees it.

What is shown is made from what the seat may know and nothing else: the choices are tried in worlds where everything
hidden from it is dealt anew. Where the worlds would show it different things, the choice would reveal something; it is
then not shown what follows. Chance does not act in them. Either way nothing more can be drafted; nor where others are
to choose next as well, who would wait for it.
"""

from collections.abc import Iterator, Sequence

from sobremesa.mistakes import IllegalMove
from sobremesa.play.fork import imagined
from sobremesa.play.match import Match
from sobremesa.play.move import Move

WORLDS = 4


class Draft:
    """Choices of one seat, tried one after the other."""

    def __init__(self, match: Match, seat: int, texts: Sequence[str] = ()) -> None:
        self.seat = seat
        self.base = len(match.moves)
        """How many choices had been made before."""
        self.texts: list[str] = []
        self.ready = False
        worlds = WORLDS if match.game.secrets(match.options) else 1
        self._worlds = [imagined(match, seat, number) for number in range(worlds)]
        self.shown = self._worlds[0]
        """The match as its owner sees it."""
        for text in texts:
            self.add(text)

    def add(self, text: str) -> None:
        if self.ready:
            raise IllegalMove("Confirm what you have chosen first: after it comes what you cannot know yet.")
        self._worlds = self._after(text)
        self.texts.append(self._worlds[0].moves[-1].text)
        if self._differ(self._worlds):
            self.ready = True
            return
        self.shown = self._worlds[0]
        self.ready = self.seat not in self.shown.to_act or len(self.shown.to_act) > 1

    def outcomes(self) -> Iterator[tuple[Move, Match | None]]:
        """Every choice that could be drafted next, and the match after it; None where the choice would reveal
        something."""
        for move in [] if self.ready else self.shown.legal_moves_of(self.seat):
            worlds = self._after(move)
            yield move, None if self._differ(worlds) else worlds[0]

    def _after(self, move: str | Move) -> list[Match]:
        worlds = [world.copy() for world in self._worlds]
        for world in worlds:
            world.push(move, self.seat)
        return worlds

    def _differ(self, worlds: list[Match]) -> bool:
        """Whether the seat would see which world it is in."""
        return len({world.seen_by(self.seat).tobytes() for world in worlds}) > 1

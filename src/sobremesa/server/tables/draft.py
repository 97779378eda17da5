"""A turn that is not confirmed yet, as its owner sees it.

What is shown is made from what the seat may know and nothing else: the choices are tried in worlds where everything
hidden from it is dealt anew. Where the worlds would show it different things, the choice would reveal something; it is
then not shown what follows. Few worlds may agree by chance, so more are asked where others have a part in what happens.
Chance does not act in them. Either way nothing more can be drafted; nor where others are to choose next as well, who
would wait for it.
"""

from collections.abc import Iterator, Sequence

from sobremesa.mistakes import IllegalMove
from sobremesa.play.fork import imagined
from sobremesa.play.match import Match
from sobremesa.play.move import Move

WORLDS, MANY = 4, 24


class Draft:
    """Choices of one seat, tried one after the other."""

    def __init__(self, match: Match, seat: int, texts: Sequence[str] = ()) -> None:
        self.seat, self._match = seat, match
        self.base = len(match.moves)
        """How many choices had been made before."""
        self.texts: list[str] = []
        self.ready = False
        worlds = WORLDS if match.game.secrets(match.options) else 1
        self._worlds = [imagined(match, seat, number) for number in range(worlds)]
        self._more: list[Match] = []
        """Other worlds in which the same has been chosen, where they were asked for."""
        self.shown = self._worlds[0]
        """The match as its owner sees it."""
        for text in texts:
            self.add(text)

    def add(self, text: str) -> None:
        if self.ready:
            raise IllegalMove("Confirm what you have chosen first: after it comes what you cannot know yet.")
        worlds = self._after(self._worlds, text)
        reveals = self._reveals(worlds)
        self._worlds, self._more = worlds, []
        self.texts.append(worlds[0].moves[-1].text)
        if reveals:
            self.ready = True
            return
        self.shown = self._worlds[0]
        self.ready = self.seat not in self.shown.to_act or len(self.shown.to_act) > 1

    def outcomes(self) -> Iterator[tuple[Move, Match | None]]:
        """Every choice that could be drafted next, and the match after it; None where the choice would reveal
        something."""
        for move in [] if self.ready else self.shown.legal_moves_of(self.seat):
            worlds = self._after(self._worlds, move)
            yield move, None if self._reveals(worlds) else worlds[0]

    def _after(self, worlds: Sequence[Match], move: str | Move) -> list[Match]:
        worlds = [world.copy() for world in worlds]
        for world in worlds:
            world.push(move, self.seat)
        return worlds

    def _reveals(self, worlds: list[Match]) -> bool:
        """Whether the seat would see which world it is in after the choice that was made in them last."""
        first = worlds[0]
        if self._differ(worlds):
            return True
        if len(worlds) == 1 or all(
            event.seat == self.seat for event in first.events_of(len(first.moves) - 1, self.seat)
        ):
            return False
        if not self._more:
            self._more = [imagined(self._match, self.seat, number) for number in range(WORLDS, MANY)]
            for text in self.texts:
                self._more = self._after(self._more, text)
        return self._differ([first, *self._after(self._more, first.moves[-1].text)])

    def _differ(self, worlds: list[Match]) -> bool:
        return len({world.seen_by(self.seat).tobytes() for world in worlds}) > 1

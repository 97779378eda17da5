"""How a table is kept beside the rules of its game: agreed before anybody else sits down, then for good."""

import msgspec

from sobremesa import bots
from sobremesa.games.game import Game
from sobremesa.mistakes import BadOption
from sobremesa.server.tables.clock import Setting

LOSES, BOT = "loses", "bot:"


class Manner(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What nothing says is as usual for so many seats."""

    resign: str = ""
    """What becomes of a seat that is given up: `bot:NAME` plays on, or it `loses`."""
    clock: Setting | None = None
    coach: bool = True
    """Whether those who play may ask what their choices are worth, where that is known."""
    rated: bool = False
    """Whether the match counts on a ladder."""
    strict: bool = False
    """Whether it is played in earnest, as at an evening and wherever it is rated: nobody is told what a choice is
    worth, takes anything back, tries it elsewhere before it is over, or leaves a seat to a bot for a while."""

    def agreed(self, game: Game, seats: int) -> "Manner":
        """The manner with all that is left open filled in, if it can be had."""
        usual = LOSES if seats <= 2 else f"{BOT}random"
        resign, clock = self.resign or usual, self.clock
        check(resign, game, seats)
        if clock:
            clock.check()
            clock = msgspec.structs.replace(clock, out=clock.out or usual)
            check(clock.out, game, seats)
        strict = self.strict or self.rated
        return Manner(resign, clock, self.coach and not strict, self.rated, strict)


def check(lot: str, game: Game, seats: int) -> None:
    """That this can become of a seat."""
    if lot.startswith(BOT):
        bots.check(lot.removeprefix(BOT), game)
    elif lot != LOSES:
        raise BadOption(f"A seat that is given up {LOSES}, or a bot plays on for it as in {BOT}random; not {lot!r}.")
    elif seats > 2:
        raise BadOption(f"Where more than two play, a bot plays on for a seat that is given up: {BOT}random.")

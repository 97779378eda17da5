"""What a person can get wrong. Each mistake is told in a sentence that says what would be right."""


class Mistake(ValueError):
    """Something was asked for that cannot be had."""


class UnknownGame(Mistake):
    """No game has that name."""


class UnknownBot(Mistake):
    """No bot of that game has that name."""


class BadBot(Mistake):
    """A bot of somebody's own cannot be asked, or gave an answer that is none."""


class BadSeats(Mistake):
    """The game is not for that many, or the players do not fit the seats."""


class BadOption(Mistake):
    """The game has no such option, or the option no such value."""


class BadMove(Mistake):
    """This is not a move of the game at all."""


class IllegalMove(Mistake):
    """This is a move, but may not be played now. `rule` is the number of the rule that forbids it, if one does."""

    def __init__(self, sentence: str, rule: int | None = None) -> None:
        super().__init__(f"{sentence} (rule {rule})" if rule else sentence)
        self.rule = rule


class NothingToUndo(Mistake):
    """No choice has been made yet."""


class BadRecord(Mistake):
    """This is not a record, or not a whole one."""


class BadDiagram(Mistake):
    """This drawing is not a position of the game."""


class BadTiles(Mistake):
    """This is not a set of tiles to play with."""


class BadWeights(Mistake):
    """This is not a net that learnt a game."""


class NotInstalled(Mistake, ImportError):
    """This needs a package that comes with an extra."""


def missing(package: str, extra: str) -> NotInstalled:
    """Return what to raise where a package of an extra is not installed."""
    return NotInstalled(f"This needs {package}, which is not installed: pip install 'sobremesa[{extra}]'.")

"""The rules that a table was laid for, and what is left of one whose rules this house has no longer.

When the rules of a game change their version grows. A match of an older version goes on by its own rules where the
house still has them (`OLDER`). Where it has not, the match has ended: nothing of its log is lost, it can be read as it
was typed, and a house of the older version can execute it.
"""

from collections.abc import Sequence

import msgspec

from sobremesa import games
from sobremesa.games.game import Game
from sobremesa.mistakes import Mistake
from sobremesa.play import fair
from sobremesa.play.record import FIRST_LINE, FORMAT
from sobremesa.server.damaged import Damage
from sobremesa.server.tables.log import Entry, Facts

OLDER: dict[tuple[str, int], Game] = {}
"""Games with the rules of earlier versions, by name and version, whose matches go on here."""


class OtherRules(Mistake):
    """A table was laid for rules that this house has no longer."""


class Typed(msgspec.Struct, frozen=True):
    """A choice of a seat, as it was typed."""

    seat: str
    move: str


class Written(msgspec.Struct, frozen=True):
    """What the log of a table says without the rules of its game."""

    table: str
    game: str
    title: str
    rules: int
    """By which it was played."""
    here: int
    """Those that this house has."""
    state: str
    """laid, playing or over: how far it had come when the rules changed."""
    seats: list[str]
    players: list[str]
    """By seat; nothing where nobody sat."""
    moves: list[Typed]
    """Without those of chance, and those that were taken back."""


def game_of(facts: Facts) -> Game:
    """The game with the rules that a table was laid for."""
    return game_by(facts.game, facts.rules)


def game_by(name: str, rules: int) -> Game:
    """The game with its rules of that version."""
    game = games.find(name)
    if rules == game.rules.VERSION:
        return game
    if older := OLDER.get((game.name, rules)):
        return older
    raise OtherRules(
        f"The rules of {game.title} have changed since this table was laid: it can be read, and played at no more."
    )


def played(damage: Damage) -> list[tuple[str, int]]:
    """The games that can be played here, each with the version of its rules."""
    return [*damage.of_games(lambda game: (game.name, int(game.rules.VERSION))), *OLDER]


def read(facts: Facts, entries: Sequence[Entry], over: bool) -> Written:
    """A table whose match cannot be executed here, from its log."""
    game, names = games.find(facts.game), {}
    bots: set[int] = set()
    moves: list[tuple[int, str]] = []
    seats, begun = facts.seats, False
    for entry in entries:
        match entry.kind:
            case "sit":
                names[entry.seat] = entry.text.partition(" ")[2]
            case "stand":
                names.pop(entry.seat, None)
                bots.discard(entry.seat)
            case "bot":
                names.setdefault(entry.seat, entry.text)
                bots.add(entry.seat)
            case "back":
                bots.discard(entry.seat)
            case "agree":
                seats = msgspec.json.decode(entry.text)["seats"]
            case "begin":
                begun = True
            case "move":
                moves.append((entry.seat, entry.text))
            case "undo":
                while moves and moves.pop()[0] in bots:
                    pass
    called = list(game.notation.seat_names(seats))
    return Written(
        facts.id,
        facts.game,
        game.title,
        facts.rules,
        game.rules.VERSION,
        "over" if over else "playing" if begun else "laid",
        called,
        [names.get(seat, "") for seat in range(seats)],
        [Typed(called[seat], text) for seat, text in moves],
    )


def record(facts: Facts, written: Written) -> str:
    """The same as a text like the record of a match, for a house of those rules. What chance brought is not in it, nor
    its secret: both follow from the log where it can be executed."""
    lines = [
        f"{FIRST_LINE} {FORMAT}",
        f"game {facts.game}",
        f"rules {facts.rules}",
        f"seats {len(written.seats)}",
        *(f"option {name} {value}" for name, value in facts.options.items()),
        *(f"player {seat} {name}" for seat, name in zip(written.seats, written.players, strict=True) if name),
        f"commitment {fair.commit(facts.secret)}",
        "",
        *(f"{each.seat} {each.move}" for each in written.moves),
        f"end {len(written.moves)}",
        "",
    ]
    return "\n".join(lines)

"""A match as a small text that a person can read, and that replays without a seed.

    sobremesa record 1
    game splut
    rules 1
    seats 2
    option turn_limit 200
    option levitate_adjacent on
    player red Ada
    player green tactician

    red De2-e3
    green De8-e7 De7-e6
    end 3

After the empty line every line names a seat, or chance, and what it chose. The last line counts the choices: a record
without it, or with another number, has been cut off. Before it stands how people ended the match, if they did: `ending
resigned red`, `ending out-of-time red` or `ending drawn`. See docs/record.md.
"""

import contextlib
import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from sobremesa import games
from sobremesa.games.game import Game
from sobremesa.kernel import CHANCE
from sobremesa.mistakes import BadRecord, Mistake
from sobremesa.play.ending import OF_A_SEAT, WAYS, Ending
from sobremesa.play.fair import WORDS, Promise
from sobremesa.play.match import Match
from sobremesa.play.position_text import position_from, position_text

FORMAT = 1
FIRST_LINE = "sobremesa record"
FACTS = "game", "rules", "seats", "start", "commitment", "secret"
LINES = "game", "rules", "seats", "option", "start", "player", "commitment", "words", "secret"


def write(match: Match) -> str:
    """A match as the text of its record."""
    lines = [
        f"{FIRST_LINE} {FORMAT}",
        f"game {match.game.name}",
        f"rules {match.game.rules.VERSION}",
        f"seats {match.seats}",
    ]
    lines += [f"option {option.name} {option.write(match.options[option.name])}" for option in match.game.options]
    if match.start is not None:
        lines.append(f"start {position_text(match.start)}")
    lines += [f"player {seat} {name}" for seat, name in zip(match.seat_names, match.players, strict=True) if name]
    if match.promise:
        lines.append(f"commitment {match.promise.commitment}")
        lines += [f"words {seat} {own}" for seat, own in zip(match.seat_names, match.promise.words, strict=True)]
        if match.promise.secret and match.is_over:
            lines.append(f"secret {match.promise.secret}")
    lines.append("")
    previous = None
    for move in match.moves:
        if move.seat == previous:
            lines[-1] += f" {move.text}"
        else:
            lines.append(f"{match.seat_name(move.seat)} {move.text}")
        previous = move.seat
    if match.ending:
        who = [match.seat_name(match.ending.seat)] if match.ending.how in OF_A_SEAT else []
        lines.append(" ".join(["ending", match.ending.how.replace(" ", "-"), *who]))
    return "\n".join([*lines, f"end {len(match.moves)}", ""])


def save(match: Match, path: Path) -> Path:
    """Write the record beside the file first and put it in its place whole, so that no half of one is ever there."""
    path = path.expanduser()
    path.parent.mkdir(parents=True, exist_ok=True)
    number, beside = tempfile.mkstemp(dir=path.parent, prefix=path.name, suffix=".part")
    try:
        with os.fdopen(number, "w", encoding="utf-8") as file:
            file.write(write(match))
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(beside)
        raise
    return path


def load(path: str | Path, partial: bool = False, *, trusted: bool = False) -> Match:
    """The match that a file records. With partial, as much of it as can be read. With trusted, if it was written here,
    also one that begins from a position of its own."""
    try:
        text = Path(path).expanduser().read_text(encoding="utf-8")
    except FileNotFoundError:
        raise BadRecord(f"There is no file {path}.") from None
    except IsADirectoryError:
        raise BadRecord(f"{path} is a folder, not a record.") from None
    except OSError as error:
        raise BadRecord(f"{path} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise BadRecord(f"{path} is not a record of Sobremesa: it is not text.") from None
    return loads(text, partial, trusted=trusted)


def loads(
    text: str, partial: bool = False, *, trusted: bool = False, find: Callable[[str], Game] = games.find
) -> Match:
    """The match that a text records; see `load`. Who has rules of older versions says how a game is found."""
    lines = text.splitlines()
    if not lines or not lines[0].startswith(FIRST_LINE):
        raise BadRecord(f"This is not a record of Sobremesa: its first line would be {FIRST_LINE!r} and a number.")
    number = lines[0].removeprefix(FIRST_LINE).strip()
    if number != str(FORMAT):
        raise BadRecord(f"This record has format {number or '?'}; format {FORMAT} can be read here.")
    head = lines.index("") if "" in lines else len(lines)
    if not partial and not any(line.split()[:1] == ["end"] for line in lines[head:]):
        raise BadRecord("The record was cut off: its last line, end and a number, is missing. It can be read in part.")
    match = _begin(lines[1:head], trusted, find)
    try:
        _go_on(match, list(enumerate(lines, 1))[head + 1 :])
    except BadRecord:
        if not partial:
            raise
    match.roll = True
    if match.promise and match.promise.seed:
        match.seed = match.promise.seed
    match.let_chance_act()
    return match


def _begin(lines: list[str], trusted: bool, find: Callable[[str], Game]) -> Match:
    """The match that the head of a record describes."""
    facts: dict[str, str] = {}
    options: dict[str, str] = {}
    players: dict[str, str] = {}
    words: dict[str, str] = {}
    for number, line in enumerate(lines, 2):
        word, _, rest = line.strip().partition(" ")
        name, _, value = rest.partition(" ")
        if word in FACTS and rest and word not in facts:
            facts[word] = rest
        elif word in ("option", "player", "words") and value:
            {"option": options, "player": players, "words": words}[word][name] = value
        else:
            raise BadRecord(f"Line {number} of the record, {line!r}, is not one of {', '.join(LINES)}.")
    for word in "game", "rules", "seats":
        if word not in facts:
            raise BadRecord(f"The record does not say its {word}: it was cut off, or is not whole.")
    try:
        match = _seated(find(facts["game"]), facts, options, players, trusted)
        match.promise = _promise(match, facts, words)
        return match
    except Mistake as mistake:
        raise BadRecord(f"The record cannot be played here: {mistake}") from None


def _promise(match: Match, facts: dict[str, str], words: dict[str, str]) -> Promise | None:
    """What the head of a record says about its chance."""
    if "commitment" not in facts:
        if words or "secret" in facts:
            raise BadRecord("it has words or a secret, but no commitment.")
        return None
    for seat, own in words.items():
        if seat not in match.seat_names:
            raise BadRecord(f"there is no seat {seat}; there is {', '.join(match.seat_names)}.")
        if not WORDS.fullmatch(own):
            raise BadRecord(f"the words of {seat} are up to 64 visible characters without a space, not {own!r}.")
    missing = [seat for seat in match.seat_names if seat not in words]
    if missing:
        raise BadRecord(f"the words of {' and '.join(missing)} are missing.")
    return Promise(facts["commitment"], tuple(words[seat] for seat in match.seat_names), facts.get("secret"))


def _seated(
    game: Game, facts: dict[str, str], options: dict[str, Any], players: dict[str, str], trusted: bool
) -> Match:
    if facts["rules"] != str(game.rules.VERSION):
        raise BadRecord(
            f"it was played by rules {facts['rules']} of {game.title}; here are rules {game.rules.VERSION}."
        )
    if not facts["seats"].isdecimal() or len(facts["seats"]) > 4:
        raise BadRecord(f"its seats are a number, not {facts['seats']!r}.")
    seats = game.check_seats(int(facts["seats"]))
    start = None
    if "start" in facts:
        if not trusted:
            raise BadRecord("it begins from a position that only the house where it was played can vouch for.")
        start = position_from(game, seats, facts["start"])
    match = Match(game, seats, roll=False, start=start, **options)
    for seat, name in players.items():
        if seat not in match.seat_names:
            raise BadRecord(f"there is no seat {seat}; there is {', '.join(match.seat_names)}.")
        match.players[match.seat_names.index(seat)] = name
    return match


def _go_on(match: Match, lines: list[tuple[int, str]]) -> None:
    """Play what a record says was played."""
    seats = {name: seat for seat, name in enumerate(match.seat_names)} | {"chance": CHANCE}
    for number, line in lines:
        word, *rest = line.split() or [""]
        if word == "end":
            if rest != [str(len(match.moves))]:
                raise BadRecord(f"The record says {line!r}, but holds {len(match.moves)} choices: some are missing.")
            return
        if word == "ending":
            match.ending = _ending(match, number, rest)
            continue
        if word not in seats:
            raise BadRecord(f"Line {number} of the record begins with {word!r}, which is not a seat.")
        for text in rest:
            try:
                match.push(text, seats[word])
            except Mistake as mistake:
                raise BadRecord(f"Line {number} of the record: {text}: {mistake}") from None


def _ending(match: Match, number: int, words: list[str]) -> Ending:
    """How a record says that people ended the match."""
    if match.is_over:
        raise BadRecord(f"Line {number} of the record ends a match that is over already.")
    how, who = words[0].replace("-", " ") if words else "", words[1:]
    if how not in WAYS:
        ways = ", ".join(way.replace(" ", "-") for way in WAYS)
        raise BadRecord(f"Line {number} of the record: a match is ended by one of {ways}, not by {' '.join(words)!r}.")
    if how not in OF_A_SEAT:
        if who:
            raise BadRecord(f"Line {number} of the record: {how} is nobody's doing, so {' '.join(who)!r} is too much.")
        return Ending(how)
    if len(who) != 1 or who[0] not in match.seat_names:
        seats = ", ".join(match.seat_names)
        raise BadRecord(f"Line {number} of the record: who {how} is one of {seats}, not {' '.join(who)!r}.")
    return Ending(how, match.seat_names.index(who[0]))

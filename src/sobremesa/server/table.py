"""One table: who sits, what was chosen, and what each may see. No socket, no disk, no clock of its own.

A table is what its entries make of it. Whatever somebody wants to do is first proposed, which checks it and changes
nothing; then it is written down; then it happens (`take`). Replaying the log does the last part only.

| entry | seat | text |
|---|---|---|
| sit | where | the person's name, and words of their own for the match's chance |
| bot | where | the name of a bot, which plays from now on; also in place of somebody who left |
| stand | where | nothing: the seat is free again, before the match begins |
| begin | | nothing |
| move | whose | the move |
| back | where | nothing: whoever left plays again, instead of the bot |
| undo | whose | nothing: the last choice is taken back, as all have agreed |
"""

import secrets
import time
from typing import Any

import msgspec

from sobremesa import bots, games
from sobremesa.kernel import SPECTATOR
from sobremesa.mistakes import BadSeats, IllegalMove, Mistake
from sobremesa.play import fair
from sobremesa.play.match import Match
from sobremesa.server.entry import Entry, Facts

LONGEST_NAME = 40


class Place(msgspec.Struct):
    """A seat: free, or with a person, or with a bot; a bot may keep the seat of a person who left."""

    who: str = ""
    name: str = ""
    bot: str = ""
    words: str = ""

    @property
    def taken(self) -> bool:
        return bool(self.who or self.bot)


class Table:
    """A table and its match."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.game = games.find(facts.game)
        self.seats, self.options = self.game.agree(facts.seats, facts.options)
        self.places = [Place() for _ in range(self.seats)]
        self.match: Match | None = None
        self.count = 0
        """How many entries there have been."""
        self.agreed: set[str] = set()
        """Who has agreed to take back the last choice."""

    # What somebody wants: each checks, and gives the entry that would make it so.

    def sit(self, who: str, seat: int, name: str, words: str) -> Entry:
        self._before_the_match()
        place = self._place(seat)
        if place.taken:
            raise BadSeats(f"The seat {self.names[seat]} is taken by {place.name}.")
        name = " ".join(name.split())[:LONGEST_NAME]
        if not name:
            raise BadSeats("Whoever sits down needs a name.")
        if not fair.WORDS.fullmatch(words):
            raise BadSeats("Your own words for chance are up to 64 visible characters without a space.")
        return self._entry("sit", seat, who, f"{words} {name}")

    def stand(self, who: str, seat: int) -> Entry:
        self._before_the_match()
        self._own(who, seat)
        return self._entry("stand", seat, who)

    def seat_bot(self, who: str, seat: int, bot: str) -> Entry:
        """Before the match whoever laid the table seats bots; in the match a person leaves their own seat to one."""
        place = self._place(seat)
        bots.check(bot, self.game)
        if self.match is None and who != self.facts.owner:
            raise BadSeats("Only who laid the table seats bots at it.")
        if self.match is None and place.who:
            raise BadSeats(f"The seat {self.names[seat]} is taken by {place.name}.")
        if self.match is not None:
            self._own(who, seat)
        return self._entry("bot", seat, who, bot)

    def back(self, who: str, seat: int) -> Entry:
        self._own(who, seat)
        if not self.places[seat].bot:
            raise BadSeats(f"No bot keeps the seat {self.names[seat]}.")
        return self._entry("back", seat, who)

    def begin(self, who: str) -> Entry:
        self._before_the_match()
        if who != self.facts.owner and who not in {place.who for place in self.places}:
            raise BadSeats("Only who sits at the table begins the match.")
        free = [self.names[seat] for seat, place in enumerate(self.places) if not place.taken]
        if free:
            raise BadSeats(f"Nobody sits at {', '.join(free)}: seat a person or a bot there first.")
        return self._entry("begin", -1, who)

    def move(self, who: str, seat: int, choice: int, text: str) -> Entry | None:
        """A move as the seat's choice of that number, from 0. None if it is the one that the seat has made already: a
        message that comes twice does nothing."""
        match = self._playing()
        self._own(who, seat)
        made = [move.text for move in match.moves if move.seat == seat]
        if choice < len(made):
            if made[choice] == text:
                return None
            raise IllegalMove(f"That choice has been made: {made[choice]}.")
        if choice > len(made):
            raise IllegalMove("That choice is not to be made yet.")
        action, _ = match.check(text, seat)
        return self._entry("move", seat, who, match.move(seat, action).text)

    def bot_move(self, seat: int, action: int) -> Entry:
        return self._entry("move", seat, "", self._playing().move(seat, action).text)

    def undo(self, who: str) -> Entry | None:
        """Agree to take back the last choice. None until all persons have agreed."""
        match = self._playing()
        people = {place.who for place in self.places if place.who and not place.bot}
        if who not in people:
            raise BadSeats("Only who plays agrees to take back.")
        match.copy().undo()  # says so if there is nothing
        if not people <= self.agreed | {who}:
            self.agreed.add(who)
            return None
        return self._entry("undo", -1, who)

    # What happens.

    def take(self, entry: Entry) -> None:
        """An entry of the log happens."""
        if entry.n != self.count:
            raise Mistake(f"Entry {entry.n} of table {self.facts.id} came after {self.count} entries.")
        if entry.kind == "sit":
            words, _, name = entry.text.partition(" ")
            self.places[entry.seat] = Place(who=entry.who, name=name, words=words)
        elif entry.kind == "stand":
            self.places[entry.seat] = Place()
        elif entry.kind == "bot":
            place = self.places[entry.seat]
            self.places[entry.seat] = Place(place.who, place.name or entry.text, entry.text, place.words)
        elif entry.kind == "back":
            self.places[entry.seat].bot = ""
        elif entry.kind == "begin":
            self.match = Match(
                self.game,
                self.seats,
                players=[place.name for place in self.places],
                promise=fair.Promise.new(self.facts.secret, [place.words or "bot" for place in self.places]),
                **self.options,
            )
        elif entry.kind == "move":
            self._playing().push(entry.text, entry.seat)
        elif entry.kind == "undo":
            self._playing().undo()
        else:
            raise Mistake(f"Entry {entry.n} of table {self.facts.id} is of an unknown kind, {entry.kind!r}.")
        self.agreed = set()
        self.count += 1

    # What each may see.

    @property
    def names(self) -> tuple[str, ...]:
        names: tuple[str, ...] = self.game.notation.seat_names(self.seats)
        return names

    @property
    def state(self) -> str:
        return "laid" if self.match is None else "over" if self.match.is_over else "playing"

    def seats_of(self, who: str) -> list[int]:
        return [seat for seat, place in enumerate(self.places) if who and place.who == who]

    def bots_to_act(self) -> list[tuple[int, str]]:
        """The bots that must choose now."""
        if self.match is None:
            return []
        return [(seat, self.places[seat].bot) for seat in self.match.to_act if seat < 14 and self.places[seat].bot]

    def about(self) -> dict[str, Any]:
        """What everybody may know of the table itself. Who a person is stays with the house; their name does not."""
        return {
            "table": self.facts.id,
            "game": self.facts.game,
            "options": {option.name: option.write(self.options[option.name]) for option in self.game.options},
            "state": self.state,
            "commitment": fair.commit(self.facts.secret),
            "places": [
                {"seat": seat, "name": place.name, "bot": place.bot, "person": bool(place.who)}
                for seat, place in zip(self.names, self.places, strict=True)
            ],
            "entries": self.count,
        }

    def seen_by(self, who: str, language: str, since: int | None = None) -> dict[str, Any]:
        """What somebody at the table, or a spectator, sees of the match: each of their seats with its own eyes."""
        seen: dict[str, Any] = {"about": self.about() | {"you": self.seats_of(who)}, "seats": {}}
        match = self.match
        if match is None:
            return seen
        eyes = self.seats_of(who) or [SPECTATOR]
        for seat in eyes:
            events = match.events(since, seat) if since is not None and since < len(match.moves) else []
            mine = {
                "view": match.view(seat),
                "events": [event.data() | {"text": match.say(event, language)} for event in events],
                "choice": sum(move.seat == seat for move in match.moves),
                "moves": [move.text for move in match.legal_moves_of(seat)] if seat in match.to_act else [],
                "expected": match.expected(language, seat) if seat in match.to_act else "",
            }
            seen["seats"]["spectator" if seat == SPECTATOR else self.names[seat]] = mine
        if match.is_over:
            seen["result"] = match.result.scores if match.result else None
            seen["secret"] = self.facts.secret
        return seen

    # What is asked everywhere.

    def _entry(self, kind: str, seat: int, who: str, text: str = "") -> Entry:
        return Entry(self.count, kind, seat, who, text, time.time())

    def _place(self, seat: int) -> Place:
        if not 0 <= seat < self.seats:
            raise BadSeats(f"There is no seat {seat}: the seats are numbered 0 to {self.seats - 1}.")
        return self.places[seat]

    def _own(self, who: str, seat: int) -> None:
        if not who or self._place(seat).who != who:
            raise BadSeats(f"The seat {self.names[seat]} is not yours.")

    def _before_the_match(self) -> None:
        if self.match is not None:
            raise BadSeats("The match has begun.")

    def _playing(self) -> Match:
        if self.match is None:
            raise IllegalMove("The match has not begun.")
        return self.match


def new_facts(game: str, seats: int | None, options: dict[str, Any], public: bool, owner: str) -> Facts:
    """A table for a game with these options, with a secret of its own."""
    found = games.find(game)
    count, agreed = found.agree(seats, options)
    written = {option.name: option.write(agreed[option.name]) for option in found.options}
    name, secret = secrets.token_urlsafe(9), fair.new_secret()
    return Facts(name, found.name, found.rules.VERSION, count, written, public, owner, secret, time.time())

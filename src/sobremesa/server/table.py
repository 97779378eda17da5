"""One table: who sits, what was chosen, and what each may see. No socket, no disk, and no time but what it is given.

A table is what its entries make of it. Whatever somebody wants to do is first proposed, which checks it and changes
nothing; then it is written down; then it happens (`take`). Replaying the log does the last part only.

| entry | seat | text |
|---|---|---|
| sit | where | the person's name, and words of their own for the match's chance |
| bot | where | the name of a bot, which plays from now on; also in place of somebody who left |
| stand | where | nothing: the seat is free again, before the match begins |
| keep | where | the name of the person for whom the seat is kept, by the house: they sit down themselves |
| begin | | nothing |
| move | whose | the move |
| back | where | nothing: whoever left plays again, instead of the bot |
| undo | | nothing: the last choice of a person is taken back, as all have agreed, and what bots chose after it |
| manner | | how the table is kept, as JSON: see `Manner` |
| resign | whose | nothing: the seat is given up, and loses or is left to a bot as the table's manner has it |
| out | whose | nothing: the seat's time is used up, and it loses or is left to a bot as the manner has it |
| resume | | nothing: the clocks go on from here, after the house was closed |
| draw | | nothing: the match is drawn, as all have agreed |
"""

import secrets
import time
from collections.abc import Callable
from typing import Any

import msgspec

from sobremesa import bots, games
from sobremesa.mistakes import BadSeats, IllegalMove, Mistake
from sobremesa.play import fair
from sobremesa.server import sight
from sobremesa.server.clock import Clock
from sobremesa.server.ending import DRAWS, Ending, Played
from sobremesa.server.entry import Entry, Facts
from sobremesa.server.manner import BOT, LOSES, Manner
from sobremesa.server.plain import plain

LONGEST_NAME = 40


class Place(msgspec.Struct):
    """A seat: free, or with a person, or with a bot; a bot may keep the seat of a person who left."""

    who: str = ""
    name: str = ""
    bot: str = ""
    words: str = ""
    kept: str = ""
    """For whom a free seat is kept, and their name."""
    kept_name: str = ""
    gone: bool = False
    """Whether the person has given the seat up for good."""

    @property
    def taken(self) -> bool:
        return bool(self.who or self.bot)


class Table:
    """A table and its match."""

    def __init__(self, facts: Facts, now: Callable[[], float] = time.time) -> None:
        self.facts, self.now = facts, now
        self.game = games.find(facts.game)
        self.seats, self.options = self.game.agree(facts.seats, facts.options)
        self.places = [Place() for _ in range(self.seats)]
        self.manner = Manner().agreed(self.game, self.seats)
        self.match: Played | None = None
        self.clock: Clock | None = None
        self.last = 0.0
        """When the last entry was made: none is made before it, whatever the time of day says."""
        self.count = 0
        """How many entries there have been."""
        self.agreed: dict[str, set[str]] = {}
        """Who has agreed to what, an undo for example, since the last entry: not written down before all have."""

    # What somebody wants: each checks, and gives the entry that would make it so.

    def sit(self, who: str, seat: int, name: str, words: str) -> Entry | None:
        """None if they sit there already, with those words: a message that comes twice does nothing, here and below."""
        place = self._place(seat)
        if place.who == who and place.words == words:
            return None
        self._before_the_match()
        if place.taken:
            raise BadSeats(f"The seat {self.names[seat]} is taken by {place.name}.")
        if place.kept not in ("", who):
            raise BadSeats(f"The seat {self.names[seat]} is kept for {place.kept_name}.")
        name = plain(name)[:LONGEST_NAME]
        if not name:
            raise BadSeats("Whoever sits down needs a name.")
        if not fair.WORDS.fullmatch(words):
            raise BadSeats("Your own words for chance are up to 64 visible characters without a space.")
        return self._entry("sit", seat, who, f"{words} {name}")

    def stand(self, who: str, seat: int) -> Entry:
        self._before_the_match()
        self._own(who, seat)
        return self._entry("stand", seat, who)

    def seat_bot(self, who: str, seat: int, bot: str) -> Entry | None:
        """Before the match whoever laid the table seats bots; in the match a person leaves their own seat to one."""
        place = self._place(seat)
        bots.check(bot, self.game)
        if self.match is None and who != self.facts.owner:
            raise BadSeats("Only who laid the table seats bots at it.")
        if self.match is None and place.who:
            raise BadSeats(f"The seat {self.names[seat]} is taken by {place.name}.")
        if self.match is not None:
            self._playing()
            self._keeps(who, seat)
        return self._entry("bot", seat, who, bot) if place.bot != bot else None

    def keep(self, seat: int, who: str, name: str) -> Entry:
        """The house keeps a free seat for somebody."""
        self._before_the_match()
        return self._entry("keep", seat, who, name)

    def back(self, who: str, seat: int) -> Entry:
        self._own(who, seat)
        if not self.places[seat].bot:
            raise BadSeats(f"No bot keeps the seat {self.names[seat]}.")
        self._playing()
        self._keeps(who, seat)
        return self._entry("back", seat, who)

    def begin(self, who: str) -> Entry | None:
        if who != self.facts.owner and who not in {place.who for place in self.places}:
            raise BadSeats("Only who sits at the table begins the match.")
        if self.match is not None:
            return None
        free = [self.names[seat] for seat, place in enumerate(self.places) if not place.taken]
        if free:
            raise BadSeats(f"Nobody sits at {', '.join(free)}: seat a person or a bot there first.")
        return self._entry("begin", -1, who)

    def move(self, who: str, seat: int, choice: int, text: str) -> Entry | None:
        """A move as the seat's choice of that number, from 0. None if the seat has made it already."""
        match = self._begun()
        self._own(who, seat)
        made = [move.text for move in match.moves if move.seat == seat]
        if choice < len(made):
            if made[choice] == text:
                return None
            raise IllegalMove(f"That choice has been made: {made[choice]}.")
        if choice > len(made):
            raise IllegalMove("That choice is not to be made yet.")
        action, _ = match.check(text, seat)
        self.playing_for(who, seat)
        if self._is_out(seat):
            raise IllegalMove(f"The time of {self.names[seat]} is used up.")
        return self._entry("move", seat, who, match.move(seat, action).text)

    def bot_move(self, seat: int, action: int) -> Entry:
        return self._entry("move", seat, "", self._playing().move(seat, action).text)

    def undo(self, who: str) -> Entry | None:
        """Agree to take back the last choice of a person, and what bots chose after it. None until all persons have
        agreed."""
        self._take_back(self._playing().copy())  # says so if there is nothing
        return self._entry("undo", -1, who) if self.agree(who, "undo") else None

    def draw(self, who: str) -> Entry | None:
        """Agree to a draw. None until all have agreed; or if the match has been drawn already."""
        if self.ending and self.ending.how == "drawn":
            return None
        self._playing()
        if (self.game.name, self.seats) not in DRAWS:
            raise BadSeats("At this table a draw is not agreed: the rules alone end the match.")
        if any(place.bot for place in self.places):
            raise BadSeats("A bot agrees to no draw.")
        return self._entry("draw", -1, who) if self.agree(who, "draw") else None

    def resign(self, who: str, seat: int) -> Entry | None:
        """Give up a seat. None if it has been given up already."""
        self._begun()
        self._own(who, seat)
        if self.places[seat].gone:
            return None
        self._playing()
        return self._entry("resign", seat, who)

    def out(self) -> Entry | None:
        """The time of a seat is used up. None if it is not."""
        first = self.clock.first() if self.clock else None
        return self._entry("out", first[1], "") if first and self._is_out(first[1]) else None

    def resume(self) -> Entry | None:
        """Clocks that stand still go on. None if they do not stand."""
        return self._entry("resume", -1, "") if self.clock and self.clock.paused else None

    def set_manner(self, who: str, manner: Manner) -> Entry:
        """Whoever laid the table says how it is kept; whoever sits down later knows it."""
        self._before_the_match()
        if who != self.facts.owner:
            raise BadSeats("Only who laid the table says how it is kept.")
        if any(place.who not in ("", who) for place in self.places):
            raise BadSeats("How the table is kept stays as it is: somebody has sat down already.")
        agreed = manner.agreed(self.game, self.seats)
        return self._entry("manner", -1, who, msgspec.json.encode(agreed).decode())

    def rematch(self, who: str) -> bool:
        """Agree to play again, when the match is over; whether all have."""
        if not self._begun().is_over:
            raise BadSeats("A rematch is for when the match is over.")
        return self.agree(who, "rematch")

    def agree(self, who: str, to: str) -> bool:
        """Somebody agrees to something; whether all who play have."""
        people = {place.who for place in self.places if place.who and not place.bot}
        if who not in people:
            raise BadSeats("Only who plays at this table agrees to that.")
        agreed = self.agreed.setdefault(to, set())
        agreed.add(who)
        return people <= agreed

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
        elif entry.kind == "keep":
            self.places[entry.seat] = Place(kept=entry.who, kept_name=entry.text)
        elif entry.kind == "bot":
            place = self.places[entry.seat]
            self.places[entry.seat] = Place(place.who, place.name or entry.text, entry.text, place.words)
        elif entry.kind == "back":
            self.places[entry.seat].bot = ""
        elif entry.kind == "begin":
            self.match = Played(
                self.game,
                self.seats,
                players=[place.name for place in self.places],
                promise=fair.Promise.new(self.facts.secret, [place.words or "bot" for place in self.places]),
                **self.options,
            )
            if self.manner.clock:
                self.clock = Clock(self.manner.clock, self.seats)
        elif entry.kind == "move":
            self._begun().push(entry.text, entry.seat)
        elif entry.kind == "undo":
            self._take_back(self._begun())
        elif entry.kind == "manner":
            self.manner = msgspec.json.decode(entry.text, type=Manner)
        elif entry.kind == "resign":
            self._give_up(entry.seat, "resigned", self.manner.resign)
        elif entry.kind == "out":
            assert self.manner.clock
            self._give_up(entry.seat, "out of time", self.manner.clock.out)
        elif entry.kind == "resume":
            assert self.clock
            self.clock.resume(entry.at)
        elif entry.kind == "draw":
            self._begun().ending = Ending("drawn")
        else:
            raise Mistake(f"Entry {entry.n} of table {self.facts.id} is of an unknown kind, {entry.kind!r}.")
        if self.clock:
            self.clock.go_on(self._awaited(), entry.at, entry.seat if entry.kind == "move" else None)
        self.agreed = {}
        self.count += 1
        self.last = entry.at

    def _awaited(self) -> list[int]:
        """The seats where a person must choose now."""
        playing = [seat for seat, place in enumerate(self.places) if place.who and not place.bot]
        return [seat for seat in playing if seat in self._begun().to_act]

    def _take_back(self, match: Played) -> None:
        while self.places[match.undo().seat].bot:
            pass

    def _give_up(self, seat: int, how: str, lot: str) -> None:
        """A person plays their seat no longer: a bot does, or it has lost."""
        place = self.places[seat]
        place.gone = True
        if lot == LOSES:
            self._begun().ending = Ending(how, seat)
        else:
            place.bot = lot.removeprefix(BOT)

    # What each may see.

    @property
    def names(self) -> tuple[str, ...]:
        names: tuple[str, ...] = self.game.notation.seat_names(self.seats)
        return names

    @property
    def state(self) -> str:
        return "laid" if self.match is None else "over" if self.match.is_over else "playing"

    @property
    def agreements(self) -> int:
        """How many have agreed to something."""
        return sum(map(len, self.agreed.values()))

    @property
    def ending(self) -> Ending | None:
        """How the match ended, if it has."""
        if self.match is None or not self.match.is_over:
            return None
        return self.match.ending or Ending("played")

    def seats_of(self, who: str) -> list[int]:
        return [seat for seat, place in enumerate(self.places) if who and place.who == who]

    def bots_to_act(self) -> list[tuple[int, str]]:
        """The bots that must choose now."""
        if self.match is None:
            return []
        return [(seat, self.places[seat].bot) for seat in self.match.to_act if seat < 14 and self.places[seat].bot]

    def about(self) -> dict[str, Any]:
        return sight.about(self)

    def seen_by(self, who: str, language: str, since: int | None = None) -> dict[str, Any]:
        return sight.seen_by(self, who, language, since)

    # What is asked everywhere.

    def _entry(self, kind: str, seat: int, who: str, text: str = "") -> Entry:
        return Entry(self.count, kind, seat, who, text, max(self.last, self.now()))

    def _is_out(self, seat: int) -> bool:
        end = self.clock.ends(seat) if self.clock else None
        return end is not None and self.now() >= end

    def _place(self, seat: int) -> Place:
        if not 0 <= seat < self.seats:
            raise BadSeats(f"There is no seat {seat}: the seats are numbered 0 to {self.seats - 1}.")
        return self.places[seat]

    def _own(self, who: str, seat: int) -> None:
        if not who or self._place(seat).who != who:
            raise BadSeats(f"The seat {self.names[seat]} is not yours.")

    def playing_for(self, who: str, seat: int) -> None:
        """That somebody plays a seat, and no bot does for them."""
        self._own(who, seat)
        if self.places[seat].bot:
            raise IllegalMove(f"A bot plays for {self.names[seat]}: take the seat back first.")

    def _keeps(self, who: str, seat: int) -> None:
        self._own(who, seat)
        if self.places[seat].gone:
            raise BadSeats(f"The seat {self.names[seat]} has been given up for good.")

    def _before_the_match(self) -> None:
        if self.match is not None:
            raise BadSeats("The match has begun.")

    def _begun(self) -> Played:
        if self.match is None:
            raise IllegalMove("The match has not begun.")
        return self.match

    def _playing(self) -> Played:
        match = self._begun()
        if match.is_over:
            raise IllegalMove("The match is over.")
        return match


def new_facts(game: str, seats: int | None, options: dict[str, Any], public: bool, owner: str) -> Facts:
    """A table for a game with these options, with a secret of its own."""
    found = games.find(game)
    count, agreed = found.agree(seats, options)
    written = {option.name: option.write(agreed[option.name]) for option in found.options}
    name, secret = secrets.token_urlsafe(9), fair.new_secret()
    return Facts(name, found.name, found.rules.VERSION, count, written, public, owner, secret, time.time())

"""Who sits at a table: what somebody may want of the seats, and which are theirs."""

import time
from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from sobremesa import bots
from sobremesa.games.game import Game
from sobremesa.mistakes import BadSeats, IllegalMove
from sobremesa.play import fair
from sobremesa.play.match import Match
from sobremesa.server.features.daily import service as daily_service
from sobremesa.server.tables import rated
from sobremesa.server.tables.log import Entry, Facts
from sobremesa.server.tables.rule_versions import game_of
from sobremesa.server.tables.settings import Manner
from sobremesa.server.text import plain

LONGEST_NAME = 40
RATED = "rated"
ONE_SEAT = "At a rated table everybody has one seat."
Wish = Callable[[], Entry | None]
"""What somebody wants of a table: checked, it gives the entry that would make it so, or nothing if it is."""


class Place(msgspec.Struct, gc=False):
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
    coach: bool = False
    """Whether the person has a coach look over their shoulder."""

    @property
    def taken(self) -> bool:
        return bool(self.who or self.bot)


class Agreed(msgspec.Struct):
    """What a match is played with, as it is written down."""

    seats: int
    options: dict[str, str]


class Seating:
    """The seats of a table. Each wish is checked, and gives the entry that would make it so; None if it is so already:
    a message that comes twice does nothing."""

    def __init__(self, facts: Facts, now: Callable[[], float] = time.time) -> None:
        self.now = now
        self.game = game_of(facts)
        self._lay(facts)
        self.commitment = fair.commit(facts.secret)
        self.places = [Place() for _ in range(self.seats)]
        self.manner = Manner().agreed(self.game, self.seats)
        self.match: Match | None = None
        self.count = 0
        """How many entries there have been."""
        self.last = 0.0
        """When the last entry was made: none is made before it, whatever the time of day says."""

    def _lay(self, facts: Facts) -> None:
        self.facts = facts
        self.seats, self.options = self.game.agree(facts.seats, facts.options)
        self.names: tuple[str, ...] = self.game.notation.seat_names(self.seats)

    def sit(self, who: str, seat: int, name: str, words: str) -> Entry | None:
        place = self.place(seat)
        if place.who == who and place.words == words:
            return None
        self.before_the_match()
        if place.taken:
            raise BadSeats(f"The seat {self.names[seat]} is taken by {place.name}.")
        if self.counts:
            self.owns(who)
        if place.kept not in ("", who):
            raise BadSeats(f"The seat {self.names[seat]} is kept for {place.kept_name}.")
        name = plain(name)[:LONGEST_NAME]
        if not name:
            raise BadSeats("Whoever sits down needs a name.")
        if not fair.WORDS.fullmatch(words):
            raise BadSeats("Your own words for chance are up to 64 visible characters without a space.")
        if self.manner.rated and self.seats_of(who):
            raise BadSeats(ONE_SEAT)
        return self.entry("sit", seat, who, f"{words} {name}")

    def stand(self, who: str, seat: int) -> Entry | None:
        """Leave a seat; whoever laid the table also sends a bot away."""
        self.before_the_match()
        place = self.place(seat)
        if not place.taken:
            return None
        if place.bot and not place.who:
            self.owns(who)
        else:
            self.own(who, seat)
        return self.entry("stand", seat, who)

    def seat_bot(self, who: str, seat: int, bot: str) -> Entry | None:
        """Before the match whoever laid the table seats bots; in the match a person leaves their own seat to one."""
        place = self.place(seat)
        bots.check(bot, self.game)
        self._by_oneself()
        if self.match is None:
            self.owns(who)
            if place.who:
                raise BadSeats(f"The seat {self.names[seat]} is taken by {place.name}.")
        else:
            self.playing()
            self.keeps(who, seat)
            if self.manner.strict:
                raise BadSeats("At this table nobody leaves a seat to a bot: resign, or play on.")
        return self.entry("bot", seat, who, bot) if place.bot != bot else None

    def fill(self, who: str, bot: str) -> list[Entry]:
        """A bot wherever nobody sits, and no seat is kept for anybody."""
        self.before_the_match()
        self.owns(who)
        bots.check(bot, self.game)
        self._by_oneself()
        free = [seat for seat, place in enumerate(self.places) if not place.taken and not place.kept]
        return [self.entry("bot", seat, who, bot, later) for later, seat in enumerate(free)]

    def keep(self, seat: int, who: str, name: str) -> Entry:
        """The house keeps a free seat for somebody."""
        self.before_the_match()
        return self.entry("keep", seat, who, name)

    def back(self, who: str, seat: int) -> Entry | None:
        self.playing()
        self.keeps(who, seat)
        return self.entry("back", seat, who) if self.places[seat].bot else None

    def set_coach(self, who: str, seat: int, on: bool) -> Entry | None:
        """Whoever plays a seat has a coach look over their shoulder, or no longer; everybody sees it."""
        self.coachable()
        self.playing()
        self.plays(who, seat)
        return self.entry("coach", seat, who, "on" if on else "off") if on != self.places[seat].coach else None

    def begin(self, who: str) -> Entry | None:
        if who != self.facts.owner and who not in {place.who for place in self.places}:
            raise BadSeats("Only who sits at the table begins the match.")
        if self.match is not None:
            return None
        free = [self.names[seat] for seat, place in enumerate(self.places) if not place.taken]
        if free:
            raise BadSeats(f"Nobody sits at {', '.join(free)}: seat a person or a bot there first.")
        if self.manner.rated:
            self._one_seat_each()
            if not any(place.who for place in self.places):
                raise BadSeats("A match of bots alone is not rated: sit down, or let it not count.")
        return self.entry("begin", -1, who, RATED if self.manner.rated else "")

    def set_manner(self, who: str, manner: Manner) -> Entry | None:
        """Whoever laid the table says how it is kept; whoever sits down later knows it."""
        self.before_the_match()
        self.owns(who)
        agreed = manner.agreed(self.game, self.seats)
        if agreed == self.manner:
            return None
        self.alone(who)
        if agreed.rated:
            rated.check(self.game, self.seats, self.options, self.facts.start)
            self._one_seat_each()
        return self.entry("manner", -1, who, msgspec.json.encode(agreed).decode())

    def set_options(self, who: str, seats: int | None, options: dict[str, Any]) -> Entry | None:
        """Whoever laid the table says how it is played; whoever sits down later knows it."""
        self.before_the_match()
        self.owns(who)
        count, agreed = self.game.agree(seats, options)
        facts = replace(self.facts, seats=count, options=written(self.game, agreed))
        if facts == self.facts:
            return None
        self.alone(who)
        if self.facts.start:
            raise BadSeats("What begins from a position is played as it was there.")
        if self.manner.rated:
            rated.check(self.game, count, agreed)
        return self.entry("agree", -1, who, msgspec.json.encode(Agreed(facts.seats, facts.options)).decode())

    def set_public(self, who: str, public: bool) -> Entry | None:
        """Whoever laid the table says whether anybody may find it."""
        self.before_the_match()
        self.owns(who)
        return self.entry("open", -1, who, "anyone" if public else "link") if public != self.facts.public else None

    def take_seat(self, entry: Entry) -> bool:
        """An entry about the seats happens; whether it is one."""
        match entry.kind:
            case "sit":
                words, _, name = entry.text.partition(" ")
                self.places[entry.seat] = Place(who=entry.who, name=name, words=words)
            case "stand":
                self.places[entry.seat] = Place()
            case "keep":
                self.places[entry.seat] = Place(kept=entry.who, kept_name=entry.text)
            case "bot":
                place = self.places[entry.seat]
                self.places[entry.seat] = Place(place.who, place.name or entry.text, entry.text, place.words)
            case "back":
                self.places[entry.seat].bot = ""
            case "coach":
                self.places[entry.seat].coach = entry.text == "on"
            case "manner":
                self.manner = msgspec.json.decode(entry.text, type=Manner)
            case "agree":
                agreed = msgspec.json.decode(entry.text, type=Agreed)
                self._lay(replace(self.facts, seats=agreed.seats, options=agreed.options))
                self._sit_anew()
            case "open":
                self.facts = replace(self.facts, public=entry.text == "anyone")
            case _:
                return False
        return True

    def _sit_anew(self) -> None:
        """Everybody where they sat, as far as there are so many seats; whom that leaves without one takes a bot's or a
        free one. How the table is kept is as usual for so many, but for its clock."""
        before, self.places = self.places, [Place() for _ in range(self.seats)]
        people = [(seat, place) for seat, place in enumerate(before) if place.who]
        for seat, place in sorted(people, key=lambda each: each[0] >= self.seats):
            free = [seat, *range(self.seats)] if seat < self.seats else range(self.seats)
            for at in free:
                if not self.places[at].who:
                    self.places[at] = place
                    break
        for seat, place in enumerate(before[: self.seats]):
            if place.bot and not self.places[seat].taken:
                self.places[seat] = place
        clock = self.manner.clock and replace(self.manner.clock, out="")
        self.manner = replace(self.manner, resign="", clock=clock).agreed(self.game, self.seats)

    def _by_oneself(self) -> None:
        if self.counts:
            raise BadSeats("The day's attempt is one's own: no bot plays in it.")

    def rename(self, guest: str, person: str) -> None:
        """A guest has turned out to be a person: what was theirs at the table is the person's."""
        if self.facts.owner == guest:
            self.facts = replace(self.facts, owner=person)
        for place in self.places:
            place.who = person if place.who == guest else place.who
            place.kept = person if place.kept == guest else place.kept

    # What is asked everywhere.

    @property
    def counts(self) -> bool:
        """Whether the match is somebody's one try at the day's puzzle."""
        return daily_service.counts(self.facts.start)

    def seats_of(self, who: str) -> list[int]:
        return [seat for seat, place in enumerate(self.places) if who and place.who == who]

    def place(self, seat: int) -> Place:
        if not 0 <= seat < self.seats:
            raise BadSeats(f"There is no seat {seat}: the seats are numbered 0 to {self.seats - 1}.")
        return self.places[seat]

    def own(self, who: str, seat: int) -> None:
        if not who or self.place(seat).who != who:
            raise BadSeats(f"The seat {self.names[seat]} is not yours.")

    def keeps(self, who: str, seat: int) -> None:
        """That somebody has a seat, and has not given it up."""
        self.own(who, seat)
        if self.places[seat].gone:
            raise BadSeats(f"The seat {self.names[seat]} has been given up for good.")

    def plays(self, who: str, seat: int) -> None:
        """That somebody plays a seat, and no bot does for them."""
        self.own(who, seat)
        if self.places[seat].bot:
            raise IllegalMove(f"A bot plays for {self.names[seat]}: take the seat back first.")

    def coachable(self) -> None:
        """That those who play may be told what their choices are worth."""
        if not self.manner.coach or self.counts:
            raise BadSeats("At this table nobody is told what a choice is worth.")

    def owns(self, who: str) -> None:
        if who != self.facts.owner:
            raise BadSeats("Only who laid the table does that.")

    def alone(self, who: str) -> None:
        """That nobody else has agreed by sitting down, and nobody is expected."""
        if any(place.who not in ("", who) or place.kept not in ("", who) for place in self.places):
            raise BadSeats("How it is played stays as it is: somebody has sat down already.")

    def _one_seat_each(self) -> None:
        people = [place.who for place in self.places if place.who]
        if len(people) > len({*people}):
            raise BadSeats(ONE_SEAT)

    def before_the_match(self) -> None:
        if self.match is not None:
            raise BadSeats("The match has begun.")

    def begun(self) -> Match:
        if self.match is None:
            raise IllegalMove("The match has not begun.")
        return self.match

    def playing(self) -> Match:
        match = self.begun()
        if match.is_over:
            raise IllegalMove("The match is over.")
        return match

    def entry(self, kind: str, seat: int, who: str, text: str = "", later: int = 0) -> Entry:
        """The next entry, or one so many later."""
        return Entry(self.count + later, kind, seat, who, text, max(self.last, self.now()))


def written(game: Game, options: Mapping[str, Any]) -> dict[str, str]:
    """The value of every option, as it is typed."""
    return {option.name: option.write(options[option.name]) for option in game.options}

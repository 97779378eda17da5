"""One table: who sits, what was chosen, and what each may see. No socket, no disk, and no time but what it is given.

A table is what its entries make of it. Whatever somebody wants to do is first proposed, which checks it and changes
nothing; then it is written down; then it happens (`take`). Replaying the log does the last part only.

| entry | seat | text |
|---|---|---|
| sit | where | the person's name, and words of their own for the match's chance |
| bot | where | the name of a bot, which plays from now on; also in place of somebody who left |
| stand | where | nothing: the seat is free again, before the match begins |
| keep | where | the name of the person for whom the seat is kept, by the house: they sit down themselves |
| manner | | how the table is kept, as JSON: see `Manner` |
| agree | | for how many it is and with which options, as JSON: see `Agreed` |
| open | | `anyone`, where anybody may find it, or `link` |
| begin | | `rated`, where the match counts on a ladder |
| move | whose | the move |
| back | where | nothing: whoever left plays again, instead of the bot |
| coach | whose | `on` or `off`: whether the person has a coach look over their shoulder |
| undo | | nothing: the last choice of a person is taken back, as all have agreed, and what bots chose after it |
| resign | whose | nothing: the seat is given up, and loses or is left to a bot as the table's manner has it |
| out | whose | nothing: the seat's time is used up, and it loses or is left to a bot as the manner has it |
| resume | | nothing: the clocks go on from here, after the house was closed |
| away | whose | since and until when the person is on vacation, in seconds: by correspondence their clock stands |
| here | whose | nothing: they are back, and their clock goes on |
| draw | | nothing: the match is drawn, as all have agreed |
| again | | the name of the table where it is played again |
"""

import secrets
import time
from collections.abc import Callable, Sequence
from typing import Any

from sobremesa import games
from sobremesa.kernel import CHANCE
from sobremesa.mistakes import BadSeats, IllegalMove, Mistake
from sobremesa.play import fair
from sobremesa.play.ending import Ending
from sobremesa.play.match import Match
from sobremesa.play.position_text import position_from
from sobremesa.server.features.daily import service as daily_service
from sobremesa.server.protocol import views
from sobremesa.server.protocol.messages import About, State
from sobremesa.server.tables.clock import Clock
from sobremesa.server.tables.day_clock import Days, clock
from sobremesa.server.tables.draft import Draft
from sobremesa.server.tables.log import Entry, Facts
from sobremesa.server.tables.seating import Seating, written
from sobremesa.server.tables.settings import BOT, LOSES

DRAWS = {("splut", 2)}
"""The games, with so many seats, in which a draw can be agreed."""


class Table(Seating):
    """A table and its match."""

    def __init__(self, facts: Facts, now: Callable[[], float] = time.time) -> None:
        super().__init__(facts, now)
        self.clock: Clock | None = None
        self.chosen = [0] * self.seats
        """How many choices each seat has made."""
        self.drafts: dict[int, Draft] = {}
        """What seats have chosen and not confirmed; not written down."""
        self.agreed: dict[str, set[str]] = {}
        """Who has agreed to what, an undo for example, since the last entry: not written down before all have."""
        self.undone = -1
        """The number of the last entry that took something back."""
        self.again, self.again_at = "", -1
        """The table where it is played again, and the number of the entry that says so."""

    # What somebody wants of the match: each checks, and gives the entry that would make it so.

    def move(self, who: str, seat: int, choice: int, text: str) -> Entry | None:
        """A move as the seat's choice of that number, from 0. None if the seat has made it already."""
        self.begun()
        self.own(who, seat)
        if self._made(seat, choice, [text]):
            return None
        action, _ = self.begun().check(text, seat)
        self._in_time(who, seat)
        return self.entry("move", seat, who, self.begun().move(seat, action).text)

    def draft(self, who: str, seat: int, choice: int, texts: Sequence[str]) -> None:
        """Choices tried and not made, from the seat's choice of that number on, instead of those tried before."""
        match = self.playing()
        self.plays(who, seat)
        if choice != self.chosen[seat]:
            raise IllegalMove("The match has gone on since: look again.")
        draft = Draft(match, seat, texts)
        self.drafts.pop(seat, None)
        if draft.texts:
            self.drafts[seat] = draft

    def confirm(self, who: str, seat: int, choice: int, texts: Sequence[str]) -> list[Entry]:
        """Several choices at once, from the seat's choice of that number on: nothing if it has made them already."""
        self.begun()
        self.own(who, seat)
        if self._made(seat, choice, texts):
            return []
        draft = Draft(self.playing(), seat, texts)
        self._in_time(who, seat)
        return [self.entry("move", seat, who, text, later) for later, text in enumerate(draft.texts)]

    def bot_move(self, seat: int, action: int) -> Entry:
        return self.entry("move", seat, "", self.playing().move(seat, action).text)

    def undo(self, who: str, entries: int) -> Entry | None:
        """Agree to take back the last choice of a person, and what bots chose after it, of the table as it was after so
        many entries. None until all persons have agreed; or if it has been taken back already."""
        if entries == self.undone:
            return None
        if self.manner.strict:
            raise BadSeats("At this table nothing is taken back.")
        if self.counts:
            raise BadSeats("The day's attempt counts as it is played: nothing is taken back.")
        self._take_back(self.playing().copy())  # says so if there is nothing
        if entries != self.count:
            raise IllegalMove("The match has gone on since: look again.")
        return self.entry("undo", -1, who) if self.agree(who, "undo") else None

    def draw(self, who: str) -> Entry | None:
        """Agree to a draw. None until all have agreed; or if the match has been drawn already."""
        if self.ending and self.ending.how == "drawn":
            return None
        self.playing()
        if (self.game.name, self.seats) not in DRAWS:
            raise BadSeats("At this table a draw is not agreed: the rules alone end the match.")
        if any(place.bot for place in self.places):
            raise BadSeats("A bot agrees to no draw.")
        return self.entry("draw", -1, who) if self.agree(who, "draw") else None

    def resign(self, who: str, seat: int) -> Entry | None:
        """Give up a seat. None if it has been given up already."""
        self.begun()
        self.own(who, seat)
        if self.places[seat].gone:
            return None
        self.playing()
        return self.entry("resign", seat, who)

    def out(self) -> Entry | None:
        """The time of a seat is used up. None if it is not."""
        first = self.clock.first() if self.clock else None
        return self.entry("out", first[1], "") if first and self._is_out(first[1]) else None

    def resume(self) -> Entry | None:
        """Clocks that stand still go on. None if they do not stand."""
        return self.entry("resume", -1, "") if self.clock and self.clock.paused else None

    def leave(self, seat: int, begins: float, until: float) -> Entry | None:
        """The person of a seat is away until then, or is not where that is 0. None if that is known, or is no matter
        of this table, or their time was used up before."""
        if not isinstance(self.clock, Days) or self.clock.away.get(seat, 0.0) == until or self.begun().is_over:
            return None
        if not until:
            return self.entry("here", seat, "")
        end = self.clock.ends(seat)
        return None if end is not None and end <= begins else self.entry("away", seat, "", f"{begins:.0f} {until:.0f}")

    def rematch(self, who: str) -> bool:
        """Agree to play again, when the match is over; whether all have."""
        if not self.begun().is_over:
            raise BadSeats("A rematch is for when the match is over.")
        return self.agree(who, "rematch")

    def play_again(self, table: str) -> Entry:
        """It is played again at that table, which the house has laid."""
        return self.entry("again", -1, "", table)

    def agree(self, who: str, to: str) -> bool:
        """Somebody agrees to something; whether all who play have."""
        people = {place.who for place in self.places if place.who and not place.bot}
        if who not in people:
            raise BadSeats("Only who plays at this table agrees to that.")
        agreed = self.agreed.setdefault(to, set())
        agreed.add(who)
        return people <= agreed

    def _made(self, seat: int, choice: int, texts: Sequence[str]) -> bool:
        """Whether a seat has made those choices already; it may not make others instead, nor leave some out."""
        if choice > self.chosen[seat]:
            raise IllegalMove("That choice is not to be made yet.")
        if choice == self.chosen[seat]:
            return False
        made = [move.text for move in self.begun().moves if move.seat == seat][choice : choice + len(texts)]
        if made != list(texts):
            raise IllegalMove(f"That choice has been made: {' '.join(made)}.")
        return True

    def _in_time(self, who: str, seat: int) -> None:
        self.plays(who, seat)
        if self._is_out(seat):
            raise IllegalMove(f"The time of {self.names[seat]} is used up.")

    def _is_out(self, seat: int) -> bool:
        end = self.clock.ends(seat) if self.clock else None
        return end is not None and self.now() >= end

    # What happens.

    def take(self, entry: Entry) -> None:
        """An entry of the log happens."""
        if entry.n != self.count:
            raise Mistake(f"Entry {entry.n} of table {self.facts.id} came after {self.count} entries.")
        if entry.kind == "move":
            self.begun().push(entry.text, entry.seat)
            self.chosen[entry.seat] += 1
        elif not self.take_seat(entry):
            self._take(entry)
        if self.clock:
            chose = entry.seat if entry.kind == "move" else None
            self.clock.go_on(self._awaited(), entry.at, chose, self.begun().to_act)
        self.agreed = {}
        self.count += 1
        self.last = entry.at
        if self.drafts and entry.kind != "coach":
            self._look_at_drafts(entry)

    def _take(self, entry: Entry) -> None:
        match entry.kind:
            case "begin":
                self._begin()
            case "undo":
                self._take_back(self.begun())
                self.chosen = [sum(move.seat == seat for move in self.begun().moves) for seat in range(self.seats)]
                self.undone = entry.n
            case "resign":
                self._give_up(entry.seat, "resigned", self.manner.resign)
            case "out":
                assert self.manner.clock
                self._give_up(entry.seat, "out of time", self.manner.clock.out)
            case "resume":
                assert self.clock
                self.clock.resume(entry.at)
            case "away":
                assert isinstance(self.clock, Days)
                self.clock.leave(entry.seat, *map(float, entry.text.split()))
            case "here":
                assert isinstance(self.clock, Days)
                self.clock.come_back(entry.seat, entry.at)
            case "draw":
                self.begun().ending = Ending("drawn")
            case "again":
                self.again, self.again_at = entry.text, entry.n
            case _:
                raise Mistake(f"Entry {entry.n} of table {self.facts.id} is of an unknown kind, {entry.kind!r}.")

    def _begin(self) -> None:
        start, self.chosen = self.facts.start, [0] * self.seats
        words = tuple(place.words or "bot" for place in self.places)
        promise = fair.Promise(self.commitment, words, self.facts.secret)
        day = daily_service.day_of(start)
        how: dict[str, Any] = {"promise": promise}
        if day:
            how = {"fate": daily_service.fate(day), "seed": daily_service.practice(start)}
        elif start:
            how |= {"start": position_from(self.game, self.seats, start)}
        players = [place.name for place in self.places]
        self.match = Match(self.game, self.seats, players=players, **how, **self.options)
        if self.manner.clock:
            self.clock = clock(self.manner.clock, self.seats)

    def _awaited(self) -> list[int]:
        """The seats where a person must choose now."""
        playing = [seat for seat, place in enumerate(self.places) if place.who and not place.bot]
        return [seat for seat in playing if seat in self.begun().to_act]

    def _take_back(self, match: Match) -> None:
        while self.places[match.undo().seat].bot:
            pass

    def _give_up(self, seat: int, how: str, lot: str) -> None:
        """A person plays their seat no longer: a bot does, or it has lost."""
        place = self.places[seat]
        place.gone = True
        if lot == LOSES:
            self.begun().ending = Ending(how, seat)
        else:
            place.bot = lot.removeprefix(BOT)

    def _look_at_drafts(self, entry: Entry) -> None:
        """A draft stays while its seat may still choose that, and goes when its seat has chosen or something was taken
        back."""
        kept = {}
        for seat, draft in self.drafts.items():
            if entry.kind == "move" and entry.seat != seat and seat in self.begun().to_act:
                try:
                    kept[seat] = Draft(self.begun(), seat, draft.texts)
                except Mistake:
                    continue
        self.drafts = kept

    def rename(self, guest: str, person: str) -> None:
        super().rename(guest, person)
        self.agreed = {to: {person if who == guest else who for who in people} for to, people in self.agreed.items()}

    # What each may see.

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

    def bots_to_act(self) -> list[tuple[int, str]]:
        """The bots that must choose now."""
        if self.match is None:
            return []
        return [(seat, self.places[seat].bot) for seat in self.match.to_act if seat != CHANCE and self.places[seat].bot]

    def about(self) -> About:
        return views.about(self)

    def seen_by(self, who: str, language: str, since: int | None = None, choices: bool = False) -> State:
        return views.Telling(self, self.about(), since).to(who, language, choices)


def new_facts(
    game: str, seats: int | None, options: dict[str, Any], public: bool, owner: str, start: str = ""
) -> Facts:
    """A table for a game with these options, with a secret of its own."""
    found = games.find(game)
    count, agreed = found.agree(seats, options)
    name, secret = secrets.token_urlsafe(9), fair.new_secret()
    options = written(found, agreed)
    return Facts(name, found.name, found.rules.VERSION, count, options, public, owner, secret, time.time(), start)

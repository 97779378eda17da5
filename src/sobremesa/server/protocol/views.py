"""What each may see of a table: all that is ever told of it."""

from collections.abc import Collection
from typing import TYPE_CHECKING, Any

from sobremesa.kernel import SPECTATOR
from sobremesa.play.match import Match
from sobremesa.server.features.daily import service as daily_service
from sobremesa.server.protocol.messages import About, Choice, Ended, Seat, Sight, State, Time
from sobremesa.server.tables.day_clock import Days
from sobremesa.server.tables.draft import Draft

if TYPE_CHECKING:
    from sobremesa.server.tables.table import Table


def about(table: "Table", present: Collection[str] = ()) -> About:
    """What everybody may know of the table itself, with those who look at it, once for each socket."""
    awaited = table.match.to_act if table.match else ()
    day = daily_service.day_of(table.facts.start)
    away = table.clock.away if isinstance(table.clock, Days) and table.state == "playing" else {}
    people = {place.who for place in table.places}
    agreed = [(to, sorted(who, key=table.seats_of)) for to, who in sorted(table.agreed.items())]
    return About(
        table=table.facts.id,
        game=table.facts.game,
        options=table.facts.options,
        state=table.state,
        public=table.facts.public,
        forked=bool(table.facts.start) and not day,
        commitment="" if day else table.commitment,
        places=[
            Seat(
                table.names[seat],
                place.name,
                place.bot,
                bool(place.who),
                place.kept_name,
                place.gone,
                seat in awaited,
                bool(place.who) and place.who in present,
                0.0 if place.gone else away.get(seat, 0.0),
                place.coach,
            )
            for seat, place in enumerate(table.places)
        ],
        clocks=_clocks(table),
        manner=table.manner,
        agreed={to: [table.names[seat] for each in who for seat in table.seats_of(each)] for to, who in agreed},
        watchers=sum(who not in people for who in present),
        puzzle=day,
        attempt=table.counts,
        entries=table.count,
        moves=len(table.match.moves) if table.match else 0,
    )


class Telling:
    """What is told of a table at one moment: what all see alike is worked out once."""

    def __init__(self, table: "Table", about: Any, since: int | None = None) -> None:
        """What happened is told from the choice of number `since` on."""
        self.table, self.about = table, about
        made = len(table.match.moves) if table.match else 0
        self.since = made if since is None else since
        self._alike: dict[str, Any] = {}
        self._view: dict[str, Any] | None = None

    def to(self, who: str, language: str, choices: bool = False) -> State:
        """What somebody at the table, or a spectator, sees of the match: each of their seats with its own eyes."""
        table, match = self.table, self.table.match
        you, owner = table.seats_of(who), bool(who) and who == table.facts.owner
        if match is None:
            return State(self.about, you, owner, {})
        seats = {
            "spectator" if seat == SPECTATOR else table.names[seat]: self._sight(match, seat, language, choices)
            for seat in you or [SPECTATOR]
        }
        ending = table.ending
        if ending is None:
            return State(self.about, you, owner, seats)
        ended = Ended(ending.how, table.names[ending.seat] if ending.seat >= 0 else "")
        result = match.result.scores if match.result else None
        return State(self.about, you, owner, seats, result, ended, table.facts.secret)

    def _sight(self, match: Match, seat: int, language: str, choices: bool) -> Sight:
        table = self.table
        draft = table.drafts.get(seat)
        shown = draft.shown if draft else match
        ready = bool(draft and draft.ready)
        may_choose = seat in shown.to_act and not ready
        return Sight(
            view=self._looks(shown, seat),
            events=self._happened(shown, seat, language),
            choice=0 if seat == SPECTATOR else table.chosen[seat],
            moves=shown.texts_of(seat) if may_choose else [],
            expected=shown.expected(language, seat) if may_choose else "",
            draft=draft.texts if draft else [],
            ready=ready,
            choices=offered(draft or Draft(match, seat), language) if choices and may_choose else [],
        )

    def _looks(self, shown: Match, seat: int) -> dict[str, Any]:
        if shown is not self.table.match or not shown.open:
            return shown.view(seat)
        if self._view is None:
            self._view = shown.view(seat)
        return self._view | {"seat": seat}

    def _happened(self, shown: Match, seat: int, language: str) -> Any:
        if shown is not self.table.match or not shown.open:
            return happened(shown, self.since, seat, language)
        if language not in self._alike:
            self._alike[language] = happened(shown, self.since, seat, language)
        return self._alike[language]


def offered(draft: Draft, language: str) -> list[Choice]:
    """What could be chosen next, and what it would do as far as the seat can know."""
    told = []
    for move, after in draft.outcomes():
        events = happened(after, len(draft.shown.moves), draft.seat, language) if after else []
        told.append(Choice(move.text, "; ".join(event["text"] for event in events), events))
    return told


def happened(match: Match, since: int, seat: int, language: str) -> list[dict[str, Any]]:
    return [
        {"n": number, "event": event.kind, **vars(event), "text": match.say(event, language)}
        for number in range(since, len(match.moves))
        for event in match.events_of(number, seat)
    ]


def _clocks(table: "Table") -> dict[str, Time]:
    clock, now = table.clock, table.now()
    if clock is None:
        return {}
    return {
        name: Time(round(clock.shows(seat, now), 3), clock.ends(seat) is not None)
        for seat, name in enumerate(table.names)
    }

"""What each may see of a table: all that is ever told of it."""

from typing import TYPE_CHECKING, Any

from sobremesa.kernel import SPECTATOR
from sobremesa.play import fair
from sobremesa.play.match import Match
from sobremesa.server.draft import Draft
from sobremesa.server.messages import About, Choice, Ended, Seat, Sight, State, Time

if TYPE_CHECKING:
    from sobremesa.server.table import Table


def about(table: "Table") -> About:
    """What everybody may know of the table itself."""
    agreed = [(to, sorted(who, key=table.seats_of)) for to, who in sorted(table.agreed.items())]
    return About(
        table=table.facts.id,
        game=table.facts.game,
        options={option.name: option.write(table.options[option.name]) for option in table.game.options},
        state=table.state,
        public=table.facts.public,
        forked=bool(table.facts.start),
        commitment=fair.commit(table.facts.secret),
        places=[
            Seat(seat, place.name, place.bot, bool(place.who), place.kept_name, place.gone)
            for seat, place in zip(table.names, table.places, strict=True)
        ],
        clocks=_clocks(table),
        manner=table.manner,
        agreed={to: [table.names[seat] for each in who for seat in table.seats_of(each)] for to, who in agreed},
        entries=table.count,
        moves=len(table.match.moves) if table.match else 0,
    )


def seen_by(
    table: "Table", who: str, language: str, since: int | None = None, known: Any = None, choices: bool = False
) -> State:
    """What somebody at the table, or a spectator, sees of the match: each of their seats with its own eyes. What
    happened is told from the choice of number `since` on."""
    known, you, owner = known or about(table), table.seats_of(who), bool(who) and who == table.facts.owner
    if table.match is None:
        return State(known, you, owner, {})
    seats = {
        "spectator" if seat == SPECTATOR else table.names[seat]: _sight(
            table, table.match, seat, language, since, choices
        )
        for seat in you or [SPECTATOR]
    }
    ending = table.ending
    if ending is None:
        return State(known, you, owner, seats)
    ended = Ended(ending.how, table.names[ending.seat] if ending.seat >= 0 else "")
    result = table.match.result.scores if table.match.result else None
    return State(known, you, owner, seats, result, ended, table.facts.secret)


def _sight(table: "Table", match: Match, seat: int, language: str, since: int | None, choices: bool) -> Sight:
    draft = table.drafts.get(seat)
    shown = draft.shown if draft else match
    ready = bool(draft and draft.ready)
    may_choose = seat in shown.to_act and not ready
    return Sight(
        view=shown.view(seat),
        events=_events(shown, len(match.moves) if since is None else since, seat, language),
        choice=0 if seat == SPECTATOR else table.chosen[seat],
        moves=[move.text for move in shown.legal_moves_of(seat)] if may_choose else [],
        expected=shown.expected(language, seat) if may_choose else "",
        draft=draft.texts if draft else [],
        ready=ready,
        choices=_choices(draft or Draft(match, seat), language) if choices and may_choose else [],
    )


def _choices(draft: Draft, language: str) -> list[Choice]:
    """What could be chosen next, and what it would do as far as the seat can know."""
    told = []
    for move, after in draft.outcomes():
        events = _events(after, len(draft.shown.moves), draft.seat, language) if after else []
        told.append(Choice(move.text, "; ".join(event["text"] for event in events), events))
    return told


def _events(match: Match, since: int, seat: int, language: str) -> list[dict[str, Any]]:
    return [
        {"n": number} | event.data() | {"text": match.say(event, language)}
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

"""What each may see of a table, as plain data: all that is ever told of it."""

from typing import TYPE_CHECKING, Any

import msgspec

from sobremesa.kernel import SPECTATOR
from sobremesa.play import fair

if TYPE_CHECKING:
    from sobremesa.server.table import Table


def about(table: "Table") -> dict[str, Any]:
    """What everybody may know of the table itself. Who a person is stays with the house; their name does not."""
    agreed = [(to, sorted(who, key=table.seats_of)) for to, who in sorted(table.agreed.items())]
    return {
        "table": table.facts.id,
        "game": table.facts.game,
        "options": {option.name: option.write(table.options[option.name]) for option in table.game.options},
        "state": table.state,
        "commitment": fair.commit(table.facts.secret),
        "places": [
            {
                "seat": seat,
                "name": place.name,
                "bot": place.bot,
                "person": bool(place.who),
                "kept": place.kept_name,
                "gone": place.gone,
            }
            for seat, place in zip(table.names, table.places, strict=True)
        ],
        "clocks": _clocks(table),
        "manner": msgspec.to_builtins(table.manner),
        "agreed": {to: [table.names[seat] for each in who for seat in table.seats_of(each)] for to, who in agreed},
        "entries": table.count,
    }


def seen_by(table: "Table", who: str, language: str, since: int | None = None) -> dict[str, Any]:
    """What somebody at the table, or a spectator, sees of the match: each of their seats with its own eyes."""
    seen: dict[str, Any] = {"about": table.about() | {"you": table.seats_of(who)}, "seats": {}}
    match = table.match
    if match is None:
        return seen
    eyes = table.seats_of(who) or [SPECTATOR]
    for seat in eyes:
        events = match.events(since, seat) if since is not None and since < len(match.moves) else []
        mine = {
            "view": match.view(seat),
            "events": [event.data() | {"text": match.say(event, language)} for event in events],
            "choice": sum(move.seat == seat for move in match.moves),
            "moves": [move.text for move in match.legal_moves_of(seat)] if seat in match.to_act else [],
            "expected": match.expected(language, seat) if seat in match.to_act else "",
        }
        seen["seats"]["spectator" if seat == SPECTATOR else table.names[seat]] = mine
    if table.ending:
        lost = table.names[table.ending.seat] if table.ending.seat >= 0 else ""
        seen["result"] = match.result.scores if match.result else None
        seen["ending"] = {"how": table.ending.how, "seat": lost}
        seen["secret"] = table.facts.secret
    return seen


def _clocks(table: "Table") -> dict[str, Any]:
    """The seconds that each seat has left, and whether they run; nothing where there is no clock."""
    clock, now = table.clock, table.now()
    if clock is None:
        return {}
    return {
        name: {"left": round(clock.shows(seat, now), 3), "runs": clock.ends(seat) is not None}
        for seat, name in enumerate(table.names)
    }

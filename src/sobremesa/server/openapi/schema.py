"""What goes over a table's socket, described for programs and for people, from the messages themselves."""

from __future__ import annotations

from html import escape
from typing import Any

import msgspec

from sobremesa.server.protocol.commands import AnyCommand
from sobremesa.server.protocol.messages import AnyMessage

PATH = "/schema/socket.json"


def document() -> dict[str, Any]:
    """A JSON Schema document: `Command` is what a table understands, `Message` what it says."""
    (command, message), shapes = msgspec.json.schema_components((AnyCommand, AnyMessage), ref_template="#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "The socket of a table at Sobremesa",
        "anyOf": [{"$ref": "#/$defs/Command"}, {"$ref": "#/$defs/Message"}],
        "$defs": shapes | {"Command": command, "Message": message},
    }


def everything() -> dict[str, Any]:
    """All types that go in and out, over HTTP too: the browser's are made from them."""
    from sobremesa.play.moments import Moment
    from sobremesa.server.features.accounts.routes import Codes, Entered, Opened, Standing
    from sobremesa.server.features.analysis.messages import Analysed
    from sobremesa.server.features.coach.routes import Drafted, Hint, Readiness, Warned
    from sobremesa.server.features.daily.routes import DayResults
    from sobremesa.server.features.daily.service import Puzzle
    from sobremesa.server.features.lessons.routes import Chosen, Course, Followed
    from sobremesa.server.features.lobby.routes import AboutHouse, Boxed, Fork, NewGuest, NewTable, NewTiles, Token, Why
    from sobremesa.server.features.moderation.report_routes import Between, NewReport
    from sobremesa.server.features.moderation.routes import Deciding, Desk
    from sobremesa.server.features.plans.routes import Ahead, NewPlan, ToldPlan
    from sobremesa.server.features.puzzles.messages import Asked, Board, Clue, Judged, Leaf, Solver, Trying
    from sobremesa.server.features.study.messages import (
        Brought,
        BroughtRecord,
        NewSketch,
        NewStudy,
        PlayOn,
        Sketched,
        Studied,
    )
    from sobremesa.server.features.study.opinion import Opinion
    from sobremesa.server.features.tilesets.routes import KeptTiles
    from sobremesa.server.sessions.models import Laid
    from sobremesa.server.tables.terms import Terms, Wanted

    told = document()
    kinds = AboutHouse, Boxed, Fork, KeptTiles, Moment, NewGuest, NewTable, NewTiles, Puzzle, Terms, Token, Wanted, Why
    people = Between, Codes, DayResults, Deciding, Desk, Entered, Laid, NewReport, Opened, Standing
    plans, coaching = (Ahead, NewPlan, ToldPlan), (Drafted, Hint, Readiness, Warned)
    studies = Analysed, Brought, BroughtRecord, NewSketch, NewStudy, Opinion, PlayOn, Sketched, Studied
    tries = Asked, Board, Clue, Judged, Leaf, Solver, Trying
    learning = Chosen, Course, Followed
    by_http = *kinds, *people, *plans, *coaching, *studies, *tries, *learning
    found, shapes = msgspec.json.schema_components(by_http, ref_template="#/$defs/{name}")
    return told | {"anyOf": [*told["anyOf"], *found], "$defs": told["$defs"] | shapes}


def reference() -> str:
    """The same as part of a page."""
    shapes = document()["$defs"]
    commands, messages = (
        [each["$ref"].rpartition("/")[2] for each in shapes[name]["anyOf"]] for name in ("Command", "Message")
    )
    others = [name for name in shapes if name not in {*commands, *messages, "Command", "Message"}]
    told = [
        (f"What one asks at a table ({len(commands)} kinds)", commands),
        (f"What a table says ({len(messages)} kinds)", messages),
        ("What these are made of", others),
    ]
    return "".join(f"<h2>{title}</h2>{''.join(_shape(name, shapes[name]) for name in names)}" for title, names in told)


def _shape(name: str, shape: dict[str, Any]) -> str:
    needed = shape.get("required", [])
    rows = [
        f"<tr><td><code>{escape(part)}</code><td>{_kind(kind)}<td>{'' if part in needed else 'may be left out'}</tr>"
        for part, kind in shape.get("properties", {}).items()
    ]
    about = escape(" ".join(shape.get("description", "").split()))
    return f"<h3 id='socket-{name}'>{name}</h3><p>{about}</p><table>{''.join(rows)}</table>"


def _kind(kind: dict[str, Any]) -> str:
    """What a part is, in a few words."""
    if "$ref" in kind:
        name = kind["$ref"].rpartition("/")[2]
        return f"<a href='#socket-{name}'>{name}</a>"
    if "enum" in kind:
        return " or ".join(f"<code>{escape(str(each))}</code>" for each in kind["enum"])
    if "anyOf" in kind:
        return " or ".join(_kind(each) for each in kind["anyOf"])
    if kind.get("type") == "array":
        return f"list of {_kind(kind.get('items') or {})}"
    if kind.get("type") == "object":
        return f"{_kind(kind.get('additionalProperties') or {})} by name"
    return escape(str(kind.get("type", "anything")))


if __name__ == "__main__":
    print(msgspec.json.encode(everything()).decode())

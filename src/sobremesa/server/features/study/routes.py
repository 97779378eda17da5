"""Studies over HTTP: nothing is kept of them."""

import asyncio
import zlib
from typing import Any

from litestar import Request, post

from sobremesa.games.words import LANGUAGES
from sobremesa.kernel import REFEREE
from sobremesa.mistakes import Mistake
from sobremesa.play import record
from sobremesa.play.fork import fork
from sobremesa.play.match import Match
from sobremesa.server.features.lobby.routes import (
    admit,
    admit_by_all,
    known,
    known_game,
    known_guest,
    number_of,
    refusals,
    token_of,
)
from sobremesa.server.features.study import starts
from sobremesa.server.features.study.messages import (
    LONGEST,
    Beginning,
    Brought,
    BroughtRecord,
    NewSketch,
    NewStudy,
    PlayOn,
    Sketched,
    Studied,
)
from sobremesa.server.features.study.service import EVERYONE, come_to, studied
from sobremesa.server.http.language import spoken
from sobremesa.server.http.limits import Limits
from sobremesa.server.live.registry import House
from sobremesa.server.protocol.messages import About
from sobremesa.server.tables.fork import check
from sobremesa.server.tables.seating import written

Asking = Request[Any, Any, Any]


@post("/api/study", status_code=200, responses=refusals(400, 403, 404, 413, 429))
async def study(house: House, limits: Limits, data: NewStudy, request: Asking) -> Studied:
    """A position, and what may be chosen there after these moves. It begins at a moment of a match, as a seat may know
    it, at a lesson, at a puzzle, or as somebody has laid it out. Nothing is kept."""
    admit(request, limits, limits.study)
    language = tongue(request, data.language)
    match, home = await begun(house, data.begin, request)
    return await asyncio.to_thread(studied, match, data, language, home)


async def begun(house: House, wanted: Beginning, request: Asking) -> tuple[Match, int]:
    """The match where a study begins, and the seat whose information it begins from: REFEREE where all may be seen."""
    kind = starts.kind_of(wanted)
    if kind == "table":
        return await moment(house, wanted, request)
    if kind == "game":
        known_game(wanted.game)
        await house.prepare(wanted.game)
    return await asyncio.to_thread(starts.found, wanted), REFEREE


async def moment(house: House, wanted: Beginning, request: Asking) -> tuple[Match, int]:
    """A moment of a match: while it is played as a seat of one's own knows it, with what is hidden dealt anew."""
    table = (await known(house, wanted.table)).table
    guest = await house.guest(token_of(request))
    match = table.begun()
    moves = len(match.moves) if wanted.moves is None else wanted.moves
    if wanted.seat == EVERYONE:
        if not match.is_over:
            raise Mistake("Everything is shown when the match is over.")
        seat = REFEREE
    else:
        seat = number_of(table, wanted.seat)
        check(table, guest.id if guest else "", seat)
    return await asyncio.to_thread(
        supposed, match.copy(), wanted.table, seat, moves
    ), REFEREE if match.is_over else seat


@post("/api/study/sketch", status_code=200, responses=refusals(400, 403, 404, 413, 429))
async def lay_out(house: House, limits: Limits, data: NewSketch, request: Asking) -> Sketched:
    """A position while somebody lays it out: what lies there so far, what can follow, and why it cannot be played yet.
    Nothing is kept."""
    admit(request, limits, limits.study)
    known_game(data.game)
    await house.prepare(data.game)
    return await asyncio.to_thread(starts.sketched, data, tongue(request, data.language))


@post("/api/study/record", status_code=200, responses=refusals(400, 403, 413, 429))
async def bring(limits: Limits, data: BroughtRecord, request: Asking) -> Brought:
    """A record that somebody brings, as a study: read and checked move by move, and not kept."""
    admit(request, limits, limits.study)
    match = await asyncio.to_thread(record.loads, data.text)
    if len(match.moves) > LONGEST:
        raise Mistake(f"A study has at most {LONGEST} choices; this record has {len(match.moves)}.")
    beginning = Beginning(game=match.game.name, seats=match.seats, options={**written(match.game, match.options)})
    return Brought(beginning, [f"{match.seat_name(move.seat)}: {move.text}" for move in match.moves])


@post("/api/study/table", responses=refusals(400, 401, 403, 404, 413, 429))
async def play_on(house: House, limits: Limits, data: PlayOn, request: Asking) -> About:
    """Lay a table that begins where a study is, with bots in all other seats."""
    await admit_by_all(request, limits, limits.tables)
    guest = await known_guest(house, request)
    match, _ = await begun(house, data.study.begin, request)
    world = await asyncio.to_thread(come_to, match, data.study)
    if data.seat not in world.seat_names:
        raise Mistake(f"The seats are {', '.join(world.seat_names)}.")
    live = await house.lay_from(guest, world, world.seat_names.index(data.seat), data.bot)
    return live.table.about()


def tongue(request: Asking, language: str) -> str:
    """The language that was asked for, or the one that a browser likes best."""
    return language if language in LANGUAGES else spoken(request.headers.get("accept-language", ""))


def supposed(match: Match, table: str, seat: int, moves: int) -> Match:
    """The match as it was after so many choices, as far as a seat may know: the same whenever that is asked."""
    seed = zlib.crc32(f"{table} {moves} {seat}".encode())
    position = fork(match, seat, moves, seed)
    return Match(match.game, match.seats, seed="study", roll=False, start=position, **match.options)


ALL = [study, lay_out, bring, play_on]

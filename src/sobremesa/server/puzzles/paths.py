"""Puzzles over HTTP. The verdict is the house's, and nobody is told a solution before their first try is decided.

Whoever is known to the house has their first try at each puzzle counted; for everybody else nothing is kept.
"""

import asyncio
import random
import time
from collections.abc import Sequence
from typing import Annotated, Any

import msgspec
from litestar import Request, get, post
from litestar.exceptions import HTTPException

from sobremesa import puzzles
from sobremesa.mistakes import BadOption
from sobremesa.puzzles import Puzzle, Verdict
from sobremesa.server.house import House
from sobremesa.server.limits import Limits
from sobremesa.server.paths import admit, refusals, token_of
from sobremesa.server.puzzles.belief import Belief, mined
from sobremesa.server.puzzles.told import (
    FILL,
    Asked,
    Atlas,
    Clue,
    Fillable,
    Judged,
    Riddle,
    Solver,
    Split,
    Trying,
    asked,
    change,
    listed,
    rating_of,
    standing,
)
from sobremesa.server.store.puzzles import Counted, Try

Asking = Request[Any, Any, Any]
Kind = Annotated[str, msgspec.Meta(max_length=20)]
NO_PUZZLE = "There is no such puzzle."
NO_KIND = "There is no such kind of puzzle."
NEAR = 8
"""The next puzzle is one of so many that lie nearest to one's rating."""
SHOWN = 12
"""So many solutions are told."""


@get("/api/puzzles", responses=refusals(400, 404))
async def all_puzzles(house: House, request: Asking, kind: Kind) -> list[Riddle]:
    """Every puzzle of a kind, the easiest first, and what became of one's own first try."""
    found = known_kind(kind)
    me = await person_of(house, request)

    def look() -> list[Riddle]:
        known, tries = house.store.puzzles.believed(kind), tries_of(house, me)
        return sorted((listed(each, known, tries) for each in found), key=lambda each: (each.rating, each.id))

    return await house.reading(look)


@get("/api/puzzles/boards", responses=refusals(400))
async def boards(house: House, request: Asking) -> Atlas:
    """Every board of End of Line that can be filled, the easiest first, with the fewest points that there can be and
    those that one has reached. Each is played at a table, with these options and its walls."""
    me = await person_of(house, request)
    found = await asyncio.to_thread(puzzles.listed, FILL)
    fills = {each.puzzle: each for each in await house.reading(house.store.puzzles.fills, me)} if me else {}
    options = {name: str(value) for name, value in found[0].options.items() if name != "walls"}
    told = []
    for each in found:
        walls, mine = str(each.options["walls"]), fills.get(each.id)
        squares = [] if walls == "none" else walls.split()
        points, table = (mine.points, mine.table) if mine else (None, "")
        told.append(Fillable(each.id, squares, each.best or 0, each.effort, points, table))
    return Atlas(told, options)


@get("/api/puzzles/me", responses=refusals(400))
async def own_puzzles(house: House, request: Asking) -> list[Solver]:
    """What is believed of whoever asks, by the kind of puzzle; the usual, of nobody."""
    me = await person_of(house, request)
    beliefs = await house.reading(house.store.puzzles.solver, me) if me else {}
    return [standing(kind, beliefs) for kind in puzzles.kinds() if kind != FILL]


@get("/api/puzzles/next", responses=refusals(400, 404))
async def next_puzzle(
    house: House, request: Asking, kind: Kind, after: Annotated[str, msgspec.Meta(max_length=20)] = ""
) -> Asked:
    """A puzzle that one has not tried, about as hard as one is strong; not the one that one comes from."""
    found = known_kind(kind)
    me = await person_of(house, request)

    def look() -> Asked:
        kept = house.store.puzzles
        known, tries = kept.believed(kind), tries_of(house, me)
        you = standing(kind, kept.solver(me) if me else {})
        puzzle = near([each for each in found if each.id != after] or found, known, tries, you.rating)
        return asked(puzzle, known.get(puzzle.id), tries.get(puzzle.id), me, you)

    return await house.reading(look)


@get("/api/puzzles/{name:str}", responses=refusals(400, 404))
async def one_puzzle(house: House, request: Asking, name: str) -> Asked:
    """A puzzle."""
    puzzle = known_puzzle(name)
    me = await person_of(house, request)

    def look() -> Asked:
        kept = house.store.puzzles
        mine = kept.attempt(me, puzzle.id) if me else None
        you = standing(puzzle.kind, kept.solver(me) if me else {})
        return asked(puzzle, kept.believed(puzzle.kind).get(puzzle.id), mine, me, you)

    return await house.reading(look)


@post("/api/puzzles/{name:str}/try", status_code=200, responses=refusals(400, 403, 404, 413, 429))
async def try_puzzle(house: House, limits: Limits, request: Asking, name: str, data: Trying) -> Judged:
    """What these moves come to. While the turn is not over nothing is decided; the first that is counts."""
    admit(request, limits, limits.puzzles)
    puzzle = known_puzzle(name)
    await house.prepare(puzzle.game)
    verdict = await asyncio.to_thread(puzzles.judge, puzzle, data.moves)
    me = await person_of(house, request)
    counted = await decide(house, me, puzzle, verdict.state)
    return await asyncio.to_thread(judged, house, puzzle, verdict, counted, verdict.state == "solved")


@post("/api/puzzles/{name:str}/hint", status_code=200, responses=refusals(400, 403, 404, 429))
async def hint(house: House, limits: Limits, request: Asking, name: str) -> Clue:
    """Which piece a solution begins with. A puzzle of Splut! that is solved after it counts as half."""
    admit(request, limits, limits.puzzles)
    puzzle = known_puzzle(name)
    if puzzle.game != "splut":
        raise BadOption("There are hints for the puzzles of Splut! only.")
    await house.prepare(puzzle.game)
    first = (await asyncio.to_thread(puzzles.solutions, puzzle))[0][0]
    if me := await person_of(house, request):
        await house.reading(house.store.puzzles.hint, Try(me, puzzle.id, puzzle.kind, time.time(), "hinted"))
    return Clue(first[0], first[1:3])


@post("/api/puzzles/{name:str}/solution", status_code=200, responses=refusals(400, 403, 404, 429))
async def give_up(house: House, limits: Limits, request: Asking, name: str) -> Judged:
    """The solutions, for who gives up; where one has not tried the puzzle before, that is a try that failed."""
    admit(request, limits, limits.puzzles)
    puzzle = known_puzzle(name)
    await house.prepare(puzzle.game)
    counted = await decide(house, await person_of(house, request), puzzle, "failed")
    return await asyncio.to_thread(judged, house, puzzle, Verdict("failed", "shown"), counted, True)


async def decide(house: House, me: str, puzzle: Puzzle, state: str) -> Counted | None:
    """Count a try, where it is decided and somebody's first; boards are counted by what is reached at tables."""
    if not me or state == "open" or puzzle.kind == FILL:
        return None
    ended = Try(me, puzzle.id, puzzle.kind, time.time(), state)
    return await house.reading(house.store.puzzles.count, ended, mined(puzzle.rating))


def judged(house: House, puzzle: Puzzle, verdict: Verdict, counted: Counted | None, all_told: bool) -> Judged:
    decided = verdict.state != "open"
    found = puzzles.solutions(puzzle) if all_told else []
    splits = [Split(*each) for each in puzzles.splits(puzzle)] if decided else []
    rating = rating_of(puzzle, house.store.puzzles.believed(puzzle.kind))
    refutation, solutions = list(verdict.refutation), [list(each) for each in found[:SHOWN]]
    said: Any = verdict.said
    return Judged(
        verdict.state,
        said,
        refutation,
        verdict.loss,
        splits,
        solutions,
        len(found),
        counted is not None,
        change(counted),
        rating,
    )


def near(found: Sequence[Puzzle], known: dict[str, Belief], tries: dict[str, Try], rating: int) -> Puzzle:
    """One of those nearest to a rating that somebody has not tried; of those that they could not solve, where there is
    none; or any."""
    open_ones = [each for each in found if each.id not in tries or tries[each.id].state == "hinted"]
    failed = [each for each in found if each.id in tries and tries[each.id].state == "failed"]
    wanted = open_ones or failed or found
    return random.choice(sorted(wanted, key=lambda each: abs(rating_of(each, known) - rating))[:NEAR])


def known_kind(kind: str) -> list[Puzzle]:
    if kind not in puzzles.kinds() or kind == FILL:
        raise HTTPException(NO_KIND, status_code=404)
    return puzzles.listed(kind)


def known_puzzle(name: str) -> Puzzle:
    try:
        return puzzles.find(name)
    except BadOption:
        raise HTTPException(NO_PUZZLE, status_code=404) from None


async def person_of(house: House, request: Asking) -> str:
    """Who asks; nothing for one whom the house does not know."""
    guest = await house.guest(token_of(request))
    return guest.id if guest else ""


def tries_of(house: House, me: str) -> dict[str, Try]:
    return {each.puzzle: each for each in house.store.puzzles.tries(me)} if me else {}


ALL = [all_puzzles, boards, own_puzzles, next_puzzle, one_puzzle, try_puzzle, hint, give_up]

"""Puzzles over HTTP. The verdict is the house's, and nobody is told a solution before their first try is decided.

Whoever is known to the house has their first try at each puzzle counted; for everybody else nothing is kept.
"""

import asyncio
import time
from typing import Annotated, Any, Literal

import msgspec
from litestar import Request, get, post
from litestar.exceptions import HTTPException
from litestar.params import Parameter

from sobremesa import puzzles
from sobremesa.mistakes import BadOption
from sobremesa.puzzles import Puzzle, Verdict
from sobremesa.server.features.lobby.routes import admit, refusals, token_of
from sobremesa.server.features.puzzles.catalogue import EVERY, Show, beside, catalogue, leaf, options_of
from sobremesa.server.features.puzzles.messages import (
    FILL,
    Asked,
    Board,
    Clue,
    Judged,
    Leaf,
    Solver,
    Split,
    Trying,
    asked,
    change,
    rating_of,
    standing,
)
from sobremesa.server.features.puzzles.next_puzzle import aim, near, onward, streak
from sobremesa.server.features.puzzles.rating import NEW, mined
from sobremesa.server.features.puzzles.store import Counted, Try
from sobremesa.server.features.puzzles.table_results import by_walls
from sobremesa.server.http.limits import Limits
from sobremesa.server.live.registry import House

Asking = Request[Any, Any, Any]
Kind = Annotated[str, msgspec.Meta(max_length=20)]
Step = Annotated[int, Parameter(ge=EVERY, le=20)]
Number = Annotated[int, Parameter(ge=1, le=10_000)]
NO_PUZZLE = "There is no such puzzle."
NO_KIND = "There is no such kind of puzzle."
SHOWN = 12
"""So many solutions are told."""


@get("/api/puzzles", responses=refusals(400, 404))
async def list_of_puzzles(
    house: House, request: Asking, kind: Kind, show: Show = "all", step: Step = EVERY, page: Number = 1
) -> Leaf:
    """A page of the puzzles of a kind, the easiest first: all, or those of a step of difficulty, or those that one has
    not tried, has solved, has missed."""
    if kind not in puzzles.kinds():
        raise HTTPException(NO_KIND, status_code=404)
    me = await person_of(house, request)
    return await house.reading(lambda: leaf(kind, catalogue(kind, house.store.puzzles, me), show, step, page))


@get("/api/puzzles/board", responses=refusals(400, 404))
async def one_board(house: House, request: Asking, walls: Annotated[str, msgspec.Meta(max_length=40)]) -> Board:
    """The board of End of Line with these walls, what one has reached on it, and the boards next to it that one has not
    filled. Each is played at a table, with these options and its walls."""
    name = (await asyncio.to_thread(by_walls)).get(frozenset(walls.split()))
    if name is None:
        raise HTTPException(NO_PUZZLE, status_code=404)
    me = await person_of(house, request)

    def look() -> Board:
        found = catalogue(FILL, house.store.puzzles, me)
        board = next(each for each in found if each.id == name)
        return Board(board, beside(found, name, "open", EVERY), options_of(FILL))

    return await house.reading(look)


@get("/api/puzzles/me", responses=refusals(400))
async def own_puzzles(house: House, request: Asking) -> list[Solver]:
    """What is believed of whoever asks, by the kind of puzzle; the usual, of nobody."""
    me = await person_of(house, request)
    beliefs = await house.reading(house.store.puzzles.solver, me) if me else {}
    return [standing(kind, beliefs) for kind in puzzles.kinds() if kind != FILL]


@get("/api/puzzles/next", responses=refusals(400, 404))
async def next_puzzle(
    house: House,
    request: Asking,
    kind: Kind,
    after: Annotated[str, msgspec.Meta(max_length=20)] = "",
    came: Literal["", "solved", "failed"] = "",
) -> Asked:
    """A puzzle that one has not tried, about as hard as suits one; not the one that one comes from. What came of that
    one matters for who is nobody to the house."""
    found = known_kind(kind)
    me = await person_of(house, request)

    def look() -> Asked:
        kept = house.store.puzzles
        known, mine = kept.believed(kind), kept.tries(me) if me else []
        beliefs = kept.solver(me) if me else {}
        before = next((rating_of(each, known) for each in found if each.id == after), None)
        wanted = aim(beliefs.get(kind, NEW), streak(mine, kind)) if me else onward(before, came)
        tries = {each.puzzle: each for each in mine}
        puzzle = near([each for each in found if each.id != after] or found, known, tries, wanted)
        return asked(puzzle, known.get(puzzle.id), tries.get(puzzle.id), me, standing(kind, beliefs))

    return await house.reading(look)


@get("/api/puzzles/{name:str}", responses=refusals(400, 404))
async def one_puzzle(
    house: House, request: Asking, name: str, show: Literal["", Show] = "", step: Step = EVERY
) -> Asked:
    """A puzzle; for who walks along a list, also what is next to it there."""
    puzzle = known_puzzle(name)
    me = await person_of(house, request)

    def look() -> Asked:
        kept = house.store.puzzles
        mine = kept.attempt(me, puzzle.id) if me else None
        you = standing(puzzle.kind, kept.solver(me) if me else {})
        told = asked(puzzle, kept.believed(puzzle.kind).get(puzzle.id), mine, me, you)
        if show:
            told.beside = beside(catalogue(puzzle.kind, kept, me), puzzle.id, show, step)
        return told

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


ALL = [list_of_puzzles, one_board, own_puzzles, next_puzzle, one_puzzle, try_puzzle, hint, give_up]

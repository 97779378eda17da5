"""Lessons over HTTP. They are played as studies are; here is what to do in them, and what is said to it."""

import asyncio
import time
from typing import Annotated, Any

import msgspec
from litestar import Request, get, post
from litestar.exceptions import HTTPException

from sobremesa import games
from sobremesa.games.words import LANGUAGES
from sobremesa.lessons import BadLesson, Lesson, Reached, begun, find, follow, lessons
from sobremesa.mistakes import BadOption
from sobremesa.play.match import Match
from sobremesa.server.features.lobby.routes import admit, known_game, refusals, token_of
from sobremesa.server.http.language import spoken
from sobremesa.server.http.limits import Limits
from sobremesa.server.live.registry import House

Asking = Request[Any, Any, Any]
Language = Annotated[str, msgspec.Meta(max_length=20)]


class Titled(msgspec.Struct):
    """A lesson on the list."""

    id: str
    title: str
    rule: int
    """The rule that it teaches."""
    seat: str
    """Who one is in it."""
    asks: list[str]
    """What to do, step by step."""
    done: bool
    """Whether who asks has done it."""


class Course(msgspec.Struct):
    """The lessons of a game, in the order in which they are learnt."""

    game: str
    title: str
    lessons: list[Titled]


class Chosen(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """What somebody has chosen in a lesson."""

    choices: Annotated[list[Annotated[str, msgspec.Meta(max_length=60)]], msgspec.Meta(max_length=60)] = []
    """Their own choices, from the first on; what others play is the lesson's."""
    show: bool = False
    """Whether they want to be shown what comes next."""
    language: Language = ""


class Followed(Reached):
    """The same, and whether the house has kept that the lesson is done."""

    kept: bool = False


@get("/api/lessons", responses=refusals(400))
async def courses(house: House, request: Asking, language: Language = "") -> list[Course]:
    """The lessons of every game, and which of them one has done."""
    done, tongue = await known_done(house, request), tongue_of(request, language)

    def told(game: str) -> Course | None:
        return course(game, tongue, done) if lessons(game) else None

    found = await asyncio.to_thread(house.damage.sound, "lessons", games.names(), told)
    return [each for each in found if each]


@get("/api/lessons/{game:str}", responses=refusals(400, 404))
async def of_game(house: House, game: str, request: Asking, language: Language = "") -> Course:
    """The lessons of a game: what each asks for, but not how it is done."""
    known_game(game)
    done, tongue = await known_done(house, request), tongue_of(request, language)
    return await asyncio.to_thread(course, game, tongue, done)


@post("/api/lessons/{game:str}/{lesson:str}", status_code=200, responses=refusals(400, 403, 404, 413, 429))
async def attempt(house: House, limits: Limits, game: str, lesson: str, data: Chosen, request: Asking) -> Followed:
    """Where a lesson stands after these choices: whether the last was right, what is said to it, and what comes next.
    When it is over, the house keeps that one has done it; of one whom it does not know, nothing is kept."""
    admit(request, limits, limits.study)
    found = known_lesson(game, lesson)
    await house.prepare(game)
    tongue = tongue_of(request, data.language)
    told = await asyncio.to_thread(reached, found, data, tongue)
    if told.over and (guest := await house.guest(token_of(request))):
        await house.reading(house.store.lessons.add, guest.id, found.id, time.time())
        told.kept = True
    return told


def reached(lesson: Lesson, data: Chosen, language: str) -> Followed:
    told = Followed(**msgspec.structs.asdict(follow(lesson, data.choices, language)))
    if data.show and not told.over:
        told.shown = list(lesson.steps[told.step].shown)
    return told


def course(game: str, language: str, done: set[str]) -> Course:
    told = [
        Titled(
            lesson.id,
            lesson.title[language],
            lesson.rule,
            games.find(game).notation.seat_names(lesson.seats)[lesson.seat],
            [step.says[language] for step in lesson.steps],
            lesson.id in done,
        )
        for lesson in lessons(game)
    ]
    return Course(game, games.find(game).title, told)


def match_of(name: str) -> Match:
    """The match of a lesson, where a study of it begins."""
    try:
        return begun(find(name))
    except BadLesson:
        raise BadOption(f"There is no such lesson: {name}.") from None


def known_lesson(game: str, name: str) -> Lesson:
    known_game(game)
    for lesson in lessons(game):
        if lesson.id == name:
            return lesson
    raise HTTPException("There is no such lesson.", status_code=404)


async def known_done(house: House, request: Asking) -> set[str]:
    """The lessons that who asks has done; none for one whom the house does not know."""
    guest = await house.guest(token_of(request))
    found = await house.reading(house.store.lessons.of, guest.id) if guest else []
    return {each.lesson for each in found}


def tongue_of(request: Asking, language: str) -> str:
    return language if language in LANGUAGES else spoken(request.headers.get("accept-language", ""))


ALL = [courses, of_game, attempt]

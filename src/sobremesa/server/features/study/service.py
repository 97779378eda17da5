"""A position played on from, move by move, for all seats."""

from typing import Any

from sobremesa.kernel import CHANCE, REFEREE
from sobremesa.mistakes import BadDiagram, Mistake
from sobremesa.play.match import Match
from sobremesa.server.features.study.messages import NewStudy, Played, Studied
from sobremesa.server.protocol import views
from sobremesa.server.tables.draft import Draft
from sobremesa.server.tables.seating import written

EVERYONE = "everyone"


def studied(match: Match, asked: NewStudy, language: str, home: int = REFEREE) -> Studied:
    """What somebody is told who plays these moves from where a match is.

    `home` is the seat whose information it begins from, REFEREE where nothing is hidden from anybody.
    """
    world = beginning(match, asked)
    last = played(world, asked)
    eyes = eyes_of(world, asked.eyes, home)
    since = min(last if asked.since is None else asked.since, len(world.moves))
    seats = [seat for seat in world.to_act if seat != CHANCE]
    return Studied(
        game=world.game.name,
        seats=list(world.seat_names),
        options=written(world.game, world.options),
        eyes=EVERYONE if eyes == REFEREE else world.seat_name(eyes),
        view=world.view(eyes),
        events=views.happened(world, since, eyes, language),
        played=[Played(world.seat_name(move.seat), move.text) for move in world.moves],
        awaited=[world.seat_name(seat) for seat in world.to_act],
        choices={world.seat_name(seat): views.offered(Draft(world, seat), language) for seat in seats},
        expected={world.seat_name(seat): world.expected(language, seat) for seat in seats},
        chance=world.texts_of(CHANCE),
        over=world.is_over,
        result=list(world.result.scores) if world.result else None,
        set_up=described(world),
    )


def described(world: Match) -> dict[str, Any] | None:
    """The position as it could be set up, where it could."""
    if world.is_over or not world.game.has("set_up"):
        return None
    try:
        data: dict[str, Any] = world.game.part("set_up").write(world.position[0])
    except BadDiagram:
        return None
    return data


def beginning(match: Match, asked: NewStudy) -> Match:
    """A match that begins where another is."""
    return Match(match.game, match.seats, seed=asked.chance, roll=False, start=match.position, **match.options)


def come_to(match: Match, asked: NewStudy) -> Match:
    """The match after what was asked for."""
    world = beginning(match, asked)
    played(world, asked)
    return world


def played(world: Match, asked: NewStudy) -> int:
    """Play what was asked for; after how many choices the last of it came."""
    last = 0
    for text in asked.moves:
        seat, move = whose(world, text)
        if asked.chance and seat is None and CHANCE in world.to_act and move not in world.texts_of(CHANCE):
            world.let_chance_act()
        last = len(world.moves)
        world.push(move, seat)
    if asked.chance:
        world.let_chance_act()
    return last


def whose(world: Match, text: str) -> tuple[int | None, str]:
    """The seat that a move names before a colon, if it does, and the move itself."""
    name, colon, move = text.partition(": ")
    seats = {world.seat_name(seat): seat for seat in (*range(world.seats), CHANCE)}
    return (seats[name], move) if colon and name in seats else (None, text)


def eyes_of(world: Match, name: str, home: int) -> int:
    """With whose eyes the position is seen."""
    if name == EVERYONE and home == REFEREE:
        return REFEREE
    if name == EVERYONE:
        raise Mistake("Everything is shown when the match is over.")
    if name in world.seat_names:
        return world.seat_names.index(name)
    if name:
        raise Mistake(f"The seats are {', '.join(world.seat_names)}.")
    seats = [seat for seat in world.to_act if seat != CHANCE]
    chose = [move.seat for move in world.moves if move.seat != CHANCE]
    return next(iter(seats + chose[-1:]), home)

"""What the counsel of Outspeed says, tried by resolving turns with every company that there may be."""

from itertools import product

import pytest

from sobremesa.games.outspeed import coach
from sobremesa.games.outspeed.notation import write
from sobremesa.games.outspeed.rules import track
from sobremesa.games.outspeed.tables import LAY, NOTHING, PROGRAMMING, SECTION
from sobremesa.games.words import words
from sobremesa.kernel import REFEREE
from sobremesa.play.match import Match
from tests.support.games.counsel import Asked, hold

pytestmark = pytest.mark.compiled
ROLLS = 4
"""How often a turn is resolved with the same choices."""


def chosen(question, actions=None):
    return write(question.seen[0], question.seat, (actions or question.actions)[0])


def others(question):
    ships = question.match.view()["ships"]
    return [seat for seat, ship in enumerate(ships) if ship["racing"] and seat != question.seat]


def fresh(question):
    """The match before anybody has programmed."""
    world = question.match.copy()
    for seat in range(world.seats):
        world.position[0].route[seat] = 0
    world.suppose(world.position)
    return world


def turns(question, move, number):
    """What a route comes to for the seat, over all that exactly so many others on it can choose: what it pays, the zone
    it is in, the fuel it gets, what it draws, and whether it is out."""
    world = fresh(question)
    ways = [
        [text for text in world.texts_of(seat) if text[1:] in ("", "0")] for seat in others(question)
    ]  # the wheel of another matters to nobody
    for company in product(*ways):
        if [text[0] for text in company].count(move[0]) == number:
            for roll in range(ROLLS):
                yield resolved(question, world, move, company, roll)


def resolved(question, world, move, company, roll):
    then = Match(world.game, world.seats, seed=f"{roll} {move} {company}", start=world.position, **world.options)
    was = then.position[0]
    zone, fuel = int(was.zone[question.seat]), int(was.fuel[question.seat])
    told = []
    for seat, text in zip(others(question), company, strict=True):
        told += then.play(text, seat)
    before = len(then.moves)
    then.push(move, question.seat)
    events = [event for event in then.events(before, REFEREE) if event.seat == question.seat]
    paid = sum(event.fuel for event in events if event.kind == "paid")
    ends = [event.end for event in events if event.kind == "moved"]
    gets = sum(event.fuel for event in events if event.kind == "fuelled")
    out = [event.why for event in events if event.kind == "out"]
    return {"cost": paid, "zone": ends[-1] if ends else zone, "fuel": gets, "out": out, "left": fuel - paid}


def rows(question, route, number, row, actions=None):
    """Whether all that can come of it is within what was said."""
    move, told = chosen(question, actions), dict(row)
    found = list(turns(question, move, number))
    assert found and move[0] == route
    for part in "zone", "cost", "fuel":
        low, high = told.get(part, (0, 0))
        if not all(low <= each[part] <= high for each in found if not (each["out"] and part != "cost")):
            return False
    return True


def company(question, route, row, number=0):
    return rows(question, route, number, row)


def whatever(question, route, row):
    numbers = range(len(others(question)) + 1)
    able = [n for n in numbers if any(True for _ in turns(question, chosen(question), n))]
    return all(rows(question, route, number, row) for number in able)


def full(question, route, number):
    moved = question.match.position[0].zone[question.seat]
    found = list(turns(question, chosen(question), number))
    return chosen(question)[0] == route and all((each["cost"], each["zone"]) == (0, moved) for each in found)


def keeps(question, fuel):
    numbers = range(len(others(question)) + 1)
    left = [each["left"] for number in numbers for each in turns(question, chosen(question), number)]
    return min(left) >= fuel > 0


def dry(question, route, number, cost, fuel):
    s = question.match.position[0]
    move = chosen(question)
    found = list(turns(question, move, number))
    gone = any("fuel" in each["out"] for each in found)
    return (gone or cost >= 4) and s.fuel[question.seat] == fuel and max(each["cost"] for each in found) <= cost


def dear(question, route, number, cost, fuel):
    """For some number on the wheel that one may choose."""
    asked = [text for text in question.match.texts_of(question.seat) if text[0] == route]
    codes = [question.match.check(text, question.seat)[0] for text in asked]
    each = [Asked(question.match, question.seat, [code], []) for code in codes]
    return any(dry(one, route, number, cost, fuel) for one in each)


def falls(question, falls, number):
    then = question.match.position.copy()
    track.drop_tail(then[0])
    zone = int(question.match.position[0].zone[question.seat])
    return then[0].rear == falls + 1 == zone + number and not track.racing(then[0], question.seat)


def danger(question, front, danger, number=None, zone=None):
    """If the front is passed, that falls."""
    then = question.match.position.copy()
    was = int(then[0].zone[question.seat]) if zone is None else zone
    assert then[0].front == front
    then[0].front += SECTION
    track.drop_tail(then[0])
    return then[0].rear == danger + 1 and (number is None or was + number == danger + 1) and was <= danger


def behind(question, zone, front, danger):
    numbers = range(len(others(question)) + 1)
    ends = [each["zone"] for number in numbers for each in turns(question, chosen(question), number)]
    return min(ends) >= zone and globals()["danger"](question, front, danger, zone=zone)


def left(question, zone, falls):
    numbers = range(len(others(question)) + 1)
    found = [each for number in numbers for each in turns(question, chosen(question), number)]
    return all(each["out"] for each in found) and max(each["zone"] for each in found) <= zone <= falls


def slow(question, zone, most):
    numbers = range(len(others(question)) + 1)
    ends = [each["zone"] for number in numbers for each in turns(question, chosen(question), number)]
    return max(ends) <= zone < most and lands(question, 0, most)


def beyond(question, danger):
    numbers = range(len(others(question)) + 1)
    found = [each for number in numbers for each in turns(question, chosen(question), number) if not each["out"]]
    return all(each["zone"] > danger for each in found) and danger == question.match.position[0].front - SECTION


def instead(question, route, row):
    return rows(question, route, 0, row, question.instead)


def able(question, route):
    world = fresh(question)
    ships = [*others(question), question.seat]
    return {seat for seat in ships if any(text[0] == route for text in world.texts_of(seat))}


def tile(question, route):
    return next(each for each in question.match.view(question.seat)["tile"]["routes"] if each["symbol"] == route)


def played(question, action):
    """The match after the bonuses, if the seat lays this and nobody else has laid anything, or does."""
    world = question.match.copy()
    start = world.position.copy()
    for seat in others(question):
        if start[0].laid[seat]:
            start[0].laid[seat] = NOTHING
    world.suppose(start)
    while world.position[0].phase < PROGRAMMING:
        seat = world.to_act[0]
        world.push(world.move(seat, action if seat == question.seat else LAY))
    return world


def laid(question, action=None):
    """How it stood, and how it stands then."""
    return question.match.position[0], played(question, question.actions[0] if action is None else action).position[0]


def struck(fits):
    def check(question, seats, number, action=None):
        before, then = laid(question, action)
        ships = [seat for seat in others(question) if fits(before, then, seat)]
        return tuple(ships) == tuple(seats) and number == len(ships) > 0

    return check


def out(before, then, seat):
    return not track.racing(then, seat)


def misses(question, seats, number):
    codes = [code for code in question.match.legal_actions_of(question.seat) if code != LAY]
    return any(struck(out)(question, seats, number, code) for code in codes)


def wasted(question):
    before, then = laid(question)
    return all(
        then.zone[seat] == before.zone[seat] and then.fuel[seat] == before.fuel[seat] for seat in others(question)
    )


def ahead(question, seats, number):
    s = question.match.position[0]
    return {int(s.zone[seat]) - int(s.zone[question.seat]) for seat in seats} == {number} and number > 0


def lands(question, least, most):
    ends = []
    for text in question.match.texts_of(question.seat):
        for number in range(len(others(question)) + 1):
            ends += [each["zone"] for each in turns(question, text, number) if not each["out"]]
    return least <= min(ends) and max(ends) <= most


def opens(question, route):
    after, without = (played(question, action).texts_of(question.seat) for action in (question.actions[0], LAY))
    return route in {text[0] for text in after} - {text[0] for text in without}


CHECKS = {
    "falls": falls,
    "danger": danger,
    "dear": dear,
    "dear_alone": dear,
    "cannot": lambda question, route, seats, number: (
        set(seats) == {*others(question), question.seat} - able(question, route) and number == len(seats)
    ),
    "room": lambda question, route, number, able: (
        tile(question, route)["room"] == number < able == len(globals()["able"](question, route))
    ),
    "solo": lambda question, route: tile(question, route)["solo"],
    "lands": lands,
    "ahead": ahead,
    "leads": lambda question: max(question.match.position[0].zone) == question.match.position[0].zone[question.seat],
    "stock": lambda question, fuel, number: question.match.position[0].fuel[question.seat] == fuel,
    "whatever": whatever,
    "alone": company,
    "company": company,
    "full": full,
    "beyond": beyond,
    "keeps": keeps,
    "instead": instead,
    "dry": dry,
    "dry_alone": dry,
    "left": left,
    "behind": behind,
    "slow": slow,
    "puts_out": struck(out),
    "pushes": struck(lambda before, then, seat: track.racing(then, seat) and then.zone[seat] < before.zone[seat]),
    "drains": struck(lambda before, then, seat: track.racing(then, seat) and then.fuel[seat] < before.fuel[seat]),
    "stops": lambda question, zone: laid(question)[1].marker.tolist().count(zone) > 0,
    "goes": lambda question, zone: laid(question)[1].zone[question.seat] == zone,
    "fills": lambda question, fuel: laid(question)[1].fuel[question.seat] == fuel,
    "opens": opens,
    "saves": lambda question, number: question.seen[0].hand[question.seat].sum() == number,
    "wasted": wasted,
    "misses": misses,
}
SELDOM = {"opens", "left", "falls", "dear_alone", "dry_alone", "puts_out", "misses", "drains", "cannot"}
CASES = [("outspeed", 3 + n % 2, {}) for n in range(14)]


def test_whatever_is_said_is_so():
    hold(coach, CHECKS, CASES, enough=4, seldom=SELDOM)
    assert set(CHECKS) | {"parts"} == set(words(coach.__file__)["en"]["counsel"])

"""Pictures of Outspeed: who is awaited, what is sealed, what is known, and where the ships are."""

import numpy as np

from sobremesa.games import svg_kit
from sobremesa.games.outspeed import picture
from sobremesa.games.outspeed import svg_kit as parts
from sobremesa.kernel import REFEREE, SPECTATOR
from sobremesa.lab.render import raster
from tests.support.games.outspeed import choose, own_set, race

FOUR = {"ruby": 9, "maize": 8, "jade": 7, "lapis": 7}
RING, ENVELOPE, OUT = "M9.500 40.500C4 27", "M3 4.500 16 14", 'opacity="0.5"'
BONUS = {"nitro": "M14.500 19.500h10", "flamethrower": "M25 7.500c1 6", "hidden": "M9.300 9.200a2.800"}


def seen(match, eyes=SPECTATOR, theme="light"):
    return picture.svg(match.view(eyes), theme)


def test_a_coffee_ring_for_whoever_is_awaited_and_an_envelope_for_whoever_has_sealed():
    match = race(**FOUR)
    for done, (name, route) in enumerate({"jade": "B", "ruby": "A", "maize": "A"}.items(), 1):
        choose(match, **{name: route})
        assert (seen(match).count(RING), seen(match).count(ENVELOPE)) == (4 - done, done)
    choose(match, lapis="A")
    assert seen(match).count(ENVELOPE) == 0


def test_what_is_sealed_is_told_to_whoever_sealed_it():
    one, other = (choose(race(**FOUR), jade=route) for route in "AB")
    for eyes in 0, 1, 3, SPECTATOR:
        assert seen(one, eyes) == seen(other, eyes)
    for eyes in 2, REFEREE:
        assert seen(one, eyes) != seen(other, eyes)


def test_tokens_are_face_up_for_whoever_holds_them():
    match = race(hands={"maize": "nitro flamethrower"}, **FOUR)
    for eyes, face_up in (0, 0), (1, 1), (SPECTATOR, 0), (REFEREE, 1):
        assert [seen(match, eyes).count(BONUS[token]) for token in ("nitro", "flamethrower")] == [face_up] * 2
    assert seen(match, 0).count(BONUS["hidden"]) == 1 + seen(match, 1).count(BONUS["hidden"])


def test_who_is_out_is_faint_and_has_no_ship():
    assert [seen(race(**FOUR | {"lapis": zone})).count(OUT) for zone in (7, None)] == [0, 1]


def test_the_ships_are_in_their_zones_and_lanes():
    match = race(**FOUR)
    view, drawing = match.view(), seen(match)
    width, height = map(float, drawing.partition('viewBox="0 0 ')[2].partition('"')[0].split())
    dots = raster(drawing, 2 * picture.WIDTH).astype(int)
    assert width == picture.WIDTH and abs(dots.shape[0] - 2 * height) <= 1
    tall, _ = picture._track(view, svg_kit.colours("light", "outspeed"))
    top = height - 12 - picture.GAP - tall + 36
    wide = (picture.INNER - 8) / (view["track"]["front"] - view["track"]["rear"] + 1)
    for lane, ship in enumerate(view["ships"]):
        left = picture.EDGE + 4 + (ship["zone"] - view["track"]["rear"]) * wide
        box = dots[
            int(2 * (top + 6 + 42 * lane)) : int(2 * (top + 48 + 42 * lane)), int(2 * left) : int(2 * (left + wide))
        ]
        colour = svg_kit.colours("light", "outspeed")[f"seat-{svg_kit.LETTERS[lane]}"]
        near = np.abs(box - [int(colour[k : k + 2], 16) for k in (1, 3, 5)]).max(axis=2) <= 6
        assert near.sum() > 150, ship["name"]


def test_force_fields_stand_in_their_zones():
    dome = "M3.500 138V52C3.500 24 19 9 35 9s31.500 15 31.500 43v86z"
    assert [seen(race(fields=fields, **FOUR)).count(dome) for fields in ((), (11,), (10, 12))] == [0, 1, 2]


def test_tiles_of_ones_own_are_not_called_reconstructed():
    routes = [{"symbol": "A", "zones": 3}]
    own = race(options={"tiles": own_set(tile_1=routes)}, **FOUR)
    assert not own.view()["tile"]["reconstructed"]
    house, other = (
        svg_kit.write(words, 0, 0, 8.5, "#000").partition(" transform")[0] for words in ("reconstructed", "own tiles")
    )
    assert house in seen(race(**FOUR)) and house not in seen(own)
    assert other in seen(own) and other not in seen(race(**FOUR))


def test_a_long_number_is_drawn_smaller_so_that_it_stays_in_its_route():
    of = svg_kit.colours("light", "outspeed")
    short, long = (parts.printed(number, "zones", "+", of) for number in ("3", "20 + A + 6 blue + B blue + wheel"))
    assert short[0] < 60 and long[0] == parts.LONGEST

"""What is seen of End of Line: views, drawings, and the same in sentences."""

import json
import random

import pytest

import sobremesa
from sobremesa.games.end_of_line import draw
from sobremesa.kernel import REFEREE, SPECTATOR
from tests.support.games.end_of_line import begin, play

AREA = """
    0  .  .  R│ .  .  .  .
    1  .  .  R│ .  .  .  .
    2  M─ M─ R│ .  M┌ M─ M─
    3  .  .  R╵ .  M╵ .  .
"""


@pytest.mark.parametrize(("seats", "mode"), [(2, "versus"), (8, "versus"), (4, "teams"), (8, "teams")])
def test_a_view_never_shows_another_hand(seats, mode):
    match = sobremesa.Match("end-of-line", seats, mode=mode, edition="2021", seed="hands")
    while not match.is_over:
        for eyes in (*range(seats), SPECTATOR):
            for line, each in enumerate(match.view(eyes)["lines"]):
                assert (each["hand"] is not None) == (line == eyes)
        match.push(match.legal_moves[0])
    assert all(each["hand"] is not None for each in match.view(REFEREE)["lines"])


def test_what_another_hand_holds_changes_nothing_that_is_seen():
    """Not even what is still to come from its deck."""
    one = begin(AREA, hands={"maize": "left left right right tee"})
    other = begin(AREA, hands={"maize": "cross-0 cross-5 tee tee straight"})
    for eyes in 0, SPECTATOR:
        assert one.view(eyes) == other.view(eyes)
        assert one.seen_by(eyes).tobytes() == other.seen_by(eyes).tobytes()
        assert one.board(eyes) == other.board(eyes)
    assert one.view(1) != other.view(1)
    assert one.view(REFEREE) != other.view(REFEREE)


def test_the_cards_not_laid_are_known_of_everybody():
    view = begin(AREA, hands={"maize": "left left right right tee"}).view(0)
    assert view["lines"][1]["unlaid"] == {
        "straight": 5, "left": 4, "right": 3, "left-ahead": 2, "ahead-right": 2, "tee": 2, "cross-5": 1, "cross-0": 1
    }  # fmt: skip
    assert view["lines"][1]["held"] == 5
    assert view["lines"][1]["deck"] == 15


def test_a_view_is_plain_data():
    view = begin(AREA, rounds=3, energy={"maize": 1}).view(0)
    assert json.loads(json.dumps(view)) == view
    assert view["game"] == "end-of-line"
    assert (view["mode"], view["seat"], view["size"], view["walls"]) == ("versus", 0, 7, [])
    assert (view["round"], view["order"], view["mover"], view["over"]) == (3, [0, 1], 0, False)
    assert (view["turned"], view["pile"], view["points"]) == (None, [], None)
    assert view["empty"] == 49 - 2 - 8
    ruby, maize = view["lines"]
    assert ruby["cards"][0] == {"square": "3,2", "kind": "start", "initiative": None, "heading": "N"}
    assert ruby["cards"][-1] == {"square": "0,2", "kind": "straight", "initiative": 1, "heading": "N"}
    assert (ruby["exits"], maize["exits"]) == (["6,2"], [])
    assert (ruby["energy"], maize["energy"]) == (3, 1)
    assert (ruby["initiative"], ruby["alive"], ruby["held"]) == (1, True, 5)
    assert ruby["hand"] == {
        "straight": 1, "left": 1, "right": 1, "left-ahead": 1, "ahead-right": 1, "tee": 0, "cross-5": 0, "cross-0": 0
    }  # fmt: skip


def test_a_view_tells_from_which_card_the_next_is_laid():
    match = begin(AREA.replace("1  .  .  R│", "1  .  .  R┼"), rounds=3)
    assert (match.view()["from"], match.view()["to_lay"]) == (0, 2)
    play(match, "turnaround")
    assert (match.view()["from"], match.view()["to_lay"]) == (1, 2)
    play(match, "straight>1,1")
    assert (match.view()["from"], match.view()["to_lay"]) == (0, 1)


def test_a_view_tells_where_the_next_card_may_lie_and_how_it_could_go_on():
    match = begin(AREA.replace("1  .  .  R│", "1  .  .  R┼"), rounds=3)
    north = {"square": "6,2", "start": "0,2", "heading": "N", "over": None, "open": ["N", "E", "W"]}
    assert match.view()["places"] == {
        "go": [north],
        "boost": [north],
        "brake": [north],
        "turnaround": [
            {"square": "1,1", "start": "1,2", "heading": "W", "over": None, "open": ["N", "W"]},
            {"square": "1,3", "start": "1,2", "heading": "E", "over": None, "open": ["N", "E", "S"]},
        ],
    }
    play(match, "turnaround")
    assert [place["square"] for place in match.view(SPECTATOR)["places"]["lay"]] == ["1,1", "1,3"]
    play(match, "straight>1,1")
    assert [place["square"] for place in match.view()["places"]["lay"]] == ["1,0"]


@pytest.mark.parametrize("cost", [0, 1])
def test_places_in_a_view_are_those_of_the_moves(cost):
    rng, crossings = random.Random(1), 0
    for number in range(60):
        match = sobremesa.Match("end-of-line", 4, mode="teams", cross_cost=cost, seed=str(number))
        while not match.is_over:
            line = match.to_act[0]
            seen = match.view(line)
            places, texts = seen["places"], {move.text for move in match.legal_moves}
            crossings += any(place["over"] for some in places.values() for place in some)
            if "lay" in places:
                held = [kind for kind, cards in seen["lines"][line]["hand"].items() if cards]
                assert texts == {f"{kind}>{place['square']}" for kind in held for place in places["lay"]}
            else:
                assert texts == set(places)
            match.push(rng.choice(match.legal_moves))
    assert crossings


def test_what_counts_alone_is_told_from_the_beginning():
    match = begin(rows={"ruby": "straight straight"}, seats=1, rounds=3)
    assert match.view()["tally"] == {"score": "es", "left": 48, "spent": 0, "energy": 3}
    play(match, "boost straight>4,2")
    assert match.view()["tally"] == {"score": "es", "left": 47, "spent": 1, "energy": 2}
    assert begin(AREA).view()["tally"] is None


def test_partners_are_told():
    assert [line["partner"] for line in begin(seats=4, mode="teams").view()["lines"]] == [3, 2, 1, 0]
    assert [line["partner"] for line in begin(AREA).view()["lines"]] == [None, None]


def test_nobody_moves_while_cards_are_dealt_nor_when_it_is_over():
    match = sobremesa.Match("end-of-line", 2, roll=False)
    assert (match.view()["mover"], match.view()["order"]) == (None, [])
    play(match, "straight tee")
    assert (match.view()["mover"], match.view()["order"]) == (None, [0, 1])
    match = begin(hands={"ruby": ""})
    assert (match.view()["mover"], match.view()["over"]) == (None, True)


def trimmed(drawing):
    return "\n".join(map(str.rstrip, drawing.splitlines()))


def test_a_drawing_with_letters_ways_and_heads():
    """And round the area its opposite edges, as ghosts."""
    assert (
        trimmed(begin(AREA).board(0))
        == """\
       0  1  2  3  4  5  6
    ·   ·  ·  ·  ·  ·  ·  ·   ·
 0  · ┊ ·  · R│* ·  ·  ·  · ┊ ·  0
 1  · ┊ ·  · R│  ·  ·  ·  · ┊ ·  1
 2 m─ ┊M─ M─*R│  · M┌ M─ M─ ┊m─  2
 3  · ┊ ·  · R╵  · M╵  ·  · ┊ ·  3
 4  · ┊ ·  ·  ·  ·  ·  ·  · ┊ ·  4
 5  · ┊ ·  ·  ·  ·  ·  ·  · ┊ ·  5
 6  · ┊ ·  ·  ·  ·  ·  ·  · ┊ ·  6
    ·   ·  · r│* ·  ·  ·  ·   ·
       0  1  2  3  4  5  6

> R ruby       energy 3  deck 17  straight, left, right, left-ahead, ahead-right
  M maize      energy 3  deck 15  5 cards
  round 2, order ruby maize"""
    )


def test_ghosts_at_the_corners():
    """A card in a corner is seen three times more."""
    match = begin("0  R─ R─ R┐ .  .\n 1  .  .  R│ .  .", 1)
    rows = match.board().splitlines()
    assert rows[1].split() == ["·", "·", "·", "·", "·", "·", "·"]
    assert rows[2] == " 0  · ┊R─*R─ R┐  ·  · ┊r─* 0"
    assert rows[7].split() == ["·", "r─*r─", "r┐", "·", "·", "r─*"]


def test_cut_lines_walls_and_what_is_held():
    match = begin(AREA + "4  ## . . . . . .", cut="maize")
    rows = match.board(1).splitlines()
    assert rows[4] == " 2 m─ ┊M─ M─xR│  · M┌ M─ M─ ┊m─  2"
    assert rows[6] == " 4  · ┊### ·  ·  ·  ·  ·  · ┊### 4"
    assert "  M maize      energy 3  deck 15  straight, left, right, left-ahead, ahead-right  cut" in rows
    assert "  R ruby       energy 3  deck 17  5 cards" in rows


@pytest.mark.parametrize(
    ("kind", "ways"),
    [
        ("straight", "│─│─"),
        ("left", "┐┘└┌"),
        ("right", "┌┐┘└"),
        ("left-ahead", "┤┴├┬"),
        ("ahead-right", "├┬┤┴"),
        ("tee", "┬┤┴├"),
        ("cross-5", "┼┼┼┼"),
        ("cross-0", "┼┼┼┼"),
        ("start", "╵╶╷╴"),
    ],
)
def test_the_ways_of_every_card(kind, ways):
    for heading, way in zip("NESW", ways, strict=True):
        assert draw.WAYS[draw._sides({"kind": kind, "heading": heading})] == way


def test_colours_are_only_paint():
    match = begin(AREA)
    painted = match.board(0, colour=True)
    assert "\x1b[1;31mR│*\x1b[0m" in painted
    assert "\x1b[1;33mM─*\x1b[0m" in painted
    assert "\x1b[2mr│*\x1b[0m" in painted  # a ghost is dim
    for paint in {"\x1b[0m", "\x1b[2m", "\x1b[1;31m", "\x1b[1;33m"}:
        painted = painted.replace(paint, "")
    assert trimmed(painted) == trimmed(match.board(0))


def test_a_card_turned_up_and_the_pile():
    match = play(begin("", 1, mode="classic"), "tee discard next left-ahead discard next cross-5")
    rows = match.board().splitlines()
    assert rows[-2:] == ["  turned up: cross-5", "  discards, the top one last: tee left-ahead"]


def test_the_same_in_sentences():
    assert draw.describe(begin(AREA).view(0)).splitlines() == [
        "The area has 7 rows and 7 columns, counted from 0; its opposite edges are joined.",
        "Ruby has laid 3 cards: 3,2, 2,2, 1,2, 0,2. The last is straight heading north; the line can go on to 6,2. "
        "Energy 3, 17 cards in the deck, hand: straight, left, right, left-ahead, ahead-right.",
        "Maize has laid 5 cards: 3,4, 2,4, 2,5, 2,6, 2,0, 2,1. The last is straight heading east; "
        "the line can go on to nowhere. Energy 3, 15 cards in the deck, hand: 5 cards.",
    ]


def test_in_sentences_with_walls_and_cut():
    match = begin("1  .  .  R┼ .  .", 1, walls="0,0 4,4")
    told = draw.describe(match.view()).splitlines()
    assert told[1] == "Walls are on 0,0 and 4,4."
    assert "the line can go on to 1,1 and 0,2 and 1,3." in told[2]
    told = draw.describe(begin(hands={"ruby": ""}).view(0)).splitlines()
    assert "the line is cut" in told[1]
    assert "hand: no cards." in told[1]
    told = draw.describe(begin(hands={"ruby": "tee straight straight"}).view(0)).splitlines()
    assert "hand: 2 straight, tee." in told[1]

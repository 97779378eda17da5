"""A match is looked at again: by what each seat could know, for every game, mode and number of seats."""

import json
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import msgspec
import pytest

import sobremesa as sm
from sobremesa import analysis
from sobremesa.analysis import chart, graph
from sobremesa.analysis.evaluator import Judge
from sobremesa.play.ending import Ending
from sobremesa.play.fork import imagined
from tests.support.analysis import blundered, played

pytestmark = pytest.mark.compiled
CASES = [
    ("splut", 2, {}),
    ("splut", 3, {}),
    ("end-of-line", 1, {}),
    ("end-of-line", 2, {}),
    ("end-of-line", 4, {"mode": "teams"}),
    ("end-of-line", 2, {"mode": "coop"}),
    ("shut-the-lines", 1, {}),
    ("shut-the-lines", 2, {}),
    ("outspeed", 3, {}),
]


@pytest.mark.parametrize(("game", "seats", "options"), CASES)
def test_every_move_has_its_row(game, seats, options):
    match = played(game, seats, options)
    rows = list(analysis.of(match, "uct@40"))
    assert [(row.number, row.move) for row in rows] == [(n, move.text) for n, move in enumerate(match.moves, 1)]
    for number, row in enumerate(rows):
        told = json.loads(json.dumps(row.data()))
        assert told["n"] == number + 1 and told["seat"] == match.seat_name(row.seat)
        if row.seat == sm.CHANCE:
            alone = number + 1 == len(rows) or rows[number + 1].seat != sm.CHANCE
            assert row.before is None and bool(row.luck) <= alone
            assert all(abs(by) <= 2 and 0 <= error <= 1 for by, error in row.luck.values())
            continue
        legal = match.at(number).texts_of(row.seat)
        assert (row.before is None) == (len(legal) == 1)
        if row.before is not None:
            assert -1 <= row.after <= row.before <= 1
            assert row.best in (None, *(text for text in legal if text != row.move))
    drawn = graph.draw(match, rows, 60)
    assert drawn and max(map(len, drawn.splitlines())) <= 60
    for theme in "light", "dark":
        root = ET.fromstring(chart.svg(match, rows, theme))
        assert root.tag.endswith("svg")


def test_a_blunder_is_seen_and_what_was_better_is_told():
    rows = list(analysis.of(blundered(), "uct@4000"))
    assert [row.number for row in rows if row.mark == "??"] == [6]
    bad = rows[5]
    assert bad.after < -0.6 and bad.lost > 0.5 and bad.best != bad.move
    assert bad.best_said[0].startswith("Red's ") and bad.line[0] == bad.best
    assert rows[-1].outlook == (-1.0, 1.0)
    [curve] = graph.curves(blundered(), rows)
    assert (curve.top, curve.bottom) == ("Red wins", "Green wins")
    assert curve.marks[-1] == (6, "??") or (6, "??") in curve.marks
    assert curve.points[-1] == (9, -1.0) and dict(curve.points)[7] < -0.6


def test_the_same_seed_says_the_same_and_a_part_is_a_part():
    match = played("end-of-line", 2, {})
    once, again = (list(analysis.of(match, "uct@50", seed=2)) for _ in range(2))
    assert once == again
    some = list(analysis.of(match, "uct@50", seed=2, first=3, last=5))
    assert some == once[2:5]


@pytest.mark.parametrize(
    ("game", "seats", "bot"),
    [
        ("splut", 2, "hard@3000"),
        ("splut", 4, "hard@12"),
        ("end-of-line", 1, "hard@100"),
        ("end-of-line", 3, "hard@100"),
        ("shut-the-lines", 2, "uct@100"),
        ("outspeed", 3, "hard@60"),
    ],
)
def test_wherever_one_goes_on_every_row_is_the_same_to_the_last_byte(game, seats, bot):
    """In the middle of a turn, of a programme, of outcomes one after the other; with the truth where there is one."""
    match = played(game, seats, {}, choices=400)
    first, last = (1, 40) if match.is_over else (1, 20)
    told = {"language": "en", "truth": match.is_over, "last": last}
    whole = [msgspec.json.encode(row) for row in analysis.of(match, bot, first=first, **told)]
    assert len(whole) >= 8
    for again in 2, 3, 5, len(whole) - 2:
        rest = [msgspec.json.encode(row) for row in analysis.of(match, bot, first=again, **told)]
        assert rest == whole[again - 1 :]


@pytest.mark.parametrize(("game", "seats"), [("end-of-line", 3), ("outspeed", 3)])
def test_what_a_seat_could_not_know_makes_no_difference(game, seats):
    match = played(game, seats, {}, choices=14)
    judged = 0
    for number, move in enumerate(match.moves):
        if move.seat == sm.CHANCE or len(match.at(number).texts_of(move.seat)) == 1:
            continue
        other = imagined(match.at(number), move.seat, 99)
        if other.position.tobytes() != match.at(number).position.tobytes():
            judged += 1
        other.push(sm.Move(move.seat, move.text, move.action))
        here, there = (Judge(each, "uct@60", 3).weigh(number) for each in (match, other))
        assert here == there
    assert judged >= 3


def test_giving_up_is_not_blamed_on_the_last_move():
    match = blundered(5)
    playing = list(analysis.of(match, "uct@60"))
    match.ending = Ending("resigned", 1)
    rows = list(analysis.of(match, "uct@60"))
    assert rows == playing
    [curve] = graph.curves(match, rows)
    assert curve.points[-1] == (5, 1.0)


def test_nothing_is_marked_that_may_be_nothing():
    row = analysis.Row(1, 0, "red", "x", (), before=0.3, after=-0.4, error=0.3)
    assert row.lost == pytest.approx(0.7) and row.mark == "??"
    assert analysis.Row(1, 0, "red", "x", (), before=0.3, after=-0.4, error=0.4).mark == ""
    for lost, mark in (0.09, ""), (0.11, "?!"), (0.24, "?!"), (0.26, "?"), (0.51, "??"):
        assert analysis.Row(1, 0, "red", "x", (), before=lost, after=0.0).mark == mark


def test_a_bot_that_says_nothing_cannot_look_on(tmp_path):
    (tmp_path / "mute.py").write_text("class Mute:\n    def move(self, turn): return 0\n")
    for name in "random", f"{tmp_path}/mute.py:Mute", "run:true":
        with pytest.raises(sm.BadOption, match=r"cannot analyse; hard@50000 can"):
            list(analysis.of(blundered(), name))
    with pytest.raises(sm.UnknownBot):
        list(analysis.of(blundered(), "hal"))


def test_a_bot_of_ones_own_can_look_on(tmp_path):
    (tmp_path / "wise.py").write_text(
        "from sobremesa.bots.bot import Opinion\n"
        "class Wise:\n"
        "    def choose(self, position, seat, legal):\n"
        "        self.opinion = Opinion(0.25, 10)\n"
        "        return legal[0]\n"
    )
    rows = list(analysis.of(blundered(3), f"{tmp_path}/wise.py:Wise"))
    assert [row.best for row in rows] == ["Sd2-d3", None, "Sf7-f8"]
    assert rows[1].before == rows[1].after == 0.25


def test_luck_is_told_apart():
    """A throw that shuts the last line is luck; a player who covers what can be covered gives nothing away."""
    match = played("shut-the-lines", 2, {}, choices=12, seed=1)
    rows = list(analysis.of(match, "uct@200"))
    thrown = [row for row in rows if row.luck]
    assert len(thrown) >= 8
    for row in thrown:
        (ruby, error), (maize, _) = row.luck["ruby"], row.luck["maize"]
        assert ruby == pytest.approx(-maize) and error > 0


def test_the_page_says_what_is_marked_and_its_example_runs(tmp_path, monkeypatch, capsys):
    page = (Path(__file__).parents[2] / "docs/bots.md").read_text()
    for mark, least in analysis.MARKS.items():
        assert re.search(rf"`{re.escape(mark)}` \| {least:g} \| an? {analysis.NAMES[mark]}", page.replace("**", ""))
    example = re.search(r"In Python:\n\n```python\n(.*?)```", page, re.S)[1]
    blundered(3).save(tmp_path / "match.txt")
    monkeypatch.chdir(tmp_path)
    exec(example, {})
    assert "Red wins" in capsys.readouterr().out
    assert {analysis.usual(sm.Match(game)) for game in sm.games.names()} <= set(re.findall(r"`(\w+@\d+)`", page))


def test_the_graph_of_a_terminal():
    match, rows = blundered(), []
    for n, move in enumerate(match.moves, 1):
        after, all_is_lost = {6: -1.0}.get(n, 0.0), float(n > 5)
        rows.append(analysis.Row(n, move.seat, "", move.text, (), 0.0, after, outlook=(-all_is_lost, all_is_lost)))
    assert graph.draw(match, rows, 26) == GRAPH.strip("\n")


GRAPH = """
     Red wins
 +1 ┤
    │
    │
  0 ┤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⢤┄┄┄┄┄┄┄┄
    │           ⠘⡆
    │            ⢹
 -1 ┤            ⠈⣇⣀⣀⣀⣀⣀⣀
                  ✗
     Green wins
"""

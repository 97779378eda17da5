"""How steps of Splut! are written and read, and what is said of those that are not allowed."""

import random

import pytest

import sobremesa
from sobremesa.games.splut import draw, notation, rules, view
from sobremesa.games.splut.notation import HELP
from tests.support.games.splut import begin, moves, play

OPEN = """
    5 ()  .  .  . GS  .  .  . ()
    4     . RD  .  .  .  .  .
    3        .  . () RT  .
    2          RS  . ()
"""


@pytest.mark.parametrize(
    ("move", "texts"),
    [
        ("Tf3-f4", ["tf3-f4", "TF3-F4", " T f3 - f4 ", "Tf3f4", "Tf3–f4", "Tf4", "f3-f4", "f3f4", "troll f3 to f4"]),  # noqa: RUF001
        ("Tf3-f4", ["Troll from f3 to f4", "the troll to f4", "TROLL\tf4"]),
        (
            "Tf3-f4+f2",
            ["Tf4+f2", "Tf4+", "troll f4 pulls", "Tf3-f4 with f2", "troll f3 to f4 and pulls the rock from f2"],
        ),
        ("Tf3-e3>N", ["Te3>n", "Te3 throws north", "troll f3 to e3 and throws the rock north", "f3-e3 > N"]),
        ("Tf3-e3>W", ["te3 throw west", "Troll from f3 to e3 throws the rock to the west"]),
        ("Sd2-d3+e3", ["sd3+e3", "sorcerer d2 to d3 levitates e3", "d2d3 with the rock from e3"]),
        ("Sd2-d3", ["Sd3", "d2-d3", "sorcerer to d3"]),
        ("Dc4-c5", ["dc5", "c4 to c5", "dwarf c5"]),
    ],
)
def test_reading_is_lenient(move, texts):
    """Case, spaces and words do not matter, and the start square may be left out."""
    match = begin(OPEN)
    assert move in moves(match)
    for text in [move, *texts]:
        twin = match.copy()
        twin.push(text)
        assert twin.moves[-1].text == move


def test_a_troll_who_left_out_his_start_square_throws():
    match = begin("""
        5 ()  .  .  .  .  .  .  . ()
        4    () RS  .  . GS  .  .
        2          RT ()  .
    """)
    match.push("Te2 throws north")
    assert match.moves[-1].text == "Td2-e2>N"


@pytest.mark.parametrize(
    "text", ["", " ", "pass", "hello", "e3", "T", "d3", "Xe2-e3", "Kf3-f4", "Tf3-f4-f5", "Tf3-e3>NE", "0", "Sd2-d3++e3"]
)
def test_what_is_not_a_move_is_refused_with_help(text):
    match = begin(OPEN)
    with pytest.raises(sobremesa.BadMove) as refused:
        match.push(text)
    assert str(refused.value) == f"{text!r} is not a move of Splut!: {HELP}."


@pytest.mark.parametrize(
    ("text", "square"), [("Tf3-z9", "z9"), ("Ta1", "a1"), ("Ti9-i8", "i9"), ("Sd2-d3+e10", "e10"), ("Tf3-f0", "f0")]
)
def test_squares_off_the_board_are_named(text, square):
    with pytest.raises(sobremesa.BadMove, match=f"There is no square {square}: "):
        begin(OPEN).push(text)


def test_a_throw_needs_a_direction():
    with pytest.raises(sobremesa.BadMove, match="Say where the troll throws"):
        begin(OPEN).push("Tf3-e3>")


@pytest.mark.parametrize("move", [None, 5, 26, ["Tf3-f4"]])
def test_a_move_is_text(move):
    with pytest.raises(sobremesa.BadMove, match="A move is text"):
        begin(OPEN).push(move)


def refused(match, text):
    """The mistake that a text gets, which must leave the match as it was."""
    before = match.position.tobytes(), len(match.moves)
    with pytest.raises(sobremesa.IllegalMove) as caught:
        match.push(text)
    assert (match.position.tobytes(), len(match.moves)) == before
    return caught.value


PACKED = """
    6     .  . GD GT  .  .  .
    5  .  . GS RT ()  .  .  .  .
    4     .  . RS RD () () ()
"""
STEPS = """
    9             ()
    8           . GS  .
    5 ()  . RD  . RS  . RT  . ()
    1             ()
"""


@pytest.mark.parametrize(
    ("text", "rule", "says"),
    [
        ("c5-b5", 2, "None of your pieces is on c5."),
        ("e3-e4", 2, "None of your pieces is on e3."),
        ("Td4-d3", 2, "Red's troll is on d5, not on d4."),
        ("Td5-e6", 5, "e6 is not next to d5 along its file or rank."),
        ("Td5-d7", 5, "d7 is not next to d5 along its file or rank."),
        ("Td5-d5", 5, "d5 is not next to d5 along its file or rank."),
        ("Td5-d6", 5, "Green's dwarf is on d6."),
        ("Td5-d4", 5, "Red's sorcerer is on d4."),
        ("Sd4-d5", 5, "Red's troll is on d5."),
        ("Sd4-d5+e5", 5, "Red's troll is on d5."),
        ("Td5-e5", 7, "Red's troll steps onto the rock on e5 and must throw it: add >N, >E, >S or >W."),
        ("Td5-d6>N", 7, "Red's troll throws a rock that he steps onto, and there is none on d6."),
        ("Sd4-c4>N", 7, "A sorcerer levitates rocks; only a troll throws them."),
        ("Td5-e5+", 8, "Red's troll steps onto the rock on e5 and must throw it, so he cannot pull."),
        ("Td5-c5+e5", 5, "Green's sorcerer is on c5."),
        ("Td5-c5+f4", 8, "A troll pulls the rock right behind him, and f4 is not right behind him."),
        ("Td5-e5>N", 9, "The rock on e5 cannot be thrown N: a troll is right beside it."),
        ("De4-f4", 12, "Red's dwarf cannot push on: behind the row ahead of him there is no empty square."),
        ("De4-e3>N", 12, "A dwarf pushes; he neither throws, nor pulls, nor levitates."),
        ("De4-e3+e5", 12, "A dwarf pushes; he neither throws, nor pulls, nor levitates."),
        ("Sd4-c4+c5", 13, "A sorcerer levitates a rock: there is no rock on c5."),
        ("Sd4-c4+", 13, "A sorcerer levitates a rock: say which rock, like Sd2-d3+e1."),
        ("Sd4-c4+f4", 13, "The rock on f4 cannot move W: Red's dwarf is in its way."),
        ("Sd4-c4+g4", 13, "The rock on g4 cannot move W: the rock is in its way."),
    ],
)
def test_refusals_of_a_packed_position(text, rule, says):
    refusal = refused(begin(PACKED), text)
    assert refusal.rule == rule
    assert str(refusal) == f"{says} (rule {rule})"


BARE = """
    6     .  . ()  .  .  .  .
    5 RD  .  . ()  . ()  . RT ()
    4    RS  .  .  . GS  .  .
"""


@pytest.mark.parametrize(
    ("text", "rule", "says"),
    [
        ("Th5-i5>N", 9, "The rock on i5 cannot be thrown N: the border is right beside it."),
        ("Th5-h4+h6", 8, "There is no rock right behind Red's troll, on h6."),
        ("Sb4-b5+d5", 13, "The rock on d5 cannot move N: the rock is in its way."),
        ("Sb4-c4+i5", 13, "The rock on i5 cannot move E: the border is in its way."),
    ],
)
def test_refusals_at_the_border(text, rule, says):
    refusal = refused(begin(BARE), text)
    assert refusal.rule == rule
    assert str(refusal) == f"{says} (rule {rule})"


def test_refusal_of_a_pull_from_beyond_the_border():
    refusal = refused(
        begin("""
        5 RT  .  . ()  .  .  .  .  .
        4    ()  . RS () GS  . ()
    """),
        "Ta5-b5+",
    )
    assert str(refusal) == "There is no rock right behind Red's troll, beyond the border. (rule 8)"


def test_refusal_of_a_rock_thrown_against_a_rock():
    refusal = refused(
        begin("""
        5 ()  .  . RT () ()  .  . ()
        4     . RS  .  .  . GS  .
    """),
        "Td5-e5>E",
    )
    assert str(refusal) == "The rock on e5 cannot be thrown E: a rock is right beside it. (rule 9)"


def test_refusal_of_a_step_off_the_board():
    """Nobody can write such a step, but a program can choose it. Here every piece stands on a tip."""
    s = begin("""
        9             RS
        6     .  .  . ()  .  .  .
        5 RT  .  . () GS ()  .  . RD
        4     .  .  . ()  .  .  .
    """).position[0]
    for manner in range(rules.ACTIONS // 4):
        for direction in ["NEW", "NES", "NSW"][notation.piece_of(manner)]:
            refusal = notation.refusal(s, 0, 4 * manner + "NESW".index(direction))
            assert refusal.rule == 5
            assert "would step off the board" in str(refusal)


def test_refusal_of_a_step_by_the_dead():
    match = begin("""
        5  .  . RT ()  .  .  .  .  .
        4    ()  . RS () GS  . ()
    """)
    refusal = refused(match, "De2-e3")
    assert str(refusal) == "Red's dwarf is no longer on the board. (rule 11)"
    for direction in range(4):
        assert notation.refusal(match.position[0], 0, 4 * rules.PUSH + direction).rule == 11


LIFT = """
    6     .  .  . GS  .  .  .
    5 ()  . ()  .  .  . ()  . ()
    4     .  . RT  . RD  .  .
    3        .  . RS  .  .
"""


def test_refusals_of_levitation_begun():
    """Another rock, or any rock after another step."""
    match = play(begin(LIFT), "Se3-e2+g5")
    refusal = refused(match, "Se2-e3+c5")
    assert str(refusal) == "Only one rock may be levitated in a turn, and it is another one. (rule 14)"
    play(match, "Df4-f5")
    for text in "Se2-e3+c5", "Se2-e3+g4":
        refusal = refused(match, text)
        assert str(refusal) == "Levitation has ended for this turn: another step came in between. (rule 14)"


def test_refusal_of_a_rock_that_moved_in_the_turn_before():
    refusal = refused(begin(LIFT, barred="c5"), "Se3-e2+c5")
    assert str(refusal) == "The rock on c5 moved in the turn before. (rule 15)"
    refusal = refused(play(begin(LIFT, barred="c5"), "Df4-f5"), "Se3-e2+c5")
    assert refusal.rule == 15


def test_refusal_when_all_rocks_moved_in_the_turn_before():
    """Also when one has been pushed since, which is not levitation that ended."""
    match = begin(LIFT, barred="c5 g5 i5 a5")
    assert refused(match, "Se3-e2+c5").rule == 15
    play(match, "Df4-g4 Dg4-g5")
    assert refused(match, "Se3-e2+c5").rule == 15


def test_refusals_with_levitate_adjacent_off():
    diagram = """
        5  .  . () RS ()  .  .  .  .
        4    ()  .  .  . GS  . ()
    """
    match = begin(diagram, levitate_adjacent=False)
    for text in "Sd5-e5+e5", "Sd5-c5+c5", "Sd5-e5+c5":
        refusal = refused(match, text)
        assert str(refusal) == "Both squares must be free before the step: levitate_adjacent is off. (rule 16)"
    assert refused(begin(diagram), "Sd5-e5+c5").rule == 5


def test_refusals_that_no_rule_numbers():
    """It is somebody else's turn, or nobody's."""
    match = begin(STEPS, turn_limit=3, steps=1)
    with pytest.raises(sobremesa.IllegalMove, match="It is not the turn of green, but of red") as caught:
        match.push("Se8-e7", seat=1)
    assert caught.value.rule is None
    match.push("Se5-e6")
    refusal = refused(match, "Se8-e7")
    assert str(refusal) == "The match is over."
    assert refusal.rule is None


def positions(count):
    """That many positions of random matches, of every number of players and with every option."""
    dice = random.Random(17)
    while True:
        match = sobremesa.Match("splut", dice.choice([2, 3, 4]), turn_limit=60, levitate_adjacent=dice.random() < 0.5)
        while not match.is_over:
            if dice.random() < 0.2:
                yield match
                count -= 1
                if count == 0:
                    return
            match.push(dice.choice(match.legal_moves))


def test_every_action_is_legal_or_refused_by_a_rule():
    refusing = set()
    for match in positions(300):
        s, seat = match.position[0], match.turn
        legal = match.legal_actions_of(seat)
        assert legal
        assert len(set(legal)) == len(legal)
        assert set(legal) <= set(range(rules.ACTIONS))
        for action in set(range(rules.ACTIONS)) - set(legal):
            refusal = notation.refusal(s, seat, action)
            assert isinstance(refusal, sobremesa.IllegalMove)
            assert str(refusal)[0].isupper()
            assert str(refusal).endswith(f". (rule {refusal.rule})")
            assert "{" not in str(refusal)
            refusing.add(refusal.rule)
    assert refusing == {5, 7, 8, 9, 11, 12, 13, 14, 15, 16}


def test_what_is_written_reads_back():
    for match in positions(300):
        s, seat = match.position[0], match.turn
        texts = [notation.write(s, seat, action) for action in match.legal_actions_of(seat)]
        assert len(set(texts)) == len(texts)
        for action, text in zip(match.legal_actions_of(seat), texts, strict=True):
            assert notation.read(s, seat, text) == action
            assert notation.read(s, seat, text.lower()) == action


@pytest.mark.parametrize(
    ("words", "diagram"),
    [
        ("3 of them are missing", "5 RS () . . . . . . GS"),
        ("Rank 5 is drawn twice", "5 RS () () () . () . . GS\n5 . . . . . . . . ."),
        ("Rank 5 has 9 squares, but the drawing has 11", "5 RS () () () . () . . GS RT GT"),
        ("Rank 5 has 9 squares, but the drawing has 2", "5 RS GS"),
        ("No sorcerer stands", "5 RD () () () . () . . GD"),
        ("() on i5 is not a thing", "5 RS () () () . () . GS ()"),
        ("RS on i5 is not a thing", "5 RS () () () . () . GS RS"),
        ("YS on i5 is not a thing", "5 RS () () () . () . GS YS"),
    ],
)
def test_a_drawing_that_is_no_position_says_why(words, diagram):
    with pytest.raises(sobremesa.BadDiagram, match=words.replace("()", r"\(\)")):
        draw.read(diagram, 2)


def test_a_drawing_reads_as_it_is_drawn():
    match = sobremesa.Match("splut", seats=4)
    assert draw.draw(view.view(draw.read(str(match), 4)[0], 0)) == str(match)

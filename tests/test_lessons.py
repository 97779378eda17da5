"""The lessons that ship can be learnt, and the check that says so finds what is wrong with others."""

import json
import re
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

from sobremesa import games
from sobremesa.cli.main import main
from sobremesa.games.shut_the_lines.values import values_of
from sobremesa.games.words import LANGUAGES
from sobremesa.lessons import BadLesson, begun, faults, find, follow, lessons, read
from sobremesa.mistakes import IllegalMove

ROOT = Path(__file__).parent.parent
GAMES = "splut", "end-of-line", "shut-the-lines", "outspeed"


def rules_of(game):
    """The numbers of the rules that both the rules page and the client's page have."""
    told = set(map(int, re.findall(r"^(\d+)\. ", (ROOT / "docs" / "rules" / f"{game}.md").read_text(), re.M)))
    page = json.loads((ROOT / "web" / "src" / "rules" / f"{game}.json").read_text())
    return told & {rule for paragraph in page["paragraphs"] for rule in paragraph["rules"]}


@pytest.mark.parametrize("game", GAMES)
def test_the_lessons_can_be_learnt(game):
    assert faults(lessons(game), rules_of(game)) == []
    assert len(lessons(game)) >= 10


def test_an_id_names_one_lesson_of_all_games():
    ids = [lesson.id for game in GAMES for lesson in lessons(game)]
    assert len(set(ids)) == len(ids) >= 40
    assert find("splut-kill").game == "splut"
    with pytest.raises(BadLesson, match="There is no such lesson"):
        find("splut-nothing")


@pytest.mark.parametrize("lesson", [each for game in GAMES for each in lessons(game)], ids=lambda each: each.id)
def test_what_is_shown_leads_through_a_lesson(lesson):
    choices = [move for step in lesson.steps for move in step.shown]
    for language in LANGUAGES:
        standing = follow(lesson, choices, language)
        assert standing.over and standing.verdict == "right"
        assert standing.said == lesson.steps[-1].done[language]
    again = begun(lesson)
    for written in standing.moves:
        who, move = written.split(": ")
        again.push(move, 15 if who == "chance" else again.seat_names.index(who))
    with pytest.raises(BadLesson, match="Nothing more is played here"):
        follow(lesson, [*choices, choices[-1]], "en")


def test_a_wrong_move_is_answered_and_ends_the_try():
    lesson = find("splut-pull")
    standing = follow(lesson, ["Td5-e5"], "en")
    assert (standing.verdict, standing.step, standing.asked) == ("wrong", 0, "")
    assert standing.said.startswith("He went alone")
    with pytest.raises(BadLesson, match="take the last choice back"):
        follow(lesson, ["Td5-e5", "Te5-f5"], "en")
    with pytest.raises(IllegalMove):
        follow(lesson, ["Td5-e6"], "en")


def test_a_goal_may_take_several_choices():
    lesson = find("splut-behind")
    first, second, third = lesson.steps[0].show
    assert follow(lesson, [first], "de").verdict == "going"
    assert follow(lesson, [first], "de").asked == lesson.steps[0].says["de"]
    assert follow(lesson, [first, second, third], "de").over
    assert follow(lesson, ["Sc3-d3", "Sd3-c3", "Sc3-d3"], "de").verdict == "wrong"


@pytest.mark.parametrize("name", ["few", "patience", "leave"])
def test_the_tricks_of_shut_the_lines_are_what_perfect_play_does(name):
    lesson = find(f"shut-the-lines-{name}")
    match, step = begun(lesson), lesson.steps[0]
    s = match.position[0]
    splits = values_of(s).splits(int(s.covered[0]), int(s.throw))
    after = begun(lesson)
    after.push(step.shown[0])
    covered = {number for event in after.events() if event.kind in ("covered", "left") for number in event.numbers}
    assert sum(1 << number - 1 for number in covered) == splits[0].cover
    assert splits[1].loss > 0.1


def test_the_tricks_of_splut_take_the_whole_turn():
    for name in "behind", "float", "shield":
        lesson = find(f"splut-{name}")
        assert not any(_kills(lesson, match) for match in _turns(begun(lesson), 2)), name


def _turns(match, steps):
    """Every way to play up to so many steps."""
    for move in match.texts_of(0):
        after = match.copy()
        after.push(move, 0)
        yield after
        if steps > 1 and 0 in after.to_act:
            yield from _turns(after, steps - 1)


def _kills(lesson, match):
    return any(event.kind == "thrown" and event.out == 1 for event in match.events(0))


def spoilt(**changes):
    """A lesson with something wrong about its first step, or about itself."""
    lesson = find("splut-kill")
    own = {key: value for key, value in changes.items() if key in type(lesson).__struct_fields__}
    inside = {key: value for key, value in changes.items() if key not in own}
    step = msgspec.structs.replace(lesson.steps[0], **inside)
    return msgspec.structs.replace(lesson, **{"steps": (step,)} | own)


WRONG = find("splut-kill").steps[0].wrong[0]
TEXTS = dict.fromkeys(LANGUAGES, "")


@pytest.mark.parametrize(
    ("fault", "says"),
    [
        ({"rule": 99}, "there is no rule 99"),
        ({"id": "kill"}, "does not begin with the name of its game"),
        ({"steps": ()}, "it has no steps"),
        ({"begin": "red Td5-d6"}, "it does not begin"),
        ({"begin": "pink Td5-d6"}, "pink is not a seat"),
        ({"diagram": "5 . . ."}, "it does not begin"),
        ({"seat": 1}, "it is not the turn of green"),
        ({"title": {"en": "Only English"}}, "the title is not in en, es, de, fr"),
        ({"says": TEXTS}, "what to do in en has 0 letters"),
        ({"done": dict.fromkeys(LANGUAGES, "The same")}, "is the same in two languages"),
        ({"says": {key: key * 200 for key in LANGUAGES}}, "has 400 letters"),
        ({"missed": {"en": "No"}}, "what is said to other moves is not in"),
        ({"goal": {}}, "either right moves or a goal"),
        ({"right": ("Tc5-d5>E",)}, "either right moves or a goal"),
        ({"show": ()}, "no way to it is shown"),
        ({"show": ("Tc5-d5>N",)}, "Tc5-d5>N does not do it"),
        ({"show": ("Tc5-e5>N",)}, "it cannot be played"),
        ({"goal": {}, "right": ("Tc5-e5",)}, "Tc5-e5 is not a legal move"),
        ({"goal": {"event": "thrown", "out": 0}}, "does not do it"),
        ({"wrong": (msgspec.structs.replace(WRONG, moves=("Tc5-d5>E",)),)}, "is called wrong, but does it"),
        ({"wrong": (msgspec.structs.replace(WRONG, moves=("Tc5-i5",)),)}, "Tc5-i5 is not a legal move"),
        ({"wrong": (msgspec.structs.replace(WRONG, says={"en": "No"}),)}, "what is said to a wrong move is not in"),
        ({"free": True}, "which does not fit free = true"),
        ({"then": "green Te8-e7"}, "it does not go on"),
    ],
)
def test_what_is_wrong_with_a_lesson_is_found(fault, says):
    told = faults([spoilt(**fault)], rules_of("splut"))
    assert any(says in each for each in told)


def test_a_choice_that_is_none_is_found():
    lesson = find("splut-kill")
    every = tuple(begun(lesson).texts_of(0))
    told = faults([spoilt(goal={}, right=every, show=(), wrong=())], rules_of("splut"))
    assert any("which does not fit free = false" in each for each in told)


def test_ids_that_are_there_twice_are_found():
    assert any("twice" in each for each in faults([find("splut-kill")] * 2, rules_of("splut")))


def test_steps_that_do_not_lead_on_are_found():
    lesson = find("splut-pull")
    first, second = lesson.steps
    several = msgspec.structs.replace(first, within=2)
    told = faults([msgspec.structs.replace(lesson, steps=(several, second))], rules_of("splut"))
    assert any("only the last step may take several choices" in each for each in told)
    gone = msgspec.structs.replace(first, then="red Sd3-d4 De3-e4\ngreen Td8-d7")
    told = faults([msgspec.structs.replace(lesson, steps=(gone, second))], rules_of("splut"))
    assert told and "step 1" in told[0]


@pytest.mark.parametrize("text", ["lessons = 3", "[[lessons]]\nid = 'x'\nnonsense = 1", "[["])
def test_lessons_that_cannot_be_read_say_why(text):
    with pytest.raises(BadLesson, match="The lessons of Splut! cannot be read"):
        read(text, games.find("splut"))


def at_the_keyboard(*words, typed=""):
    return CliRunner().invoke(main, ["lessons", *words], input=typed)


def test_a_lesson_is_played_in_a_terminal():
    told = at_the_keyboard("splut", "1", "--language", "es", typed="Sd2-d3\nnonsense\nshow\nboard\n=De2-e3\nSd2-d3\n")
    assert told.exit_code == 0, told.output
    assert "Ese es tu hechicero" in told.output and "not a move of Splut!" in told.output
    assert "Cuídalo bien" in told.output and told.output.rstrip().endswith("sobremesa lessons splut 2")
    assert at_the_keyboard("outspeed", "7", typed="A\nquit\n").exit_code == 0


def test_the_lessons_are_listed_and_a_number_that_is_none_is_refused():
    told = at_the_keyboard()
    assert all(lesson.title["en"] in told.output for game in GAMES for lesson in lessons(game))
    assert "The troll pulls" in at_the_keyboard("splut").output
    assert "have the numbers 1 to 12" in at_the_keyboard("splut", "13").output

"""Lessons at a real house: what is told of them, how they are played, and that progress is kept."""

import pytest

from sobremesa.client import House, Refused
from sobremesa.lessons import find, follow, lessons
from sobremesa.server.features.lessons.routes import match_of
from sobremesa.server.features.study.messages import Beginning, NewStudy
from sobremesa.server.features.study.service import studied
from tests.support.server.serving import Server
from tests.support.server.stores import store_with

pytestmark = pytest.mark.compiled


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    running = Server(tmp_path_factory.mktemp("lessons") / "house.db", "--no-limits")
    yield running
    running.kill()


@pytest.fixture
def ada(house):
    return House(house.address, "Ada")


def test_every_game_has_its_lessons_without_the_answers(ada):
    told = ada.ask("GET", "/api/lessons?language=de")
    assert [course["game"] for course in told] == ["splut", "end-of-line", "shut-the-lines", "outspeed"]
    first = told[0]["lessons"][0]
    assert first["title"] == "Der erste Schritt" and first["seat"] == "red" and not first["done"]
    assert "Zwerg" in first["asks"][0] and set(first) == {"id", "title", "rule", "seat", "asks", "done"}
    one = ada.ask("GET", "/api/lessons/outspeed?language=xx")
    assert len(one["lessons"]) == len(lessons("outspeed")) and one["title"] == "Outspeed"


def test_a_lesson_is_played_as_a_study_is(ada):
    path = "/api/lessons/splut/splut-step"
    told = ada.ask("POST", path, {"language": "fr"})
    assert told["asked"].startswith("Vous êtes Rouge") and told["shown"] == [] and told["verdict"] == ""
    assert ada.ask("POST", path, {"show": True})["shown"] == ["De2-e3"]
    told = ada.ask("POST", path, {"choices": ["De2-e3"], "show": True})
    assert told["verdict"] == "right" and told["step"] == 1 and told["shown"] == ["Sd2-d3"]
    assert told["moves"] == ["red: De2-e3", "green: De8-e7", "green: De7-e6"]
    study = ada.ask("POST", "/api/study", {"begin": {"lesson": "splut-step"}, "moves": told["moves"], "eyes": "red"})
    assert study["awaited"] == ["red"] and study["view"]["teams"]


@pytest.mark.parametrize("name", [each.id for game in ("outspeed", "end-of-line") for each in lessons(game)])
def test_what_a_lesson_plays_a_study_plays_too(name):
    lesson = find(name)
    reached = follow(lesson, [move for step in lesson.steps for move in step.shown], "en")
    told = studied(match_of(name), NewStudy(Beginning(), reached.moves, eyes="ruby"), "en")
    assert len(told.played) == len(reached.moves) and told.eyes == "ruby"


def test_what_is_refused_is_said_in_the_readers_language(ada):
    with pytest.raises(Refused, match="There is no such lesson"):
        ada.ask("POST", "/api/lessons/splut/outspeed-room", {})
    with pytest.raises(Refused, match="There is no such game"):
        ada.ask("GET", "/api/lessons/chess")
    with pytest.raises(Refused, match="There is no such lesson: nothing"):
        ada.ask("POST", "/api/study", {"begin": {"lesson": "nothing"}})
    with pytest.raises(Refused, match="Nothing more is played here"):
        ada.ask("POST", "/api/lessons/splut/splut-step", {"choices": ["Sd2-d3", "Sd3-d4"]})
    with pytest.raises(Refused, match="rule 12"):
        ada.ask("POST", "/api/lessons/splut/splut-step", {"choices": ["De2-e1"]})


def shown(name):
    return [move for step in find(name).steps for move in step.shown]


def done(person, name):
    return person.ask("POST", f"/api/lessons/splut/{name}", {"choices": shown(name)})


def test_a_lesson_that_was_followed_to_its_end_is_kept_exported_and_comes_along(ada, house):
    for name in "splut-push", "splut-step", "splut-push":
        told = done(ada, name)
        assert told["over"] and told["kept"]
    finished = [each["id"] for each in ada.ask("GET", "/api/lessons/splut")["lessons"] if each["done"]]
    assert finished == ["splut-step", "splut-push"]
    exported = ada.ask("GET", "/api/account/export")["lessons"]
    assert [each["lesson"] for each in exported] == ["splut-push", "splut-step"]
    bob = House(house.address, "Bob")
    assert not any(each["done"] for each in bob.ask("GET", "/api/lessons/splut")["lessons"])


def test_nobodys_word_is_taken_that_a_lesson_was_done(ada, house):
    told = ada.ask("POST", "/api/lessons/splut/splut-step", {"choices": shown("splut-step")[:1]})
    assert told["step"] == 1 and not told["over"] and not told["kept"]
    ada.ask("POST", "/api/lessons/splut/splut-step", {"choices": ["Sd2-d3"], "show": True})
    with pytest.raises(Refused):
        ada.ask("POST", "/api/lessons/splut/splut-push", {"choices": ["nonsense"]})
    with pytest.raises(Refused):
        ada.ask("POST", "/api/lessons/splut/splut-step/done")
    assert not any(each["done"] for each in ada.ask("GET", "/api/lessons/splut")["lessons"])
    nobody = House(house.address, "x", token="nobody")
    told = done(nobody, "splut-step")
    assert told["over"] and not told["kept"]
    assert not any(each["done"] for each in nobody.ask("GET", "/api/lessons/splut")["lessons"])


def test_what_a_guest_did_is_the_persons_and_goes_with_them(tmp_path):
    store = store_with(tmp_path / "house.db", "a", "b")
    try:
        kept = store.lessons
        kept.add("a", "splut-step", 1.0)
        kept.add("b", "splut-step", 2.0)
        kept.add("b", "splut-push", 3.0)
        store.people.join("b", "a")
        assert [(each.lesson, each.made) for each in kept.of("a")] == [("splut-step", 1.0), ("splut-push", 3.0)]
        assert kept.of("b") == []
        store.people.delete("a")
        assert kept.of("a") == []
    finally:
        store.close()

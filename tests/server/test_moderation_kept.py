"""What is kept of reports and of what was done about them."""

import os

import pytest

from sobremesa.server import admin
from sobremesa.server.database import Store
from sobremesa.server.features.moderation import models as moderation_models
from sobremesa.server.features.moderation.store import Conduct
from sobremesa.server.http.language import said
from sobremesa.server.sessions.models import GONE
from tests.support import services
from tests.support.server.conduct import action, reported
from tests.support.server.stores import store_with


def test_what_is_done_about_a_guest_holds_for_whom_they_sign_in_as(tmp_path):
    store = store_with(tmp_path / "house.db", *"abcd")
    kept: Conduct = store.conduct
    reported(kept)
    kept.act(action(until=100.0))
    reported(kept, "s", reporter="b", about="a")
    assert kept.held("b", "silence", 99.0) and kept.held("b", "silence", 101.0) is None
    store.people.join("b", "d")
    assert kept.held("d", "silence", 99.0) and kept.held("b", "silence", 99.0) is None
    assert [each.id for each in kept.reports_about("d")] == ["r"] and [each.id for each in kept.reports_by("d")] == [
        "s"
    ]
    assert [each.id for each in kept.notices("d")] == ["x"]
    reported(kept, "t", about="b")  # who is still known as a guest in some chat
    assert [each.id for each in kept.reports_about("d")] == ["r", "t"]
    store.close()


def test_who_deletes_everything_leaves_actions_without_a_name(tmp_path):
    store = store_with(tmp_path / "house.db", *"abcd")
    kept = store.conduct
    reported(kept)
    kept.act(action())
    reported(kept, "s", reporter="d", about="a")
    store.people.delete("b")
    [left] = kept.last_actions(10)
    assert (left.person, left.name, left.report, left.moderator_name) == (None, GONE, None, "C")
    assert kept.reported("r") is None
    assert [line[2] for line in kept.reported("s").lines] == ["A", GONE]
    store.people.delete("c")
    assert kept.last_actions(10)[0].moderator_name == GONE
    store.people.delete("d")
    assert kept.reported("s") is None
    store.close()


def test_all_of_it_moves_to_another_place(tmp_path):
    store = store_with(tmp_path / "house.db", *"abcd")
    reported(store.conduct)
    store.conduct.act(action(until=9.5))
    store.conduct.mute("a", {"b": "B"}, True, 1.5)
    store.close()
    with services.schema(f"conduct_{os.getpid()}") as place:
        if place is None:
            pytest.skip(services.NO_POSTGRES)
        counts = admin.move(tmp_path / "house.db", place, lambda *_: None)
        assert (counts["reports"], counts["actions"], counts["mutes"]) == (1, 1, 1)
        moved = Store(place)
        assert moved.conduct.reported("r").lines[1][3] == "you" and moved.conduct.muted_by("a") == {"b"}
        assert moved.conduct.held("b", "silence", 9.0).until == 9.5
        moved.close()


def test_of_several_that_hold_the_longest_is_told(tmp_path):
    store = store_with(tmp_path / "house.db", *"abcd")
    kept = store.conduct
    for name, until_ in ("x", 50.0), ("y", None), ("z", 90.0):
        reported(kept, name)
        kept.act(action(name, report=name, until=until_))
    assert kept.held("b", "silence", 10.0).id == "y"
    kept.lift("y", action("l", "lift", None, None))
    assert kept.held("b", "silence", 10.0).id == "z" and kept.held("b", "silence", 95.0) is None
    assert [each.id for each in kept.holding(60.0)] == ["z"]
    store.close()


def test_what_a_moderator_says_is_told_in_the_readers_language():
    for until_ in 0.0, None:
        for told in moderation_models.silenced(action(until=until_)), moderation_models.shut_out(action(until=until_)):
            for language in "es", "de", "fr":
                assert said(told, language) != told and said(told, language).endswith(": why")
    assert "1970-01-01 00:00 UTC" in moderation_models.silenced(action(until=0.0))

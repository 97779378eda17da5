"""Bots play in the arena: the same whatever the number of jobs, and whatever happens on the way."""

import json
import multiprocessing
import os
from collections.abc import Sequence
from dataclasses import replace

import pytest

from sobremesa import arena, bots, games
from sobremesa.bots.random import Random
from sobremesa.mistakes import BadOption, BadRecord
from sobremesa.parallel import processes
from tests.support.bots import Clumsy

pytestmark = pytest.mark.compiled
USUAL = {
    "splut": ["random", "tactician"],
    "end-of-line": ["random", "greedy"],
    "shut-the-lines": ["random", "most-lines", "exact"],
    "outspeed": ["random", "weak"],
}


def timeless(book):
    """Everything that follows from the request: all but the seconds."""
    return [replace(match, cpu=()) for match in book.matches]


def without_seconds(summary):
    for row in summary["bots"]:
        del row["cpu_seconds_a_choice"]
    return summary


class Deadly(Random):
    """Takes its process with it."""

    def choose(self, seen: object, seat: int, legal: Sequence[int]) -> int:
        os._exit(3)


def deadly_work(request, connection):
    """What a worker does that knows the deadly bot."""
    bots.EVERYWHERE["deadly"] = Deadly
    processes.work(request, connection)


def stillborn(request, connection):
    """What a worker does whose script begins workers itself."""
    os._exit(1)


@pytest.mark.parametrize("game", games.names())
def test_every_game_is_played_on_its_usual_seats(game):
    told = []
    book = arena.play(game, USUAL[game], 6, seed=1, progress=lambda done, of: told.append((done, of)))
    found = book.summary()
    assert found["matches"] == len(book.matches) == told[-1][0] == told[-1][1] >= 6
    assert told == [(done, len(book.matches)) for done in range(len(book.matches) + 1)]
    assert {row["bot"] for row in found["bots"]} == set(USUAL[game]) and found["bots"][-1]["bot"] == "random"
    for match in book.matches:
        assert len(match.scores) == len(match.bots) == len(match.cpu) and sum(match.choices) > 0
        assert all(-1 <= score <= 1 for score in match.scores)
    assert 6 <= found["length"]["least"] <= found["length"]["mean"] <= found["length"]["most"]


@pytest.mark.parametrize(("seats", "mode"), [(4, "teams"), (3, "coop"), (1, "solo"), (1, "classic")])
def test_end_of_line_in_every_mode(seats, mode):
    book = arena.play("end-of-line", ["random", "greedy"], 10, seats=seats, mode=mode)
    first = book.summary()["bots"][0]
    assert first["score"] > book.summary()["bots"][1]["score"]
    assert ("rating" in first) == (mode == "teams") and str(book).startswith("End of Line: ")


def test_the_tactician_beats_random_play():
    book = arena.play("splut", ["random", "tactician"], 100, seed=3)
    (pairing,) = book.summary()["pairings"]
    assert (pairing["bot"], pairing["rival"]) == ("tactician", "random")
    assert pairing["percent"] >= 95 and pairing["low"] >= 88
    rating = {row["bot"]: row["rating"] for row in book.summary()["bots"]}
    assert rating["tactician"]["low"] > rating["random"]["high"]


def test_the_same_whatever_the_number_of_jobs_even_if_one_is_killed(tmp_path):
    asked = {"seed": 4, "seats": 3, "opening": 3}
    alone = arena.play("splut", ["random", "tactician"], 12, **asked)
    together = arena.play("splut", ["random", "tactician"], 12, jobs=2, **asked)
    assert timeless(alone) == timeless(together)
    assert without_seconds(alone.summary()) == without_seconds(together.summary())
    assert timeless(alone) != timeless(arena.play("splut", ["random", "tactician"], 12, **asked | {"seed": 5}))

    killed = []

    def kill_one(done, of):
        if done == 3 and not killed:
            killed.append(multiprocessing.active_children()[0])
            killed[0].kill()

    through = arena.play("splut", ["random", "tactician"], 12, jobs=2, progress=kill_one, **asked)
    assert [replace(match, trouble="") for match in timeless(through)] == timeless(alone)
    assert killed and not through.failed and not multiprocessing.active_children()


def test_a_bot_that_ends_its_process_fails_with_a_sentence_and_the_others_play_on(monkeypatch):
    monkeypatch.setitem(bots.EVERYWHERE, "deadly", Deadly)
    monkeypatch.setattr(processes, "work", deadly_work)
    book = arena.play("splut", ["random", "tactician", "deadly"], 1, jobs=2)
    assert [match.bots for match in book.matches] == [("random", "tactician")]
    assert len(book.failed) == 2
    assert {each.why for each in book.failed.values()} == {
        "The process that had it in hand ended in the middle of it, with status 3."
    }
    assert not multiprocessing.active_children()


def test_workers_that_cannot_begin_say_why(monkeypatch, sealed_bids):
    """A game that only this process has on its shelf, and a script that has no `if __name__`."""
    with pytest.raises(BadOption, match="There is no game 'sealed-bids'"):
        arena.play("sealed-bids", ["random", "uct@5"], 2, jobs=2)
    monkeypatch.setattr(processes, "work", stillborn)
    with pytest.raises(BadOption, match="if __name__ == '__main__':"):
        arena.play("splut", ["random", "uct@5"], 2, jobs=2)
    assert not multiprocessing.active_children()


def test_a_bot_that_raises_or_cheats_is_reported_and_loses_nobody_elses_match(monkeypatch):
    monkeypatch.setitem(bots.EVERYWHERE, "clumsy", Clumsy)
    book = arena.play("splut", ["clumsy", "random"], 30)
    whys = {each.why for each in book.failed.values()}
    assert whys == {
        f"clumsy on seat {seat} {did}"
        for seat in (0, 1)
        for did in ("gave up: ZeroDivisionError: nobody knows why.", "chose -7, which is not a legal action.")
    }
    assert len(book.matches) + len(book.failed) == 30 and book.matches
    assert book.summary()["failed"] == len(book.failed) and f"{len(book.failed)} failed" in str(book)


def test_what_fails_once_is_played_again_and_says_so(monkeypatch):
    class Moody(Random):
        moods = iter([False, True])  # it is well when it rehearses

        def choose(self, seen, seat, legal):
            if next(Moody.moods, False):
                raise RuntimeError
            return super().choose(seen, seat, legal)

    monkeypatch.setitem(bots.EVERYWHERE, "moody", Moody)
    book = arena.play("splut", ["moody", "random"], 2)
    assert not book.failed
    assert [match.trouble for match in book.matches] == ["moody on seat 0 gave up: RuntimeError.", ""]


def test_resuming_after_an_interruption_gives_the_same(tmp_path):
    file = tmp_path / "splut.json"
    asked = ("splut", ["random", "tactician", "uct@20"], 4)
    whole = arena.play(*asked)

    for jobs, enough in (1, 5), (2, 8):

        def interrupt(done, of, enough=enough):
            if done == enough:
                raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            arena.play(*asked, out=file, resume=True, jobs=jobs, progress=interrupt)
        assert len(arena.load(file).matches) == enough and not multiprocessing.active_children()
    assert len(arena.load(file).todo()) == 4
    told = []
    resumed = arena.play(*asked, out=file, resume=True, progress=lambda done, of: told.append(done))
    assert told == list(range(8, 13))
    assert timeless(resumed) == timeless(whole)
    assert without_seconds(resumed.summary()) == without_seconds(whole.summary())
    assert [path.name for path in tmp_path.iterdir()] == ["splut.json"]


def test_the_file_holds_everything_and_reads_back_the_same(tmp_path):
    file = tmp_path / "lines.json"
    book = arena.play("shut-the-lines", ["random", "exact"], 4, out=file, target=2)
    assert arena.load(file) == book
    assert book.table().rows()[1] == {
        "match": 0,
        "seat": 1,
        "player": "exact",
        "score": book.matches[0].scores[1],
        "choices": book.matches[0].choices[1],
        "cpu": book.matches[0].cpu[1],
        "seed": book.matches[0].seed,
    }
    data = json.loads(file.read_text())
    assert data["format"] == "sobremesa arena 1" and data["request"]["options"]["target"] == "2"
    assert data["summary"] == json.loads(json.dumps(book.summary()))
    first = data["matches"][0]
    assert first["bots"] == ["random", "exact"] and first["seed"] == book.matches[0].seed < 2**53
    assert len(first["scores"]) == len(first["choices"]) == len(first["cpu"]) == 2


def test_a_file_is_never_lost_or_mixed_up(tmp_path):
    file = tmp_path / "splut.json"
    arena.play("splut", ["random", "tactician"], 2, out=file)
    before = file.read_bytes()
    with pytest.raises(BadRecord, match="is there already: --resume goes on"):
        arena.play("splut", ["random", "tactician"], 2, out=file)
    for change, words in (
        ({"games": 4}, "begun with games 2, not 4"),
        ({"seed": 1}, "begun with seed 0, not 1"),
        ({"bots": ["random", "uct"]}, "begun with bots random, tactician, not random, uct"),
        ({"turn_limit": 9}, "begun with options turn_limit=200 "),
    ):
        asked = {"game": "splut", "bots": ["random", "tactician"], "games": 2} | change
        with pytest.raises(BadRecord, match=words):
            arena.play(**asked, out=file, resume=True)
    assert file.read_bytes() == before
    file.write_text('{"format": "another"}')
    with pytest.raises(BadRecord, match="is not the file of an arena"):
        arena.play("splut", ["random", "tactician"], 2, out=file, resume=True)
    with pytest.raises(BadRecord, match="cannot be written: No such file or directory"):
        arena.play("splut", ["random", "tactician"], 2, out=tmp_path / "nowhere" / "splut.json")
    with pytest.raises(BadOption, match="which file"):
        arena.play("splut", ["random", "tactician"], 2, resume=True)
    with pytest.raises(BadOption, match="jobs is a whole number from 1 on, not 0"):
        arena.play("splut", ["random", "tactician"], 2, jobs=0)

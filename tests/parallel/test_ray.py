"""The same crew as actors of a real Ray that this process has joined already."""

import logging
import time
from dataclasses import replace

import pytest

from sobremesa import arena, parallel
from sobremesa.mistakes import BadOption
from sobremesa.parallel import ray_workers
from tests.support.sums import DEATHS, Sum, Sums, told

ray = pytest.importorskip("ray", reason="Ray is not installed: pip install 'sobremesa[ray]'.")


@pytest.fixture(scope="module")
def joined():
    """A Ray that this process has joined already: it is used, and left as it was."""
    ray.init("local", num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level=logging.ERROR)
    yield "auto"
    ray.shutdown()


def test_an_actor_that_dies_is_replaced_and_its_task_is_tried_again_once(tmp_path, joined):
    found = list(parallel.outcomes(Sums(tmp_path), DEATHS, 2, joined))
    died = told(found)[6]
    assert died.startswith("The worker that had it in hand died, on ")
    assert told(found) == {n: n**2 for n in range(10)} | {6: died}
    troubled = {each.task.number: each.trouble for each in found if isinstance(each, parallel.Done) and each.trouble}
    assert troubled == {7: died, 8: died}


def test_what_cannot_begin_says_why(tmp_path, joined, monkeypatch):
    todo = [Sum(n) for n in range(4)]
    for request, sentence in (
        (Sums(tmp_path, refused=True), r"^There is no slate\.$"),
        (Sums(tmp_path, dies=True), r"^Nobody on the cluster could begin: .*'sobremesa\[ray\]'\.$"),
        (
            Sums(tmp_path, faulty=True),
            r"^Nobody on the cluster could begin: .*\. ZeroDivisionError: no slate at all\.$",
        ),
    ):
        with pytest.raises(BadOption, match=sentence):
            list(parallel.outcomes(request, todo, 2, joined))
    monkeypatch.setattr(ray_workers, "edition", lambda: "another")
    with pytest.raises(BadOption, match="has another Sobremesa than this machine"):
        list(parallel.outcomes(Sums(tmp_path), todo, 2, joined))


def test_whoever_stops_listening_ends_the_actors(tmp_path, joined):
    found = parallel.outcomes(Sums(tmp_path), [Sum(n) for n in range(50)], None, joined)
    assert next(found).trouble == ""
    found.close()
    until = time.monotonic() + 30
    while ray.available_resources().get("CPU") != 2.0:
        assert time.monotonic() < until, ray.available_resources()
        time.sleep(0.1)


@pytest.mark.compiled
def test_an_arena_comes_to_the_same(joined):
    asked = {"seats": 3, "opening": 3, "seed": 4}
    alone, together, there = (
        arena.play("splut", ["random", "tactician"], 12, **who, **asked)
        for who in ({"jobs": 1}, {"jobs": 2}, {"jobs": 2, "cluster": joined})
    )
    for book in together, there:
        assert [replace(match, cpu=()) for match in book.matches] == [replace(match, cpu=()) for match in alone.matches]
        assert not book.failed

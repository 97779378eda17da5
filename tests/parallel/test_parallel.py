"""A crew does what there is to do, whoever does it and whatever happens on the way."""

import multiprocessing
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from sobremesa import parallel
from sobremesa.mistakes import BadOption, NotInstalled
from tests.support import sums
from tests.support.sums import DEATHS, EVERYTHING, Sum, Sums, told


def raising_line():
    """Where the toy raises what nobody foresaw."""
    lines = Path(sums.__file__).read_text().splitlines()
    return next(number for number, line in enumerate(lines, 1) if "division by nobody" in line)


@pytest.mark.parametrize("jobs", [1, 2, 3])
def test_what_comes_of_every_task_does_not_depend_on_the_number_of_jobs(tmp_path, jobs):
    found = list(parallel.outcomes(Sums(tmp_path), EVERYTHING, jobs))
    assert [each.task for each in sorted(found, key=lambda each: each.task.number)] == EVERYTHING
    fault = f"ZeroDivisionError: division by nobody knows what (sums.py, line {raising_line()})."
    assert told(found) == {n: n**2 for n in range(25)} | {
        20: "The chalk broke.",
        22: "There is no such number.",
        23: fault,
    }
    assert {each.task.number: each.trouble for each in found if isinstance(each, parallel.Done) and each.trouble} == {
        21: "The chalk broke.",
        24: fault,
    }
    assert not multiprocessing.active_children()


def test_one_that_dies_is_replaced_and_its_task_is_tried_again_once(tmp_path):
    found = list(parallel.outcomes(Sums(tmp_path), DEATHS, 2))
    assert told(found) == {n: n**2 for n in range(10)} | {
        6: "The process that had it in hand ended in the middle of it, with status 3."
    }
    assert {each.task.number: each.trouble for each in found if isinstance(each, parallel.Done) and each.trouble} == {
        7: "The process that had it in hand was ended in the middle of it, by SIGKILL.",
        8: "The process that had it in hand ended in the middle of it, with status 3.",
    }
    assert not multiprocessing.active_children()


def test_one_that_dies_with_nothing_in_hand_is_replaced(tmp_path):
    todo = [Sum(n) for n in range(30)]
    found = []
    for each in parallel.outcomes(Sums(tmp_path), todo, 2):
        found.append(each)
        if len(found) in (4, 12):
            for child in multiprocessing.active_children():
                child.kill()
                child.join()
    assert told(found) == {n: n**2 for n in range(30)}


def test_results_come_as_they_are_done_and_whoever_stops_listening_ends_it(tmp_path):
    for jobs in 1, 2:
        found = parallel.outcomes(Sums(tmp_path), [Sum(n) for n in range(50)], jobs)
        first = [next(found) for _ in range(3)]
        assert all(each.result == each.task.number**2 for each in first)
        found.close()
        assert not multiprocessing.active_children()


def test_a_stage_that_cannot_be_made_says_why(tmp_path):
    todo = [Sum(n) for n in range(4)]
    for jobs in 1, 2:
        with pytest.raises(BadOption, match=r"^There is no slate\.$"):
            list(parallel.outcomes(Sums(tmp_path, refused=True), todo, jobs))
    with pytest.raises(BadOption, match="could not begin"):
        list(parallel.outcomes(Sums(tmp_path, dies=True), todo, 2))
    assert not multiprocessing.active_children()


def test_nothing_to_do_needs_nobody(tmp_path):
    assert list(parallel.outcomes(Sums(tmp_path, refused=True), [], 4)) == []


def test_jobs_are_counted_from_one(tmp_path):
    with pytest.raises(BadOption, match="jobs is a whole number from 1 on, not 0"):
        parallel.outcomes(Sums(tmp_path), [Sum(1)], 0)


@pytest.mark.parametrize("address", ["splut", "10.0.0.1", "10.0.0.1:port", "ray://10.0.0.1", ""])
def test_an_address_that_is_none_is_told(tmp_path, address):
    with pytest.raises(BadOption, match=r"or has an address like 10\.0\.0\.1:6379 "):
        parallel.outcomes(Sums(tmp_path), [Sum(1)], 1, address)


def test_where_ray_is_not_installed_it_is_said_how_to_get_it(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(NotInstalled, match=r"pip install 'sobremesa\[ray\]'"):
        list(parallel.outcomes(Sums(tmp_path), [Sum(1)], 1, "local"))


def test_an_address_where_nobody_answers_is_told_soon(tmp_path):
    pytest.importorskip("ray", reason="Ray is not installed: pip install 'sobremesa[ray]'.")
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    for address in f"127.0.0.1:{port}", f"ray://127.0.0.1:{port}":
        with pytest.raises(BadOption, match=f"There is no Ray to be had at {address}: Connection refused."):
            list(parallel.outcomes(Sums(tmp_path), [Sum(1)], 1, address))


def test_ctrl_c_is_not_heard_by_those_who_work(tmp_path):
    """A terminal sends it to all; only the one who began them hears it."""
    found = parallel.outcomes(Sums(tmp_path), [Sum(n) for n in range(8)], 2)
    first = next(found)
    for child in multiprocessing.active_children():
        os.kill(child.pid, signal.SIGINT)
    rest = list(found)
    assert told([first, *rest]) == {n: n**2 for n in range(8)} and not any(each.trouble for each in rest)


def test_a_crew_is_light_to_import():
    heavy = "numba", "numpy", "ray"
    code = f"import sys, sobremesa.parallel; print([name for name in {heavy} if name in sys.modules])"
    assert subprocess.check_output([sys.executable, "-c", code], text=True) == "[]\n"

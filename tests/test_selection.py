"""Which tests a run of the suite chooses."""

from collections import Counter
from itertools import pairwise

import pytest

from tests import conftest
from tests.support import touched
from tests.support.selection import SLICES, is_chosen, pytest_configure, shuffled, slice_of


class Item:
    """A test as the selection sees it."""

    def __init__(self, nodeid, exhaustive=False):
        self.nodeid, self.exhaustive = nodeid, exhaustive

    def get_closest_marker(self, name):
        return True if self.exhaustive and name == "exhaustive" else None


TESTS = [
    Item(f"tests/{part}/test_{file}.py::test_{number}", exhaustive=True)
    for part in ("web", "server", "games")
    for file in "abc"
    for number in range(100)
]


def test_each_exhaustive_test_is_in_one_slice_and_all_slices_have_some():
    runs = [[each for each in TESTS if is_chosen(each, str(number))] for number in range(SLICES)]
    assert Counter(each for run in runs for each in run) == Counter(TESTS)
    assert min(map(len, runs)) > 20


def test_other_tests_always_run_and_exhaustive_ones_only_when_they_are_chosen():
    plain, exhaustive = Item("tests/test_a.py::test_b"), Item("tests/test_a.py::test_c", exhaustive=True)
    for chosen in ("none", "3", "all"):
        assert is_chosen(plain, chosen)
    assert not is_chosen(exhaustive, "none")
    assert is_chosen(exhaustive, str(slice_of(exhaustive.nodeid)))
    assert is_chosen(exhaustive, "all")


def test_a_shuffled_order_keeps_files_and_parts_together_and_follows_its_seed():
    once = shuffled(TESTS, "1")
    assert once == shuffled(TESTS, "1")
    assert once != shuffled(TESTS, "2")
    assert set(once) == set(TESTS)
    files = [each.nodeid.partition("::")[0] for each in once]
    assert sum(one != other for one, other in pairwise(files)) == len(set(files)) - 1


@pytest.mark.parametrize("chosen", ["20", "some"])
def test_a_slice_that_does_not_exist_is_refused_in_a_sentence(chosen):
    class Config:
        def getoption(self, name):
            return chosen

    with pytest.raises(pytest.UsageError, match=f"a number from 0 to 19, all or none, not '{chosen}'"):
        pytest_configure(Config())


@pytest.mark.parametrize(
    ("changed", "test_file"),
    [
        ("tests/support/server/door.py", "tests/server/test_nesting.py"),
        ("tests/support/games/drawing.py", "tests/games/end_of_line/test_teams.py"),  # through another helper
        ("src/sobremesa/play/fair.py", "tests/server/test_push.py"),  # through the conftest of its folder
        ("tests/games/outspeed/conftest.py", "tests/games/outspeed/test_tiles.py"),
        ("src/sobremesa/games/splut/rules.py", "tests/games/splut/test_troll.py"),
        ("src/sobremesa/bots/search.py", "tests/bots/test_levels.py"),
        ("web/src/parts/Choices.svelte", "tests/web/test_pages.py"),
        *((name, "tests/test_fair.py") for name in touched.EVERYTHING),
    ],
)
def test_a_change_touches_what_needs_it(changed, test_file):
    assert touched.is_touched(test_file, [changed])


@pytest.mark.parametrize("changed", ["tests/support/server/door.py", "src/sobremesa/games/splut/rules.py", "README.md"])
def test_a_change_touches_nothing_else(changed):
    assert not touched.is_touched("tests/games/outspeed/test_tiles.py", [changed])


def test_what_all_tests_depend_on_is_there_and_every_plugin_among_it():
    assert all((touched.ROOT / name).exists() for name in touched.EVERYTHING)
    assert {f"{name.replace('.', '/')}.py" for name in conftest.pytest_plugins} <= set(touched.EVERYTHING)

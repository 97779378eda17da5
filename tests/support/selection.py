"""Choose which tests run, and in which order.

Tests marked `exhaustive` cover what every run cannot afford: all combinations of options, long matches, load. Each of
them belongs to one of twenty slices. `--slice 7` runs slice 7 beside all other tests and `--slice all` every slice;
without the option they are left out, unless they are named on the command line.

`--touched COMMIT` runs the tests that what has changed since a commit touches, and the contract of the games.

`--shuffle SEED` runs the parts of the suite, the files of each part and the tests of each file in another order.
"""

import random
from zlib import crc32

import pytest

from tests.support import touched
from tests.support.times import part_of

SLICES = 20


def exhaustive(*values, **more):
    """Return values of a parameter for exhaustive tests only."""
    return pytest.param(*values, marks=pytest.mark.exhaustive, **more)


def slice_of(test):
    """Return the slice that an exhaustive test belongs to, by its name."""
    return crc32(test.encode()) % SLICES


def is_chosen(item, chosen):
    """Return whether a test runs when this slice is chosen: a number, "all" or "none"."""
    if chosen == "all" or item.get_closest_marker("exhaustive") is None:
        return True
    return chosen != "none" and slice_of(item.nodeid) == int(chosen)


def shuffled(items, seed):
    """Return tests in an order that a seed decides; those of one part, and of one file, stay together."""
    rng, keys = random.Random(seed), {}

    def key(name):
        return keys.setdefault(name, rng.random())

    return sorted(
        items, key=lambda item: (key(part_of(item.nodeid)), key(item.nodeid.partition("::")[0]), rng.random())
    )


def leave_untouched_out(config, items, since):
    """Keep the tests that a change touches, and the contract of the games as they are usually played."""
    try:
        changed = touched.changed_files(since)
    except ValueError as error:
        raise pytest.UsageError(str(error)) from None
    files = {item.nodeid.partition("::")[0] for item in items}
    kept = {file for file in files if touched.is_touched(file, changed)}
    left_out = [item for item in items if item.nodeid.partition("::")[0] not in kept and not is_usual(item)]
    config.hook.pytest_deselected(items=left_out)
    gone = set(left_out)
    items[:] = [item for item in items if item not in gone]


def is_usual(item):
    """Return whether a test is of the contract of a game, with its usual options."""
    return item.nodeid.startswith("tests/test_contract.py") and "-usual-" in item.nodeid


def pytest_addoption(parser):
    group = parser.getgroup("selection")
    group.addoption("--slice", default="none", help=f"exhaustive tests to run: 0 to {SLICES - 1}, all or none")
    group.addoption("--touched", metavar="COMMIT", help="run what has changed since this commit touches")
    group.addoption("--shuffle", metavar="SEED", help="run tests in an order that this seed decides")


def pytest_configure(config):
    chosen = config.getoption("--slice")
    if chosen not in ("all", "none", *map(str, range(SLICES))):
        raise pytest.UsageError(f"--slice is a number from 0 to {SLICES - 1}, all or none, not {chosen!r}.")


def pytest_report_header(config):
    order = config.getoption("--shuffle")
    return f"exhaustive slice: {config.getoption('--slice')} of {SLICES}; order: {order or 'as written'}"


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config, items):
    chosen = config.getoption("--slice")
    named = any("::" in argument for argument in config.args)
    left_out = [item for item in items if not named and not is_chosen(item, chosen)]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        gone = set(left_out)
        items[:] = [item for item in items if item not in gone]
    if since := config.getoption("--touched"):
        leave_untouched_out(config, items, since)
    if seed := config.getoption("--shuffle"):
        items[:] = shuffled(items, seed)

"""Prints each failure as it happens; at the end what each part of the suite took, beside its budget, and the slowest
tests. No test fails by it."""

import tomllib
from collections import Counter
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
BUDGET = TESTS / "budget.toml"
SLOWEST = 20


def pytest_configure(config):
    if not hasattr(config, "workerinput"):  # workers of xdist report to the process that started them
        config.pluginmanager.register(Times(config), "times")


class Times:
    """What every test took, with its fixtures, as its reports say."""

    def __init__(self, config):
        self.config, self.tests = config, Counter()

    @pytest.hookimpl(trylast=True)
    def pytest_runtest_logreport(self, report):
        self.tests[report.nodeid] += report.duration
        if report.failed:
            terminal = self.config.pluginmanager.getplugin("terminalreporter")
            terminal.write_line("")
            terminal.write_line(f"FAILED {report.nodeid} after {report.duration:.1f} s: {message_of(report)}")

    def pytest_terminal_summary(self, terminalreporter):
        if len(self.tests) > 1:
            terminalreporter.section("time by part, in seconds of tests")
            for line in summary(self.tests, tomllib.loads(BUDGET.read_text())):
                terminalreporter.write_line(line)


def message_of(report):
    """Return the first line of what a failed test said."""
    crash = getattr(report.longrepr, "reprcrash", None)
    return str(crash.message if crash else report.longrepr).strip().partition("\n")[0]


def part_of(test):
    """Return the part of a test by its file: its folder under tests, or its file where it is in none."""
    folder, _, name = test.partition("::")[0].removeprefix("tests/").rpartition("/")
    return folder.partition("/")[0] or name.removeprefix("test_").removesuffix(".py")


def summary(tests, budget):
    """Return the lines to print: each part with its budget, the longest first, and the slowest tests."""
    parts, counts = Counter(), Counter(map(part_of, tests))
    for test, seconds in tests.items():
        parts[part_of(test)] += seconds
    lines = []
    for part, seconds in parts.most_common():
        allowed = budget.get(part, budget["other"])
        over = f"  over budget: {allowed} s" if seconds > allowed else ""
        lines.append(f"{seconds:8.1f}  {part} ({counts[part]} tests){over}")
    lines.append(f"the {min(SLOWEST, len(tests))} slowest tests:")
    return lines + [f"{seconds:8.1f}  {test}" for test, seconds in Counter(tests).most_common(SLOWEST)]

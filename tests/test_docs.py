"""What the documents say is so."""

import doctest
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

import sobremesa
from sobremesa.cli import main
from sobremesa.play import record

ROOT = Path(__file__).parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])


def test_the_readme_runs():
    failed, tried = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert tried > 8
    assert not failed


def test_the_package_speaks_the_truth():
    failed, tried = doctest.testmod(sobremesa)
    assert tried
    assert not failed


def test_the_record_page_shows_a_record():
    shown = re.search(r"```\n(sobremesa record.*?)```", (ROOT / "docs/record.md").read_text(), re.S)[1]
    assert record.loads(shown).record() == shown
    assert "".join(f"    {line}\n" if line else "\n" for line in shown.splitlines()) in record.__doc__


def test_the_readme_names_every_command():
    help_text = CliRunner().invoke(main, ["--help"]).output
    commands = re.findall(r"^  (\w+) ", help_text.split("Commands:")[1], re.M)
    assert len(commands) >= 7
    for command in commands:
        assert f"sobremesa {command}" in (ROOT / "README.md").read_text()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page):
    text = page.read_text()
    for link in re.findall(r"\]\(([^)#]+)\)|src=\"([^\"]+)\"", text):
        target = link[0] or link[1]
        if target.startswith("https://"):
            continue
        assert (page.parent / target).exists(), f"{page.name} links to {target}, which is not there"


def test_the_changelog_has_this_version():
    assert f"## {sobremesa.__version__}" in (ROOT / "CHANGELOG.md").read_text()

"""Muting, reporting and moderating in real browsers at a real house."""

import itertools
import re

import pytest
from click.testing import CliRunner
from playwright.sync_api import expect

from sobremesa.cli.house import house as cli
from sobremesa.client import House
from tests.support.selection import exhaustive
from tests.support.server.accounts import PASSWORD
from tests.support.web.browser import PHONE
from tests.support.web.play import begin, lay, sit

pytestmark = [pytest.mark.compiled, pytest.mark.filterwarnings("ignore::ResourceWarning")]
numbers = itertools.count()


@pytest.fixture
def watchful(person, house):
    """A way to bring in a moderator."""

    def come(**more):
        one, login = person(**more), f"watchful.{next(numbers)}"
        assert one.post("/api/account", login=login, password=PASSWORD, name="Wilma").ok
        assert CliRunner().invoke(cli, ["moderator", login, str(house.data)]).exit_code == 0
        return one

    return come


def at_a_table(one, house):
    """Somebody at a table with a rude guest, who is a program."""
    table = lay(one, "splut")
    sit(one)
    rude = House(house.address, f"Rude {next(numbers)}")
    theirs = rude.table(table)
    theirs.sit(1)
    begin(one)
    theirs.say("You all play badly.")
    return rude, theirs


def reported(one, rude, theirs):
    """Somebody reports a rude guest by the API."""
    answer = one.post("/api/reports", table=theirs.name, name="green", reason="insult", text="Rude.")
    assert answer.ok, answer.text()


def test_who_is_muted_stays_muted_and_is_heard_again_from_the_account(person, house):
    one = person()
    rude, theirs = at_a_table(one, house)
    line = one.page.get_by_text("You all play badly.")
    expect(line).to_be_visible()
    one.page.get_by_text("Whom to hear").press("Enter")
    one.page.get_by_role("button", name=f"Mute {rude.name}").press("Enter")
    expect(line).to_have_count(0)
    one.page.reload()
    one.page.locator("[data-status]").first.wait_for()
    one.page.get_by_text("Whom to hear").click()
    expect(one.page.get_by_role("button", name=f"Hear {rude.name} again")).to_be_visible()
    expect(line).to_have_count(0)
    one.see("/account")
    slip = one.page.get_by_role("region", name="Muted people")
    expect(slip).to_contain_text(rude.name)
    assert one.violations() == []
    slip.get_by_role("button", name=f"Hear {rude.name} again").press("Enter")
    expect(slip).to_have_count(0)
    one.see(f"/table/{theirs.name}")
    expect(line).to_be_visible()


@pytest.mark.parametrize("phone", [False, True])
def test_somebody_is_reported_and_the_moderator_deals_with_it(person, house, watchful, phone):
    one, moderator = person(**(PHONE if phone else {})), watchful(**(PHONE if phone else {}))
    rude, theirs = at_a_table(one, house)
    if phone:
        one.page.get_by_role("button", name="At this table").click()
        one.page.get_by_role("button", name="Report somebody").click()
    else:
        one.page.get_by_text("Whom to hear").click()
        one.page.get_by_role("button", name=f"Report {rude.name}").click()
    sheet = one.page.get_by_role("dialog", name="Report somebody")
    expect(sheet.get_by_role("radio", name=rude.name)).to_be_checked()
    sheet.get_by_role("radio", name="Insults or hate").check()
    sheet.get_by_label("What happened, in a sentence").fill("He insults everybody.")
    assert one.violations() == [] and one.fits()
    sheet.get_by_role("button", name="Send the report").click()
    expect(sheet.get_by_text("Thank you.")).to_be_visible()
    assert not any("report" in str(each) for each in theirs.said)

    moderator.see("/account")
    moderator.page.get_by_role("link", name=re.compile("desk$")).click()
    slip = moderator.page.get_by_role("article", name=f"About {rude.name}")
    expect(slip).to_contain_text("He insults everybody.")
    expect(slip).to_contain_text("You all play badly.")
    slip.get_by_text("Silence", exact=True).click()
    slip.get_by_label("Why, in a sentence that they are told").fill("Be kind to people.")
    assert moderator.violations() == [] and moderator.fits()
    slip.get_by_role("button", name="Do it").click()
    expect(slip).to_have_count(0)
    with pytest.raises(Exception, match="A moderator says: Be kind to people"):
        theirs.say("But")
    holding = moderator.page.get_by_role("region", name="What holds now")
    holding.get_by_role("button", name=f"Lift: Silence, {rude.name}").click()
    holding.get_by_label("Why it is lifted").fill("He is sorry.")
    holding.get_by_role("button", name="Lift", exact=True).click()
    expect(holding.get_by_text(rude.name)).to_have_count(0)
    theirs.say("Thank you")


def test_the_desk_by_keyboard_alone(person, house, watchful):
    one, moderator = person(), watchful()
    rude, theirs = at_a_table(one, house)
    reported(one, rude, theirs)
    moderator.see("/moderation")
    slip = moderator.page.get_by_role("article", name=f"About {rude.name}")
    slip.get_by_role("radio", name="Dismiss").focus()
    keys = moderator.page.keyboard
    keys.press("ArrowRight")
    expect(slip.get_by_role("radio", name="Warn")).to_be_checked()
    keys.press("Tab")
    keys.type("Play nicely.")
    keys.press("Enter")
    expect(slip).to_have_count(0)
    expect(moderator.page.get_by_role("region", name="What was done last")).to_contain_text("Play nicely.")


def test_who_was_warned_reads_it_once_in_their_language(person, house, watchful):
    one, moderator = person(), watchful()
    table = lay(one, "splut")
    sit(one)
    rude = person(language="es-ES")
    rude.post("/api/guests", name="Bobo")
    rude.see(f"/table/{table}")
    sit(rude, "Sentarse")
    begin(one, rude)
    assert one.post("/api/reports", table=table, name="green", reason="spam").ok
    [case, *_] = moderator.context.request.get("/api/moderation").json()["cases"]
    given = {"report": case["id"], "kind": "warn", "reason": "spam", "why": "Menos, por favor."}
    assert moderator.post("/api/moderation/act", **given).ok
    rude.see("/")
    sheet = rude.page.get_by_role("dialog", name="De la moderación")
    expect(sheet).to_contain_text("Se te ha advertido.")
    expect(sheet).to_contain_text("El motivo: Spam.")
    expect(sheet).to_contain_text("Menos, por favor.")
    assert rude.violations() == []
    sheet.get_by_role("button", name="Lo he leído").press("Enter")
    expect(sheet).to_have_count(0)
    with rude.page.expect_response("**/api/conduct") as answer:
        rude.see("/account")
    assert answer.value.json()["notices"] == []
    expect(rude.page.get_by_role("dialog")).to_have_count(0)


def test_who_is_shut_out_is_told_where_they_sign_in(person, house, watchful):
    one, moderator = person(), watchful()
    table = lay(one, "splut")
    sit(one)
    rude, login = person(), f"rude.{next(numbers)}"
    assert rude.post("/api/account", login=login, password=PASSWORD, name="Bobo").ok
    rude.see(f"/table/{table}")
    sit(rude)
    begin(one, rude)
    assert one.post("/api/reports", table=table, name="green", reason="cheating").ok
    [case, *_] = moderator.context.request.get("/api/moderation").json()["cases"]
    given = {"report": case["id"], "kind": "shut out", "reason": "cheating", "why": "No engines.", "days": 7}
    assert rude.state["you"] == [1]
    assert moderator.post("/api/moderation/act", **given).ok
    rude.until(lambda: rude.state["you"] == [])  # also where a table is open
    rude.see("/account")
    here = rude.page.get_by_role("region", name="Sign in", exact=True)
    here.get_by_label("Name to sign in with").first.fill(login)
    here.get_by_label("Password", exact=True).fill(PASSWORD)
    here.get_by_role("button", name="Sign in", exact=True).click()
    expect(here.get_by_role("alert")).to_contain_text("A moderator says: No engines.")
    rude.faults.clear()  # that they were refused


def test_the_desk_is_for_moderators_alone(person):
    one = person()
    one.see("/moderation")
    expect(one.page.get_by_text("This page is for the moderators of the house.")).to_be_visible()
    assert one.violations() == []
    one.faults.clear()  # that it was refused


@pytest.mark.parametrize("theme", [exhaustive("light"), "dark"])
def test_the_desk_has_no_fault_that_axe_finds(person, house, watchful, theme):
    one, moderator = person(), watchful(color_scheme=theme)
    rude, theirs = at_a_table(one, house)
    for _ in range(2):
        reported(one, rude, theirs)
    [case, *_] = moderator.context.request.get("/api/moderation").json()["cases"]
    given = {"report": case["id"], "kind": "rename", "reason": "name", "why": "Not that name.", "name": "Olive"}
    assert moderator.post("/api/moderation/act", **given).ok
    moderator.see("/moderation")
    slip = moderator.page.get_by_role("article", name=f"About {rude.name}")
    expect(slip).to_contain_text("now called Olive")
    for summary in slip.locator("summary").all():
        summary.click()
    for kind in "Shut out", "Replace the name":
        slip.get_by_text(kind, exact=True).first.click()
        assert moderator.violations() == [] and moderator.fits()

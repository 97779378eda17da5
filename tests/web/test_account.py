"""People with accounts, in real browsers at a real house."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.support.server.accounts import PASSWORD
from tests.support.web.accounts import sign_up, slip
from tests.support.web.browser import PHONE, Person
from tests.support.web.play import lay, sit

pytestmark = [pytest.mark.compiled, pytest.mark.filterwarnings("ignore::ResourceWarning")]


class Named:
    """The same house by its name: numbers have no passkeys."""

    def __init__(self, house):
        self.address = house.address.replace("127.0.0.1", "localhost")


@pytest.fixture
def neighbour(chromium, house):
    """A way to bring in people who know the house by its name."""
    came = []

    def come(**more):
        came.append(Person(chromium, Named(house), **more))
        return came[-1]

    yield come
    faults = [fault for each in came for fault in each.faults]
    for each in came:
        each.context.close()
    assert faults == []


def sign_in(person, login, password=PASSWORD):
    person.see("/account")
    here = slip(person, "Sign in")
    here.get_by_label("Name to sign in with").first.fill(login)
    here.get_by_label("Password", exact=True).fill(password)
    here.get_by_role("button", name="Sign in", exact=True).click()


def test_a_guest_keeps_their_table_and_finds_it_on_another_device(person):
    one, other = person(), person()
    table = lay(one, "splut")
    sit(one)
    one.see("/")
    one.page.get_by_role("link", name="Your account").click()
    one.page.wait_for_url("**/account")
    codes = sign_up(one, "at.the.table")
    assert len(codes) == 10
    assert one.violations() == []
    one.page.get_by_role("button", name="I have kept them").click()
    expect(one.page.get_by_text("You are signed in as at.the.table.")).to_be_visible()
    sign_in(other, "AT.THE.TABLE")
    link = slip(other, "Your tables").get_by_role("link", name="Splut!")
    expect(link).to_be_visible()
    link.click()
    other.page.wait_for_url(f"**/table/{table}")
    other.until(lambda: other.state and other.state["you"] == [0])

    one.see("/account")
    one.page.get_by_role("button", name="Sign out everywhere else").click()
    expect(slip(one, "Where you are signed in").locator("li")).to_have_count(1)
    other.until(lambda: other.state["you"] == [])  # the open table is told

    other.see("/account")
    here = slip(other, "Sign in")
    here.get_by_text("Forgotten?").click()
    here.get_by_label("Name to sign in with").last.fill("at.the.table")
    here.get_by_label("Code").fill(codes[0])
    here.get_by_label("New password").fill("another long one")
    here.get_by_role("button", name="Set the password and sign in").click()
    expect(other.page.get_by_text("9 codes are left.")).to_be_visible()
    one.see("/account")
    expect(slip(one, "Sign in")).to_be_visible()


def test_a_wrong_password_is_told_where_it_was_typed_in_the_readers_language(person):
    one = person(language="de-DE")
    one.see("/account")
    here = one.page.get_by_role("region", name="Anmelden", exact=True)
    here.get_by_label("Name zum Anmelden").first.fill("niemand")
    here.get_by_label("Passwort", exact=True).fill("irgendein Passwort")
    here.get_by_label("Passwort", exact=True).press("Enter")
    expect(here.get_by_role("alert")).to_have_text("Dieser Name und dieses Passwort gehören nicht zusammen.")
    one.faults.clear()  # that it was refused


def test_a_passkey_opens_an_account_and_signs_in(neighbour):
    one = neighbour()
    ring = one.context.new_cdp_session(one.page)
    ring.send("WebAuthn.enable")
    options = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True}
    options |= {"isUserVerified": True, "automaticPresenceSimulation": True}
    authenticator = ring.send("WebAuthn.addVirtualAuthenticator", {"options": options})["authenticatorId"]
    one.see("/account")
    here = slip(one, "Open an account")
    here.get_by_label("Name to sign in with").fill("with.a.key")
    here.get_by_role("button", name="Open it with a passkey").click()
    one.page.get_by_role("button", name="I have kept them").click()
    expect(slip(one, "Passkeys").locator("li")).to_have_count(1)
    [kept] = ring.send("WebAuthn.getCredentials", {"authenticatorId": authenticator})["credentials"]
    assert kept["rpId"] == "localhost" and kept["isResidentCredential"]

    slip(one, "Where you are signed in").get_by_role("button", name="Sign out", exact=True).click()
    slip(one, "Sign in").get_by_role("button", name="Sign in with a passkey").click()
    expect(one.page.get_by_text("You are signed in as with.a.key.")).to_be_visible()

    slip(one, "Passkeys").get_by_role("button", name=re.compile("^Remove")).click()
    expect(slip(one, "Passkeys").locator("li")).to_have_count(0)
    slip(one, "Where you are signed in").get_by_role("button", name="Sign out", exact=True).click()
    slip(one, "Sign in").get_by_role("button", name="Sign in with a passkey").click()
    expect(slip(one, "Sign in").get_by_role("alert")).to_have_text("This house does not know that passkey.")
    one.faults.clear()  # that it was refused


def test_where_there_can_be_no_passkeys_the_page_says_why(person):
    one = person()
    one.see("/account")  # by a number
    expect(slip(one, "Sign in").get_by_text("this address is a number")).to_be_visible()
    assert one.page.get_by_role("button", name=re.compile("passkey")).count() == 0


def test_everything_is_taken_along_and_deleted_with_the_keyboard_alone(person):
    one = person()
    lay(one, "splut")
    sign_up(one, "keys.alone")
    keys = one.page.keyboard
    one.page.get_by_role("button", name="Print").focus()
    keys.press("Tab")
    keys.press("Tab")
    keys.press("Enter")
    link = one.page.get_by_role("link", name="Take everything along")
    expect(link).to_be_visible()
    with one.page.expect_download() as download:
        link.press("Enter")
    everything = json.loads(Path(download.value.path()).read_text())
    assert everything["person"]["login"] == "keys.alone" and len(everything["tables"]) == 1
    one.page.get_by_text("Delete everything", exact=True).focus()
    keys.press("Enter")
    keys.press("Tab")
    keys.type("keys.alone")
    keys.press("Enter")
    expect(slip(one, "Open an account")).to_be_visible()
    assert one.context.request.get("/api/account").json()["kind"] == "nobody"


@pytest.mark.parametrize(("theme", "phone"), [("light", False), ("dark", True)])
def test_no_state_of_the_page_has_a_fault_that_axe_finds(neighbour, theme, phone):
    one = neighbour(color_scheme=theme, **(PHONE if phone else {}))
    login = f"axe.{theme}.{phone}".lower()
    one.see("/account")
    expect(slip(one, "Sign in")).to_be_visible()
    for summary in one.page.locator("summary").all():
        summary.click()
    assert one.violations() == [] and one.fits()
    sign_up(one, login)
    assert one.violations() == [] and one.fits()
    one.page.get_by_role("button", name="I have kept them").click()
    expect(slip(one, "Passkeys")).to_be_visible()
    for summary in one.page.locator("summary").all():
        summary.click()
    assert one.violations() == [] and one.fits()

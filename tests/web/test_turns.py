"""Play by correspondence in real browsers at a real house."""

import datetime
import json
import random
import re

import pytest
from playwright.sync_api import expect

from sobremesa.client import House
from tests.support.server.push import Browser
from tests.support.web.play import begin, from_list, lay, sit

pytestmark = [pytest.mark.compiled, pytest.mark.filterwarnings("ignore::ResourceWarning")]
PHONE = {"viewport": {"width": 320, "height": 640}, "has_touch": True, "is_mobile": True}
DAYS = {"clock": {"days": 3}}
SUBSCRIBED = "PushManager.prototype.subscribe = async () => ({ toJSON: () => (%s) });"
"""No push service can be reached from here: the browser's is told apart from all else that it does."""


class Nowhere:
    address, came = "https://push.example", ()


def program(person, house):
    """Somebody with a browser, as a program that may do the same."""
    [token] = [each["value"] for each in person.context.cookies() if each["name"] == "sobremesa"]
    return House(house.address, "Ada", token)


def playing(house, mine, other="Bo", mine_first=True):
    """A table by correspondence, where one is awaited, or the other."""
    table = mine.lay("splut", 2)
    table.manner(**DAYS)
    theirs = House(house.address, other).table(table.name)
    for seat, each in enumerate([table, theirs] if mine_first else [theirs, table]):
        each.sit(seat, words="olive")
    table.begin()
    return table.name


def slip(person, name):
    return person.page.get_by_role("region", name=name, exact=True)


def day(after):
    return (datetime.datetime.now(datetime.UTC).date() + datetime.timedelta(days=after)).isoformat()


def test_two_agree_on_days_play_and_go_on_to_the_next_table_by_keyboard(person, house):
    ada, bo = person(), person()
    name = lay(ada, "splut")
    ada.page.get_by_text("3 days a turn").click()
    expect(ada.page.get_by_role("radio", name="3 days a turn")).to_be_checked()
    bo.see(f"/table/{name}")
    sit(ada)
    sit(bo)
    begin(ada, bo)
    waits = playing(house, program(ada, house))
    clock = ada.page.locator("[data-seat=red]").get_by_role("timer")
    expect(clock).to_have_accessible_name("2d 23h left")
    expect(ada.page.locator("[data-seat=green]").get_by_role("timer")).to_have_count(0)
    from_list(ada, random.Random(1))
    link = ada.page.get_by_role("link", name="Next table that waits (1)")
    expect(link).to_be_visible()
    assert ada.violations() == []
    link.focus()
    ada.page.keyboard.press("Enter")
    ada.page.wait_for_url(f"**/table/{waits}")
    expect(ada.page.locator("[data-status=you]")).to_be_visible()
    expect(ada.page).to_have_title(re.compile(r"^\(1\) .*Splut!.* · Sobremesa$"))
    bo.see("/")
    door = bo.page.get_by_role("link", name="Your tables")
    expect(door.locator(".count")).to_have_text("1")
    door.click()
    row = slip(bo, "Your turn").get_by_role("listitem")
    expect(row).to_contain_text("Splut!")
    row.get_by_role("link").click()
    bo.page.wait_for_url(f"**/table/{name}")


@pytest.mark.parametrize("more", [PHONE, {"color_scheme": "dark"}], ids=["phone", "dark"])
def test_the_page_of_ones_tables_fits_and_everybody_can_use_it(person, house, more):
    ada = person(**more)
    ada.see("/turns")
    expect(slip(ada, "You are not playing anywhere now")).to_be_visible()
    assert ada.violations() == []
    mine = program(ada, house)
    playing(house, mine, "Somebody with a name as long as forty lett")
    playing(house, mine, mine_first=False)
    mine.lay("outspeed", 4)
    ada.page.reload()
    expect(slip(ada, "Your turn").get_by_role("listitem")).to_have_count(1)
    expect(slip(ada, "Where others are to play").get_by_role("listitem")).to_have_count(2)
    assert ada.violations() == []
    assert ada.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_vacation_is_seen_by_the_others_at_the_table(person, house):
    ada, bo = person(), person()
    ada.see("/turns")
    vacation = slip(ada, "Vacation")
    expect(vacation).to_be_visible()
    name = playing(house, program(ada, house))
    bo.see(f"/table/{name}")
    vacation.get_by_label("Last day").fill(day(29))
    vacation.get_by_role("button", name="Go on vacation").press("Enter")
    back = vacation.get_by_role("button", name="I am back")
    expect(back).to_be_visible()
    expect(bo.page.locator("[data-seat=red]")).to_contain_text("on vacation until")
    expect(slip(ada, "Your turn")).to_contain_text("the clock stands")
    vacation.get_by_label("First day").fill(day(28))
    vacation.get_by_label("Last day").fill(day(31))
    vacation.get_by_role("button", name="Go on vacation").click()
    expect(vacation.get_by_role("alert")).to_have_text(
        "You are away then already: come back first, or choose other days."
    )
    ada.faults.clear()  # that it was refused
    back.click()
    expect(back).to_have_count(0)
    expect(bo.page.locator("[data-seat=red]")).not_to_contain_text("on vacation")


@pytest.mark.whole
def test_the_browser_shows_that_a_table_waits(person, house):
    ada = person(permissions=["notifications"])
    browser = Browser(Nowhere())
    ada.page.add_init_script(SUBSCRIBED % json.dumps(browser.subscription))
    ada.see("/turns")
    here = slip(ada, "How you are told")
    here.get_by_role("button", name="Tell me by this browser").click()
    expect(here.get_by_text("This browser tells you.")).to_be_visible()
    assert program(ada, house).ask("GET", "/api/account/export")["correspondence"]["browsers"]
    worker = ada.page.evaluate("navigator.serviceWorker.ready.then((found) => [found.scope, found.active.scriptURL])")
    assert worker == [f"{house.address}/", f"{house.address}/worker.js"]
    notice = {"title": "Your turn at Splut!", "body": "Bo has played. You have until {until}.", "until": 1_790_000_000}
    notice |= {"language": "en", "path": "/table/x", "tag": "x"}
    deliver(ada, house, json.dumps(notice))
    shown = "navigator.serviceWorker.ready.then(async (r) => (await r.getNotifications()).map((n) => n.title + n.body))"
    told = ada.until(lambda: ada.page.evaluate(shown))
    assert told[0].startswith("Your turn at Splut!Bo has played. You have until ") and "{" not in told[0]
    here.get_by_role("button", name="Tell me here no more").click()
    expect(here.get_by_role("button", name="Tell me by this browser")).to_be_visible()


def deliver(person, house, data):
    """A message of the push service, as if it had come."""
    line = person.context.new_cdp_session(person.page)
    found = []
    line.on("ServiceWorker.workerRegistrationUpdated", lambda told: found.extend(told["registrations"]))
    line.send("ServiceWorker.enable")
    person.until(lambda: found)
    where = {"origin": house.address, "registrationId": found[-1]["registrationId"]}
    line.send("ServiceWorker.deliverPushMessage", where | {"data": data})


def test_who_comes_by_the_link_in_a_letter_presses_one_button(person):
    ada = person(language="es-ES")
    ada.see("/turns/somebody.0000")
    here = slip(ada, "No más cartas")
    here.get_by_role("button", name="No me escribas más").click()
    expect(here.get_by_role("alert")).to_have_text("El enlace no está completo: cópialo otra vez de la carta.")
    ada.faults.clear()  # that it was refused

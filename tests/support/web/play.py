"""How people play in a browser: from the list of choices, on the board, or with keys alone."""

from urllib.parse import urlsplit

from playwright.sync_api import expect


def lay(person, game, seats=2, **options):
    """A table that somebody lays; they look at it."""
    person.post("/api/guests", name="Ada")
    table = person.post("/api/tables", game=game, seats=seats, options=options).json()["table"]
    person.see(f"/table/{table}")
    return table


FRAME = "() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))"


def sit(person, name="Sit down"):
    """Take the first free seat, once the page shows who has sat down before."""
    table = urlsplit(person.page.url).path.rpartition("/")[2]
    entries = person.context.request.get(f"/api/tables/{table}").json()["entries"]

    def is_shown():
        about = person.state and person.state["about"]
        return about and about["table"] == table and about["entries"] >= entries

    person.until(is_shown)
    person.page.evaluate(FRAME)
    before = len(person.state["you"])
    person.page.get_by_role("button", name=name).first.click()
    person.until(lambda: len(person.state["you"]) > before)


def begin(*people):
    button = people[0].page.get_by_role("button", name="Begin", exact=True)
    expect(button).to_be_enabled()
    button.click()
    for person in people:
        person.page.locator("[data-status]").wait_for()


def awaited(*people):
    """Whose turn it is among these, or None when it is over."""

    def found():
        for person in people:
            kind = person.page.locator("[data-status]").get_attribute("data-status")
            if kind == "over" or (kind == "you" and person.page.locator("[data-act]").count()):
                return kind, person
        return None

    kind, person = people[0].until(found)
    return None if kind == "over" else person


def sight(person):
    """What one's seat sees."""
    [seen] = person.state["seats"].values()
    return seen


def drafted(person, before):
    """Wait until one more choice is drafted; whether that is the whole turn."""
    person.until(lambda: len(sight(person)["draft"]) > before)
    return sight(person)["ready"]


def from_list(person, rng):
    """Choose from the list of all choices until there is something to confirm, and confirm it."""
    page, ready = person.page, sight(person)["ready"]
    while not ready:
        before = len(sight(person)["draft"])
        page.keyboard.press("a")
        choices = page.locator("dialog [data-move]")
        choices.first.wait_for()
        choices.nth(rng.randrange(choices.count())).click()
        choices.first.wait_for(state="detached")
        ready = drafted(person, before)
    page.locator("[data-act=do]").click()
    page.locator("[data-act=do]").wait_for(state="detached")


def to_the_end(play, *people):
    while person := awaited(*people):
        play(person)


def with_keys(person, rng):
    """The same without a pointer: A opens the list, Tab goes through it, Enter chooses and confirms."""
    page, ready = person.page, sight(person)["ready"]
    while not ready:
        before = len(sight(person)["draft"])
        page.keyboard.press("a")
        page.locator("dialog [data-move]").first.wait_for()
        for _ in range(40):
            page.keyboard.press("Tab")
            if page.evaluate("document.activeElement.dataset.move ?? ''") and rng.random() < 0.5:
                break
        page.keyboard.press("Enter")
        page.locator("dialog [data-move]").first.wait_for(state="detached")
        ready = drafted(person, before)
    page.locator("[data-act=do]").wait_for()
    page.locator("body").press("Enter")
    page.locator("[data-act=do]").wait_for(state="detached")


def on_the_board(person, rng):
    """Splut! by clicking: a piece that may move, a square it may go to, and whatever else is to be decided there."""
    page = person.page
    for _ in range(60):
        seen = sight(person)
        if seen["ready"]:
            page.locator("[data-act=do]").click()
            page.locator("[data-act=do]").wait_for(state="detached")
            return
        event = rng.choice(seen["choices"])["events"][0]
        page.locator(f"[data-square={event['start']}]").click()
        page.locator(f"[data-square={event['end']}]").click()
        if page.locator(f"[data-towards={event.get('towards')}]").count():
            page.locator(f"[data-towards={event['towards']}]").first.click()
            page.locator(f"[data-towards={event['towards']}]").first.click()
        for _ in range(20):
            if len(sight(person)["draft"]) > len(seen["draft"]):
                break
            page.wait_for_timeout(25)
        else:
            page.keyboard.press("Escape")
    raise AssertionError("There is never anything to confirm.")


def begin_splut(person, **more):
    """Bring two people to a table of Splut!, as Red and Green, and begin."""
    ada, bob = person(), person(**more)
    table = lay(ada, "splut")
    sit(ada)
    bob.post("/api/guests", name="Bob")
    bob.see(f"/table/{table}")
    sit(bob)
    begin(ada, bob)
    return ada, bob


def rated(person, game="splut", seats=2):
    """Begin a rated match of somebody against a beginner, all of it by key; return its table."""
    table = lay(person, game, seats)
    page = person.page
    switch = page.get_by_role("switch", name="Rated")
    expect(switch).to_be_visible()
    switch.focus()
    page.keyboard.press("Space")
    expect(switch).to_be_checked()
    expect(page.locator(".where")).to_contain_text("Rated")
    sit(person)
    page.get_by_role("button", name="Put a bot on the free seat").press("Enter")
    page.get_by_role("button", name="Beginner").press("Enter")
    begin(person)
    return table


def give_up(person):
    """Give a match up from the menu of the table."""
    page = person.page
    page.get_by_role("button", name="Table", exact=True).click()
    menu = page.get_by_role("dialog")
    expect(menu.get_by_role("button", name="Give up")).to_be_visible()
    expect(menu.get_by_text("to a bot")).to_have_count(0)
    menu.get_by_role("button", name="Give up").click()
    page.get_by_role("dialog").get_by_role("button", name="Give up").click()

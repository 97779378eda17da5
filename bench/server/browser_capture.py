"""What a real Chromium exchanges with a real house while people lay a table, sit down and click through turns."""

import json
import random
import sys
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.server.browser_client import SEATS
from bench.server.kinds import GAMES, Notes

CAPTURE = Path(__file__).with_name("browser_messages.json")
WHAT = (
    "What a real Chromium exchanges with a house while people play: the requests of each page, without its files, and "
    "what its socket at the table carries. Of several states in a row, and of several drafts in a row, one is named; "
    "what a page asks every twenty seconds is named where it must come. "
    "Made by: python bench/server/browser.py --capture"
)
TURNS, TRIES = 4, 10
"""How often each person has their turn; matches that are begun until one shows everything."""
MUST_SEE = {"end-of-line": "go"}
"""A move that must have been confirmed: no message says that it was, and pages may ask what they have missed."""
QUIET, LONGEST, A_WHILE = 0.5, 20.0, 21.0
"""Seconds without a message after which something is over, and how long that is waited for; seconds in which a page
asks by the clock at least once."""
NOT_PLAYED = "is hidden for a while", "is shown again"
"""What a person does with a browser that no client without one can do."""


class Watched:
    """A person with a browser, of whom everything is noted that goes over the network."""

    def __init__(self, person):
        self.person, self.notes, self.count = person, Notes(), 0
        self.examples, self.drafts, self.confirmed = {}, 0, set()
        wire = person.context.new_cdp_session(person.page)
        wire.send("Network.enable")
        wire.on("Network.requestWillBeSent", self.asks)
        wire.on("Network.webSocketCreated", lambda event: self.note(self.notes.opens, event["url"]))
        wire.on("Network.webSocketFrameSent", lambda event: self.sends(event["response"]["payloadData"]))
        wire.on("Network.webSocketFrameReceived", lambda event: self.hears(event["response"]["payloadData"]))

    def note(self, how, *what):
        self.count += 1
        how(*what)

    def asks(self, event):
        """Note a request, unless it is for a file of the page: a browser keeps those."""
        request = event["request"]
        if "/api/" in request["url"] or "/health" in request["url"]:
            self.note(self.notes.asks, request["method"], request["url"], request.get("postData"))

    def sends(self, text):
        told = json.loads(text)
        self.drafts += told["do"] == "draft"
        if told["do"] == "confirm":
            self.confirmed.update(told["moves"])
        self.examples.setdefault(told["do"], told | {name: name.upper() for name in ("name", "words") if name in told})
        self.note(self.notes.sends, text)

    def hears(self, text):
        self.note(self.notes.hears, text)

    def settle(self):
        """Wait until nothing more is exchanged."""
        for _ in range(int(LONGEST / QUIET)):
            before = self.count
            self.person.page.wait_for_timeout(1000 * QUIET)
            if self.count == before:
                return


class Recording:
    """People in browsers who play one match, and what each of them exchanged, by chapters."""

    def __init__(self, game, come):
        self.game, self.people, self.chapters, self.drafts = game, [Watched(come()) for _ in range(SEATS[game])], [], []

    @contextmanager
    def chapter(self, *names):
        """Note what each person exchanges from here to the end, under the name for them."""
        yield
        for each in self.people:
            each.settle()
        for each, name in zip(self.people, names, strict=False):
            if name and (told := (name, each.notes.take(name))) not in self.chapters:
                self.chapters.append(told)
        for each in self.people:
            each.notes.take()

    def only(self, one, name, others=""):
        return [name if each is one else others for each in self.people]

    def sit_down(self):
        """From the front page to a match that has begun."""
        first, *others = self.people
        page = first.person.page
        with self.chapter("opens the front page"):
            first.person.see("/")
        with self.chapter("lays a table for friends"):
            page.locator(f"article[data-game={self.game}]").get_by_role("button", name="With friends").click()
            page.wait_for_url("**/table/**")
        for other in others:
            with self.chapter(*self.only(other, "opens the link")):
                other.person.see(page.url)
            with self.chapter(*self.only(other, "sits down")):
                other.person.page.get_by_role("button", name="Sit down").first.click()
        with self.chapter("begins", *["sees it begin"] * len(others)):
            page.get_by_role("button", name="Begin", exact=True).click()

    def awaited(self):
        from tests.support.web.play import awaited

        person = awaited(*(each.person for each in self.people))
        return next((each for each in self.people if each.person is person), None)

    def play(self, turns):
        """Play so many turns, with a pointer; return whether everything was seen and the match goes on."""
        from tests.support.web import end_of_line, outspeed
        from tests.support.web.play import from_list, on_the_board

        by_hand = {"splut": on_the_board, "end-of-line": end_of_line.by_clicking, "outspeed": outspeed.by_clicking}
        rng = random.Random(1)
        for number in range(turns):
            if not (one := self.awaited()):
                break
            one.drafts = 0
            with self.chapter(*self.only(one, "plays a turn", "sees the turn of another")):
                by_hand.get(self.game, from_list)(one.person, rng)
            self.drafts.append(one.drafts)
            print(f"\r{self.game}: {number + 1} of {turns} turns", end="", file=sys.stderr, flush=True)
        print(file=sys.stderr)
        seen = set().union(*(each.confirmed for each in self.people))
        return MUST_SEE.get(self.game) in {None, *seen} and self.awaited() is not None

    def change_mind(self):
        from tests.support.web.play import sight

        one = self.awaited()
        person, page = one.person, one.person.page
        with self.chapter(*self.only(one, "changes their mind")):
            page.keyboard.press("Shift+A" if self.game == "outspeed" else "a")
            page.locator("dialog [data-move]").first.click()
            person.until(lambda: len(sight(person)["draft"]) == 1)
            page.locator("[data-act=back]").click()
            person.until(lambda: not sight(person)["draft"])

    def look_on(self):
        """Load a page anew, look at it for a while without doing anything, look away for a while, and look again."""
        page = self.people[0].person.page
        with self.chapter("loads the page again"):
            page.reload()
        with self.chapter("looks on for a while"):
            page.wait_for_timeout(1000 * A_WHILE)
        if self.game == GAMES[0]:
            with self.chapter("is hidden for a while"):
                show(page, False)
                page.wait_for_timeout(1000 * A_WHILE)
            with self.chapter("is shown again"):
                show(page, True)


def show(page, shown):
    """Tell a page whether anybody sees it: in a browser without a window every page is always seen."""
    page.evaluate(
        """(shown) => {
          const is = { hidden: !shown, visibilityState: shown ? 'visible' : 'hidden' };
          for (const [name, value] of Object.entries(is))
            Object.defineProperty(document, name, { value, configurable: true });
          document.dispatchEvent(new Event('visibilitychange'));
        }""",
        shown,
    )


def watch(game, turns, chromium, path, house):
    """Let people play one match in a browser of their own; return it, or nothing if it does not show everything."""
    from tests.support.web.browser import Person

    browser = chromium.launch(executable_path=path, args=["--no-sandbox"])
    try:
        recording = Recording(game, lambda: Person(browser, house))
        recording.sit_down()
        if not recording.play(turns * SEATS[game]):
            return None
        recording.change_mind()
        recording.look_on()
        return recording
    finally:
        browser.close()


def capture(games=GAMES, turns=TURNS):
    """Return what Chromium exchanges at each game."""
    from playwright.sync_api import sync_playwright

    from sobremesa.server.http import client_files
    from tests.support.server.serving import Server
    from tests.support.web.browser import find_chromium

    if not (path := find_chromium()):
        sys.exit("Nothing can be captured here: that needs Chromium. On Debian: apt install chromium.")
    if not client_files.PARTS:
        sys.exit("Nothing can be captured here: the client has not been built. Run make client.")
    chapters, drafts, examples = [], {}, {}
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        house = Server(Path(folder) / "house.db", "--no-limits")
        try:
            for game in games:
                tries = (watch(game, turns, playwright.chromium, path, house) for _ in range(TRIES))
                if not (recording := next(filter(None, tries), None)):
                    sys.exit(f"Nothing can be captured here: of {TRIES} matches of {game} none shows everything.")
                for name, told in recording.chapters:
                    add(chapters, game, name, told)
                drafts[game] = recording.drafts
                for each in recording.people:
                    examples = each.examples | examples
        finally:
            house.kill()
    return {"what": WHAT, "drafts in each turn": drafts, "sent, for example": examples, "chapters": chapters}


def add(chapters, game, name, told):
    """Add a chapter of a game: games that are alike in it share one."""
    for each in chapters:
        if each["chapter"] == name and told.items() <= each.items():
            each["games"].append(game)
            return
    chapters.append({"chapter": name, "games": [game], **told})


def read():
    """Return what was captured last."""
    return json.loads(CAPTURE.read_text())


def write(captured):
    """Keep what was captured."""
    CAPTURE.write_text(json.dumps(captured, indent=1) + "\n")


def differences(captured, game, played):
    """Return a sentence for each chapter in which what was played is not what was captured."""
    known = [each for each in captured["chapters"] if game in each["games"]]
    found = []
    for name, told in played:
        same = [each for each in known if each["chapter"] == name]
        if not any(told.items() <= each.items() for each in same):
            was = [{key: each[key] for key in told} for each in same]
            found.append(f"{game}: when somebody {name}, a browser exchanges {was}, and we exchange {told}.")
    missing = {each["chapter"] for each in known} - {name for name, _ in played} - {*NOT_PLAYED}
    found += [f"{game}: what a browser exchanges when somebody {name} was not played." for name in sorted(missing)]
    return found

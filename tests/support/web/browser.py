"""A person with a real browser: Debian's Chromium, or any other."""

import json
import shutil
from pathlib import Path

from tests.support.waiting import LIMIT, wait_until

NAMES = "chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"


THERE = """() => document.querySelector('main') && !document.querySelector('[aria-busy=true]')
  && [...document.querySelectorAll('div.spot')].every((spot) => spot.childElementCount)"""
"""Whether a page has come whole: nothing of it is being loaded, and the board is there."""


STILL = """async () => {
  await document.fonts.ready;
  const brief = (each) => each.playState === 'running' && each.effect.getComputedTiming().endTime < 2000;
  for (let going; (going = document.getAnimations().filter(brief)).length; )
    await Promise.all(going.map((each) => each.finished.catch(() => null)));
}"""  # what is half faded in has no contrast


AXE = Path(__file__).parents[3] / "web" / "node_modules" / "axe-core" / "axe.min.js"


MOVING = {"reduced_motion": "no-preference"}
"""For a person whose browser shows what happens in motion."""


class Person:
    """A person with a browser, which shows nothing in motion unless it is asked to. What goes wrong in it is kept."""

    def __init__(self, browser, house, language="en-GB", **more):
        more = {"reduced_motion": "reduce"} | more
        self.context = browser.new_context(locale=language, base_url=house.address, **more)
        self.context.set_default_timeout(1000 * LIMIT)
        self.page = self.context.new_page()
        self.address = house.address
        self.faults = []
        self.page.on("console", lambda said: self.faults.append(said.text) if said.type == "error" else None)
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.heard = []
        self.page.on("websocket", lambda socket: socket.on("framereceived", lambda text: self.heard.append(text)))

    def see(self, path="/"):
        self.page.goto(path)
        return self.page

    def post(self, path, **data):
        """What a page of the house would send."""
        return self.context.request.post(path, data=data, headers={"Origin": self.address})

    @property
    def state(self):
        """What the table told last."""
        last = next((text for text in reversed(self.heard) if '"type":"state"' in text), None)
        return json.loads(last) if last else None

    def seen_by(self, seat):
        """What a seat of theirs sees at the table, once the table has told it."""
        return self.until(lambda: self.state and self.state["seats"].get(seat))["view"]

    def until(self, condition):
        """Wait until a condition holds, while the page goes on; what it came to."""
        return wait_until(condition, pause=lambda _: self.page.wait_for_timeout(20))

    def settle(self):
        """Wait until the page has come whole, and nothing fades in any more."""
        self.page.wait_for_function(THERE)
        self.page.evaluate(STILL)

    def fits(self):
        """Whether nothing of the page is wider than the screen, once it is there."""
        self.settle()
        return self.page.evaluate("document.documentElement.scrollWidth <= innerWidth")

    def violations(self):
        """What axe finds wrong with the page, once it is there."""
        self.settle()
        if not self.page.evaluate("'axe' in window"):
            self.page.evaluate(AXE.read_text())
        tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
        rules = {"label-content-name-mismatch": {"enabled": False}}  # an experiment: takes a square's "9" for its label
        result = self.page.evaluate("options => axe.run(document, options)", {"runOnly": tags, "rules": rules})
        return [
            f"{each['id']}: {each['help']}: {node['html'][:160]}"
            for each in result["violations"]
            for node in each["nodes"]
        ]


def find_chromium(whole: bool = False) -> str | None:
    """Return the path of a browser: of one with a window and all where it must be whole, else of the quickest."""
    names = NAMES[1:] if whole else NAMES
    return next((path for name in names if (path := shutil.which(name))), None)


PHONE = {"viewport": {"width": 320, "height": 640}, "has_touch": True, "is_mobile": True}

"""Every page and board in both themes, as small pictures for the docs: `make pictures`.

Pages, Splut! and Shut the Lines are in every album, light and dark, wide and phone; of the many modes of End of Line
and moments of Outspeed each is in one; what there is besides tables is in two.
"""

import random
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from sobremesa.client import House
from tests.support.server.serving import Server
from tests.support.web import end_of_line, outspeed, rooms
from tests.support.web.browser import MOVING, Person, find_chromium
from tests.support.web.play import awaited, begin, drafted, from_list, lay, sight, sit

FOLDER = Path(__file__).parents[3] / "docs" / "pictures" / "web"
WIDE, PHONE = {"width": 1280, "height": 800}, {"width": 390, "height": 844}
LARGEST = 90_000  # bytes
WALLED = (  # the beginning of the best line with walls on 0,1 and 3,4, as `sobremesa solve` finds it
    "left>1,2 left>1,1 straight>2,1 go left>3,1 straight>3,2 go left>3,3 straight>2,3 go straight>1,3 left-ahead>0,3 "
    "go right>0,2 right>4,2"
)


class Album:
    """Pictures of one theme and size."""

    def __init__(self, browser, house, theme, size):
        self.name = f"{theme}{'-phone' if size is PHONE else ''}"
        self.browser, self.theme = browser, theme
        self.person = Person(browser, house, color_scheme=theme, viewport=size)
        self.house = house

    def take(self, name, page=None, after=700):
        page = page or self.person.page
        page.evaluate(TO_THE_TOP)
        page.wait_for_timeout(after)
        path = FOLDER / f"{name}-{self.name}.jpg"
        for quality in range(72, 20, -6):
            picture = page.screenshot(type="jpeg", quality=quality)
            if len(picture) <= LARGEST:
                break
        path.write_bytes(picture)
        print(path.relative_to(FOLDER.parents[2]), len(picture) // 1000, "kB")

    def fill(self):
        one = self.person
        one.see("/")
        one.page.wait_for_timeout(1500)
        self.take("front")
        rng = random.Random(7)
        self.splut(rng)
        self.shut_the_lines(rng)
        for scene in SCENES[self.name]:
            scene(self, random.Random(11))
        for scene in rooms.ALL if self.name in ROOMS else ():
            scene(self)
        one.see("/nowhere")
        self.take("nowhere")

    def splut(self, rng):
        """A match of four after a few turns of one's own; another where one is out before."""
        one = self.person
        name = lay(one, "splut", 4)
        sit(one)
        bot = House(self.house.address, "Marta").table(name)
        bot.sit(1)
        self.take("lobby")
        one.page.evaluate(FILL, ["splut", name])
        begin(one)
        bot.bot(1, "tactician")
        bot.close()
        for _ in range(2):
            if awaited(one):
                from_list(one, rng)
        if awaited(one):
            one.page.keyboard.press("?")
            self.take("rules")
            one.page.keyboard.press("Escape")
            self.take("splut")
        else:
            self.splut(rng)

    def shut_the_lines(self, rng):
        one = self.person
        for plan in 1, 2, 3, 4:
            name = lay(one, "shut-the-lines", 2, plans=plan)
            sit(one)
            one.page.evaluate(FILL, ["shut-the-lines", name])
            begin(one)
            for _ in range(3):
                if awaited(one):
                    from_list(one, rng)
            awaited(one)
            self.take(f"shut-the-lines-{plan}")
        name = lay(one, "shut-the-lines", 1, rounds=1)
        sit(one)
        begin(one)
        while awaited(one):
            from_list(one, rng)
        self.take("over")
        one.see(f"/replay/{name}?moment=6")
        self.take("replay")

    def line(self, rng, name, seats, turns, **options):
        """A match of End of Line after some turns of one's own; another where one's line is cut before."""
        one = self.person
        table = lay(one, "end-of-line", seats, **options)
        seat(one)
        if seats > 1:
            end_of_line.fill(one, table)
        begin(one)
        for _ in range(turns):
            if awaited(one):
                end_of_line.by_clicking(one, rng)
        if awaited(one):
            self.take(f"end-of-line-{name}")
        else:
            self.line(rng, name, seats, turns, **options)

    def puzzle(self, rng):
        """The puzzle with walls and all cards in sight, half filled as it is filled best."""
        one = self.person
        lay(one, "end-of-line", 1, mode="solo", walls="0,1 3,4", deck="open")
        seat(one)
        begin(one)
        for move in WALLED.split():
            awaited(one)
            before = len(sight(one)["draft"])
            one.page.keyboard.press("a")
            one.page.locator(f'dialog [data-move="{move}"]').click()
            if drafted(one, before):
                end_of_line.confirm(one)
        awaited(one)
        self.take("end-of-line-solo")

    def race(self, one, seats):
        """A race in the order of a first game, after its first turn; on the second tile route C brings a bonus."""
        table = lay(one, "outspeed", seats, first_game=True)
        seat(one)
        outspeed.ask(one, table, {"do": "fill", "bot": "strong"})
        begin(one)
        self.turn(one, "B")

    def turn(self, one, *wanted):
        """One choice of one's own: of those that are wanted the first that there is."""
        while awaited(one) and not (moves := sight(one)["moves"]):
            one.page.wait_for_timeout(50)
        move = next((move for move in wanted if move in moves), moves[0])
        outspeed.by_clicking(one, None, lambda *_: move)

    def programming(self, rng):
        self.race(self.person, 5)
        self.turn(self.person, "A")
        while sight(self.person)["view"]["phase"] != "programming":
            self.turn(self.person)
        outspeed.settle(self.person)
        self.person.page.locator("[data-say=C]").click()
        self.person.page.locator("[data-route=B]").click()
        drafted(self.person, 0)
        self.take("outspeed-programming")

    def bonuses(self, rng):
        self.race(self.person, 3)
        self.turn(self.person, "C")
        while awaited(self.person) and len(sight(self.person)["moves"]) < 2:
            self.turn(self.person)
        if sight(self.person)["view"]["phase"] == "drawing":
            self.turn(self.person)
            awaited(self.person)
        outspeed.settle(self.person)
        self.take("outspeed-bonuses")

    def reveal(self, rng):
        """The one thing that is shown while it moves."""
        size = self.person.page.viewport_size
        moving = Person(self.browser, self.house, color_scheme=self.theme, viewport=size, **MOVING)
        self.race(moving, 6)
        awaited(moving)
        self.turn(moving, "B")
        self.take("outspeed-reveal", moving.page, after=1900)
        moving.context.close()

    def finish(self, rng):
        self.race(self.person, 4)
        while awaited(self.person):
            self.turn(self.person, "none", "C", "B", "A")
        self.take("outspeed-over", after=2500)


def seat(person):
    """Sit down, before bots take the other seats."""
    sit(person)
    while not any(place["person"] for place in person.state["about"]["places"]):
        person.page.wait_for_timeout(50)


def mode(name, seats, turns, **options):
    return lambda album, rng: album.line(rng, name, seats, turns, **options)


SCENES = {
    "light": (mode("versus-8", 8, 4), Album.puzzle, Album.programming),
    "dark": (mode("teams", 4, 5, mode="teams"), Album.reveal),
    "light-phone": (mode("versus", 2, 4), mode("coop", 2, 5, mode="coop"), Album.bonuses),
    "dark-phone": (mode("classic", 1, 9, mode="classic"), Album.finish),
}
ROOMS = "light", "dark-phone"
"""In which albums there is what is besides tables."""
TO_THE_TOP = """() => {
  scrollTo(0, 0);
  for (const each of document.querySelectorAll('main, main *')) if (!each.closest('.rail')) each.scrollTop = 0;
}"""
FILL = """([game, name]) => new Promise((done) => {
  const socket = new WebSocket(`ws://${location.host}/api/tables/${name}/socket`);
  const bot = { splut: 'tactician', 'shut-the-lines': 'most-lines' }[game];
  socket.onopen = () => socket.send(JSON.stringify({ do: 'fill', id: 'x', bot }));
  socket.onmessage = (event) => { if (JSON.parse(event.data).id === 'x') { socket.close(); done(); } };
})"""


def main():
    path = find_chromium()
    if path is None:
        sys.exit("There is no Chromium here; on Debian: apt install chromium")
    FOLDER.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        house = Server(Path(folder) / "house.db", "--no-limits")
        try:
            for theme in "light", "dark":
                for size in WIDE, PHONE:
                    Album(browser, house, theme, size).fill()
        finally:
            house.kill()
            browser.close()


if __name__ == "__main__":
    main()

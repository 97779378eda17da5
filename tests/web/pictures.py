"""Every page and board in both themes, as small pictures for the docs: `make pictures`."""

import random
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from sobremesa.client import House
from tests.server.conftest import Server
from tests.web.conftest import Person, found
from tests.web.play import awaited, begin, from_list, lay, sit

FOLDER = Path(__file__).parents[2] / "docs" / "pictures" / "web"
WIDE, PHONE = {"width": 1280, "height": 800}, {"width": 390, "height": 844}


class Album:
    """Pictures of one theme and size."""

    def __init__(self, browser, house, theme, size):
        self.name = f"{theme}{'-phone' if size is PHONE else ''}"
        self.person = Person(browser, house, color_scheme=theme, viewport=size, reduced_motion="reduce")
        self.house = house

    def take(self, name):
        self.person.page.wait_for_timeout(700)
        path = FOLDER / f"{name}-{self.name}.jpg"
        self.person.page.screenshot(path=path, type="jpeg", quality=72)
        print(path.relative_to(FOLDER.parents[2]), path.stat().st_size // 1000, "kB")

    def fill(self):
        one = self.person
        one.see("/")
        one.page.wait_for_timeout(1500)
        self.take("front")
        name = lay(one, "splut", 4)
        sit(one)
        bot = House(self.house.address, "Marta").table(name)
        bot.sit(1)
        self.take("lobby")
        one.page.evaluate(FILL, ["splut", name])
        begin(one)
        bot.bot(1, "tactician")
        bot.close()
        rng = random.Random(7)
        for _ in range(3):
            if awaited(one):
                from_list(one, rng)
        awaited(one)
        one.page.keyboard.press("?")
        self.take("rules")
        one.page.keyboard.press("Escape")
        self.take("splut")
        self.shut_the_lines(rng)
        one.see("/nowhere")
        self.take("nowhere")

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


FILL = """([game, name]) => new Promise((done) => {
  const socket = new WebSocket(`ws://${location.host}/api/tables/${name}/socket`);
  const bot = { splut: 'tactician', 'shut-the-lines': 'most-lines' }[game];
  socket.onopen = () => socket.send(JSON.stringify({ do: 'fill', id: 'x', bot }));
  socket.onmessage = (event) => { if (JSON.parse(event.data).id === 'x') { socket.close(); done(); } };
})"""


def main():
    path = found()
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

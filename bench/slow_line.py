"""A table on a slow line: how long until the board is drawn, and until a move is accepted.

    python bench/slow_line.py

loads a table of Splut! in Chromium over 1.6 Mbit/s with 150 ms of delay, with nothing in its cache, and makes the first
step: the seconds are those of the clock, from asking for the page on. Also what the page weighs, as it is sent.
"""

import os
import statistics
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from playwright.sync_api import sync_playwright

from tests.support.server.serving import Server
from tests.support.web.browser import Person, find_chromium
from tests.support.web.pictures import FILL
from tests.support.web.play import begin, lay, sit

ROUNDS = 5
LINE = {"offline": False, "latency": 150, "downloadThroughput": 1.6e6 / 8, "uploadThroughput": 0.75e6 / 8}


def visit(browser, house):
    """Seconds until the board is drawn, and until the move is accepted; and the bytes of the scripts, and of all."""
    one = Person(browser, house)
    name = lay(one, "splut", 2)
    sit(one)
    one.page.evaluate(FILL, ["splut", name])
    begin(one)
    slow = one.context.new_page()
    control = one.context.new_cdp_session(slow)
    control.send("Network.enable")
    control.send("Network.setCacheDisabled", {"cacheDisabled": True})
    control.send("Network.emulateNetworkConditions", LINE)
    sizes = {}
    slow.on("response", lambda answer: sizes.update({answer.url: int(answer.headers.get("content-length", 0))}))
    began = time.monotonic()
    slow.goto(f"/table/{name}", wait_until="commit")
    slow.locator("[data-square=e2]").wait_for()
    drawn = time.monotonic() - began
    slow.locator("[data-square=e2]").click()
    slow.locator("[data-square=e3]").click()
    slow.locator("[data-act=do]").click()
    slow.locator("[data-status]:not([data-status=you])").wait_for()
    accepted = time.monotonic() - began
    one.context.close()
    return drawn, accepted, sum(size for url, size in sizes.items() if url.endswith(".js")), sum(sizes.values())


def main():
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox"])
        house = Server(Path(folder) / "house.db", "--no-limits")
        try:
            found_out = [visit(browser, house) for _ in range(ROUNDS)]
        finally:
            house.kill()
            browser.close()
    drawn, accepted, scripts, everything = (statistics.median(each) for each in zip(*found_out, strict=True))
    load = " ".join(f"{each:.2f}" for each in os.getloadavg())
    print(f"the board is drawn after {drawn:.2f} s, a move accepted after {accepted:.2f} s (goal: 3), medians;")
    print(f"scripts {scripts / 1000:.0f} kB (goal: 150), all {everything / 1000:.0f} kB, as sent. Load average {load}.")


if __name__ == "__main__":
    main()

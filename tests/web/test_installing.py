"""The house on somebody's device: its pages open when it cannot be reached, and are new when it is."""

import json

import pytest
from playwright.sync_api import expect

from tests.support.server.serving import Server
from tests.support.web.browser import Person

pytestmark = [pytest.mark.compiled, pytest.mark.filterwarnings("ignore::ResourceWarning")]
INSTALLED = """(() => { const real = matchMedia.bind(window); window.matchMedia = (query) =>
    query.includes('standalone') ? { matches: true, addEventListener() {} } : real(query); })()"""
KEPT = "caches.open('sobremesa').then((all) => all.keys()).then((all) => all.map((each) => new URL(each.url).pathname))"


def test_kept_pages_open_without_the_house_and_a_new_build_takes_their_place(whole_chromium, tmp_path):
    house = Server(tmp_path / "house.db", "--no-limits")
    one = Person(whole_chromium, house)
    try:
        line = one.context.new_cdp_session(one.page)
        one.see("/")
        manifest = line.send("Page.getAppManifest")
        assert manifest["errors"] == [] and json.loads(manifest["data"])["name"] == "Sobremesa"
        hindered = line.send("Page.getInstallabilityErrors")["installabilityErrors"]
        assert [each["errorId"] for each in hindered] == ["in-incognito"], "which is what a test is"
        assert one.page.evaluate("navigator.serviceWorker.getRegistrations().then((all) => all.length)") == 0
        one.page.add_init_script(INSTALLED)
        one.see("/")
        one.page.evaluate("navigator.serviceWorker.ready.then(() => null)")
        stale = "/assets/of-an-older-build.js"
        one.page.evaluate(f"caches.open('sobremesa').then((all) => all.put('{stale}', new Response('')))")
        assert len(one.page.evaluate(KEPT)) > 10
        one.see("/ladders")
        one.until(lambda: stale not in one.page.evaluate(KEPT))
        kept = one.page.evaluate(KEPT)
        assert stale not in kept and "/" in kept and not [path for path in kept if path.startswith("/api")]
        house.kill()
        one.see("/")
        expect(one.page.get_by_text("The house cannot be reached.")).to_be_visible()
        assert one.violations() == []
        one.page.locator("[data-rules=outspeed]").click()
        expect(one.page.get_by_role("heading", name="Outspeed").first).to_be_visible()
        expect(one.page.locator("article section").first).to_be_visible()
        one.page.keyboard.press("Escape")
        one.page.set_viewport_size({"width": 320, "height": 640})
        assert one.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        house.start()
        one.see("/")
        expect(one.page.get_by_text("The house cannot be reached.")).to_have_count(0)
        one.page.evaluate(
            "dispatchEvent(Object.assign(new Event('beforeinstallprompt'), { prompt: async () => (window.asked = 1) }))"
        )
        one.page.locator("[data-act=install]").click()
        assert one.page.evaluate("window.asked") == 1
        expect(one.page.locator("[data-act=install]")).to_have_count(0)
    finally:
        one.context.close()
        house.kill()

"""Pictures of a match, passed on from its table and from its replay."""

import random

import pytest
from playwright.sync_api import expect

from tests.support.web.play import begin, from_list, lay, sit, to_the_end

pytestmark = [pytest.mark.compiled, pytest.mark.filterwarnings("ignore::ResourceWarning")]
PHONE = {"width": 320, "height": 640}


def test_a_match_that_is_over_is_passed_on_as_a_picture_and_as_one_that_moves(person):
    one = person(color_scheme="dark")
    name = lay(one, "shut-the-lines", 1)
    sit(one)
    begin(one)
    rng = random.Random(4)
    to_the_end(lambda each: from_list(each, rng), one)
    one.page.set_viewport_size(PHONE)
    one.page.locator("[data-act=pictures]").click()
    drawn = one.page.locator("dialog img")
    expect(drawn).to_be_visible()
    assert drawn.evaluate("async image => (await image.decode(), image.naturalWidth)") > 0
    assert one.violations() == []
    assert one.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for kind, begins in ("png", b"\x89PNG"), ("webp", b"RIFF"):
        with one.page.expect_download() as waited:
            one.page.locator(f"[data-picture={kind}]").click()
        assert waited.value.suggested_filename == f"shut-the-lines-{name}.{kind}"
        assert waited.value.path().read_bytes().startswith(begins)
        expect(one.page.locator(f"[data-picture={kind}]")).to_have_text("Saved")
    one.see(f"/replay/{name}?moment=1")
    one.page.get_by_role("button", name="Pictures").click()
    expect(one.page.locator("dialog img")).to_have_attribute(
        "src", f"/api/tables/{name}/picture.svg?theme=dark&seat=everyone&moment=1"
    )
    assert one.violations() == []
    one.page.keyboard.press("Escape")
    expect(one.page.locator("dialog")).to_have_count(0)

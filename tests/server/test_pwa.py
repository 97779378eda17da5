"""What a browser needs to keep the house among a device's programs."""

import json
from io import BytesIO

import numpy as np
import pytest
from PIL import Image

from sobremesa.server.http import client_files, pwa
from tests.support.server.http import fetch

pytestmark = pytest.mark.compiled
CLOTH = 0x8B, 0x1E, 0x41, 255


@pytest.mark.parametrize(("language", "said"), [("de-DE,en;q=0.5", "Das Rätsel des Tages"), ("", "The day's puzzle")])
def test_the_manifest_speaks_the_browsers_language_and_what_it_names_is_there(server, language, said):
    status, headers, text = fetch(server, "GET", "/manifest.webmanifest", **{"Accept-Language": language})
    assert (status, headers["Content-Type"].split(";")[0]) == (200, "application/manifest+json")
    told = json.loads(text)
    assert told["shortcuts"][1] == {"name": said, "url": "/day"} and told["display"] == "standalone"
    for path in [told["start_url"], *(each["url"] for each in told["shortcuts"])]:
        assert fetch(server, "GET", path)[0] == 200
    assert {each.get("purpose", "any") for each in told["icons"]} == {"any", "maskable"}
    for language in pwa.SAYS:
        assert pwa.described(language)["lang"] == language


def test_icons_are_as_large_as_they_say_and_the_whole_one_has_no_corner_left_open():
    for size in pwa.SIZES:
        image = Image.open(BytesIO(pwa.drawn(size, False)))
        assert image.size == (size, size) and image.convert("RGBA").getpixel((0, 0))[3] == 0
    whole = Image.open(BytesIO(pwa.drawn(512, True))).convert("RGBA")
    assert whole.size == (512, 512) and whole.getpixel((0, 0)) == CLOTH


def test_a_device_may_cut_the_whole_icon_to_a_circle_and_it_is_the_same_sign():
    whole, sign = (np.array(Image.open(BytesIO(pwa.drawn(512, cut))).convert("RGBA")) for cut in (True, False))
    drawn = (whole != CLOTH).any(axis=2)
    y, x = np.nonzero(drawn)
    furthest = np.hypot(x - 255.5, y - 255.5).max()
    assert 0.36 * 512 < furthest <= 0.4 * 512, "it fills what every device leaves"
    for image in whole, sign:
        colours = {tuple(each) for each in image[::4, ::4].reshape(-1, 4)}
        assert tuple(image[256, 256]) == CLOTH and (0, 0, 0, 255) not in colours


def test_files_that_are_no_icons_are_not_there(server):
    assert fetch(server, "GET", "/icons/7.png")[0] == 404


def test_all_that_a_page_may_load_is_listed(server):
    if not client_files.PARTS:
        pytest.skip("the client has not been built here: make client")
    found = json.loads(fetch(server, "GET", "/assets")[2])
    assert len(found) > 10 and all(path.startswith("/assets/") for path in found)
    assert fetch(server, "GET", found[0])[0] == 200

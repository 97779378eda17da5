"""The house under https, as a device installs it: kept, told of turns, away, back by itself, and renewed."""

import base64
import datetime
import hashlib
import ipaddress
import json
import shutil

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from playwright.sync_api import expect

from sobremesa.server.http import client_files
from tests.support.server.serving import Server
from tests.support.waiting import LIMIT, wait_until
from tests.support.web.browser import AXE, find_chromium

pytestmark = [pytest.mark.compiled, pytest.mark.filterwarnings("ignore::ResourceWarning")]
AWAY = "Das Haus ist nicht zu erreichen."
KEPT = "caches.open('sobremesa').then((all) => all.keys()).then((all) => all.map((each) => new URL(each.url).pathname))"
ANSWER = "\nself.addEventListener('message', (event) => event.source.postMessage('a newer worker'));\n"
ASKED = """new Promise((told) => {
  navigator.serviceWorker.addEventListener('message', (event) => told(event.data), { once: true });
  const ask = () => { navigator.serviceWorker.controller.postMessage('who'); setTimeout(ask, 100); };
  ask();
})"""
NEWER = """
import sys
from pathlib import Path
from sobremesa.server.http import client_files
folder = Path(sys.argv.pop(1))
client_files.PARTS.clear()
client_files.PARTS.update(client_files.load(folder))
from sobremesa.cli import main
main()
"""


def certificate(folder):
    """One that nobody signed, for this machine: where it and its key are, and by what a browser can be told to trust
    it."""
    key, now = ec.generate_private_key(ec.SECP256R1()), datetime.datetime.now(datetime.UTC)
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "house")])
    signed = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]), False)
        .sign(key, hashes.SHA256())
    )
    form = serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    (folder / "cert.pem").write_bytes(signed.public_bytes(serialization.Encoding.PEM))
    (folder / "key.pem").write_bytes(key.private_bytes(*form))
    public = serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo
    digest = hashlib.sha256(key.public_key().public_bytes(*public)).digest()
    return folder / "cert.pem", folder / "key.pem", base64.b64encode(digest).decode()


def rebuilt(folder):
    """The same client as another build has it: every script has another name, and the page says that it is newer."""
    shutil.copytree(client_files.FOLDER, folder)
    names = {path.name: f"{path.stem}z.js" for path in (folder / "assets").glob("*.js")}
    for path in [*folder.rglob("*.js"), *folder.rglob("*.html")]:
        text = path.read_text()
        for old, new in names.items():
            text = text.replace(old, new)
        if path.name == client_files.WORKER:
            text += ANSWER
        path.with_name(names.get(path.name, path.name)).write_text(text.replace("<html", '<html data-newer="1"'))
        if path.name in names:
            path.unlink()
    return names


@pytest.fixture
def device(browsers, whole_chromium, tmp_path):
    """A phone, and a house under https; the browser trusts its certificate by its key alone."""
    cert, key, trusted = certificate(tmp_path)
    house = Server(tmp_path / "house.db", "--no-limits", "--tls-cert", str(cert), "--tls-key", str(key))
    context = browsers.launch_persistent_context(
        tmp_path / "profile",
        executable_path=find_chromium(whole=True),
        args=["--no-sandbox", f"--ignore-certificate-errors-spki-list={trusted}"],
        base_url=house.address,
        locale="de-DE",
        viewport={"width": 390, "height": 844},
        permissions=["notifications"],
    )
    context.set_default_timeout(1000 * LIMIT)
    yield house, context
    context.close()
    house.kill()


def becomes(page, true):
    """Until something is so: asked from outside, as no page of ours may evaluate anything."""
    wait_until(lambda: page.evaluate(true), pause=lambda _: page.wait_for_timeout(50))


def violations(page):
    page.evaluate(AXE.read_text())
    return [each["id"] for each in page.evaluate("axe.run()")["violations"]]


def test_a_device_keeps_the_house_under_https(device, tmp_path):
    house, context = device
    page = context.pages[0]
    page.goto("/")
    line = context.new_cdp_session(page)
    expect(page.locator("[data-act=install]")).to_be_visible()  # the browser has offered it
    assert page.evaluate("isSecureContext")
    assert line.send("Page.getInstallabilityErrors") == {"installabilityErrors": []}
    manifest = line.send("Page.getAppManifest")
    told = json.loads(manifest["data"])
    assert manifest["errors"] == [] and told["lang"] == "de"
    assert line.send("Page.getAppId")["appId"] == f"{house.address}/"
    for icon in told["icons"]:
        sizes = "(src) => { const it = new Image(); it.src = src; return it.decode().then(() => it.naturalWidth); }"
        assert page.evaluate(sizes, icon["src"]) == int(icon["sizes"].partition("x")[0])

    registered = []
    line.on("ServiceWorker.workerRegistrationUpdated", lambda event: registered.extend(event["registrations"]))
    line.send("ServiceWorker.enable")
    page.evaluate("dispatchEvent(new Event('appinstalled'))")
    becomes(page, "navigator.serviceWorker.controller?.state === 'activated'")
    becomes(page, f"{KEPT}.then((all) => all.includes('/') && all.length > 10)")
    number = next(each["registrationId"] for each in reversed(registered) if not each["isDeleted"])
    turn = {"title": "Du bist dran", "body": "Bis {until}.", "until": 1, "language": "de", "path": "/", "tag": "x"}
    pushed = {"origin": house.address, "registrationId": number, "data": json.dumps(turn)}
    shown = "navigator.serviceWorker.ready.then((it) => it.getNotifications()).then((all) => all.map((it) => it.title))"

    def delivered():
        """As a push service does, until it arrives."""
        line.send("ServiceWorker.deliverPushMessage", pushed)
        page.wait_for_timeout(500)
        return page.evaluate(shown)

    told = wait_until(delivered)
    assert told == ["Du bist dran"]
    state = "navigator.serviceWorker.ready.then((it) => it.pushManager.permissionState({ userVisibleOnly: true }))"
    assert page.evaluate(state) == "granted"

    other = context.new_page()  # which stays open
    other.goto("/")
    house.kill()
    for path in "/", "/ladders", "/people/me", "/learn", "/study":
        page.goto(path)
        expect(page.get_by_text(AWAY).first).to_be_visible()
        assert "fetch" not in page.locator("main").inner_text()
    assert violations(page) == []
    page.set_viewport_size({"width": 320, "height": 640})
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.goto("/learn/outspeed/rules")
    expect(page.get_by_role("heading", name="Outspeed").first).to_be_visible()
    page.goto("/ladders")
    expect(page.get_by_text(AWAY)).to_be_visible()

    names = rebuilt(tmp_path / "newer")
    house.run = "-c", NEWER, str(tmp_path / "newer")
    house.start()
    expect(page.get_by_text(AWAY)).to_have_count(0)  # by itself
    expect(page.locator("main a[href^='/ladders/']").first).to_be_visible()
    expect(other.get_by_text(AWAY)).to_have_count(0)
    assert page.locator("html").get_attribute("data-newer") is None, "the page that was kept"
    page.goto("/")
    assert page.locator("html").get_attribute("data-newer") == "1"
    assert page.evaluate(ASKED) == "a newer worker"
    becomes(page, f"{KEPT}.then((all) => all.every((path) => !/[^z]\\.js$/.test(path)) && all.length > 10)")
    kept = page.evaluate(KEPT)
    assert not {f"/assets/{old}" for old in names} & set(kept)
    context.new_cdp_session(other).send("Network.clearBrowserCache")
    other.locator("a[href='/study']").first.click()  # a part that an old page has not loaded and nobody has any more
    expect(other.locator("html[data-newer]")).to_have_count(1)
    expect(other.get_by_role("heading", level=1).first).to_be_visible()
    assert other.url.endswith("/study")

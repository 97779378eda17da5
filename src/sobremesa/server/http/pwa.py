"""What a browser asks for to keep the house among a device's own programs: what it is called, and its sign."""

import re
from functools import cache
from typing import Any

from litestar import Request, Response, get
from litestar.exceptions import HTTPException

from sobremesa.games import svg_kit
from sobremesa.play import raster
from sobremesa.server.http.language import spoken

MANIFEST, ICON = "application/manifest+json", "image/png"
WINE, PAPER = "#8b1e41", "#fffcf7"
LASTING = "public, max-age=86400"
SIZES = 180, 192, 512
SAYS = {
    "en": "Four tabletop games for the hour after the meal: with friends, or with bots.",
    "es": "Cuatro juegos de mesa para la sobremesa: con amigos o con bots.",
    "de": "Vier Brettspiele für die Stunde nach dem Essen: mit Freunden oder mit Bots.",
    "fr": "Quatre jeux de société pour l'heure d'après le repas : entre amis, ou avec des bots.",
}
TURNS = {"en": "Your tables", "es": "Tus mesas", "de": "Deine Tische", "fr": "Vos tables"}
DAY = {"en": "The day's puzzle", "es": "El reto del día", "de": "Das Rätsel des Tages", "fr": "Le casse-tête du jour"}


@get("/manifest.webmanifest", include_in_schema=False, media_type=MANIFEST, sync_to_thread=False)
def manifest(request: Request[Any, Any, Any]) -> Response[dict[str, Any]]:
    """The house as a program of a device, in the language that the browser likes best."""
    language = spoken(request.headers.get("accept-language", ""))
    headers = {"Cache-Control": "no-cache", "Vary": "Accept-Language"}
    return Response(described(language), media_type=MANIFEST, headers=headers)


def described(language: str) -> dict[str, Any]:
    icons = [{"src": f"/icons/{size}.png", "sizes": f"{size}x{size}", "type": ICON} for size in SIZES[1:]]
    whole = {"src": "/icons/whole.png", "sizes": "512x512", "type": ICON, "purpose": "maskable"}
    return {
        "id": "/",
        "name": "Sobremesa",
        "short_name": "Sobremesa",
        "description": SAYS[language],
        "lang": language,
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "theme_color": WINE,
        "background_color": PAPER,
        "categories": ["games"],
        "icons": [*icons, whole],
        "shortcuts": [{"name": TURNS[language], "url": "/turns"}, {"name": DAY[language], "url": "/day"}],
    }


@get("/icons/{name:str}", include_in_schema=False, media_type=ICON, sync_to_thread=True)
def icon(name: str) -> Response[bytes]:
    """Our sign as dots: by its size, or `whole`, with cloth up to the edges, for devices that cut icons out."""
    wanted = {f"{size}.png": (size, False) for size in SIZES} | {"whole.png": (512, True)}
    if name not in wanted:
        raise HTTPException("There is no such file.", status_code=404)
    return Response(drawn(*wanted[name]), media_type=ICON, headers={"Cache-Control": LASTING})


@cache
def drawn(size: int, whole: bool) -> bytes:
    mark = re.sub(r"var\(--[\w-]+,\s*(#\w+)\)", r"\1", (svg_kit.FOLDER / "logo-mark.svg").read_text())
    if whole:  # all that matters within a circle of eight tenths
        head, end, rest = mark.partition(">")
        cloth = f'<rect x="-3" y="-3" width="70" height="70" fill="{WINE}"/>'
        mark = re.sub(r'viewBox="[^"]*"', 'viewBox="-3 -3 70 70"', head) + end + cloth + rest
    return raster.still(mark, size)


ALL = [manifest, icon]

"""The browser's client, as it was built: held in memory, compressed once, given out with names that change with it."""

import gzip
import hashlib
import mimetypes
import re
from functools import cached_property
from html import escape
from pathlib import Path
from typing import Any

import msgspec
from litestar import Request, Response, get
from litestar.exceptions import HTTPException

FOLDER = Path(__file__).parents[1] / "web"
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; "
    "manifest-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
)
TYPES = {".js": "text/javascript", ".woff2": "font/woff2", ".svg": "image/svg+xml"}
WORKER = "worker.js"
UNBUILT = (
    "This installation of Sobremesa has no pages for the browser: "
    "run make client in a clone of Sobremesa, and start or install it from there."
)
UNBUILT_PAGE = (
    f"<!doctype html><html lang=en><meta charset=utf-8><title>Sobremesa</title><h1>Sobremesa</h1><p>{UNBUILT}</p>"
    '<p>Programs can play all the same: <a href="/schema">how to talk to this server</a>.</p>'
)
LASTING = "public, max-age=31536000, immutable"


class Part(msgspec.Struct, frozen=True, dict=True):
    """A file of the client."""

    content: bytes
    kind: str
    mark: str
    """What it is known by: another content has another."""

    @cached_property
    def packed(self) -> bytes:
        """The same compressed, if that makes it smaller; made when somebody asks for it first."""
        packed = gzip.compress(self.content, 9, mtime=0)
        return packed if len(packed) < len(self.content) else b""


def load(folder: Path = FOLDER) -> dict[str, Part]:
    """Every file of the client by its path; none where it has not been built."""
    parts = {}
    for path in sorted(folder.rglob("*")) if folder.is_dir() else []:
        if path.is_file():
            content = path.read_bytes()
            kind = TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
            mark = hashlib.sha256(content).hexdigest()[:16]
            parts[path.relative_to(folder).as_posix()] = Part(content, kind, mark)
    return parts


PARTS = load()


def given(request: Request[Any, Any, Any], part: Part, lasting: bool = False, status: int = 200) -> Response[bytes]:
    """A file, or word that the browser has it already."""
    mark = f'"{part.mark}"'
    headers = {
        "ETag": mark,
        "Vary": "Accept-Encoding",
        "Cache-Control": LASTING if lasting else "no-cache",
        "Content-Security-Policy": POLICY,
    }
    if status == 200 and request.headers.get("if-none-match") == mark:
        return Response(b"", status_code=304, headers=headers)
    kind = part.kind
    if "gzip" in request.headers.get("accept-encoding", "") and part.packed:
        packed = headers | {"Content-Encoding": "gzip"}
        return Response(part.packed, media_type=kind, headers=packed, status_code=status)
    return Response(part.content, media_type=kind, headers=headers, status_code=status)


PAGES = [
    "/",
    "/account",
    "/day",
    "/day/{day:str}",
    "/evenings",
    "/evenings/{name:str}",
    "/learn",
    "/learn/{game:str}",
    "/learn/{game:str}/{page:str}",
    "/ladders",
    "/ladders/person/{handle:str}",
    "/ladders/{game:str}/{mode:str}/{seats:int}",
    "/moderation",
    "/puzzles",
    "/puzzles/{kind:str}",
    "/puzzles/{kind:str}/{puzzle:str}",
    "/study",
    "/study/{game:str}",
    "/people/{handle:str}",
    "/turns",
    "/turns/{token:str}",
    "/table/{name:str}",
]
NAME = re.compile(r"[\w-]{1,60}", re.ASCII)


@get(PAGES, include_in_schema=False, sync_to_thread=False)
def page(request: Request[Any, Any, Any]) -> Response[bytes]:
    """The page that becomes every page of the house."""
    return shown(request)


def shown(request: Request[Any, Any, Any], picture: str = "") -> Response[bytes]:
    index = PARTS.get("index.html")
    if index is None:
        return Response(UNBUILT_PAGE.encode(), media_type="text/html", headers={"Content-Security-Policy": POLICY})
    return given(request, previewed(index, picture) if picture else index)


@get("/replay/{name:str}", include_in_schema=False, sync_to_thread=False)
def replay(request: Request[Any, Any, Any], name: str) -> Response[bytes]:
    """The same page; whoever is sent its address is shown the moment as a picture beside it."""
    moment = request.query_params.get("moment", "")
    asked = f"?moment={moment}" if re.fullmatch(r"\d{1,6}", moment, re.ASCII) else ""
    return shown(request, f"{request.base_url}api/tables/{name}/picture.png{asked}" if NAME.fullmatch(name) else "")


def previewed(index: Part, picture: str) -> Part:
    """The page with word of a picture for those who show where a link leads."""
    told = {"og:title": "Sobremesa", "og:type": "website", "og:image": picture, "twitter:card": "summary_large_image"}
    metas = "".join(f'<meta property="{name}" content="{escape(value)}" />' for name, value in told.items())
    content = index.content.replace(b"</head>", metas.encode() + b"</head>", 1)
    return Part(content, index.kind, hashlib.sha256(content).hexdigest()[:16])


@get("/assets/{name:str}", include_in_schema=False, sync_to_thread=False)
def asset(request: Request[Any, Any, Any], name: str) -> Response[bytes]:
    part = PARTS.get(f"assets/{name}")
    if part is None:
        raise HTTPException("There is no such file.", status_code=404)
    return given(request, part, lasting=True)


@get("/assets", include_in_schema=False, sync_to_thread=False)
def assets() -> Response[list[str]]:
    """All that the page may load: for who keeps it on their device."""
    return Response([f"/{name}" for name in PARTS if name.startswith("assets/")], headers={"Cache-Control": "no-cache"})


@get(f"/{WORKER}", include_in_schema=False, sync_to_thread=False)
def worker(request: Request[Any, Any, Any]) -> Response[bytes]:
    """What a browser keeps of the house while no page of it is open: it shows notices, on any page's behalf."""
    part = PARTS.get(WORKER)
    if part is None:
        raise HTTPException("There is no such file.", status_code=404)
    return given(request, part)


ALL = [page, replay, asset, assets, worker]

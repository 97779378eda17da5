"""The description of the house for people, from the one for programs: a page that loads nothing and runs nothing."""

import json
from html import escape
from typing import Any

from litestar import Request
from litestar.enums import MediaType
from litestar.openapi.plugins import OpenAPIRenderPlugin

from sobremesa.server.openapi import schema


class Reference(OpenAPIRenderPlugin):
    """Every path with what it takes and answers."""

    def __init__(self) -> None:
        super().__init__(path="/", media_type=MediaType.HTML)

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        return page(json.loads(self.render_json(request, openapi_schema))).encode()


def page(document: dict[str, Any]) -> str:
    title = escape(f"{document['info']['title']} {document['info']['version']}")
    paths = [
        _operation(method, path, operation)
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
        if isinstance(operation, dict)
    ]
    schemas = document.get("components", {}).get("schemas", {})
    shapes = [f"<h3 id='{escape(name)}'>{escape(name)}</h3>{_data(shape)}" for name, shape in schemas.items()]
    return (
        f"<!doctype html><html lang=en><meta charset=utf-8><title>{title}</title><h1>{title}</h1>"
        "<p>For programs: <a href='/schema/openapi.json'>openapi.json</a> for what is asked over HTTP, "
        f"<a href='{schema.PATH}'>socket.json</a> for the socket of a table.</p>"
        f"{''.join(paths)}<h2>What is sent</h2>{''.join(shapes)}"
        "<h2><code>WebSocket /api/tables/{name}/socket</code></h2>"
        "<p>With the language in the query, and for one who comes back how many choices they have seen (moves).</p>"
        f"{schema.reference()}</html>"
    )


def _operation(method: str, path: str, operation: dict[str, Any]) -> str:
    said = escape(operation.get("description") or operation.get("summary") or "")
    told = [
        f"<li>{escape(each['name'])}, in the {escape(each['in'])}: {_shape(each.get('schema', {}))}</li>"
        for each in operation.get("parameters", [])
    ]
    if "requestBody" in operation:
        told.append(f"<li>takes {_content(operation['requestBody'])}</li>")
    told += [
        f"<li>{escape(code)}, {escape(answer['description'].rstrip('.'))}: {_content(answer)}</li>"
        for code, answer in operation["responses"].items()
    ]
    return f"<h2><code>{method.upper()} {escape(path)}</code></h2><p>{said}</p><ul>{''.join(told)}</ul>"


def _content(part: dict[str, Any]) -> str:
    return ", ".join(
        f"{_shape(content.get('schema', {}))} ({escape(kind)})" for kind, content in part.get("content", {}).items()
    )


def _shape(schema: dict[str, Any]) -> str:
    """A name to look up, or the shape itself."""
    if "$ref" in schema:
        name = escape(schema["$ref"].rpartition("/")[2])
        return f"<a href='#{name}'>{name}</a>"
    return f"<code>{escape(json.dumps(schema))}</code>"


def _data(data: Any) -> str:
    return f"<pre>{escape(json.dumps(data, indent=1))}</pre>"

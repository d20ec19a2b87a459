"""The interface's description, made from what is served and from the values that pass: OpenAPI 3.1."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from importlib.metadata import version
from typing import Any

from flask import Blueprint, Flask, Response, current_app, jsonify, render_template
from flask.typing import ResponseReturnValue

from web_ui.described import Answer, Operation, describes, operation_of
from web_ui.languages import ENGLISH
from web_ui.schema import Way, schemas_of
from web_ui.wishes import VALUES, command_schemas

PREFIX = "/api/v1/"
COMMAND = "Command"
ABOUT = (
    "Everything that the pages show, for displays of your own. Where a description says None, JSON has null. "
    "New keys may come in any answer; those that are here stay. Texts come in the language that you ask for."
)
SEAT_COOKIE = {
    "type": "apiKey", "in": "cookie", "name": "seat",
    "description": "The secret that opens a seat, set by the command `sit`.",
}
LANGUAGE = {
    "name": "Accept-Language", "in": "header", "required": False, "schema": {"type": "string"},
    "description": "The language of the texts, as browsers say it; English where the table doesn't speak it.",
}
ORIGIN = {
    "name": "Origin", "in": "header", "required": True, "schema": {"type": "string"},
    "description": "The address of this table: changes are taken from its own pages and from programs that say so.",
}
LANG = {
    "name": "lang", "in": "query", "required": False, "schema": {"type": "string"},
    "description": "The language of the texts by its code, such as de: wins over what the browser says.",
}
KNOWN = {
    "name": "If-None-Match", "in": "header", "required": False, "schema": {"type": "string"},
    "description": "The ETag of what you have already.",
}


def description() -> Blueprint:
    """`/api/v1/openapi.json` for programs, and `/api/v1/` for people."""
    blueprint = Blueprint("description", __name__)

    @cache
    def whole() -> dict[str, Any]:
        return openapi(current_app)

    @blueprint.get("/api/v1/openapi.json")
    @describes(Operation("This description", {200: Answer("An OpenAPI document", dict[str, Any])}))
    def document() -> ResponseReturnValue:
        return _kept(jsonify(whole()))

    @blueprint.get("/api/v1/")
    @describes(Operation("This description, for people", {200: Answer("A page", media="text/html")}))
    def page() -> ResponseReturnValue:
        return _kept(Response(render_template("api.html", api=whole())))

    return blueprint


def openapi(app: Flask) -> dict[str, Any]:
    """The description of every address of this application that has one."""
    operations = list(_described(app))
    types: list[tuple[str, Any, Way]] = [(name, kind, "validation") for name, (kind, _) in VALUES.items()]
    for path, method, operation in operations:
        answers = operation.answers.items()
        types += [(f"{method} {path} {status}", one.kind, "serialization") for status, one in answers if one.kind]
    schemas, definitions = schemas_of(types)
    definitions[COMMAND] = {"oneOf": command_schemas(schemas)}
    paths: dict[str, dict[str, Any]] = {}
    for path, method, operation in operations:
        paths.setdefault(path, {})[method] = _operation(path, method, operation, schemas)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Cosmic Tray", "version": version("cosmic-tray"), "description": ABOUT},
        "paths": paths,
        "components": {"schemas": dict(sorted(definitions.items())), "securitySchemes": {"seat": SEAT_COOKIE}},
    }


def undescribed(app: Flask) -> list[str]:
    """Addresses of the interface without a description."""
    return [
        rule.rule for rule in app.url_map.iter_rules()
        if rule.rule.startswith(PREFIX) and operation_of(app.view_functions[rule.endpoint]) is None
    ]


def _described(app: Flask) -> Iterator[tuple[str, str, Operation]]:
    """Path, method and operation of what is described; a second, shorter address of the same is left out."""
    rules = sorted(app.url_map.iter_rules(), key=lambda rule: (not rule.rule.startswith(PREFIX), rule.rule))
    seen: set[str] = set()
    for rule in rules:
        operation = operation_of(app.view_functions[rule.endpoint])
        if operation is not None and rule.endpoint not in seen:
            seen.add(rule.endpoint)
            for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"}):
                yield _path(rule.rule), method.lower(), operation


def _path(rule: str) -> str:
    return re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule)


def _operation(path: str, method: str, operation: Operation, schemas: dict[str, Any]) -> dict[str, Any]:
    described: dict[str, Any] = {"summary": operation.summary, "operationId": f"{method} {path}"}
    if operation.says:
        described["description"] = operation.says
    described["parameters"] = [*_parameters(path, operation), LANG, LANGUAGE]
    if operation.takes:
        wanted = {"schema": {"$ref": f"#/components/schemas/{operation.takes}"}}
        described["requestBody"] = {"required": True, "content": {"application/json": wanted}}
    if operation.changes:
        described["parameters"].append(ORIGIN)
        described["security"] = [{}, {"seat": []}]
    answers = {
        str(status): _answer(answer, schemas.get(f"{method} {path} {status}"))
        for status, answer in operation.answers.items()
    }
    if operation.unless_known:
        described["parameters"].append(KNOWN)
        answers["304"] = {"description": "It is as you have it."}
        answers["200"]["headers"] = {"ETag": {"schema": {"type": "string"}, "description": "For If-None-Match"}}
    return described | {"responses": answers}


def _parameters(path: str, operation: Operation) -> list[dict[str, Any]]:
    named = [{"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
             for name in re.findall(r"{(\w+)}", path)]
    asked = [{"name": name, "in": "query", "required": False, "schema": {"type": "string"}, "description": says}
             for name, says in operation.query.items()]
    return [*named, *asked]


def _answer(answer: Answer, schema: Any) -> dict[str, Any]:
    return {"description": answer.says, "content": {answer.media: {"schema": schema or {"type": "string"}}}}


def _kept(response: Response) -> Response:
    # The description is written in one language, whichever the reader's is.
    response.headers["Content-Language"] = ENGLISH.code
    response.headers["Cache-Control"] = "no-cache"
    return response


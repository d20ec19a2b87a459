"""The modules of a page put together, and its style sheets: as an answer each, or within the page itself.

Each answer costs a phone at the far end of the bar a wait, and half a kilobyte of headers. The page to play on comes
whole, for there the wait would be in front of the first button. The files stay as they are written, small and
readable, and are served one by one as well.
"""

from __future__ import annotations

import hashlib
import os
import re
from functools import lru_cache
from pathlib import Path
from typing import Literal

from flask import Blueprint, Flask, Response, abort, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from web_ui.languages import Language
from web_ui.security import allow_within
from web_ui.speaking import language, languages

STATIC = Path(__file__).parent / "static"
A_YEAR_S = 365 * 24 * 3600
IMPORT = re.compile(r'^import \{ ([^}]+) \} from "(?:\./|/static/)(\w+)\.js";\n', re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:const|(?:async )?function) (\w+))", re.MULTILINE)
LEFT_OVER = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)
ENDS_EARLY = re.compile(r"</(?:script|style)|<!--", re.IGNORECASE)
"""What a page takes for the end of a script or a style sheet, or for its beginning to be a comment."""
NAME = re.compile(r"[a-z]+")


class BundleError(Exception):
    """A module is written in a way that can't be put together; the text says where."""


def bundles(app: Flask) -> None:
    """Serve them, and let templates ask for their addresses, `script_of("play")` and `style_of("base", "play")`, or
    for themselves, `script_within("play")` and `style_within("base", "play")`."""
    app.register_blueprint(_routes())
    app.jinja_env.globals["script_of"] = lambda entry: url_for(
        "bundle.script_answer", entry=entry, code=language().code, edition=_edition(script(entry, language()))
    )
    app.jinja_env.globals["style_of"] = lambda *names: url_for(
        "bundle.style_answer", names="+".join(names), edition=_edition(style(names))
    )
    app.jinja_env.globals["script_within"] = lambda entry: _within(
        "script", '<script type="module">', script(entry, language())
    )
    app.jinja_env.globals["style_within"] = lambda *names: _within("style", "<style>", style(names))


def script(entry: str, spoken: Language) -> bytes:
    """The module `entry` with all that it imports, each evaluated once, in the order that a browser keeps to; and
    what they say in this language.

    Raises:
        FileNotFoundError: there is no such module.
        BundleError: a module imports or exports in another way than the others.
    """
    return _script(entry, spoken.code, spoken.script or b"", _stamp())


def style(names: tuple[str, ...]) -> bytes:
    """These style sheets, one after the other.

    Raises:
        FileNotFoundError: there is none of this name.
    """
    return _style(names, _stamp())


def _within(kind: Literal["script", "style"], begin: str, source: bytes) -> Markup:
    text = source.decode()
    if found := ENDS_EARLY.search(text):
        raise BundleError(f"{found[0]!r} would end the {kind} in the middle of the page")
    allow_within(kind, text)
    return Markup(f"{begin}{text}</{kind}>")


def _routes() -> Blueprint:
    blueprint = Blueprint("bundle", __name__, url_prefix="/bundle")

    @blueprint.get("/<entry>.<code>.js")
    def script_answer(entry: str, code: str) -> ResponseReturnValue:
        spoken = languages().get(code)
        if spoken is None or not _are_names(entry):
            abort(404)
        return _kept(script(entry, spoken), "text/javascript")

    @blueprint.get("/<names>.css")
    def style_answer(names: str) -> ResponseReturnValue:
        wanted = tuple(names.split("+"))
        if len(set(wanted)) < len(wanted) or not _are_names(*wanted, kind="css"):
            abort(404)
        return _kept(style(wanted), "text/css")

    return blueprint


def _are_names(*names: str, kind: str = "js") -> bool:
    return all(NAME.fullmatch(name) and (STATIC / f"{name}.{kind}").is_file() for name in names)


def _kept(data: bytes, media: str) -> Response:
    response = Response(data, mimetype=media)
    # An address that names the edition is never another one.
    named = request.args.get("edition") == _edition(data)
    response.headers["Cache-Control"] = f"public, max-age={A_YEAR_S}, immutable" if named else "no-cache"
    response.set_etag(_edition(data), weak=True)
    response.make_conditional(request)
    return response


def _edition(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:12]


def _stamp() -> int:
    """Another number whenever a file has been changed: what was put together before is put together anew."""
    with os.scandir(STATIC) as files:
        return hash(tuple(sorted((file.name, file.stat().st_mtime_ns) for file in files)))


@lru_cache(maxsize=64)
def _script(entry: str, code: str, words: bytes, stamp: int) -> bytes:
    parts: dict[str, str] = {}

    def add(name: str) -> None:
        if name in parts:
            return
        source = (STATIC / f"{name}.js").read_text(encoding="utf-8")
        for found in IMPORT.finditer(source):
            add(found[2])
        parts[name] = wrapped(name, source)
        if name == "text" and words:
            # Before any other module says something.
            parts[f"words of {code}"] = wrapped("words", words.decode())

    add(entry)
    return "".join(parts.values()).encode()


def wrapped(name: str, source: str) -> str:
    """The module as a function that answers what it exports: what else it names stays its own."""
    exported = EXPORT.findall(source)
    body = IMPORT.sub(lambda found: f"const {{ {found[1].replace(' as ', ': ')} }} = ${found[2]};\n", source)
    body = EXPORT.sub("", body)
    if left := LEFT_OVER.search(body):
        raise BundleError(f"{name}.js: {left[0]!r} isn't how the others import and export")
    return f"const ${name} = (() => {{\n{body}return {{ {', '.join(exported)} }};\n}})();\n"


@lru_cache(maxsize=64)
def _style(names: tuple[str, ...], stamp: int) -> bytes:
    return b"".join((STATIC / f"{name}.css").read_bytes() for name in names)

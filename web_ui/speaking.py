"""Every answer speaks the language of who asks: the page's texts, the table's phrases, and what scripts say."""

from __future__ import annotations

from typing import Any

from flask import (
    Blueprint,
    Flask,
    Response,
    abort,
    current_app,
    g,
    has_request_context,
    make_response,
    redirect,
    request,
)
from flask.json.provider import DefaultJSONProvider
from flask.typing import ResponseReturnValue

from controller.ports import Phrase, one_of, phrase
from web_ui.languages import Language, negotiate, read_languages

COOKIE = "language"
A_YEAR_S = 365 * 24 * 3600
LONGEST_CODE = 35
"""Letters of a language's code that are looked at (RFC 5646, 4.4.1)."""


def speak(app: Flask) -> None:
    """Let the application speak every language of which there is a catalogue.

    Templates have `_` and `ngettext`, `language` and `languages`, and the filters `date`, `decimal(places)`, `one_of`
    and `said`; phrases among their values, and in JSON, are translated by themselves.

    Raises:
        CatalogueError: a catalogue can't be read.
    """
    app.extensions["languages"] = read_languages()
    app.json = _SpeakingJSON(app)
    environment = app.jinja_env
    environment.add_extension("jinja2.ext.i18n")
    environment.install_gettext_callables(  # type: ignore[attr-defined]
        lambda text: language().gettext(text),
        lambda one, many, number: language().ngettext(one, many, number),
        newstyle=True,
    )
    environment.finalize = _in_words
    environment.filters["said"] = _in_words
    environment.filters["date"] = lambda iso, length="long": language().date(iso, length)
    environment.filters["decimal"] = lambda value, places: language().decimal(value, places)
    environment.filters["one_of"] = lambda parts: one_of(map(str, parts))
    app.context_processor(lambda: {"language": language(), "languages": languages()})
    app.register_blueprint(_routes())
    app.after_request(_vary)


def languages() -> dict[str, Language]:
    """Every language that the pages speak, by its code."""
    known: dict[str, Language] = current_app.extensions["languages"]
    return known


def language() -> Language:
    """The language of this request: the one asked for by `?lang=`, the one chosen on this phone, or the browser's."""
    if "language" not in g:
        wished = (request.args.get("lang"), request.cookies.get(COOKIE))
        code = negotiate(
            [one[:LONGEST_CODE] for one in wished if one],
            list(request.accept_languages),
            languages(),
        )
        g.language = languages()[code]
    chosen: Language = g.language
    return chosen


def _routes() -> Blueprint:
    pages = Blueprint("language", __name__)

    @pages.get("/words/<code>.js")
    def words(code: str) -> ResponseReturnValue:
        """What scripts say, for one language."""
        spoken = languages().get(code)
        if spoken is None or spoken.script is None:
            abort(404)
        response = Response(spoken.script, mimetype="text/javascript")
        known = request.args.get("edition") == spoken.edition
        response.headers["Cache-Control"] = f"public, max-age={A_YEAR_S}, immutable" if known else "no-cache"
        response.set_etag(spoken.edition, weak=True)
        return response.make_conditional(request)

    @pages.post("/language")
    def choose() -> ResponseReturnValue:
        """Speak another language on this phone from now on, and go back to the page."""
        code, back = request.form.get("to", ""), request.form.get("back", "/")
        if code not in languages():
            abort(400, phrase("There are no pages in that language."))
        response = make_response(redirect(back if _is_ours(back) else "/", 303))
        response.set_cookie(COOKIE, code, max_age=A_YEAR_S, httponly=True, samesite="Lax", path="/")
        return response

    return pages


def _is_ours(path: str) -> bool:
    """Whether a path leads to a page of this table, and not by some browser's reading to another site."""
    return path.startswith("/") and path[1:2] not in ("/", "\\") and path.isprintable()


def _in_words(value: Any) -> Any:
    return value.said_in(language()) if isinstance(value, Phrase) else value


def _vary(response: Response) -> Response:
    """Who keeps answers must not hand one in this language to who speaks another."""
    # An answer without a body has no language, and a browser would take it for that of what it has kept.
    if "language" in g and response.status_code != 304:
        response.headers.setdefault("Content-Language", language().code)
        response.vary.update(("Accept-Language", "Cookie"))
    return response


class _SpeakingJSON(DefaultJSONProvider):
    """JSON whose phrases are said in the language of the request."""

    sort_keys = False

    def dumps(self, obj: Any, **kwargs: Any) -> str:
        return super().dumps(language().say(obj) if has_request_context() else obj, **kwargs)

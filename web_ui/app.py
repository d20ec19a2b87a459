"""The Flask application: what is served, put together from its parts."""

from __future__ import annotations

from collections.abc import Callable

from flask import Flask, render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import HTTPException

from controller.ports import BoardPicture, CommandDoor, Feed, Preview
from web_ui.api import api
from web_ui.compression import compress
from web_ui.fanout import Fanout
from web_ui.pages import join_address, pages
from web_ui.security import protect
from web_ui.streams import streams

MAX_BODY_BYTES = 4096


def create_app(
    feed: Feed,
    door: CommandDoor,
    preview: Preview,
    board: Callable[[], BoardPicture | None],
    max_streams: int = 100,
    fanout: Fanout | None = None,
) -> Flask:
    """The pages and the interface over one table.

    `board` answers what the scoreboard shows, None while it can't be reached. Beyond `max_streams` open lines
    phones poll. A `fanout` that is given belongs to the caller, who starts and stops it; else the application
    has one of its own, which is started here and ends with the process.
    """
    if fanout is None:
        fanout = Fanout(feed, board)
        fanout.start()
    app = Flask(__name__)
    app.config["MAX_CONTENT_LENGTH"] = MAX_BODY_BYTES
    app.json.sort_keys = False  # type: ignore[attr-defined]
    # Every text passes through gettext, so that a language is added by adding its catalogue.
    app.jinja_env.add_extension("jinja2.ext.i18n")
    app.jinja_env.install_null_translations(newstyle=True)  # type: ignore[attr-defined]
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.globals["join_address"] = join_address
    app.register_blueprint(pages(feed, door))
    app.register_blueprint(api(fanout, door, preview))
    app.register_blueprint(streams(fanout, max_streams))
    app.register_error_handler(HTTPException, _in_words)
    compress(app)
    protect(app, lambda: feed.latest().address)
    return app


def _in_words(error: HTTPException) -> ResponseReturnValue:
    text = error.description or error.name
    if request.path.startswith("/api/"):
        return {"error": text}, error.code or 500
    return render_template("error.html", name=error.name, text=text), error.code or 500

"""The Flask application: what is served, put together from its parts."""

from __future__ import annotations

from collections.abc import Callable

from flask import Flask, render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import HTTPException

from controller.ports import BoardPicture, Chronicle, CommandDoor, Feed, HostDoor, Preview, phrase
from web_ui.api import api
from web_ui.bidi import isolated, turning, words_isolated
from web_ui.bundle import bundles
from web_ui.compression import compress
from web_ui.fanout import Fanout
from web_ui.host import host_pages
from web_ui.looking_back import looking_back
from web_ui.openapi import description
from web_ui.pages import join_address, pages
from web_ui.security import protect
from web_ui.speaking import speak
from web_ui.streams import streams

MAX_BODY_BYTES = 4096

WORDS = {
    400: (phrase("Not understood"), phrase("The table could not make sense of this request.")),
    403: (phrase("Not allowed"), phrase("This is not yours to change, so nothing was changed.")),
    404: (phrase("Not found"), phrase("There is no such page at this table.")),
    405: (phrase("Not possible"), phrase("This address can't be used like that.")),
    413: (phrase("Too long"), phrase("That is more than the table takes in at once.")),
    415: (phrase("Not understood"), phrase("The table takes another kind of content here.")),
    500: (phrase("Something went wrong"), phrase("The table could not answer. The game goes on; try again.")),
}
"""What an answer that is an error is called, and says where nothing better is known."""


def create_app(
    feed: Feed,
    door: CommandDoor,
    preview: Preview,
    board: Callable[[], BoardPicture | None],
    max_streams: int = 100,
    fanout: Fanout | None = None,
    host_door: HostDoor | None = None,
    chronicle: Chronicle | None = None,
) -> Flask:
    """The pages and the interface over one table.

    `board` answers what the scoreboard shows, None while it can't be reached. Beyond `max_streams` open lines
    phones poll. A `fanout` that is given belongs to the caller, who starts and stops it; else the application
    has one of its own, which is started here and ends with the process. Without a `host_door` there are no pages for
    a host.
    Without a `chronicle` nobody can look back.
    """
    if fanout is None:
        fanout = Fanout(feed, board)
        fanout.start()
    app = Flask(__name__)
    app.config["MAX_CONTENT_LENGTH"] = MAX_BODY_BYTES
    speak(app)
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.globals["join_address"] = join_address
    app.jinja_env.filters["isolated"] = lambda text, players: isolated(text, turning(players))
    app.jinja_env.filters["words_isolated"] = words_isolated
    app.register_blueprint(pages(feed, door, fanout))
    app.register_blueprint(api(fanout, door, preview))
    app.register_blueprint(streams(fanout, max_streams))
    app.jinja_env.globals["has_host"] = host_door is not None
    if host_door is not None:
        app.register_blueprint(host_pages(feed, door, host_door))
    app.jinja_env.globals["looks_back"] = chronicle is not None
    if chronicle is not None:
        app.register_blueprint(looking_back(feed, door, chronicle))
    app.register_blueprint(description())
    app.register_error_handler(HTTPException, _in_words)
    bundles(app)
    compress(app)
    protect(app, lambda: feed.latest().address)
    return app


def _in_words(error: HTTPException) -> ResponseReturnValue:
    code = error.code or 500
    name, text = WORDS.get(code, (error.name, error.description or error.name))
    if error.description and error.description != type(error).description:
        text = error.description
    headers = [(key, value) for key, value in error.get_headers() if key != "Content-Type"]
    if request.path.startswith("/api/") or request.mimetype == "application/json":
        return {"error": text}, code, headers
    return render_template("error.html", name=name, text=text), code, headers

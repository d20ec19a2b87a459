"""`/host`: the page of the host, behind a PIN; and the page of a link that gives a lost phone's seat to another."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from functools import wraps
from typing import Any, BinaryIO

import segno
from flask import Blueprint, Response, jsonify, make_response, redirect, render_template, request, send_file
from flask.typing import ResponseReturnValue

from controller.ports import CommandDoor, Feed, HostDoor, LogLine, RecordError, Reply, as_json, phrase
from web_ui.commands import BadCommandError, json_object, read_host_command
from web_ui.pages import standings_of
from web_ui.seats import know_phone

COOKIE = "host"
A_DAY_S = 24 * 3600
MAX_SECRET_LENGTH = 200
LONGEST_PIN = 32
LONGEST_NUMBER = 18
"""Digits of an event's number."""

LINES_A_PAGE = 200
"""Of the evening's log: a long evening has tens of thousands of lines, which no phone lays out in a moment."""

Route = Callable[..., ResponseReturnValue]


def host_pages(feed: Feed, door: CommandDoor, host: HostDoor) -> Blueprint:
    """The host's page and what it asks for, and the page for links of lost phones."""
    pages = Blueprint("host", __name__)

    def page(template: str, **more: object) -> Response:
        snapshot = feed.latest()
        values = {"snapshot": snapshot, "seat": None, "standings": standings_of(snapshot), **more}
        return _unstored(make_response(render_template(template, **values)))

    def for_host(or_else: Callable[[], ResponseReturnValue]) -> Callable[[Route], Route]:
        def only(route: Route) -> Route:
            @wraps(route)
            def guarded(*arguments: Any, **more: Any) -> ResponseReturnValue:
                return route(*arguments, **more) if _is_host(host) else or_else()

            return guarded

        return only

    def no_host() -> ResponseReturnValue:
        return _said(phrase("This phone isn't the host's any more. Open /host and enter the PIN."), 403)

    def to_the_pin() -> ResponseReturnValue:
        return _unstored(make_response(redirect("/host", 303)))

    @pages.get("/host")
    def desk() -> ResponseReturnValue:
        return page("host.html") if _is_host(host) else page("host_pin.html")

    @pages.get("/seat")
    def seat() -> ResponseReturnValue:
        # The link's secret stands behind its #, which browsers keep to themselves.
        return know_phone(page("seat.html"))

    @pages.post("/host/session")
    def enter() -> ResponseReturnValue:
        pin = _pin_of_request()
        if pin is None:
            return _said('A PIN is sent as application/json: {"pin": "123456"}.', 400)
        entry = host.enter(pin)
        if entry.session is None:
            refused = _unstored(make_response(jsonify(accepted=False, reason=entry.reason, wait_s=entry.wait_s)))
            refused.status_code = 429 if entry.wait_s else 403
            if entry.wait_s:
                refused.headers["Retry-After"] = str(entry.wait_s)
            return refused
        response = _unstored(jsonify(accepted=True, reason=""))
        response.set_cookie(COOKIE, entry.session, max_age=A_DAY_S, httponly=True, samesite="Strict", path="/host")
        return response

    @pages.post("/host/leave")
    @for_host(no_host)
    def leave() -> ResponseReturnValue:
        host.leave(request.cookies[COOKIE])
        response = _unstored(jsonify(accepted=True, reason=""))
        response.delete_cookie(COOKIE, httponly=True, samesite="Strict", path="/host")
        return response

    @pages.get("/host/view")
    @for_host(no_host)
    def view() -> ResponseReturnValue:
        try:
            return _unstored(jsonify(as_json(host.view())))
        except RecordError as error:
            return _said(str(error), 503)

    @pages.post("/host/commands")
    @for_host(no_host)
    def commands() -> ResponseReturnValue:
        if request.mimetype != "application/json":
            return _said("A command is sent as application/json.", 415)
        try:
            command = read_host_command(request.get_data(), request.cookies[COOKIE])
        except BadCommandError as error:
            return _said(str(error), 400)
        reply = door.submit(command)
        return _unstored(make_response(jsonify(_told(reply, feed)), 200 if reply.accepted else 409))

    @pages.get("/host/log")
    @for_host(to_the_pin)
    def log() -> ResponseReturnValue:
        return _of_records(lambda: page("host_log.html", **_newest(host.evening(), request.args.get("before"))))

    @pages.get("/host/journal.sqlite3")
    @for_host(to_the_pin)
    def journal() -> ResponseReturnValue:
        return _of_records(lambda: _download(host.journal(), "journal.sqlite3", "application/vnd.sqlite3"))

    @pages.get("/host/support.zip")
    @for_host(to_the_pin)
    def support() -> ResponseReturnValue:
        return _of_records(lambda: _download(host.support(), "support.zip", "application/zip"))

    def _of_records(answer: Callable[[], Response]) -> ResponseReturnValue:
        try:
            return answer()
        except RecordError as error:
            response = make_response(render_template("error.html", name="", text=str(error)), 503)
            return _unstored(response)

    return pages


def _newest(lines: tuple[LogLine, ...], before: str | None) -> dict[str, Any]:
    """The newest lines before that of the event numbered `before`; `earlier`: before which event others are."""
    end = len(lines)
    if before is not None and before.isascii() and before.isdecimal() and len(before) <= LONGEST_NUMBER:
        end = bisect_left(lines, int(before), key=lambda line: line.event)
    begin = max(0, end - LINES_A_PAGE)
    return {
        "lines": lines[begin:end], "earlier": lines[begin].event if begin else None, "is_newest": end == len(lines),
    }


def _is_host(host: HostDoor) -> bool:
    session = request.cookies.get(COOKIE)
    return bool(session) and len(session or "") <= MAX_SECRET_LENGTH and host.knows(session or "")


def _pin_of_request() -> str | None:
    if request.mimetype != "application/json":
        return None
    try:
        pin = json_object(request.get_data()).get("pin")
    except BadCommandError:
        return None
    return pin.strip() if isinstance(pin, str) and 0 < len(pin) <= LONGEST_PIN else None


def _told(reply: Reply, feed: Feed) -> dict[str, Any]:
    """A reply as the host's page gets it. The link for a lost phone comes with its code, row by row."""
    value = {key: item for key, item in reply.value.items() if key not in ("secret", "token")}
    if token := reply.value.get("token"):
        address = feed.latest().address or request.host_url
        link = f"{address.rstrip('/')}/seat#{token}"
        code = segno.make(link, micro=False, error="m")
        value |= {"link": link, "code": ["".join(map(str, row)) for row in code.matrix]}
    return {"accepted": reply.accepted, "reason": reply.reason, "event": reply.event, "value": as_json(value)}


def _download(file: BinaryIO, name: str, kind: str) -> Response:
    return _unstored(send_file(file, mimetype=kind, as_attachment=True, download_name=name))


def _said(text: str, status: int) -> Response:
    return _unstored(make_response(jsonify(accepted=False, reason=text), status))


def _unstored(response: Response) -> Response:
    response.headers["Cache-Control"] = "no-store"
    return response

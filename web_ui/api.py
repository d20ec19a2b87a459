"""`/api/v1`: the state, the board's picture, and the one way to change something."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, jsonify, make_response, request
from flask.typing import ResponseReturnValue

from controller.ports import CommandDoor, Preview, Reply, as_json, phrase
from web_ui.commands import WITHOUT_SEAT, BadCommandError, NoSeatError, read_command
from web_ui.described import describes
from web_ui.fanout import Fanout, Sendable
from web_ui.operations import BOARD, CAMERA, COMMANDS, ME, RULES, STATE
from web_ui.seats import forget_seat, keep_seat, phone_of_request, seat_of_request
from web_ui.speaking import language


def api(fanout: Fanout, door: CommandDoor, preview: Preview) -> Blueprint:
    """State, board and rules as JSON, the camera's picture, whose phone this is, and commands."""
    pages = Blueprint("api", __name__)

    @pages.get("/api/v1/state")
    @describes(STATE)
    def state() -> ResponseReturnValue:
        return _numbered(fanout, fanout.state(language()), in_language=True)

    @pages.get("/api/v1/board")
    @describes(BOARD)
    def board() -> ResponseReturnValue:
        picture = fanout.board()
        if picture is None:
            return _error(phrase("The scoreboard can't be reached now."), 503)
        return _numbered(fanout, picture)

    @pages.get("/preview.jpg")
    @describes(CAMERA)
    def camera() -> ResponseReturnValue:
        picture = preview.latest()
        if picture is None:
            return _error(phrase("The camera has no picture now."), 503)
        response = Response(picture.jpeg, mimetype="image/jpeg")
        return _unless_known(response, f"{fanout.edition}-{picture.number}")

    @pages.get("/api/v1/me")
    @describes(ME)
    def me() -> ResponseReturnValue:
        return _unstored(jsonify(seat=seat_of_request(door)))

    @pages.get("/api/v1/rules")
    @describes(RULES)
    def rules() -> ResponseReturnValue:
        return _unless_known(jsonify(as_json(door.rules)), f"{fanout.edition}-rules-{language().code}")

    @pages.post("/api/v1/commands")
    @describes(COMMANDS)
    def commands() -> ResponseReturnValue:
        if request.mimetype != "application/json":
            return _error(phrase("A command is sent as application/json."), 415)
        try:
            command = read_command(request.get_data(), seat_of_request(door), phone_of_request())
        except BadCommandError as error:
            return _error(str(error), 400)
        except NoSeatError as error:
            return _error(str(error), 403)
        reply = door.submit(command)
        response = _unstored(make_response(_public(reply), 200 if reply.accepted else 409))
        if reply.accepted and command.name in WITHOUT_SEAT and (secret := reply.value.get("secret")):
            keep_seat(response, secret)
        if reply.accepted and command.name == "leave":
            forget_seat(response)
        return response

    return pages


def _public(reply: Reply) -> dict[str, Any]:
    value = {key: item for key, item in reply.value.items() if key != "secret"}
    return {"accepted": reply.accepted, "reason": reply.reason, "event": reply.event, "value": value}


def _numbered(fanout: Fanout, sendable: Sendable, in_language: bool = False) -> Response:
    tag = f"{fanout.edition}-{sendable.number}" + (f"-{language().code}" if in_language else "")
    return _unless_known(Response(sendable.text, mimetype="application/json"), tag)


def _unless_known(response: Response, tag: str) -> Response:
    response.headers["Cache-Control"] = "no-cache"
    response.set_etag(tag, weak=True)
    response.make_conditional(request)
    return response


def _unstored(response: Response) -> Response:
    response.headers["Cache-Control"] = "no-store"
    return response


def _error(text: str, status: int) -> Response:
    return _unstored(make_response({"error": text}, status))

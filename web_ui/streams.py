"""Server-Sent Events: the state as it changes, on a limited number of open lines."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator

from flask import Blueprint, Response, request
from flask.typing import ResponseReturnValue

from controller.ports import phrase
from web_ui.described import Answer, Operation, describes, refusal
from web_ui.fanout import Fanout, Sendable
from web_ui.languages import Language
from web_ui.speaking import language

BEAT_S = 1.25
"""A line carries something at least this often, so that a phone notices a lost one well within three seconds."""

EVENTS = Operation(
    "The state as it changes",
    {200: Answer("Server-Sent Events, without an end", media="text/event-stream"),
     503: refusal("All live lines are taken: ask /api/v1/state every few seconds")},
    says="The latest state at once, then each new one, as an event `state` whose data is what `/api/v1/state` "
         f"answers and whose id is its `number`. At least every {BEAT_S:g} seconds something comes, be it an event "
         "`beat`: a line that is silent for longer is lost. Who reads slowly misses states and gets the latest.",
    query={"board": "Events `board` as well, whose data is what `/api/v1/board` answers."},
)


class Places:
    """The lines that may be open at once; each takes a thread of the server."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._taken = 0
        self._lock = threading.Lock()

    def take(self) -> bool:
        """Whether there was a place left; it is taken then."""
        with self._lock:
            if self._taken >= self._limit:
                return False
            self._taken += 1
            return True

    def give_back(self) -> None:
        """The line has ended."""
        with self._lock:
            self._taken -= 1


def streams(fanout: Fanout, max_streams: int) -> Blueprint:
    """`GET /api/v1/events`, and `/events` for short: events `state` (id: the snapshot's number), `board` (with
    `?board`) and `beat`; in the language of `?lang=`, or the browser's.

    Beyond `max_streams` open lines the answer is 503, and the page goes on by polling `/api/v1/state`.
    """
    pages = Blueprint("streams", __name__)
    places = Places(max_streams)

    @pages.get("/events")
    @pages.get("/api/v1/events")
    @describes(EVENTS)
    def events() -> ResponseReturnValue:
        if not places.take():
            busy = phrase("All {lines} live lines are taken; ask /api/v1/state every few seconds.", lines=max_streams)
            return {"error": busy}, 503, {"Retry-After": "30", "Cache-Control": "no-store"}
        with_board = "board" in request.args
        gone = request.environ.get("waitress.client_disconnected", lambda: False)
        fanout.watch_board(+with_board)

        def end() -> None:
            fanout.watch_board(-with_board)
            places.give_back()

        response = Response(_lines(fanout, with_board, gone, language()), mimetype="text/event-stream")
        response.call_on_close(end)
        response.headers["Cache-Control"] = "no-store"
        response.headers["X-Accel-Buffering"] = "no"
        return response

    return pages


def _lines(fanout: Fanout, with_board: bool, gone: Callable[[], bool], language: Language) -> Iterator[bytes]:
    state: Sendable | None = fanout.state(language)
    board = fanout.board() if with_board else None
    seen = -1
    seen_board: int | None = None
    yield b"retry: 1000\n\n"
    while not fanout.closed and not gone():
        if state is not None:
            seen = state.number
            yield _event("state", state.text, state.number)
        if board is not None:
            seen_board = board.number
            yield _event("board", board.text)
        if state is None and board is None:
            yield _event("beat", b"")
        if with_board:
            state, board = fanout.wait_for_either(seen, seen_board, BEAT_S, language)
        else:
            state = fanout.wait_for_state(seen, BEAT_S, language)


def _event(name: str, data: bytes, number: int | None = None) -> bytes:
    line = f"id: {number}\n".encode() if number is not None else b""
    return line + b"event: " + name.encode() + b"\ndata: " + data + b"\n\n"

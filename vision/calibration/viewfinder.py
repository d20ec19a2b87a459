"""The camera's picture on a phone: a page that shows it live, with what is found drawn over it, and a button.

Calibration is done by one or two people in their own network, so a small server of the standard library is enough.
Pictures are drawn and compressed only when somebody asks for one.
"""

from __future__ import annotations

import json
import socket
import sys
import threading
from collections.abc import Sequence
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import cv2

from vision.calibration.overlay import Mark, drawn_over
from vision.calibration.viewfinder_page import PAGE
from vision.cameras.camera import Image

QUALITY = 80
POLICY = "default-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'"
IDLE_S = 10.0
"""Seconds after which a connection without a request is closed."""


class Viewfinder:
    """Shows the newest picture at `http://HOST:port/` until it is closed.

    `host`: "0.0.0.0" is every address of this machine. `port`: where it is taken, any free one is used.

    Raises:
        OSError: the address is none of this machine's.
    """

    def __init__(self, host: str, port: int) -> None:
        self._lock = threading.Lock()
        self._number = 0
        self._image: Image | None = None
        self._marks: Sequence[Mark] = ()
        self._words = ""
        self._progress: float | None = None
        self._jpeg: tuple[int, bytes] = (0, b"")
        self._pressed = False
        self._server = _listening(host, port, self)
        self.port = int(self._server.server_address[1])
        self._thread = threading.Thread(target=self._server.serve_forever, name="viewfinder", daemon=True)
        self._thread.start()

    def show(self, image: Image, marks: Sequence[Mark] = ()) -> None:
        """This is the newest picture, with these marks."""
        with self._lock:
            self._image, self._marks = image, marks
            self._number += 1

    def say(self, words: str, progress: float | None = None) -> None:
        """The words under the picture from now on; `progress`: 0..1, None where there is none to show."""
        with self._lock:
            self._words, self._progress = words, progress

    def pressed(self) -> bool:
        """Whether somebody has pressed the button since this was last asked."""
        with self._lock:
            pressed, self._pressed = self._pressed, False
        return pressed

    def close(self) -> None:
        """Give the port back. Safe to call twice."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join(timeout=5)

    # --- for the server's threads ------------------------------------------------------------------------------

    def picture(self) -> bytes | None:
        """The newest picture as a JPEG, None while there is none."""
        with self._lock:
            number, image, marks = self._number, self._image, self._marks
            if self._jpeg[0] == number:
                return self._jpeg[1] or None
        if image is None:
            return None
        _, data = cv2.imencode(".jpg", drawn_over(image, marks), [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
        with self._lock:
            self._jpeg = (number, data.tobytes())
        return data.tobytes()

    def state(self) -> dict[str, object]:
        """What stands under the picture."""
        with self._lock:
            return {"words": self._words, "progress": self._progress, "number": self._number}

    def press(self) -> None:
        """Somebody has pressed the button."""
        with self._lock:
            self._pressed = True


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    allow_reuse_address = True
    request_queue_size = 64  # a browser opens several connections at once, and what finds no room waits for a second
    view: Viewfinder

    def handle_error(self, request: object, client_address: object) -> None:
        """A phone that goes while it is answered is no news either."""
        if not isinstance(sys.exc_info()[1], OSError):
            super().handle_error(request, client_address)  # type: ignore[arg-type]


def _listening(host: str, port: int, view: Viewfinder) -> _Server:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET

    class Server(_Server):
        address_family = family

    try:
        server = Server((host, port), _Requests)
    except OSError:
        server = Server((host, 0), _Requests)
    server.view = view
    return server


class _Requests(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    timeout = IDLE_S
    server: _Server

    def do_GET(self) -> None:
        """The page, the picture, and the words."""
        path = self.path.split("?")[0]
        if path == "/":
            self._answer(PAGE.encode(), "text/html; charset=utf-8")
        elif path == "/state":
            self._answer(json.dumps(self.server.view.state()).encode(), "application/json")
        elif path == "/picture.jpg" and (picture := self.server.view.picture()):
            self._answer(picture, "image/jpeg")
        else:
            self._answer(b"There is nothing here.", "text/plain; charset=utf-8", HTTPStatus.NOT_FOUND)

    def do_POST(self) -> None:
        """The button; from this page alone, not from another site that a phone has open."""
        # Every browser says where a POST comes from, but over http only this way: not in Sec-Fetch-Site.
        own = self.headers.get("Origin") == f"http://{self.headers.get('Host')}"
        if self.path == "/press" and own:
            self.server.view.press()
            self._answer(b"", "text/plain", HTTPStatus.NO_CONTENT)
        else:
            self._answer(b"", "text/plain", HTTPStatus.NOT_FOUND)

    def _answer(self, body: bytes, kind: str, status: HTTPStatus = HTTPStatus.OK) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "no-store")
        self.send_header("Content-Security-Policy", POLICY)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Phones come and go: that is no news."""

"""The web server: the pages on a port of this machine, under waitress, in threads of this process."""

from __future__ import annotations

import contextlib
import ctypes
import errno
import logging
import resource
import socket
import threading
from collections.abc import Callable
from typing import Any

from waitress import wasyncore
from waitress.server import create_server

from controller.ports import BoardPicture, Chronicle, CommandDoor, Feed, HostDoor, Preview
from web_ui.app import MAX_BODY_BYTES, create_app
from web_ui.fanout import Fanout

SPARE_THREADS = 20
"""Threads beside those of the open streams: for pages, commands and polling."""
SPARE_CONNECTIONS = 1500
"""Connections beside those of the threads: phones that poll keep theirs between two requests, and open several."""
SPARE_FILES = 200
"""Files that the rest of the process may have open."""
IDLE_S = 6
"""A connection without a request is closed soon: phones that sleep must not wake up with a dead one in hand."""
STACK_BYTES = 512 * 1024
"""A thread's stack: a stream needs little, and there are hundreds."""
UNSENT_BYTES = 64 * 1024
"""A phone that doesn't drain its line is sent nothing more beyond this; it gets the latest state afterwards."""

ARENAS = 1
"""Among how many pieces of memory the threads are spread, see mallopt(3): they hold Python's lock in turn anyway."""
_M_ARENA_MAX = -8

THREADS_END_S = 5
"""How long the end waits for a thread that is asking the table something; the others end at once."""


class PortTakenError(Exception):
    """Another program listens on the port already; the text says what to do."""


class WebServer:
    """Serves the table's pages until it is stopped.

    `host` "0.0.0.0" is every address of this machine; `port` 0 takes a free one. `board` answers what the
    scoreboard shows, None while it can't be reached. `max_streams` is how many screens are live at once; those
    beyond it poll. Without a `host_door` there are no pages for a host.
    Without a `chronicle` nobody can look back.
    """

    def __init__(
        self,
        feed: Feed,
        door: CommandDoor,
        preview: Preview,
        board: Callable[[], BoardPicture | None],
        host: str = "0.0.0.0",
        port: int = 8080,
        max_streams: int = 500,
        host_door: HostDoor | None = None,
        chronicle: Chronicle | None = None,
    ) -> None:
        self._host, self._port = host, port
        self._threads = max_streams + SPARE_THREADS
        self._fanout = Fanout(feed, board)
        self._app = create_app(feed, door, preview, board, max_streams, self._fanout, host_door, chronicle=chronicle)
        self._connections: dict[int, Any] = {}
        self._server: Any = None
        self._loop: threading.Thread | None = None
        self._stopping = False

    @property
    def address(self) -> str:
        """Where a phone in the same network opens the pages, such as "http://192.168.1.20:8080"."""
        return reachable_address(self._host, self._port)

    def start(self) -> None:
        """Listen, and serve from threads of its own.

        Raises:
            PortTakenError: another program has the port.
            OSError: the address is none of this machine's, or the port needs more rights.
        """
        listener = _listen(self._host, self._port)
        self._port = listener.getsockname()[1]
        limit = self._threads + SPARE_CONNECTIONS
        _allow_open_files(limit + SPARE_FILES)
        # Phones come and go: that is no news. What waitress warns of still is.
        logging.getLogger("waitress").setLevel(logging.WARNING)
        _share_memory()
        self._fanout.start()
        before = threading.stack_size(STACK_BYTES)
        try:
            self._server = create_server(
                self._app, map=self._connections, sockets=[listener], ident=None,
                threads=self._threads, connection_limit=limit, asyncore_use_poll=True,
                channel_timeout=IDLE_S, cleanup_interval=2, channel_request_lookahead=1,
                outbuf_high_watermark=UNSENT_BYTES,
                # What is not much too long is refused in words, by the application.
                max_request_body_size=16 * MAX_BODY_BYTES, max_request_header_size=16 * 1024,
            )
        finally:
            threading.stack_size(before)
        self._loop = threading.Thread(target=self._serve, name="web-server", daemon=True)
        self._loop.start()

    def stop(self) -> None:
        """End every stream, answer nothing more and give the port back. Safe to call twice."""
        if self._loop is None:
            return
        self._fanout.stop()
        self._stopping = True
        self._server.pull_trigger()
        self._loop.join(timeout=10)
        self._loop = None
        # A thread that waits for its line to drain is woken by handle_close alone; a plain close leaves it waiting.
        for channel in list(self._server.active_channels.values()):
            channel.handle_close()
        self._server.task_dispatcher.shutdown(timeout=THREADS_END_S)
        # Last, for a thread that ends may still pull the trigger: its file must not be another's by then.
        wasyncore.close_all(self._connections, ignore_all=True)

    def _serve(self) -> None:
        while not self._stopping:
            wasyncore.loop(timeout=1, use_poll=True, map=self._connections, count=1)


def reachable_address(host: str, port: int) -> str:
    """The address to print and to put in the QR code: for "every address", the one that leads out of here."""
    name = _own_address() if host in {"", "0.0.0.0", "::"} else host
    shown = f"[{name}]" if ":" in name else name
    return f"http://{shown}" if port == 80 else f"http://{shown}:{port}"


def _own_address() -> str:
    # Connecting a datagram socket sends nothing; it only asks which of our addresses would be used.
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen(1024)
    except OSError as error:
        listener.close()
        if error.errno == errno.EADDRINUSE:
            raise PortTakenError(
                f"Port {port} on {host} is taken by another program, so the phones can't be served. "
                "Stop that program (it may be a table or a step of `tray calibrate` that is still running), or "
                "choose another port in the settings."
            ) from error
        raise
    return listener


def _share_memory() -> None:
    """The C library gives hundreds of threads eight arenas a core, each of which keeps what was freed in it."""
    with contextlib.suppress(OSError, AttributeError):  # it may be another one than glibc
        ctypes.CDLL(None).mallopt(_M_ARENA_MAX, ARENAS)


def _allow_open_files(needed: int) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = needed if hard == resource.RLIM_INFINITY else min(needed, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))

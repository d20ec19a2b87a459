"""The console of the table's own machine: it may do what the host may, and needs no PIN for it.

A socket in a folder of the file system that is its owner's alone: whoever started the table, or is root, gets in, and
nobody over the network. It asks neither the pages nor their server, and so keeps control whatever becomes of those.
"""

from __future__ import annotations

import json
import logging
import os
import socket
import socketserver
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from controller.errors import TrayError
from controller.ports import Command, CommandDoor, Feed, Reply, as_json

FOLDER = "console"
ANSWER_S = 10.0
MOST_BYTES = 64 * 1024

log = logging.getLogger("tray")


class ConsoleError(TrayError):
    """No table can be spoken to; its text says why, and what to do."""


class ConsoleDoor:
    """Answers the console of a table: a line of JSON with `name` and `value` for each command, or {"look": true}.

    `state`: the state folder. `table`: tells the tables of one folder apart; what is left of its socket belongs to
    one that has been switched off.
    """

    def __init__(self, state: Path, table: str, door: CommandDoor, feed: Feed) -> None:
        self._path = state / FOLDER / table
        self._answer = _answers(door, feed)
        self._server: socketserver.ThreadingUnixStreamServer | None = None

    def start(self) -> None:
        """Listen, from a thread of its own. A table goes on without a console where that can't be."""
        answer = self._answer

        class Line(socketserver.StreamRequestHandler):
            timeout = ANSWER_S

            def handle(self) -> None:
                with suppress(OSError):
                    self.wfile.write(answer(self.rfile.readline(MOST_BYTES)) + b"\n")

        class Server(socketserver.ThreadingUnixStreamServer):
            daemon_threads = True

        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._path.parent.chmod(0o700)
            self._path.unlink(missing_ok=True)
            with _short(self._path) as short:
                self._server = Server(short, Line)
        except OSError as error:
            log.warning("The console `tray host` can't reach this table: %s: %s", self._path, error.strerror)
            return
        threading.Thread(target=self._server.serve_forever, name="console", daemon=True).start()

    def stop(self) -> None:
        """Listen no more. Safe to call twice."""
        if self._server is None:
            return
        self._server.shutdown()
        self._server.server_close()
        self._server = None
        self._path.unlink(missing_ok=True)


def _answers(door: CommandDoor, feed: Feed) -> Callable[[bytes], bytes]:
    def answer(line: bytes) -> bytes:
        try:
            wish = json.loads(line)
            if wish.get("look"):
                return json.dumps(as_json(feed.latest())).encode()
            name, value = wish["name"], dict(wish.get("value") or {})
            reply = door.submit(Command(name, None, value, host=True))
        except (ValueError, LookupError, AttributeError, TypeError):
            reply = Reply(False, "That is no command.", 0)
        return json.dumps(as_json(reply)).encode()

    return answer


def consoles(state: Path) -> list[Path]:
    """The consoles of the tables that run with this state folder.

    Raises:
        ConsoleError: this user may not speak to them.
    """
    try:
        found = sorted((state / FOLDER).iterdir())
    except FileNotFoundError:
        return []
    except OSError as error:
        raise ConsoleError(f"{state}: the table is another user's. Speak as who started it, or as root.") from error
    return [path for path in found if _is_open(path)]


def ask(console: Path, question: dict[str, Any]) -> dict[str, Any]:
    """What a table answers.

    Raises:
        ConsoleError: it doesn't.
    """
    try:
        with _connected(console) as line:
            line.sendall(json.dumps(question).encode() + b"\n")
            with line.makefile("rb") as answer:
                told: dict[str, Any] = json.loads(answer.readline())
                return told
    except (OSError, ValueError) as error:
        raise ConsoleError(
            "The table doesn't answer. If it hangs, stop `tray run` and start it again: it goes on where it was."
        ) from error


def _is_open(path: Path) -> bool:
    try:
        with _connected(path):
            return True
    except OSError:
        return False


@contextmanager
def _connected(path: Path) -> Iterator[socket.socket]:
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as line, _short(path) as short:
        line.settimeout(ANSWER_S)
        line.connect(short)
        yield line


@contextmanager
def _short(path: Path) -> Iterator[str]:
    """The same socket by a name that is short enough: Linux takes 107 bytes, and folders may be deep."""
    folder = os.open(path.parent, os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        yield f"/proc/self/fd/{folder}/{path.name}"
    finally:
        os.close(folder)

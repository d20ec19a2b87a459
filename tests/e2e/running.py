"""A whole table as a person starts it: `tray run` in a process of its own, spoken to over its pages."""

from __future__ import annotations

import contextlib
import http.cookiejar
import json
import os
import re
import signal
import subprocess
import sys
import threading
import urllib.error
import urllib.request
import uuid
from pathlib import Path
from typing import Any

from tests.waiting import wait_until

TRAY = Path(sys.executable).with_name("tray")


class RunningTray:
    """`tray run --simulated` with its state in `folder`."""

    def __init__(self, folder: Path, *options: str, config: str = "") -> None:
        (folder / "tray.toml").write_text(config, encoding="utf-8")
        self._output: list[str] = []
        self.process = subprocess.Popen(
            [TRAY, "run", "--config", "tray.toml", "--simulated", "--port", "0", *options],
            cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
        )
        threading.Thread(target=self._collect, daemon=True).start()
        self.address = wait_until("an address is printed", self._printed_address)

    def _collect(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._output.append(line)

    def _printed_address(self) -> str | None:
        if self.process.poll() is not None:
            raise AssertionError(f"tray run ended: {self.output}")
        found = re.search(r"http://[\d.]+:(\d+)", self.output)
        return f"http://127.0.0.1:{found[1]}" if found else None

    @property
    def output(self) -> str:
        """All that was printed until now."""
        return "".join(self._output)

    def get(self, path: str) -> Any:
        """The JSON at `path`."""
        with urllib.request.urlopen(self.address + path, timeout=10) as answer:
            return json.load(answer)

    def state(self) -> Any:
        """The latest snapshot as phones get it."""
        return self.get("/api/v1/state")

    def kill_reader(self) -> None:
        """Kill the process of camera and reader."""
        for status in Path("/proc").glob("[0-9]*/status"):
            with contextlib.suppress(OSError):
                parent = re.search(r"^PPid:\t(\d+)$", status.read_text(), re.MULTILINE)
                command = status.with_name("cmdline").read_bytes()
                if parent and int(parent[1]) == self.process.pid and b"reading_loop" in command:
                    os.kill(int(status.parent.name), signal.SIGKILL)
                    return
        raise AssertionError("no reader's process found")

    def kill(self) -> None:
        """Pull the plug: no process of the table gets to say goodbye."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait(timeout=10)

    def stop(self) -> int:
        """Ctrl-C, and the exit status."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        return self.process.wait(timeout=20)

    def __enter__(self) -> RunningTray:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.kill()


class Phone:
    """A phone at the table: keeps its cookies, sends commands as its pages do."""

    def __init__(self, table: RunningTray, cookies: http.cookiejar.CookieJar | None = None) -> None:
        self.table = table
        self.cookies = cookies if cookies is not None else http.cookiejar.CookieJar()
        self._opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.cookies))

    def send(self, command: str, event: int | None = None, **value: Any) -> Any:
        """Send a command and return the table's reply."""
        body = {"name": command, "value": value, "event": event, "key": uuid.uuid4().hex}
        request = urllib.request.Request(
            self.table.address + "/api/v1/commands", data=json.dumps(body).encode(),
            headers={"Content-Type": "application/json", "Origin": self.table.address},
        )
        try:
            with self._opener.open(request, timeout=10) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            return json.load(error)

"""The host of a running table: the PIN made anew while it runs, a pause through a power cut, and the console."""

from __future__ import annotations

import contextlib
import io
import json
import os
import pty
import re
import signal
import sqlite3
import subprocess
import urllib.error
import urllib.request
import zipfile
from pathlib import Path
from typing import Any

from controller.clock import SystemClock
from controller.host.access import HostAccess
from tests.e2e.running import TRAY, RunningTray
from tests.waiting import wait_until

CONFIG = """
[simulation]
seed = 5
[table]
think_seconds = 0.1
[scoreboard]
source = "model"
"""


def host(folder: Path, *command: str) -> str:
    """What `tray host` says, run where the table was started."""
    done = subprocess.run(
        [TRAY, "host", *command, "--config", "tray.toml"], cwd=folder, capture_output=True, text=True, timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def ask(table: RunningTray, path: str, body: Any = None, cookie: str = "") -> tuple[int, bytes, str]:
    """Status, body and cookie of an answer of the running table."""
    request = urllib.request.Request(
        table.address + path, data=None if body is None else json.dumps(body).encode(),
        headers={"Content-Type": "application/json", "Origin": table.address, "Cookie": cookie},
    )
    try:
        with urllib.request.urlopen(request, timeout=20) as answer:
            return answer.status, answer.read(), str(answer.headers.get("Set-Cookie") or "").split(";")[0]
    except urllib.error.HTTPError as error:
        return error.code, error.read(), ""


def new_pin(folder: Path) -> str:
    found = re.search(r"\b\d{6}\b", host(folder, "reset-pin"))
    assert found is not None
    return found[0]


def test_the_first_start_on_a_screen_shows_the_pin_and_no_later_one_does(tmp_path: Path) -> None:
    first = screen_of_a_start(tmp_path)
    found = re.search(r"PIN: (\d{6}) \(shown only now", first)
    assert found is not None, first
    assert HostAccess(tmp_path / "state", SystemClock()).enter(found[1]).session is not None
    assert "makes another one" in screen_of_a_start(tmp_path)


def screen_of_a_start(folder: Path) -> str:
    """What a screen shows of a table that is started and closed again."""
    ours, its = pty.openpty()
    table = subprocess.Popen([TRAY, "run", "--simulated", "--port", "0"], cwd=folder, stdout=its, stderr=its)
    os.close(its)
    shown, told_to_stop = b"", False
    with contextlib.suppress(OSError):  # a screen that nobody writes to any more can't be read
        while more := os.read(ours, 4096):
            shown += more
            if b"Ctrl-C closes the table" in shown and not told_to_stop:
                told_to_stop = True
                table.send_signal(signal.SIGINT)
    os.close(ours)
    assert table.wait(timeout=30) == 0, shown
    return shown.decode()


def test_the_host_keeps_control_through_power_cuts_and_lost_pins(tmp_path: Path) -> None:
    with RunningTray(tmp_path, config=CONFIG) as table:
        assert "/host" in table.output
        assert not re.search(r"PIN: \d", table.output), "a PIN is for a screen, not for a log"
        assert ask(table, "/host/session", {"pin": "000000"})[0] == 403
        pin = new_pin(tmp_path)
        status, _, session = ask(table, "/host/session", {"pin": pin})
        assert status == 200
        wait_until("the show plays", lambda: table.state()["view"])
        event = table.state()["event"]
        assert ask(table, "/host/commands", {"name": "pause", "event": event}, session)[0] == 200
        paused = wait_until("the pause is shown", lambda: (now := table.state())["paused"] and now)
        for _ in range(5):
            ask(table, "/host/session", {"pin": f"{(int(pin) + 1) % 10**6:06}"})
        table.kill()
    with RunningTray(tmp_path) as table:
        assert table.state()["message"]["board"] == "PAUSED"
        assert table.state()["view"] == paused["view"]
        assert ask(table, "/host/view", cookie=session)[0] == 200, "a session outlasts a power cut"
        assert ask(table, "/host/session", {"pin": pin})[0] == 429, "and so does the wait for who guesses"
        assert "paused" in host(tmp_path, "state")
        assert host(tmp_path, "resume") == "The table goes on.\n"
        wait_until("the show goes on", lambda: table.state()["event"] > paused["event"] + 2)
        assert host(tmp_path, "spoil", "black") == "The camera goes wrong from now on: black.\n"
        wait_until("the dark is said", lambda: "too dark" in table.state()["message"]["sentence"])
        assert host(tmp_path, "spoil", "none") == "The camera is whole again.\n"
        wait_until("it is light again", lambda: "too dark" not in table.state()["message"]["sentence"])
        status, journal, _ = ask(table, "/host/journal.sqlite3", cookie=session)
        (tmp_path / "copy.sqlite3").write_bytes(journal)
        assert status == 200
        with sqlite3.connect(tmp_path / "copy.sqlite3") as copy:
            assert copy.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            assert ("paused",) in copy.execute("SELECT kind FROM events").fetchall()
        with zipfile.ZipFile(io.BytesIO(ask(table, "/host/support.zip", cookie=session)[1])) as bundle:
            assert b"camera simulated (SIMULATED): fine" in bundle.read("tray.log")
        assert b"The host pauses the table." in ask(table, "/host/log", cookie=session)[1]
        again = new_pin(tmp_path)
        assert ask(table, "/host/view", cookie=session)[0] == 403
        assert ask(table, "/host/session", {"pin": again})[0] == 200, "a new PIN is tried without a wait"
        assert table.stop() == 0
    late = subprocess.run(
        [TRAY, "host", "pause"], cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False
    )
    assert late.returncode == 2
    assert late.stderr == (
        "tray: No table runs with the state folder state. Start `tray run`, or name its --config.\n"
    )

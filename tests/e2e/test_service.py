"""The table as the machine starts it: by `hardware/cosmic-tray.service`, without a terminal."""

from __future__ import annotations

import configparser
import os
import shlex
import signal
import socket
import subprocess
from pathlib import Path

import pytest

import hardware
from controller.app.heartbeat import USUAL_S, Heartbeat, seconds_between
from tests.e2e.running import TRAY, wait_until

UNIT = Path(hardware.__file__).with_name("cosmic-tray.service")
SIMULATED = '[camera]\nsource = "simulated"\n[scoreboard]\nsource = "model"\n[web]\nport = 0\n'


class Systemd:
    """The socket on which systemd hears how a service is."""

    def __init__(self, folder: Path) -> None:
        self.address = str(folder / "notify")
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(self.address)

    def next(self, seconds: float = 30.0) -> str:
        self._socket.settimeout(seconds)
        return self._socket.recv(256).decode()

    def close(self) -> None:
        self._socket.close()


@pytest.fixture
def systemd(tmp_path: Path) -> Systemd:
    return Systemd(tmp_path)


def test_a_service_opens_the_table_gives_signs_of_life_and_ends_in_order(tmp_path: Path, systemd: Systemd) -> None:
    service = configparser.ConfigParser(interpolation=None)
    service.optionxform = str  # type: ignore[assignment,method-assign]
    service.read(UNIT)
    assert service["Service"]["Type"] == "notify"
    folder = Path(service["Service"]["WorkingDirectory"].replace("%h", str(tmp_path)))
    command = shlex.split(service["Service"]["ExecStart"].replace("%h", str(tmp_path)))
    Path(command[0]).parent.mkdir(parents=True)
    Path(command[0]).symlink_to(TRAY)
    (folder / "tray.toml").write_text(SIMULATED)
    told = {**os.environ, "NOTIFY_SOCKET": systemd.address, "WATCHDOG_USEC": "1000000"}
    with (tmp_path / "log").open("wb") as log:
        table = subprocess.Popen(
            command, cwd=folder, env=told, stdin=subprocess.DEVNULL, stdout=log, stderr=log
        )
    try:
        assert [systemd.next(), systemd.next(), systemd.next()] == ["READY=1", "WATCHDOG=1", "WATCHDOG=1"]
        wait_until("an address is in the log", lambda: b"http://" in (tmp_path / "log").read_bytes())
        table.send_signal(signal.SIGTERM)
        while (said := systemd.next()) == "WATCHDOG=1":
            pass
        assert said == "STOPPING=1"
        assert table.wait(timeout=30) == 0, (tmp_path / "log").read_text()
    finally:
        table.kill()
        systemd.close()
    assert (folder / "state" / "simulated.sqlite3").exists()


def test_a_table_that_does_not_answer_gives_no_sign_of_life(
    systemd: Systemd, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = iter([True, False, False, True])
    asked: list[bool] = []
    monkeypatch.setenv("NOTIFY_SOCKET", systemd.address)

    def answer() -> bool:
        asked.append(next(answers, False))
        return asked[-1]

    heartbeat = Heartbeat(answer, every_s=0.01)
    heartbeat.start()
    wait_until("it was asked often", lambda: len(asked) > 5)
    heartbeat.stop()
    heartbeat.stop()
    assert [systemd.next() for _ in range(4)] == ["READY=1", "WATCHDOG=1", "WATCHDOG=1", "STOPPING=1"]
    systemd.close()


@pytest.mark.parametrize(
    ("environment", "seconds"),
    [({}, USUAL_S), ({"WATCHDOG_USEC": "30000000"}, 15.0), ({"WATCHDOG_USEC": "x"}, USUAL_S)],
)
def test_signs_come_twice_as_often_as_they_are_asked_for(environment: dict[str, str], seconds: float) -> None:
    assert seconds_between(environment) == seconds

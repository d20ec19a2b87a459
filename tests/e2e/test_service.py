"""The table as the machine starts it: by `hardware/cosmic-tray.service`, without a terminal."""

from __future__ import annotations

import configparser
import os
import shlex
import signal
import subprocess
from pathlib import Path

import hardware
from tests.e2e.running import TRAY
from tests.systemd import Systemd
from tests.waiting import wait_until

UNIT = Path(hardware.__file__).with_name("cosmic-tray.service")
SIMULATED = '[camera]\nsource = "simulated"\n[scoreboard]\nsource = "model"\n[web]\nport = 0\n'


def test_a_service_opens_the_table_gives_signs_of_life_and_ends_in_order(tmp_path: Path) -> None:
    systemd = Systemd(tmp_path)
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

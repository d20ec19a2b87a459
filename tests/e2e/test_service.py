"""The table as the machine starts it: by `hardware/cosmic-tray.service`, without a terminal."""

from __future__ import annotations

import configparser
import shlex
import signal
import subprocess
from pathlib import Path

import hardware
from tests.e2e.running import TRAY, wait_until

UNIT = Path(hardware.__file__).with_name("cosmic-tray.service")
SIMULATED = '[camera]\nsource = "simulated"\n[scoreboard]\nsource = "model"\n[web]\nport = 0\n'


def test_a_service_opens_the_table_and_ends_it_in_order(tmp_path: Path) -> None:
    service = configparser.ConfigParser(interpolation=None)
    service.optionxform = str  # type: ignore[assignment,method-assign]
    service.read(UNIT)
    folder = Path(service["Service"]["WorkingDirectory"].replace("%h", str(tmp_path)))
    command = shlex.split(service["Service"]["ExecStart"].replace("%h", str(tmp_path)))
    Path(command[0]).parent.mkdir(parents=True)
    Path(command[0]).symlink_to(TRAY)
    (folder / "tray.toml").write_text(SIMULATED)
    with (tmp_path / "log").open("wb") as log:
        table = subprocess.Popen(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
    try:
        wait_until("an address is in the log", lambda: b"http://" in (tmp_path / "log").read_bytes())
        table.send_signal(signal.SIGTERM)
        assert table.wait(timeout=30) == 0, (tmp_path / "log").read_text()
    finally:
        table.kill()
    assert (folder / "state" / "simulated.sqlite3").exists()

"""The kernel's PWM as a real folder tree, with the kernel's refusals: drivers/pwm/sysfs.c and core.c of Linux."""

from __future__ import annotations

import errno
import os
import shutil
from pathlib import Path

from hardware.pwm import write_attribute

FIRST_OF_PI_5, FAN_OF_PI_5, OWN_OF_PI_5 = "1f00098000.pwm", "1f0009c000.pwm", "107d517a80.pwm"
OF_PI_4 = "fe20c000.pwm"


class Kernel:
    """/sys/class/pwm in `folder`. `slow_udev`: so often a channel just exported refuses before udev has given it to
    the group; `refused`: files that this user may never write."""

    def __init__(self, folder: Path) -> None:
        self.classes = folder / "class" / "pwm"
        self.classes.mkdir(parents=True)
        self._devices = folder / "devices"
        self.slow_udev = 0
        self.refused: tuple[str, ...] = ()
        self.requested: set[Path] = set()
        """Channels that a driver of the kernel's has."""
        self.written: list[tuple[str, str]] = []

    def plug(self, number: int, device: str, channels: int) -> Path:
        """Add a chip."""
        (self._devices / device).mkdir(parents=True)
        chip = self._devices / device / "pwm" / f"pwmchip{number}"
        chip.mkdir(parents=True)
        (chip / "device").symlink_to(self._devices / device)
        (chip / "npwm").write_text(f"{channels}\n")
        for file in ("export", "unexport"):
            (chip / file).touch()
        (self.classes / chip.name).symlink_to(chip)
        return self.classes / chip.name

    def write(self, path: Path, value: str) -> None:
        """What writing to one of the tree's files does."""
        self.written.append((path.name, value))
        if path.name in self.refused:
            raise _error(errno.EACCES)
        if path.name == "export":
            self._export(path.parent, int(value))
        elif path.name == "unexport":
            shutil.rmtree(path.parent / f"pwm{int(value)}")
        elif not path.parent.exists():
            raise _error(errno.ENOENT)
        else:
            self._set(path, value)

    def state(self, chip: Path, channel: int) -> dict[str, str]:
        """What a channel does."""
        return {file.name: file.read_text().strip() for file in (chip / f"pwm{channel}").iterdir()}

    def _export(self, chip: Path, channel: int) -> None:
        if channel >= int((chip / "npwm").read_text()):
            raise _error(errno.ENODEV)
        files = chip.resolve() / f"pwm{channel}"
        if files.exists() or files in self.requested:
            raise _error(errno.EBUSY)
        files.mkdir()
        for name, value in (("period", "0"), ("duty_cycle", "0"), ("enable", "0"), ("polarity", "normal")):
            (files / name).write_text(f"{value}\n")

    def _set(self, path: Path, value: str) -> None:
        if self.slow_udev > 0:
            self.slow_udev -= 1
            raise _error(errno.EACCES)
        now = {file.name: file.read_text().strip() for file in path.parent.iterdir()}
        after = {**now, path.name: value}
        if not int(after["period"]) or int(after["duty_cycle"]) > int(after["period"]):
            raise _error(errno.EINVAL)
        if path.name == "polarity" and now["enable"] == "1":
            raise _error(errno.EBUSY)
        if path.name in ("enable", "polarity") and value not in ("0", "1", "normal", "inversed"):
            raise _error(errno.EINVAL)
        write_attribute(path, value.ljust(len(now[path.name])) + "\n")


def _error(number: int) -> OSError:
    return OSError(number, os.strerror(number))

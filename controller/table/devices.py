"""How the parts of the machine are, as they say themselves; the journal's health is the table's own to tell."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Literal

from controller.ports import Device


class Devices:
    """The parts of the machine, by their names."""

    def __init__(self, devices: Iterable[Device]) -> None:
        self._devices = {device.part: device for device in devices}
        self._devices["journal"] = Device("journal", "sqlite", "fine")

    def changed(self, device: Device) -> None:
        """A part is better or worse."""
        self._devices[device.part] = device

    @property
    def camera_out(self) -> bool:
        """Whether camera or reader are in trouble, or switched off."""
        camera = self._devices.get("camera")
        return camera is not None and camera.state != "fine"

    def with_journal(self, trouble: str | None) -> tuple[Device, ...]:
        """All of them in order. `trouble`: why nothing can be written, None while all is well."""
        health: Literal["fine", "trouble"] = "fine" if trouble is None else "trouble"
        self.changed(replace(self._devices["journal"], state=health, detail=trouble or ""))
        return tuple(self._devices[part] for part in sorted(self._devices))

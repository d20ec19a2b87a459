"""How the parts of the machine are, as they say themselves; the journal's health is the table's own to tell."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Literal

from controller.ports import Clock, Device


class Devices:
    """The parts of the machine, by their names.

    `camera_out_since`: when camera or reader went out, in the clock's seconds; None while they are well.
    """

    def __init__(self, devices: Iterable[Device], clock: Clock) -> None:
        self._clock = clock
        self._devices: dict[str, Device] = {}
        self.camera_out_since: float | None = None
        for device in (*devices, Device("journal", "sqlite", "fine")):
            self.changed(device)

    def changed(self, device: Device) -> None:
        """A part is better or worse."""
        self._devices[device.part] = device
        if not self.camera_out:
            self.camera_out_since = None
        elif self.camera_out_since is None:
            self.camera_out_since = self._clock.monotonic()

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

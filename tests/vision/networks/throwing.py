"""A throw at the simulated tray, for the tests of the networks."""

from __future__ import annotations

from vision.cameras.camera import Image
from vision.simulation.camera import SimulatedTray
from vision.simulation.truth import LyingCube


def thrown(tray: SimulatedTray) -> tuple[Image, tuple[LyingCube, ...]]:
    """A picture of all five cubes at rest, and how they truly lie."""
    tray.throw(None)
    tray.come_to_rest()
    frame, lying = tray.read(), tray.lying()
    assert frame is not None
    assert lying is not None
    return frame.image, lying

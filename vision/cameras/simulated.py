"""The simulated tray as a camera, set up from the reader's settings."""

from __future__ import annotations

from vision.cameras.camera import CameraError, Image
from vision.settings import ReaderSettings
from vision.simulation.board import BoardBeforeCamera
from vision.simulation.camera import SimulatedTray
from vision.simulation.world import World


def open_simulated(settings: ReaderSettings, world: World | None = None) -> SimulatedTray:
    """A simulated tray as `settings.simulation` describes it, its cubes lying as in `world` where that is given.

    Raises:
        CameraError: there is no set of cubes or floor of the name in the settings.
    """
    simulation = settings.simulation
    try:
        return SimulatedTray(
            seed=simulation.seed,
            cube_set=simulation.cube_set,
            floor=simulation.floor,
            state_file=simulation.state_file,
            world=world,
            paced=simulation.paced,
            lean_chance=simulation.lean_chance,
            resolution=settings.resolution,
        )
    except ValueError as error:
        raise CameraError(str(error)) from error


def open_before_board(settings: ReaderSettings, sheet: Image, width: float) -> BoardBeforeCamera:
    """The same while hands move a board about before it. `sheet`, `width`: see `BoardBeforeCamera`.

    Raises:
        CameraError: as above.
    """
    return BoardBeforeCamera(open_simulated(settings), sheet, width)

"""A simulated tray to teach at: hands lay the cubes as the person is asked to."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from controller.ports import Face
from vision.cameras.camera import Frame
from vision.cameras.simulated import open_simulated
from vision.settings import ReaderSettings
from vision.simulation.camera import SimulatedTray
from vision.simulation.placement import Placement, rail_places
from vision.simulation.world import fresh_world

LOOK_SEED = 0


class LaidTray:
    """A camera above five simulated cubes that lie as they were laid last; to begin with on the rail."""

    def __init__(self, settings: ReaderSettings) -> None:
        """Raises CameraError where there is no such set of cubes or floor."""
        simulation = replace(settings.simulation, state_file=None)  # where the table's cubes lie stays as it is
        self._settings = replace(settings, simulation=simulation)
        self._world = fresh_world(simulation.seed or LOOK_SEED, settings.mat.cube)
        self._rng = np.random.default_rng([simulation.seed or LOOK_SEED, 9])
        self._tray = self._opened()

    def lay(self, face: Face) -> None:
        """Lay every cube that has this face somewhere in the tray with it up, and the others on the rail."""
        having = [cube for cube in self._world.cubes if face in cube.symbols]
        finder = Placement(self._world.size, 0.0, 0.0, self._rng)
        places = iter(finder.find([cube.symbols.index(face) for cube in having], []))
        beside = iter(rail_places(self._world.size, [], len(self._world.cubes), self._rng))
        cubes = [
            replace(cube, pose=next(places) if face in cube.symbols else replace(cube.pose, position=next(beside)))
            for cube in self._world.cubes
        ]
        self._world = replace(self._world, cubes=tuple(cubes))
        self._tray.close()
        self._tray = self._opened()

    def read(self) -> Frame | None:
        """The next frame."""
        return self._tray.read()

    def close(self) -> None:
        """Put the tray away. Safe to call twice."""
        self._tray.close()

    def _opened(self) -> SimulatedTray:
        return open_simulated(self._settings, self._world)

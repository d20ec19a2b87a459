"""What passes before the camera while its shutter is open."""

from __future__ import annotations

import numpy as np

from vision.simulation.geometry import Pose
from vision.simulation.hand import Reach
from vision.simulation.motion import Motion
from vision.simulation.renderer import Scene

_SHUTTER = 1 / 80
_STILL = 0.02


def exposure(motion: Motion, now: float) -> Scene:
    """The exposure that ends `now` (seconds of the motion): two moments of a cube that moves, one of one at rest."""
    opened = max(0.0, now - _SHUTTER)
    cubes: list[tuple[Pose, ...]] = []
    early, late = (motion.at(opened + (now - opened) * part) for part in (0.25, 0.75))
    for before, after in zip(early, late, strict=True):
        lies = before is None or after is None or _moved(before, after) < _STILL
        cubes.append(tuple(pose for pose in ((after,) if lies else (before, after)) if pose is not None))
    reach_from, reach_to = motion.hand.at(opened), motion.hand.at(now)
    reach = None if reach_from is None or reach_to is None else Reach(reach_from, reach_to)
    return Scene(tuple(cubes), reach)


def _moved(before: Pose, after: Pose) -> float:
    """How far the cube's surface has come, in mm, roughly."""
    turned = float(np.linalg.norm(after.rotation - before.rotation))
    return float(np.linalg.norm(after.position - before.position)) + 8 * turned

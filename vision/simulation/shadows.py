"""The shadows that cubes cast on the floor: of the lamp, and of the room's light just under them."""

from __future__ import annotations

import cv2
import numpy as np

from vision.simulation.geometry import Pose
from vision.simulation.light import Light, Picture, shadow, soft_mask
from vision.simulation.view import View

_DARKEST, _CONTACT = 0.92, 0.55


class Shadows:
    """Darkens pictures where cubes of `size` mm keep the light off."""

    def __init__(self, view: View, light: Light, size: float) -> None:
        self._view = view
        self._light = light
        self._size = size
        self._scale = view.focal / float(view.position[2])
        lamp, room = np.array(light.lamp), np.array(light.room)
        self._share = (_DARKEST * lamp / (lamp + room)).astype(np.float32)

    def cast(self, picture: Picture, pose: Pose, sharp: bool = True) -> None:
        """Darken the floor round a cube. `sharp`: a cube at rest; in flight one blurred outline is enough."""
        corners = pose.corners(self._size)
        outlines = [self._view.project(outline) for outline in shadow(corners, self._light, spread=sharp)]
        flat = np.column_stack([corners[:, :2], np.zeros(8)])
        under = cv2.convexHull(self._view.project(flat).astype(np.float32)).reshape(-1, 2).astype(np.float64)
        high = float(corners[:, 2].mean())
        penumbra = 1.0 if sharp else 1.0 + 0.8 * self._light.radius * high / self._light.position[2] * self._scale
        contact = self._size * self._scale * 0.13
        everything = np.concatenate([*outlines, under])
        margin = int(3 * max(contact, penumbra)) + 2
        low = np.maximum(np.floor(everything.min(axis=0)).astype(int) - margin, 0)
        end = np.minimum(np.ceil(everything.max(axis=0)).astype(int) + margin, self._view.size)
        if (end - low).min() < 2:
            return
        shape = (int(end[1] - low[1]), int(end[0] - low[0]))
        hidden = soft_mask([outline - low for outline in outlines], shape, penumbra)
        above = max(0.0, float(corners[:, 2].min())) / self._size
        depth = _CONTACT / (1 + 2 * above) ** 2
        window = picture[low[1] : end[1], low[0] : end[0]]
        left = 1 - cv2.merge([hidden * part for part in self._share])
        if depth > 0.03:
            left *= 1 - depth * soft_mask([under - low], shape, contact)[..., None]
        # Grey levels are the square root of the light, so their factor is the square root too.
        window[:] = cv2.multiply(window, cv2.sqrt(left), dtype=cv2.CV_8U)

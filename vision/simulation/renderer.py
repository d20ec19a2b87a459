"""Pictures of the tray: the backdrop, the cubes with their shadows, and the sensor's noise."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.simulation.cubes import CubePainter, Patch
from vision.simulation.empty_tray import EmptyTray
from vision.simulation.geometry import Array, Pose
from vision.simulation.hand import Reach
from vision.simulation.light import TO_LINEAR, Picture
from vision.simulation.sensor import expose
from vision.simulation.shadows import Shadows

_STILL_SAMPLES = 2
_COARSE = 5.0
"""Pixels from one pose of an exposure to the next above which blur hides what coarse rays leave out."""


@dataclass(frozen=True, eq=False)
class Scene:
    """What is in view during one exposure: for each cube the poses it passes through while the shutter is open,
    one for a cube at rest, none for a cube out of sight; and the hand, where there is one."""

    cubes: tuple[tuple[Pose, ...], ...]
    hand: Reach | None = None


class Renderer:
    """Draws scenes of one tray.

    `skins`: for each cube its six sides' pictures in the order of `geometry.SIDES`. `size`: of the cubes, mm.
    """

    def __init__(
        self, tray: EmptyTray, skins: list[list[Picture]], size: float, rng: np.random.Generator
    ) -> None:
        self.view = tray.view
        self._tray = tray
        self._rng = rng
        self._shadows = Shadows(tray.view, tray.light, size)
        self._painters = [CubePainter(sides, size, tray.view, tray.light) for sides in skins]
        self._still: list[tuple[Pose, Patch | None] | None] = [None] * len(skins)
        self._shadowed: tuple[list[Pose], Picture] = ([], tray.backdrop.picture)

    def render(self, scene: Scene) -> Picture:
        """The scene as the sensor sees it: height x width x 3, blue, green, red, with fresh noise."""
        return self.add_noise(self.clean(scene))

    def add_noise(self, picture: Picture) -> Picture:
        """A copy of a clean picture with fresh noise."""
        return expose(picture, self._tray.noise, self._rng)

    def clean(self, scene: Scene) -> Picture:
        """The scene without the sensor's noise."""
        picture = self._lying(scene).copy()
        patches = []
        for number, poses in enumerate(scene.cubes):
            if len(poses) > 1:
                self._shadows.cast(picture, poses[-1], sharp=False)
            if poses:
                patches.append(self._patch(number, poses))
        for patch in sorted((patch for patch in patches if patch), key=lambda patch: -patch.distance):
            self._lay(picture, patch)
        if scene.hand:
            self._tray.hand.lay(picture, scene.hand)
        return picture

    def _lying(self, scene: Scene) -> Picture:
        """The backdrop with the shadows of the cubes at rest, drawn again only when one of them has moved."""
        still = [poses[0] for poses in scene.cubes if len(poses) == 1]
        known, picture = self._shadowed
        if len(still) != len(known) or not all(map(Pose.same_as, still, known)):
            picture = self._tray.backdrop.picture.copy()
            for pose in still:
                self._shadows.cast(picture, pose)
            self._shadowed = (still, picture)
        return picture

    def _patch(self, number: int, poses: tuple[Pose, ...]) -> Patch | None:
        painter, walls = self._painters[number], self._tray.backdrop.wall_depth
        if len(poses) > 1:
            path = self.view.project(np.array([pose.position for pose in poses]))
            samples = 0 if np.linalg.norm(path[-1] - path[0]) > _COARSE * (len(poses) - 1) else 1
            return self._smear(path, [painter.paint(pose, walls, samples) for pose in poses])
        kept = self._still[number]
        if kept is None or not kept[0].same_as(poses[0]):
            kept = (poses[0], painter.paint(poses[0], walls, _STILL_SAMPLES))
            self._still[number] = kept
        return kept[1]

    def _smear(self, path: Array, patches: list[Patch | None]) -> Patch | None:
        """Motion blur: the mean of the patches, drawn out along the way from one to the next."""
        way = (path[-1] - path[0]) / (len(patches) - 1)
        reach = int(np.ceil(np.abs(way).max() / 2)) + 1
        mean = _mean(patches, reach, self.view.size)
        if mean is None or reach < 2:
            return mean
        kernel = np.zeros((2 * reach + 1, 2 * reach + 1), dtype=np.float32)
        ends = [np.round((reach + way * part) * 16).astype(int).tolist() for part in (-0.5, 0.5)]
        cv2.line(kernel, ends[0], ends[1], 1.0, 1, cv2.LINE_AA, 4)
        kernel /= kernel.sum()
        drawn_out = [np.asarray(cv2.filter2D(layer, -1, kernel), np.float32) for layer in (mean.colour, mean.alpha)]
        return replace(mean, colour=drawn_out[0], alpha=drawn_out[1])

    def _lay(self, picture: Picture, patch: Patch) -> None:
        height, width = patch.alpha.shape
        window = picture[patch.y : patch.y + height, patch.x : patch.x + width]
        bright = self._tray.backdrop.brightness[patch.y + height // 2, patch.x + width // 2]
        behind = cv2.LUT(window, TO_LINEAR)
        mixed = behind * (1 - patch.alpha[..., None]) + patch.colour * bright
        window[:] = cv2.convertScaleAbs(cv2.sqrt(np.minimum(mixed, 1.0)), alpha=255)


def _mean(patches: list[Patch | None], margin: int, size: tuple[int, int]) -> Patch | None:
    """The mean of patches of one cube, with a margin of pixels round it as far as the picture goes."""
    seen = [patch for patch in patches if patch]
    if not seen:
        return None
    x, y = max(min(patch.x for patch in seen) - margin, 0), max(min(patch.y for patch in seen) - margin, 0)
    right = min(max(patch.x + patch.alpha.shape[1] for patch in seen) + margin, size[0])
    bottom = min(max(patch.y + patch.alpha.shape[0] for patch in seen) + margin, size[1])
    colour = np.zeros((bottom - y, right - x, 3), dtype=np.float32)
    alpha = np.zeros((bottom - y, right - x), dtype=np.float32)
    for patch in seen:
        height, width = patch.alpha.shape
        window = np.s_[patch.y - y : patch.y - y + height, patch.x - x : patch.x - x + width]
        colour[window] += patch.colour / len(patches)
        alpha[window] += patch.alpha / len(patches)
    return Patch(x, y, colour, alpha, seen[len(seen) // 2].distance)

"""Where the two things on a 2 stand: turned round each other, alike, or as in a mirror."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import ArrayLike

from vision.drawings.canvas import Points, resampled, turned


@dataclass(frozen=True, slots=True)
class Place:
    """Where one of two things stands: `matrix` turns or mirrors it, `shift` moves it."""

    matrix: Points
    shift: Points

    def __call__(self, points: ArrayLike) -> Points:
        return np.asarray(np.asarray(points, float) @ self.matrix + self.shift)


def apart(arm: Points, rng: Generator, distance: float) -> tuple[Points, Points]:
    """One line on either side of the middle, each `distance` from it, turned any way."""
    arm = turned(arm - (arm.min(0) + arm.max(0)) / 2, rng.uniform(0, 2 * np.pi))
    offset = turned([[distance, 0]], rng.choice([0.0, 0.6, 0.785]))[0]
    other = [-arm, arm, arm * np.array([-1, 1])][int(rng.choice(3, p=[0.6, 0.2, 0.2]))]
    return arm + offset, other - offset


def nestled(
    rim: Points,
    rng: Generator,
    gap: float,
    way: float | None = None,
    turn: float | None = None,
    odds: tuple[float, float, float] = (0.5, 0.3, 0.2),
) -> tuple[Place, Place]:
    """Places for two of one thing, moved together until they are `gap` apart.

    `rim`: the line that must not come nearer than `gap` to the other's. `way`: on which side of the first the second
    stands, in radians from the x axis; both together are then turned by `turn`. Each is by chance where it isn't
    given. `odds`: how likely the second is turned round, alike, or mirrored.
    """
    way, turn = (any_turn(rng) if angle is None else angle for angle in (way, turn))
    ahead = np.array([np.cos(way), np.sin(way)])
    upright = np.eye(2)
    flip = [-upright, upright, upright - 2 * np.outer(ahead, ahead)][int(rng.choice(3, p=odds))]
    middle = (rim.min(0) + rim.max(0)) / 2
    first = resampled(rim, 160) - middle
    step = _nearest(first, first @ flip, ahead, gap) * ahead
    rotation = turned(upright, turn)
    return (
        Place(rotation, (-middle - step / 2) @ rotation),
        Place(flip @ rotation, (-middle @ flip + step / 2) @ rotation),
    )


def hull(*parts: ArrayLike) -> Points:
    """The closed rim round all of `parts`."""
    rim = cv2.convexHull(np.vstack([np.asarray(part, np.float32) for part in parts]))[:, 0]
    return np.asarray(np.vstack([rim, rim[:1]]), float)


def any_turn(rng: Generator) -> float:
    """An angle by chance, in radians."""
    return float(rng.uniform(0, 2 * np.pi))


def _nearest(first: Points, second: Points, ahead: Points, gap: float) -> float:
    """How far `second` must be moved along `ahead` for all its points to be `gap` clear of those of `first`."""
    between = second[None] - first[:, None]
    along, across = between @ ahead, between @ np.array([-ahead[1], ahead[0]])
    facing = np.abs(across) < gap
    return float((np.sqrt(gap**2 - across[facing] ** 2) - along[facing]).max())

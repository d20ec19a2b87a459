"""What a tray stands on: cloth, wood, stone or a print, with the rings of wet glasses."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from tests.traced.cubes import in_light

Picture = NDArray[np.float32]

_SIDE = 1024  # pixels
_CLOTHS = (
    (20, 60, 45), (90, 20, 30), (30, 30, 60), (110, 110, 110), (15, 15, 16), (30, 80, 95), (60, 30, 80),
    (150, 130, 100), (200, 195, 185),
)  # fmt: skip
_WOODS = ((120, 84, 50), (160, 120, 80), (70, 45, 30), (190, 150, 105))
_STONES = ((150, 148, 140), (60, 60, 62), (190, 185, 175))


def felt(rng: Generator) -> Picture:
    """Cloth with a coarse grain."""
    return _cloth(rng, 0.12)


def neoprene(rng: Generator) -> Picture:
    """Cloth with a fine grain."""
    return _cloth(rng, 0.05)


def wood(rng: Generator) -> Picture:
    """Boards with their grain."""
    grain, waves = _clouds(rng, 25, 0.8), _clouds(rng, 60, 4)
    across = np.linspace(0, 1, _SIDE)[:, None]
    paint = _chosen(rng, _WOODS) * (1 + 0.13 * grain + 0.12 * np.sin(13 * np.pi * across + 2 * waves))[..., None]
    for joint in range(0, _SIDE, _SIDE // 6):
        paint[joint : joint + 3] *= 0.4
    return np.asarray(paint, np.float32)


def stone(rng: Generator) -> Picture:
    """Stone, clouded at every size."""
    clouds = sum(grain * _clouds(rng, grain, grain) for grain in (2, 6, 20, 60)) / 60
    return np.asarray(_chosen(rng, _STONES) * (1 + 0.2 * clouds)[..., None], np.float32)


def printed(rng: Generator) -> Picture:
    """A playmat with discs and rings of any colour."""
    paint = np.empty((_SIDE, _SIDE, 3), np.float32)
    paint[:] = in_light(tuple(rng.integers(10, 90, 3)))
    for _ in range(40):
        middle, radius = rng.integers(0, _SIDE, 2).tolist(), int(rng.integers(3, 90))
        colour = in_light(tuple(rng.integers(10, 200, 3))).tolist()
        cv2.circle(paint, middle, radius, colour, int(rng.choice([-1, 2, 6])), cv2.LINE_AA)
    return paint


FLOORS: dict[str, Callable[[Generator], Picture]] = {
    "felt": felt, "neoprene": neoprene, "wood": wood, "stone": stone, "printed": printed,
}  # fmt: skip


def laid(name: str, rng: Generator) -> Picture:
    """A floor of that name in the light that it throws back (RGB), with up to two wet rings on it."""
    paint = FLOORS[name](rng)
    for _ in range(int(rng.integers(0, 3))):
        ring = np.zeros(paint.shape[:2], np.float32)
        middle, radius = rng.integers(0, _SIDE, 2).tolist(), int(rng.integers(60, 120))
        cv2.circle(ring, middle, radius, 1.0, int(rng.integers(3, 14)), cv2.LINE_AA)
        paint = paint * (1 - rng.uniform(0.1, 0.45) * ring[..., None])
    return np.clip(paint, 0.003, 0.9).astype(np.float32)


def _cloth(rng: Generator, grain: float) -> Picture:
    return np.asarray(_chosen(rng, _CLOTHS) * (1 + grain * rng.normal(size=(_SIDE, _SIDE)))[..., None], np.float32)


def _chosen(rng: Generator, colours: tuple[tuple[int, int, int], ...]) -> NDArray[np.float64]:
    return in_light(colours[int(rng.integers(len(colours)))])


def _clouds(rng: Generator, across: float, down: float) -> Picture:
    clouds = cv2.GaussianBlur(rng.normal(size=(_SIDE, _SIDE)).astype(np.float32), (0, 0), across, sigmaY=down)
    return np.asarray(clouds / clouds.std(), np.float32)

"""What the tray stands on and what lines it: felt, wood, neoprene, a printed playmat; made from noise."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

Paint = NDArray[np.float32]
"""height x width x 3 (blue, green, red), 0..1, as the square root of the reflectance."""

Colour = tuple[int, int, int]
"""Blue, green, red, 0..255."""


def cloud(rng: np.random.Generator, shape: tuple[int, int], grain: tuple[float, float]) -> NDArray[np.float32]:
    """Smooth noise of mean 0 and deviation 1 whose blots are about `grain` pixels (high, wide)."""
    rows, columns = (max(2, int(np.ceil(side / size)) + 2) for side, size in zip(shape, grain, strict=True))
    coarse = rng.standard_normal((rows, columns)).astype(np.float32)
    smooth = cv2.resize(coarse, (shape[1], shape[0]), interpolation=cv2.INTER_CUBIC)
    return np.asarray((smooth - smooth.mean()) / (smooth.std() + 1e-6), dtype=np.float32)


def painted(colour: Colour, shade: NDArray[np.floating]) -> Paint:
    """One colour everywhere, so many times as light: `shade` (height, width)."""
    return np.asarray(shade[..., None] * (np.array(colour, dtype=np.float32) / 255), dtype=np.float32)


def felt(rng: np.random.Generator, shape: tuple[int, int], colour: Colour) -> Paint:
    """Pressed wool: short fibres lying every way, and the darker places where many hands have been."""
    fibres = rng.standard_normal(shape).astype(np.float32)
    lying = np.zeros(shape, dtype=np.float32)
    for kernel in (np.eye(5), np.fliplr(np.eye(5)), np.ones((1, 5)), np.ones((5, 1))):
        lying += np.abs(cv2.filter2D(fibres, -1, kernel / 5))
    lying = (lying - lying.mean()) / lying.std()
    shade = 1 + 0.055 * lying + 0.03 * cloud(rng, shape, (9, 9)) + 0.035 * cloud(rng, shape, (160, 160))
    return painted(colour, shade)


def wood(rng: np.random.Generator, shape: tuple[int, int], colour: Colour, scale: float = 1.0) -> Paint:
    """Boards with their grain along the rows; `scale` widens the grain."""
    wave = cloud(rng, shape, (60 * scale, 500 * scale)) * 5 + cloud(rng, shape, (14 * scale, 160 * scale))
    rows = np.arange(shape[0], dtype=np.float32)[:, None]
    rings = np.sin(rows / (7 * scale) + wave * 1.1)
    pores = cloud(rng, shape, (1.2, 45 * scale))
    shade = 1 + 0.07 * rings + 0.055 * pores + 0.05 * cloud(rng, shape, (25 * scale, 300 * scale))
    boards = painted(colour, shade)
    boards[..., 0] *= 1 - 0.04 * rings
    return boards


def neoprene(rng: np.random.Generator, shape: tuple[int, int], colour: Colour) -> Paint:
    """A mouse-mat's fine knit on rubber."""
    rows, columns = np.indices(shape, dtype=np.float32)
    knit = np.sin(columns * 1.25 + 0.6 * np.sin(rows * 0.9)) * np.sin(rows * 1.1)
    shade = 1 + 0.035 * knit + 0.02 * rng.standard_normal(shape) + 0.03 * cloud(rng, shape, (200, 200))
    return painted(colour, shade)


def nebula(rng: np.random.Generator, shape: tuple[int, int], colour: Colour) -> Paint:
    """A printed playmat: clouds of colour, stars, and the orbits of a few planets."""
    glow = np.zeros(shape, dtype=np.float32)
    for size in (30, 80, 200, 420):
        glow += cloud(rng, shape, (size, size)) * size / 400
    hue = cloud(rng, shape, (260, 260))
    sky = painted(colour, 1 + 0.18 * glow)
    sky += np.clip(glow, 0, 1)[..., None] * np.array([0.07, 0.015, 0.05], dtype=np.float32)
    sky += (np.clip(hue * glow, 0, 1)[..., None]) * np.array([0.03, 0.05, 0.02], dtype=np.float32)
    sky = np.clip(sky, 0, 1)
    height, width = shape
    for _ in range(170):
        centre = (int(rng.integers(width) * 16), int(rng.integers(height) * 16))
        shine = rng.uniform(0.25, 0.6)
        cv2.circle(sky, centre, int(rng.uniform(14, 44)), (shine, shine * 0.97, shine * 0.9), -1, cv2.LINE_AA, 4)
    middle = (int(width * rng.uniform(0.3, 0.7)), int(height * rng.uniform(0.3, 0.7)))
    for reach in (0.22, 0.38, 0.57, 0.8):
        axes = (int(width * reach), int(width * reach * 0.62))
        cv2.ellipse(sky, middle, axes, -18, 0, 360, (0.34, 0.42, 0.52), 2, cv2.LINE_AA)
    return np.asarray(cv2.GaussianBlur(sky, (0, 0), 0.7), dtype=np.float32)


Floor = Callable[[np.random.Generator, tuple[int, int], Colour], Paint]

FLOORS: dict[str, tuple[Floor, Colour]] = {
    "midnight felt": (felt, (92, 52, 34)),
    "green felt": (felt, (64, 92, 34)),
    "wine felt": (felt, (46, 34, 112)),
    "grey felt": (felt, (96, 92, 90)),
    "walnut": (wood, (48, 74, 108)),
    "oak": (wood, (104, 148, 188)),
    "black neoprene": (neoprene, (52, 49, 48)),
    "teal neoprene": (neoprene, (122, 104, 30)),
    "nebula": (nebula, (88, 46, 48)),
}
"""Floors of the rolling area by name: how they are made and of which colour."""


def floor(name: str, rng: np.random.Generator, shape: tuple[int, int]) -> Paint:
    """The floor of this name, (height, width, 3).

    Raises:
        ValueError: there is no floor of this name.
    """
    if name not in FLOORS:
        raise ValueError(f"There is no floor {name!r}. There are: {', '.join(FLOORS)}.")
    make, colour = FLOORS[name]
    return np.clip(make(rng, shape, colour), 0, 1)

"""What the simulated cubes have on their sides: their drawings, as new or worn by many evenings."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.drawings import CubeSet, cube_set
from vision.simulation.world import Cube, World

Picture = NDArray[np.uint8]

_SIDE = 256  # pixels
_PATCH = 7.0  # pixels (standard deviation): how large the patches are in which ink comes off
_WORN, _MOST_WORN = 0.25, 0.9
"""The share of the ink that has come off where wear is 1: the median, and the most of it anywhere."""


def skins(world: World, drawn_as: str, wear: float, rng: np.random.Generator) -> list[list[Picture]]:
    """The six sides, in the order of `geometry.SIDES`, of each cube of `world`: (256, 256, 3), BGR.

    `drawn_as`: name of the set of cubes. `wear`: 0, as new, to 1, at which in places hardly any ink is left; no two
    sides are worn alike.

    Raises:
        ValueError: there is no set of cubes of this name.
    """
    drawings = cube_set(drawn_as)
    sides = {(symbol, cube.odd) for cube in world.cubes for symbol in cube.symbols}
    drawn = {(symbol, odd): drawings.texture(symbol, odd, _SIDE) for symbol, odd in sides}
    return [
        [
            _side(drawn[symbol, cube.odd], cube, turns, drawings, wear, rng)
            for symbol, turns in zip(cube.symbols, cube.turns, strict=True)
        ]
        for cube in world.cubes
    ]


def _side(
    drawn: Picture, cube: Cube, turns: int, drawings: CubeSet, wear: float, rng: np.random.Generator
) -> Picture:
    if wear > 0:
        drawn = _worn(drawn, np.array(drawings.odd_body_bgr if cube.odd else drawings.body_bgr), wear, rng)
    return np.rot90(drawn, turns).copy()


def _worn(drawn: Picture, body: NDArray[np.float64], wear: float, rng: np.random.Generator) -> Picture:
    """A side of which ink has come off in patches, so that the body shows."""
    patches = cv2.GaussianBlur(rng.normal(size=drawn.shape[:2]), (0, 0), _PATCH)
    come_off = np.clip(wear * _WORN * (1.0 + 2.0 * patches / np.std(patches)), 0.0, _MOST_WORN)[..., None]
    return np.asarray(np.rint(drawn + come_off * (body - drawn)), np.uint8)

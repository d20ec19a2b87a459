"""Finds the one cube that a picture is about, however near or far, whatever symbol it bears."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.evidence import Evidence, gather, is_part
from vision.finder import Finder, score_of
from vision.networks import CUBE_WIDTH, Picture
from vision.view import plain_view

SIDES = (44, 64, 92, 132, 188, 268, 384, 544)
"""Longest sides, in the network's pixels, at which a picture is searched with its border: cubes of 3/4 to 1/16
of it."""
GREATEST = 1600
"""Pixels; a larger picture is searched at this size."""
BORDER = 0.35
"""What is added round a picture, in parts of its sides: in a close-up there is nothing to see a cube against."""
LEAST_EVIDENCE = 0.5
AS_SURE = 0.5
"""What is seen within something that has at least this part of its weight is a pip of it, or a part of its symbol."""
WHOLE = 1.1
"""How far from the middle the corners of such a thing are at most, in halves of the picture's sides: what reaches
further out of the picture is no cube with pips in view."""
SURER, LARGER = 0.7, 0.3
"""How much more a surer and a larger thing is likely to be meant, as powers of its weight and size: a little, for any
cube is sure enough, and one with its shadow, or several cubes, may look like one that is larger."""
MIDDLE = 0.3
"""How far from the middle, in parts of the longer side, the main thing of a picture usually is."""


@dataclass(frozen=True, slots=True, eq=False)
class MainCube:
    """`quad`: (4, 2) corners of the top face in pixels of the picture. `evidence`: how surely a cube is there."""

    quad: NDArray[np.float64]
    evidence: float


def main_cubes(finder: Finder, picture: Picture) -> list[MainCube]:
    """What may be the cube that `picture` is about, the likeliest first; nothing where none is to be seen.

    `finder`: one that finds any dice. The main cube is large, in the middle, and surely a cube, as well as can be.
    """
    longest = max(picture.shape[:2])
    scale = min(1.0, GREATEST / longest)
    seen = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else picture
    rows, columns = (round(BORDER * side) for side in seen.shape[:2])
    padded = np.asarray(cv2.copyMakeBorder(seen, rows, rows, columns, columns, cv2.BORDER_REPLICATE), np.uint8)
    looks = [finder.find(plain_view(padded, CUBE_WIDTH * max(padded.shape[:2]) / side)) for side in SIDES]
    extent = np.array(seen.shape[1::-1], np.float64)
    corner = np.array([columns, rows])
    inside = [
        one for one in gather(looks, score_of)
        if one.weight >= LEAST_EVIDENCE and (np.abs(one.center - corner - extent / 2) < extent / 2).all()
    ]  # fmt: skip
    whole = [one for one in inside if (np.abs(one.quad - corner - extent / 2) < WHOLE * extent / 2).all()]
    cubes = [one for one in inside if not is_part(one, whole, AS_SURE)]
    cubes.sort(key=lambda one: -_prominence(one, corner + extent / 2, float(extent.max())))
    return [MainCube((one.quad - corner + 0.5) / scale - 0.5, one.weight) for one in cubes]


def _prominence(one: Evidence, middle: NDArray[np.float64], longest: float) -> float:
    off = float(np.hypot(*(one.center - middle))) / (MIDDLE * longest)
    return float(one.weight**SURER * (one.size / longest) ** LARGER * np.exp(-0.5 * off**2))

"""Tells the six pips of an ordinary die from the six stars of a 6.

Both are six small shapes, two by three, and to a network that sees a face in a few pixels they are nearly the same.
But a pip fills the circle about it, and a star leaves the space between its points: as long as the picture is sharp
enough to show them. However blurred it is, a die's two rows stand further apart than the pips in them.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterator, Sequence
from itertools import combinations
from operator import itemgetter

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from vision.networks import Picture
from vision.quads import width_of

SIDE = 96
"""Pixels to which a face is brought."""
RIM = 8
"""Of these, what is left out along its edges: there are the cube's own."""
SMALLEST, LARGEST = 0.008, 0.08
"""Shares of the face that a pip or a star covers."""
PIPS = 6
CLOSER = (1.0, 0.85)
"""Parts of the face that are looked at: of a die, whose edges are round, too much is taken for its face."""
ROUND, CONVEX = 0.74, 0.945
"""What a pip covers, at least, of the circle about it and of its convex hull. Stars of the simulated tray's sets,
worn and seen from afar, cover 0.71 and 0.94 at most; pips in photographs of dice 0.75 and 0.95 at least."""
STARS = 0.68
"""What covers less of that circle than this is a star, and isn't looked at more closely."""

LEAST_WIDTH = 32.0
"""Pixels that a face is wide at least for its stars to be told from pips: at 24 they look round now and then."""
SHARP = 0.2
"""How soft their edges are at most for that: the standard deviation of the blur, in radii of a dot. Stars of every
set that are drawn and blurred look round from 0.26 on, in a noisy picture from 0.25; of 19 sixes in photographs of
dice that are large enough 16 have at most 0.18."""

APART = 1.2
"""A die's two rows of three stand at least this many times as far apart as the pips in each: in photographs of dice
1.42 times at least. Stars that fill a face stand as near one way as the other: drawn flat, 1.08 times as far at most
in fifteen of sixteen sets that other hands have drawn."""

ROOM = 2
"""Pixels round a face that are kept: what cubic interpolation takes of them."""

ROWS = tuple(
    ((0, *two), tuple(sorted({1, 2, 3, 4, 5} - set(two)))) for two in combinations(range(1, 6), 2)
)
"""The ways to part six dots into two rows of three."""

_SQUARE = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32) * SIDE - np.float32(0.5)

Grey = NDArray[np.uint8]
Mask = NDArray[np.uint8]
Shapes = Sequence[cv2.typing.MatLike]


def shows_six_pips(picture: Picture, quad: ArrayLike) -> bool | None:
    """Whether the face at `quad` (4, 2), pixels of `picture`, shows six round dots, of either polarity; None where it
    seems to, but is too small or too unsharp for stars to be told from them."""
    outline = np.asarray(quad, np.float32)
    left, top = np.maximum(outline.min(axis=0) - ROOM, 0).astype(int)
    right, bottom = np.maximum(outline.max(axis=0) + ROOM + 1, 0).astype(int)
    around = picture[top:bottom, left:right]
    if not around.size:
        return False
    grey = np.asarray(cv2.cvtColor(around, cv2.COLOR_BGR2GRAY), np.uint8)
    corners = outline - np.array([left, top], np.float32)
    middle = corners.mean(axis=0)
    softness: list[float] = []
    for part in CLOSER:
        for face, ink, shapes in _in_sixes(grey, middle + part * (corners - middle)):
            of_circle, of_hull = map(statistics.median, zip(*map(_filled, shapes), strict=True))
            if of_circle < STARS or _rows_apart(shapes) < APART:
                return False
            if of_circle >= ROUND and of_hull >= CONVEX:
                softness.append(_softness(face, ink, shapes))
    if not softness:
        return False
    return True if min(softness) <= SHARP and width_of(np.asarray(quad, np.float64)) >= LEAST_WIDTH else None


def _in_sixes(grey: Grey, corners: NDArray[np.float32]) -> Iterator[tuple[Grey, Mask, Shapes]]:
    """The face with its ink, light or dark, and the outlines of that where it is six shapes."""
    rectify = cv2.getPerspectiveTransform(corners, _SQUARE)
    whole = cv2.warpPerspective(grey, rectify, (SIDE, SIDE), flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
    face = np.asarray(whole[RIM:-RIM, RIM:-RIM], np.uint8)
    _, light = cv2.threshold(face, 0, 255, cv2.THRESH_BINARY | cv2.THRESH_OTSU)
    for ink in (light, cv2.bitwise_not(light)):
        outlines, _ = cv2.findContours(ink, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
        shapes = [each for each in outlines if SMALLEST <= cv2.contourArea(each) / SIDE**2 <= LARGEST]
        if len(shapes) == PIPS:
            yield face, np.asarray(ink, np.uint8), shapes


def _rows_apart(dots: Shapes) -> float:
    """How far apart the two rows of three are in which the six dots stand, in steps from dot to dot in a row."""
    middles = np.array([dot[:, 0].mean(axis=0) for dot in dots], np.float64)
    _, best = min((_fitted(middles[list(row)], middles[list(other)]) for row, other in ROWS), key=itemgetter(0))
    return best


def _fitted(row: NDArray[np.float64], other: NDArray[np.float64]) -> tuple[float, float]:
    """How badly two parallel lines of dots fit three points (3, 2) and three others, the root mean square of what the
    points lie beside them; and how far apart these lines are, in steps from dot to dot."""
    both = np.vstack([row - row.mean(axis=0), other - other.mean(axis=0)])
    _, _, (along, across) = np.linalg.svd(both, full_matrices=False)
    beside = math.sqrt(float(np.mean((both @ across) ** 2)))
    step = float(np.mean([np.ptp(three @ along) for three in (row, other)])) / 2
    return beside, abs(float((row.mean(axis=0) - other.mean(axis=0)) @ across)) / step


def _softness(face: Grey, ink: Mask, dots: Shapes) -> float:
    """The standard deviation of the blur that makes a step of the ink's height as steep as it is along the dots'
    outlines, in their radii."""
    height = abs(float(np.median(face[ink > 0])) - float(np.median(face[ink == 0])))
    across, down = (cv2.Sobel(face, cv2.CV_32F, *way, scale=1 / 8) for way in ((1, 0), (0, 1)))
    slopes = np.hypot(across, down)
    slope = float(np.median([slopes[dot[:, 0, 1], dot[:, 0, 0]].mean() for dot in dots]))
    radius = float(np.median([math.sqrt(cv2.contourArea(dot) / math.pi) for dot in dots]))
    return height / (slope * math.sqrt(2 * math.pi)) / radius


def _filled(shape: cv2.typing.MatLike) -> tuple[float, float]:
    """What a shape covers of the smallest circle about it, and of its convex hull."""
    area = cv2.contourArea(shape)
    _, radius = cv2.minEnclosingCircle(shape)
    return area / (math.pi * radius**2), area / cv2.contourArea(cv2.convexHull(shape))

"""Where cubes may lie that touch others: of two that touch the finder now and then sees one, of three the outer ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from controller.ports import Point
from vision.quads import width_of

_SLIDES = (-0.5, -0.25, 0.0, 0.25, 0.5)
"""How far, in sides, a cube lies beside the middle of the side that it touches."""
_THING_REACH = 0.5
"""No further than this, in widths of a cube, from where a cube may lie something was seen, however faintly."""
_APART = 0.8
"""And no other cube nearer than this."""
_LEAST_GAP, _LARGEST_GAP = 1.7, 2.4
"""So far from each other, in widths of one of them, are the middles of two cubes that leave room for a third."""


def places_beside(
    quads: Sequence[NDArray[np.float64]], things: Sequence[Point]
) -> list[NDArray[np.float64]]:
    """Tops (4, 2), in pixels, of cubes that would lie side by side with those of these `quads`, away from all others,
    where one of the `things` was seen."""
    centers = np.array([quad.mean(axis=0) for quad in quads]).reshape(-1, 2)
    seen = np.array(things, np.float64).reshape(-1, 2)
    return [place for quad in quads for place in _beside(quad, centers, seen)]


def places_between(quads: Sequence[NDArray[np.float64]]) -> list[NDArray[np.float64]]:
    """Tops (4, 2), in pixels, of cubes that would just fit between two that lie as these `quads`, turned as either,
    away from all others."""
    centers = np.array([quad.mean(axis=0) for quad in quads]).reshape(-1, 2)
    places = []
    for one, other in permutations(range(len(quads)), 2):
        half, width = (centers[other] - centers[one]) / 2, max(width_of(quads[one]), 1e-9)
        fits = _LEAST_GAP * width <= 2 * np.hypot(*half) <= _LARGEST_GAP * width
        if fits and _distances(centers[one][None] + half, centers)[0] >= _APART * width:
            places.append(quads[one] + half)
    return places


def _beside(
    quad: NDArray[np.float64], centers: NDArray[np.float64], seen: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Those places (n, 4, 2) beside one of the cubes, whose `centers` are these."""
    across, down = quad[1] - quad[0], quad[3] - quad[0]
    sides = ((across, down), (-across, down), (down, across), (-down, across))
    moves = np.array([away + slide * along for away, along in sides for slide in _SLIDES])
    middles, width = quad.mean(axis=0) + moves, max(width_of(quad), 1e-9)
    free = _distances(middles, centers) >= _APART * width
    near = _distances(middles, seen) <= _THING_REACH * width
    return np.asarray(quad + moves[free & near][:, None])


def _distances(middles: NDArray[np.float64], points: NDArray[np.float64]) -> NDArray[np.float64]:
    """From each of the middles (n, 2) to the nearest of the points (m, 2)."""
    return np.asarray(np.hypot(*(points - middles[:, None]).transpose(2, 0, 1)).min(axis=1, initial=np.inf))

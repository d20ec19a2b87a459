"""Tells whether something that a cube could lean on may have its edge beside it: a wall, a rail, a book.

All along such an edge, on both sides of the cube that hides a part of it, the picture changes from one colour to
another. The grain of a table has the same colour on either side of its lines, and a shadow ends near the cube. Where
the picture shows too little of what is round the cube, there may be an edge.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from vision.networks import Picture
from vision.picture_size import check_picture
from vision.planes import Array
from vision.quads import width_of, zoomed

_SIDE = 14
"""Pixels that a side of a cube is wide in what is looked at: grain and noise are too fine to be seen."""
_REACH = 1.4
"""So far, in sides, from the middle of a top that leans on it is an edge: of 107 no edge was farther."""
_STRIP = (0.9, 2.0)
"""On both sides of the cube the edge is looked for so far, in sides, from its middle along the edge."""
_BAND = 4
"""So many pixels on either side of an edge are compared."""
_LEAST_SEEN = 0.4
"""A strip of which less is seen, because the picture ends or another cube lies there, tells nothing."""
_NEAR = 0.4
"""Where neither strip tells anything of what is so near to the cube's middle, there may be an edge: of 60 cubes that
leaned on a wall, and of which a picture showed hardly more than the top, 42 seemed to have none."""
_WHOLLY = 0.99
_CUBE = 2.0
"""How many times as large as its top a cube is, with its sides."""
_STEP = 8.0
"""From this difference in colour on (CIE 1976) there is an edge; beside 107 leaning cubes the faintest had 8.7."""
_ALIKE = 0.7
"""And both strips change their colour the same way: the cosine of the one change and the other is more than this."""
_TURNS = np.radians(np.arange(0.0, 180.0, 6.0))

_EXTENT = int(_SIDE * _STRIP[1]) + 1
_ALONG = np.arange(-_EXTENT, _EXTENT + 1) / _SIDE
_STRIPS = [(way * _ALONG >= _STRIP[0]) & (way * _ALONG <= _STRIP[1]) for way in (-1.0, 1.0)]


def edge_beside(picture: Picture, tops: Sequence[Array]) -> NDArray[np.bool_]:
    """Of each of the cubes' tops (4, 2) in `picture`, (height, width, 3) uint8 BGR, whether an edge is beside it, or
    may be where the picture ends. Raises ValueError for a picture that is none."""
    check_picture(picture)
    return np.array([
        not _is_in_view(picture, top) or _has_edge(picture, top, [other for other in tops if other is not top])
        for top in tops
    ], bool)  # fmt: skip


def _is_in_view(picture: Picture, top: Array) -> bool:
    """Whether a top's middle is in the picture: a thing as it should be seen on a steep table may be anywhere."""
    x, y = top.mean(axis=0)
    height, width = picture.shape[:2]
    return bool(0 <= x < width and 0 <= y < height)


def _has_edge(picture: Picture, top: Array, others: Sequence[Array]) -> bool:
    colours, seen, middle = _around(picture, top, others)
    return any(_largest_step(_turned(colours, middle, turn), _turned(seen, middle, turn)) >= _STEP for turn in _TURNS)


def _around(
    picture: Picture, top: Array, others: Sequence[Array]
) -> tuple[NDArray[np.float32], NDArray[np.float32], Array]:
    """What is round a cube, in CIELAB and coarse; which of it is seen and is none of the other cubes, 0 or 1; and the
    middle of the cube in it."""
    middle, width = top.mean(axis=0), width_of(top)
    reach = 2.0 * _STRIP[1] * width
    left, upper = np.maximum(0, middle - reach).astype(int)
    right, lower = (middle + reach).astype(int) + 1
    part = picture[upper:lower, left:right]
    size = np.maximum(1, np.round(np.array(part.shape[1::-1]) * _SIDE / width)).astype(int).tolist()
    coarse = cv2.resize(part, size, interpolation=cv2.INTER_AREA)
    scale = np.array(size) / part.shape[1::-1]
    seen = np.ones(coarse.shape[:2], np.float32)
    for other in others:
        whole = zoomed(other, _CUBE) - [left, upper]
        cv2.fillConvexPoly(seen, np.round(whole * scale).astype(np.int32), 0.0)
    colours = cv2.cvtColor(coarse.astype(np.float32) / 255.0, cv2.COLOR_BGR2LAB)
    return np.asarray(colours, np.float32), seen, (middle - [left, upper] + 0.5) * scale - 0.5


def _turned(image: NDArray[np.float32], middle: Array, turn: float) -> NDArray[np.float32]:
    """What is round the middle, turned by so many radians; beyond the picture it is 0."""
    axes = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    to_image = np.column_stack([axes, middle - axes @ [_EXTENT, _EXTENT]])
    size = (2 * _EXTENT + 1, 2 * _EXTENT + 1)
    return np.asarray(cv2.warpAffine(image, to_image, size, flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP))


def _largest_step(colours: NDArray[np.float32], seen: NDArray[np.float32]) -> float:
    """By how much the colour changes at most across a line from left to right that passes the middle in reach;
    endlessly where that isn't seen near the middle."""
    left, right = (_steps(colours[:, strip], seen[:, strip]) for strip in _STRIPS)
    sizes = np.stack([np.linalg.norm(left, axis=1), np.linalg.norm(right, axis=1)])
    alike = (left * right).sum(axis=1) > _ALIKE * sizes.prod(axis=0)
    told_by_one = np.isnan(sizes).any(axis=0)
    changes = np.where(told_by_one, np.nan_to_num(sizes).max(axis=0), np.where(alike, sizes.min(axis=0), 0.0))
    away = np.abs(_ALONG[_BAND : 1 - _BAND])
    changes[np.isnan(sizes).all(axis=0) & (away <= _NEAR)] = np.inf
    return float(changes[away <= _REACH].max())


def _steps(colours: NDArray[np.float32], seen: NDArray[np.float32]) -> Array:
    """How the colour of a strip changes at each row that has enough of them on either side, (n, 3): from the rows
    above to it and those below; NaN where too little is seen."""
    whole = seen > _WHOLLY
    many = whole.sum(axis=1)
    rows = (colours * whole[..., None]).sum(axis=1) / np.maximum(many, 1)[:, None]
    rows[many < _LEAST_SEEN * seen.shape[1]] = np.nan
    bands = sliding_window_view(rows, _BAND, axis=0).mean(axis=-1)
    return np.asarray(bands[_BAND:] - bands[:-_BAND])

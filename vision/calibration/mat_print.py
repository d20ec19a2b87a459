"""The mat at true size: whole, and in tiles for a printer at home.

Nothing on it is as large as a symbol of a cube, and nothing but the markers is black over more than a line.
"""

from __future__ import annotations

import math
from itertools import product

import numpy as np

from vision.calibration.drawing import Box, Disc, Page, Piece, Shape, Stroke, Text, moved
from vision.calibration.marker_print import MARKER_WHITE, marker
from vision.calibration.paper import FOOT, PAPERS, UNPRINTED, Paper, foot
from vision.mat import extent, marker_corners
from vision.settings import MatSettings

EDGE = 22.0
"""How far the mat reaches beyond the middle of its markers, in mm."""
OVERLAP = 10.0
"""By so many millimetres neighbouring tiles show the same."""
STARS = 900


class PrintError(Exception):
    """The mat can't be printed; its text says why, and what to change."""


def whole(mat: MatSettings) -> list[Page]:
    """The mat on one sheet of A2, upright.

    Raises:
        PrintError: it is larger than that.
    """
    width, height = PAPERS["A2"]
    left, top, right, bottom = _edges(mat)
    if right - left > width - 2 * UNPRINTED or bottom - top > height - 2 * (UNPRINTED + FOOT):
        raise PrintError(
            f"The mat is {right - left:.0f} by {bottom - top:.0f} mm, too large for a sheet of A2. Print it in tiles "
            "on A3 or A4, or the markers alone."
        )
    middle = (width - right - left) / 2, (height - bottom - top) / 2
    return [Page(width, height, (moved(mat_shapes(mat), *middle), foot(height)))]


def tiles(mat: MatSettings, paper: Paper) -> list[Page]:
    """The mat on several sheets, row by row, to be cut along the lines and laid upon each other by the crosses."""
    width, height = PAPERS[paper]
    shown = width - 2 * UNPRINTED, height - 2 * UNPRINTED - FOOT
    left, top, right, bottom = _edges(mat)
    columns = _sheets(right - left, shown[0])
    rows = _sheets(bottom - top, shown[1])
    shapes = mat_shapes(mat) + _crosses(mat, columns, rows, shown)
    pages = []
    for row, column in product(range(rows), range(columns)):
        x = UNPRINTED - left - column * (shown[0] - OVERLAP)
        y = UNPRINTED - top - row * (shown[1] - OVERLAP)
        window = Box(UNPRINTED, UNPRINTED, UNPRINTED + shown[0], UNPRINTED + shown[1], line=0.1, dashed=True)
        where = f"Row {row + 1} of {rows}, column {column + 1} of {columns}"
        name = Text(width - UNPRINTED - 25, height - UNPRINTED - 5, 3.2, where)
        pages.append(Page(width, height, (Piece(shapes, x, y, window), moved((window, name)), foot(height))))
    return pages


def mat_shapes(mat: MatSettings) -> tuple[Shape, ...]:
    """What is printed on the mat, in its own millimetres."""
    left, top, right, bottom = _edges(mat)
    width, height = mat.rolling
    rail_left, rail_top, rail_right, rail_bottom = mat.rail
    shapes: list[Shape] = [
        Box(left, top, right, bottom, line=0.2),
        Box(left + 2, top + 2, right - 2, bottom - 2, line=0.5),
        Box(0, 0, width, height, line=0.5),
        Box(rail_left, rail_top, rail_right, rail_bottom, line=0.5),
        Text((rail_left + rail_right) / 2, rail_bottom + 5.5, 3.2, "KEPT CUBES", spacing=1.5),
        Text((left + right) / 2, bottom - 12, 4.2, "COSMIC TRAY", spacing=2.4),
    ]
    shapes += _stars(mat)
    for number, corners in marker_corners(mat).items():
        center = corners.mean(axis=0)
        reach = mat.marker / 2 + MARKER_WHITE
        x, y = float(center[0]), float(center[1])
        shapes.append(Box(x - reach - 2, y - reach - 2, x + reach + 2, y + reach + 2, fill="white"))
        shapes += marker(number, (x, y), mat.marker)
    return tuple(shapes)


def _stars(mat: MatSettings) -> list[Shape]:
    """A night sky round the tray, of dots too small for the reader to see."""
    left, top, right, bottom = _edges(mat)
    rng = np.random.default_rng(1)
    places = rng.uniform((left + 6, top + 6), (right - 6, bottom - 20), (STARS, 2))
    sizes = rng.choice([0.15, 0.25, 0.4], STARS, p=[0.7, 0.24, 0.06])
    return [
        Disc(float(x), float(y), float(radius))
        for (x, y), radius in zip(places, sizes, strict=True)
        if not (-8 < x < mat.rolling[0] + 8 and -8 < y < mat.rail[3] + 10)
    ]


def _edges(mat: MatSettings) -> tuple[float, float, float, float]:
    """The mat's edges."""
    left, top, right, bottom = extent(mat)
    beyond = mat.marker_offset + EDGE
    return left - beyond, top - beyond, right + beyond, bottom + beyond


def _sheets(length: float, shown: float) -> int:
    return max(1, math.ceil((length - OVERLAP) / (shown - OVERLAP)))


def _crosses(mat: MatSettings, columns: int, rows: int, shown: tuple[float, float]) -> tuple[Shape, ...]:
    """In the middle of each overlap, to lay neighbours upon each other."""
    left, top, right, bottom = _edges(mat)
    shapes: list[Shape] = []
    for column in range(1, columns):
        x = left + column * (shown[0] - OVERLAP) + OVERLAP / 2
        shapes += [shape for y in np.linspace(top + 8, bottom - 8, 5) for shape in _cross(x, float(y))]
    for row in range(1, rows):
        y = top + row * (shown[1] - OVERLAP) + OVERLAP / 2
        shapes += [shape for x in np.linspace(left + 8, right - 8, 5) for shape in _cross(float(x), y)]
    return tuple(shapes)


def _cross(x: float, y: float) -> list[Shape]:
    return [Stroke(x - 2.5, y, x + 2.5, y, 0.1), Stroke(x, y - 2.5, x, y + 2.5, 0.1)]

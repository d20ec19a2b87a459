"""The markers by which the mat is found: as they are printed on it, and alone as stickers."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration.drawing import Box, Page, Shape, Text, moved
from vision.calibration.paper import PAPERS, foot
from vision.mat import MAT_DICTIONARY, marker_corners
from vision.settings import MatSettings

MARKER_WHITE = 3.0
"""Millimetres of white that a marker needs around it."""
CORNERS = ("top left", "top right", "bottom right", "bottom left")
"""Where each marker lies, by its id."""


def stickers(mat: MatSettings) -> list[Page]:
    """The four markers on a sheet of A4, to be cut out and stuck round a tray, and a sketch of where."""
    width, height = PAPERS["A4"]
    reach = mat.marker / 2 + MARKER_WHITE
    shapes: list[Shape] = []
    for number, corner in enumerate(CORNERS):
        x, y = width * (0.25 if "left" in corner else 0.75), 36.0 if "top" in corner else 96.0
        shapes += marker(number, (x, y), mat.marker)
        shapes.append(Box(x - reach, y - reach, x + reach, y + reach, line=0.1, dashed=True))
        shapes.append(Text(x, y + reach + 6, 3.5, f"{number}: {corner}, this side down"))
    shapes.append(Text(width / 2, 142, 3.5, "Cut along the dashed lines: the white is part of it. Where they go:"))
    shapes += _sketch(mat, width / 2, 162.0, (130.0, 95.0))
    return [Page(width, height, (moved(shapes), foot(height)))]


def _sketch(mat: MatSettings, middle: float, top: float, room: tuple[float, float]) -> list[Shape]:
    """The tray from above with its measures, within a `room` of so many mm on paper."""
    centers = {number: corners.mean(axis=0) for number, corners in marker_corners(mat).items()}
    (first_x, first_y), (last_x, last_y) = centers[0], centers[2]
    scale = min(room[0] / float(last_x - first_x), room[1] / float(last_y - first_y))

    def at(x: float, y: float) -> tuple[float, float]:
        return middle + scale * (x - float(first_x + last_x) / 2), top + scale * (y - float(first_y))

    def box(left: float, upper: float, right: float, lower: float) -> Box:
        return Box(*at(left, upper), *at(right, lower), line=0.3)

    half = mat.marker / 2
    shapes: list[Shape] = [box(0, 0, *mat.rolling), box(*mat.rail)]
    shapes.append(Text(*at(mat.rolling[0] / 2, mat.rolling[1] / 2), 3.5, "rolling area"))
    shapes.append(Text(*at(mat.rolling[0] / 2, (mat.rail[1] + mat.rail[3]) / 2 + 4), 3.5, "rail"))
    for number, (x, y) in centers.items():
        shapes.append(box(float(x) - half, float(y) - half, float(x) + half, float(y) + half))
        place = at(float(x), float(y))
        shapes.append(Text(place[0], place[1] + 1.3, 3.5, str(number)))
    across, along = f"{last_x - first_x:g} mm from middle to middle", f"{last_y - first_y:g} mm"
    upper, (right, lower) = at(first_x, first_y)[1], at(last_x, last_y)
    shapes += [Text(middle, upper - 8, 3.2, across), Text(right + 15, (upper + lower) / 2, 3.2, along)]
    return shapes


def marker(
    number: int, center: tuple[float, float], side: float, kind: int = MAT_DICTIONARY
) -> list[Shape]:
    """The marker of this number round `center`, `side` mm wide: its black square with the white bits in it.

    `kind`: OpenCV's number of a dictionary.
    """
    dictionary = cv2.aruco.getPredefinedDictionary(kind)
    bits = dictionary.markerSize + 2  # with its black border
    white = cv2.aruco.generateImageMarker(dictionary, number, bits) > 127
    left, top, bit = center[0] - side / 2, center[1] - side / 2, side / bits
    shapes: list[Shape] = [Box(left, top, left + side, top + side, fill="black")]
    for row, column, across, down in _runs(white):
        x, y = left + column * bit, top + row * bit
        shapes.append(Box(x, y, x + across * bit, y + down * bit, fill="white"))
    return shapes


def _runs(white: NDArray[np.bool_]) -> list[tuple[int, int, int, int]]:
    """White bits joined along rows and along columns, so that no seam is left between two of them."""
    runs = []
    for line, bits in enumerate(white):
        runs += [(line, start, length, 1) for start, length in _lengths(bits)]
    for line, bits in enumerate(white.T):
        runs += [(start, line, 1, length) for start, length in _lengths(bits)]
    return runs


def _lengths(bits: NDArray[np.bool_]) -> list[tuple[int, int]]:
    edges = np.flatnonzero(np.diff(np.concatenate([[0], bits.astype(np.int8), [0]])))
    return [(int(start), int(end - start)) for start, end in zip(edges[::2], edges[1::2], strict=True)]

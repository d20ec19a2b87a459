"""The board by which a lens is measured: a chessboard with markers in its white squares, at true size on A4."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration.drawing import Box, Page, Shape, Text, moved
from vision.calibration.marker_print import marker
from vision.calibration.paper import FOOT, PAPERS, UNPRINTED, foot

DICTIONARY = cv2.aruco.DICT_5X5_50
"""Not the mat's, so that the board beside the mat confuses nobody."""
COLUMNS, ROWS = 7, 5
SQUARE, MARKER = 33.0, 24.0
"""Millimetres."""
CARD, FINE = 8.0, 4.0
"""White round the board on a card, in mm, and the pixels a millimetre of a picture of it."""


def board() -> cv2.aruco.CharucoBoard:
    """The board as OpenCV knows it; lengths in mm."""
    dictionary = cv2.aruco.getPredefinedDictionary(DICTIONARY)
    return cv2.aruco.CharucoBoard((COLUMNS, ROWS), SQUARE, MARKER, dictionary)


def board_card() -> tuple[NDArray[np.uint8], float]:
    """The board on a white card, one grey level a pixel, and how wide the card is in mm."""
    size = (round((COLUMNS * SQUARE + 2 * CARD) * FINE), round((ROWS * SQUARE + 2 * CARD) * FINE))
    picture = board().generateImage(size, marginSize=round(CARD * FINE))
    return np.asarray(picture, np.uint8), size[0] / FINE


def board_page() -> Page:
    """The board on a sheet of A4 laid across."""
    height, width = PAPERS["A4"]
    left = (width - COLUMNS * SQUARE) / 2
    top = UNPRINTED + (height - 2 * UNPRINTED - FOOT - ROWS * SQUARE) / 2
    shapes: list[Shape] = [
        Box(column * SQUARE, row * SQUARE, (column + 1) * SQUARE, (row + 1) * SQUARE, fill="black")
        for row in range(ROWS) for column in range(COLUMNS) if (row + column) % 2 == 0
    ]  # fmt: skip
    printed = board()
    for corners, number in zip(printed.getObjPoints(), np.ravel(printed.getIds()), strict=True):
        x, y = np.asarray(corners)[:, :2].mean(axis=0)
        shapes += marker(int(number), (float(x), float(y)), MARKER, DICTIONARY)
    words = Text(width - UNPRINTED - 50, height - UNPRINTED - 1, 2.8, "Glue it flat on cardboard or glass.")
    return Page(width, height, (moved(shapes, left, top), moved((words,)), foot(height)))

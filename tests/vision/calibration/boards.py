"""A ChArUco board before a camera whose lens is known: each picture is drawn from the board's print, ray by ray."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import pypdfium2

from vision.calibration.charuco import COLUMNS, ROWS, SQUARE, board_page
from vision.calibration.pdf import to_pdf
from vision.cameras import Frame, Image

SIZE = (640, 480)
FOCAL, MIDDLE = (520.0, 522.0), (327.0, 236.0)
BARREL = (-0.22, 0.06, 0.0008, -0.0005, 0.0)
SCALE = 4.0
"""Pixels of the print a millimetre."""
HELD = 4
"""Frames for which the board is held still at each place."""

MATRIX = np.array([[FOCAL[0], 0.0, MIDDLE[0]], [0.0, FOCAL[1], MIDDLE[1]], [0.0, 0.0, 1.0]])


def printed() -> Image:
    """The sheet with the board as a printer prints it, `SCALE` pixels a millimetre."""
    document = pypdfium2.PdfDocument(to_pdf([board_page()], "board"))
    return np.array(document[0].render(scale=SCALE * 25.4 / 72).to_pil().convert("RGB"), np.uint8)


class BoardCamera:
    """Shows the board at one place after the other, each for `HELD` frames; then its picture ends.

    `places`: rotation (degrees about x, y, z), and where the board's middle is: x and y in parts of what the camera
    sees there, and the distance in mm.
    """

    def __init__(self, places: Sequence[tuple[float, float, float, float, float, float]]) -> None:
        sheet = printed()
        dark = np.argwhere(sheet[: int((ROWS * SQUARE + 40) * SCALE), :, 0] < 128)
        top, left = dark.min(axis=0)
        self._sheet = sheet
        self._to_sheet = np.array([[SCALE, 0, left - 0.5 * 0], [0, SCALE, top], [0, 0, 1.0]])
        grid = np.stack(np.meshgrid(np.arange(SIZE[0]), np.arange(SIZE[1])), axis=-1).reshape(-1, 1, 2)
        criteria = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 40, 1e-7)
        straight = cv2.undistortPointsIter(
            grid.astype(np.float64), MATRIX, np.array(BARREL), np.eye(3), np.eye(3), criteria
        )
        self._rays = np.column_stack([straight.reshape(-1, 2), np.ones(SIZE[0] * SIZE[1])])
        self._places = list(places)
        self._rng = np.random.default_rng(3)
        self._number = 0
        self._still: Image | None = None

    def read(self) -> Frame | None:
        place, held = divmod(self._number, HELD)
        if place >= len(self._places):
            return None
        if held == 0 or self._still is None:
            self._still = self._drawn(*self._places[place])
        noisy = self._still + self._rng.normal(0, 2.0, self._still.shape)
        frame = Frame(np.clip(noisy, 0, 255).astype(np.uint8), self._number / 30, self._number)
        self._number += 1
        return frame

    def close(self) -> None:
        pass

    def _drawn(self, about_x: float, about_y: float, about_z: float, x: float, y: float, far: float) -> Image:
        turn = np.eye(3)
        for axis, degrees in zip(np.eye(3), (about_x, about_y, about_z), strict=True):
            turn = cv2.Rodrigues(axis * np.radians(degrees))[0] @ turn
        middle = far * np.array([(x * SIZE[0] - MIDDLE[0]) / FOCAL[0], (y * SIZE[1] - MIDDLE[1]) / FOCAL[1], 1.0])
        origin = middle - turn @ np.array([COLUMNS * SQUARE / 2, ROWS * SQUARE / 2, 0.0])
        plane = np.linalg.inv(np.column_stack([turn[:, 0], turn[:, 1], origin]))
        seen = self._rays @ (self._to_sheet @ plane).T
        maps = (seen[:, :2] / seen[:, 2:]).astype(np.float32).reshape(SIZE[1], SIZE[0], 2)
        soft = cv2.GaussianBlur(self._sheet, (0, 0), SCALE * far / FOCAL[0] / 2)
        picture = cv2.remap(soft, maps[..., 0], maps[..., 1], cv2.INTER_LINEAR, borderValue=(90, 110, 120))
        return np.asarray(picture, dtype=np.uint8)


def round_the_picture() -> list[tuple[float, float, float, float, float, float]]:
    """Twenty places as somebody would go through them: everywhere, tilted to all sides."""
    places = []
    for row, y in enumerate((0.22, 0.5, 0.78)):
        for column, x in enumerate((0.18, 0.4, 0.6, 0.82)):
            tilt = 26.0 if (row + column) % 2 else -24.0
            places.append((tilt * (column % 2), tilt * (1 - column % 2), 7.0 * (row - 1), x, y, 420.0))
    for turned in (0.0, 40.0, 90.0, 150.0):
        places.append((28.0, -18.0, turned, 0.5, 0.5, 330.0))
    for x, y in ((0.12, 0.14), (0.88, 0.14), (0.88, 0.86), (0.12, 0.86)):
        places.append((8.0, -30.0, 3.0, x, y, 480.0))
    return places

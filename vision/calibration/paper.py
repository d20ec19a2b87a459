"""Sheets of paper: their sizes, and the ruler at the foot of each by which a print is checked."""

from __future__ import annotations

from typing import Literal

from vision.calibration.drawing import Piece, Text, moved, ruler

Paper = Literal["A2", "A3", "A4"]

PAPERS: dict[Paper, tuple[float, float]] = {"A2": (420.0, 594.0), "A3": (297.0, 420.0), "A4": (210.0, 297.0)}
"""Width and height in mm."""
UNPRINTED = 10.0
"""Printers leave so many millimetres at each edge of the paper white."""
FOOT = 18.0
"""Height of the ruler with its words, in mm."""
HOW_TO_PRINT = "Print at 100 % (actual size, no scaling). This ruler has to be 100 mm long."


def foot(height: float) -> Piece:
    """The ruler at the foot of a sheet `height` mm high."""
    x, y = UNPRINTED + 4, height - UNPRINTED - 5
    return moved((*ruler(x, y, 100), Text(x, y + 4, 2.8, HOW_TO_PRINT, middle=False)))

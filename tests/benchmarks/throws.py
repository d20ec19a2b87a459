"""How right the reader is on throws of the simulated tray, with drawings that training saw and that it never saw."""

from __future__ import annotations

from pathlib import Path

import cv2

from vision.measure_throws import measure_throws, summary

THROWS = 400


def report(_: Path) -> str:
    """The table of `python -m vision.measure_throws`, for a moderate number of throws."""
    cv2.setNumThreads(1)
    throws = list(measure_throws(THROWS))
    return (
        "## Throws of the simulated tray\n\nIts renderer and its looks are none that the networks were trained on; "
        f"each picture is read as if it were a file.\n\n{summary(throws)}"
    )

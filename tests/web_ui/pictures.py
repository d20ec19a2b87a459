"""Pictures for the big screen: a camera's, and what a scoreboard shows."""

from __future__ import annotations

import cv2
import numpy as np

from controller.ports import BoardPicture, TrayReading


def tray_jpeg(tray: TrayReading) -> bytes:
    """A plain picture of light squares on dark cloth where the cubes of `tray` lie."""
    picture = np.full((960, 1280, 3), (38, 52, 30), np.uint8)
    cv2.rectangle(picture, (150, 130), (1130, 800), (52, 70, 40), -1)
    for read in tray.cubes:
        colour = (40, 40, 205) if read.odd else (205, 228, 240)
        cv2.fillPoly(picture, [np.array(read.quad, np.int32)], colour, cv2.LINE_AA)
    return bytes(cv2.imencode(".jpg", picture)[1])


GLYPHS = {
    "A": (".#.", "#.#", "###", "#.#", "#.#"), "D": ("##.", "#.#", "#.#", "#.#", "##."),
    "4": ("#.#", "#.#", "###", "..#", "..#"), "5": ("###", "#..", "##.", "..#", "##."), " ": ("...",) * 5,
}


def board_picture(number: int = 1, text: str = "ADA  45") -> BoardPicture:
    """Text on a matrix of 64 by 8, and a ring with some lights."""
    rows = ["." + ".".join(GLYPHS[letter][y] for letter in text) for y in range(5)]
    pixels = ("." * 64, *(row.ljust(64, ".") for row in rows), "." * 64, "#" * 12 + "." * 52)
    ring = tuple((70, 50, 0) if i < 12 else (0, 20, 90) if i == 23 else (0, 0, 0) for i in range(60))
    return BoardPicture(number, pixels, ring)

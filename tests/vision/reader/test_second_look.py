"""What covers a tray is looked for in the mirror and half as fine, too, and told where it is."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.classifier import FaceClassifier
from vision.finder import Finder, FinderResult, FoundCube, score_of
from vision.mat import Mat
from vision.networks import STRIDE
from vision.second_look import Looks
from vision.view import View, view_of_tray

SIZE = (1280, 960)
COVERED = (60.0, 120.0)
"""Millimetres on the mat, to the left of its middle and below it."""


class SeesWhite(Finder):
    """Takes what is white for a hand: in one of the looks that there are at a tray, by their number."""

    def __init__(self, in_look: int) -> None:
        super().__init__()
        self.looks, self.in_look = 0, in_look

    def find(self, view: View, trust: object = score_of) -> FinderResult:
        rows, columns = (side // STRIDE for side in view.pixels.shape[:2])
        cells = cv2.resize(view.pixels, (columns, rows), interpolation=cv2.INTER_AREA)[..., 0] > 127
        seen = cells.astype(np.float32) * np.float32(self.looks == self.in_look)
        self.looks += 1
        return FinderResult(list[FoundCube](), [], seen, view, np.zeros_like(seen))


@pytest.mark.parametrize("look", range(3), ids=["plain", "in the mirror", "half as fine"])
def test_what_any_of_the_looks_takes_for_a_hand_is_where_it_lies(mat: Mat, look: int) -> None:
    picture = np.zeros((*SIZE[::-1], 3), np.uint8)
    x, y = mat.to_pixels([COVERED])[0]
    cv2.circle(picture, (round(float(x)), round(float(y))), 60, (255, 255, 255), -1)
    finder = SeesWhite(look)
    found = finder.find(view_of_tray(picture, mat))
    told = Looks(finder, FaceClassifier(), of_the_game=True).for_hands(found, mat)
    assert finder.looks == 3
    rows, columns = np.nonzero(told.obstruction)
    middle = (np.array([columns.mean(), rows.mean()]) + 0.5) * STRIDE - 0.5
    assert np.hypot(*(told.view.points([middle])[0] - (x, y))) < 0.25 * mat.cube_pixels()

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
    """Takes what is white for a hand, so likely in each of the looks at a tray."""

    def __init__(self, *chances: float) -> None:
        super().__init__()
        self.looks, self.chances = 0, chances

    def find(self, view: View, trust: object = score_of) -> FinderResult:
        rows, columns = (side // STRIDE for side in view.pixels.shape[:2])
        cells = cv2.resize(view.pixels, (columns, rows), interpolation=cv2.INTER_AREA)[..., 0] > 127
        seen = cells.astype(np.float32) * np.float32(self.chances[self.looks])
        self.looks += 1
        return FinderResult(list[FoundCube](), [], seen, view, np.zeros_like(seen))


@pytest.mark.parametrize("look", range(3), ids=["plain", "in the mirror", "half as fine"])
def test_what_any_of_the_looks_takes_for_a_hand_is_where_it_lies(mat: Mat, look: int) -> None:
    picture = np.zeros((*SIZE[::-1], 3), np.uint8)
    x, y = mat.to_pixels([COVERED])[0]
    cv2.circle(picture, (round(float(x)), round(float(y))), 60, (255, 255, 255), -1)
    finder = SeesWhite(*np.eye(3)[look])
    found = finder.find(view_of_tray(picture, mat))
    told = Looks(finder, FaceClassifier(), of_the_game=True).for_hands(found, mat)
    assert finder.looks == 3
    assert np.hypot(*(middle_of_hand(told, 0.5) - (x, y))) < 0.25 * mat.cube_pixels()


@pytest.mark.parametrize(
    ("chances", "together"), [((0.6, 0.6, 0.6), 0.6), ((0.6, 0.05, 0.05), 0.1385), ((0.8, 0.2, 0.5), 0.5)]
)
def test_from_all_sides_a_hand_is_as_likely_as_all_looks_make_it_together(
    mat: Mat, chances: tuple[float, ...], together: float
) -> None:
    picture = np.zeros((*SIZE[::-1], 3), np.uint8)
    x, y = mat.to_pixels([COVERED])[0]
    cv2.circle(picture, (round(float(x)), round(float(y))), 60, (255, 255, 255), -1)
    finder = SeesWhite(*chances)
    looks = Looks(finder, FaceClassifier(), of_the_game=True)
    told = looks.from_all_sides(finder.find(view_of_tray(picture, mat)))
    assert finder.looks == 3
    assert told.obstruction.max() == pytest.approx(together, abs=0.002)
    assert np.hypot(*(middle_of_hand(told, together - 0.02) - (x, y))) < 0.25 * mat.cube_pixels()


def test_a_hand_that_was_seen_in_the_mirror_already_counts_there_once(mat: Mat) -> None:
    picture = np.zeros((*SIZE[::-1], 3), np.uint8)
    x, y = mat.to_pixels([COVERED])[0]
    cv2.circle(picture, (round(float(x)), round(float(y))), 60, (255, 255, 255), -1)
    looks = Looks(SeesWhite(0.2, 0.8, 0.8, 0.2), FaceClassifier(), of_the_game=True)
    found = looks.find(picture, mat)
    assert found.obstruction.max() == pytest.approx(0.8, abs=0.002)
    assert looks.from_all_sides(found).obstruction.max() == pytest.approx(0.3865, abs=0.002)


def middle_of_hand(told: FinderResult, chance: float) -> np.ndarray:
    """Of where it lies so likely, in pixels of the picture."""
    rows, columns = np.nonzero(told.obstruction >= chance)
    middle = (np.array([columns.mean(), rows.mean()]) + 0.5) * STRIDE - 0.5
    return told.view.points([middle])[0]

"""What is drawn over the camera's picture."""

from __future__ import annotations

import numpy as np

from vision.calibration.overlay import drawn_over, mark

DARK = np.full((480, 640, 3), 0, np.uint8)


def test_labels_of_cubes_side_by_side_are_written_above_each_other() -> None:
    """Each has as many bright pixels as alone, for none is written over another."""
    labels = ["2, is no cube", "unsure, is 10", "missed: 4"]
    marks = [mark([(300.0 + 12 * number, 200.0)], label) for number, label in enumerate(labels)]
    dots = [mark(each.points) for each in marks]

    def bright(marks: list) -> int:  # type: ignore[type-arg]
        return int((drawn_over(DARK, marks)[:, :, 1] > 150).sum())

    alone = [bright([each]) - bright([dot]) for each, dot in zip(marks, dots, strict=True)]
    together = bright(marks) - bright(dots)
    assert abs(together - sum(alone)) < 0.1 * sum(alone)


def test_labels_stay_in_the_picture() -> None:
    corners = [mark([(639.0, y)], "unsure, is 10") for y in (0.0, 479.0)]
    assert (drawn_over(DARK, corners)[:, 400:] > 0).sum() > 2 * 500
    assert not drawn_over(DARK, [])[0, 0].any()

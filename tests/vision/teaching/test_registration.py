"""Faces that were outlined wrongly: they are brought into register with what was taught."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.teaching.drawn_dice import FACES, picture_of
from vision.teaching import reading
from vision.teaching.reading import TaughtClassifier
from vision.teaching.registration import registered
from vision.teaching.taught_set import TaughtSet

SQUARE = np.array([[100.0, 100.0], [148.0, 100.0], [148.0, 148.0], [100.0, 148.0]])
ASKEW = [(28.0, 1.15, 3.0, -2.0), (-25.0, 1.15, 0.0, 0.0), (20.0, 0.88, -3.0, 3.0)]
"""Degrees, how many times as large, and pixels right and down."""
SURE = 0.99


def askew(quad: NDArray[np.float64], degrees: float, zoom: float, x: float, y: float) -> NDArray[np.float64]:
    """An outline that was found turned, in another size, and elsewhere."""
    cos, sin = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    middle = quad.mean(0)
    return np.asarray(middle + zoom * (quad - middle) @ np.array([[cos, sin], [-sin, cos]]) + [x, y])


@pytest.mark.parametrize("how", ASKEW)
def test_an_outline_is_brought_nearer_to_where_the_face_is(how: tuple[float, float, float, float]) -> None:
    def off(quads: Sequence[NDArray[np.float64]]) -> NDArray[np.float32]:
        return np.array([np.abs(quad - SQUARE).max() for quad in quads], np.float32)

    found = askew(SQUARE, *how)
    assert off([registered(found, off)]) < 0.5 * off([found])


def test_an_outline_that_is_right_stays_as_it_is() -> None:
    def off(quads: Sequence[NDArray[np.float64]]) -> NDArray[np.float32]:
        return np.array([np.abs(quad - SQUARE).max() for quad in quads], np.float32)

    assert np.allclose(registered(SQUARE, off), SQUARE)


def test_taught_faces_that_were_outlined_askew_are_named(
    taught: TaughtSet, monkeypatch: pytest.MonkeyPatch
) -> None:
    def surely_right() -> int:
        classifier = TaughtClassifier(taught)
        right = 0
        for seed in range(900, 906):
            image, dice = picture_of(FACES[:3], seed, (640, 480), face_px=48)
            quads = [askew(die.quad, 20.0, 1.0, 2.0, -2.0) for die in dice]
            for die, score in zip(dice, classifier.classify(image, quads), strict=True):
                right += score.best == die.face and score.confidence > SURE
                assert score.best in (die.face, "none") or score.confidence <= SURE
        return right

    registering = surely_right()
    monkeypatch.setattr(reading, "NEARLY_TAUGHT", 0.0)
    assert registering >= surely_right() + 4


def test_what_was_never_taught_is_named_in_no_outline(taught: TaughtSet) -> None:
    classifier = TaughtClassifier(taught)
    for seed in range(910, 916):
        image, dice = picture_of(["K"], seed, (640, 480), face_px=48)
        for how in ((0.0, 1.0, 0.0, 0.0), *ASKEW):
            [score] = classifier.classify(image, [askew(dice[0].quad, *how)])
            assert score.best == "none" or score.confidence < 0.9

"""The hands that the finder learns from: of any skin, also about as light and as coloured as the floor."""

from __future__ import annotations

import numpy as np
from numpy.random import default_rng
from numpy.typing import NDArray

from vision.training.hands import paint_dressed_hand

SIZE = (160, 160)
FLOOR = np.array([40.0, 70.0, 110.0])


def a_floor() -> NDArray[np.float32]:
    return np.full((*SIZE, 3), FLOOR, np.float32)


def off_the_floor(seed: int) -> float | None:
    """By how many grey levels a hand differs from the floor in the middle of it; None where hardly any is in view."""
    picture = a_floor()
    hand = paint_dressed_hand(picture, default_rng(seed), 1.2)
    if np.mean(hand > 0) < 0.1:
        return None
    return float(np.median(np.abs(picture[hand > 0] - FLOOR).mean(axis=1)))


def test_some_hands_hardly_stand_out_from_the_floor_and_others_do() -> None:
    differences = [off for off in map(off_the_floor, range(80)) if off is not None]
    assert len(differences) > 50
    assert np.mean(np.array(differences) < 18) > 0.1
    assert np.mean(np.array(differences) > 35) > 0.1


def test_the_same_chance_paints_the_same_hand_and_another_one_another() -> None:
    pictures = [a_floor(), a_floor(), a_floor()]
    covers = [
        paint_dressed_hand(picture, default_rng(seed), 1.2) for picture, seed in zip(pictures, (3, 3, 4), strict=True)
    ]
    assert np.array_equal(pictures[0], pictures[1])
    assert np.array_equal(covers[0], covers[1])
    assert not np.array_equal(covers[0], covers[2])

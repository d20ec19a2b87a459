"""The hands that reach into the simulated tray: the house's own, and anybody's."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.random import default_rng
from numpy.typing import NDArray

from tests.vision.guests import guests_hand
from vision.simulation.hand import Hand, HandLook, Reach
from vision.simulation.light import LIGHTS
from vision.simulation.view import look

MIDDLE = np.array([125.0, 82.0, 26.0])
VIEW = look()
FLOOR = 20


def where(hand: HandLook) -> NDArray[np.bool_]:
    """Where in the picture a hand over the tray's middle is, (height, width): skin is lighter than this floor, and
    its shadow is darker."""
    bare = np.full((VIEW.size[1], VIEW.size[0], 3), FLOOR, np.uint8)
    Hand(VIEW, LIGHTS["warm lamp"], hand).lay(bare, Reach(MIDDLE, MIDDLE))
    return np.asarray((bare > FLOOR + 3).any(axis=2))


def middle_of(hand: HandLook) -> NDArray[np.float64]:
    """The middle (x, y) of what is seen of a hand."""
    ys, xs = np.nonzero(where(hand))
    return np.array([xs.mean(), ys.mean()])


def test_the_houses_own_hand_reaches_in_from_the_players_side() -> None:
    fingertips = VIEW.project(MIDDLE[None])[0]
    assert middle_of(HandLook())[1] > fingertips[1] + 100


@pytest.mark.parametrize("turned", [-60.0, 60.0])
def test_a_turned_hand_comes_from_beside_the_players(turned: float) -> None:
    aside = middle_of(HandLook(turned=turned)) - middle_of(HandLook())
    assert aside[0] * turned < 0
    assert abs(aside[0]) > 100


def test_a_left_hand_is_a_right_one_mirrored() -> None:
    right, left = where(HandLook()), where(HandLook(left=True))
    across = round(2 * VIEW.project(MIDDLE[None])[0, 0]) - VIEW.size[0]
    mirrored = np.roll(left[:, ::-1], across, axis=1)
    assert np.mean(right ^ mirrored) < 0.3 * np.mean(right ^ left)


def test_hands_by_chance_are_of_many_skins_bare_and_sleeved_left_and_right() -> None:
    hands = [guests_hand(default_rng(seed)) for seed in range(60)]
    assert len({hand.skin for hand in hands}) == 60
    assert {hand.sleeve is None for hand in hands} == {True, False}
    assert {hand.left for hand in hands} == {True, False}
    assert min(hand.skin[2] for hand in hands) < 0.3
    assert max(hand.skin[2] for hand in hands) > 0.7
    assert guests_hand(default_rng(5)) == hands[5]

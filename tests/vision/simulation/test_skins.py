"""The sides of the simulated cubes, as new and worn."""

from __future__ import annotations

import numpy as np
import pytest

from vision.drawings import cube_set
from vision.simulation.skins import skins
from vision.simulation.world import fresh_world

WORLD = fresh_world(4, 16.5)


def ink_left(drawn_as: str, wear: float) -> np.ndarray:
    """The share of the ink that is left on each side of each cube, (5, 6)."""
    drawings = cube_set(drawn_as)
    left = []
    worn = skins(WORLD, drawn_as, wear, np.random.default_rng(1))
    new = skins(WORLD, drawn_as, 0.0, np.random.default_rng(1))
    for cube, new_sides, sides in zip(WORLD.cubes, new, worn, strict=True):
        body = np.array(drawings.odd_body_bgr if cube.odd else drawings.body_bgr)
        inks = [np.abs(side - body).sum() for side in new_sides]
        left.append([np.abs(side - body).sum() / ink for side, ink in zip(sides, inks, strict=True)])
    return np.array(left)


def test_a_new_cube_has_its_drawings_whole() -> None:
    assert (ink_left("comic", 0.0) == 1).all()


@pytest.mark.parametrize("drawn_as", ["comic", "carnival"])
def test_the_more_a_cube_is_worn_the_less_ink_is_left_but_never_none(drawn_as: str) -> None:
    much, more = ink_left(drawn_as, 0.5), ink_left(drawn_as, 1.0)
    assert (more < much).all()
    assert (much < 1).all()
    assert more.min() > 0.4
    assert more.std() > 0.01, "no two sides are worn alike"


def test_an_unknown_set_is_an_error_in_words() -> None:
    with pytest.raises(ValueError, match="nowhere"):
        skins(WORLD, "nowhere", 0.0, np.random.default_rng(1))

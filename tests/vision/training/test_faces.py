"""Single faces, and what is none, as the classifier learns them."""

from __future__ import annotations

import numpy as np
from numpy.random import default_rng

from vision.networks import CROP
from vision.training.faces import FaceMaker


def test_photographs_of_a_cube_differ_and_are_the_same_for_the_same_chance() -> None:
    made, again = (FaceMaker("training").crops("2", 3, default_rng(5)) for _ in range(2))
    assert [crop.shape for crop in made] == [(CROP, CROP, 3)] * 3
    assert len({crop.tobytes() for crop in made}) == 3
    assert [crop.tobytes() for crop in made] == [crop.tobytes() for crop in again]


def test_of_a_pipped_die_parts_are_shown_that_hold_a_few_pips_or_an_edge() -> None:
    maker = FaceMaker("training")
    parts = [maker.part_of_a_die(default_rng(seed)) for seed in range(60)]
    assert all(part.shape == (CROP, CROP, 3) for part in parts)
    assert len({part.tobytes() for part in parts}) == len(parts)
    with_something_in_it = [np.ptp(part.mean(axis=2)) > 25 for part in parts]
    assert sum(with_something_in_it) > 0.7 * len(parts)

"""What a batch of the classifier holds."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from numpy.random import default_rng

torch = pytest.importorskip("torch", reason="only the environment of `make train` has PyTorch")

from vision.drawings import FACES  # noqa: E402
from vision.networks import CLASSES, CROP, FOLD, NONE  # noqa: E402
from vision.training.face_batches import BATCH, FaceBatches  # noqa: E402
from vision.training.faces import FaceMaker  # noqa: E402
from vision.training.patches import PATCH, Patches  # noqa: E402

EMPTY = Patches(np.zeros((1, PATCH, PATCH, 3), np.uint8), np.array([CLASSES.index(NONE)]), np.array(["object"]))


@pytest.mark.parametrize("twos", [0.2, 1 / 7])
def test_as_many_of_the_faces_made_for_it_are_2s_as_is_asked_for_and_the_others_are_alike_often(twos: float) -> None:
    batches, rng = FaceBatches(FaceMaker("training"), EMPTY, twos), default_rng(8)
    made = [sample for _ in range(900) for sample in batches.samples(rng)]
    assert all(crop.shape == (CROP, CROP, 3) for crop, _ in made)
    counts = Counter(CLASSES[which] for _, which in made)
    faces = sum(counts[face] for face in FACES)
    assert twos - 0.04 < counts["2"] / faces < twos + 0.04
    assert all(0.1 < counts[face] / faces < 0.18 for face in FACES if face != "2")
    assert 0.2 < counts[NONE] / len(made) < 0.3


def test_small_ones_show_the_same_faces_in_fewer_pixels() -> None:
    batches = FaceBatches(FaceMaker("training"), EMPTY, 0.2)
    (faces, classes), (small, same) = (
        next(batches.made(1, default_rng(9), small)) for small in (False, True)
    )
    assert faces.shape[2:] == (CROP // FOLD, CROP // FOLD)
    assert small.shape == (*faces.shape[:2], 18, 18)
    assert len(classes) == len(faces) > BATCH
    assert classes.shape == same.shape

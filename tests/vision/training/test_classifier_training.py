"""What a batch of the classifier holds."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from numpy.random import default_rng

torch = pytest.importorskip("torch", reason="only the environment of `make train` has PyTorch")

from vision.drawings import FACES  # noqa: E402
from vision.networks import CLASSES, CROP, NONE  # noqa: E402
from vision.training.classifier_training import _samples  # noqa: E402
from vision.training.faces import FaceMaker  # noqa: E402
from vision.training.patches import PATCH, Patches  # noqa: E402


def test_of_the_faces_made_for_it_a_fifth_are_2s_and_the_others_are_alike_often() -> None:
    empty = Patches(
        np.zeros((1, PATCH, PATCH, 3), np.uint8), np.array([CLASSES.index(NONE)]), np.array(["object"])
    )
    maker, nothing, rng = FaceMaker("training"), np.array([0]), default_rng(8)
    made = [sample for _ in range(900) for sample in _samples(maker, empty, nothing, rng)]
    assert all(crop.shape == (CROP, CROP, 3) for crop, _ in made)
    counts = Counter(CLASSES[which] for _, which in made)
    faces = sum(counts[face] for face in FACES)
    assert 0.16 < counts["2"] / faces < 0.24
    assert all(0.1 < counts[face] / faces < 0.17 for face in FACES if face != "2")
    assert 0.2 < counts[NONE] / len(made) < 0.3

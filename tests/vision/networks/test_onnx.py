"""A network says of many things what it says of each alone."""

from __future__ import annotations

import numpy as np
import pytest

from vision.networks import CLASSES, CLASSIFIER_FILE, CROP, FACE_INPUTS, FOLD
from vision.onnx import Network


@pytest.mark.parametrize("many", [1, 4, 5, 7, 10])
def test_it_says_of_many_what_it_says_of_each(many: int) -> None:
    cells = CROP // FOLD
    faces = np.random.default_rng(many).standard_normal((many, FACE_INPUTS, cells, cells), np.float32)
    network = Network(CLASSIFIER_FILE)
    said, weighed = network.ask_inner(faces)
    assert said.shape == (many, len(CLASSES))
    assert network.ask(faces) == pytest.approx(said, abs=1e-4)
    assert np.concatenate([network.ask(face[None]) for face in faces]) == pytest.approx(said, abs=1e-4)
    assert np.concatenate([network.ask_inner(face[None])[1] for face in faces]) == pytest.approx(weighed, abs=1e-4)

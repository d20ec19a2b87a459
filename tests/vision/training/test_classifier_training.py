"""The usual network begins with what the classifier knows, and learns the usual manners."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="only the environment of `make train` has PyTorch")

from vision.networks import CLASSES, CROP, FACE_INPUTS, FOLD  # noqa: E402
from vision.training import classifier_training  # noqa: E402
from vision.training.nets import ClassifierNet  # noqa: E402
from vision.training.patches import PATCH, Patches  # noqa: E402

SHOWN = (("2", "half-moons"), ("2", "comets"), ("5", "some typeface"), ("none", "object"))


@pytest.fixture
def patches() -> Patches:
    """Noise that is said to be faces in a usual and in a rare manner and in a typeface, and no face."""
    pictures = np.random.default_rng(3).integers(0, 256, (len(SHOWN), PATCH, PATCH, 3), np.uint8)
    return Patches(
        pictures, np.array([CLASSES.index(face) for face, _ in SHOWN]), np.array([manner for _, manner in SHOWN])
    )


def test_of_patches_those_in_usual_manners_are_left_and_those_without_a_face(patches: Patches) -> None:
    usual = classifier_training.in_usual_manners(patches)
    assert [(CLASSES[which], str(manner)) for which, manner in zip(usual.classes, usual.manners, strict=True)] == [
        SHOWN[0], SHOWN[2], SHOWN[3],
    ]
    assert (usual.pictures == patches.pictures[[0, 2, 3]]).all()


def test_it_goes_on_from_the_classifier(
    tmp_path: Path, patches: Patches, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    classifier = ClassifierNet().eval()
    monkeypatch.setattr(classifier_training, "_STEPS", 2)
    monkeypatch.setattr(classifier_training, "_USUAL_PEAK", 1e-9)  # hardly learns anything
    usual = classifier_training.train_usual(classifier, patches, patches, tmp_path, 1, 1)
    cells = CROP // FOLD
    seen = torch.from_numpy(np.random.default_rng(4).standard_normal((3, FACE_INPUTS, cells, cells), np.float32))
    with torch.no_grad():
        classifier.train(), usual.train()  # for what batches are like is learned at any rate
        classifier.drop.p = usual.drop.p = 0.0
        assert usual(seen).numpy() == pytest.approx(classifier(seen).numpy(), abs=1e-3)
    assert "held-out styles" in capsys.readouterr().out

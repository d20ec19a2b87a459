"""The facing network begins with what the leaning one knows, and learns which way tops face."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="only the environment of `make train` has PyTorch")

from vision.networks import LEAN_CROP, LEAN_FOLD, LEAN_INPUTS  # noqa: E402
from vision.training import facing_training  # noqa: E402
from vision.training.leaning_samples import LeaningSamples  # noqa: E402
from vision.training.nets import LeaningNet  # noqa: E402


@pytest.fixture
def samples() -> LeaningSamples:
    """Noise, some of it said to lean."""
    rng = np.random.default_rng(3)
    pictures = rng.integers(0, 256, (128, 112, 112, 3), np.uint8)
    leanings = np.where(rng.random((128, 1)) < 0.3, rng.normal(0, 0.2, (128, 2)), 0.0)
    return LeaningSamples(pictures, rng.normal(0, 0.3, (128, 2)).astype(np.float32), leanings.astype(np.float32))


def test_it_goes_on_from_the_leaning_network(
    tmp_path: Path, samples: LeaningSamples, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    leaning = LeaningNet().eval()
    monkeypatch.setattr(facing_training, "_PEAK", 1e-9)  # hardly learns anything
    facing = facing_training.train_facing(leaning, samples, samples, tmp_path, 1, 1)
    cells = LEAN_CROP // LEAN_FOLD
    seen = torch.from_numpy(np.random.default_rng(4).standard_normal((3, LEAN_INPUTS, cells, cells), np.float32))
    with torch.no_grad():
        leaning.train(), facing.train()  # for what batches are like is learned at any rate
        leaning.drop.p = facing.drop.p = 0.0
        assert facing(seen)[:, :3].numpy() == pytest.approx(leaning(seen).numpy(), abs=1e-3)
        assert facing(seen).shape == (3, 5)
    assert "which way tops face is off by" in capsys.readouterr().out


def test_a_stopped_one_goes_on_where_it_was(
    tmp_path: Path, samples: LeaningSamples, capsys: pytest.CaptureFixture[str]
) -> None:
    leaning = LeaningNet().eval()
    first = facing_training.train_facing(leaning, samples, samples, tmp_path, 1, 1)
    again = facing_training.train_facing(LeaningNet().eval(), samples, samples, tmp_path, 1, 1)
    assert "facing: goes on after epoch 1 of 1" in capsys.readouterr().out
    for one, other in zip(first.parameters(), again.parameters(), strict=True):
        assert torch.equal(one, other)

"""Networks as files: their weights in bytes, and OpenCV computes with them what PyTorch does."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="only the environment of `make train` has PyTorch")
pytest.importorskip("onnx", reason="only the environment of `make train` has it")

from vision.networks import FACE_INPUTS  # noqa: E402
from vision.onnx import load_network  # noqa: E402
from vision.training.export import export, read_made_with  # noqa: E402
from vision.training.nets import ClassifierNet  # noqa: E402

SHAPE = (4, FACE_INPUTS, 24, 24)


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> tuple[ClassifierNet, Path]:
    """A network with first weights, and its file."""
    torch.manual_seed(11)
    network, file = ClassifierNet(), tmp_path_factory.mktemp("models") / "small.onnx"
    export(network, SHAPE, file, {"seed": 11, "epochs": 0}, batches=True)
    return network, file


def test_a_file_has_a_byte_for_each_weight_and_says_what_it_was_made_with(
    exported: tuple[ClassifierNet, Path],
) -> None:
    network, file = exported
    weights = sum(each.numel() for name, each in network.named_parameters() if not name.startswith("symbol"))
    assert weights < file.stat().st_size < 1.1 * weights
    assert read_made_with(file) == {"seed": "11", "epochs": "0"}
    assert [each.name for each in file.parent.iterdir()] == [file.name]


def test_opencv_computes_nearly_the_same_with_it(exported: tuple[ClassifierNet, Path]) -> None:
    network, file = exported
    values = np.random.default_rng(3).standard_normal(SHAPE, np.float32)
    opencv = load_network(file)
    opencv.setInput(values)
    with torch.no_grad():
        wanted = network.eval()(torch.from_numpy(values)).numpy()
    assert opencv.forward() == pytest.approx(wanted, abs=0.02 * float(np.abs(wanted).max()))


def test_a_network_that_opencv_computes_otherwise_is_refused_and_the_file_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "small.onnx"
    file.write_bytes(b"the one before")
    monkeypatch.setattr("vision.training.export._STEPS", 1)
    with pytest.raises(ValueError, match="computes something else"):
        export(ClassifierNet(), SHAPE, file, {}, batches=True)
    assert file.read_bytes() == b"the one before"
    assert list(tmp_path.iterdir()) == [file]

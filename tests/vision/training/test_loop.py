"""Checkpoints: training goes on from a whole one, and begins anew, saying so, where one can't be used."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

torch = pytest.importorskip("torch", reason="only the environment of `make train` has PyTorch")

from torch import Tensor, nn  # noqa: E402
from torch.nn import functional  # noqa: E402

from vision.training.loop import Batch, train  # noqa: E402

EPOCHS, STEPS = 3, 4


class StopError(Exception):
    """Somebody pulls the plug."""


def batches(epoch: int) -> Iterator[Batch]:
    for step in range(STEPS):
        values = torch.linspace(-1, 1, 40).view(10, 4) * (1 + epoch + step)
        yield values, values.sum(1, keepdim=True)


def loss(network: nn.Module, batch: Batch) -> Tensor:
    return functional.mse_loss(network(batch[0]), batch[1])


def trained(
    folder: Path, stop_after: int = EPOCHS, width: int = 5, samples: int = 10, begin: int = 7
) -> list[float]:
    """The weights of a small network that was trained in `folder`, for so many epochs at most."""
    torch.manual_seed(begin)
    network = nn.Sequential(
        nn.Linear(4, width), nn.Unflatten(1, (width, 1, 1)), nn.Conv2d(width, width, 3, padding=1), nn.Tanh(),
        nn.Flatten(), nn.Linear(width, 1),
    )  # fmt: skip

    def until_stopped(epoch: int) -> Iterator[Batch]:
        if epoch == stop_after:
            raise StopError
        return batches(epoch)

    train("small", network, until_stopped, STEPS, loss, EPOCHS, 1e-2, folder, 1, samples, lambda _: "measured")
    return [value for weights in network.parameters() for value in weights.detach().flatten().tolist()]


def stopped(folder: Path, width: int = 5, samples: int = 10, begin: int = 7) -> Path:
    """The checkpoint of a training that was stopped after its second epoch."""
    with pytest.raises(StopError):
        trained(folder, 2, width, samples, begin)
    [checkpoint] = folder.iterdir()
    return checkpoint


def test_a_stopped_training_ends_as_one_that_went_through(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    stopped(tmp_path / "stopped")
    capsys.readouterr()
    assert trained(tmp_path / "stopped") == trained(tmp_path / "through")
    assert capsys.readouterr().out.startswith("small: goes on after epoch 2 of 3\n")


@pytest.mark.parametrize(
    "spoil",
    [
        "cut short", "empty", "a changed weight", "another network", "no checkpoint", "other code", "other samples",
        "another beginning",
    ],
)
def test_a_checkpoint_that_cant_be_used_is_named_and_training_begins_anew(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], spoil: str
) -> None:
    checkpoint = stopped(tmp_path / "stopped")
    content = checkpoint.read_bytes()
    if spoil == "cut short":
        checkpoint.write_bytes(content[: len(content) // 2])
    elif spoil == "empty":
        checkpoint.write_bytes(b"")
    elif spoil == "a changed weight":
        weight = torch.load(checkpoint, weights_only=True)["network"]["0.weight"].numpy().tobytes()
        changed = content.replace(weight, bytes(len(weight)))
        assert len(changed) == len(content)
        assert changed != content
        checkpoint.write_bytes(changed)
    elif spoil == "another network":
        checkpoint.write_bytes(stopped(tmp_path / "other", width=6).read_bytes())
    elif spoil == "other code":
        kept = torch.load(checkpoint, weights_only=True)
        torch.save(kept | {"recipe": "0123" + kept["recipe"][4:]}, checkpoint)
    elif spoil == "other samples":
        checkpoint.write_bytes(stopped(tmp_path / "other", samples=11).read_bytes())
    elif spoil == "another beginning":
        checkpoint.write_bytes(stopped(tmp_path / "other", begin=8).read_bytes())
    else:
        torch.save({"network": torch.load(checkpoint, weights_only=True)["network"]}, checkpoint)
    capsys.readouterr()
    assert trained(tmp_path / "stopped") == trained(tmp_path / "through")
    said = capsys.readouterr().out.splitlines()
    assert said[0].startswith(f"small: {checkpoint} can't be used (")
    assert said[0].endswith("; training begins anew.")
    assert said[1].startswith("small: epoch 1 of 3")


def test_it_is_measured_after_the_last_epoch(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    trained(tmp_path)
    assert ["measured" in line for line in capsys.readouterr().out.splitlines()] == [False, False, True]

"""Trains the network that tells which way cubes' tops face, and which lean, where it is only guessed how the table
lies.

It begins with what the leaning network knows, and learns for a short while more.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import torch
from numpy.random import default_rng
from torch import Tensor, nn

from vision.training.facing_views import FacingView, random_view
from vision.training.leaning_samples import LEANS_FROM, LeaningSamples
from vision.training.leaning_training import BATCH, leaning_report, loss_of
from vision.training.loop import Batch, train
from vision.training.nets import FacingNet, LeaningNet

_PEAK = 4e-3  # the highest learning rate
_MEASURED = 2000  # so many samples are measured


def train_facing(
    leaning: LeaningNet, samples: LeaningSamples, validation: LeaningSamples, folder: Path, seed: int, epochs: int
) -> FacingNet:
    """A trained network that has begun as the `leaning` one. `folder` keeps the checkpoints."""
    torch.manual_seed(seed)
    network = FacingNet().to(memory_format=torch.channels_last)
    network.load_state_dict(leaning.state_dict())
    steps = len(samples.tilts) // BATCH

    def batches(epoch: int) -> Iterator[Batch]:
        rng = default_rng([seed, epoch, 4])
        order = rng.permutation(len(samples.tilts))[: steps * BATCH].reshape(steps, BATCH)
        for rows in order:
            views = [random_view(samples, int(row), rng) for row in rows]
            yield (
                _values(views),
                torch.from_numpy((samples.tilts[rows] > LEANS_FROM).astype(np.float32)),
                torch.tensor([view.tells for view in views], dtype=torch.float32),
                torch.tensor(np.array([[*view.center, *view.facing] for view in views]), dtype=torch.float32),
            )

    def report(trained: nn.Module) -> str:
        return facing_report(trained, validation)

    train("facing", network, batches, steps, _loss, epochs, _PEAK, folder, seed, len(samples.tilts), report)
    return network


def facing_report(network: nn.Module, samples: LeaningSamples) -> str:
    """How far off it is which way tops seem to face, and how many leaning cubes are told where that is asked."""
    rows = np.arange(min(_MEASURED, len(samples.tilts)))
    views = [random_view(samples, int(row), default_rng([int(row), 5])) for row in rows]
    with torch.no_grad():
        answers = torch.cat([network(_values(views[start : start + 256])) for start in range(0, len(views), 256)])
    said = answers.numpy()
    off = np.hypot(*(said[:, 3:] - np.array([view.facing for view in views])).T)
    tells = np.array([view.tells for view in views])
    told = leaning_report(said[tells, 0], samples.tilts[rows][tells])
    return f"which way tops face is off by {np.degrees(np.median(off)):.1f} degrees (median); {told}"


def _values(views: list[FacingView]) -> Tensor:
    values = torch.from_numpy(np.stack([view.values for view in views]))
    return values.contiguous(memory_format=torch.channels_last)


def _loss(network: nn.Module, batch: Batch) -> Tensor:
    inputs, leans, tells, truths = batch
    return loss_of(network(inputs).float(), leans, truths, tells)

"""Trains the network that tells leaning cubes from flat ones."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import cast

import numpy as np
import torch
from numpy.random import default_rng
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from vision.training.leaning_samples import LEANS_FROM, LeaningSamples
from vision.training.loop import Batch, train
from vision.training.nets import LeaningNet

BATCH = 64
_PEAK = 8e-3  # the highest learning rate
_CENTERS_COUNT, _WAYS_COUNT = 2.0, 2.0  # what finding the centre, and which way the top faces, count beside telling


def train_leaning(
    samples: LeaningSamples, validation: LeaningSamples, folder: Path, seed: int, epochs: int
) -> LeaningNet:
    """A trained network. `folder` keeps the checkpoints."""
    torch.manual_seed(seed)
    network = LeaningNet().to(memory_format=torch.channels_last)
    steps = len(samples.tilts) // BATCH

    def batches(epoch: int) -> Iterator[Batch]:
        rng = default_rng([seed, epoch, 3])
        order = rng.permutation(len(samples.tilts))[: steps * BATCH].reshape(steps, BATCH)
        for rows in order:
            inputs, truths = zip(*(samples.random_input(int(row), rng) for row in rows), strict=True)
            yield (
                torch.from_numpy(np.stack(inputs)).contiguous(memory_format=torch.channels_last),
                torch.from_numpy((samples.tilts[rows] > LEANS_FROM).astype(np.float32)),
                torch.from_numpy(np.stack(truths)),
            )

    def report(trained: nn.Module) -> str:
        return leaning_report(leaning_logits(trained, validation), validation.tilts)

    train("leaning", network, batches, steps, _loss, epochs, _PEAK, folder, seed, len(samples.tilts), report)
    return network


def settle_chances(network: LeaningNet, samples: LeaningSamples) -> None:
    """Make the chances of leaning honest for these samples, in place (Platt 1999)."""
    logits = torch.from_numpy(leaning_logits(network, samples)).double()
    leans = torch.from_numpy((samples.tilts > LEANS_FROM).astype(np.float64))
    scale, shift = (torch.tensor(value, dtype=torch.float64, requires_grad=True) for value in (1.0, 0.0))
    optimizer = torch.optim.LBFGS([scale, shift], max_iter=100, line_search_fn="strong_wolfe")

    def closure() -> Tensor:
        optimizer.zero_grad()
        value = functional.binary_cross_entropy_with_logits(scale * logits + shift, leans)
        value.backward()  # type: ignore[no-untyped-call]
        return value

    optimizer.step(closure)  # type: ignore[no-untyped-call]
    told = cast(nn.Linear, network.weigh[-1])
    with torch.no_grad():
        told.weight[0] *= scale
        told.bias[0] = scale * told.bias[0] + shift
    print(f"leaning: chances scaled by {scale.item():.2f} and shifted by {shift.item():.2f}", flush=True)


def leaning_logits(network: nn.Module, samples: LeaningSamples) -> NDArray[np.float32]:
    """The network's answers to samples as a well measured mat gives them."""
    parts = []
    for start in range(0, len(samples.tilts), 256):
        inputs = [samples.exact_input(row) for row in range(start, min(start + 256, len(samples.tilts)))]
        with torch.no_grad():
            parts.append(network(torch.from_numpy(np.stack(inputs)))[:, 0].numpy())
    return np.concatenate(parts)


def leaning_report(logits: NDArray[np.float32], tilts: NDArray[np.float32], false_alarms: float = 0.01) -> str:
    """How many leaning cubes are told, by their `tilts` (N,) in radians, where so many flat ones are wrongly said to
    lean."""
    leans = tilts > LEANS_FROM
    limit = float(np.quantile(logits[~leans], 1 - false_alarms))
    told = 100 * np.mean(logits[leans] > limit)
    return f"at {100 * false_alarms:.1f} % false alarms {told:.1f} % of {leans.sum()} leaning cubes are told"


def _loss(network: nn.Module, batch: Batch) -> Tensor:
    inputs, leans, truths = batch
    answers = cast(LeaningNet, network).all_answers(inputs).float()
    return loss_of(answers, leans, truths)


def loss_of(answers: Tensor, leans: Tensor, truths: Tensor, counts: Tensor | None = None) -> Tensor:
    """What it costs to say that (N, 5) of cubes that lean or don't (N,), and have their centres there and face so
    (N, 4). `counts` (N,): how much it counts of each whether it leans."""
    off = functional.smooth_l1_loss(answers[:, 1:3], truths[:, :2], beta=0.02)
    ways = functional.smooth_l1_loss(answers[:, 3:], truths[:, 2:], beta=0.05)
    told = functional.binary_cross_entropy_with_logits(answers[:, 0], leans, counts)
    return told + _CENTERS_COUNT * off + _WAYS_COUNT * ways

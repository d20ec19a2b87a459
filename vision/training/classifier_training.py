"""Trains the classifier of faces, and finds the temperature that makes its chances honest (Guo et al. 2017)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import torch
from numpy.random import default_rng
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from vision.networks import classifier_input
from vision.training.loop import Batch, train
from vision.training.nets import ClassifierNet
from vision.training.samples import Patches, random_crop

_BATCH = 128


def train_classifier(patches: Patches, validation: Patches, folder: Path, seed: int, epochs: int) -> ClassifierNet:
    """A trained classifier. `folder` keeps the checkpoints."""
    torch.manual_seed(seed)
    network = ClassifierNet().to(memory_format=torch.channels_last)
    steps = len(patches.classes) // _BATCH

    def batches(epoch: int) -> Iterator[Batch]:
        rng = default_rng([seed, epoch, 2])
        order = rng.permutation(len(patches.classes))[: steps * _BATCH].reshape(steps, _BATCH)
        for rows in order:
            faces = np.empty((_BATCH, 2, 48, 48), np.float32)
            for at, row in enumerate(rows):
                crop = random_crop(patches.pictures[row], rng)
                faces[at] = np.rot90(classifier_input(crop), int(rng.integers(4)), (1, 2))
                if rng.random() < 0.5:  # the other polarity
                    faces[at] *= -1
            yield torch.from_numpy(faces), torch.from_numpy(patches.classes[rows])

    def report(trained: nn.Module) -> str:
        logits = all_logits(trained, validation)
        right = logits.argmax(1) == validation.classes
        return f"held-out styles {100 * right.mean():.2f} % right"

    train("classifier", network, batches, steps, _loss, epochs, 4e-3, folder, seed, report)
    return network


def all_logits(network: nn.Module, patches: Patches) -> NDArray[np.float32]:
    """The logits for exact crops, averaged over four quarter turns, as the reader uses them: (N, classes)."""
    parts = []
    for start in range(0, len(patches.classes), 256):
        faces = np.stack(
            [classifier_input(random_crop(patch, None)) for patch in patches.pictures[start : start + 256]]
        )
        with torch.no_grad():
            turns = [
                network(torch.from_numpy(np.ascontiguousarray(np.rot90(faces, turn, (2, 3))))) for turn in range(4)
            ]
        parts.append(torch.stack(turns).mean(0).numpy())
    return np.concatenate(parts)


def temperature(logits: NDArray[np.float32], classes: NDArray[np.int64]) -> float:
    """What logits must be divided by, so that of the faces given 0.99, 99 in 100 are right."""
    values, wanted = torch.from_numpy(logits), torch.from_numpy(classes)
    candidates = np.exp(np.linspace(np.log(0.4), np.log(5), 120))
    losses = [float(functional.cross_entropy(values / candidate, wanted)) for candidate in candidates]
    return float(candidates[int(np.argmin(losses))])


def _loss(network: nn.Module, batch: Batch) -> Tensor:
    faces, classes = batch
    return functional.cross_entropy(network(faces), classes, label_smoothing=0.02)

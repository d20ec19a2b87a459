"""Trains the two networks that name faces, and finds the temperature that makes chances honest (Guo et al. 2017).

The classifier learns every manner. Its first epochs see smaller crops than the reader's, the last see those (Tan and
Le 2021 on progressive learning): the network averages its last maps, so that it takes crops of any size, and what it
has learned from small ones is a good beginning. The usual network begins with what the classifier knows and goes on
with the usual manners alone: what many rare ones have moved goes back, so that the two differ where drawings are new.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import cast

import numpy as np
import torch
from numpy.random import default_rng
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from vision.drawings import FACES, is_usual
from vision.networks import CLASSES, FOLD, classifier_input, folded
from vision.training.face_batches import BATCH, FaceBatches
from vision.training.faces import FaceMaker
from vision.training.loop import Batch, train
from vision.training.nets import ClassifierNet
from vision.training.patches import Patches, random_crop

_SYMBOLS_COUNT = 0.4  # what telling symbols of no game apart counts beside naming faces
_STEPS = 400  # batches of an epoch
_TWOS = 0.2  # share of 2s among the faces that are made: no other face is drawn in so many ways
_PEAK = 1e-2  # the highest learning rate
_SMALL_EPOCHS = 0.6  # share of the epochs that learn from small crops: that takes half as long
_USUAL_TWOS = 1 / len(FACES)
_USUAL_PEAK = 4e-3


def train_classifier(patches: Patches, validation: Patches, folder: Path, seed: int, epochs: int) -> ClassifierNet:
    """A trained classifier. `folder` keeps the checkpoints.

    Drawings are kept from one epoch to the next, so that a training that was stopped goes on with others.
    """
    torch.manual_seed(seed)
    network = ClassifierNet().to(memory_format=torch.channels_last)
    faces = FaceBatches(FaceMaker("training"), patches, _TWOS)

    def batches(epoch: int) -> Iterator[Batch]:
        return faces.made(_STEPS, default_rng([seed, epoch, 2]), small=epoch < _SMALL_EPOCHS * epochs)

    report = partial(_accuracy, patches=validation)
    train("classifier", network, batches, _STEPS, _loss, epochs, _PEAK, folder, seed, len(patches.classes), report)
    return network


def train_usual(
    classifier: ClassifierNet, patches: Patches, validation: Patches, folder: Path, seed: int, epochs: int
) -> ClassifierNet:
    """A network that has begun as the trained `classifier`, and knows the usual manners. `folder` keeps the
    checkpoints."""
    network = ClassifierNet().to(memory_format=torch.channels_last)
    network.load_state_dict(classifier.state_dict())
    faces = FaceBatches(FaceMaker("training", usual=True), in_usual_manners(patches), _USUAL_TWOS)

    def batches(epoch: int) -> Iterator[Batch]:
        return faces.made(_STEPS, default_rng([seed, epoch, 6]), small=False)

    report = partial(_accuracy, patches=validation)
    train("usual", network, batches, _STEPS, _loss, epochs, _USUAL_PEAK, folder, seed, len(patches.classes), report)
    return network


def in_usual_manners(patches: Patches) -> Patches:
    """Those of the patches that show no face, or one in a usual manner or typeface."""
    named = zip(patches.classes, patches.manners, strict=True)
    rows = np.array([CLASSES[which] not in FACES or is_usual(CLASSES[which], str(manner)) for which, manner in named])
    return Patches(patches.pictures[rows], patches.classes[rows], patches.manners[rows])


def _accuracy(network: nn.Module, patches: Patches) -> str:
    """How many of the patches are named right, in words."""
    right = all_logits(network, patches).argmax(1) == patches.classes
    return f"held-out styles {100 * right.mean():.2f} % right"


def all_logits(network: nn.Module, patches: Patches) -> NDArray[np.float32]:
    """The logits for exact crops, averaged over four quarter turns, as the reader uses them: (N, classes)."""
    parts = []
    for start in range(0, len(patches.classes), 256):
        faces = np.stack(
            [classifier_input(random_crop(patch, None)) for patch in patches.pictures[start : start + 256]]
        )
        with torch.no_grad():
            turns = [network(torch.from_numpy(folded(np.rot90(faces, turn, (2, 3)), FOLD))) for turn in range(4)]
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
    names, symbols = cast(ClassifierNet, network).both(faces)
    naming = functional.cross_entropy(names[:BATCH].float(), classes[:BATCH])
    return naming + _SYMBOLS_COUNT * functional.cross_entropy(symbols[BATCH:].float(), classes[BATCH:])

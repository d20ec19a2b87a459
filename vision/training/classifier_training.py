"""Trains the classifier of faces, and finds the temperature that makes its chances honest (Guo et al. 2017).

The first epochs learn from smaller crops than the reader's, the last from those (Tan and Le 2021 on progressive
learning): the network averages its last maps, so that it takes crops of any size, and what it has learned from small
ones is a good beginning.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import cast

import numpy as np
import torch
from numpy.random import Generator, default_rng
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from vision.drawings import FACES
from vision.networks import CLASSES, CROP, FOLD, classifier_input, folded
from vision.training.degrade import weathered
from vision.training.faces import FaceMaker
from vision.training.loop import Batch, train
from vision.training.nets import ClassifierNet
from vision.training.patches import Patches, random_crop
from vision.training.symbols import SYMBOLS

_NONE = CLASSES.index("none")
_BATCH = 128
_SYMBOLS = 32  # symbols of no game in a batch, besides
_SYMBOLS_COUNT = 0.4  # what telling them apart counts beside naming faces
_STEPS = 400  # batches of an epoch
_MADE = 0.75  # share of a batch that are faces made for it; the others are patches of scenes
_TWOS = 0.2  # share of these that are 2s: no other face is drawn in so many ways
_BARE = 0.04  # share of a batch that are places without a cube
_DICE = 0.03  # share of a batch that are parts of pipped dice
_NOTHING = 0.3  # share of the patches that are no face: fewer of them were cut out than look like one now and then
_AGAIN = 0.6  # share of a batch that was learned from not long ago: making a face takes longer than learning from it
_RECENT = 3000  # faces that are kept for that
_TIMES = 2  # photographs of a cube: making it takes most of a face's time
_PEAK = 1e-2  # the highest learning rate
_SMALL = 36  # pixels of a crop in the first epochs: learning from it takes half as long
_SMALL_EPOCHS = 0.6  # share of the epochs that learn from small crops

_Named = tuple[NDArray[np.uint8], int]
"""A crop (CROP, CROP, 3) and the index of its class."""


def train_classifier(patches: Patches, validation: Patches, folder: Path, seed: int, epochs: int) -> ClassifierNet:
    """A trained classifier. `folder` keeps the checkpoints.

    Drawings are kept from one epoch to the next, so that a training that was stopped goes on with others.
    """
    torch.manual_seed(seed)
    network = ClassifierNet().to(memory_format=torch.channels_last)
    maker = FaceMaker("training")
    nothing = np.flatnonzero(patches.classes == _NONE)

    def batches(epoch: int) -> Iterator[Batch]:
        rng = default_rng([seed, epoch, 2])
        named = _Recent(lambda: _samples(maker, patches, nothing, rng), rng)
        symbols = _Recent(lambda: _symbols(maker, rng), rng)
        for _ in range(_STEPS):
            faces = np.empty((_BATCH + _SYMBOLS, 2, CROP, CROP), np.float32)
            classes = np.empty(len(faces), np.int64)
            for at in range(len(faces)):
                face, classes[at] = named.next() if at < _BATCH else symbols.next()
                faces[at] = np.rot90(face, int(rng.integers(4)), (1, 2))
                if rng.random() < 0.5:  # the other polarity
                    faces[at] *= -1
            if epoch < _SMALL_EPOCHS * epochs:
                faces = _small(faces)
            yield torch.from_numpy(folded(faces, FOLD)), torch.from_numpy(classes)

    def report(trained: nn.Module) -> str:
        logits = all_logits(trained, validation)
        right = logits.argmax(1) == validation.classes
        return f"held-out styles {100 * right.mean():.2f} % right"

    train("classifier", network, batches, _STEPS, _loss, epochs, _PEAK, folder, seed, len(patches.classes), report)
    return network


class _Recent:
    """What `make` makes, some at a time: (crop, class), as the network sees it; and of that the latest once more, now
    and then."""

    def __init__(self, make: Callable[[], list[_Named]], rng: Generator) -> None:
        self._make = make
        self._rng = rng
        self._new: list[_Named] = []
        self._kept: deque[tuple[NDArray[np.float32], int]] = deque(maxlen=_RECENT)

    def next(self) -> tuple[NDArray[np.float32], int]:
        if len(self._kept) == _RECENT and self._rng.random() < _AGAIN:
            return self._kept[int(self._rng.integers(_RECENT))]
        self._new = self._new or self._make()
        crop, which = self._new.pop()
        self._kept.append((classifier_input(crop), which))
        return self._kept[-1]


def _small(faces: NDArray[np.float32]) -> NDArray[np.float32]:
    smaller = functional.interpolate(torch.from_numpy(faces), (_SMALL, _SMALL), mode="bilinear", antialias=True)
    return cast(NDArray[np.float32], smaller.numpy())


def _samples(maker: FaceMaker, patches: Patches, nothing: NDArray[np.intp], rng: Generator) -> list[_Named]:
    """Crops, and the indexes of their classes. `nothing`: rows of the patches that show no face."""
    if rng.random() < _MADE:
        face = "2" if rng.random() < _TWOS else FACES[int(rng.integers(1, len(FACES)))]
        return [(crop, CLASSES.index(face)) for crop in maker.crops(face, _TIMES, rng)]
    return [_sample(maker, patches, nothing, rng) for _ in range(_TIMES)]


def _sample(maker: FaceMaker, patches: Patches, nothing: NDArray[np.intp], rng: Generator) -> _Named:
    kind = rng.random() * (1 - _MADE)
    if kind < _BARE + _DICE:
        return maker.bare(rng) if kind < _BARE else maker.part_of_a_die(rng), _NONE
    row = int(rng.choice(nothing)) if rng.random() < _NOTHING else int(rng.integers(len(patches.classes)))
    return weathered(random_crop(patches.pictures[row], rng), rng), int(patches.classes[row])


def _symbols(maker: FaceMaker, rng: Generator) -> list[_Named]:
    which = int(rng.integers(SYMBOLS))
    return [(crop, which) for crop in maker.crops(which, _TIMES, rng)]


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
    naming = functional.cross_entropy(names[:_BATCH].float(), classes[:_BATCH])
    return naming + _SYMBOLS_COUNT * functional.cross_entropy(symbols[_BATCH:].float(), classes[_BATCH:])

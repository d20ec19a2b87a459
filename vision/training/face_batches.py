"""What the classifier learns from, in batches: faces made for it, patches of scenes, and symbols of no game."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from typing import cast

import numpy as np
import torch
from numpy.random import Generator
from numpy.typing import NDArray
from torch.nn import functional

from vision.drawings import FACES
from vision.networks import CLASSES, CROP, FOLD, NONE, classifier_input, folded
from vision.training.degrade import weathered
from vision.training.faces import FaceMaker
from vision.training.loop import Batch
from vision.training.patches import Patches, random_crop
from vision.training.symbols import SYMBOLS

BATCH = 128
"""Faces in a batch. Symbols of no game come after them."""
_SYMBOLS = 32
_MADE = 0.75  # share of a batch that are faces made for it; the others are patches of scenes
_BARE = 0.04  # share of a batch that are places without a cube
_DICE = 0.03  # share of a batch that are parts of pipped dice
_NOTHING = 0.3  # share of the patches that are no face: fewer of them were cut out than look like one now and then
_AGAIN = 0.6  # share of a batch that was learned from not long ago: making a face takes longer than learning from it
_RECENT = 3000  # faces that are kept for that
_TIMES = 2  # photographs of a cube: making it takes most of a face's time
_SMALL = 36  # pixels of a small crop
_NO_FACE = CLASSES.index(NONE)

_Named = tuple[NDArray[np.uint8], int]
"""A crop (CROP, CROP, 3) and the index of its class."""


class FaceBatches:
    """Makes them of what `maker` draws and of `patches`. `twos`: which share of the faces that are made are 2s."""

    def __init__(self, maker: FaceMaker, patches: Patches, twos: float) -> None:
        self._maker, self._patches, self._twos = maker, patches, twos
        self._nothing = np.flatnonzero(patches.classes == _NO_FACE)

    def made(self, many: int, rng: Generator, small: bool) -> Iterator[Batch]:
        """So many batches: faces in cells, turned any way, in either polarity, and the indexes of their classes.
        `small`: from smaller crops than the reader's."""
        named = _Recent(lambda: self.samples(rng), rng)
        symbols = _Recent(lambda: self._symbols(rng), rng)
        for _ in range(many):
            faces = np.empty((BATCH + _SYMBOLS, 2, CROP, CROP), np.float32)
            classes = np.empty(len(faces), np.int64)
            for at in range(len(faces)):
                face, classes[at] = named.next() if at < BATCH else symbols.next()
                faces[at] = np.rot90(face, int(rng.integers(4)), (1, 2))
                if rng.random() < 0.5:  # the other polarity
                    faces[at] *= -1
            if small:
                faces = _smaller(faces)
            yield torch.from_numpy(folded(faces, FOLD)), torch.from_numpy(classes)

    def samples(self, rng: Generator) -> list[_Named]:
        """A few crops with the indexes of their classes: photographs of one cube, or what else there is to see."""
        if rng.random() < _MADE:
            face = "2" if rng.random() < self._twos else FACES[int(rng.integers(1, len(FACES)))]
            return [(crop, CLASSES.index(face)) for crop in self._maker.crops(face, _TIMES, rng)]
        return [self._sample(rng) for _ in range(_TIMES)]

    def _sample(self, rng: Generator) -> _Named:
        kind = rng.random() * (1 - _MADE)
        if kind < _BARE + _DICE:
            return self._maker.bare(rng) if kind < _BARE else self._maker.part_of_a_die(rng), _NO_FACE
        several = self._patches.classes
        row = int(rng.choice(self._nothing)) if rng.random() < _NOTHING else int(rng.integers(len(several)))
        return weathered(random_crop(self._patches.pictures[row], rng), rng), int(several[row])

    def _symbols(self, rng: Generator) -> list[_Named]:
        which = int(rng.integers(SYMBOLS))
        return [(crop, which) for crop in self._maker.crops(which, _TIMES, rng)]


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


def _smaller(faces: NDArray[np.float32]) -> NDArray[np.float32]:
    smaller = functional.interpolate(torch.from_numpy(faces), (_SMALL, _SMALL), mode="bilinear", antialias=True)
    return cast(NDArray[np.float32], smaller.numpy())

"""What a face looks like, in numbers: what the naming network sees on its way to a name.

Trained on hundreds of drawings of seven symbols, its inner maps tell other symbols apart as well (Yosinski et al.
2014, on how transferable features are). Of each inner map the greatest value and the deviation over the face are
taken, and the mean over each of some rings about its middle: how a face lies turned doesn't matter, but a mark in its
middle isn't taken for one at its edge.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.networks import CLASSES, CLASSIFIER_FILE, FOLD, folded
from vision.onnx import load_network

Values = NDArray[np.float32]
BATCH = 64
RINGS = (0.0, 0.35, 0.75, 1.5)
"""Where each ring begins and ends, in parts of half a face's side. On photographs of dice these named
more than means over whole maps did, to which the mark in the middle of a 5 is like any other."""
BLOCK_END = "NaryEltwise"
"""The kind of layer that ends a block of the network: the sum of what goes into the block and what it adds."""


class FaceFeatures:
    """The naming network, asked for what it sees rather than for a name. For one thread at a time."""

    def __init__(self, model_path: Path = CLASSIFIER_FILE) -> None:
        """Raises FileNotFoundError or ValueError where the network can't be loaded, or has no blocks to look at."""
        self._network = load_network(model_path)
        layers = [(name, self._network.getLayer(self._network.getLayerId(name)).type)
                  for name in self._network.getLayerNames()]  # fmt: skip
        self._outputs = [name for name, kind in layers if kind == BLOCK_END] + [layers[-1][0]]
        if len(self._outputs) < 2:
            raise ValueError(f"{model_path} has no blocks whose maps could be looked at")
        self.network_id = network_id(model_path)

    def of(self, faces: Sequence[Values]) -> tuple[Values, Values]:
        """Features (n, width) of faces as `vision.networks.classifier_input` gives them, and the network's own
        logits (n, classes)."""
        features, logits = [], []
        for start in range(0, len(faces), BATCH):
            self._network.setInput(folded(np.stack(faces[start : start + BATCH]), FOLD))
            *maps, named = self._network.forward(self._outputs)
            features.append(np.concatenate([part for each in maps for part in _summary(each)], axis=1))
            logits.append(named.reshape(-1, len(CLASSES)))
        return np.concatenate(features), np.concatenate(logits)


def network_id(model_path: Path = CLASSIFIER_FILE) -> str:
    """What tells features from those of a network that was trained later, or of other rings."""
    return hashlib.sha256(model_path.read_bytes() + repr(RINGS).encode()).hexdigest()[:16]


def _summary(maps: Values) -> list[Values]:
    """What (n, maps) each map (n, maps, rows, columns) shows: means in rings, greatest value, deviation."""
    flat = maps.reshape(*maps.shape[:2], -1)
    rings = [np.asarray(flat[..., ring].mean(2), np.float32) for ring in _rings(*maps.shape[2:])]
    return [*rings, flat.max(2), flat.std(2)]


@cache
def _rings(rows: int, columns: int) -> tuple[NDArray[np.bool_], ...]:
    """Which places (rows x columns,) of a map are in each of `RINGS`."""
    y, x = np.mgrid[-1 : 1 : rows * 1j, -1 : 1 : columns * 1j] * (1 - 1 / np.array([rows, columns]))[:, None, None]
    far = np.hypot(x, y).ravel()
    return tuple((far >= inner) & (far < outer) for inner, outer in pairwise(RINGS))

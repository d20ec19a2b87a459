"""Networks in ONNX files, computed by OpenCV."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Values = NDArray[np.float32]

_AT_ONCE = 5
_POOLING = "Reduce"  # OpenCV's name for the kind of layer that averages the last maps


def load_network(path: Path) -> Any:
    """An ONNX file as an OpenCV network. Raises FileNotFoundError or ValueError that say what to do."""
    if not path.is_file():
        raise FileNotFoundError(
            f"the network {path} is missing. It comes with the source: `git checkout -- {path}` brings it back. "
            "(`make train` would make all networks anew.)"
        )
    try:
        return cv2.dnn.readNetFromONNX(str(path))
    except cv2.error as error:
        raise ValueError(
            f"{path} is not a network that OpenCV {cv2.__version__} can read ({error.err}); "
            "restore it from the source or run `make train`"
        ) from error


class Network:
    """One that is asked about several things. Safe to use from one thread at a time.

    They are shown to it in fives, as many as there are cubes in a set, for on one core that takes less time than one
    after the other; those left over one by one, to a second copy, for OpenCV sets a network up anew for another
    number.
    """

    def __init__(self, path: Path) -> None:
        """Raises FileNotFoundError or ValueError where it can't be loaded."""
        self._path = path
        self._for_one = load_network(path)
        self._said = list(self._for_one.getUnconnectedOutLayersNames())

    def ask(self, inputs: Values) -> Values:
        """What it says of each of the `inputs` (n, ...), n at least 1: (n, ...)."""
        [said] = self._values(inputs, self._said)
        return said

    def ask_inner(self, inputs: Values) -> tuple[Values, Values]:
        """What `ask` gives, and what the network weighs to say so: the values (n, width) that go into its last layer
        but the output."""
        weighed, said = self._values(inputs, [self._last_but_output, *self._said])
        return said, weighed.reshape(len(inputs), -1)

    def _values(self, inputs: Values, layers: Sequence[str]) -> list[Values]:
        """What comes out of each of the `layers` for all of the `inputs`."""
        rest = len(inputs) - len(inputs) % _AT_ONCE
        fives = [inputs[start : start + _AT_ONCE] for start in range(0, rest, _AT_ONCE)]
        shown = [_forward(self._for_many, five, layers) for five in fives]
        shown += [_forward(self._for_one, inputs[left : left + 1], layers) for left in range(rest, len(inputs))]
        return [np.concatenate(values) for values in zip(*shown, strict=True)]

    @cached_property
    def _for_many(self) -> Any:
        return load_network(self._path)

    @cached_property
    def _last_but_output(self) -> str:
        names = self._for_one.getLayerNames()
        kinds = [self._for_one.getLayer(self._for_one.getLayerId(name)).type for name in names]
        return str(names[max(index for index, kind in enumerate(kinds) if kind == _POOLING)])


def _forward(network: Any, inputs: Values, layers: Sequence[str]) -> list[Values]:
    network.setInput(inputs)
    return [np.array(values, np.float32) for values in network.forward(layers)]

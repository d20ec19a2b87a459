"""Which pictures are of a size in which cubes can be found."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from controller.ports import phrase

SHORTEST_SIDE, LONGEST_SIDE = 16, 32_766
"""In pixels; OpenCV warps nothing larger."""
SLIMMEST = 100
"""How many times its shorter side the longer one is at most."""


def trouble_with_size(picture: NDArray[np.uint8]) -> str | None:
    """What a picture (height, width, 3) of this size is, so that no cubes are found in it; None where all is well."""
    shorter, longer = sorted(picture.shape[:2])
    if shorter < SHORTEST_SIDE:
        return phrase("too small to find cubes in: either side needs {pixels} pixels or more", pixels=SHORTEST_SIDE)
    if longer > LONGEST_SIDE:
        return phrase("too large to be read: neither side may have more than {pixels} pixels", pixels=LONGEST_SIDE)
    if longer > SLIMMEST * shorter:
        return phrase("too narrow a strip to find cubes in")
    return None


def check_picture(picture: NDArray[np.uint8]) -> None:
    """Raises ValueError unless `picture` is a (height, width, 3) array of uint8 as OpenCV gives them, of a size in
    which cubes can be found."""
    if not isinstance(picture, np.ndarray) or picture.dtype != np.uint8 or picture.ndim != 3 or picture.shape[2] != 3:
        shape = getattr(picture, "shape", None)
        kind = getattr(picture, "dtype", type(picture).__name__)
        raise ValueError(
            f"a picture must be a uint8 array (height, width, 3) in BGR order, this one is {kind} {shape}"
        )
    trouble = trouble_with_size(picture)
    if trouble is not None:
        raise ValueError(f"a picture of {picture.shape[1]} x {picture.shape[0]} pixels is {trouble}")

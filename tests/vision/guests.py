"""Whose hands reach into a tray: any guest's."""

from __future__ import annotations

import numpy as np
from numpy.random import Generator

from vision.simulation.hand import HandLook

_SKINS = (
    (0.36, 0.47, 0.68), (0.55, 0.64, 0.82), (0.44, 0.56, 0.77), (0.26, 0.36, 0.55), (0.16, 0.23, 0.38),
    (0.10, 0.14, 0.23),
)  # fmt: skip
_BARE = 0.3
"""Share of the hands whose arm is bare."""
_ASIDE = 70.0
"""Degrees from the players' side by which they reach in at most."""


def guests_hand(rng: Generator) -> HandLook:
    """Of any skin, bare or in any sleeve, left or right, from the players' side or from beside it."""
    skin = tuple(np.array(_SKINS[rng.integers(len(_SKINS))]) * rng.uniform(0.9, 1.1))
    left, turned = bool(rng.random() < 0.5), float(rng.uniform(-_ASIDE, _ASIDE))
    if rng.random() < _BARE:
        return HandLook(skin, None, None, left, turned)
    sleeve = tuple(rng.uniform(0.05, 0.9, 3) if rng.random() < 0.5 else np.full(3, rng.uniform(0.05, 0.9)))
    cuff = sleeve if rng.random() < 0.5 else tuple(np.full(3, rng.uniform(0.1, 0.9)))
    return HandLook(skin, sleeve, cuff, left, turned)

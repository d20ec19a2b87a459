"""Outlines of a face whose own was found wrongly: the one in which it is most like what was taught.

Dice that are rounder than cubes of the game, seen from the side, are now and then outlined askew or with a part of
their sides. Then even a face that was taught seems strange, until picture and memory are brought into register.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product

import numpy as np
from numpy.typing import NDArray

from vision.quads import turned, zoomed

Quad = NDArray[np.float64]
Strangeness = Callable[[Sequence[Quad]], NDArray[np.float32]]
"""How far each of some outlines (4, 2) of a face is from all that were taught: (n,)."""

TURNS = (0.0, -30.0, -15.0, 15.0, 30.0, 45.0)
"""Degrees."""
ZOOMS = (1.0, 0.85, 1.18)
SHIFTS = (0.0, -0.12, 0.12)
"""In sides of the outline, along each of them."""


def registered(quad: Quad, strangeness: Strangeness) -> Quad:
    """The outline (4, 2) near `quad` that is least strange: first turned and in another size, then shifted."""
    otherwise = [turned(zoomed(quad, zoom), degrees) for degrees, zoom in product(TURNS, ZOOMS)]
    nearest = _least_strange(otherwise, strangeness)
    along, down = nearest[1] - nearest[0], nearest[3] - nearest[0]
    return _least_strange([nearest + x * along + y * down for x, y in product(SHIFTS, SHIFTS)], strangeness)


def _least_strange(quads: Sequence[Quad], strangeness: Strangeness) -> Quad:
    return quads[int(strangeness(quads).argmin())]

"""What the finder learns from at a time: a part of a sample, mirrored, turned and weathered by chance.

Samples that always look the same are known by heart after a dozen passes: the loss on held-out scenes rose again.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from vision.networks import STRIDE
from vision.training.degrade import weathered
from vision.view import Slant

PART = 160  # width and height in pixels
_FORGET = 0.05  # share of the views from above whose slant is withheld
_WEATHERED = 0.5  # share of the parts that are seen under other circumstances than those they were rendered in
_SHINE = 0.3  # how much of what is there a shine hides at most
_DEVIATION = 1.4826
"""From a median of deviations to a standard deviation (Rousseeuw and Croux 1993)."""
_LEAST_DEVIATION = 0.15
"""An even floor has next to none, and a view with cubes always some."""


class Part(NamedTuple):
    """One sample, or a part of it: what `FinderSamples` has of each. `slant`: None where nothing is known of the
    camera's place."""

    picture: NDArray[np.uint8]
    slant: Slant | None
    spots: NDArray[np.float32]
    covered: NDArray[np.uint8]


def random_part(sample: Part, rng: Generator) -> Part:
    """A part of PART x PART pixels, its colours swapped. What was taken from the side stays upright."""
    part = sample
    for axis in (0, 1):
        cells = int(rng.integers((sample.picture.shape[axis] - PART) // STRIDE + 1))
        part = cut(part, axis, cells * STRIDE)
        if rng.random() < 0.5 and (part.slant is not None or axis == 1):
            part = mirrored(part, axis)
    if part.slant is not None and rng.random() < 0.5:
        part = transposed(part)
    if part.slant is not None and rng.random() < _FORGET:
        part = part._replace(slant=None)
    weathers = rng.random() < _WEATHERED
    picture = weathered(part.picture, rng, _SHINE) if weathers else part.picture[..., rng.permutation(3)]
    return part._replace(picture=np.ascontiguousarray(picture))


def cut(part: Part, axis: int, start: int) -> Part:
    """PART rows (axis 0) or columns (1) from that one on, a multiple of STRIDE."""
    spots, slant = part.spots.copy(), part.slant
    spots[:, 2 - axis] -= start
    if slant is not None:
        slant = Slant(slant.nadir_x - axis * start, slant.nadir_y - (1 - axis) * start, slant.height)
    picture = part.picture.take(range(start, start + PART), axis)
    covered = part.covered.take(range(start // STRIDE, (start + PART) // STRIDE), axis)
    return Part(picture, slant, spots, covered)


def mirrored(part: Part, axis: int) -> Part:
    """It upside down (axis 0) or left for right (1)."""
    length, spots, slant = part.picture.shape[axis], part.spots.copy(), part.slant
    spots[:, 2 - axis] = length - spots[:, 2 - axis]
    spots[:, [5, 7]] *= -1
    if slant is not None and axis == 0:
        slant = slant._replace(nadir_y=length - 1 - slant.nadir_y)
    elif slant is not None:
        slant = slant._replace(nadir_x=length - 1 - slant.nadir_x)
    return Part(np.flip(part.picture, axis), slant, spots, np.flip(part.covered, axis))


def transposed(part: Part) -> Part:
    """Its rows as columns: with mirroring that is every quarter turn."""
    spots, slant = part.spots.copy(), part.slant
    spots[:, [1, 2]] = spots[:, [2, 1]]
    spots[:, [4, 7]] *= -1
    if slant is not None:
        slant = Slant(slant.nadir_y, slant.nadir_x, slant.height)
    return Part(part.picture.swapaxes(0, 1), slant, spots, part.covered.T)


def in_a_wider_view(colours: NDArray[np.float32], bare: float) -> None:
    """Give the `colours` of a part the mean and deviation that they would have in a view of which so large a share, 0
    to 1, is bare floor besides: a whole tray is mostly bare, and a few white cubes stand far out of it."""
    some = colours[:, ::2, ::2]
    floor = float(np.median(some))
    grain = _DEVIATION * float(np.median(np.abs(some - floor)))
    mean = float(some.mean())
    square = float(np.square(some).mean())
    wide_mean = (1 - bare) * mean + bare * floor
    wide_square = (1 - bare) * square + bare * (grain**2 + floor**2)
    colours -= np.float32(wide_mean)
    colours /= np.float32(max(np.sqrt(max(wide_square - wide_mean**2, 0.0)), _LEAST_DEVIATION))

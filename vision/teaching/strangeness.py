"""How far a face is from all that were taught: a symbol of which no picture was given looks like one of the others.

Lee et al. 2018 ("A simple unified framework for detecting out-of-distribution samples"): the Mahalanobis distance of
a network's features to the nearest face's mean, all faces scattering alike. They scatter more in some directions and
evenly in all others (Tipping and Bishop 1999, "Probabilistic principal component analysis").
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.chances import logistic

Values = NDArray[np.float32]

DIRECTIONS = 192
EVENLY = 0.08
"""The part of the scatter that is taken to be even in all directions."""
STRANGE_FROM = 2.0
"""As far as this a face may as well be none of those that were taught: on simulated sets 99.7 % of the taught ones
were nearer than 1.1, and of the others further than 3.3; on photographs of dice 98 % and 99 % on their side of it."""
STEEPNESS = 10.0
MOST = 0.45
"""How likely a face is none, far from all that were taught: too likely to be named, and not enough to be left out."""


@dataclass(frozen=True, slots=True, eq=False)
class Familiar:
    """The faces that were taught. `means` (faces, width) of their features. `evenly` (width,): what a step counts.
    `directions` (width, DIRECTIONS): those in which faces scatter, each as long as a step in it counts less."""

    means: Values
    directions: Values
    evenly: Values

    def distances(self, features: Values) -> Values:
        """How far each face is from the nearest one that was taught, by its mean `features` (n, width): (n,), about
        0.5 for one like those that were taught, and mostly more than 3 for others."""
        off = features[:, None] - self.means
        squares = ((off * self.evenly) ** 2).sum(2) - ((off @ self.directions) ** 2).sum(2)
        return np.asarray(squares.min(1) / features.shape[1], np.float32)

    def doubted(self, chances: Values, features: Values) -> Values:
        """The `chances` (n, labels) of faces with these features, "none" last: what is far from all that were taught
        may be none."""
        none = MOST * logistic(STEEPNESS * (self.distances(features) - np.float32(STRANGE_FROM)))
        left = np.asarray(chances * (1 - none)[:, None], np.float32)
        left[:, -1] += none
        return left


def familiar_with(features: Values, names: NDArray[np.int64]) -> Familiar:
    """The faces whose pictures have these `features` (n, width); `names` (n,): which face each shows, from 0."""
    spread = features.std(0)
    spread = spread + 1e-3 * float(spread.mean()) + 1e-6
    means = np.stack([features[names == name].mean(0) for name in range(int(names.max()) + 1)])
    off = ((features - means[names]) / spread).astype(np.float64)
    strengths, directions = np.linalg.eigh(off.T @ off / len(off))
    even = EVENLY * float(strengths.mean())
    most = slice(None, -DIRECTIONS - 1, -1)
    less = 1 / even - 1 / ((1 - EVENLY) * strengths[most] + even)
    return Familiar(
        means.astype(np.float32), (directions[:, most] * np.sqrt(less) / spread[:, None]).astype(np.float32),
        (1 / np.sqrt(even) / spread).astype(np.float32),
    )  # fmt: skip

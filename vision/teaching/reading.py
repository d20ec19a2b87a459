"""Reads with a taught set: the same eyes with other names, and with another idea of what is a cube."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.classifier import FaceClassifier, face_looks
from vision.eyes import Eyes
from vision.finder import Finder, FinderResult, FoundCube, score_of, width_of
from vision.networks import CLASSIFIER_FILE, CUBE_WIDTH, FINDER_FILE, NONE, Picture, check_picture
from vision.teaching.evidence import SAME_PLACE, Evidence, gather
from vision.teaching.features import FaceFeatures
from vision.teaching.head import chances
from vision.teaching.taught_set import TaughtSet
from vision.view import plain_view

SIDES = (54, 76, 110, 156, 226, 320, 454, 634, 906)
"""Longest sides, in the network's pixels, at which a picture of unknown scale is searched."""
LEAST_EVIDENCE = 0.25
GLANCES = 24
"""The weightiest finds are looked at once to tell which size is right."""
LEAST_SHOWN = 0.01
"""What a find that shows no face of the set counts still."""
ONE_SIZE = 0.2
ANY_SIZE = 0.5
"""How far, as logarithms, the cubes of one picture usually are from one size, and at most."""
UNLIKE = 0.15
"""From this difference of two widths, as a logarithm, the one that was found at the right scale is taken."""
SAME_CUBE = 0.75
"""Centres nearer than this part of the size are one cube."""


class TaughtClassifier(FaceClassifier):
    """Names the faces of a taught set."""

    modesty = 1.0
    sure = 1.0  # every face is looked at as often as when its chances were made honest
    turns = ()

    def __init__(self, taught: TaughtSet, model_path: Path = CLASSIFIER_FILE) -> None:
        """Raises FileNotFoundError or ValueError where the network can't be loaded or isn't the set's."""
        super().__init__(model_path)
        self._features = FaceFeatures(model_path)
        if self._features.network_id != taught.names.network:
            raise ValueError(f"the set {taught.name!r} was learned with another network; learn it again")
        self._names = taught.names
        self.labels = taught.names.labels

    def glance(self, picture: Picture, quads: Sequence[NDArray[np.float64]]) -> NDArray[np.float32]:
        """For each quad (4, 2) how likely a face of the set is there, from one look."""
        if not quads:
            return np.zeros(0, np.float32)
        told = chances(self._logits(face_looks(picture, quads, (1.0,))))
        return 1 - told[:, self.labels.index(NONE)]

    def _logits(self, faces: NDArray[np.float32]) -> NDArray[np.float32]:
        features, own = self._features.of(list(faces))
        return self._names.logits(features, own) / np.float32(self._names.temperature)


class SetFinder(Finder):
    """Finds the cubes of a taught set. Where nothing is known of their size, they are what several scales show
    alike, in the size that most of the set's faces have."""

    def __init__(self, taught: TaughtSet, classifier: TaughtClassifier, model_path: Path = FINDER_FILE) -> None:
        """Raises FileNotFoundError or ValueError where the network can't be loaded."""
        super().__init__(model_path, any_dice=taught.any_dice)
        self._classifier = classifier

    def search(self, picture: Picture, trust: Callable[[FoundCube], float] = score_of) -> FinderResult:
        """As `Finder.search`."""
        check_picture(picture)
        longest = max(picture.shape[:2])
        looks = [self.find(plain_view(picture, CUBE_WIDTH * longest / side), trust) for side in SIDES]
        seen = [one for one in gather(looks, trust) if one.weight >= LEAST_EVIDENCE]
        if not seen:
            return looks[0]
        size = self._size(picture, seen[:GLANCES])
        closer = self.find(plain_view(picture, size), trust)
        return replace(closer, cubes=[_sharper(cube, closer.cubes, size) for cube in _of_size(seen, size)])

    def _size(self, picture: Picture, seen: Sequence[Evidence]) -> float:
        """The size that has most evidence of faces of the set."""
        shown = self._classifier.glance(picture, [one.quad for one in seen])
        weights = np.array([one.weight for one in seen]) ** 2 * (shown**2 + LEAST_SHOWN)
        sizes = np.log([one.size for one in seen])
        support = [(weights * np.exp(-0.5 * ((sizes - each) / ONE_SIZE) ** 2)).sum() for each in sizes]
        near = weights * np.exp(-0.5 * ((sizes - sizes[int(np.argmax(support))]) / ONE_SIZE) ** 2)
        return float(np.exp((near * sizes).sum() / near.sum()))


def _sharper(cube: FoundCube, closer: Sequence[FoundCube], size: float) -> FoundCube:
    """The cube with the outline of a look at the right scale, where that is quite unlike the mean of all looks."""
    near = [
        other for other in closer
        if np.hypot(*np.subtract(other.center, cube.center)) < SAME_PLACE * size
        and abs(np.log(width_of(other.quad) / size)) < ANY_SIZE
        and abs(np.log(width_of(other.quad) / width_of(cube.quad))) > UNLIKE
    ]  # fmt: skip
    return replace(cube, center=near[0].center, quad=near[0].quad) if near else cube


def _of_size(seen: Sequence[Evidence], size: float) -> list[FoundCube]:
    """Cubes as wide as that, none upon another."""
    cubes: list[FoundCube] = []
    for one in seen:
        x, y = (float(value) for value in one.center)
        apart = all(np.hypot(x - cube.center[0], y - cube.center[1]) > SAME_CUBE * size for cube in cubes)
        if apart and abs(np.log(one.size / size)) < ANY_SIZE:
            cubes.append(FoundCube((x, y), one.quad, min(1.0, one.weight), one.cocked))
    return cubes


def eyes_for(taught: TaughtSet) -> Eyes:
    """Eyes that see the cubes of this set.

    Raises FileNotFoundError or ValueError where a network can't be loaded or isn't the one it was learned with.
    """
    classifier = TaughtClassifier(taught)
    return Eyes(
        SetFinder(taught, classifier), classifier, of_the_game=taught.of_the_game,
        is_odd=taught.colours.is_odd if taught.colours else None, leaning_seen=not taught.any_dice,
    )

"""Reads with a taught set: the same eyes with other names, and with another idea of what is a cube."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.calibration.store import CalibrationStore
from vision.classifier import LOOKS, FaceClassifier, face_looks
from vision.eyes import Eyes
from vision.finder import Finder
from vision.networks import CLASSIFIER_FILE, Picture
from vision.teaching.features import FaceFeatures
from vision.teaching.keeping import load_set
from vision.teaching.registration import registered
from vision.teaching.taught_set import TaughtSet

NEARLY_TAUGHT, SURELY_TAUGHT = 2.6, 1.1
"""How strange, as `Familiar` has it, a face in doubt is at most to be looked at in other outlines, and at most in one
of them to be named by it. On photographs of dice taught faces that were outlined askew are at 1.4 to 2.4, then below
0.9; on simulated sets other faces are further than 3.3, and 99.7 % of taught ones nearer than 1.1."""


class TaughtClassifier(FaceClassifier):
    """Names the faces of a taught set."""

    temperature = 1.0
    turns = ()

    def __init__(self, taught: TaughtSet, model_path: Path = CLASSIFIER_FILE) -> None:
        """Raises FileNotFoundError or ValueError where the network can't be loaded or isn't the set's."""
        super().__init__(model_path)
        self._features = FaceFeatures(model_path)
        if self._features.network_id != taught.names.network:
            raise ValueError(f"the set {taught.name!r} was learned with another network; learn it again")
        self._names = taught.names
        self.labels = taught.names.labels
        self.refuses_pips = taught.six_is_no_die

    def _looked_at(
        self, picture: Picture, quads: Sequence[NDArray[np.float64]]
    ) -> tuple[NDArray[np.float32], Sequence[NDArray[np.float32] | None]]:
        """As logits (n, labels), what each face may be. One in doubt that is nearly like what was taught is looked at
        in the outline in which it is most like it."""
        chances, strange = self._seen(picture, quads)
        logits = np.log(chances + np.finfo(np.float32).tiny)
        doubted = [
            index for index, row in enumerate(logits) if self._doubts_which(row) and strange[index] < NEARLY_TAUGHT
        ]  # fmt: skip
        if doubted:
            again, stranger = self._seen(picture, [self._registered(picture, quads[index]) for index in doubted])
            for index, row, far in zip(doubted, again, stranger, strict=True):
                if far < SURELY_TAUGHT:
                    logits[index] = np.log(row + np.finfo(np.float32).tiny)
        return np.asarray(logits, np.float32), [None] * len(quads)

    def _registered(self, picture: Picture, quad: NDArray[np.float64]) -> NDArray[np.float64]:
        def strangeness(outlines: Sequence[NDArray[np.float64]]) -> NDArray[np.float32]:
            features, _ = self._features.of(list(face_looks(picture, outlines, LOOKS[:1])))
            return self._names.familiar.distances(features)

        return registered(quad, strangeness)

    def _seen(
        self, picture: Picture, quads: Sequence[NDArray[np.float64]]
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """What each face may be, as chances (n, labels), and how strange it is (n,)."""
        faces = list(face_looks(picture, quads, LOOKS))
        features, own = (seen.reshape(len(LOOKS), len(quads), -1) for seen in self._features.of(faces))
        return self._names.chances(features, own), self._names.familiar.distances(features.mean(0))

    def _logits(self, faces: NDArray[np.float32]) -> NDArray[np.float32]:
        features, own = self._features.of(list(faces))
        return self._names.logits(features, own) / np.float32(self._names.temperature)


def kept_eyes(folder: Path, name: str) -> Eyes:
    """Eyes that see the cubes of the set `name`; `folder`: where calibration's results are kept.

    Raises what `eyes_for` raises, and CalibrationError where there is no such set or it is damaged.
    """
    return eyes_for(load_set(CalibrationStore(folder), name))


def eyes_for(taught: TaughtSet) -> Eyes:
    """Eyes that see the cubes of this set.

    Raises FileNotFoundError or ValueError where a network can't be loaded or isn't the one it was learned with.
    """
    return Eyes(
        Finder(any_dice=taught.any_dice), TaughtClassifier(taught), of_the_game=taught.of_the_game,
        odd_ones=taught.colours.odd_ones if taught.colours else None, leaning_seen=not taught.any_dice,
        all_faces=taught.all_faces,
    )

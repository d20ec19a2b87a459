"""Names the face inside a quad."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.chances import softmax
from vision.cube_set import SUN
from vision.networks import (
    CLASSES,
    CLASSIFIER_FILE,
    FOLD,
    NONE,
    USUAL_FILE,
    Picture,
    classifier_input,
    face_crop,
    folded,
)
from vision.onnx import Network
from vision.picture_size import check_picture
from vision.pips import shows_six_pips
from vision.quads import turned, zoomed

LOOKS = ((1.0, 0), (0.91, 1), (1.05, 2), (1.12, 3))
"""How large against its quad a face is looked at, and how many quarters turned: a quad that is a little off then
spoils one look, not all. The first look is all that a face gets which is plain to see."""
_NEGATIVES = (1, 3)
"""Which of the looks are at the face's negative: the network knows each drawing light on dark and dark on light, and
errs otherwise there."""
_FIRST_LOOK = LOOKS[:1]
_SURE = 0.998  # from this chance on one look is enough: five such faces are all right with 99 in 100
_TURNS = (-22.5, 22.5, 45.0)  # degrees; a dark cube on a dark floor may lie turned otherwise than it was found
_HARDLY, _NEARLY = 0.8, 0.99
"""Below the one chance a face as it was found says nothing against another that is sure when it is turned; from the
other on it stands against any."""

_ASKEW = 45.0
_ASKEW_SURE = 0.95
"""What a 2 that is looked at askew reaches hardly ever, and a 5 nearly always, for it was found turned inexactly."""
_SEEN_ASKEW = {"2": "5"}
"""As what a face is taken, and which it is, where its cube was found turned by an eighth: a 5 looks like two swirls.
No other face looks for sure like another then, nor a 2 like a 5."""

TEMPERATURE = 0.45
"""Averaging several looks at a face makes the classifier's chances too modest, and so do pictures that are easier
than those that it was tempered on. As a temperature (Guo et al. 2017, on calibration of modern neural networks) this
leaves them a little too modest still: on 4000 simulated throws of other seeds than those that are reported a lower
one was likelier, for drawings that it has seen and for others. What chances are worth is in `benchmarks.md`."""


@dataclass(frozen=True, slots=True, eq=False)
class FaceScores:
    """What a face may be. `probabilities`: a chance for each of "2" .. "sun" and "none" (no face of the set: a pipped
    die, a coin, bare floor), likeliest first, adding up to 1; made honest only by the classifier's `temperature`.
    `seen`: what the network sees of it on its way to a name, a vector of length 1: those of faces that look alike
    have nearly the same direction. None where it isn't known. `like_pips`: whether a 6 may as well be a die's, for it
    is too small or too unsharp to tell.
    """

    probabilities: dict[str, float]
    seen: NDArray[np.float32] | None = None
    like_pips: bool = False

    @property
    def best(self) -> str:
        """The likeliest: a face, or "none"."""
        return next(iter(self.probabilities))

    @property
    def confidence(self) -> float:
        """The chance of the likeliest."""
        return self.probabilities[self.best]


class FaceClassifier:
    """Two naming networks. Safe to use from one thread at a time.

    The first look at a face is by the one that knows every manner in which training draws. In doubt the one that
    knows only those in which most sets are drawn is asked, too, and the mean of their logits counts (Lakshminarayanan
    et al. 2017, on ensembles). Either alone errs where the other doesn't: the first takes more drawings that neither
    has seen for others, and the second knows fewer of those that other hands make. What is plain to see costs nothing
    more.

    `labels`: what it may say. `temperature`: makes its chances honest. `sure`: the chance from which on one look at a
    face is enough. `turns`: by how many degrees faces that stay in doubt are turned for more looks. `refuses_pips`:
    whether six round dots are a die's, and no 6 of the set.
    """

    labels: tuple[str, ...] = CLASSES
    temperature: float = TEMPERATURE
    sure: float = _SURE
    turns: tuple[float, ...] = _TURNS
    refuses_pips: bool = True

    def __init__(self, model_path: Path = CLASSIFIER_FILE, usual_path: Path = USUAL_FILE) -> None:
        """Raises FileNotFoundError or ValueError where a network can't be loaded."""
        self._network = Network(model_path)
        self._usual = Network(usual_path)

    def classify(
        self, picture: Picture, quads: Sequence[NDArray[np.float64]], surely_turned: Sequence[bool] = ()
    ) -> list[FaceScores]:
        """Name the face in each of `quads`, (4, 2) corners in pixels of `picture`, either way round.

        Faces that the first look leaves in doubt get up to three more by both networks, each a quarter turn on, in
        another size and every other one at the negative; then some in which the cube lies turned otherwise, of which
        only one that is sure counts; where that is another face it may be either. A 2 is looked at askew: where that
        is nearly surely a 5 it may be either. `surely_turned`: of which quads it is certain that the cube lies turned
        so; these faces are looked at only as they were found. A 6 whose stars are round dots is a die's, and no face
        of the set. Raises ValueError for a picture that is none or quads of another shape.
        """
        check_picture(picture)
        corners = [np.asarray(quad, np.float64) for quad in quads]
        if any(quad.shape != (4, 2) or not np.isfinite(quad).all() for quad in corners):
            raise ValueError("a quad must be four corners (x, y), that is a 4 x 2 array of finite numbers")
        if not corners:
            return []
        logits, seen = self._looked_at(picture, corners)
        askew = [not sure for sure in surely_turned] or [True] * len(corners)
        faces = [index for index, row in enumerate(logits) if askew[index] and self._doubts_which(row)]
        if faces and self.turns:
            logits[faces] = self._otherwise_turned(picture, [corners[index] for index in faces], logits[faces])
        if self.turns:
            self._doubt_askew(picture, corners, logits, askew)
        like_pips = self._refuse_pips(picture, corners, logits) if self.refuses_pips else [False] * len(corners)
        return [self._scores(*each) for each in zip(logits, seen, like_pips, strict=True)]

    def glance(self, picture: Picture, quads: Sequence[NDArray[np.float64]]) -> NDArray[np.float32]:
        """For each quad (4, 2) how likely it shows a face of the set, and how likely the sun, from one look: (n, 2),
        0..1."""
        if not quads:
            return np.zeros((0, 2), np.float32)
        chances = np.array([softmax(row) for row in self._logits(face_looks(picture, quads, _FIRST_LOOK))])
        sun = chances[:, self.labels.index(SUN)] if SUN in self.labels else np.zeros(len(quads))
        return np.column_stack([1 - chances[:, self.labels.index(NONE)], sun]).astype(np.float32)

    def _looked_at(
        self, picture: Picture, quads: Sequence[NDArray[np.float64]]
    ) -> tuple[NDArray[np.float32], Sequence[NDArray[np.float32] | None]]:
        """The mean logits (n, labels) of as many looks at each face as it takes until it is sure; and what is seen of
        each in the first."""
        logits, inner = self._network.ask_inner(folded(face_looks(picture, quads, _FIRST_LOOK), FOLD))
        directions = inner / np.linalg.norm(inner, axis=1, keepdims=True).clip(1e-6)
        for before in range(1, len(LOOKS)):
            doubted = [index for index, row in enumerate(logits) if softmax(row).max() < self.sure]
            if not doubted:
                break
            more = self._one_look(picture, [quads[index] for index in doubted], before)
            logits[doubted] += (more - logits[doubted]) / (1 + before)
        return logits, list(directions)

    def _doubts_which(self, logits: NDArray[np.float32]) -> bool:
        """Whether that is a face, but hardly to be told which."""
        return self.labels[int(logits.argmax())] != NONE and softmax(logits).max() < self.sure

    def _otherwise_turned(
        self, picture: Picture, quads: Sequence[NDArray[np.float64]], logits: NDArray[np.float32]
    ) -> NDArray[np.float32]:
        """The faces' `logits` (n, labels), or those of a look at which a face that lies turned otherwise is sure."""
        views = face_looks(picture, [turned(quad, turn) for turn in self.turns for quad in quads], _FIRST_LOOK)
        looks = self._logits(views).reshape(len(self.turns), *logits.shape)
        surest = np.stack([max(seen, key=lambda row: softmax(row).max()) for seen in looks.swapaxes(0, 1)])
        return np.stack([self._either_way(row, turned) for row, turned in zip(logits, surest, strict=True)])

    def _either_way(self, upright: NDArray[np.float32], turned: NDArray[np.float32]) -> NDArray[np.float32]:
        """Of a face as it was found and as it is when its cube lies turned otherwise (logits of each): what counts.

        A cube is hardly ever found turned wrongly, and now and then a face that wasn't looks for sure like another
        when it is looked at so. But what as it was found is taken for `_SEEN_ASKEW` was.
        """
        name, chance = int(upright.argmax()), float(softmax(upright).max())
        other, sure = int(turned.argmax()), float(softmax(turned).max())
        if self.labels[other] == NONE or sure < self.sure:
            return upright
        askew = _SEEN_ASKEW.get(self.labels[name]) == self.labels[other]
        if other == name or askew or chance < _HARDLY:
            return turned
        return upright if chance >= _NEARLY else _both(upright, turned)

    def _doubt_askew(
        self, picture: Picture, quads: Sequence[NDArray[np.float64]], logits: NDArray[np.float32],
        askew: Sequence[bool],
    ) -> None:  # fmt: skip
        """Make doubtful, in `logits` (n, labels), what may be another face that was found turned by an eighth.
        `askew`: which of them may have been."""
        names = [self.labels[int(row.argmax())] for row in logits]
        asked = [index for index, name in enumerate(names) if name in _SEEN_ASKEW and askew[index]]
        if not asked:
            return
        looks = self._logits(face_looks(picture, [turned(quads[index], _ASKEW) for index in asked], _FIRST_LOOK))
        for index, look in zip(asked, looks, strict=True):
            if softmax(look)[self.labels.index(_SEEN_ASKEW[names[index]])] >= _ASKEW_SURE:
                logits[index] = _both(logits[index], look)

    def _one_look(
        self, picture: Picture, quads: Sequence[NDArray[np.float64]], number: int
    ) -> NDArray[np.float32]:
        """The logits (n, labels) of the look of that number in `LOOKS` at each face."""
        seen = face_looks(picture, quads, [LOOKS[number]])
        return self._logits(-seen if number in _NEGATIVES else seen)

    def _refuse_pips(
        self, picture: Picture, quads: Sequence[NDArray[np.float64]], logits: NDArray[np.float32]
    ) -> list[bool]:
        """Let, in `logits` (n, labels), a 6 and no face change places where it shows pips, and be as likely where it
        can't be told. Of each whether it can't."""
        six, none = self.labels.index("6"), self.labels.index(NONE)
        untold = [False] * len(quads)
        for index, (row, quad) in enumerate(zip(logits, quads, strict=True)):
            pips = shows_six_pips(picture, quad) if int(row.argmax()) == six else False
            if pips:
                row[[six, none]] = row[[none, six]]
            elif pips is None:
                row[none], untold[index] = row[six], True
        return untold

    def _logits(self, faces: NDArray[np.float32]) -> NDArray[np.float32]:
        """Faces (n, 2, CROP, CROP) to logits (n, labels), the mean of both networks'."""
        cells = folded(faces, FOLD)
        return np.asarray((self._network.ask(cells) + self._usual.ask(cells)) / 2, np.float32)

    def _scores(
        self, logits: NDArray[np.float32], seen: NDArray[np.float32] | None, like_pips: bool
    ) -> FaceScores:
        chances = softmax(logits)
        order = np.argsort(-chances)
        return FaceScores({self.labels[i]: float(chances[i]) for i in order}, seen, like_pips)


def face_looks(
    picture: Picture, quads: Sequence[NDArray[np.float64]], looks: Sequence[tuple[float, int]]
) -> NDArray[np.float32]:
    """The faces at `quads` as the network sees them, (n, 2, CROP, CROP): all of them in the first of the `looks`,
    which are as in `LOOKS`, then all in the next."""
    return np.ascontiguousarray(np.stack([
        np.rot90(classifier_input(face_crop(picture, zoomed(quad, zoom))), quarters, axes=(1, 2))
        for zoom, quarters in looks
        for quad in quads
    ]))


def _both(one: NDArray[np.float32], other: NDArray[np.float32]) -> NDArray[np.float32]:
    """Logits of what may as well be the one as the other."""
    return np.asarray(np.log((softmax(one) + softmax(other)) / 2 + np.finfo(np.float32).tiny))

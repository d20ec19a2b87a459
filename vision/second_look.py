"""Looks once more, in the mirror, where the finder saw fewer cubes than the set has.

A network sees a mirrored picture with other eyes: a cube that it hardly missed in the one it finds in the other.
What it hardly sees in the mirror either is looked at where a cube is missing still; and what may hide one is looked
for half as fine, too, for of an arm across a whole tray a part looks like nothing. What seems to be a hand and hides
no cube is looked at from all sides: what it isn't seldom looks like one every way up.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import cv2
import numpy as np

from vision.cameras.camera import Image
from vision.chances import bounded_log_odds, logistic
from vision.classifier import FaceClassifier
from vision.cube_set import SET_SIZE
from vision.finder import FAINT_SCORE, LEAST_SCORE, Finder, FinderResult, FoundCube, score_of
from vision.mat import Mat
from vision.networks import FINDER_MULTIPLE
from vision.obstruction import SUREST
from vision.on_mat import APART, trusted
from vision.search import search
from vision.view import Slant, View, view_of_tray


class Looks:
    """The finder, which looks twice where it must. `of_the_game`: whether it looks for five cubes of a set."""

    def __init__(self, finder: Finder, classifier: FaceClassifier, *, of_the_game: bool) -> None:
        self._finder = finder
        self._classifier = classifier
        self._of_the_game = of_the_game

    def find(self, image: Image, mat: Mat | None) -> FinderResult:
        """What lies there; where the mat tells a cube's top from its sides, the top is what is found of it."""
        if mat is None:
            found = search(
                self._finder, image, self._classifier.glance, score_of, parts_bear_faces=self._of_the_game
            )
        else:
            found = self._finder.find(view_of_tray(image, mat), _trust(mat))
        sure = [cube for cube in found.cubes if cube.score >= FAINT_SCORE and (mat is None or mat.zone(cube.center))]
        return found if self._of_the_game and len(sure) >= SET_SIZE else self._in_the_mirror(found, mat)

    def with_hardly_seen(self, found: FinderResult, mat: Mat) -> FinderResult:
        """`found` on the mat, and what the mirror shows, however hardly."""
        seen = found if found.hardly is not None else self._in_the_mirror(found, mat)
        return replace(seen, cubes=_surest_first([*seen.cubes, *(seen.hardly or ())]), hardly=())

    def for_hands(self, found: FinderResult, mat: Mat) -> FinderResult:
        """`found` on the mat, where it is covered as likely as that, the mirror or the coarser look shows most."""
        seen = found if found.hardly is not None else self._in_the_mirror(found, mat)
        coarse = self._finder.find(_half_as_fine(found.view)).obstruction.repeat(2, axis=0).repeat(2, axis=1)
        rows, columns = seen.obstruction.shape
        return replace(seen, obstruction=np.maximum(seen.obstruction, coarse[:rows, :columns]))

    def from_all_sides(self, found: FinderResult) -> FinderResult:
        """`found`, where it is covered as likely as it looks as it is, in the mirror and upside down together: the
        mean of their log odds."""
        mirrored = self._finder.find(found.view.mirrored()).obstruction[:, ::-1]
        upside_down = self._finder.find(found.view.upside_down()).obstruction[::-1, ::-1]
        plainly = found.obstruction if found.plainly is None else found.plainly
        looks = np.stack([plainly, mirrored, upside_down])
        return replace(found, obstruction=logistic(bounded_log_odds(looks, SUREST).mean(axis=0)))

    def _in_the_mirror(self, found: FinderResult, mat: Mat | None) -> FinderResult:
        return look_in_the_mirror(self._finder, found, _trust(mat), LEAST_SCORE, APART)


def _trust(mat: Mat | None) -> Callable[[FoundCube], float]:
    """How much it can be trusted that what was found is a top."""
    return score_of if mat is None else lambda cube: trusted(cube, mat)


def look_in_the_mirror(
    finder: Finder, found: FinderResult, trust: Callable[[FoundCube], float], least_score: float, apart: float
) -> FinderResult:
    """`found`, the cubes that only the mirrored view shows, and what covers a place as likely as either has it.

    `trust` as for `Finder.find`. A cube is added from `least_score` on, if it lies further from all others than
    `apart`, in widths of a cube; what is seen more faintly is kept apart, as hardly seen.
    """
    seen = finder.find(found.view.mirrored(), trust)
    cubes, hardly = list(found.cubes), list[FoundCube]()
    for cube in seen.cubes:
        others = (*cubes, *hardly)
        if all(np.hypot(*np.subtract(cube.center, other.center)) > apart * found.view.cube_px for other in others):
            (cubes if cube.score >= least_score else hardly).append(cube)
    obstruction = np.maximum(found.obstruction, seen.obstruction[:, ::-1])
    return replace(
        found, cubes=_surest_first(cubes), obstruction=obstruction, hardly=hardly, plainly=found.obstruction
    )


def _half_as_fine(view: View) -> View:
    """The same for cubes twice as large."""
    half = cv2.resize(view.pixels, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    below, right = (-side % FINDER_MULTIPLE for side in half.shape[:2])
    padded = cv2.copyMakeBorder(half, 0, below, 0, right, cv2.BORDER_REPLICATE)
    to_view = np.array([[2.0, 0.0, 0.5], [0.0, 2.0, 0.5], [0.0, 0.0, 1.0]])
    slant = view.slant and Slant(*(length / 2 for length in view.slant))
    return replace(
        view, pixels=np.asarray(padded, np.uint8), to_picture=view.to_picture @ to_view, cube_px=2 * view.cube_px,
        slant=slant,
    )  # fmt: skip


def _surest_first(cubes: Sequence[FoundCube]) -> list[FoundCube]:
    return sorted(cubes, key=score_of, reverse=True)

"""Where cubes may lie that are missing: what seems foreign, or hardly anything, and yet shows a face."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from controller.ports import Point
from vision.cameras.camera import Image
from vision.classifier import FaceClassifier
from vision.finder import FinderResult
from vision.sifting import FOREIGN_SCORE
from vision.touching import places_beside, places_between

_TURNS = (0.0, 22.5, 45.0, 67.5)  # degrees by which a cube may be turned of which only the middle is known
_FACE_CHANCE, _SURELY_FACE = 0.5, 0.99
"""From this chance a thing that seems foreign bears a face; and from this one what hardly seems anything does, for
sides and what is printed on a mat, looked at as if a cube lay there, now and then do nearly as surely."""


def things_with_faces(classifier: FaceClassifier, image: Image, found: FinderResult) -> tuple[Point, ...]:
    """Middles of the things that seem foreign and yet, however a cube may lie there, show a face of the set."""
    things = [thing.center for thing in found.foreign if thing.score >= FOREIGN_SCORE]
    quads = [square_about(thing, found.view.cube_px, turn) for thing in things for turn in _TURNS]
    faces = classifier.glance(image, quads)[:, 0].reshape(len(things), len(_TURNS)).max(axis=1, initial=0)
    return tuple(thing for thing, face in zip(things, faces, strict=True) if face >= _FACE_CHANCE)


def touching_with_faces(
    classifier: FaceClassifier, image: Image, found: FinderResult, cubes: Sequence[NDArray[np.float64]]
) -> tuple[Point, ...]:
    """Middles of what hardly seems anything and yet, lying as a cube that touches one of the `cubes` (4, 2), surely
    shows a face."""
    return _that_show_faces(classifier, image, places_beside(cubes, [thing.center for thing in found.foreign]))


def between_with_faces(
    classifier: FaceClassifier, image: Image, cubes: Sequence[NDArray[np.float64]]
) -> tuple[Point, ...]:
    """Middles of the places between two of the `cubes` (4, 2) that just hold a third and surely show a face: in a
    block of dice the finder now and then overlooks one wholly."""
    return _that_show_faces(classifier, image, places_between(cubes))


def _that_show_faces(
    classifier: FaceClassifier, image: Image, places: Sequence[NDArray[np.float64]]
) -> tuple[Point, ...]:
    faces = classifier.glance(image, places)[:, 0]
    middles = [place.mean(axis=0) for place, face in zip(places, faces, strict=True) if face >= _SURELY_FACE]
    return tuple((float(x), float(y)) for x, y in middles)


def square_about(middle: Point, side: float, degrees: float) -> NDArray[np.float64]:
    """The corners (4, 2) of a square that is turned by so much, clockwise in the picture."""
    angles = np.radians(degrees + np.array([-135.0, -45.0, 45.0, 135.0]))
    return np.asarray(middle + side / np.sqrt(2) * np.column_stack([np.cos(angles), np.sin(angles)]))

"""Cubes in pictures of which nothing is known: no mat, any size."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from vision.classifier import FaceClassifier
from vision.finder import Finder, FinderResult, FoundCube, score_of
from vision.networks import CUBE_WIDTH
from vision.search import SIDES, search
from vision.training.scenes import is_readable, random_scene
from vision.view import View, plain_view

SIZE = (640, 512)
SHARE = 0.2
"""A cube that is found so near to its middle, in parts of its width, is found."""


@pytest.fixture(scope="module")
def finder() -> Finder:
    return Finder()


@pytest.fixture(scope="module")
def classifier() -> FaceClassifier:
    return FaceClassifier()


def test_nearly_every_cube_is_found_however_large_it_is(finder: Finder, classifier: FaceClassifier) -> None:
    found = []
    for seed in range(7000, 7020):
        width = 36.0 + 2 * (seed - 7000)
        scene = random_scene(seed, "validation", SIZE, cubes=5, face_px=width, plain=True)
        seen = [cube.center for cube in search(finder, scene.picture, classifier.glance).cubes]
        for cube in (cube for cube in scene.cubes if cube.face and is_readable(cube) and cube.in_sight > 0.95):
            apart = [np.hypot(*(np.array(center) - cube.quad.mean(0))) for center in seen]
            found.append(min(apart, default=np.inf) < SHARE * width)
    assert len(found) > 60
    assert np.mean(found) >= 0.85


@pytest.mark.parametrize("brightness", [0, 90, 255])
def test_nothing_is_found_in_a_blank_picture(finder: Finder, classifier: FaceClassifier, brightness: int) -> None:
    found = search(finder, np.full((480, 640, 3), brightness, np.uint8), classifier.glance)
    assert found.cubes == []
    assert found.foreign == []


class OnlyFromAfar(Finder):
    """Sees one thing, and only where the picture is looked at smallest: much larger than a cube is there."""

    def find(self, view: View, trust: Callable[[FoundCube], float] = score_of) -> FinderResult:
        seen = super().find(view, trust)
        if view.pixels.shape[1] >= SIDES[1]:
            return replace(seen, cubes=[])
        corner = 2.5 * view.cube_px * np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float64)
        return replace(seen, cubes=[FoundCube((100.0, 100.0), corner, 0.9, 0.0)])


def test_what_is_seen_at_one_scale_alone_and_of_another_size_is_no_cube(classifier: FaceClassifier) -> None:
    blank = np.full((480, 640, 3), 90, np.uint8)
    assert OnlyFromAfar().find(plain_view(blank, CUBE_WIDTH * 640 / SIDES[0])).cubes
    assert search(OnlyFromAfar(), blank, classifier.glance).cubes == []


@pytest.mark.parametrize(
    ("picture", "told"),
    [
        (np.zeros((100, 100), np.uint8), "must be a uint8 array"),
        (np.zeros((100, 100, 3), np.float32), "must be a uint8 array"),
        (None, "must be a uint8 array"),
        (np.zeros((4, 100, 3), np.uint8), "too small"),
    ],
)
def test_what_is_no_picture_is_refused_in_words(
    finder: Finder, classifier: FaceClassifier, picture: object, told: str
) -> None:
    with pytest.raises(ValueError, match=told):
        search(finder, picture, classifier.glance)  # type: ignore[arg-type]

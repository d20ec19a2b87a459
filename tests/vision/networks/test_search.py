"""Cubes in pictures of which nothing is known: no mat, any size."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.networks.laid import from_near, thrown_flat
from tests.vision.networks.throwing import thrown
from vision.cameras.camera import Image
from vision.classifier import FaceClassifier
from vision.finder import Finder, FinderResult, FoundCube, FoundObject, score_of
from vision.networks import CUBE_WIDTH
from vision.quads import width_of
from vision.search import OTHERS_SCORE, SIDES, search
from vision.simulation.camera import SimulatedTray
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

    afar = CUBE_WIDTH * 640 / SIDES[0]

    def find(self, view: View, trust: Callable[[FoundCube], float] = score_of) -> FinderResult:
        seen = super().find(view, trust)
        if view.cube_px < self.afar:
            return replace(seen, cubes=[])
        corner = 2.5 * view.cube_px * np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float64)
        return replace(seen, cubes=[FoundCube((100.0, 100.0), corner, 0.9, 0.0)])


def test_what_is_seen_at_one_scale_alone_and_of_another_size_is_no_cube(classifier: FaceClassifier) -> None:
    blank = np.full((480, 640, 3), 90, np.uint8)
    assert OnlyFromAfar().find(plain_view(blank, OnlyFromAfar.afar)).cubes
    assert search(OnlyFromAfar(), blank, classifier.glance).cubes == []


class Heap(Finder):
    """Sees one cube, and so many foreign things on it, as small as a third of it."""

    side = 240.0

    def __init__(self, things: int) -> None:
        super().__init__()
        self.things = things

    def find(self, view: View, trust: Callable[[FoundCube], float] = score_of) -> FinderResult:
        corner = 200.0 + self.side * np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float64)
        middle = (320.0, 320.0)
        near = abs(np.log(view.cube_px / self.side)) < 0.4
        finer = 0.2 * self.side < view.cube_px < 0.45 * self.side
        places = [(250.0, 250.0), (390.0, 250.0), (250.0, 390.0), (390.0, 390.0)]
        return replace(
            super().find(view, trust),
            cubes=[FoundCube(middle, corner, 0.9, 0.0)] if near else [],
            foreign=[FoundObject(place, 0.8) for place in places[: self.things]] if finer else [],
        )


@pytest.mark.parametrize(("things", "cubes"), [(0, 1), (2, 1), (3, 0), (4, 0)])
def test_several_things_that_lie_together_are_not_one_large_cube(
    classifier: FaceClassifier, things: int, cubes: int
) -> None:
    picture = np.full((640, 640, 3), 90, np.uint8)
    assert len(search(Heap(things), picture, classifier.glance).cubes) == cubes


def test_a_cube_that_nearly_fills_the_picture_is_found(finder: Finder, classifier: FaceClassifier) -> None:
    found = tried = 0
    for seed in range(50):
        scene = random_scene(60_000 + seed, "validation", SIZE, cubes=1, face_px=150, plain=True)
        cube = scene.cubes[0]
        (left, top), (right, bottom) = cube.quad.min(axis=0) - 20, cube.quad.max(axis=0) + 20
        if left < 0 or top < 0 or right > SIZE[0] or bottom > SIZE[1] or not is_readable(cube):
            continue
        close_up = np.ascontiguousarray(scene.picture[int(top) : int(bottom), int(left) : int(right)])
        corners = cube.quad - (int(left), int(top))
        tried += 1
        found += any(
            np.hypot(*np.subtract(each.center, corners.mean(axis=0))) < SHARE * width_of(corners)
            and abs(np.log(width_of(each.quad) / width_of(corners))) < SHARE
            for each in search(finder, close_up, classifier.glance).cubes
        )
    assert tried >= 12
    assert found >= 0.7 * tried, f"{found} of {tried}"


@pytest.mark.parametrize(
    ("seed", "cube_set", "size", "wear", "throw"),
    [
        (84000, None, 16.5, 0.0, 3), (84000, None, 16.5, 0.0, 5), (84000, None, 16.5, 0.0, 7),
        (93001, "temple", 16.01587, 0.0, 9), (93036, None, 17.192645, 0.4856, 1),
    ],
)  # fmt: skip
def test_parts_of_faces_that_look_like_faces_are_not_taken_for_cubes(
    finder: Finder, classifier: FaceClassifier, seed: int, cube_set: str | None, size: float, wear: float,
    throw: int,
) -> None:
    tray = SimulatedTray(seed=seed, cube_set=cube_set, paced=False, lean_chance=0.01, cube_size=size, wear=wear)
    for _ in range(throw):
        thrown(tray)
    image, lying = thrown(tray)
    tray.close()
    quads = np.array([cube.quad for cube in lying])
    sizes = [width_of(cube.quad) for cube in search(finder, close_up(image, quads), classifier.glance).cubes[:5]]
    assert sizes == pytest.approx([width_of(quads[0])] * 5, rel=0.25)


@pytest.mark.parametrize(
    ("seed", "size", "wear"),
    [(1206, 15.48, 0.0), (1211, 16.92, 0.0), (1218, 17.78, 0.19), (1236, 16.9, 0.0), (1245, 15.32, 0.09)],
)
def test_symbols_on_the_sides_of_a_lone_cube_are_not_taken_for_cubes(
    finder: Finder, classifier: FaceClassifier, seed: int, size: float, wear: float
) -> None:
    picture, corners, _ = thrown_flat(seed, 1, size, wear)
    surest = search(finder, from_near(picture, corners), classifier.glance).cubes[0]
    assert width_of(surest.quad) == pytest.approx(width_of(corners), rel=0.25)


def test_a_cube_of_another_size_beside_the_others_is_told_of(finder: Finder, classifier: FaceClassifier) -> None:
    """Beside four cubes one of the same throw is shown, as large as they are or as if it lay nearer: of those a third
    bears its face out at several scales."""
    told = {1.0: 0, 2.2: 0}
    for seed in range(84100, 84120):
        tray = SimulatedTray(seed=seed, paced=False, lean_chance=0.0, touch_chance=0.0)
        image, lying = thrown(tray)
        tray.close()
        quads = sorted((np.array(cube.quad) for cube in lying), key=lambda quad: float(quad[:, 0].mean()))
        table, other = close_up(image, np.array(quads[:4])), close_up(image, np.array(quads[4:]), 0.7)
        for larger in told:
            nearer = cv2.resize(other, None, fx=larger, fy=larger, interpolation=cv2.INTER_CUBIC)
            found = search(finder, beside_each_other(table, np.asarray(nearer, np.uint8)), classifier.glance)
            told[larger] += any(
                thing.score >= OTHERS_SCORE and thing.center[0] > table.shape[1] for thing in found.foreign
            )
    assert told[1.0] <= 1
    assert told[2.2] >= 5


def beside_each_other(*images: Image) -> Image:
    """Pictures in a row, each as high as the highest."""
    height = max(map(len, images))
    return np.hstack([
        cv2.copyMakeBorder(each, 0, height - len(each), 0, 0, cv2.BORDER_REPLICATE) for each in images
    ])  # fmt: skip


def close_up(image: Image, quads: NDArray[np.float64], around: float = 1.5) -> Image:
    """What a picture shows of cubes (n, 4, 2) and of the table so many widths of a cube round them."""
    room = around * np.hypot(*(quads[0, 1] - quads[0, 0]))
    left, top = np.maximum(0, quads.min(axis=(0, 1)) - room).astype(int)
    right, bottom = (quads.max(axis=(0, 1)) + room).astype(int)
    return np.ascontiguousarray(image[top:bottom, left:right])


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

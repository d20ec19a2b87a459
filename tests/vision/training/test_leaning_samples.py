"""What the leaning network learns from: which way a cube's top faces, in the view from above."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.networks import LEAN_CROP, LEAN_REACH
from vision.training.leaning_samples import LeaningSamples, seen_from_above
from vision.training.scenes import Scene, SceneCube, random_scene

SCENES = [random_scene(seed, "validation", (352, 352), cubes=5, face_px=44.0) for seed in range(7400, 7420)]
CUBES = [(scene, cube) for scene in SCENES for cube in scene.cubes]


def in_view(scene: Scene, cube: SceneCube, place: np.ndarray) -> np.ndarray:
    """Where a place in the world is seen, in sides of the cube about its top."""
    to_pixels, _, _ = seen_from_above(scene, cube)
    pixel = scene.camera.project(place[None])[0]
    seen = np.linalg.inv(to_pixels) @ [*pixel, 1.0]
    return np.asarray(seen[:2] / seen[2])


def test_a_top_faces_the_way_that_the_picture_shows() -> None:
    leaning = [(scene, cube) for scene, cube in CUBES if cube.tilt > np.radians(10)]
    assert len(leaning) > 10
    for scene, cube in leaning:
        _, _, facing = seen_from_above(scene, cube)
        middle = np.array([*_place(scene, cube), cube.side])
        step = in_view(scene, cube, middle + np.array([*cube.up[:2], 0.0])) - in_view(scene, cube, middle)
        assert cube.side * step == pytest.approx(facing, abs=0.02)


def _place(scene: Scene, cube: SceneCube) -> np.ndarray:
    """Where the line of sight to a top's middle is as high above the floor as a flat cube's top."""
    behind, under = scene.camera.floor(cube.quad.mean(0)[None])[0], scene.camera.position[:2]
    return np.asarray(behind + (under - behind) * cube.side / scene.camera.position[2])


def test_a_flat_top_is_an_upright_square_and_the_camera_looks_along_it() -> None:
    flat = [(scene, cube) for scene, cube in CUBES if cube.tilt < np.radians(0.5)]
    assert len(flat) > 10
    for scene, cube in flat:
        to_pixels, slant, _ = seen_from_above(scene, cube)
        seen = cv2.perspectiveTransform(cube.quad.reshape(1, 4, 2), np.linalg.inv(to_pixels))[0]
        assert np.abs(seen) == pytest.approx(np.full((4, 2), 0.5), abs=0.03)
        behind = in_view(scene, cube, np.array([*scene.camera.floor(cube.quad.mean(0)[None])[0], cube.side]))
        assert behind == pytest.approx(slant, abs=0.03)
        assert slant[0] >= slant[1] >= 0.0


def test_it_faces_aside_by_as_much_as_it_leans() -> None:
    for scene, cube in CUBES:
        assert np.hypot(*seen_from_above(scene, cube)[2]) == pytest.approx(np.sin(cube.tilt), abs=1e-6)


def test_turned_mirrored_and_zoomed_the_truth_goes_with_the_picture() -> None:
    rng = np.random.default_rng(8)
    off = []
    for angle in rng.uniform(0, 2 * np.pi, 40):
        way = np.array([np.cos(angle), np.sin(angle)])
        samples = LeaningSamples(dotted(0.7 * way), np.float32([[0.4, 0.3]]), np.float32([0.5 * way]))
        seen, truth = samples.random_input(0, rng)
        step = brightest(seen) - truth[:2]
        off.append(np.degrees(np.arccos(step @ truth[2:] / np.hypot(*step) / np.hypot(*truth[2:]))))
        assert np.hypot(*truth[2:]) == pytest.approx(0.5, abs=1e-5)
    assert np.quantile(off, 0.9) < 12, "now and then something else is brighter in a weathered picture"
    assert samples.tilts == pytest.approx([np.radians(30)])


def dotted(place: np.ndarray) -> np.ndarray:
    """One sample's picture: a white dot at a place, in sides from the middle, on black."""
    size, reach = 112, 1.8
    across, down = np.meshgrid(*[np.linspace(-reach, reach, size)] * 2)
    dot = np.hypot(across - place[0], down - place[1]) < 0.12
    return np.repeat(dot[None, ..., None], 3, axis=3).astype(np.uint8) * 255


def brightest(seen: np.ndarray) -> np.ndarray:
    """Where the network's input is brightest, in sides from its middle."""
    cells = cv2.GaussianBlur(seen[:-2].sum(0), (0, 0), 1.0)
    down, across = np.unravel_index(int(np.argmax(cells)), cells.shape)
    pixels = (np.array([across, down]) + 0.5) * (LEAN_CROP / len(cells)) - 0.5
    return np.asarray((pixels / ((LEAN_CROP - 1) / 2) - 1) * LEAN_REACH)

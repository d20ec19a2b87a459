"""What the facing network learns from: views from above tables that are tipped."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.vision.training.test_leaning_samples import brightest, dotted
from vision.training.facing_views import random_view, tipped
from vision.training.leaning_samples import LeaningSamples, seen_from_above
from vision.training.scenes import Scene, SceneCube, random_scene

SCENES = [random_scene(seed, "validation", (352, 352), cubes=5, face_px=44.0) for seed in range(7400, 7408)]
CUBES = [(scene, cube) for scene in SCENES for cube in scene.cubes]


def test_a_tipped_table_is_seen_as_a_camera_shows_it() -> None:
    """Held against the same plane laid through the top's middle in the scene itself."""
    rng = np.random.default_rng(9)
    for scene, cube in CUBES:
        _, slant, facing = seen_from_above(scene, cube)
        middle, sides = _middle(scene, cube), np.linalg.inv(_axes(scene, cube))
        tip = rng.normal(0, 0.12, 2)
        upright = np.array([*(sides @ tip), 1.0]) / np.sqrt(1 + tip @ tip)
        across, along = (_tipped_over(np.array([*side, 0.0]), upright) for side in sides.T)
        view = tipped(slant, facing, tip)
        shown = np.column_stack([_step(scene, cube, middle, edge) for edge in (across, along)])
        assert view.to_top == pytest.approx(shown / np.sqrt(abs(np.linalg.det(shown))), abs=1e-3)
        away = middle - scene.camera.position
        assert view.slant == pytest.approx([away @ across, away @ along] / -(away @ upright), abs=1e-3)
        assert view.facing == pytest.approx([cube.up @ across, cube.up @ along], abs=1e-6)


def test_no_table_is_tipped_so_far_that_it_is_looked_at_from_below() -> None:
    slant, facing, steep = np.array([1.2, 0.6]), np.zeros(2), np.array([2.0, 2.0])
    assert tipped(slant, facing, steep).slant == pytest.approx(slant)
    assert tipped(slant, facing, -steep).slant != pytest.approx(slant)


def _middle(scene: Scene, cube: SceneCube) -> np.ndarray:
    """Where the line of sight to a top's middle is as high above the floor as a flat cube's top."""
    behind, under = scene.camera.floor(cube.quad.mean(0)[None])[0], scene.camera.position[:2]
    return np.array([*(behind + (under - behind) * cube.side / scene.camera.position[2]), cube.side])


def _axes(scene: Scene, cube: SceneCube) -> np.ndarray:
    """How a step on the table, in sides of the cube, is seen from above (2, 2)."""
    return np.column_stack([_step(scene, cube, _middle(scene, cube), edge) for edge in np.eye(3)[:2]])


def _step(scene: Scene, cube: SceneCube, place: np.ndarray, way: np.ndarray) -> np.ndarray:
    """A very short step from a place in the world, as seen from above, times as much as it is short."""
    short = 1e-3
    pixels = scene.camera.project(np.array([place, place + short * cube.side * way]))
    seen = cv2.perspectiveTransform(pixels[None], np.linalg.inv(seen_from_above(scene, cube)[0]))[0]
    return np.asarray((seen[1] - seen[0]) / short)


def _tipped_over(edge: np.ndarray, upright: np.ndarray) -> np.ndarray:
    """A level edge, turned as what was upright is."""
    axis = np.cross([0.0, 0.0, 1.0], upright)
    cosine = upright[2]
    return np.asarray(cosine * edge + np.cross(axis, edge) + axis * (axis @ edge) / (1 + cosine))


def test_turned_mirrored_and_zoomed_the_truth_goes_with_the_picture() -> None:
    rng = np.random.default_rng(8)
    off = []
    for angle in rng.uniform(0, 2 * np.pi, 60):
        way = np.array([np.cos(angle), np.sin(angle)])
        samples = LeaningSamples(dotted(0.7 * way), np.float32([[0.4, 0.3]]), np.float32([0.9 * way]))
        view = random_view(samples, 0, rng)
        step = brightest(view.values) - view.center
        off.append(np.degrees(np.arccos(step @ view.facing / np.hypot(*step) / np.hypot(*view.facing))))
    assert np.quantile(off, 0.9) < 15, "it is seen from above a tipped table, and now and then weathered"


def test_what_is_tipped_far_is_not_told_to_lean() -> None:
    rng = np.random.default_rng(8)
    flat = LeaningSamples(dotted(np.zeros(2)), np.float32([[0.4, 0.3]]), np.float32([[0.0, 0.0]]))
    views = [random_view(flat, 0, rng) for _ in range(200)]
    tips = {tells: [np.hypot(*view.facing) for view in views if view.tells == tells] for tells in (True, False)}
    assert np.median(tips[False]) > 0.1
    assert max(tips[True]) < 0.15

"""The pictures that the networks learn from, and the truth told about them."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.drawings import FACES
from vision.networks import CLASSES, CUBE_WIDTH, STRIDE, classifier_input, face_crop, quad_from_shape, shape_of_quad
from vision.training import samples
from vision.training.cubes3d import random_camera, resting_box
from vision.training.finder_samples import FINDER_SIZE, SPOT_CUBE, SPOT_DIE, finder_sample
from vision.training.floors import random_even_floor
from vision.training.samples import load_finder_samples, load_patches, make_samples
from vision.training.scenes import is_cocked, is_readable, random_scene, random_scenes
from vision.training.trays import paint_tray


def test_a_seed_always_gives_the_same_scene() -> None:
    one, other, third = (random_scene(seed, "training", (200, 160)) for seed in (5, 5, 6))
    assert np.array_equal(one.picture, other.picture)
    assert not np.array_equal(one.picture, third.picture)


def test_scenes_hold_what_a_table_holds() -> None:
    scenes = [random_scene(seed, "training", (320, 256)) for seed in range(120)]
    cubes = [cube for scene in scenes for cube in scene.cubes]
    assert {cube.face for cube in cubes} == {*FACES, None}
    assert any(is_cocked(cube) for cube in cubes)
    assert any(scene.foreign for scene in scenes)
    assert any(scene.covered.any() for scene in scenes)
    assert any(not scene.cubes for scene in scenes)
    assert any(0.2 < cube.in_sight < 0.8 for cube in cubes)


def test_in_some_scenes_somebody_reaches_for_the_very_same_cubes() -> None:
    pairs = [random_scenes(seed, "training", (200, 160), face_px=30) for seed in range(60)]
    reached = [pair for pair in pairs if pair[0] is not pair[1]]
    assert 2 <= len(reached) <= 20
    for without_hand, scene in reached:
        assert [cube.quad.tolist() for cube in scene.cubes] == [cube.quad.tolist() for cube in without_hand.cubes]
        assert scene.covered.any()
    assert any(
        is_readable(before) and not is_readable(now)
        for without_hand, scene in reached for before, now in zip(without_hand.cubes, scene.cubes, strict=True)
    )


def test_a_cubes_quad_is_where_its_top_face_is_drawn() -> None:
    """A white cube on black: its lit top is brighter than anything just outside its quad on the far side."""
    rng = np.random.default_rng(1)
    for _ in range(20):
        camera = random_camera(rng, (400, 300), 3.0)
        box = resting_box(rng, np.array([0.0, 0.0]), 16, rng.uniform(0, 6), 0.0, 0.1)
        quad = camera.project(box.side_quad(0))
        assert np.allclose(box.side_quad(0)[:, 2], 16)
        assert 3.0 * 16 * 0.8 < np.hypot(*(quad[1] - quad[0])) < 3.0 * 16 * 1.3
        area = cv2.contourArea(quad.astype(np.float32), oriented=True)
        assert area > 0, "the corners run clockwise in the picture, so that no glyph is mirrored"


def test_from_the_side_what_stands_points_up_in_the_picture_and_tops_are_foreshortened() -> None:
    rng = np.random.default_rng(6)
    ups, shares = [], []
    for _ in range(200):
        camera = random_camera(rng, (400, 300), 3.0, from_the_side=True)
        foot, tip = camera.project(np.array([[0.0, 0.0, 0.0], [0.0, 0.0, 16.0]]))
        ups.append((foot - tip)[1] / np.hypot(*(foot - tip)))
        top = camera.project(resting_box(rng, np.zeros(2), 16, 0.0, 0.0, 0.1).side_quad(0))
        shares.append(cv2.contourArea(top.astype(np.float32)) / (3.0 * 16) ** 2)
    assert np.quantile(ups, 0.15) > 0.8, "up, give or take how a camera is held and where in its picture that is"
    assert 0.6 < np.quantile(shares, 0.05) < 0.75 < np.quantile(shares, 0.95) < 1.1


def test_a_foreign_die_is_told_with_its_outline() -> None:
    spots = np.concatenate([finder_sample(seed, "training")[0][2] for seed in range(400, 460)])
    dice = spots[spots[:, 0] == SPOT_DIE]
    assert len(dice) > 5
    assert np.allclose(np.hypot(*dice[:, 6:8].T), 1, atol=1e-3), "turns are told as cosine and sine"
    assert np.allclose(dice[:, 9], CUBE_WIDTH * np.exp(dice[:, 3]), rtol=1e-3)


def test_a_leaning_cube_stands_on_the_floor() -> None:
    box = resting_box(np.random.default_rng(2), np.array([3.0, 4.0]), 16, 0.3, np.radians(30), 0.1)
    assert box.corners()[:, 2].min() == pytest.approx(0, abs=1e-9)
    assert np.degrees(np.arccos(box.normal(0)[2])) == pytest.approx(30)


def test_a_flat_cube_stands_on_its_side_and_a_leaning_one_on_an_edge() -> None:
    rng = np.random.default_rng(4)
    flat, leaning = (resting_box(rng, np.zeros(2), 16, 0.3, np.radians(tilt), 0.1) for tilt in (0, 35))
    assert cv2.contourArea(flat.stands_on().astype(np.float32)) == pytest.approx(16 * 16)
    assert cv2.contourArea(leaning.stands_on().astype(np.float32)) < 0.5 * 16 * 16


def test_trays_change_the_picture_and_stay_within_what_a_picture_can_hold() -> None:
    changed = 0
    for seed in range(20):
        rng = np.random.default_rng(seed)
        camera = random_camera(rng, (320, 256), 2.5)
        floor = random_even_floor(rng, (320, 256), 2.5)
        picture = floor.copy()
        paint_tray(picture, rng, camera, 2.5)
        assert 0 <= picture.min() <= picture.max() <= 255
        changed += np.mean(np.abs(picture - floor) > 1) > 0.1
    assert changed >= 15


def test_a_quad_comes_back_from_the_numbers_that_tell_it() -> None:
    rng = np.random.default_rng(3)
    for _ in range(200):
        square = CUBE_WIDTH * np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])
        skewed = square @ (np.eye(2) + rng.normal(0, 0.1, (2, 2))).T
        quad = skewed @ _turn(rng.uniform(0, 7)).T + rng.uniform(0, 300, 2)
        back = quad_from_shape(*shape_of_quad(quad))
        closest = min(np.abs(np.roll(back, shift, 0) - quad).max() for shift in range(4))
        assert closest < 1e-6


def test_samples_are_written_once_and_read_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(samples, "_BLOCK", 4)
    make_samples(tmp_path, "validation", 4, 20, seed=3, workers=1)
    files = {file: file.stat().st_mtime_ns for file in tmp_path.iterdir()}
    make_samples(tmp_path, "validation", 4, 20, seed=3, workers=1)
    assert {file: file.stat().st_mtime_ns for file in tmp_path.iterdir()} == files
    found = load_finder_samples(tmp_path, "validation", 3, 4)
    assert found.pictures.shape == (4, FINDER_SIZE[1], FINDER_SIZE[0], 3)
    assert found.covered.shape == (4, FINDER_SIZE[1] // STRIDE, FINDER_SIZE[0] // STRIDE)
    assert (found.spots[:, :, 0] == SPOT_CUBE).any()
    patches = load_patches(tmp_path, "validation", 3, 4, 20)
    assert len(patches.pictures) == len(patches.classes) == len(patches.manners) > 10
    assert patches.classes.max() < len(CLASSES)


def test_a_crop_looks_the_same_to_the_classifier_in_any_colours() -> None:
    """Blue ink on green of equal brightness stands out as black on white does."""
    mask = np.zeros((120, 120, 1))
    mask[45:75, 50:70] = 1
    quad = np.array([[20.0, 20.0], [100.0, 20.0], [100.0, 100.0], [20.0, 100.0]])
    seen = []
    for body, ink in (((255, 255, 255), (0, 0, 0)), ((180, 60, 40), (20, 90, 60))):
        picture = np.uint8(np.array(body) * (1 - mask) + np.array(ink) * mask)
        seen.append(classifier_input(face_crop(picture, quad))[0])
    assert abs(np.corrcoef(seen[0].ravel(), seen[1].ravel())[0, 1]) > 0.99


def _turn(angle: float) -> np.ndarray:
    return np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])

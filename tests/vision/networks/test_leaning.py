"""Leaning cubes told from flat ones: the geometry by hand, the network on a renderer that it never saw."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision.networks.throwing import thrown
from vision.judgement import COCKED_CHANCE
from vision.leaning import LeaningWatch, top_views
from vision.mat import Mat
from vision.mat_finder import MatFinder
from vision.simulation.camera import SimulatedTray
from vision.simulation.truth import LyingCube


@pytest.fixture(scope="module")
def watch() -> LeaningWatch:
    return LeaningWatch()


def test_leaning_cubes_are_told_and_flat_ones_hardly_ever_said_to_lean(watch: LeaningWatch) -> None:
    told: dict[bool, list[bool]] = {True: [], False: []}
    for seed in range(300, 306):
        tray = SimulatedTray(seed=seed, paced=False, lean_chance=0.4)
        for _ in range(4):
            image, lying = thrown(tray)
            mat = MatFinder().find(image)
            assert mat is not None
            stances = watch.look(image, mat, [np.array(cube.quad) for cube in lying])
            for cube, stance in zip(lying, stances, strict=True):
                told[cube.tilt > 10].append(stance.leans >= COCKED_CHANCE)
        tray.close()
    assert len(told[True]) > 20
    assert np.mean(told[True]) >= 0.95
    assert np.mean(told[False]) <= 0.02


def test_a_cube_that_is_looked_at_beside_its_middle_is_found_at_its_middle(watch: LeaningWatch) -> None:
    rng = np.random.default_rng(5)
    off, said_to_lean = [], []
    for seed in range(320, 325):
        tray = SimulatedTray(seed=seed, paced=False, lean_chance=0.0)
        for _ in range(4):
            image, lying = thrown(tray)
            mat = MatFinder().find(image)
            assert mat is not None
            side = mat.cube_pixels()
            beside = [np.array(cube.quad) + 0.15 * side * _somewhere(rng) for cube in lying]
            stances = watch.look(image, mat, beside)
            off += [float(np.hypot(*np.subtract(one.center, two.center))) / side
                    for one, two in zip(stances, lying, strict=True)]
            said_to_lean += [stance.leans >= COCKED_CHANCE for stance in stances]
        tray.close()
    assert np.median(off) < 0.05
    assert np.max(off) < 0.15
    assert np.mean(said_to_lean) <= 0.04


def _somewhere(rng: np.random.Generator) -> np.ndarray:
    angle = rng.uniform(0, 2 * np.pi)
    return np.array([np.cos(angle), np.sin(angle)])


def test_a_flat_cubes_top_is_an_upright_square_in_the_view_from_above() -> None:
    tray = SimulatedTray(seed=303, paced=False, lean_chance=0.0)
    image, lying = thrown(tray)
    mat = MatFinder().find(image)
    assert mat is not None
    for cube, top in zip(lying, top_views(mat, np.array([cube.quad for cube in lying])), strict=True):
        seen = cv2.perspectiveTransform(np.array([cube.quad]), np.linalg.inv(top.to_pixels))[0]
        assert np.allclose(np.abs(seen), 0.5, atol=0.05)
        assert np.allclose(seen.mean(axis=0), 0.0, atol=0.03)
        assert np.hypot(*top.slant) == pytest.approx(_obliquity(tray, mat, cube), abs=0.05)
        assert top.slant[0] >= top.slant[1] >= 0.0
    tray.close()


def test_in_the_view_from_above_the_floor_behind_a_cube_lies_where_the_camera_looks() -> None:
    tray = SimulatedTray(seed=304, paced=False, lean_chance=0.0)
    image, lying = thrown(tray)
    mat = MatFinder().find(image)
    assert mat is not None
    for cube, top in zip(lying, top_views(mat, np.array([cube.quad for cube in lying])), strict=True):
        for degrees, zoom in ((0.0, 1.0), (30.0, 1.0), (-80.0, 1.0)):
            turned = top.turned(degrees, zoom)
            behind = mat.to_pixels(mat.to_mm([cube.center], floor=True))
            seen = cv2.perspectiveTransform(behind.reshape(1, 1, 2), np.linalg.inv(turned.to_pixels))[0, 0]
            assert seen == pytest.approx(turned.slant, abs=0.02)
    tray.close()


def _obliquity(tray: SimulatedTray, mat: Mat, cube: LyingCube) -> float:
    """The tangent of the angle at which the simulated camera truly looks at a cube's top."""
    x, y = mat.to_mm([cube.center])[0]
    away = np.array([x, y, mat.settings.cube]) - tray.look.view.position
    return float(np.hypot(away[0], away[1]) / -away[2])


def test_no_cubes_have_no_stance(watch: LeaningWatch) -> None:
    tray = SimulatedTray(seed=303, paced=False)
    frame = tray.read()
    assert frame is not None
    mat = MatFinder().find(frame.image)
    assert mat is not None
    assert watch.look(frame.image, mat, []) == []
    tray.close()


def test_a_missing_network_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="make train"):
        LeaningWatch(tmp_path / "leaning.onnx")

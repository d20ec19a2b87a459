"""Leaning cubes told from flat ones: the geometry by hand, the network on a renderer that it never saw."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision.networks.throwing import thrown
from vision.from_above import shown, top_views
from vision.judgement import COCKED_CHANCE
from vision.leaning import LeaningWatch
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


DARK = {"yellow, evening": (95036, None, 17.26, 0.0, 8), "orange, warm lamp": (94039, "carnival", 17.0, 0.0, 2),
        "orange, worn, evening": (95105, "carnival", 17.12, 0.891, 3)}  # fmt: skip
"""Looks of the simulated tray whose leaning cubes' shaded sides are as dark as a shadow: seed, set of cubes, their
size and wear, and with which throw one leans."""


@pytest.mark.parametrize(("seed", "cubes", "size", "wear", "throws"), DARK.values(), ids=DARK)
def test_a_leaning_cube_whose_side_is_as_dark_as_a_shadow_is_told(
    seed: int, cubes: str | None, size: float, wear: float, throws: int, watch: LeaningWatch
) -> None:
    tray = SimulatedTray(seed=seed, cube_set=cubes, cube_size=size, wear=wear, paced=False, lean_chance=0.15)
    image, lying = [thrown(tray) for _ in range(throws)][-1]
    tray.close()
    mat = MatFinder().find(image)
    assert mat is not None
    stances = watch.look(image, mat, [np.array(cube.quad) for cube in lying])
    assert any(cube.leans for cube in lying)
    assert [stance.leans >= COCKED_CHANCE for stance in stances] == [cube.leans for cube in lying]


def test_a_neighbour_is_leaned_on_only_from_where_its_side_can_be_reached(watch: LeaningWatch) -> None:
    touching = standing_off = 0
    for seed in range(330, 340):
        tray = SimulatedTray(seed=seed, paced=False, lean_chance=0.0, touch_chance=0.6)
        image, lying = thrown(tray)
        tray.close()
        mat = MatFinder().find(image)
        assert mat is not None
        for one, other in permutations(lying, 2):
            apart = float(np.hypot(*np.diff(mat.to_mm([one.center, other.center]), axis=0)[0])) / mat.settings.cube
            quads = [np.array(one.quad), np.array(other.quad)]
            alone, beside = watch.look(image, mat, quads[:1])[0].leans, watch.look(image, mat, quads)[0].leans
            if apart < 1.02:
                touching += 1
                assert beside == pytest.approx(alone, rel=0.01)
            elif 1.1 < apart < 1.4 and _is_far_from_walls(mat, one):
                standing_off += 1
                assert beside > 5 * alone
    assert min(touching, standing_off) >= 4


def _is_far_from_walls(mat: Mat, cube: LyingCube) -> bool:
    (place,) = mat.to_mm([cube.center])
    reach = 1.5 * mat.settings.cube
    return bool((place > reach).all() and (place < np.array(mat.settings.rolling) - reach).all())


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


def test_several_cubes_are_shown_as_each_of_them_alone() -> None:
    tray = SimulatedTray(seed=341, paced=False, lean_chance=0.0)
    image, lying = thrown(tray)
    tray.close()
    mat = MatFinder().find(image)
    assert mat is not None
    views = top_views(mat, np.array([cube.quad for cube in lying]))
    alone = [shown(image, top_views(mat, np.array([cube.quad])))[0] for cube in lying]
    assert len({each.tobytes() for each in alone}) == len(lying)
    np.testing.assert_allclose(shown(image, views), alone, atol=1e-6)


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

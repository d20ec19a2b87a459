"""What is seen in a picture, where one look of the finder is not enough."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.cameras.camera import Image
from vision.eyes import Eyes
from vision.finder import FAINT_SCORE, LEAST_SCORE, Finder
from vision.mat import Mat
from vision.mat_finder import MatFinder
from vision.on_mat import APART
from vision.second_look import look_in_the_mirror
from vision.simulation.camera import SimulatedTray
from vision.simulation.throw import throw_cubes
from vision.simulation.world import fresh_world, save_world
from vision.view import view_of_tray

SIZE = 16.5


@pytest.fixture(scope="module")
def eyes() -> Eyes:
    return Eyes()


def picture_of(tray: SimulatedTray) -> tuple[Image, Mat]:
    frame = tray.read()
    assert frame is not None
    mat = MatFinder().find(frame.image)
    assert mat is not None
    return frame.image, mat


def sees_each_once(eyes: Eyes, tray: SimulatedTray) -> bool:
    """Whether what is seen are the five cubes, each where it lies."""
    image, mat = picture_of(tray)
    lying = [cube.center for cube in tray.lying() or ()]
    seen = [cube.center for cube in eyes.look(image, mat).cubes]
    near = 0.4 * mat.cube_pixels()
    return len(seen) == len(lying) and all(
        min(np.hypot(*np.subtract(cube, place)) for place in seen) < near for cube in lying
    )


def test_a_side_seen_beside_its_top_is_no_cube_of_its_own(eyes: Eyes) -> None:
    tray = SimulatedTray(seed=228, paced=False)
    image, mat = picture_of(tray)
    found = Finder().find(view_of_tray(image, mat)).cubes
    assert sum(cube.score >= FAINT_SCORE and mat.zone(cube.center) is not None for cube in found) == 6
    assert sees_each_once(eyes, tray)


def test_a_cube_that_one_look_misses_is_found_in_the_mirror(eyes: Eyes, tmp_path: Path) -> None:
    tray = after_throw(27, 71, tmp_path / "tray.json")
    image, mat = picture_of(tray)
    found = Finder().find(view_of_tray(image, mat)).cubes
    assert sum(cube.score >= FAINT_SCORE for cube in found) == 4
    assert sees_each_once(eyes, tray)


def after_throw(seed: int, number: int, file: Path) -> SimulatedTray:
    """The tray of this seed after its throw of all five with this number."""
    world = fresh_world(seed, SIZE)
    motion = throw_cubes(world.poses(), range(5), [], SIZE, 0.25, 0.02, (seed, 4, number))
    save_world(world.after_throw(motion.after()), file)
    return SimulatedTray(seed=seed, paced=False, state_file=file)


def test_the_mirror_shows_each_cube_where_it_lies() -> None:
    tray = SimulatedTray(seed=300, paced=False)
    image, mat = picture_of(tray)
    finder = Finder()
    found = finder.find(view_of_tray(image, mat))
    nothing = replace(found, cubes=[], foreign=[])
    mirrored = look_in_the_mirror(finder, nothing, lambda cube: cube.score, LEAST_SCORE, APART).cubes
    assert len(mirrored) == 5
    for cube in mirrored:
        other = min(found.cubes, key=lambda one: float(np.hypot(*np.subtract(one.center, cube.center))))
        assert np.allclose(cube.center, other.center, atol=0.1 * found.view.cube_px)
        corners = np.linalg.norm(cube.quad[:, None] - other.quad[None], axis=2).min(axis=1)
        assert corners.max() < 0.2 * found.view.cube_px
        one_way, other_way = (cv2.contourArea(each.quad.astype(np.float32), True) for each in (cube, other))
        assert one_way * other_way > 0  # clockwise, both

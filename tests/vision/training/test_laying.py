"""How cubes come to lie in the scenes that the networks learn from."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.random import default_rng

from vision.training.cubes3d import Box, PinholeCamera, random_camera
from vision.training.laying import Laid, lay_cubes
from vision.training.walls import Wall, paint_wall, random_wall

SIZE = (352, 352)
SIDE = 16.0


@pytest.fixture(scope="module")
def throws() -> list[tuple[Wall, PinholeCamera, Laid]]:
    """Six cubes beside a wall, sixty times."""
    made = []
    for seed in range(60):
        rng = default_rng(seed)
        camera = random_camera(rng, SIZE, 2.5)
        wall = random_wall(rng, camera, SIZE)
        made.append((wall, camera, lay_cubes(rng, camera, SIZE, SIDE, wall, cubes=6)))
    return made


def to_wall(wall: Wall, box: Box) -> float:
    """How far the box keeps from the wall's inner face, in millimetres; below 0 where it reaches over the wall."""
    return float(((box.corners()[:, :2] - wall.point) @ wall.inward).min())


def overlap(one: Box, other: Box) -> float:
    """The area in square millimetres that both cover, seen from above."""
    outlines = (box.footprint().astype(np.float32) for box in (one, other))
    return float(cv2.intersectConvexConvex(*outlines)[0])


def test_nothing_lies_within_the_wall_and_no_two_cubes_in_the_same_place(
    throws: list[tuple[Wall, PinholeCamera, Laid]],
) -> None:
    for wall, _, laid in throws:
        boxes = [box for box, _ in laid]
        for at, box in enumerate(boxes):
            corners = box.corners()
            assert corners[:, 2].min() == pytest.approx(0, abs=1e-6)
            low = corners[corners[:, 2] < wall.height - 0.5, :2]
            assert ((low - wall.point) @ wall.inward).min() >= -0.5
            assert all(overlap(box, other) < 2.0 for other in boxes[:at])


def test_many_cubes_touch_the_wall_flat_or_leaning_on_it(throws: list[tuple[Wall, PinholeCamera, Laid]]) -> None:
    near = [(to_wall(wall, box), np.degrees(tilt)) for wall, _, laid in throws for box, tilt in laid]
    flat = [gap for gap, tilt in near if tilt < 6 and gap < 1.5]
    leaning = [gap for gap, tilt in near if tilt > 10 and gap < 1.5]
    assert len(flat) > 30
    assert len(leaning) > 15
    assert min(flat) > -0.6, "only a leaning cube reaches over the wall"
    assert min(leaning) < -1.0


def test_some_cubes_lie_with_the_underside_on_the_rim_of_a_low_wall(
    throws: list[tuple[Wall, PinholeCamera, Laid]],
) -> None:
    on_rim = 0
    for wall, _, laid in throws:
        for box, tilt in laid:
            rim = np.array([*wall.foot(box.center[:2]), wall.height])
            underside = box.center - box.side / 2 * box.normal(0)
            on_rim += np.degrees(tilt) > 10 and abs((rim - underside) @ box.normal(0)) < 0.1
    assert on_rim >= 5


def test_a_cube_that_leans_on_another_one_reaches_it(throws: list[tuple[Wall, PinholeCamera, Laid]]) -> None:
    reaching = 0
    for _, _, laid in throws:
        for box, tilt in laid:
            others = [other for other, _ in laid if other is not box]
            gaps = [np.hypot(*(box.center - other.center)[:2]) - SIDE for other in others]
            reaching += np.degrees(tilt) > 10 and bool(gaps) and min(gaps) < 0.35 * SIDE
    assert reaching > 25


def test_a_cube_that_leans_on_another_one_would_fall_without_it(
    throws: list[tuple[Wall, PinholeCamera, Laid]],
) -> None:
    held_up = lying_on_nothing = 0
    for _, _, laid in throws:
        for box, tilt in laid:
            corners = box.corners()
            foot = corners[np.argsort(corners[:, 2])[:2]].mean(axis=0)[:2]
            near = [other for other, _ in laid if other is not box and overlap(grown(box), other) > 0.5]
            if np.degrees(tilt) > 10 and near:
                weight = box.center[:2] - foot
                props = any(weight @ (other.center[:2] - foot) > 0 for other in near)
                held_up, lying_on_nothing = held_up + props, lying_on_nothing + (not props)
    assert held_up > 4 * lying_on_nothing
    assert held_up > 25


def grown(box: Box) -> Box:
    """A millimetre larger on each side."""
    return Box(box.center, box.side + 2.0, box.rotation, box.edge)


def test_a_wall_is_painted_and_hides_what_lies_behind_it() -> None:
    rng = default_rng(3)
    camera = random_camera(rng, SIZE, 2.5)
    away = -camera.position[:2] / np.hypot(*camera.position[:2])
    wall = Wall(np.zeros(2), away, 12.0, 6.0)
    picture = np.full((*SIZE, 3), 128, np.float32)
    outline = paint_wall(picture, rng, wall, camera, np.array([30.0, 60.0, 200.0]), 2.5)
    inside = np.zeros(SIZE, np.uint8)
    cv2.fillPoly(inside, [np.round(outline).astype(np.int32)], 1)
    assert 0 < inside.mean() < 0.5
    assert np.abs(picture - 128).max(axis=2)[inside > 0].mean() > 5
    behind, before = (Box(np.array([*(side * 20 * away), 8.0]), SIDE, np.eye(3), 0.1) for side in (1, -1))
    assert wall.hides(behind, camera)
    assert not wall.hides(before, camera)
    assert not wall.leaves_room(Box(np.array([0.0, 0.0, 8.0]), SIDE, np.eye(3), 0.1))

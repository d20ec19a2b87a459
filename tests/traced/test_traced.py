"""What the traced throws are made of; rendering them needs a path tracer, which tests don't have."""

from __future__ import annotations

from itertools import combinations

import cv2
import numpy as np
import pytest

from tests.traced.camera import SIZE, any_stand
from tests.traced.cubes import SIDES, round_cube
from tests.traced.hands import FACES, Hand, hands
from tests.traced.throws import thrown
from vision.mat import marker_corners
from vision.settings import MatSettings

MAT = MatSettings()


@pytest.mark.parametrize("hand", hands(), ids=lambda hand: hand.name)
def test_a_set_has_seven_faces_and_colours_that_differ(hand: Hand) -> None:
    assert tuple(hand.faces) == FACES
    for face, ink in hand.faces.items():
        assert ink.shape == (128, 128)
        assert 0.02 < ink.mean() < 0.7, face
    for odd in (False, True):
        assert np.linalg.norm(np.subtract(*hand.colours(odd))) > 80
        assert len(hand.symbols(odd)) == 6
    assert np.linalg.norm(np.subtract(hand.body, hand.odd_body)) > 60


@pytest.mark.parametrize("seed", range(30))
def test_cubes_lie_in_tray_and_rail_and_none_runs_into_another(seed: int) -> None:
    rng = np.random.default_rng(seed)
    side = rng.uniform(15, 18)
    lying = thrown(rng, MAT, side, 5)
    assert len(lying) == 5
    for cube in lying:
        left, top, right, bottom = (0.0, 0.0, *MAT.rolling) if cube.zone == "tray" else MAT.rail
        assert (cube.foot(side) >= (left, top)).all()
        assert (cube.foot(side) <= (right, bottom)).all()
    for one, other in combinations(lying, 2):
        feet = (cube.foot(side).astype(np.float32) for cube in (one, other))
        assert cv2.intersectConvexConvex(*feet)[0] < 1.0


@pytest.mark.parametrize("seed", range(30))
def test_a_camera_sees_the_whole_mat_the_right_way_round(seed: int) -> None:
    stand = any_stand(np.random.default_rng(seed), MAT)
    corners = np.concatenate(list(marker_corners(MAT).values()))
    seen = stand.pixels(np.column_stack([corners[:, 0], -corners[:, 1], np.zeros(len(corners))]))
    assert (seen > 0).all()
    assert (seen < SIZE).all()
    [origin, right, down] = stand.pixels(np.array([[0.0, 0, 0], [100, 0, 0], [0, -100, 0]]))
    assert np.linalg.det([right - origin, down - origin]) > 0, "x to the right and y down: no mirror"


def test_a_cube_is_closed_and_its_sides_are_where_its_picture_has_them() -> None:
    corners, places, triangles = round_cube(16.0, 2.0)
    assert np.abs(corners).max() == pytest.approx(8.0)
    volume = np.einsum("ij,ij->i", corners[triangles[:, 0]], np.cross(*(corners[triangles[:, k]] for k in (1, 2))))
    assert volume.sum() / 6 == pytest.approx(16.0**3, rel=0.1), "every triangle faces outwards"
    for index, (out, *_) in enumerate(SIDES):
        middle = np.argmax(corners @ out - 0.01 * np.linalg.norm(corners - 8 * out, axis=1))
        column, row = places[middle] * (3, 2)
        assert (int(column), int(row)) == (index % 3, index // 3)

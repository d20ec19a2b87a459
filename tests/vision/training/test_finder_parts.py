"""The parts of samples that the finder learns from: what is known of them moves along with the picture."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
import pytest
from numpy.random import default_rng
from numpy.typing import NDArray

from vision.networks import STRIDE, finder_input, quad_from_shape, shape_of_quad
from vision.training.finder_parts import PART, Part, cut, in_a_wider_view, mirrored, random_part, transposed
from vision.training.finder_samples import FINDER_SIZE, SPOT_CUBE, SPOTS
from vision.view import Slant

QUAD = np.array([[70.0, 62.0], [99.0, 71.0], [92.0, 101.0], [61.0, 90.0]])
NADIR = (84.0, 50.0)


def a_sample() -> Part:
    """A bright top on a dark floor, a coloured dot under the camera, and a covered corner."""
    width, height = FINDER_SIZE
    picture = np.full((height, width, 3), 20, np.uint8)
    cv2.fillConvexPoly(picture, np.round((QUAD - 0.5) * 16).astype(np.int32), (200, 200, 200), cv2.LINE_AA, 4)
    picture[int(NADIR[1]), int(NADIR[0])] = 255
    covered = np.zeros((height // STRIDE, width // STRIDE), np.uint8)
    covered[12:20, 12:16] = 255
    picture[12 * STRIDE : 20 * STRIDE, 12 * STRIDE : 16 * STRIDE] = 100
    spots = np.zeros((SPOTS, 10), np.float32)
    center, log_size, stretch, turn = shape_of_quad(QUAD)
    spots[0] = [SPOT_CUBE, *center, log_size, *stretch, *turn, 0, 26]
    return Part(picture, Slant(*NADIR, 500.0), spots, covered)


def outline(part: Part) -> NDArray[np.float64]:
    _, x, y, log_size, p, q, cos, sin, *_ = part.spots[0]
    return quad_from_shape(np.array([x, y]), log_size, np.array([p, q]), np.array([cos, sin]))


def assert_all_of_it_is_where_it_is_said_to_be(part: Part) -> None:
    told = np.zeros(part.picture.shape[:2], np.uint8)
    cv2.fillConvexPoly(told, np.round((outline(part) - 0.5) * 16).astype(np.int32), 255, cv2.LINE_8, 4)
    bright = np.abs(part.picture[..., 0].astype(int) - 200) < 30
    assert np.sum(bright & (told > 0)) > 0.93 * np.sum(bright | (told > 0))
    assert part.slant is not None
    assert tuple(part.picture[round(part.slant.nadir_y), round(part.slant.nadir_x)]) == (255, 255, 255)
    cells = part.picture[STRIDE // 2 :: STRIDE, STRIDE // 2 :: STRIDE, 0] == 100
    assert np.array_equal(cells, part.covered > 0)


@pytest.mark.parametrize(
    "change",
    [
        lambda part: cut(part, 1, 20),
        lambda part: mirrored(part, 0),
        lambda part: mirrored(part, 1),
        transposed,
        lambda part: transposed(mirrored(cut(part, 1, 8), 1)),
    ],
    ids=["cut", "upside down", "left for right", "transposed", "turned"],
)
def test_shapes_slant_and_covers_move_along_with_the_picture(change: Callable[[Part], Part]) -> None:
    sample = a_sample()
    assert_all_of_it_is_where_it_is_said_to_be(sample)
    assert_all_of_it_is_where_it_is_said_to_be(change(sample))


def test_parts_differ_and_leave_the_sample_as_it_is() -> None:
    sample, rng = a_sample(), default_rng(3)
    before = [sample.picture.copy(), sample.spots.copy(), sample.covered.copy()]
    parts = [random_part(sample, rng) for _ in range(20)]
    assert all(part.picture.shape == (PART, PART, 3) and part.picture.flags.c_contiguous for part in parts)
    assert all(part.covered.shape == (PART // STRIDE, PART // STRIDE) for part in parts)
    assert len({tuple(np.round(part.spots[0], 3)) for part in parts}) > 10
    assert all(map(np.array_equal, before, (sample.picture, sample.spots, sample.covered)))


def test_what_was_taken_from_the_side_stays_upright() -> None:
    sample, rng = a_sample()._replace(slant=None), default_rng(4)
    assert {float(random_part(sample, rng).spots[0, 2]) for _ in range(40)} == {float(sample.spots[0, 2])}


@pytest.mark.parametrize("bare", [0.0, 0.5, 0.8])
def test_a_part_looks_as_it_does_in_a_wider_view_of_bare_floor(bare: float) -> None:
    rng = default_rng(9)
    width = round(PART / (1 - bare) / STRIDE) * STRIDE
    wide = np.clip(rng.normal(60, 6, (PART, width, 3)), 0, 255).astype(np.uint8)
    wide[30:70, 40:100] = 230
    part = finder_input(wide[:, :PART], None)[0]
    in_a_wider_view(part[:-3], bare)
    seen = finder_input(wide, None)[0][:, :, : PART // STRIDE]
    assert np.abs(part[:-3] - seen[:-3]).max() < 0.06 * np.abs(seen[:-3]).max()

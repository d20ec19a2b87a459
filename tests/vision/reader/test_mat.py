"""The mat in pictures of the simulated tray, whose geometry is known."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.vision.reader.lit import dimmed
from vision.cameras import Image
from vision.mat import Mat
from vision.mat_finder import MIRRORED, MatFinder
from vision.simulation.camera import SimulatedTray


def hide(image: Image, *corners: np.ndarray) -> Image:
    """The picture with a sheet of paper over these markers."""
    covered = image.copy()
    for quad in corners:
        middle = quad.mean(axis=0)
        cv2.fillConvexPoly(covered, np.round(middle + 1.4 * (quad - middle)).astype(np.int32), (200, 200, 200))
    return covered


def shift(image: Image, x: float, y: float, degrees: float) -> Image:
    """What the camera sees after it was knocked."""
    height, width = image.shape[:2]
    turn = cv2.getRotationMatrix2D((width / 2, height / 2), degrees, 1.0)
    turn[:, 2] += x, y
    return np.asarray(cv2.warpAffine(image, turn, (width, height), borderMode=cv2.BORDER_REPLICATE), dtype=np.uint8)


def top_sides(mat: Mat, tray: SimulatedTray) -> list[float]:
    """Sides in millimetres of the cubes' top faces, as the mat measures them."""
    lying = tray.lying()
    assert lying is not None
    return [float(np.sqrt(cv2.contourArea(mat.to_mm(cube.quad).astype(np.float32)))) for cube in lying]


def test_the_mat_is_measured_to_a_fraction_of_a_millimetre(thrown_tray: SimulatedTray, thrown_picture: Image) -> None:
    mat = MatFinder().find(thrown_picture)
    assert mat is not None
    assert mat.residual < 0.5
    assert top_sides(mat, thrown_tray) == pytest.approx([16.5] * 5, abs=0.5)


@pytest.mark.parametrize("seed", [11, 12, 13])
def test_cubes_at_their_own_height_are_in_the_zone_in_which_they_stand(seed: int) -> None:
    tray = SimulatedTray(seed=seed, paced=False, lean_chance=0.0)
    frame = tray.read()
    assert frame is not None
    mat = MatFinder().find(frame.image)
    assert mat is not None
    lying = tray.lying()
    assert lying is not None
    assert [mat.zone(cube.center) for cube in lying] == [cube.zone for cube in lying]


def test_a_point_off_tray_and_rail_has_no_zone(thrown_picture: Image) -> None:
    mat = MatFinder().find(thrown_picture)
    assert mat is not None
    outside = mat.to_pixels([(-60.0, 90.0), (120.0, 270.0)])
    assert [mat.zone((x, y)) for x, y in outside] == [None, None]


@pytest.mark.parametrize("hidden", [(0,), (3,), (1, 3), (0, 1)])
def test_the_mat_is_found_with_one_or_two_markers_hidden(
    thrown_tray: SimulatedTray, thrown_picture: Image, hidden: tuple[int, ...]
) -> None:
    markers = MatFinder().markers(thrown_picture)
    mat = MatFinder().find(hide(thrown_picture, *(markers[number] for number in hidden)))
    assert mat is not None
    assert mat.markers == {0, 1, 2, 3} - set(hidden)
    assert top_sides(mat, thrown_tray) == pytest.approx([16.5] * 5, abs=0.8)


def test_one_marker_is_enough_for_a_mat_that_was_seen_before_and_not_for_another(thrown_picture: Image) -> None:
    finder = MatFinder()
    whole = finder.find(thrown_picture)
    assert whole is not None
    covered = hide(thrown_picture, *(finder.markers(thrown_picture)[number] for number in (0, 1, 2)))
    assert finder.follow(covered) is whole
    assert MatFinder().find(covered) is None


def test_without_markers_there_is_no_mat(thrown_picture: Image) -> None:
    finder = MatFinder()
    finder.find(thrown_picture)
    assert finder.follow(hide(thrown_picture, *finder.markers(thrown_picture).values())) is None


def test_a_mirrored_mat_is_told_from_a_hidden_one(thrown_picture: Image) -> None:
    finder = MatFinder()
    mirrored = np.ascontiguousarray(thrown_picture[:, ::-1])
    assert finder.find(mirrored) is None
    assert (finder.mirrored, finder.trouble) == (True, MIRRORED)
    hidden = hide(thrown_picture, *MatFinder().markers(thrown_picture).values())
    assert finder.find(hidden) is None
    assert not finder.mirrored
    assert finder.find(thrown_picture) is not None
    assert (finder.mirrored, finder.trouble) == (False, "")


def test_a_camera_that_has_shown_the_mat_as_it_is_is_not_looked_at_in_a_mirror(thrown_picture: Image) -> None:
    finder = MatFinder()
    assert finder.follow(thrown_picture) is not None
    assert finder.follow(np.ascontiguousarray(thrown_picture[:, ::-1])) is None
    assert not finder.mirrored


def test_a_knocked_camera_is_followed(thrown_tray: SimulatedTray, thrown_picture: Image) -> None:
    finder = MatFinder()
    before = finder.find(thrown_picture)
    after = finder.follow(shift(thrown_picture, 14.0, -9.0, 2.0))
    assert before is not None
    assert after is not None
    assert after is not before
    moved = np.linalg.norm(after.to_pixels([(120.0, 90.0)]) - before.to_pixels([(120.0, 90.0)]))
    assert moved > 8.0


def test_noise_and_darkness_leave_the_mat_where_it_is(thrown_tray: SimulatedTray, thrown_picture: Image) -> None:
    noise = np.random.default_rng(5).normal(0.0, 6.0, thrown_picture.shape)
    dark = np.clip(0.35 * thrown_picture + noise, 0, 255).astype(np.uint8)
    mat = MatFinder().find(dark)
    assert mat is not None
    assert top_sides(mat, thrown_tray) == pytest.approx([16.5] * 5, abs=0.8)


@pytest.mark.parametrize("seed", [11, 12, 13, 36])
def test_the_mat_is_found_where_there_is_hardly_light(seed: int) -> None:
    tray = SimulatedTray(seed=seed, paced=False, lean_chance=0.0)
    frame = tray.read()
    assert frame is not None
    dim = dimmed(0.12).on(frame.image, np.random.default_rng(5))
    in_light, in_the_dark = MatFinder().find(frame.image), MatFinder().find(dim)
    assert in_light is not None
    assert in_the_dark is not None
    assert len(in_the_dark.markers) >= 3
    corners = [(0.0, 0.0), (240.0, 0.0), (240.0, 225.0), (0.0, 225.0)]
    assert in_the_dark.to_pixels(corners) == pytest.approx(in_light.to_pixels(corners), abs=4.0)


@pytest.mark.parametrize("size", [(1, 1), (1, 50), (10, 10), (400, 33_000)])
def test_what_is_no_picture_of_a_tray_by_its_size_is_refused_in_words(size: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match=f"{size[1]} x {size[0]} pixels is too"):
        MatFinder().find(np.zeros((*size, 3), np.uint8))

"""What the finder is shown: the tray from straight above, by geometry alone."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.vision.networks import throwing
from vision.lens import Lens
from vision.mat import Mat
from vision.mat_finder import MatFinder
from vision.networks import CUBE_WIDTH, FINDER_INPUTS, STRIDE, finder_input, folded
from vision.settings import LensSettings
from vision.simulation.camera import SimulatedTray
from vision.simulation.truth import LyingCube
from vision.view import plain_view, view_of_table, view_of_tray


@pytest.fixture(scope="module")
def thrown() -> tuple[np.ndarray, tuple[LyingCube, ...], Mat]:
    """A picture of all five cubes at rest, how they truly lie, and where the mat is."""
    tray = SimulatedTray(seed=303, paced=False, lean_chance=0.0)
    image, lying = throwing.thrown(tray)
    tray.close()
    mat = MatFinder().find(image)
    assert mat is not None
    return image, lying, mat


def test_flat_tops_are_squares_of_one_size_wherever_they_lie(
    thrown: tuple[np.ndarray, tuple[LyingCube, ...], Mat],
) -> None:
    image, lying, mat = thrown
    view = view_of_tray(image, mat)
    for cube in lying:
        seen = cv2.perspectiveTransform(np.array([cube.quad]), np.linalg.inv(view.to_picture))[0]
        sides = np.linalg.norm(np.roll(seen, -1, axis=0) - seen, axis=1)
        assert np.allclose(sides, CUBE_WIDTH, rtol=0.1)
        assert sides.std() < 0.03 * CUBE_WIDTH


def test_a_line_of_sight_leans_as_far_as_the_side_of_a_cube_that_it_shows(
    thrown: tuple[np.ndarray, tuple[LyingCube, ...], Mat],
) -> None:
    image, lying, mat = thrown
    slant = view_of_tray(image, mat).slant
    assert slant is not None
    nadir, height = mat.camera_place()
    for cube in lying:
        place = mat.to_mm([cube.center])[0]
        behind = mat.to_mm([cube.center], floor=True)[0] - place
        leans = (place - nadir) / (height - mat.settings.cube)
        assert np.allclose(behind / mat.settings.cube, leans, atol=0.01)
    assert 300.0 < height < 800.0


def test_a_part_of_a_table_looks_like_the_same_part_of_a_tray(
    thrown: tuple[np.ndarray, tuple[LyingCube, ...], Mat],
) -> None:
    image, lying, mat = thrown
    part, whole = view_of_table(image, mat, [cube.quad for cube in lying]), view_of_tray(image, mat)
    assert part is not None
    assert part.slant is not None
    assert whole.slant is not None
    for cube in lying:
        here, there = (
            cv2.perspectiveTransform(np.array([[*cube.quad]]), np.linalg.inv(view.to_picture))[0]
            for view in (part, whole)
        )
        assert np.ptp(here, axis=0) == pytest.approx(np.ptp(there, axis=0), abs=0.01)
        assert (here > 0).all()
        assert (here < part.pixels.shape[1::-1]).all()
        leans = [
            (seen.mean(axis=0) - slant[:2]) / slant.height
            for seen, slant in ((here, part.slant), (there, whole.slant))
        ]
        assert leans[0] == pytest.approx(leans[1], abs=0.001)


def test_tops_that_lie_far_apart_are_not_shown_at_once(
    thrown: tuple[np.ndarray, tuple[LyingCube, ...], Mat],
) -> None:
    image, _, mat = thrown
    far_apart = [mat.to_pixels([(x, 0.0), (x + 16.0, 0.0), (x + 16.0, 16.0), (x, 16.0)]) for x in (-500.0, 500.0)]
    assert view_of_table(image, mat, far_apart) is None


def test_a_view_and_its_mirror_image_show_the_same_places(
    thrown: tuple[np.ndarray, tuple[LyingCube, ...], Mat],
) -> None:
    image, _, mat = thrown
    view = view_of_tray(image, mat)
    mirror = view.mirrored()
    last = view.pixels.shape[1] - 1
    assert np.array_equal(mirror.pixels[:, ::-1], view.pixels)
    assert np.allclose(mirror.points([(last - 30.0, 50.0)]), view.points([(30.0, 50.0)]))
    assert mirror.slant is not None
    assert view.slant is not None
    assert mirror.slant.nadir_x == pytest.approx(last - view.slant.nadir_x)


def test_a_view_upside_down_shows_the_same_places_and_leans_as_it_did(
    thrown: tuple[np.ndarray, tuple[LyingCube, ...], Mat],
) -> None:
    image, _, mat = thrown
    view = view_of_tray(image, mat)
    turned = view.upside_down()
    end = np.array(view.pixels.shape[1::-1]) - 1
    place = np.array([30.0, 50.0])
    assert np.array_equal(turned.pixels[::-1, ::-1], view.pixels)
    assert np.allclose(turned.points([end - place]), view.points([place]))
    assert turned.slant is not None
    assert view.slant is not None
    assert np.allclose((end - place) - turned.slant[:2], -(place - view.slant[:2]))
    assert turned.slant.height == view.slant.height


def test_behind_a_lens_that_bends_the_view_is_the_same(
    thrown: tuple[np.ndarray, tuple[LyingCube, ...], Mat],
) -> None:
    image, lying, mat = thrown
    focal = SimulatedTray(seed=303, paced=False).look.view.focal
    measured = LensSettings((1280, 960), (focal, focal), (639.5, 479.5), (-0.6, 0.2, 0.0, 0.0, 0.0))
    lens = Lens.for_pictures(measured, (1280, 960))
    assert lens is not None
    grid = np.stack(np.meshgrid(np.arange(1280.0), np.arange(960.0)), axis=-1).reshape(-1, 2)
    straight = lens.straightened(grid).astype(np.float32).reshape(960, 1280, 2)
    bent = cv2.remap(image, straight[..., 0], straight[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    seen = MatFinder(lens=measured).find(np.asarray(bent, np.uint8))
    assert seen is not None
    view, same = view_of_tray(image, mat), view_of_tray(np.asarray(bent, np.uint8), seen)
    assert same.pixels.shape == view.pixels.shape
    soft, same_soft = (cv2.GaussianBlur(each.pixels, (0, 0), 2.0) for each in (view, same))
    assert cv2.absdiff(soft, same_soft).mean() < 1.5
    for cube in lying:
        inside = cv2.perspectiveTransform(np.array([[cube.center]]), np.linalg.inv(view.to_picture))[0]
        assert np.allclose(same.points(inside)[0], lens.bent([cube.center])[0], atol=2.0)
    assert np.abs(lens.bent([cube.center for cube in lying]) - [cube.center for cube in lying]).max() > 8.0


@pytest.mark.parametrize("border", [0, 20])
@pytest.mark.parametrize("cube_px", [13.0, 20.0, 48.0])
def test_a_plain_view_knows_where_its_pixels_lie_in_the_picture(cube_px: float, border: int) -> None:
    picture = np.zeros((300, 400, 3), np.uint8)
    cv2.circle(picture, (211, 140), 9, (255, 255, 255), -1)
    view = plain_view(picture, cube_px, border)
    moments = cv2.moments(view.pixels[..., 0])
    spot = (moments["m10"] / moments["m00"], moments["m01"] / moments["m00"])
    assert np.allclose(view.points([spot])[0], (211, 140), atol=0.3)


def test_the_slant_reaches_the_network_and_an_unknown_one_is_told_as_that() -> None:
    pixels = np.random.default_rng(4).integers(0, 255, (32, 64, 3), dtype=np.uint8)
    known = finder_input(pixels, (9.5, 5.5, 400.0))[0]
    assert known.shape == (FINDER_INPUTS, 32 // STRIDE, 64 // STRIDE)
    assert known[-3, 5, 2] == known[-2, 1, 3] == 0.0
    assert known[-3, 0, 15] == pytest.approx(4 * (61.5 - 9.5) / 400)
    assert (known[-1] == 1).all()
    unknown = finder_input(pixels, None)[0]
    assert not unknown[-3:].any()
    assert unknown[:-3].mean() == pytest.approx(0.0, abs=1e-3)
    assert unknown[:-3].std() == pytest.approx(1.0, abs=1e-2)


def test_the_pixels_of_a_cell_become_its_channels() -> None:
    values = np.arange(2 * 3 * 4 * 6, dtype=np.float32).reshape(2, 3, 4, 6)
    cells = folded(values, 2)
    assert cells.shape == (2, 12, 2, 3)
    for channel, y, x in ((0, 0, 0), (1, 2, 4), (2, 3, 5)):
        row, column, within = y // 2, x // 2, 2 * (y % 2) + x % 2
        assert cells[1, 4 * channel + within, row, column] == values[1, channel, y, x]

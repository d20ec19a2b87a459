"""The board that is moved about before the simulated camera, for its lens to be measured."""

from __future__ import annotations

import numpy as np
import pytest

from vision.calibration.charuco import board_card
from vision.calibration.lens import LensViews, measure_lens
from vision.lens import Lens
from vision.simulation.board import HELD, MOVED, POSES, BoardBeforeCamera, pose_at
from vision.simulation.camera import SimulatedTray
from vision.simulation.view import REFERENCE

FRAME = 1 / 30
SEEN = 3.5 * FRAME
"""So many seconds are looked at of those for which the board is held still: to look takes most of the time."""


def before(seed: int | None, size: tuple[int, int] = REFERENCE) -> BoardBeforeCamera:
    return BoardBeforeCamera(SimulatedTray(seed=seed, paced=False, resolution=size), *board_card())


@pytest.mark.parametrize(
    ("seed", "size"), [(None, (1280, 960)), (11, (640, 480)), (None, (720, 1280))],
    ids=["the house's own look", "another look, small", "upright"],
)
def test_the_lens_that_is_measured_is_the_cameras(seed: int | None, size: tuple[int, int]) -> None:
    camera = before(seed, size)
    views = LensViews(size)
    for _ in range(round(len(POSES) * (HELD + MOVED) / FRAME)):
        frame = camera.read()
        assert frame is not None
        if frame.timestamp % (HELD + MOVED) < SEEN:
            views.see(frame.image)
        if views.enough:
            break
    camera.close()
    assert views.enough
    result = measure_lens(views.views, views.coverage, size, "simulated")
    assert result.error < 0.25
    eye, lens = camera.look.view, Lens.for_pictures(result.settings(), size)
    assert result.focal == pytest.approx((eye.focal,) * 2, rel=0.01)
    assert lens is not None
    places = np.array([(x, y) for x in (0.05, 0.5, 0.95) for y in (0.05, 0.5, 0.95)]) * size
    rays = (lens.straightened(places) - lens.matrix[:2, 2]) / np.diag(lens.matrix)[:2]
    between = rays - (places - eye.middle) / eye.focal
    assert np.abs(between - between.mean(axis=0)).max() * eye.focal < 2.0, "pixels, in the corners of the picture"


def test_it_is_held_still_at_every_place_and_moved_on_gently() -> None:
    for number, pose in enumerate(POSES):
        began = number * (HELD + MOVED)
        assert pose_at(began) == pose_at(began + 0.99 * HELD) == pose
        ways = [pose_at(began + HELD + part * MOVED).x for part in np.linspace(0, 1, 9)]
        following = POSES[(number + 1) % len(POSES)].x
        assert ways[0] == pytest.approx(pose.x)
        assert ways[-1] == pytest.approx(following)
        assert np.all(np.diff(ways) * np.sign(following - pose.x) >= 0)
    assert pose_at(len(POSES) * (HELD + MOVED)) == POSES[0]


def test_it_hides_what_lies_behind_it_and_nothing_else() -> None:
    camera, tray = before(None), SimulatedTray(paced=False)
    for _ in range(3):
        framed, bare = camera.read(), tray.read()
        assert framed is not None
        assert bare is not None
        differs = np.abs(framed.image.astype(int) - bare.image).mean(axis=2)
        height, width = differs.shape
        assert differs[height // 4 : -height // 4, width // 4 : -width // 4].mean() > 20
        assert differs[:40, :40].mean() < 6
        assert framed.timestamp == bare.timestamp
    camera.close()
    assert camera.read() is None
    tray.close()

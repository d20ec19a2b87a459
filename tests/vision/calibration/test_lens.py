"""The lens measured from a printed board, and a mat that is seen through it."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.vision.calibration.boards import (
    BARREL,
    FOCAL,
    MIDDLE,
    SIZE,
    BoardCamera,
    printed,
    round_the_picture,
)
from tests.vision.calibration.conftest import Clock, Ready, SpoiltCamera, session, simulated
from vision.calibration.charuco import COLUMNS, ROWS, SQUARE, board
from vision.calibration.lens import LensViews, calibrate_lens
from vision.calibration.results import LensResult
from vision.calibration.session import Session
from vision.calibration.store import CalibrationError
from vision.calibration.tray import measure_tray
from vision.cameras import CameraError, Frame, Image
from vision.from_above import top_views
from vision.lens import Lens
from vision.mat_finder import MatFinder
from vision.settings import LensSettings, MatSettings

TRUE_FOCAL = simulated().look.view.focal
"""Pixels; of the simulated camera."""
WIDE = LensSettings((1280, 960), (TRUE_FOCAL, TRUE_FOCAL), (639.5, 479.5), (-0.3, 0.08, 0.0, 0.0, 0.0))


@pytest.fixture(scope="module")
def measured() -> LensResult:
    guided, _ = session(BoardCamera(round_the_picture()))
    return calibrate_lens(guided, "camera")


def bent_by(lens: LensSettings) -> object:
    """Pictures as a lens that bends so shows what a straight one shows."""
    known = Lens.for_pictures(lens, (1280, 960))
    assert known is not None
    grid = np.stack(np.meshgrid(np.arange(1280.0), np.arange(960.0)), axis=-1)
    straight = known.straightened(grid.reshape(-1, 2)).astype(np.float32).reshape(960, 1280, 2)

    def spoil(image: Image, _: Frame) -> Image:
        return np.asarray(
            cv2.remap(image, straight[..., 0], straight[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE),
            dtype=np.uint8,
        )

    return spoil


def test_the_printed_board_is_opencvs_board_at_true_size() -> None:
    sheet = printed()
    corners, numbers, _, _ = cv2.aruco.CharucoDetector(board()).detectBoard(cv2.cvtColor(sheet, cv2.COLOR_RGB2GRAY))
    assert sorted(numbers.ravel()) == list(range((COLUMNS - 1) * (ROWS - 1)))
    places = np.asarray(board().getChessboardCorners())[numbers.ravel(), :2]
    apart = np.linalg.norm(corners.reshape(-1, 1, 2) - corners.reshape(1, -1, 2), axis=2) / 4.0
    true = np.linalg.norm(places[:, None] - places[None], axis=2)
    assert np.abs(apart - true).max() < 0.3
    assert SQUARE == 33.0


def test_the_lens_is_measured_from_the_board(measured: LensResult) -> None:
    assert measured.error < 0.3
    assert measured.views >= 10
    assert measured.coverage > 0.6
    assert measured.focal == pytest.approx(FOCAL, rel=0.01)
    assert measured.middle == pytest.approx(MIDDLE, abs=4.0)
    true = Lens.for_pictures(LensSettings(SIZE, FOCAL, MIDDLE, BARREL), SIZE)
    found = Lens.for_pictures(measured.settings(), SIZE)
    assert true is not None
    assert found is not None
    points = np.array([[20.0, 20.0], [600.0, 30.0], [320.0, 240.0], [40.0, 450.0], [610.0, 455.0]])
    rays = [(lens.straightened(points) - lens.matrix[:2, 2]) / np.diag(lens.matrix)[:2] for lens in (true, found)]
    assert np.abs(rays[0] - rays[1]).max() * FOCAL[0] < 2.0, "pixels, in the corners of the picture"


def test_progress_says_what_was_taken_and_where_the_board_is_wanted() -> None:
    guided, person = session(BoardCamera(round_the_picture()), *[])
    calibrate_lens(guided, "camera")
    said = [words for words in person.told if "view" in words and "%" in words]
    assert len(said) >= 10
    assert said[0].startswith("1 view, ")
    assert said[1].startswith("2 views, ")
    assert any("Move it to the" in words for words in said)


def test_a_view_that_says_nothing_new_or_is_smeared_is_not_taken() -> None:
    here, there = (0.0, 25.0, 0.0, 0.5, 0.5, 420.0), (0.0, 25.0, 0.0, 0.3, 0.4, 420.0)
    camera, views = BoardCamera([here, here, there]), LensViews(SIZE)
    taken = []
    while (frame := camera.read()) is not None:
        taken.append(views.see(frame.image)[1])
    assert taken == [False, True] + [False] * 6 + [False, True, False, False]


def test_too_few_views_and_a_flat_board_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vision.calibration.lens.LONGEST", 0.0)
    guided = Session(BoardCamera(round_the_picture()[:3]), Ready(), ask=False)
    with pytest.raises(CalibrationError, match="views are too few"):
        calibrate_lens(guided, "camera")
    guided, _ = session(BoardCamera(round_the_picture()[:3]), "q")
    with pytest.raises(CalibrationError, match="nothing was changed"):
        calibrate_lens(guided, "camera")


def test_who_presses_the_button_to_begin_ends_nothing() -> None:
    guided, person = session(BoardCamera(round_the_picture()), "", "go")
    assert calibrate_lens(guided, "camera").views >= 10
    assert sum("views are too few" in words for words in person.told) == 1
    assert sum("'go' is no answer here" in words for words in person.told) == 1


def test_with_views_enough_for_now_enter_ends_it() -> None:
    class Impatient(Ready):
        """Presses Enter at the tenth view."""

        def answer(self) -> str | None:
            return "" if any("10 views" in words for words in self.told) else None

    guided = Session(BoardCamera(round_the_picture()), Impatient())
    assert calibrate_lens(guided, "camera").views <= 10


def test_an_unplugged_camera_costs_no_views_while_somebody_moves_the_board() -> None:
    clock, person = Clock(), Ready()

    class Loose(BoardCamera):
        """Is unplugged for five minutes in the middle."""

        gone = 3000

        def read(self) -> Frame | None:
            if self._number > 20 and self.gone > 0:
                self.gone -= 1
                raise CameraError("The camera is unplugged. Plug it in.")
            return super().read()

    guided = Session(Loose(round_the_picture()), person, clock=lambda: clock.now, sleep=clock.sleep)
    assert calibrate_lens(guided, "camera").views >= 10
    assert clock.now == pytest.approx(300.0)
    assert sum("unplugged" in words for words in person.told) == 1
    assert "The camera is back." in person.told


def test_a_recording_that_ends_too_early_is_said() -> None:
    guided, _ = session(BoardCamera(round_the_picture()[:2]))
    with pytest.raises(CalibrationError, match="recording ended"):
        calibrate_lens(guided, "camera")


def test_points_are_straightened_and_bent_back() -> None:
    lens = Lens.for_pictures(WIDE, (1280, 960))
    assert lens is not None
    points = np.random.default_rng(1).uniform((0, 0), (1280, 960), (200, 2))
    assert lens.bent(lens.straightened(points)) == pytest.approx(points, abs=0.01)
    half = Lens.for_pictures(WIDE, (640, 480))
    assert half is not None
    assert half.straightened(points / 2 - 0.25) == pytest.approx(lens.straightened(points) / 2 - 0.25, abs=0.01)
    assert Lens.for_pictures(WIDE, (1280, 720)) is None


def test_a_mat_seen_through_a_known_lens_fits_and_cubes_lie_where_they_lie() -> None:
    tray = simulated()
    camera = SpoiltCamera(tray, bent_by(WIDE))  # type: ignore[arg-type]
    with pytest.raises(CalibrationError, match="tray calibrate lens"):
        measure_tray(session(camera)[0], "simulated", MatSettings(), None)
    result = measure_tray(session(camera)[0], "simulated", MatSettings(), WIDE)
    assert result.residual < 0.3
    frame = camera.read()
    assert frame is not None
    mat = MatFinder(known=result.known(), lens=WIDE).follow(frame.image)
    assert mat is not None
    lens = Lens.for_pictures(WIDE, (1280, 960))
    assert lens is not None
    lying = tray.lying()
    assert lying is not None
    plain = MatFinder().find(simulated().read().image)  # type: ignore[union-attr]
    assert plain is not None
    for cube in lying:
        seen = lens.bent([cube.center])
        assert mat.to_mm(seen)[0] == pytest.approx(plain.to_mm([cube.center])[0], abs=1.5)
        assert mat.to_pixels(mat.to_mm(seen)) == pytest.approx(seen, abs=0.05)
        near = top_views(mat, lens.bent(cube.quad)[None])[0].to_pixels
        assert cv2.perspectiveTransform(np.zeros((1, 1, 2)), near)[0, 0] == pytest.approx(seen[0], abs=0.3)

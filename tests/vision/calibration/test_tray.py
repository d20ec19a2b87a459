"""The mat found by calibration, on the simulated tray, whose geometry is known."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.vision.calibration.conftest import SpoiltCamera, covered, knocked, session, simulated
from vision.calibration.results import TrayResult
from vision.calibration.store import CalibrationError
from vision.calibration.tray import advice, calibrate_tray, measure_tray
from vision.cameras import Frame, Image
from vision.mat_finder import MatFinder
from vision.settings import MatSettings

MAT = MatSettings()


def measured(camera: object) -> TrayResult:
    guided, _ = session(camera)  # type: ignore[arg-type]
    return measure_tray(guided, "simulated", MAT, None)


@pytest.mark.parametrize("seed", [1, 3, 8])
def test_the_mat_lies_where_the_simulation_has_it(seed: int | None) -> None:
    tray = simulated(seed=seed)
    result = measured(tray)
    places = np.array([[0.0, 0.0], [240.0, 0.0], [240.0, 180.0], [120.0, 100.0], [0.0, 225.0]])
    true = tray.look.view.project(np.column_stack([places, np.zeros(len(places))]))
    mat = MatFinder(MAT, result.known()).calibrated(result.size)
    assert mat is not None
    found = mat.to_pixels(places, floor=True)
    assert np.abs(found - true).max() < 0.7, "pixels"
    assert result.residual < 0.3
    assert result.size == (1280, 960)


def without_markers(*numbers: int) -> object:
    finder = MatFinder()

    def spoil(image: Image, _: Frame) -> Image:
        markers = finder.markers(image)
        return covered(image, *(markers[number] for number in numbers))

    return spoil


def test_missing_markers_are_named_with_their_place() -> None:
    camera = SpoiltCamera(simulated(), without_markers(1, 2))  # type: ignore[arg-type]
    with pytest.raises(CalibrationError, match=r"1 \(top right\) and 2 \(bottom right\)"):
        measured(camera)


def test_a_dark_room_a_mirror_and_no_mat_at_all_are_told_apart() -> None:
    with pytest.raises(CalibrationError, match="too dark"):
        measured(SpoiltCamera(simulated(), lambda image, _: image // 20))
    with pytest.raises(CalibrationError, match="mirrored"):
        measured(SpoiltCamera(simulated(), lambda image, _: np.ascontiguousarray(image[:, ::-1])))
    with pytest.raises(CalibrationError, match="No marker of the mat is in view"):
        measured(SpoiltCamera(simulated(), without_markers(0, 1, 2, 3)))  # type: ignore[arg-type]


def test_a_sticker_in_the_wrong_place_is_refused_with_the_right_distances() -> None:
    def spoil(image: Image, _: Frame) -> Image:
        """Marker 2 cut out and laid a few millimetres further in."""
        (left, top), (right, bottom) = _box(MatFinder().markers(image)[2])
        moved = image.copy()
        moved[top:bottom, left:right] = 190
        moved[top - 12 : bottom - 12, left - 12 : right - 12] = image[top:bottom, left:right]
        return moved

    with pytest.raises(CalibrationError, match=r"one of them [345]\.\d mm.*284 mm apart across and 269 mm along"):
        measured(SpoiltCamera(simulated(), spoil))


def test_a_lens_that_bends_too_much_is_refused_with_what_helps() -> None:
    def spoil(image: Image, _: Frame) -> Image:
        matrix = np.array([[900.0, 0, 640], [0, 900.0, 480], [0, 0, 1]])
        barrel = np.array([-0.35, 0.1, 0.0, 0.0])
        across, down = cv2.initUndistortRectifyMap(matrix, -barrel, np.eye(3), matrix, (1280, 960), cv2.CV_32FC1)
        return np.asarray(cv2.remap(image, across, down, cv2.INTER_LINEAR), dtype=np.uint8)

    with pytest.raises(CalibrationError, match=r"don't lie as the mat has them.*tray calibrate lens"):
        measured(SpoiltCamera(simulated(), spoil))


def test_a_camera_that_shakes_is_refused() -> None:
    camera = SpoiltCamera(simulated(), lambda image, frame: knocked(image, 4.0 * (frame.number % 3), 0.0, 0.0))
    with pytest.raises(CalibrationError, match=r"waver by 2\.\d pixels"):
        measured(camera)


def test_a_person_lays_the_mat_right_and_tries_again() -> None:
    spoil = without_markers(0)
    camera = SpoiltCamera(simulated(), spoil)  # type: ignore[arg-type]
    guided, person = session(camera, "", "")
    person_tells = person.tell

    def tell(words: str) -> None:
        person_tells(words)
        if words.startswith("Not in view: marker 0 (top left)") and "try again" in words:
            camera.spoil = lambda image, _: image

    person.tell = tell  # type: ignore[method-assign]
    assert calibrate_tray(guided, "simulated", MAT, None).residual < 0.3


def test_a_person_gives_up() -> None:
    guided, _ = session(SpoiltCamera(simulated(), without_markers(0)), "", "q")  # type: ignore[arg-type]
    with pytest.raises(CalibrationError, match="nothing was changed"):
        calibrate_tray(guided, "simulated", MAT, None)
    guided, person = session(simulated(), "Q")
    with pytest.raises(CalibrationError, match="nothing was changed"):
        calibrate_tray(guided, "simulated", MAT, None)
    assert len(person.told) == 1, "nothing was measured"


def test_what_is_no_answer_measures_nothing() -> None:
    guided, person = session(simulated(), "xyz", "q")
    with pytest.raises(CalibrationError, match="nothing was changed"):
        calibrate_tray(guided, "simulated", MAT, None)
    assert person.told[1].startswith("'xyz' is no answer here, and nothing was done."), "and it is asked again"
    assert len(person.told) == 2


def test_a_camera_too_high_is_told_to_hang_lower() -> None:
    result = measured(simulated())
    assert advice(result) == ""
    assert "hang it lower" in advice(result.model_copy(update={"height": 900.0}))


def _box(quad: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    return quad.min(axis=0).astype(int) - 8, quad.max(axis=0).astype(int) + 9

"""A tray that knows its mat: what is noticed when the camera is knocked, covered or in the dark."""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from controller.clock import SystemClock
from controller.ports import Device, Reading
from tests.vision.calibration.conftest import SEED, covered, knocked, session, simulated
from vision.calibration.tray import measure_tray
from vision.cameras import Frame, Image
from vision.eyes import Eyes
from vision.mat_finder import (
    LENS_OF_ANOTHER_SHAPE,
    LONE_MARKER,
    MARKERS_APART,
    NO_MARKER,
    ONE_MARKER,
    TRAY_OF_ANOTHER_SHAPE,
    MatFinder,
)
from vision.process import ReaderProcess
from vision.settings import KnownMat, LensSettings, MatSettings, ReaderSettings, SimulationSettings
from vision.watch import TrayWatch


@pytest.fixture(scope="module")
def known() -> KnownMat:
    guided, _ = session(simulated())
    return measure_tray(guided, "simulated", MatSettings(), None).known()


@pytest.fixture(scope="module")
def eyes() -> Eyes:
    return Eyes()


def finder(known: KnownMat) -> MatFinder:
    return MatFinder(known=known)


def markers(image: Image) -> dict[int, np.ndarray]:
    return MatFinder().markers(image)


def laid_at(image: Image, corners: np.ndarray, place: tuple[int, int]) -> Image:
    """The picture with this marker of it a second time, its white border too, the top-left corner at `place`."""
    left, top = np.floor(corners.min(axis=0)).astype(int) - 8
    right, bottom = np.ceil(corners.max(axis=0)).astype(int) + 8
    picture = image.copy()
    picture[place[1] : place[1] + bottom - top, place[0] : place[0] + right - left] = image[top:bottom, left:right]
    return picture


def test_one_marker_in_its_place_is_enough(known: KnownMat, empty_picture: Image) -> None:
    seen = markers(empty_picture)
    followed = finder(known)
    mat = followed.follow(covered(empty_picture, seen[0], seen[1], seen[2]))
    assert mat is not None
    assert mat.markers == {0, 1, 2, 3}
    assert followed.drift == 0.0


def test_a_knocked_camera_is_corrected_and_the_drift_known(known: KnownMat, empty_picture: Image) -> None:
    followed = finder(known)
    mat = followed.follow(knocked(empty_picture, 17.0, 0.0, 0.0))
    fresh = MatFinder().find(knocked(empty_picture, 17.0, 0.0, 0.0))
    assert mat is not None
    assert fresh is not None
    assert mat.to_pixels([(120.0, 90.0)]) == pytest.approx(fresh.to_pixels([(120.0, 90.0)]), abs=0.3)
    pixels_a_mm = mat.cube_pixels() / 16.5
    assert followed.drift == pytest.approx(17.0 / pixels_a_mm, rel=0.1)


def test_a_camera_that_was_turned_about_a_marker_is_corrected(known: KnownMat, empty_picture: Image) -> None:
    height, width = empty_picture.shape[:2]
    turns = 0
    for mark, corners in markers(empty_picture).items():
        for degrees in (2.0, 4.0):
            x, y = corners.mean(axis=0)
            turn = cv2.getRotationMatrix2D((float(x), float(y)), degrees, 1.0)
            turned = np.asarray(cv2.warpAffine(empty_picture, turn, (width, height)), np.uint8)
            if len(markers(turned)) < 2:
                continue
            followed, fresh = finder(known), MatFinder().find(turned)
            mat = followed.follow(turned)
            assert mat is not None
            assert fresh is not None
            assert mat.to_pixels([(120.0, 90.0)]) == pytest.approx(fresh.to_pixels([(120.0, 90.0)]), abs=0.5), mark
            assert followed.drift > 1.0
            turns += 1
    assert turns >= 4


def test_a_camera_that_is_put_back_has_not_drifted(known: KnownMat, empty_picture: Image) -> None:
    followed = finder(known)
    followed.follow(knocked(empty_picture, 17.0, 0.0, 0.0))
    followed.follow(empty_picture)
    assert followed.drift < 0.5


def test_what_is_the_matter_is_said_apart(known: KnownMat, empty_picture: Image) -> None:
    seen = markers(empty_picture)
    followed = finder(known)
    assert followed.follow(covered(empty_picture, *seen.values())) is None
    assert followed.trouble == NO_MARKER
    alone = covered(empty_picture, *(seen[number] for number in (0, 1, 2)))
    assert followed.follow(knocked(alone, 30.0, -20.0, 0.0)) is None
    assert followed.trouble == ONE_MARKER
    assert followed.follow(empty_picture) is not None
    assert followed.trouble == ""


def test_a_marker_that_was_moved_is_told_from_markers_that_are_covered(empty_picture: Image) -> None:
    seen = markers(empty_picture)
    elsewhere = covered(laid_at(empty_picture, seen[1], (700, 300)), *(seen[number] for number in (1, 2, 3)))
    assert markers(elsewhere).keys() == {0, 1}
    followed = MatFinder()
    assert followed.follow(elsewhere) is None
    assert followed.trouble == MARKERS_APART


def test_of_a_mat_that_was_never_measured_one_marker_alone_is_said_to_be_in_view(empty_picture: Image) -> None:
    seen = markers(empty_picture)
    followed = MatFinder()
    assert followed.follow(covered(empty_picture, seen[0], seen[1], seen[2])) is None
    assert followed.trouble == LONE_MARKER
    assert followed.follow(covered(empty_picture, *seen.values())) is None
    assert followed.trouble == NO_MARKER


def test_a_marker_whose_place_is_outside_the_picture_is_looked_for_nowhere_in_it(empty_picture: Image) -> None:
    cut = np.ascontiguousarray(empty_picture[:, 350:])
    seen = markers(cut)
    assert seen.keys() == {1, 2}
    followed = MatFinder()
    before = followed.follow(cut)
    stray = cut.copy()
    stray[120:200, 300:380] = empty_picture[117:197, 160:240]  # another sticker of the marker that is out of view
    assert before is not None
    assert followed.follow(covered(stray, seen[1])) is before


def test_a_smaller_picture_of_the_same_camera_is_known_too(known: KnownMat, empty_picture: Image) -> None:
    small = np.asarray(cv2.resize(empty_picture, (960, 720), interpolation=cv2.INTER_AREA), dtype=np.uint8)
    seen = markers(small)
    followed = finder(known)
    assert followed.follow(covered(small, seen[1], seen[2], seen[3])) is not None
    assert followed.drift == 0.0
    taller = np.pad(empty_picture, ((40, 40), (0, 0), (0, 0)))
    assert finder(known).follow(taller) is not None, "of another shape it is found anew"


def test_looking_whether_it_is_there_takes_a_fraction_of_finding_it(known: KnownMat, empty_picture: Image) -> None:
    """About a fifth, by the time that the processor has spent on either."""
    cv2.setNumThreads(1)
    followed = finder(known)
    followed.follow(empty_picture)
    look, find = [], []
    for _ in range(20):
        began = time.thread_time()
        followed.follow(empty_picture)
        looked = time.thread_time()
        MatFinder().find(empty_picture)
        look.append(looked - began)
        find.append(time.thread_time() - looked)
    assert min(look) < 0.5 * min(find)


def frames(*scenes: tuple[Image, int]) -> Iterator[Frame]:
    """Frames at 30 a second: each scene for so many frames, with the noise of a sensor."""
    rng, number = np.random.default_rng(1), 0
    for picture, count in scenes:
        for _ in range(count):
            noisy = picture + rng.normal(0, 2, picture.shape)
            yield Frame(np.clip(noisy, 0, 255).astype(np.uint8), number / 30, number)
            number += 1


def test_a_table_that_knows_its_mat_is_blocked_without_it_and_goes_on_with_it(
    known: KnownMat, empty_picture: Image, eyes: Eyes
) -> None:
    hidden = covered(empty_picture, *markers(empty_picture).values())
    watch = TrayWatch("", mat_required=True, known_mat=known, eyes=eyes)
    scenes = ((hidden, 9), (np.zeros_like(hidden), 9), (np.full_like(hidden, 120), 9), (empty_picture, 9))
    told = [reading for frame in frames(*scenes) if (reading := watch.watch(frame)) is not None]
    at_rest = [reading for reading in told if reading.status != "moving"]
    assert [reading.status for reading in at_rest] == ["blocked", "blocked", "blocked", "clear"]
    assert at_rest[0].detail == NO_MARKER
    assert "dark" in (at_rest[1].detail or "")
    assert "lens" in (at_rest[2].detail or "")
    assert [cube.zone for cube in at_rest[3].cubes] == ["rail"] * 5


def test_what_moves_beside_a_known_tray_holds_nothing_up(
    known: KnownMat, empty_picture: Image, eyes: Eyes
) -> None:
    def passing(number: int) -> Image:
        """Somebody walks by at the left edge of the picture."""
        picture = empty_picture.copy()
        picture[60 * number % 800 :, :40] = 230
        return picture

    scenes = [(passing(number), 1) for number in range(15)]
    watch = TrayWatch("", mat_required=True, known_mat=known, eyes=eyes)
    told = [reading.status for frame in frames(*scenes) if (reading := watch.watch(frame)) is not None]
    assert told == ["clear"]
    unknown = TrayWatch("", eyes=eyes)
    told = [reading.status for frame in frames(*scenes) if (reading := unknown.watch(frame)) is not None]
    assert "clear" not in told


def test_cubes_of_a_knocked_camera_lie_where_they_lay(known: KnownMat, empty_picture: Image, eyes: Eyes) -> None:
    watch = TrayWatch("", mat_required=True, known_mat=known, eyes=eyes)
    told = []
    for frame in frames((empty_picture, 8), (knocked(empty_picture, 12.0, -9.0, 1.5), 10)):
        reading = watch.watch(frame)
        if reading is not None and reading.status != "moving":
            watch.counted(reading.cubes)
            told.append(reading)
    first, second = told
    assert first.status == second.status == "clear"
    assert watch.drift > 3.0
    assert [cube.moved for cube in second.cubes] == [False] * 5
    assert sorted(cube.face or "" for cube in second.cubes) == sorted(cube.face or "" for cube in first.cubes)


class News:
    """What the reader's process tells."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self.read = threading.Event()
        self.told = threading.Event()
        self.ended = threading.Event()

    def reading(self, reading: Reading) -> None:
        if reading.tray.status == "clear":
            self.read.set()

    def device(self, device: Device) -> None:
        self.said.append(f"{device.state}: {device.detail}")
        if "was moved" in device.detail:
            self.told.set()

    def finished(self) -> None:
        self.ended.set()


def test_the_readers_process_says_once_that_the_camera_was_knocked_and_reads_on(known: KnownMat) -> None:
    elsewhere = KnownMat(known.size, tuple(
        (number, tuple((x + 20.0, y + 5.0) for x, y in corners)) for number, corners in known.markers
    ))  # fmt: skip
    settings = ReaderSettings(
        simulation=SimulationSettings(seed=SEED, lean_chance=0.0), known_mat=elsewhere, mat_required=True
    )
    news = News()
    reader = ReaderProcess("simulated", settings, SystemClock())
    reader.start(news, None)
    try:
        assert news.told.wait(120)
        assert news.read.wait(120)
    finally:
        reader.stop()
    [said] = [words for words in news.said if "moved" in words]
    assert re.match(r"fine: The camera was moved by [5-7] mm of the mat", said)


def test_that_the_camera_was_knocked_is_told_as_long_as_it_is_so(
    known: KnownMat, empty_picture: Image, tmp_path: Path
) -> None:
    moved, further = knocked(empty_picture, 12.0, -9.0, 1.5), knocked(empty_picture, 36.0, -27.0, 1.5)
    for number, picture in enumerate((empty_picture, moved, None, moved, further, empty_picture)):
        file = tmp_path / f"{number}.png"
        if picture is None:
            file.write_bytes(b"broken")
        else:
            cv2.imwrite(str(file), picture)
    news = News()
    reader = ReaderProcess(
        str(tmp_path), ReaderSettings(paced=False, known_mat=known, mat_required=True), SystemClock()
    )
    reader.start(news, None)
    try:
        assert news.ended.wait(120)
    finally:
        reader.stop()
    said = [re.sub(r".*(was moved by \d+|holds no picture).*", r"\1", words) for words in news.said]
    near, far = dict.fromkeys(words for words in said if "moved" in words)
    assert said == ["fine: ", near, "holds no picture", near, far, "fine: "]


def told_of(folder: Path, pictures: Sequence[Image], **calibrated: Any) -> list[str]:
    """What the reader's process tells of its camera while it reads the pictures, one after the other."""
    for number, picture in enumerate(pictures):
        cv2.imwrite(str(folder / f"{number}.png"), picture)
    news = News()
    reader = ReaderProcess(str(folder), ReaderSettings(paced=False, **calibrated), SystemClock())
    reader.start(news, None)
    try:
        assert news.ended.wait(120)
    finally:
        reader.stop()
    return news.said


def wider(picture: Image) -> Image:
    return np.asarray(cv2.copyMakeBorder(picture, 0, 0, 160, 160, cv2.BORDER_REPLICATE), np.uint8)


@pytest.mark.parametrize("what", ["tray", "lens"])
def test_that_calibration_is_of_pictures_of_another_shape_is_told_while_it_is_so(
    known: KnownMat, empty_picture: Image, tmp_path: Path, what: str
) -> None:
    height, width = empty_picture.shape[:2]
    lens = LensSettings((width, height), (1500.0, 1500.0), (width / 2, height / 2), (0.0, 0.0, 0.0, 0.0, 0.0))
    calibrated = {"known_mat": known} if what == "tray" else {"known_mat": known, "lens": lens}
    words = TRAY_OF_ANOTHER_SHAPE if what == "tray" else LENS_OF_ANOTHER_SHAPE
    said = told_of(tmp_path, (empty_picture, wider(empty_picture), empty_picture), **calibrated)
    assert said == ["fine: ", f"fine: {words}", "fine: "]


def test_a_knock_is_told_again_once_the_pictures_have_their_shape_again(
    known: KnownMat, empty_picture: Image, tmp_path: Path
) -> None:
    moved = knocked(empty_picture, 12.0, -9.0, 1.5)
    said = told_of(tmp_path, (moved, wider(moved), moved), known_mat=known)
    assert said[1:] == [said[1], f"fine: {TRAY_OF_ANOTHER_SHAPE}", said[1]]
    assert "was moved by" in said[1]


def test_another_shape_is_told_where_the_mat_cannot_be_found_because_of_it(
    known: KnownMat, empty_picture: Image, tmp_path: Path
) -> None:
    covered_but_for_one = wider(empty_picture)
    for corners in list(markers(covered_but_for_one).values())[1:]:
        cv2.fillConvexPoly(covered_but_for_one, np.round(corners).astype(np.int32), (90, 90, 90))
    said = told_of(tmp_path, (covered_but_for_one,), known_mat=known, mat_required=True)
    assert said[-1] == f"fine: {TRAY_OF_ANOTHER_SHAPE}"


def test_a_mat_of_another_size_than_is_set_is_not_taken_for_it(empty_picture: Image) -> None:
    """On either side two markers fit a mat of any width."""
    followed = MatFinder(MatSettings(rolling=(300.0, 180.0), rail=(0.0, 190.0, 300.0, 225.0)))
    assert len(markers(empty_picture)) == 4
    assert followed.follow(empty_picture) is None
    assert followed.trouble == MARKERS_APART

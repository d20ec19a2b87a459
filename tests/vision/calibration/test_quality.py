"""Scores of real image data: a good camera passes, and each fault is found, by its own score alone."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.calibration.conftest import Spoil, SpoiltCamera, session, simulated
from vision.calibration.camera import calibrate_camera
from vision.calibration.flicker import Flicker, FlickerWatch
from vision.calibration.focusing import sharpness
from vision.calibration.quality import GOOD, POOR, focus, mean_picture, steadiness
from vision.calibration.results import Score
from vision.calibration.store import CalibrationError
from vision.cameras import Frame, Image
from vision.mat_finder import MatFinder
from vision.settings import MatSettings

RATE = 30.0
"""Frames a second of the simulated camera."""


def as_it_is(image: Image, _: Frame) -> Image:
    return image


def blurred(image: Image, _: Frame) -> Image:
    return np.asarray(cv2.GaussianBlur(image, (0, 0), 2.5), dtype=np.uint8)


def mirrored_lamp(image: Image, _: Frame) -> Image:
    lamp = np.zeros(image.shape[:2], np.float32)
    cv2.ellipse(lamp, (600, 430), (60, 35), 20, 0, 360, 1.0, -1)
    return np.clip(np.round(image + 400 * cv2.GaussianBlur(lamp, (0, 0), 12)[..., None]), 0, 255).astype(np.uint8)


def lit_from_the_left(image: Image, _: Frame) -> Image:
    return lit(image, np.linspace(1.1, 0.3, image.shape[1])[None, :])


def dim(image: Image, _: Frame) -> Image:
    return np.asarray(cv2.convertScaleAbs(image, alpha=0.35), np.uint8)


def burnt_out(image: Image, _: Frame) -> Image:
    return np.asarray(cv2.convertScaleAbs(image, alpha=2.0), np.uint8)


def humming(mains: int, depth: float = 0.1, readout: float = 1 / 36, rate: float = RATE) -> Spoil:
    """A lamp at this mains frequency before a rolling shutter: each line is exposed a little later."""

    def spoil(image: Image, frame: Frame) -> Image:
        lines = frame.number / rate + np.arange(image.shape[0]) / image.shape[0] * readout
        return lit(image, (1 + depth / 2 * np.cos(2 * np.pi * 2 * mains * lines))[:, None])

    return spoil


def lit(image: Image, light: NDArray[np.floating]) -> Image:
    """The picture in a light that differs from row to row (height, 1) or from column to column (1, width)."""
    factors = np.ascontiguousarray(np.broadcast_to(light.astype(np.float32)[..., None], image.shape))
    return np.asarray(cv2.multiply(image, factors, dtype=cv2.CV_8U), np.uint8)


def scores_of(spoil: Spoil, **tray: object) -> dict[str, Score]:
    guided, _ = session(SpoiltCamera(simulated(**tray), spoil))
    result = calibrate_camera(guided, "simulated", MatSettings(), None, 30)
    assert result.locks().exposure is None
    return {score.name: score for score in result.scores}


def flicker_of(spoil: Spoil, rate: float = RATE, frames: int = 60) -> Flicker:
    camera, watch = SpoiltCamera(simulated(), spoil), FlickerWatch()
    for _ in range(frames):
        frame = camera.read()
        assert frame is not None
        watch.see(Frame(frame.image, frame.number / rate, frame.number))
    return watch.flicker()


@pytest.mark.parametrize("tray", [{}, {"light": "neon"}, {"seed": 3}])
def test_a_good_camera_passes_in_any_light_and_on_any_floor(tray: dict[str, object]) -> None:
    scores = scores_of(as_it_is, **tray)
    assert list(scores) == ["focus", "light", "evenness", "glare", "flicker"]
    assert all(score.points >= 80 for score in scores.values()), scores
    assert not any(score.advice for score in scores.values())


@pytest.mark.parametrize(
    ("spoil", "fault", "advice", "alone"),
    [
        (blurred, "focus", "Turn the lens", True),
        (mirrored_lamp, "glare", "move it to the side", True),
        (lit_from_the_left, "evenness", "one side", True),
        (dim, "light", "More light", True),
        (burnt_out, "light", "burnt out", False),
        (humming(50), "flicker", "10.0 ms", True),
    ],
)
def test_each_fault_is_found_with_what_to_do(spoil: Spoil, fault: str, advice: str, alone: bool) -> None:
    scores = scores_of(spoil)
    assert scores[fault].points < GOOD
    assert advice in scores[fault].advice
    if alone:
        assert sum(score.points < GOOD for score in scores.values()) == 1, scores


def test_frames_that_come_twice_and_ones_of_another_size_do_the_watch_no_harm() -> None:
    watch, once = FlickerWatch(), FlickerWatch()
    assert watch.flicker() == Flicker(0.0, None)
    watch.see(Frame(np.zeros((240, 320, 3), np.uint8), 0.0, 0))
    camera = SpoiltCamera(simulated(), humming(50))
    for _ in range(60):
        frame = camera.read()
        assert frame is not None
        once.see(frame)
        for _ in range(5):
            watch.see(frame)
    assert watch.flicker() == once.flicker()
    assert once.flicker().mains == 50


def test_each_mains_frequency_has_its_exposure() -> None:
    assert "8.3 ms" in steadiness(Flicker(0.1, 60)).advice
    assert "10.0 ms" in steadiness(Flicker(0.1, 50)).advice
    assert steadiness(Flicker(0.005, 50)).advice == ""


def test_focus_falls_with_every_bit_of_blur() -> None:
    camera = simulated()
    frames = [camera.read() for _ in range(10)]
    picture = mean_picture([frame.image for frame in frames if frame])
    mat = MatFinder().find(picture)
    assert mat is not None
    points = [focus(picture, mat).points]
    for sigma in (1.0, 1.5, 2.0, 3.0):
        softer = np.asarray(cv2.GaussianBlur(picture, (0, 0), sigma), dtype=np.uint8)
        points.append(focus(softer, mat).points)
    assert points == sorted(points, reverse=True)
    assert len(set(points)) == len(points)
    assert points[0] > 90
    assert points[-1] < POOR


@pytest.mark.parametrize(("mains", "rate"), [(50, 30.0), (50, 24.0), (60, 29.5), (60, 29.85), (60, 25.0), (50, 26.0)])
def test_the_mains_frequency_is_told_by_the_stripes(mains: int, rate: float) -> None:
    flicker = flicker_of(humming(mains, rate=rate), rate=rate)
    assert flicker.mains == mains
    assert flicker.depth == pytest.approx(0.1, rel=0.15)


def test_steady_light_and_slow_clouds_are_no_hum() -> None:
    assert flicker_of(as_it_is).depth < 0.01

    def clouds(image: Image, frame: Frame) -> Image:
        factor = 1 + 0.08 * np.sin(2 * np.pi * 0.3 * frame.number / RATE)
        return np.asarray(cv2.convertScaleAbs(image, alpha=factor), np.uint8)

    cloudy = flicker_of(clouds)
    assert cloudy.depth > 0.05
    assert cloudy.mains is None


@pytest.mark.parametrize("share", [0.1, 0.3, 0.5])
@pytest.mark.parametrize("down", [False, True])
def test_a_shadow_that_passes_is_no_hum(share: float, down: bool) -> None:
    def shadow(image: Image, frame: Frame) -> Image:
        light = np.ones((image.shape[0 if down else 1], 1))
        begin = int((frame.number % 60) / 60 * len(light))
        light[begin : begin + int(share * len(light))] = 0.6
        soft = cv2.GaussianBlur(light, (1, 33), sigmaX=1, sigmaY=4)
        return lit(image, soft if down else soft.T)

    passing = flicker_of(shadow)
    assert passing.mains is None
    assert passing.depth > 0.005


def test_focus_is_told_while_somebody_turns_the_lens() -> None:
    """Also to who has only a terminal; sharp from the thirtieth picture on."""
    turned = SpoiltCamera(
        simulated(), lambda image, frame: image if frame.number >= 30 else blurred(image, frame)
    )
    guided, person = session(turned, *[None] * 70, "")  # type: ignore[list-item]
    calibrate_camera(guided, "simulated", MatSettings(), None, 30)
    told = [int(words.split()[1]) for words in person.told if words.startswith("focus")]
    assert len(told) == 2, "and not again and again"
    assert told[0] < GOOD < 80 < told[1]


def test_sharpness_needs_no_mat_and_falls_with_every_bit_of_blur_however_much_there_is() -> None:
    frame = simulated().read()
    assert frame is not None
    rng = np.random.default_rng(1)
    for light in (1.0, 0.4):
        points = []
        for sigma in (1.0, 4.0, 8.0, 16.0, 32.0):
            softer = light * cv2.GaussianBlur(frame.image, (0, 0), sigma)
            noisy = np.clip(softer + rng.normal(0, 3, softer.shape), 0, 255).astype(np.uint8)
            points.append(sharpness(noisy))
        assert points == sorted(points, reverse=True)
        assert len(set(points)) == len(points)


def test_sharpness_is_told_while_the_mat_is_too_blurred_to_be_seen() -> None:
    """From far out of focus to nearly sharp, and in focus at last."""
    def focused(image: Image, frame: Frame) -> Image:
        sigma = {0: 40.0, 1: 15.0}.get(frame.number // 30, 0.5)
        return np.asarray(cv2.GaussianBlur(image, (0, 0), sigma), dtype=np.uint8)

    guided, person = session(SpoiltCamera(simulated(), focused), *[None] * 100, "")  # type: ignore[list-item]
    calibrate_camera(guided, "simulated", MatSettings(), None, 30)
    told = [words for words in person.told if words.startswith(("focus", "The mat isn't in view. sharpness"))]
    far, near, focus_at_last = (int(words.split()[-1]) for words in told)
    assert far < near < focus_at_last
    assert told[2].startswith("focus")


def test_without_the_mat_nothing_is_scored() -> None:
    hide: Callable[[Image, Frame], Image] = lambda image, frame: np.full_like(image, 90 + frame.number % 2)  # noqa: E731
    with pytest.raises(CalibrationError, match="one even surface"):
        scores_of(hide)

"""`tray calibrate camera`: the camera held still, and how good its picture is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import islice
from pathlib import Path

from vision.calibration.flicker import FlickerWatch
from vision.calibration.focusing import FocusTold
from vision.calibration.overlay import Mark
from vision.calibration.quality import (
    GOOD,
    POOR,
    UNSEEN_FLICKER,
    brightness_of,
    mean_picture,
    paper_level,
    scores,
)
from vision.calibration.results import CameraResult, Score
from vision.calibration.session import Session
from vision.calibration.store import CalibrationError
from vision.calibration.tray import marks_of
from vision.cameras import is_recording
from vision.cameras.camera import Camera, CameraError, Image
from vision.cameras.controls import Adjustable
from vision.light import trouble_with_light
from vision.mat import Mat
from vision.mat_finder import MatFinder
from vision.settings import CameraLocks, LensSettings, MatSettings

SETTLING = 45
"""Frames in which a camera's automatics come to rest."""
FRAMES = 60
"""Frames that are measured: two seconds, which tell 50 from 60 Hz."""
AVERAGED = 20
AFTER_A_CHANGE = 6
"""Frames on their way when a camera is told something."""
PAPER = 190.0
"""The grey level that white paper is exposed for: bright, and far from burnt out."""
NEAR_ENOUGH = 1.15
"""Factor of brightness from which another exposure is tried."""
TRIES = 4
SHORTEST = 1e-4
"""Seconds of exposure."""

ASK = (
    "Put the mat under the camera, the tray empty, hands away. If the lens can be turned, turn it until `focus` is "
    "as high as it gets, and `sharpness` as long as the mat isn't seen. Press Enter to measure."
)
NOTHING_HELD = (
    "This camera lets nothing be held still: exposure, white balance and focus remain its own choice. Keep the light "
    "in the room steady."
)


def check_goes_on(camera: str) -> None:
    """Whether time passes from one picture of a camera to the next.

    Raises:
        CalibrationError: it is a folder of pictures, where none does.
    """
    if is_recording(camera) and Path(camera).is_dir():
        raise CalibrationError(
            f"{camera} is a folder of pictures: what of a camera is measured here, such as how its light flickers, "
            f"shows only from one picture to the next. Name a camera or a video; `tray read {camera}/*.jpg` reads "
            "pictures."
        )


def calibrate_camera(
    session: Session,
    camera: str,
    settings: MatSettings,
    lens: LensSettings | None,
    frame_rate: int,
    tray_light: float | None = None,
) -> CameraResult:
    """Let the person see to mat and focus, hold the camera still, and measure its picture.

    `frame_rate`: of the camera, which bounds its exposure. `tray_light`: how bright the tray's light is held.

    Raises:
        CalibrationError: the mat isn't in view; or `camera` is a folder of pictures, which has no time to pass.
        CameraError: the camera doesn't answer.
    """
    check_goes_on(camera)
    finder = MatFinder(settings, lens=lens)
    if session.asks:
        with suppress(CameraError):  # where it is unplugged, the pictures that don't come say so
            _let_choose(session.camera)
    told = FocusTold(session)

    def look(image: Image) -> Sequence[Mark]:
        mat = finder.follow(image)
        told.see(image, mat)
        return marks_of(finder.markers(image))

    def measure() -> CameraResult:
        with _chosen_anew(session.camera):
            locks = _held(session, finder, frame_rate)
            pictures, flicker = _watch(session, FRAMES)
            picture = mean_picture(pictures)
            found = scores(picture, _mat(finder, picture), flicker.flicker())
        return CameraResult(
            camera=camera,
            size=(picture.shape[1], picture.shape[0]),
            scores=found,
            exposure=locks.exposure,
            gain=locks.gain,
            white_balance=locks.white_balance,
            colour_gains=locks.colour_gains,
            focus=locks.focus,
            tray_light=tray_light,
        )

    return session.attempt(ASK, look, measure)


def in_words(score: Score) -> str:
    """A line for a score."""
    verdict = "fine" if score.points >= GOOD else "worth a look" if score.points >= POOR else "poor"
    return f"{score.name:9} {score.points:3}  {verdict:12}  {score.measured}"


def held_in_words(result: CameraResult) -> str:
    """What the camera is held at."""
    held = [
        f"exposure {1000 * result.exposure:.1f} ms" if result.exposure is not None else "",
        f"gain {result.gain:g}" if result.gain is not None else "",
        f"white balance {result.white_balance:g} K" if result.white_balance is not None else "",
        "colour gains {:.2f} and {:.2f}".format(*result.colour_gains) if result.colour_gains is not None else "",
        f"focus {result.focus:g}" if result.focus is not None else "",
    ]
    said = ", ".join(part for part in held if part)
    return f"Held: {said}." if said else NOTHING_HELD


@contextmanager
def _chosen_anew(camera: Camera) -> Iterator[None]:
    """Let the camera choose before a try, and again where it fails: nobody sees what is wrong in a picture that is
    held at what suited a hand or the dark."""
    _let_choose(camera)
    try:
        yield
    except (CalibrationError, CameraError):
        with suppress(CameraError):
            _let_choose(camera)
        raise


def _let_choose(camera: Camera) -> None:
    if isinstance(camera, Adjustable):
        camera.hold(None)


def _held(session: Session, finder: MatFinder, frame_rate: int) -> CameraLocks:
    """The camera held still, exposed for white paper and for the light's hum."""
    camera = session.camera
    if not isinstance(camera, Adjustable):
        return CameraLocks()
    session.tell("The camera finds its exposure.")
    _watch(session, SETTLING)
    locks = camera.hold(CameraLocks())
    _watch(session, AFTER_A_CHANGE)
    pictures, watch = _watch(session, FRAMES)
    flicker = watch.flicker()
    step = 1 / (2 * flicker.mains) if flicker.mains and flicker.depth > UNSEEN_FLICKER else None
    for _ in range(TRIES):
        if locks.exposure is None:
            break
        picture = mean_picture(pictures[-AFTER_A_CHANGE:])
        factor = brightness_of(PAPER) / brightness_of(paper_level(picture, _mat(finder, picture)))
        wanted = _exposure(locks.exposure * factor, step, frame_rate)
        if 1 / NEAR_ENOUGH < wanted / locks.exposure < NEAR_ENOUGH and (step is None or wanted == locks.exposure):
            break
        before = locks.exposure
        locks = camera.hold(CameraLocks(wanted, locks.gain, locks.white_balance, locks.colour_gains, locks.focus))
        pictures, _ = _watch(session, 2 * AFTER_A_CHANGE)
        if locks.exposure is None or abs(locks.exposure - before) < SHORTEST / 2:
            break
    return locks


def _exposure(wanted: float, step: float | None, frame_rate: int) -> float:
    """Seconds that a camera can expose for; whole periods of a hum."""
    longest = 1.0 / frame_rate
    if step is None:
        return min(max(wanted, SHORTEST), longest)
    return step * min(max(round(wanted / step), 1), max(1, int(longest / step + 1e-6)))


def _watch(session: Session, count: int) -> tuple[list[Image], FlickerWatch]:
    watch = FlickerWatch()
    pictures: list[Image] = []
    for frame in islice(session.frames(), count):
        session.show(frame.image)
        watch.see(frame)
        pictures = [*pictures[-AVERAGED + 1 :], frame.image]
    return pictures, watch


def _mat(finder: MatFinder, picture: Image) -> Mat:
    mat = finder.follow(picture)
    if mat is None:
        raise CalibrationError(trouble_with_light(picture) or finder.trouble)
    return mat

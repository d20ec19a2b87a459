"""Calibration as the settings name its camera: what the commands of `tray calibrate` do."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from controller.app.rooms import address_of, check_camera, in_words, mat_settings, reader_settings
from controller.app.steady_light import light_level, steady_light
from controller.settings import Settings

if TYPE_CHECKING:
    from vision.calibration.results import Entry, Result
    from vision.calibration.session import Session
    from vision.calibration.store import CalibrationStore, Stored
    from vision.cameras import Camera
    from vision.settings import ReaderSettings


class Person(Protocol):
    """Who calibrates; see `vision.calibration.session.Person`."""

    def tell(self, words: str) -> None: ...
    def answer(self) -> str | None: ...
    def hears(self, word: str) -> bool: ...
    def forget(self) -> None: ...


@dataclass(frozen=True, slots=True)
class Kept:
    """A result of calibration in the list of all. `says`: what it found out, or why its file can't be used."""

    number: int
    made: str
    kind: str
    in_force: bool
    says: str


def calibrate_tray(settings: Settings, person: Person, *, ask: bool) -> None:
    """Find the mat and keep where it lies; tell how well it was found.

    Raises:
        TrayError: the camera gives no picture, or the mat can't be found; in words.
    """
    from vision.calibration.tray import advice
    from vision.calibration.tray import calibrate_tray as calibrate

    with in_words():
        _store(settings).try_to_write()
        known = reader_settings(settings, paced=True, without=("tray", "set"))
        with session(settings, known, person, ask=ask) as guided:
            result = calibrate(guided, settings.camera.source, mat_settings(settings), known.lens)
        guessed = "" if known.lens else ", if its lens is a usual one"
        person.tell(
            f"The mat is found: 4 markers, residual {result.residual:.2f} mm; the camera hangs about "
            f"{result.height:.0f} mm above it{guessed}."
        )
        if words := advice(result):
            person.tell(words)
        keep(settings, person, result)


def cameras(settings: Settings) -> list[str]:
    """A line for each camera of this machine; the settings' one is starred."""
    from vision.cameras.picamera import found_cameras as pi_cameras
    from vision.cameras.v4l2 import found_cameras as usb_cameras

    found = [(each.source, each.name) for each in usb_cameras()]
    found += [("picamera", name) for name in pi_cameras()]
    found.append(("simulated", "a tray that is drawn, for trying things out"))
    return [f"{'*' if source == settings.camera.source else ' '} {source:12} {name}" for source, name in found]


def check_can_be_scored(settings: Settings) -> None:
    """Whether the camera of the settings can be one whose picture is scored.

    Raises:
        TrayError: there can be no such camera, or it is a folder of pictures; in words.
    """
    from vision.calibration.camera import check_goes_on

    with in_words():
        check_goes_on(settings.camera.source)
        check_camera(settings)


def calibrate_camera(settings: Settings, person: Person, *, ask: bool) -> None:
    """Hold the camera of the settings still, score its picture, and keep both.

    Raises:
        TrayError: the camera gives no picture, or the mat isn't in view; in words.
    """
    from vision.calibration.camera import calibrate_camera as calibrate
    from vision.calibration.camera import held_in_words
    from vision.calibration.camera import in_words as score_in_words

    camera = settings.camera
    with in_words():
        _store(settings).try_to_write()
        known = _known_for_the_camera(settings, person)
        with session(settings, known, person, ask=ask) as guided:
            result = calibrate(guided, camera.source, known.mat, known.lens, known.frame_rate, light_level(settings))
        if result.size != (camera.width, camera.height):
            person.tell(
                f"The camera gives {result.size[0]}x{result.size[1]}, not the {camera.width}x{camera.height} that it "
                "was asked for."
            )
        person.tell(held_in_words(result))
        for score in result.scores:
            person.tell(score_in_words(score))
        for score in result.scores:
            if score.advice:
                person.tell(f"{score.name.capitalize()}: {score.advice}")
        keep(settings, person, result)


def _known_for_the_camera(settings: Settings, person: Person) -> ReaderSettings:
    """What the reader is told, but for the camera's own results. A damaged lens is left out, for the step that
    measures it anew wants the camera's results."""
    from vision.calibration.store import CalibrationError

    try:
        return reader_settings(settings, paced=True, without=("camera", "tray", "set"))
    except CalibrationError as damaged:
        person.tell(f"{damaged}\nThis step goes on without it.")
        return reader_settings(settings, paced=True, without=("camera", "lens", "tray", "set"))


def write_board(folder: Path) -> Iterator[Path]:
    """Write the board for the lens, to be printed; yields each file written.

    Raises:
        OSError: a file can't be written.
    """
    from vision.calibration.prints import write_board as write

    return write(folder)


def calibrate_lens(settings: Settings, person: Person, *, ask: bool) -> None:
    """Measure what the lens bends, and keep it.

    Raises:
        TrayError: the camera gives no picture, or too few views of the board; in words.
        KeyboardInterrupt: Ctrl-C was pressed; nothing was kept.
    """
    from vision.calibration.lens import calibrate_lens as calibrate

    with in_words():
        _store(settings).try_to_write()
        known = reader_settings(settings, paced=True, without=("lens", "tray", "set"))
        try:
            with session(settings, known, person, ask=ask, opened=_before_board) as guided:
                result = calibrate(guided, settings.camera.source)
        except KeyboardInterrupt:
            tell_if_heard(person, "Interrupted. The lens wasn't measured; nothing was changed.")
            raise
        person.tell(f"The lens is measured: {result}.")
        keep(settings, person, result)
        person.tell("Find the mat anew with it: `tray calibrate tray`.")


def _before_board(source: str, known: ReaderSettings) -> Camera:
    """The camera of that name; before a simulated one a board is held."""
    from vision.calibration.charuco import board_card
    from vision.cameras import SIMULATED, open_camera
    from vision.cameras.simulated import open_before_board

    return open_before_board(known, *board_card()) if source == SIMULATED else open_camera(source, known)


def history(settings: Settings) -> list[Kept]:
    """Everything that calibration has kept, oldest first.

    Raises:
        TrayError: it can't be read.
    """
    with in_words():
        kept = _store(settings)
        return [_kept(kept, stored) for stored in kept.history()]


def in_force(settings: Settings) -> dict[str, str]:
    """What is known of the camera of the settings: by kind, when it was found out and what it is.

    Raises:
        TrayError: what was kept can't be read, or a table can't start because it is damaged.
    """
    from vision.calibration.results import CameraResult, LensResult, TrayResult

    source = settings.camera.source
    with in_words():
        kept = _store(settings)
        for kind in (TrayResult, CameraResult, LensResult):
            kept.newest(kind, source)
        entries = [stored.entry for stored in kept.history() if stored.entry and stored.in_force]
    return {
        entry.result.kind: f"{entry.day}: {entry.result}" for entry in entries if entry.result.about == source
    }  # fmt: skip


def restore(settings: Settings, which: str) -> str:
    """Bring back what was kept under a number or a date; what that is and of which camera, in words.

    Raises:
        TrayError: there is no such result, or it is damaged.
    """
    with in_words():
        entry = _store(settings).restore(which)
    result = entry.result
    again = f"{result.kind} of number {entry.restored} is in force again, as number {entry.number}"
    return f"{again}: {result.camera}: {result}."


@contextmanager
def session(
    settings: Settings, known: ReaderSettings, person: Person, *, ask: bool,
    opened: Callable[[str, ReaderSettings], Camera] | None = None,
) -> Iterator[Session]:  # fmt: skip
    """A camera in the light that its tray is read in, a viewfinder whose address is told, and the person; all closed
    at the end. `opened`: opens the camera, otherwise than for a table."""
    from vision.calibration.session import Session
    from vision.calibration.viewfinder import Viewfinder
    from vision.cameras import is_recording, open_camera

    check_camera(settings)
    with (
        steady_light(settings, person.tell),
        closing((opened or open_camera)(settings.camera.source, known)) as camera,
        closing(Viewfinder(settings.web.host, settings.web.port)) as view,
    ):
        person.tell(f"The camera's picture, live: {_page(settings, view.port)}")
        yield Session(camera, person, view, ask=ask, live=not is_recording(settings.camera.source))


def tell_if_heard(person: Person, words: str) -> None:
    """Whoever pressed Ctrl-C hears it; whose connection was lost doesn't."""
    with suppress(OSError):
        person.tell(words)


def keep(settings: Settings, person: Person, result: Result) -> Entry:
    """Keep a result and tell its number."""
    entry = _store(settings).keep(result)
    person.tell(
        f"Kept as number {entry.number} in {settings.state.calibration_folder}; a table that is started from now on "
        "uses it."
    )
    return entry


def _page(settings: Settings, port: int) -> str:
    """A table's own address may lead elsewhere, such as through a name of the network: its port is what differs."""
    plain = settings.model_copy(update={"web": settings.web.model_copy(update={"address": ""})})
    return address_of(plain, port) + "/"


def _store(settings: Settings) -> CalibrationStore:
    from vision.calibration.store import CalibrationStore

    return CalibrationStore(settings.state.calibration_folder)


def _kept(store: CalibrationStore, stored: Stored) -> Kept:
    if stored.entry is None:
        return Kept(stored.number, stored.day, stored.kind, False, stored.trouble)
    trouble = store.trouble_beside(stored.entry.result)
    in_force = stored.in_force and not trouble
    return Kept(stored.number, stored.day, stored.kind, in_force, trouble or _says(stored.entry))


def _says(entry: Entry) -> str:
    again = f", brought back from {entry.restored}" if entry.restored else ""
    return f"{entry.result.camera}: {entry.result}{again}"

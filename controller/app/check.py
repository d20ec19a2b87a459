"""A check of known throws at the camera that the settings name: what `tray calibrate check` does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from controller.app.calibration import Person, session
from controller.app.rooms import in_words, reader_settings
from controller.clock import SystemClock
from controller.settings import Settings

if TYPE_CHECKING:
    from vision.calibration.check_figures import CheckedThrow
    from vision.calibration.results import CheckResult
    from vision.calibration.store import CalibrationStore
    from vision.eyes import Eyes


def check(settings: Settings, person: Person, throws: int, *, ask: bool) -> bool:
    """Read throws that are known, tell and keep the figures and a page with the mistakes; whether none was wrongly
    clear.

    Raises:
        TrayError: the camera gives no picture, nothing was thrown, or it can't be kept; in words.
        KeyboardInterrupt: Ctrl-C was pressed; the throws before it were told and kept.
        OSError: nobody can be told anything any more; the throws before that were kept.
    """
    from vision.calibration.check import Check
    from vision.calibration.check_figures import summed_up
    from vision.calibration.store import CalibrationError, CalibrationStore
    from vision.watch import TrayWatch

    source, store = settings.camera.source, CalibrationStore(settings.state.calibration_folder)
    checked: Sequence[CheckedThrow] = ()
    ended: KeyboardInterrupt | OSError | None = None
    with in_words():
        store.try_to_write()
        known = reader_settings(settings, paced=True)
        watch = TrayWatch(
            source, known.mat, mat_required=known.mat_required, known_mat=known.known_mat, lens=known.lens,
            eyes=_eyes(settings),
        )  # fmt: skip
        try:
            with session(settings, known, person, ask=ask) as guided:
                checking = Check(guided, watch)
                checked = checking.checked
                checking.throws(throws)
        except (KeyboardInterrupt, OSError) as error:
            if not checked:
                raise
            ended = error
        if not checked:
            raise CalibrationError("No throw was checked, so there is nothing to tell.")
        result = summed_up(checked, source)
        try:
            _tell_and_keep(store, person, result, checked)
        except OSError:  # nobody hears it, as is known already
            if ended is None:
                raise
    if ended is not None:
        raise ended
    return result.wrongly_clear == 0


def _eyes(settings: Settings) -> Eyes | None:
    """Eyes for the set that a table reads with; None for any cubes. Raises what `in_words` knows."""
    if not settings.reader.cube_set:
        return None
    from vision.teaching.reading import kept_eyes

    return kept_eyes(settings.state.calibration_folder, settings.reader.cube_set)


def _tell_and_keep(
    store: CalibrationStore, person: Person, result: CheckResult, checked: Sequence[CheckedThrow]
) -> None:
    """Where the disk is full by now it is told at least, and where nobody hears it any more it is kept."""
    try:
        _tell(person, result)
    finally:
        _keep(store, person, result, checked)


def _keep(store: CalibrationStore, person: Person, result: CheckResult, checked: Sequence[CheckedThrow]) -> None:
    """Keep the figures of a check, and the page with its mistakes."""
    from vision.calibration.check_report import report

    made = SystemClock().now()[:16].replace("T", " ")
    with store.alone() as number:
        name = f"check-{number:04}.html"
        result = result.model_copy(update={"report": name})
        store.keep(result, beside={name: report(result, checked, made).encode()})
    pictures = "" if result.right_throws == result.throws else ", with a picture of every mistake"
    person.tell(f"The report{pictures}: {store.folder / name}")


def _tell(person: Person, result: CheckResult) -> None:
    """The figures of a check, and its confusion matrix."""
    from vision.calibration.check_figures import MISSED, NONE, UNSURE
    from vision.calibration.check_words import NO_CUBE
    from vision.drawings import FACES

    said = {said for row in result.confusion.values() for said in row}
    columns = [column for column in (*FACES, UNSURE, MISSED) if column in said or column in result.confusion]
    person.tell("is \\ read" + "".join(f"{column:>8}" for column in columns))
    for face, row in result.confusion.items():
        name = NO_CUBE if face == NONE else face
        person.tell(f"{name:9}" + "".join(f"{row.get(column) or '.':>8}" for column in columns))
    median, last = result.latency
    person.tell(f"Throws read as they lay:   {result.right_throws} of {result.throws}")
    person.tell(f"Cubes named right:         {result.named_right}")
    person.tell(f"Called clear and wrong:    {result.wrongly_clear}")
    if result.odd_mistaken:
        person.tell(f"Another cube taken for odd: {result.odd_mistaken}")
    person.tell(f"From rest to the reading:  p50 {median:.2f} s, p99 {last:.2f} s")

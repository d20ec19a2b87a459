"""Taught sets of cubes as the settings keep them: what `tray calibrate teach` and `tray read --set` do."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING

from controller.app.calibration import Person, session
from controller.app.rooms import in_words, reader_settings
from controller.errors import TrayError
from controller.settings import Settings

if TYPE_CHECKING:
    from vision.calibration.store import CalibrationStore
    from vision.eyes import Eyes
    from vision.teaching.folders import Choices

LONGEST_NAME = 40


def teach_from_folders(settings: Settings, person: Person, name: str, folder: Path) -> None:
    """Teach the set `name` from pictures in folders, one a face; tell what it is worth, and keep it.

    Raises:
        TrayError: there are too few pictures, or the set can't be kept; in words.
    """
    from vision.teaching.folders import from_folders, readable

    check_name(name)
    with in_words():
        _store(settings).try_to_write()
        choices = from_folders(folder, person.tell)
    person.tell(f"Found the cube in {len(choices)} pictures. Learning takes a minute at most.")
    _learn(settings, person, name, choices, readable(folder))


def teach_at_tray(settings: Settings, person: Person, name: str, faces: Sequence[str] = ()) -> None:
    """Teach the set `name` at the tray, face by face; tell what it is worth, and keep it.

    `faces`: those of the game unless some are named.

    Raises:
        TrayError: the camera gives no picture, there are too few, or the set can't be kept; in words.
    """
    from vision.drawings import FACES
    from vision.teaching.at_tray import TrayTeaching
    from vision.teaching.folders import Choices, check_faces
    from vision.teaching.laid_tray import LaidTray

    check_name(name)
    faces = faces or FACES
    with in_words():
        check_faces(faces)
        _store(settings).try_to_write()
        known = reader_settings(settings, paced=True, without=("set",))
        with session(settings, known, person, ask=True) as guided:
            laid = LaidTray(known) if settings.camera.source == "simulated" else None
            if laid is not None:
                guided.camera.close()
                guided.camera = laid
            try:
                lay = laid.lay if laid else None
                pictures = TrayTeaching(guided, known.mat, known.known_mat, known.lens, lay).faces(faces)
            finally:
                guided.camera.close()
    person.tell("Learning takes a minute at most.")
    _learn(settings, person, name, [Choices((one,)) for one in pictures], settings.camera.source)


def eyes_of(settings: Settings, name: str) -> Eyes:
    """Eyes that see the cubes of the taught set `name`.

    Raises:
        TrayError: there is no such set, or it is damaged.
    """
    from vision.teaching.reading import kept_eyes

    check_name(name)
    with in_words():
        return kept_eyes(settings.state.calibration_folder, name)


def check_name(name: str) -> None:
    """Whether a set can be called that.

    Raises:
        TrayError: it can't, and why.
    """
    if not name.strip() or not name.isprintable() or len(name) > LONGEST_NAME:
        raise TrayError(f"A set can't be called {name!r}: a name has 1 to {LONGEST_NAME} letters that can be seen.")


def _learn(settings: Settings, person: Person, name: str, choices: Sequence[Choices], camera: str) -> None:
    from vision.teaching.choosing import choose
    from vision.teaching.keeping import keep_set
    from vision.teaching.taught_set import teach_set
    from vision.teaching.telling import in_words as worth_in_words

    with in_words():
        pictures = choose(choices)
        taught, practice = teach_set(name, pictures)
        for line in worth_in_words(taught, practice):
            person.tell(line)
        number = keep_set(_store(settings), taught, pictures, practice, camera)
    person.tell(
        f"Kept as number {number} in {settings.state.calibration_folder}. `tray read --set {quote(name)} photo.jpg` "
        "reads with it; `tray calibrate restore` brings an earlier one back."
    )


def _store(settings: Settings) -> CalibrationStore:
    from vision.calibration.store import CalibrationStore

    return CalibrationStore(settings.state.calibration_folder)

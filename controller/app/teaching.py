"""Taught sets of cubes as the settings keep them: what `tray calibrate teach` and `tray read --set` do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING

from controller.app.calibration import Person, session, tell_if_heard
from controller.app.rooms import in_words, reader_settings
from controller.errors import TrayError
from controller.hanging_up import another_ctrl_c_ends_it
from controller.ports import printable
from controller.settings import Settings

if TYPE_CHECKING:
    from vision.calibration.store import CalibrationStore
    from vision.eyes import Eyes
    from vision.teaching.at_tray import TrayTeaching
    from vision.teaching.learning import Names, Practice
    from vision.teaching.taught_set import FacePicture, TaughtSet

LONGEST_NAME = 40
_KEPT_ALREADY = "The pictures are kept: nothing is lost if it is switched off meanwhile."
_CUT_OFF = (
    "Interrupted while it learned. The pictures are kept as number {number}, and are learned when the set is next "
    "read with: `tray read --set {name} photo.jpg`."
)
_BROUGHT_BACK = " `tray calibrate restore {number}` brings the one before back."


def teach_from_folders(settings: Settings, person: Person, name: str, folder: Path) -> None:
    """Teach the set `name` from pictures in folders, one a face; tell what it is worth, and keep it.

    Raises:
        TrayError: there are too few pictures, or the set can't be kept; in words.
        KeyboardInterrupt: Ctrl-C was pressed; nothing was kept.
    """
    from vision.teaching.choosing import choose
    from vision.teaching.folders import from_folders
    from vision.teaching.keeping import LEARNING_TAKES, keep_set

    check_name(name)
    try:
        with in_words():
            _store(settings).try_to_write()
            choices = from_folders(folder, person.tell)
        person.tell(f"Found the cube in {len(choices)} pictures, and learns them. {LEARNING_TAKES}")
        with in_words():
            chosen = choose(choices, _in_quarters(person.tell, "Which cube each picture is about"))

            def keep(taught: TaughtSet, practice: Practice) -> int:
                return keep_set(_store(settings), taught, chosen.pictures, practice, printable(folder))

            kept = _learned(settings, person.tell, name, chosen.pictures, keep, chosen.learned)
    except KeyboardInterrupt:
        tell_if_heard(person, "Interrupted. Nothing was changed.")
        raise
    person.tell(kept)


def teach_at_tray(settings: Settings, person: Person, name: str, faces: Sequence[str] = ()) -> None:
    """Teach the set `name` at the tray, face by face; tell what it is worth, and keep it.

    `faces`: those of the game unless some are named.

    Raises:
        TrayError: the camera gives no picture, there are too few, or the set can't be kept; in words.
        KeyboardInterrupt: Ctrl-C was pressed; of what was taken before a set was made, if that was enough.
        OSError: nobody can be told anything any more; a set was made all the same, if that was enough.
    """
    from vision.calibration.results import SetResult
    from vision.drawings import FACES
    from vision.teaching.at_tray import TrayTeaching
    from vision.teaching.folders import check_faces
    from vision.teaching.keeping import LEARNING_TAKES, keep_learned, keep_pictures
    from vision.teaching.laid_tray import LaidTray

    check_name(name)
    faces = faces or FACES
    ended: KeyboardInterrupt | OSError | None = None
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
                teaching = TrayTeaching(guided, known.mat, known.known_mat, known.lens, lay)
                try:
                    pictures = teaching.faces(faces)
                except (KeyboardInterrupt, OSError) as error:
                    ended, pictures = error, _taken_before(teaching, person)
                    if not pictures:
                        raise
            finally:
                guided.camera.close()
    tell = person.tell if ended is None else partial(tell_if_heard, person)
    store = _store(settings)
    with in_words():
        before = store.number_in_force(SetResult, name)
        kept = keep_pictures(store, name, pictures, settings.camera.source)

    def keep(taught: TaughtSet, practice: Practice) -> int:
        keep_learned(store, kept, taught, practice)
        return kept.number

    try:
        tell(f"Now it learns. {LEARNING_TAKES} {_KEPT_ALREADY}")
        with another_ctrl_c_ends_it():
            worth = _learned(settings, tell, name, pictures, keep)
        tell(worth)
    except (KeyboardInterrupt, BrokenPipeError) as error:
        cut_off = _CUT_OFF.format(number=kept.number, name=quote(name))
        back = "" if before is None else _BROUGHT_BACK.format(number=before)
        tell_if_heard(person, cut_off + back + _where_it_is_kept(settings))
        ended = ended or error
    if ended is not None:
        raise ended


def _taken_before(teaching: TrayTeaching, person: Person) -> list[FacePicture]:
    """What was taken before somebody was interrupted, if it makes a set; and what becomes of it, in words."""
    pictures, taken = teaching.taken(), teaching.in_words()
    if pictures:
        words = f"Interrupted. The set is made of what was taken: {taken}."
    elif taken:
        words = f"Interrupted. What was taken ({taken}) makes no set yet, and was thrown away; nothing was changed."
    else:
        words = "Interrupted before a picture was taken. Nothing was changed."
    tell_if_heard(person, words)
    return pictures


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


def _learned(
    settings: Settings, tell: Callable[[str], None], name: str, pictures: Sequence[FacePicture],
    keep: Callable[[TaughtSet, Practice], int], learned: tuple[Names, Practice] | None = None,
) -> str:  # fmt: skip
    """Learn the set, unless it is `learned`, and `keep` it; where it is kept, in words."""
    from vision.teaching.taught_set import teach_set
    from vision.teaching.telling import in_words as worth_in_words

    with in_words():
        taught, practice = teach_set(name, pictures, _in_quarters(tell, "Learning"), learned)
        for line in worth_in_words(taught, practice):
            tell(line)
        number = keep(taught, practice)
    return (
        f"Kept as number {number} in {settings.state.calibration_folder}. `tray read --set {quote(name)} photo.jpg` "
        f"reads with it; `tray calibrate restore` brings an earlier one back.{_where_it_is_kept(settings)}"
    )


def _where_it_is_kept(settings: Settings) -> str:
    """What else those commands have to be told, where sets aren't kept in the usual folder."""
    usual = settings.state.calibration_folder == Settings().state.calibration_folder
    return "" if usual else " Name the same --config with each command."


def _in_quarters(tell: Callable[[str], None], what: str) -> Callable[[float], None]:
    """Tells how far it is with `what`, at each quarter but the last."""
    told = [0]

    def progress(share: float) -> None:
        if told[0] < (quarters := int(4 * share)) < 4:
            told[0] = quarters
            tell(f"{what}: {25 * quarters} %")

    return progress


def _store(settings: Settings) -> CalibrationStore:
    from vision.calibration.store import CalibrationStore

    return CalibrationStore(settings.state.calibration_folder)

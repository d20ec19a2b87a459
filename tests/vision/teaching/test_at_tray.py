"""Teaching at the simulated tray, by keyboard alone."""

from __future__ import annotations

from collections import Counter, deque

import cv2
import pytest

from vision.calibration.session import Session
from vision.calibration.store import CalibrationError
from vision.cameras.simulated import open_simulated
from vision.mat_finder import MatFinder
from vision.reader import TrayReader
from vision.settings import ReaderSettings, SimulationSettings
from vision.teaching.at_tray import TrayTeaching
from vision.teaching.colours import Colours
from vision.teaching.laid_tray import LaidTray
from vision.teaching.reading import eyes_for
from vision.teaching.taught_set import FacePicture, teach_set

cv2.setNumThreads(1)
SETTINGS = ReaderSettings(simulation=SimulationSettings(paced=False, lean_chance=0.0))


class Typist:
    """Reads everything, and has these lines ready."""

    def __init__(self, *lines: str) -> None:
        self._lines = deque(lines)
        self.told: list[str] = []

    def tell(self, words: str) -> None:
        self.told.append(words)

    def answer(self) -> str | None:
        return self._lines.popleft()


def taken(faces: list[str], *lines: str) -> tuple[list[FacePicture], Typist]:
    """The pictures that somebody takes who types these lines."""
    tray, person = LaidTray(SETTINGS), Typist(*lines)
    try:
        return TrayTeaching(Session(tray, person), SETTINGS.mat, lay=tray.lay).faces(faces), person
    finally:
        tray.close()


def test_all_cubes_with_a_face_are_taken_twice_and_the_set_reads() -> None:
    pictures, person = taken(["2", "3", "sun"], *[""] * 6)
    assert Counter(one.face for one in pictures) == {"2": 10, "3": 8, "sun": 2}
    assert "Taken: 5 cubes with the 2 up." in person.told
    assert "Taken: 1 cube with the sun up." in person.told
    taught, practice = teach_set("tray", pictures)
    assert sum(practice.right.values()) >= 17
    assert isinstance(taught.colours, Colours)
    tray = LaidTray(SETTINGS)
    tray.lay("3")
    frame = tray.read()
    tray.close()
    assert frame is not None
    assert MatFinder(SETTINGS.mat).find(frame.image) is not None
    reading = TrayReader(SETTINGS.mat, eyes_for(taught)).read_picture(frame.image)
    on_tray = [cube for cube in reading.cubes if cube.zone == "tray"]
    assert [(cube.face, cube.odd) for cube in on_tray] == [("3", False)] * 4


def test_a_picture_can_be_taken_back_and_a_face_skipped() -> None:
    pictures, _ = taken(["2", "4", "5"], "", "b", "", "", "s", "", "")
    assert Counter(one.face for one in pictures) == {"2": 10, "5": 10}


def test_who_ends_too_early_is_told_what_is_missing() -> None:
    with pytest.raises(CalibrationError, match="at least 2 faces"):
        taken(["2", "4", "5"], "", "", "q")


def test_an_empty_tray_gives_no_picture() -> None:
    tray = open_simulated(SETTINGS)
    person = Typist("", "q")
    with pytest.raises(CalibrationError):
        TrayTeaching(Session(tray, person), SETTINGS.mat).faces(["2"])
    assert [line for line in person.told if line.startswith("No cube is to be seen there.")]

"""Teaching at the simulated tray, by keyboard alone."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable

import cv2
import pytest

from tests.full_disk import full_disk
from tests.vision.calibration.conftest import Clock, Spoil, SpoiltCamera
from tests.vision.reader.party import mirror_ball
from tests.vision.teaching.drawn_dice import picture_of
from vision.calibration.session import WAITS, Session
from vision.calibration.store import CalibrationError
from vision.cameras import CameraError, Frame, Image
from vision.cameras.simulated import open_simulated
from vision.mat_finder import MatFinder
from vision.reader import TrayReader
from vision.settings import ReaderSettings, SimulationSettings
from vision.teaching.at_tray import ALONE, REST_WITHIN, STILL_MOVES, TrayTeaching
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

    def hears(self, word: str) -> bool:
        return False

    def forget(self) -> None:
        """These lines were written ahead."""


class Loose:
    """A tray's camera that is unplugged for a while, as soon as that is so."""

    def __init__(self, tray: LaidTray, unplugged: Callable[[], bool]) -> None:
        self._tray, self._unplugged, self._times = tray, unplugged, 1000

    def read(self) -> Frame | None:
        if self._times and self._unplugged():
            self._times -= 1
            raise CameraError("The camera is unplugged. Plug it in.")
        return self._tray.read()

    def close(self) -> None:
        self._tray.close()


def taken_by(person: Typist, faces: list[str], unplugged: Callable[[], bool] = lambda: False) -> list[FacePicture]:
    """The pictures that somebody takes, with a camera that is unplugged for long as soon as that is so."""
    tray, clock = LaidTray(SETTINGS), Clock()
    session = Session(Loose(tray, unplugged), person, clock=lambda: clock.now, sleep=clock.sleep)
    try:
        return TrayTeaching(session, SETTINGS.mat, lay=tray.lay).faces(faces)
    finally:
        tray.close()


def taken(faces: list[str], *lines: str) -> tuple[list[FacePicture], Typist]:
    """The pictures that somebody takes who types these lines, and then learns from them."""
    person = Typist(*lines, "")
    return taken_by(person, faces), person


def told(person: Typist, words: str) -> int:
    """How many of the lines that a person was told hold these words."""
    return sum(words in line for line in person.told)


def test_all_cubes_with_a_face_are_taken_twice_the_sun_five_times_and_the_set_reads() -> None:
    pictures, person = taken(["2", "3", "sun"], *[""] * 9)
    assert Counter(one.face for one in pictures) == {"2": 10, "3": 8, "sun": 5}
    assert "Taken: 5 cubes with the 2 up." in person.told
    assert "Taken: 1 cube with the sun up." in person.told
    taught, practice = teach_set("tray", pictures)
    assert told(person, "sun, picture 1 of 2") == told(person, "sun, picture 5 of 5") == 1
    assert sum(practice.right.values()) >= 20
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


def test_where_no_disk_has_room_a_simulated_tray_is_taught_at_all_the_same() -> None:
    with full_disk(left=0):
        pictures, person = taken(["2", "3"], *[""] * 4)
    assert Counter(one.face for one in pictures) == {"2": 10, "3": 8}
    assert not told(person, "Interrupted")


def test_a_picture_can_be_taken_back_and_a_face_skipped() -> None:
    pictures, _ = taken(["2", "4", "5"], "", "b", "", "", "s", "", "")
    assert Counter(one.face for one in pictures) == {"2": 10, "5": 10}


def test_the_last_picture_can_be_taken_back_before_it_is_learned() -> None:
    pictures, person = taken(["2", "4"], *[""] * 4, "huh", "b", "")
    assert Counter(one.face for one in pictures) == {"2": 10, "4": 10}
    assert told(person, "That was all: 10 cubes with the 2, 10 cubes with the 4.") == 3
    assert told(person, "'huh' is no answer here. Press Enter, or type b.") == 1
    assert told(person, "4, picture 2 of 2") == 2


def test_what_is_no_answer_takes_no_picture() -> None:
    pictures, person = taken(["2", "4"], "zzz", "", "", "undo", "", "")
    assert Counter(one.face for one in pictures) == {"2": 10, "4": 10}
    assert told(person, "no picture was taken. Press Enter, or type b, s or q.") == 2


def test_a_face_that_was_skipped_by_mistake_is_asked_for_again_when_that_is_taken_back() -> None:
    pictures, person = taken(["3", "2"], "s", "b", *[""] * 4)
    assert Counter(one.face for one in pictures) == {"3": 8, "2": 10}
    assert told(person, "3, picture 1 of 2") == 2


def test_who_ends_too_early_is_told_what_is_missing_and_loses_nothing() -> None:
    pictures, person = taken(["2", "4", "5"], "", "", "q", "", "q", "q")
    assert Counter(one.face for one in pictures) == {"2": 10, "4": 5}
    assert told(person, "2 pictures of cubes with each. Taken so far: 10 cubes with the 2. Go on") == 1


def test_of_which_face_too_little_was_taken_is_told() -> None:
    pictures, person = taken(["sun", "2", "4"], "", "q", *[""] * 9)
    assert told(person, "Taken so far: 1 cube with the sun (too few). Go on") == 1
    assert {one.face for one in pictures} == {"sun", "2", "4"}


def test_who_ends_twice_loses_what_was_taken_and_is_told_so() -> None:
    with pytest.raises(CalibrationError, match=r"10 cubes with the 2\. It was ended all the same: nothing was kept"):
        taken(["2", "4", "5"], "", "", "q", "q")
    pictures, _ = taken(["2", "4", "5"], "", "q", "s", "q", "", "q", "q")
    assert len(pictures) == 10, "only a second one in a row ends it"


def test_a_face_with_a_single_picture_is_left_out_of_a_set_that_is_ended() -> None:
    pictures, person = taken(["2", "3", "sun"], *[""] * 5, "q", "q")
    assert told(person, "The set would lack: sun. Go on; or end with another q") == 1
    assert Counter(one.face for one in pictures) == {"2": 10, "3": 8}
    assert told(person, "The sun is left out of the set") == 1


def test_where_too_much_was_skipped_that_is_asked_for_once_more() -> None:
    pictures, person = taken(["2", "3", "sun"], "", "", "s", "s", "", "s", "q", "q")
    assert Counter(one.face for one in pictures) == {"2": 10, "3": 4}
    assert told(person, "What is missing is asked for once more") == 1


class Waiting(Typist):
    """Presses Enter whenever there is a picture."""

    answers = 0

    def answer(self) -> str | None:
        if "unplugged" in self.told[-1]:
            return None
        self.answers += 1
        return ""


def test_a_camera_that_is_unplugged_for_long_when_something_is_asked_costs_no_pictures() -> None:
    person = Waiting()
    pictures = taken_by(person, ["2", "3"], lambda: told(person, "3, picture 1 of 2") > 0)
    assert Counter(one.face for one in pictures) == {"2": 10, "3": 8}
    assert told(person, WAITS) == told(person, "The camera is back.") == 1
    assert person.answers == 5


def test_a_camera_that_is_unplugged_for_long_when_a_picture_is_taken_costs_no_pictures() -> None:
    person = Waiting()
    pictures = taken_by(person, ["2", "3"], lambda: person.answers == 3)
    assert Counter(one.face for one in pictures) == {"2": 10, "3": 8}
    assert told(person, "No picture was taken.") == told(person, "The camera is back.") == 1
    assert person.answers == 6


class Moving:
    """Something that is elsewhere in every picture, for as long as it is there."""

    def __init__(self, left: int, clock: Clock) -> None:
        self.there = True
        self._left, self._clock, self._pictures = left, clock, 0

    def __call__(self, image: Image, _frame: Frame) -> Image:
        self._clock.sleep(0.1)
        if not self.there:
            return image
        self._pictures += 1
        assert self._pictures < 200, "it is waited for without end"
        picture = image.copy()
        top = 60 * self._pictures % 800
        picture[top : top + 120, self._left : self._left + 40] = 230
        return picture


def taken_while(moving: Spoil, clock: Clock, person: Typist) -> list[FacePicture]:
    """The pictures that somebody takes while that moves."""
    tray = LaidTray(SETTINGS)
    session = Session(SpoiltCamera(tray, moving), person, clock=lambda: clock.now, sleep=clock.sleep)
    try:
        return TrayTeaching(session, SETTINGS.mat, lay=tray.lay).faces(["2", "3"])
    finally:
        tray.close()


def test_who_walks_by_beside_the_mat_holds_no_picture_up() -> None:
    clock, person = Clock(), Typist(*[""] * 5)
    pictures = taken_while(Moving(0, clock), clock, person)
    assert Counter(one.face for one in pictures) == {"2": 10, "3": 8}
    assert clock.now < REST_WITHIN


def test_what_moves_on_and_on_over_the_mat_is_said_and_the_picture_asked_for_again() -> None:
    clock = Clock()
    moving = Moving(600, clock)

    class Patient(Typist):
        """Takes the hand away when told to."""

        def tell(self, words: str) -> None:
            super().tell(words)
            moving.there = moving.there and words != STILL_MOVES

    person = Patient(*[""] * 6)
    pictures = taken_while(moving, clock, person)
    assert Counter(one.face for one in pictures) == {"2": 10, "3": 8}
    assert told(person, STILL_MOVES) == 1
    assert told(person, "2, picture 1 of 2") == 2
    assert REST_WITHIN <= clock.now < 2 * REST_WITHIN


def test_light_that_wanders_too_slowly_to_be_seen_to_move_is_not_waited_for_without_end() -> None:
    """From each picture to the next hardly anything changes, and yet none of them rests."""
    clock, ball, person = Clock(), mirror_ball(0.06), Typist("", "q", "q")
    pictures = 0

    def wandering(image: Image, frame: Frame) -> Image:
        nonlocal pictures
        pictures += 1
        assert pictures < 200, "it is waited for without end"
        clock.sleep(0.1)
        return ball.on(image, frame.timestamp)

    with pytest.raises(CalibrationError):
        taken_while(wandering, clock, person)
    assert told(person, STILL_MOVES) == 1


def test_where_no_mat_is_in_view_one_cube_is_taken_at_a_time_and_that_is_said() -> None:
    clock, person = Clock(), Typist(*[""] * 12)
    dice, _ = picture_of(["heart", "arrow"], 3)
    pictures = taken_while(lambda image, frame: dice, clock, person)
    assert Counter(one.face for one in pictures) == {"2": 5, "3": 5}
    assert told(person, f"Taken: 1 cube with the 2 up.{ALONE}") == 5


class Recorded:
    """A recording of a tray, that ends as soon as that is so."""

    def __init__(self, tray: LaidTray, ended: Callable[[], bool]) -> None:
        self._tray, self._ended = tray, ended

    def read(self) -> Frame | None:
        return None if self._ended() else self._tray.read()

    def close(self) -> None:
        self._tray.close()


@pytest.mark.parametrize(("until", "faces"), [("3, picture 1", {"2": 10}), ("4, picture 1", {"2": 10, "3": 8})])
def test_a_recording_that_ends_costs_no_set_that_was_taken_by_then(until: str, faces: dict[str, int]) -> None:
    tray, person = LaidTray(SETTINGS), Typist(*[""] * 6)
    session = Session(Recorded(tray, lambda: told(person, until) > 0), person)
    teaching = TrayTeaching(session, SETTINGS.mat, lay=tray.lay)
    try:
        if len(faces) == 1:
            with pytest.raises(CalibrationError, match="The recording ended"):
                teaching.faces(["2", "3", "4"])
            return
        assert Counter(one.face for one in teaching.faces(["2", "3", "4"])) == faces
        assert told(person, "The recording ended before this step was done.") == 1
        assert told(person, "The set is made of what was taken: 10 cubes with the 2, 8 cubes with the 3.") == 1
    finally:
        tray.close()


@pytest.mark.parametrize(
    ("faces", "why"), [(["2"], "at least 2 faces; only 2 is named"), (["2", "3", "2"], "Named twice: 2.")]
)
def test_faces_that_are_no_set_are_refused_at_once(faces: list[str], why: str) -> None:
    with pytest.raises(CalibrationError, match=why):
        taken(faces)


def test_an_empty_tray_gives_no_picture() -> None:
    tray = open_simulated(SETTINGS)
    person = Typist("", "q")
    with pytest.raises(CalibrationError, match="Ended before a picture was taken"):
        TrayTeaching(Session(tray, person), SETTINGS.mat).faces(["2", "3"])
    assert told(person, "No cube is to be seen there.") == 1

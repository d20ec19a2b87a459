"""A check of known throws: its figures, its page, and the throws themselves on the simulated tray."""

from __future__ import annotations

import base64
import re
from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np
import pytest

from controller.ports import GameCube, Point, Quad, ReadCube, TrayReading
from tests.vision.calibration.conftest import Clock, Ready, simulated
from vision.calibration.check import Check, trouble_with, typed_cubes
from vision.calibration.check_figures import (
    CheckedThrow,
    KnownCube,
    checked,
    confusion,
    reliability,
    summed_up,
    wilson,
)
from vision.calibration.check_report import report
from vision.calibration.session import RecordingEndedError, Session
from vision.calibration.store import CalibrationError
from vision.cameras import Camera, CameraError, Frame
from vision.drawings import FACES
from vision.mat_finder import TRAY_OF_ANOTHER_SHAPE
from vision.settings import KnownMat
from vision.simulation.camera import SimulatedTray
from vision.simulation.truth import LyingCube
from vision.watch import TrayWatch

PICTURE = np.full((480, 640, 3), 60, np.uint8)


def read(
    face: str | None, x: float = 100.0, confidence: float = 0.99, guess: str | None = None, odd: bool | None = False
) -> ReadCube:
    quad: Quad = ((x - 20, 80.0), (x + 20, 80.0), (x + 20, 120.0), (x - 20, 120.0))
    best = guess or face or "2"
    return ReadCube(face, odd, "tray", (x, 100.0), quad, ((best, confidence),), confidence)


def throw(
    reading: list[ReadCube], truth: list[KnownCube], status: str = "clear", latency: float = 0.2
) -> CheckedThrow:
    told = TrayReading("", status, tuple(reading))  # type: ignore[arg-type]
    return checked(told, PICTURE, truth, latency)


def test_wilsons_interval_is_that_of_the_books() -> None:
    assert wilson(95, 100) == pytest.approx((0.8882, 0.9785), abs=1e-4)
    assert wilson(10, 10) == pytest.approx((0.7225, 1.0), abs=1e-4)
    assert wilson(0, 10) == pytest.approx((0.0, 0.2775), abs=1e-4)
    assert wilson(0, 0) == (0.0, 1.0)


def test_cubes_are_told_apart_by_their_place() -> None:
    truth = [KnownCube("5", (300.0, 100.0)), KnownCube("2", (100.0, 100.0)), KnownCube("10", (500.0, 100.0))]
    cubes = throw([read("2", 102.0), read("6", 298.0), read("3", 600.0)], truth).cubes
    assert [(cube.true.face if cube.true else None, cube.said) for cube in cubes] == [
        ("5", "6"), ("2", "2"), ("10", "missed"), (None, "3"),
    ]  # fmt: skip


def test_where_a_cube_leans_what_is_read_beside_it_is_no_mistake() -> None:
    """A cube that leans is seen beside its place now and then, and its face doesn't count."""
    truth = [KnownCube("5", (100.0, 100.0)), KnownCube("2", (300.0, 100.0), leans=True)]
    leaning = throw([read("5", 100), read(None, 400)], truth, "unclear")
    result = summed_up([leaning], "camera")
    assert (result.confusion, result.right_throws) == ({"5": {"5": 1}}, 1)
    assert sum(each.count for each in reliability([leaning])) == 1
    flat = throw([read("5", 100), read("3", 400)], [KnownCube("5", (100.0, 100.0))])
    assert summed_up([flat], "camera").confusion == {"5": {"5": 1}, "none": {"3": 1}}


def test_typed_cubes_go_from_left_to_right() -> None:
    cubes = throw([read("2", 300.0), read("5", 100.0)], [KnownCube("5"), KnownCube("3")]).cubes
    assert [(cube.true.face, cube.said) for cube in cubes if cube.true] == [("5", "5"), ("3", "2")]


def test_where_a_cube_was_missed_the_others_keep_their_faces() -> None:
    cubes = throw([read("6", 10.0), read("sun", 90.0)], [KnownCube("2"), KnownCube("6"), KnownCube("sun")]).cubes
    assert sorted((cube.true.face, cube.said) for cube in cubes if cube.true) == [
        ("2", "missed"), ("6", "6"), ("sun", "sun"),
    ]  # fmt: skip


def test_the_figures_of_a_check() -> None:
    throws = [
        throw([read("2", 100), read("5", 200)], [KnownCube("2"), KnownCube("5")], latency=0.2),
        throw([read("2", 100), read(None, 200)], [KnownCube("2"), KnownCube("5")], "unclear", latency=0.3),
        throw([read("3", 100), read("5", 200)], [KnownCube("2"), KnownCube("5")], latency=1.0),
        throw([read("3", 100)], [KnownCube("2", leans=True)], "unclear"),
        throw([read("3", 100)], [KnownCube("2", leans=True)], "clear"),
    ]
    result = summed_up(throws, "camera", "check.html")
    assert (result.throws, result.right_throws, result.wrongly_clear) == (5, 2, 2)
    assert result.confusion == {"2": {"2": 2, "3": 1}, "5": {"5": 2, "unsure": 1}}, "a leaning cube has no face"
    assert result.accuracy == pytest.approx(4 / 6)
    assert result.interval == wilson(4, 6)
    assert result.latency == pytest.approx((0.2, 0.972))


def test_cubes_that_are_not_there_stand_in_the_matrix_and_cost_no_accuracy() -> None:
    counted = throw([read("2", 100), read("4", 300)], [KnownCube("2", (100.0, 100.0))])
    assert confusion(counted.cubes) == {"2": {"2": 1}, "none": {"4": 1}}
    assert counted.wrongly_clear
    assert summed_up([counted], "camera", "x").accuracy == 1.0


def test_a_common_cube_that_is_taken_for_the_odd_one_is_a_mistake_though_its_face_is_right() -> None:
    truth = [KnownCube("5", (100.0, 100.0), odd=True), KnownCube("5", (200.0, 100.0), odd=False)]
    wrong = throw([read("5", 100), read("5", 200, odd=True)], truth)
    right = throw([read("5", 100, odd=True), read("5", 200)], truth)
    untold = throw([read("5", 100, odd=None), read("5", 200, odd=None)], truth)
    assert [(each.right, each.wrongly_clear) for each in (wrong, right, untold)] == [
        (False, True), (True, False), (True, False),
    ]  # fmt: skip
    result = summed_up([wrong, right, untold], "camera", "x")
    assert (result.odd_mistaken, result.right_throws, result.accuracy) == (1, 2, 1.0), "every face was right"
    page = report(result, [wrong, right, untold], "today")
    assert "the odd cube's 5 was taken for a common cube's; a common cube's 5 was taken for the odd cube's" in page
    assert page.count("<img ") == 1


def test_where_a_cube_was_missed_the_odd_one_is_held_against_itself() -> None:
    truth = [KnownCube("5", odd=False), KnownCube("5", odd=True), KnownCube("2", odd=False)]
    seen = throw([read("5", 10.0, odd=True), read("2", 90.0)], truth, "unclear")
    assert [(cube.true.odd, cube.said) for cube in seen.cubes if cube.true and cube.true.face == "5"] == [
        (True, "5"), (False, "missed"),
    ]  # fmt: skip
    assert not any(cube.mistaken for cube in seen.cubes)


@pytest.mark.parametrize(
    ("typed", "odd"),
    [
        ("2 5 10* 6 4", [False, False, True, False, False]),
        ("2 sun 5 6 4", [False, True, False, False, False]),
        ("2 sun* 5 6 4", [False, True, False, False, False]),
        ("2 5 10 6 4", [None] * 5),
        ("2 sun sun 5 6", [None] * 5),
    ],
)
def test_a_star_or_the_sun_says_which_cube_is_the_odd_one(typed: str, odd: list[bool | None]) -> None:
    assert trouble_with(typed.split()) == ""
    cubes = typed_cubes(typed.split())
    assert [cube.odd for cube in cubes] == odd
    assert [cube.face for cube in cubes] == typed.replace("*", "").split()


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("2 x* 5", "'x*' is no face. Faces are 2, 3, 4"),
        ("2* 5* 4", "One cube is the odd one"),
        ("2* sun 4", "One cube is the odd one"),
        ("2 3* 4", "The odd cube has no 3"),
        ("2 * 4", "'*' is no face"),
    ],
)
def test_an_odd_cube_that_can_not_be_is_said(typed: str, words: str) -> None:
    assert words in trouble_with(typed.split())


def test_confidence_is_held_against_what_was_right_named_or_not() -> None:
    throws = [
        throw([read(None, 100, 0.6, guess="2")], [KnownCube("2")], "unclear"),
        throw([read(None, 100, 0.7, guess="3")], [KnownCube("2")], "unclear"),
        throw([read("2", 100, 1.0)], [KnownCube("2")]),
        throw([read("2", 100, 0.9995)], [KnownCube("2")]),
    ]
    assert [(each.low, each.right, each.count) for each in reliability(throws)] == [(0.5, 1, 2), (0.999, 2, 2)]
    assert reliability(throws)[0].confidence == pytest.approx(0.65)


def test_the_page_has_a_picture_of_every_mistake_and_none_of_what_was_right() -> None:
    truth = [KnownCube("2", (100.0, 100.0)), KnownCube("5", (300.0, 100.0))]
    wrong = replace(throw([read("3", 100)], truth), reading=TrayReading("", "clear", (read("3"),), detail="a < b"))
    throws = [throw([read("2", 100), read("5", 300)], truth), wrong, throw([read("2", 100)], truth, "unclear")]
    page = report(summed_up(throws, "<camera>", "x"), throws, "2026-05-14 20:00")
    assert page.count("<img ") == 2
    assert "Throw 2, <span class=\"bad\">called clear</span>: the 2 was read as 3; the 5 was missed. a &lt; b" in page
    assert "Throw 3, called unclear: the 5 was missed." in page
    assert "&lt;camera&gt;" in page
    assert "<svg" in page
    pictures = re.findall(r'src="data:image/jpeg;base64,([^"]+)"', page)
    assert len(pictures) == 2
    assert throws[0].jpeg is None, "what was right takes no memory"
    assert "http" not in page.replace('xmlns="http', ""), "everything is in the one file"


def test_the_page_shows_in_a_table_what_was_read_as_what() -> None:
    throws = [
        throw([read("2", 100), read("5", 200)], [KnownCube("2"), KnownCube("5")]),
        throw([read("3", 100), read(None, 200)], [KnownCube("2"), KnownCube("5")], "unclear"),
        throw([read("5", 200), read("4", 400)], [KnownCube("5", (200.0, 100.0)), KnownCube("sun", (600.0, 100.0))]),
    ]
    page = report(summed_up(throws, "camera", "x"), throws, "today")
    matrix, *_ = re.findall(r"<table>(.*?)</table>", page)
    columns, *rows = re.findall(r"<tr>(.*?)</tr>", matrix)
    assert re.findall(r"<th[^>]*>(.*?)</th>", columns)[1:] == [*FACES, "unsure", "missed"]
    shown = {
        (name, kind, number)
        for row in rows
        for name in re.findall(r"<th[^>]*>(.*?)</th>", row)
        for kind, number in re.findall(r'<td class="(\w+)">(\d+)</td>', row)
    }
    assert shown == {
        ("2", "right", "1"), ("2", "wrong", "1"), ("5", "right", "2"), ("5", "wrong", "1"), ("sun", "wrong", "1"),
        ("no cube", "wrong", "1"),
    }  # fmt: skip
    assert {len(re.findall(r"<td\b", row)) for row in rows} == {len(FACES) + 2}


def test_without_mistakes_the_page_says_so() -> None:
    throws = [throw([read("2", 100)], [KnownCube("2")])]
    page = report(summed_up(throws, "camera", "x"), throws, "today")
    assert "No mistakes" in page
    assert "<img" not in page


# --- throws -------------------------------------------------------------------------------------------------------


class Liar(SimulatedTray):
    """A simulated tray that says of its first cube that it shows another face."""

    def lying(self) -> tuple[LyingCube, ...] | None:
        lying = super().lying()
        if lying is None:
            return None
        first = lying[0]
        other = "2" if first.cube.face != "2" else "4"
        return (replace(first, cube=GameCube(other, first.cube.odd)), *lying[1:])


class LiesOfTheOddOne(SimulatedTray):
    """A simulated tray that says of another cube that it is the odd one."""

    def lying(self) -> tuple[LyingCube, ...] | None:
        lying = super().lying()
        odd = {True: False, False: True}
        return lying and tuple(
            replace(each, cube=GameCube(each.cube.face, odd[each.cube.odd])) for each in lying
        )


class ThrownByHand:
    """The simulated tray as a plain camera; `person` throws when told to."""

    def __init__(self, tray: SimulatedTray) -> None:
        self.tray = tray

    def read(self) -> Frame | None:
        return self.tray.read()

    def close(self) -> None:
        self.tray.close()


def thrown_when_told(person: Ready) -> ThrownByHand:
    """A tray whose cubes `person` throws each time that they are to."""
    tray, tell = simulated(seed=4, touch_chance=0.0), person.tell

    def throwing(words: str) -> None:
        tell(words)
        if "throw the cubes" in words:
            tray.throw(None)

    person.tell = throwing  # type: ignore[method-assign]
    return ThrownByHand(tray)


def check(
    camera: Camera, person: Ready, wanted: int, ask: bool = True, live: bool = True
) -> list[CheckedThrow]:
    return Check(Session(camera, person, ask=ask, live=live), TrayWatch("here")).throws(wanted)


def test_the_simulated_tray_throws_by_itself_and_knows_what_it_threw() -> None:
    throws = check(simulated(seed=4, touch_chance=0.0), Ready(), 3, ask=False)
    assert [throw.right for throw in throws] == [True] * 3
    assert all(len(throw.cubes) == 5 for throw in throws)
    assert all(0.0 < throw.latency < 60 for throw in throws)
    places = {throw.cubes[0].read.center for throw in throws if throw.cubes[0].read}
    assert len(places) == 3, "each is a throw of its own"


def test_a_cube_that_is_another_is_found_out() -> None:
    throws = check(Liar(seed=4, paced=False, lean_chance=0.0, touch_chance=0.0), Ready(), 1, ask=False)
    result = summed_up(throws, "simulated", "x")
    assert (result.right_throws, result.wrongly_clear) == (0, 1)
    assert result.accuracy == pytest.approx(0.8)
    page = report(result, throws, "today")
    assert page.count("<img ") == 1


def test_where_every_cube_leans_no_share_of_them_is_told() -> None:
    throws = check(Liar(seed=4, paced=False, lean_chance=0.0, touch_chance=0.0), Ready(), 1, ask=False)
    leaning = [replace(cube, true=replace(cube.true, leans=True)) for cube in throws[0].cubes if cube.true]
    result = summed_up([replace(throws[0], cubes=tuple(leaning))], "simulated", "x")
    assert result.accuracy is None
    assert "cubes named right: none counted" in str(result)
    assert "none counted" in report(result, [], "today")


def test_another_odd_cube_is_found_out() -> None:
    tray = LiesOfTheOddOne(seed=4, paced=False, lean_chance=0.0, touch_chance=0.0)
    result = summed_up(check(tray, Ready(), 1, ask=False), "simulated", "x")
    assert (result.right_throws, result.wrongly_clear, result.odd_mistaken, result.accuracy) == (0, 1, 1, 1.0)


def test_a_person_sees_and_corrects_which_cube_is_the_odd_one() -> None:
    person = Ready()
    camera = one_throw(person, lambda: person.type("q"))
    tell = person.tell

    def corrects(words: str) -> None:
        tell(words)
        if words.startswith("Read, "):
            seen = re.search(r"Read, clear: (.*?)\. Enter", words)
            assert seen
            cubes = seen[1].split()
            assert sum(cube.endswith("*") or cube == "sun" for cube in cubes) == 1
            common = next(number for number, cube in enumerate(cubes) if cube not in ("3", "sun") and "*" not in cube)
            faces = [cube.removesuffix("*") for cube in cubes]
            person.type(" ".join(f"{face}*" if number == common else face for number, face in enumerate(faces)))

    person.tell = corrects  # type: ignore[method-assign]
    [only] = check(camera, person, 9)
    assert all(cube.right for cube in only.cubes)
    assert [cube.mistaken for cube in only.cubes].count(True) == 2
    assert only.wrongly_clear


def test_a_person_confirms_corrects_skips_and_ends() -> None:
    person = Ready("", "2 x 5", "2 2 2 2 2", "skip", "q")
    throws = check(thrown_when_told(person), person, 9)
    assert len(throws) == 2
    assert throws[0].right
    assert [cube.true.face for cube in throws[1].cubes if cube.true] == ["2"] * 5
    assert not throws[1].right
    assert any("'x' is no face" in words for words in person.told)
    assert sum("throw the cubes" in words for words in person.told) == 4


def test_calibration_of_pictures_of_another_shape_is_told_once() -> None:
    of_the_other = KnownMat((1280, 720), ((0, ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0))),))
    watch, person = TrayWatch("here", known_mat=of_the_other), Ready()
    throws = Check(Session(simulated(seed=4, touch_chance=0.0), person, ask=False), watch).throws(2)
    assert [throw.right for throw in throws] == [True, True]
    assert person.told.count(TRAY_OF_ANOTHER_SHAPE) == 1


class Unplugged(SimulatedTray):
    """A simulated tray whose cable is pulled out at its second throw."""

    thrown = 0
    back = False

    def throw(self, cubes: tuple[Point, ...] | None) -> None:
        self.thrown += 1
        super().throw(cubes)

    def read(self) -> Frame | None:
        if self.thrown > 1 and not self.back:
            raise CameraError("The camera is away.")
        return super().read()


@pytest.mark.parametrize(("comes_back", "checked"), [(False, 1), (True, 2)])
def test_a_camera_that_is_unplugged_between_throws_costs_none_of_them(comes_back: bool, checked: int) -> None:
    tray, person = Unplugged(seed=4, paced=False, lean_chance=0.0, touch_chance=0.0), Ready("")
    tell = person.tell

    def throwing(words: str) -> None:
        tell(words)
        if "away" in words:
            tray.back = comes_back
            person.type("not heard" if comes_back else "q")
        elif words.startswith("Read, ") and comes_back:
            person.type("")
        elif "throw the cubes" in words and "back" not in words:
            tray.throw(None)

    person.tell = throwing  # type: ignore[method-assign]
    assert len(check(ThrownByHand(tray), person, 2)) == checked
    assert ("The camera is back.\nThrow 2 of 2: throw the cubes." in person.told) == comes_back


class Playing(ThrownByHand):
    """A recording of the simulated tray, which ends as soon as `ended` says so."""

    ended = staticmethod(lambda: False)

    def read(self) -> Frame | None:
        return None if self.ended() else super().read()


def one_throw(person: Ready, then: Callable[[], None] = lambda: None) -> Playing:
    """A recording of a single throw; `then` follows, once a second one is asked for."""
    camera, tell = Playing(simulated(seed=4, touch_chance=0.0)), person.tell

    def throwing(words: str) -> None:
        tell(words)
        if words.startswith("Throw 1 "):
            camera.tray.throw(None)
        elif words.startswith("Throw 2 "):
            then()

    person.tell = throwing  # type: ignore[method-assign]
    return camera


def test_who_ends_while_a_throw_is_waited_for_is_heard() -> None:
    person = Ready("")
    assert len(check(one_throw(person, lambda: person.type("q")), person, 9)) == 1


def test_what_a_script_has_written_ahead_is_kept_for_the_questions() -> None:
    person = Ready("2 2 2 2 2", "q")
    [only] = check(one_throw(person), person, 9)
    assert [cube.true.face for cube in only.cubes if cube.true] == ["2"] * 5


def test_enter_that_was_typed_before_a_reading_does_not_confirm_it() -> None:
    person = Ready()
    camera = one_throw(person, lambda: person.type("q"))
    tell = person.tell

    def impatient(words: str) -> None:
        tell(words)
        person.type("2 2 2 2 2" if words.startswith("Read, ") else "")

    person.tell = impatient  # type: ignore[method-assign]
    [only] = check(camera, person, 9)
    assert [cube.true.face for cube in only.cubes if cube.true] == ["2"] * 5


def test_a_recording_that_ends_costs_no_throw_that_was_checked() -> None:
    person = Ready("")
    camera = one_throw(person)
    camera.ended = lambda: any(words.startswith("Throw 2 ") for words in person.told)
    assert len(check(camera, person, 9)) == 1
    assert person.told[-1] == (
        "The recording ended before this step was done. Name a longer one. The throws before count: 1 of 9."
    )


def test_a_recording_stands_still_while_an_answer_is_waited_for() -> None:
    """Its last throw is checked though nothing follows it."""
    person = Ready()
    camera = one_throw(person)
    camera.ended = lambda: any(words.startswith("Read, ") for words in person.told)
    asked, tell = [], person.answer

    def late() -> str | None:
        asked.append(tell())
        return "" if len(asked) > 2 else None

    person.answer = late  # type: ignore[method-assign]
    assert len(check(camera, person, 9, live=False)) == 1


def test_what_was_counted_wrong_is_said_and_can_be_taken_back() -> None:
    person = Ready("back", "2 2 2 2", "back", "", "q")
    [only] = check(thrown_when_told(person), person, 9)
    assert only.right
    assert any(words.startswith("No throw before counts. Enter if that is right") for words in person.told)
    [slip] = [words for words in person.told if words.startswith("Throw 1, called clear: ")]
    assert "where no cube lies" in slip
    assert any(words.startswith("Throw 1 counts no more. This is of the throw that lies") for words in person.told)
    assert [words[:8] for words in person.told if "throw the cubes" in words] == ["Throw 1 ", "Throw 2 ", "Throw 2 "]


def test_a_recording_that_ends_before_the_first_throw_is_no_check() -> None:
    person = Ready("")
    camera = one_throw(person)
    camera.ended = lambda: True
    with pytest.raises(RecordingEndedError):
        check(camera, person, 9)


def test_without_a_person_a_camera_that_stays_away_ends_the_check_with_what_was_read() -> None:
    tray, person, clock = Unplugged(seed=4, paced=False, lean_chance=0.0, touch_chance=0.0), Ready(), Clock()
    session = Session(tray, person, ask=False, clock=lambda: clock.now, sleep=clock.sleep)
    assert len(Check(session, TrayWatch("here")).throws(2)) == 1
    assert person.told[-1] == (
        "No picture came for 15 seconds. The camera is away. The throws before count: 1 of 2."
    )


def test_a_throw_that_a_person_says_leans_but_that_was_called_clear_counts_as_wrong() -> None:
    tray = simulated(seed=4, touch_chance=0.0)
    tray.throw(None)
    [only] = check(ThrownByHand(tray), Ready("c"), 1)
    assert only.leans
    assert only.reading.status == "clear"
    assert only.wrongly_clear


def test_nobody_to_say_what_was_thrown_is_said() -> None:
    with pytest.raises(CalibrationError, match="leave --now away"):
        check(ThrownByHand(simulated()), Ready(), 1, ask=False)


def test_marks_of_mistakes_are_in_the_picture() -> None:
    wrong = throw([read("3", 100)], [KnownCube("2", (100.0, 100.0))])
    page = report(summed_up([wrong], "camera", "x"), [wrong], "today")
    found = re.search(r"base64,([^\"]+)", page)
    assert found is not None
    picture = cv2.imdecode(np.frombuffer(base64.b64decode(found[1]), np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    assert (picture[:, :, 2].astype(int) - picture[:, :, 1] > 100).sum() > 100, "red round the cube"

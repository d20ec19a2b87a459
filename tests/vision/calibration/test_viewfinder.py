"""The viewfinder over a real socket, and the session that shows pictures on it."""

from __future__ import annotations

import json
import re
import socket
import struct
import urllib.error
import urllib.request
from collections.abc import Iterator
from itertools import islice

import cv2
import numpy as np
import pytest
from playwright.sync_api import Browser, expect

from tests.vision.calibration.conftest import Clock, Ready, SpoiltCamera, simulated
from vision.calibration.overlay import Mark
from vision.calibration.session import PATIENCE, WAITS, Session
from vision.calibration.store import CalibrationError
from vision.calibration.tray import measure_tray
from vision.calibration.viewfinder import Viewfinder
from vision.cameras import CameraError, Frame, Image
from vision.repeats import HANGS
from vision.settings import MatSettings
from vision.simulation.camera import SimulatedTray

BLACK = np.zeros((96, 128, 3), np.uint8)


@pytest.fixture
def view() -> Iterator[Viewfinder]:
    view = Viewfinder("127.0.0.1", 0)
    yield view
    view.close()


def get(view: Viewfinder, path: str, **headers: str) -> bytes:
    with urllib.request.urlopen(f"http://127.0.0.1:{view.port}{path}", timeout=20) as answer:
        return bytes(answer.read())


def press(view: Viewfinder, origin: str | None = None) -> int:
    """Press the button on a page of this origin, the viewfinder's own unless another is named."""
    page = f"http://127.0.0.1:{view.port}"
    request = urllib.request.Request(f"{page}/press", method="POST", headers={"Origin": origin or page})
    with urllib.request.urlopen(request, timeout=20) as answer:
        return int(answer.status)


def test_the_page_shows_the_newest_picture_with_what_was_found(view: Viewfinder) -> None:
    assert b"<img" in get(view, "/")
    view.show(BLACK)
    plain = cv2.imdecode(np.frombuffer(get(view, "/picture.jpg"), np.uint8), cv2.IMREAD_COLOR)
    view.show(BLACK, [Mark(((20, 20), (100, 20), (100, 80), (20, 80)), "3")])
    marked = cv2.imdecode(np.frombuffer(get(view, "/picture.jpg?2"), np.uint8), cv2.IMREAD_COLOR)
    assert plain is not None
    assert plain.max() < 30
    assert marked is not None
    assert marked[20, 60, 1] > 150, "the outline is green"
    assert BLACK.max() == 0, "the reader's own picture stays as it is"


def test_a_phone_shows_it_and_its_button_answers(view: Viewfinder, browser: Browser) -> None:
    view.say("Lay the mat.", 0.25)
    view.show(BLACK)
    phone = browser.new_page(viewport={"width": 390, "height": 844})
    said: list[str] = []
    phone.on("console", lambda message: said.append(message.text))
    with phone.expect_response("**/picture.jpg*"):
        phone.goto(f"http://127.0.0.1:{view.port}/")
    expect(phone.locator("#words")).to_have_text("Lay the mat.")
    expect(phone.locator("#picture")).to_have_attribute("src", re.compile("picture"))
    expect(phone.locator("progress")).to_be_visible()
    view.say("Well done.")
    expect(phone.locator("#words")).to_have_text("Well done.")
    expect(phone.locator("progress")).to_be_hidden()
    with phone.expect_response("**/press"):
        phone.get_by_role("button").click()
    assert view.pressed()
    assert said == [], "the page breaks none of its own rules"
    phone.close()


def test_words_and_progress_come_with_the_picture(view: Viewfinder) -> None:
    view.say("Move the board to the left.", 0.4)
    view.show(BLACK)
    assert json.loads(get(view, "/state")) == {"words": "Move the board to the left.", "progress": 0.4, "number": 1}


def test_before_the_first_picture_there_is_none(view: Viewfinder) -> None:
    with pytest.raises(urllib.error.HTTPError, match="404"):
        get(view, "/picture.jpg")


def test_the_button_is_pressed_once_and_by_this_page_alone(view: Viewfinder) -> None:
    assert press(view) == 204
    assert view.pressed()
    assert not view.pressed()
    for elsewhere in ("http://elsewhere.example", "http://127.0.0.1:1", "null"):
        with pytest.raises(urllib.error.HTTPError, match="404"):
            press(view, elsewhere)
    assert not view.pressed()


def test_a_port_that_is_taken_is_left_to_its_owner() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        view = Viewfinder("127.0.0.1", taken.getsockname()[1])
        assert view.port != taken.getsockname()[1]
        view.close()


def test_the_phone_answers_a_question(view: Viewfinder) -> None:
    guided = Session(simulated(), Ready(), view)
    seen = []

    def look(image: object) -> list[Mark]:
        seen.append(image)
        if len(seen) == 3:
            press(view)
        return []

    assert guided.question("Ready?", look) == ""
    assert len(seen) == 3
    assert json.loads(get(view, "/state"))["words"] == "Ready?"


def test_a_phone_that_goes_while_it_is_answered_is_no_news(
    view: Viewfinder, capfd: pytest.CaptureFixture[str]
) -> None:
    noise = np.random.default_rng(1).integers(0, 255, (1200, 1600, 3)).astype(np.uint8)
    view.show(noise)
    for _ in range(3):
        phone = socket.create_connection(("127.0.0.1", view.port))
        phone.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))  # gone without a word
        phone.sendall(b"GET /picture.jpg HTTP/1.1\r\n\r\n")
        phone.recv(100)
        phone.close()
    assert get(view, "/picture.jpg?again")[:2] == b"\xff\xd8"
    view.close()
    assert "Traceback" not in capfd.readouterr().err


class Unplugged:
    """A camera that was unplugged, and comes back after so many attempts."""

    def __init__(self, attempts: int) -> None:
        self.attempts = attempts

    def read(self) -> Frame | None:
        self.attempts -= 1
        if self.attempts >= 0:
            raise CameraError("The camera is unplugged. Plug it in.")
        return Frame(BLACK, 0.0, 0)

    def close(self) -> None:
        pass


class Film(SpoiltCamera):
    """The simulated tray, whose frames take their time of `clock`."""

    def __init__(self, tray: SimulatedTray, clock: Clock) -> None:
        def filmed(image: Image, _frame: Frame) -> Image:
            clock.sleep(1 / 30)
            return image

        super().__init__(tray, filmed)


def test_a_camera_that_repeats_its_picture_measures_nothing_and_is_given_up() -> None:
    tray, person, clock = simulated(), Ready(), Clock()
    guided = Session(Film(tray, clock), person, clock=lambda: clock.now, sleep=clock.sleep)
    assert [frame.number for frame in islice(guided.frames(), 3)] == [0, 1, 2]
    tray.cause("frozen")
    began = clock.now
    with pytest.raises(CalibrationError, match="repeats its last picture"):
        measure_tray(guided, "simulated", MatSettings(), None)
    assert clock.now - began == pytest.approx(PATIENCE, abs=0.5)
    assert person.told[-1] == f"{HANGS} The camera is waited for, 15 seconds at most."


def test_a_recording_may_repeat_its_pictures() -> None:
    tray, clock = simulated(), Clock()
    tray.read()
    tray.cause("frozen")
    guided = Session(Film(tray, clock), Ready(), live=False, clock=lambda: clock.now, sleep=clock.sleep)
    assert [frame.number for frame in islice(guided.frames(), 3)] == [1, 2, 3]


def test_an_unplugged_camera_is_told_once_and_waited_for() -> None:
    person, clock = Ready(), Clock()
    guided = Session(Unplugged(20), person, clock=lambda: clock.now, sleep=clock.sleep)
    assert next(guided.frames()).number == 0
    assert person.told == ["The camera is unplugged. Plug it in. The camera is waited for, 15 seconds at most."]


def test_while_somebody_is_asked_the_camera_is_waited_for_without_end_and_answers_are_heard() -> None:
    clock = Clock()

    class Away(Ready):
        """Types only after ten minutes."""

        def answer(self) -> str | None:
            return "q" if clock.now > 600 else None

    person = Away()
    guided = Session(Unplugged(10**6), person, clock=lambda: clock.now, sleep=clock.sleep)
    assert guided.question("Ready?") == "q"
    assert person.told == ["Ready?", f"The camera is unplugged. Plug it in. {WAITS}"]


def test_when_the_camera_is_back_the_question_is_asked_once_more() -> None:
    clock = Clock()
    person = Ready()
    guided = Session(Unplugged(1000), person, clock=lambda: clock.now, sleep=clock.sleep)
    shown: list[Image] = []

    def look(image: Image) -> list[Mark]:
        shown.append(image)
        person.type("here")
        return []

    assert guided.question("Ready?", look) == "here"
    assert clock.now > 2 * PATIENCE
    assert len(shown) == 1
    assert person.told[2:] == ["The camera is back.\nReady?"]


def test_enter_from_before_a_question_is_no_answer_to_it() -> None:
    person = Ready()
    guided = Session(Unplugged(0), person)
    person.type("")
    asked: list[Image] = []

    def look(image: Image) -> list[Mark]:
        asked.append(image)
        person.type("seen")
        return []

    assert guided.question("Ready?", look) == "seen"
    assert len(asked) == 1


def test_a_camera_that_never_comes_back_is_given_up_and_how_long_it_was_waited_for_is_said() -> None:
    clock, person = Clock(), Ready()
    guided = Session(Unplugged(10**6), person, clock=lambda: clock.now, sleep=clock.sleep)
    with pytest.raises(CalibrationError) as given_up:
        next(guided.frames())
    assert clock.now == pytest.approx(PATIENCE, abs=0.5)
    assert person.told == ["The camera is unplugged. Plug it in. The camera is waited for, 15 seconds at most."]
    assert str(given_up.value) == "No picture came for 15 seconds. The camera is unplugged. Plug it in."

"""What is drawn is what modules and ring show, whatever the line and the board go through."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator

import pytest

from controller.games.game import Moment
from controller.ports import Snapshot
from hardware.canvas import DARK, Colour, Picture, Size
from hardware.layout import final_picture, steady_picture
from hardware.line import LostError
from hardware.link import Link
from hardware.scenes import SCENES, acts, scene_picture
from hardware.scoreboard import INTENSITY, SerialScoreboard
from tests.e2e.scoreboard import bad_line, restarts
from tests.e2e.scoreboard.pins import Look, Looks, PinsLine, as_shown, sign_turned
from tests.e2e.scoreboard.restarts import Evening
from tests.faulty_line import FaultyLine, LineFaults
from tests.firmware.board import EXTERNAL, WAIT, is_idle
from tests.hardware.support import DeviceLog, OneSnapshotFeed, RealClock, game_view, snapshot, wait_until

SIZE = Size()
FRAMES, UPSETS = 5000, 50
FRAME_SECONDS = 1 / 30
STEADY_SECONDS = 8.0
"""Longer than the longest name and message take to scroll through."""
SPEED = 4
AMBER: Colour = (40, 20, 0)

pytestmark = pytest.mark.usefixtures("firmware")


def frames_of(scene: str) -> Iterator[Picture]:
    """Every picture of a scene as the scoreboard draws it, and the one that follows."""
    shown = snapshot(game_view("s2", stake=60), Moment(scene, "s2", 60))
    seconds = sum(act.seconds for act in acts(shown, SIZE))
    for frame in range(round(seconds / FRAME_SECONDS)):
        picture = scene_picture(shown, SIZE, frame * FRAME_SECONDS)
        assert picture is not None, f"{scene} has nothing to show after {frame} frames"
        yield picture
    yield final_picture(shown, SIZE)


def scores() -> Iterator[Picture]:
    """The score of every move of an evening, and one of them as it moves."""
    evening = Evening(seed=5)
    for _ in range(300):
        evening.play()
        yield final_picture(evening.feed.latest(), SIZE)
    long: Snapshot = snapshot(game_view("s2", stake=125, to_throw=3), board="CLEAR THE FLASH")
    for frame in range(round(STEADY_SECONDS / FRAME_SECONDS)):
        yield steady_picture(long, SIZE, frame * FRAME_SECONDS, frame * FRAME_SECONDS)


def is_all_built_in(look: Look) -> bool:
    """Whether modules and ring show the built-in picture."""
    return is_idle(look) and look.ring == tuple(AMBER if light % 5 == 0 else DARK for light in range(SIZE.lights))


def without_signs(looks: Iterable[Look]) -> list[Look]:
    """What was shown one after the other, the blinking sign of a lost line left out."""
    kept: list[Look] = []
    for look in looks:
        if not kept or look not in (kept[-1], sign_turned(kept[-1])):
            kept.append(look)
    return kept


def show(link: Link, picture: Picture) -> None:
    """Show it, and again where a slow machine has let the answer come too late."""
    deadline = time.monotonic() + WAIT
    while True:
        try:
            link.show(picture, INTENSITY)
            return
        except LostError:
            assert time.monotonic() < deadline, "no answer any more"


def show_and_compare(drawn: list[Picture]) -> int:
    """Show the pictures on the real firmware; how many differed from the one before, each of which has to be seen at
    the pins, in order, exactly as drawn, and nothing else."""
    looks = Looks()
    wanted = without_signs(as_shown(picture, INTENSITY, SIZE) for picture in drawn)
    with PinsLine(looks.add, SPEED) as pins:
        assert looks.wait_until(lambda seen: bool(seen) and is_all_built_in(seen[-1][0]), WAIT)
        link = Link(pins.open(), time.monotonic)
        while link.hello(WAIT).reset_cause != EXTERNAL:
            pass  # it may still be speaking of its power-on
        looks.forget()
        for picture in drawn:
            show(link, picture)
        assert looks.wait_until(lambda seen: bool(seen) and seen[-1][0] == wanted[-1], WAIT)
        link.close()
    assert without_signs(look for look, _ in looks.all())[1:] == wanted
    return len(wanted)


@pytest.mark.parametrize("scene", SCENES)
def test_every_frame_of_every_scene_is_at_the_pins_as_it_was_drawn(scene: str) -> None:
    assert show_and_compare(list(frames_of(scene))) > 1


def test_every_score_is_at_the_pins_as_it_was_drawn() -> None:
    assert show_and_compare(list(scores())) > 200


def test_over_a_bad_line_no_wrong_picture_is_shown_and_every_frame_arrives_or_is_replaced_by_a_newer_one() -> None:
    count = bad_line.run(FRAMES, seed=1)
    assert count.shown + count.replaced == FRAMES
    assert count.lost > count.shown / 10, "the line wasn't bad enough to show anything"
    assert count.shown > FRAMES / (2 * bad_line.AHEAD), "that so many frames arrive"


def test_after_each_reset_and_each_unplugging_in_a_game_the_right_score_is_back_within_half_a_second() -> None:
    assert len(restarts.run(UPSETS, seed=2).seconds) == UPSETS


def test_a_board_whose_hello_is_lost_after_a_reset_has_its_score_back_all_the_same() -> None:
    looks, feed, devices = Looks(), OneSnapshotFeed(snapshot(game_view(stake=60))), DeviceLog()
    want = as_shown(final_picture(feed.latest(), SIZE), INTENSITY, SIZE)
    with PinsLine(looks.add) as pins:
        line = FaultyLine(pins, LineFaults())
        board = SerialScoreboard(line, SIZE, RealClock(), scenes=False)
        board.start(feed, devices.append)
        try:
            assert looks.wait_until(lambda seen: bool(seen) and seen[-1][0] == want, WAIT)
            wait_until("that all is said", lambda: devices.states() == ["fine"])
            looks.forget()
            line.faults.drop, before = 1.0, board.counters().lost
            pins.simulator.tell("reset")
            assert looks.wait_until(lambda seen: is_idle(seen[-1][0]), WAIT)
            wait_until("a sign of life that is lost after the hello", lambda: board.counters().lost > before)
            line.faults.drop = 0.0
            assert looks.wait_until(lambda seen: seen[-1][0] == want, WAIT)
        finally:
            board.stop()

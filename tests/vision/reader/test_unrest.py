"""Light that never keeps still: the cubes are read all the same, and where they can't be, people are told why."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from controller.ports import TrayReading
from tests.vision.reader.matroska import write_matroska
from tests.vision.reader.party import PartyLight, flashing, mirror_ball, people_passing
from vision.cameras.camera import Frame, Image
from vision.close_up import LONGEST_SPIN
from vision.eyes import Eyes
from vision.files import NOTHING_SETTLED, read_files
from vision.judgement import WORDS
from vision.missing import square_about
from vision.sight import SeenCube, Sight, nothing_seen
from vision.simulation.camera import SimulatedTray
from vision.unrest import (
    CONTRADICTIONS,
    FALSE_ALARMS,
    FEWER,
    HOLD,
    LOOKS_APART,
    NEVER_STILL,
    PATIENCE,
    RESTLESS,
    TOO_LONG,
    Rest,
    UnrestWatch,
)
from vision.watch import TrayWatch

FPS = 30
SIZE = (640, 480)
SIDE = 40.0
PICTURE = np.zeros((48, 64, 3), np.uint8)
# The one changes in every frame, the other never fast enough to be seen from one to the next.
NEVER_AT_REST = {"flashing lamp": flashing(5, 0.15), "hardly moving ball": mirror_ball(0.06)}


@pytest.fixture(scope="module")
def eyes() -> Eyes:
    return Eyes()


@pytest.fixture
def tray() -> Iterator[SimulatedTray]:
    tray = SimulatedTray(seed=110, paced=False, lean_chance=0.0, resolution=SIZE)
    yield tray
    tray.close()


class Party:
    """A tray that is watched in a light. `told`: each reading with the second of it, and whether the cubes lay."""

    def __init__(self, tray: SimulatedTray, light: PartyLight, eyes: Eyes) -> None:
        self.tray, self.watch, self.now = tray, TrayWatch("", eyes=eyes), 0.0
        self.told: list[tuple[float, TrayReading, bool]] = []
        self._light = light

    def film(self, seconds: float) -> None:
        """Go on until the cubes have lain for so long."""
        lain = 0.0
        while lain < seconds:
            frame = self.tray.read()
            assert frame is not None
            self.now, lies = frame.timestamp, self.tray.lying() is not None
            lain = lain + 1 / FPS if lies else 0.0
            reading = self.watch.watch(replace(frame, image=self._light.on(frame.image, self.now)))
            if reading is not None:
                self.told.append((self.now, reading, lies))
                if reading.status in ("clear", "unclear"):
                    self.watch.counted(reading.cubes)

    def throw(self, seconds: float) -> list[TrayReading]:
        """What is told from a throw on, until its cubes have lain for so long."""
        told = len(self.told)
        self.tray.throw(None)
        self.film(seconds)
        return [reading for _, reading, _ in self.told[told:]]

    def faces(self) -> list[str]:
        return sorted(each.cube.face for each in self.tray.lying() or ())


def faces(reading: TrayReading) -> list[str | None]:
    return sorted(cube.face or "" for cube in reading.cubes)


@pytest.mark.parametrize("light", NEVER_AT_REST)
def test_throws_are_read_where_the_picture_never_rests(light: str, tray: SimulatedTray, eyes: Eyes) -> None:
    party = Party(tray, NEVER_AT_REST[light], eyes)
    for seconds in (PATIENCE + 2 * HOLD + 1.0, 2 * HOLD + 1.0):
        told = party.throw(seconds)
        [read] = [reading for reading in told if any(cube.moved for cube in reading.cubes)]
        assert (read.status, faces(read)) == ("clear", party.faces())
        assert all(cube.moved for cube in read.cubes)
        assert "moving" in [reading.status for reading in told[: told.index(read)]]
        assert told[-1] is read, "of what lies there read it isn't told that it moves"
    assert all(lies for _, reading, lies in party.told if any(cube.moved for cube in reading.cubes))


def test_who_passes_by_is_taken_for_movement_a_few_times_and_then_no_more(tray: SimulatedTray, eyes: Eyes) -> None:
    party = Party(tray, people_passing(1.5, 0.6), eyes)
    told = party.throw(1.5 * (FALSE_ALARMS + 3))
    readings = [reading for reading in told if reading.status == "clear" and len(reading.cubes) == 5]
    assert len(readings) == 1 + FALSE_ALARMS
    assert told[-1] is readings[-1]
    last = next(at for at, reading, _ in party.told if reading is told[-1])
    assert party.now - last > 2.0


def shaken(picture: Image, reach: int) -> list[Image]:
    """A picture, smaller, that is elsewhere each time by up to so many pixels: ten a second."""
    wild = np.random.default_rng(3)
    small = cv2.resize(picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    moves = wild.integers(-reach, reach, (int(10 * (TOO_LONG + 3)), 2))
    return [np.asarray(np.roll(small, move, axis=(0, 1)), np.uint8) for move in moves]


def test_where_nothing_ever_rests_people_are_told_once(eyes: Eyes, thrown_picture: Image) -> None:
    watch = TrayWatch("", eyes=eyes)
    told: list[TrayReading] = []
    for number, moved in enumerate(shaken(thrown_picture, 15)):
        reading = watch.watch(Frame(moved, number / 10, number))
        if reading is not None:
            told.append(reading)
    assert [reading.status for reading in told] == ["moving", "blocked"]
    assert told[1].detail in (NEVER_STILL, WORDS["blocked"])
    assert watch.rest_frame is None


def test_a_video_in_which_nothing_rests_gives_one_reading_whatever_is_in_the_way(
    eyes: Eyes, thrown_picture: Image, tmp_path: Path
) -> None:
    pictures = shaken(thrown_picture, 100)
    video = write_matroska(tmp_path / "wild.mkv", pictures, [100 * number for number in range(len(pictures))])
    [(_, reading)] = read_files([video], eyes=eyes)
    assert isinstance(reading, TrayReading)
    assert (reading.status, reading.detail) == ("moving", NOTHING_SETTLED)


def seen(
    *places: tuple[float, float], turned: float = 0.0, hand: bool = False, face: str = "5", sure: float = 0.98
) -> Sight:
    """Cubes whose middles, in their sides, are there, lie turned by so many degrees, and show so surely that face."""
    cubes = []
    for x, y in places:
        middle = (SIDE * (x + 2), SIDE * (y + 2))
        first, second, third, fourth = (
            (float(each[0]), float(each[1])) for each in square_about(middle, SIDE, turned)
        )
        cubes.append(SeenCube(middle, (first, second, third, fourth), 0.9, 0.0, {face: sure, "10": 1 - sure}))
    return Sight(tuple(cubes), None, (), (0.0, 0.0) if hand else None, None)


FIVE = ((0.0, 0.0), (2.0, 0.0), (4.0, 0.0), (0.0, 3.0), (3.0, 3.0))


class Looked:
    """A watch that is asked thirty times a second, and what it told, by `shows`, what there is to see after so many
    seconds."""

    def __init__(self) -> None:
        self.watch, self.number = UnrestWatch(), 0

    @property
    def now(self) -> float:
        return self.number / FPS

    def for_seconds(self, seconds: float, shows: Callable[[float], Sight]) -> list[Rest]:
        told = []
        for _ in range(round(seconds * FPS)):
            self.number += 1
            if self.watch.asks_for_a_look(self.now):
                rest = self.watch.look(Frame(PICTURE, self.now, self.number), shows(self.now))
                told += [rest] if rest is not None else []
        return told


def test_nothing_is_looked_at_before_a_thrown_cube_has_had_its_time() -> None:
    watch = UnrestWatch()
    asked = [at for at in np.arange(0, PATIENCE + 1, 1 / FPS).tolist() if watch.asks_for_a_look(at)]
    assert asked[0] == pytest.approx(PATIENCE, abs=1 / FPS)


def test_what_was_not_followed_is_not_waited_for_anew() -> None:
    """Where small cubes seem to move each time that the picture has come to rest it would never end."""
    watch = UnrestWatch()
    watch.asks_for_a_look(0.0)
    watch.doubted(PATIENCE - 1)
    assert watch.asks_for_a_look(PATIENCE)
    assert watch.why_never(TOO_LONG) is not None


def test_what_lies_is_told_once_by_all_looks_that_show_it_in_any_order() -> None:
    looked = Looked()
    orders = [FIVE, FIVE[::-1], (*FIVE[2:], *FIVE[:2]), FIVE]
    [rest] = looked.for_seconds(PATIENCE + 4, lambda now: seen(*orders[int(3 * now) % 4]))
    assert rest.since[0] == pytest.approx(PATIENCE, abs=0.1)
    assert [cube.chances for cube in rest.sight.cubes] == [pytest.approx({"5": 0.98, "10": 0.02})] * 5
    assert looked.watch.follows


@pytest.mark.parametrize("degrees", [9, 20, 45, 90, 137, 180, 257, 360, 511, 720, 1111])
def test_a_cube_that_spins_is_not_at_rest(degrees: float) -> None:
    """`degrees`: a second."""
    looked = Looked()
    assert not looked.for_seconds(PATIENCE + 2 * LONGEST_SPIN, lambda now: replace(
        seen(*FIVE), cubes=(*seen(*FIVE[:4]).cubes, *seen(FIVE[4], turned=degrees * now).cubes)
    ))  # fmt: skip


def test_a_cube_that_slides_is_not_at_rest_until_it_lies() -> None:
    looked = Looked()
    sliding = PATIENCE + 3.0
    rests = looked.for_seconds(sliding, lambda now: seen(*FIVE[:4], (3.0, 3.0 + 0.4 * now)))
    assert not rests
    [rest] = looked.for_seconds(3 * HOLD, lambda _: seen(*FIVE))
    assert rest.since[0] >= sliding


def test_a_beam_that_hides_a_cube_for_a_while_is_no_movement_and_a_cube_that_is_gone_is() -> None:
    looked = Looked()
    assert len(looked.for_seconds(PATIENCE + 3 * HOLD, lambda _: seen(*FIVE))) == 1
    looked.for_seconds(sum(LOOKS_APART), lambda _: seen(*FIVE[1:]))
    assert looked.watch.follows
    looked.for_seconds(1.0, lambda _: seen(*FIVE))
    looked.for_seconds(FEWER * LOOKS_APART[1] + 0.1, lambda _: seen(*FIVE[1:]))
    assert not looked.watch.follows
    [rest] = looked.for_seconds(PATIENCE + HOLD, lambda _: seen(*FIVE[1:]))
    assert len(rest.sight.cubes) == 4


@pytest.mark.parametrize("shown", [seen(*FIVE, hand=True), seen(*FIVE, (5.0, 5.0)), seen(*FIVE[1:], (1.0, 2.0))])
def test_a_hand_or_a_cube_elsewhere_is_movement_soon(shown: Sight) -> None:
    looked = Looked()
    looked.for_seconds(PATIENCE + 3 * HOLD, lambda _: seen(*FIVE))
    began = looked.now
    while looked.watch.follows:
        looked.for_seconds(1 / FPS, lambda _: shown)
    assert looked.now - began < (CONTRADICTIONS + 1) * LOOKS_APART[1]


def test_a_cube_that_is_turned_over_in_its_place_is_movement_unless_a_face_is_in_doubt() -> None:
    def turned_over(sure: float) -> Sight:
        return replace(seen(*FIVE, sure=0.995), cubes=(
            *seen(*FIVE[:4], sure=0.995).cubes, *seen(FIVE[4], face="sun", sure=sure).cubes
        ))  # fmt: skip

    looked = Looked()
    looked.for_seconds(PATIENCE + 3 * HOLD, lambda _: seen(*FIVE, sure=0.995))
    looked.for_seconds(3 * HOLD, lambda _: turned_over(0.9))
    assert looked.watch.follows
    [rest] = looked.for_seconds(PATIENCE + 3 * HOLD, lambda _: turned_over(0.995))
    assert rest.sight.cubes[4].chances["sun"] == pytest.approx(0.995)


def test_what_keeps_anything_from_being_seen_ends_what_is_known_of_the_cubes_and_is_told() -> None:
    looked = Looked()
    looked.for_seconds(PATIENCE + 3 * HOLD, lambda _: seen(*FIVE))
    assert looked.watch.follows
    looked.for_seconds(2 * FEWER * LOOKS_APART[1] + TOO_LONG, lambda _: nothing_seen(None, "no mat"))
    assert not looked.watch.follows
    assert looked.watch.why_never(looked.now) == "no mat"


@pytest.mark.parametrize("shows", [seen(*FIVE[:4]), replace(seen(*FIVE), foreign=((400.0, 400.0),))])
def test_where_less_is_seen_than_lay_there_it_is_waited_as_long_as_a_cube_can_spin(shows: Sight) -> None:
    """One that spins may be seen as no cube at all."""
    looked = Looked()
    looked.for_seconds(PATIENCE + 3 * HOLD, lambda _: seen(*FIVE))
    began = looked.now
    looked.for_seconds(HOLD, lambda _: seen(*FIVE, hand=True))
    assert not looked.for_seconds(PATIENCE - 1.0, lambda _: shows)
    looked.for_seconds(3 * HOLD, lambda _: seen(*((x + 1, y) for x, y in FIVE)))
    assert looked.watch.follows, "a whole set is read at once"
    assert looked.now - began < 2 * PATIENCE


def test_small_nudges_do_not_add_up_unseen() -> None:
    looked = Looked()
    looked.for_seconds(PATIENCE + 3 * HOLD, lambda _: seen(*FIVE))
    told_nothing_new = [
        looked.watch.rested(Frame(PICTURE, looked.now, looked.number), seen(*FIVE[:4], (3.0 + shoved, 3.0)))
        for shoved in (0.1, 0.2)
    ]
    assert told_nothing_new == [True, False]


def test_another_reason_is_told_after_a_while() -> None:
    looked = Looked()
    looked.for_seconds(TOO_LONG + 1, lambda _: nothing_seen(None, "no mat"))
    assert looked.watch.why_never(looked.now) == "no mat"
    looked.for_seconds(TOO_LONG + 1, lambda _: nothing_seen(None, "no mat"))
    assert looked.watch.why_never(looked.now) is None
    looked.for_seconds(1, lambda _: seen(hand=True))
    assert looked.watch.why_never(looked.now) == WORDS["blocked"]


def test_a_hand_that_keeps_still_is_no_rest_and_is_told_once() -> None:
    looked = Looked()
    assert not looked.for_seconds(TOO_LONG - 0.5, lambda _: seen(*FIVE, hand=True))
    assert looked.watch.why_never(looked.now) is None
    looked.for_seconds(1.0, lambda _: seen(*FIVE, hand=True))
    assert looked.watch.why_never(looked.now) == WORDS["blocked"]
    assert looked.watch.why_never(looked.now + 1) is None


def test_light_that_keeps_still_again_is_forgotten_after_a_while() -> None:
    looked = Looked()
    looked.for_seconds(PATIENCE + 3 * HOLD, lambda _: seen(*FIVE))
    frame = Frame(PICTURE, looked.now, looked.number)
    assert looked.watch.rested(frame, seen(*FIVE)), "nothing new"
    assert looked.watch.follows
    looked.watch.forget(looked.now + RESTLESS - 1)
    assert looked.watch.follows
    later = looked.now + RESTLESS + 1
    looked.watch.forget(later)
    assert not looked.watch.follows
    assert not looked.watch.asks_for_a_look(later + 1)


def test_a_look_that_takes_long_leaves_as_much_time_for_other_frames() -> None:
    watch = UnrestWatch()
    watch.asks_for_a_look(0.0)
    assert watch.asks_for_a_look(10.0)
    watch.look(Frame(PICTURE, 10.0, 1), seen(*FIVE))
    assert not watch.asks_for_a_look(13.0)
    assert not watch.asks_for_a_look(15.9)
    assert watch.asks_for_a_look(16.1)

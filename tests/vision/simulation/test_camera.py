"""The simulated tray as a camera and as hands."""

import threading
import time

import numpy as np
import pytest

from vision.simulation.camera import SimulatedTray


class Clock:
    """Time that passes only when somebody sleeps, or a test says so."""

    def __init__(self):
        self.now = 100.0

    def __call__(self):
        return self.now

    def sleep(self, seconds):
        assert seconds > 0
        self.now += seconds


def tray(**settings):
    return SimulatedTray(**{"seed": 8, "paced": False, "floor": "green felt", "resolution": (640, 480), **settings})


def settle(simulated):
    while simulated.truth() is None:
        frame = simulated.read()
    return frame


def test_the_same_seed_gives_the_same_pictures():
    one, other = tray(seed=3), tray(seed=3)
    for simulated in (one, other):
        simulated.throw(None)
    for _ in range(50):
        assert np.array_equal(one.read().image, other.read().image)
    assert one.truth() == other.truth()


def test_without_a_seed_throws_differ_from_tray_to_tray():
    one, other = tray(seed=None), tray(seed=None)
    for simulated in (one, other):
        simulated.throw(None)
        settle(simulated)
    assert [each.center for each in one.lying()] != [each.center for each in other.lying()]


def test_camera_time_goes_on_a_thirtieth_of_a_second_a_frame():
    simulated = tray()
    frames = [simulated.read() for _ in range(4)]
    assert [frame.number for frame in frames] == [0, 1, 2, 3]
    assert [frame.timestamp for frame in frames] == pytest.approx([0, 1 / 30, 2 / 30, 3 / 30])


def test_a_paced_camera_keeps_to_the_clock():
    clock = Clock()
    simulated = tray(paced=True, clock=clock, sleep=clock.sleep)
    frames = [simulated.read() for _ in range(31)]
    assert clock.now == pytest.approx(101.0)
    assert frames[-1].timestamp == pytest.approx(1.0)


def test_a_paced_camera_drops_the_frames_that_nobody_took():
    clock = Clock()
    simulated = tray(paced=True, clock=clock, sleep=clock.sleep)
    simulated.read()
    clock.now += 0.51
    late = simulated.read()
    assert late.number == 15
    assert late.timestamp == pytest.approx(0.5)
    assert simulated.read().number == 16


def test_an_unpaced_camera_at_rest_waits_a_little_instead_of_burning_the_processor():
    simulated = tray()
    for _ in range(47):
        simulated.read()
    before = time.monotonic()
    assert simulated.read().number == 47
    assert time.monotonic() - before >= 0.04


def test_a_throw_from_another_thread_ends_the_waiting():
    simulated = tray()
    for _ in range(50):
        simulated.read()
    thrower = threading.Thread(target=simulated.throw, args=(None,))
    thrower.start()
    deadline = time.monotonic() + 10
    while simulated.truth() is not None and time.monotonic() < deadline:
        simulated.read()
    thrower.join()
    settle(simulated)
    assert all(each.zone == "tray" for each in simulated.lying())


def test_while_the_cubes_move_there_is_no_truth_and_no_other_throw():
    simulated = tray()
    simulated.throw(None)
    assert simulated.truth() is None
    assert simulated.leaning() == ()
    with pytest.raises(ValueError, match="cubes still move"):
        simulated.throw(None)


def test_the_cubes_at_the_points_are_thrown_and_those_to_keep_go_on_the_rail():
    simulated = tray(seed=12, lean_chance=0.0)
    simulated.throw(None)
    settle(simulated)
    before = simulated.lying()
    near = [(each.center[0] + 5, each.center[1] - 6) for each in before]
    simulated.throw((near[1], near[4]), keep=(near[0],))
    settle(simulated)
    after = simulated.lying()
    assert after[0].zone == "rail"
    assert after[0].cube == before[0].cube
    assert after[2:4] == before[2:4]
    assert {after[1].zone, after[4].zone} == {"tray"}
    assert before[1].center != after[1].center


def test_hands_that_find_nothing_take_the_nearest_cube_in_the_tray():
    simulated = tray()
    simulated.throw((simulated.lying()[2].center,))
    settle(simulated)
    before = simulated.lying()
    simulated.throw(((20.0, 30.0),))
    settle(simulated)
    after = simulated.lying()
    assert [cube.zone for cube in before].count("tray") == 1
    assert after[2].center != before[2].center
    assert after[:2] + after[3:] == before[:2] + before[3:]


def test_a_cube_that_is_to_be_kept_and_thrown_is_thrown():
    simulated = tray()
    before = simulated.lying()
    simulated.throw((before[0].center,), keep=(before[0].center,))
    settle(simulated)
    assert simulated.lying()[0].zone == "tray"


def test_hands_that_find_nothing_at_a_point_take_up_the_others():
    simulated = tray()
    before = simulated.lying()
    simulated.throw((before[0].center, (20.0, 30.0)))
    settle(simulated)
    after = simulated.lying()
    assert after[0].zone == "tray"
    assert after[1:] == before[1:]


def test_a_leaning_cube_is_told():
    simulated = tray(lean_chance=1.0)
    simulated.throw(None)
    settle(simulated)
    tilts = [each.tilt for each in simulated.lying()]
    assert len(simulated.leaning()) == sum(tilt > 10 for tilt in tilts) >= 1
    assert all(tilt < 0.01 or 15 <= tilt <= 35.01 for tilt in tilts)


def test_a_closed_camera_gives_no_more_frames():
    simulated = tray()
    simulated.read()
    simulated.close()
    simulated.close()
    assert simulated.read() is None


def test_hands_turn_a_kept_cube_to_the_face_that_is_asked_for() -> None:
    tray = SimulatedTray(seed=11, paced=False)
    lying = tray.lying()
    assert lying is not None
    common = lying[0]
    wanted = next(face for face in ("2", "3", "4") if face != common.cube.face)
    tray.throw((lying[1].center,), (common.center, lying[2].center, lying[4].center), show=(wanted, None, "3"))
    while (after := tray.lying()) is None:
        tray.read()
    assert after[0].cube.face == wanted
    assert after[2].cube.face == lying[2].cube.face
    assert after[4].cube.face == lying[4].cube.face, "the odd cube has no 3"

"""The panel by its mock pins: what a finger does to a button's pin, and what the lamps' pins do."""

import sys
import threading
import time
from collections.abc import Iterator
from functools import partial
from itertools import count, pairwise
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory, MockPin  # type: ignore[import-untyped]

from controller.ports import Command, Lamp, Reply, Seat
from hardware.errors import HardwareError
from hardware.panel import LAMP_SECONDS, GpioPanel, PanelPins, open_panel
from hardware.pin_factory import open_pin_factory
from tests.hardware.support import DeviceLog, OneSnapshotFeed, game_view, snapshot, wait_until

PINS = PanelPins()
UNDO_HOLD = 0.5


class Door:
    """Takes commands as the table does; while `busy` is clear it keeps everybody waiting."""

    def __init__(self) -> None:
        self.commands: list[str] = []
        self.free = threading.Event()
        self.free.set()

    def submit(self, command: Command) -> Reply:
        self.free.wait(10)
        self.commands.append(command.name)
        assert command.seat is None
        return Reply(accepted=False, reason="There is nothing to stop yet.", event=0)

    def seat_of(self, secret: str) -> Seat | None:
        return None


class Finger:
    """A panel on mock pins, the fingers on its buttons, and a clock that goes a second a touch unless told."""

    def __init__(self, pin_class: type[MockPin] = MockPin) -> None:
        self.factory = MockFactory(pin_class=pin_class)
        self.now = 0.0
        self.door, self.devices = Door(), DeviceLog()
        self.feed = OneSnapshotFeed(snapshot(lamps=frozenset()))
        self.panel = GpioPanel("mock", PINS, lambda: self.factory, undo_hold=UNDO_HOLD, monotonic=lambda: self.now)

    def start(self) -> None:
        self.panel.start(self.feed, self.door, self.devices.append)

    def press(self, pin: int | None, after: float = 1.0) -> None:
        self.now += after
        self.factory.pin(pin).drive_low()

    def release(self, pin: int | None, after: float = 1.0) -> None:
        self.now += after
        self.factory.pin(pin).drive_high()

    def commands(self, *expected: str) -> None:
        wait_until(f"the commands {expected}", lambda: len(self.door.commands) >= len(expected))
        assert tuple(self.door.commands) == expected

    def shows(self, lamps: set[str]) -> bool:
        return self.lit() == lamps

    def lit(self) -> set[str]:
        names: tuple[Lamp, ...] = ("stop", "roll_on", "sun", "undo", "ready", "reading", "trouble")
        return {name for name in names if self.factory.pin(getattr(PINS, f"{name}_lamp")).state}


@pytest.fixture
def finger() -> Iterator[Finger]:
    on_the_panel = Finger()
    on_the_panel.start()
    yield on_the_panel
    on_the_panel.door.free.set()
    on_the_panel.panel.stop()


def test_each_button_says_what_is_written_on_it(finger: Finger) -> None:
    said: list[str] = []
    for pin, command in ((PINS.stop, "stop"), (PINS.roll_on, "roll_on"), (PINS.sun, "next_option")):
        finger.press(pin)
        finger.release(pin)
        said.append(command)
        finger.commands(*said)


def test_contacts_that_bounce_press_once(finger: Finger) -> None:
    finger.press(PINS.stop)
    for _ in range(5):
        finger.release(PINS.stop, after=0.002)
        finger.press(PINS.stop, after=0.002)
    finger.commands("stop")
    finger.release(PINS.stop)
    for _ in range(5):
        finger.press(PINS.stop, after=0.002)
        finger.release(PINS.stop, after=0.002)
    finger.press(PINS.roll_on)
    finger.commands("stop", "roll_on")
    finger.release(PINS.roll_on)
    finger.press(PINS.stop)
    finger.commands("stop", "roll_on", "stop")


def test_undo_wants_a_long_press(finger: Finger) -> None:
    finger.press(PINS.undo)
    finger.release(PINS.undo)
    finger.press(PINS.stop)
    finger.commands("stop")
    finger.press(PINS.undo)
    finger.commands("stop", "undo")
    finger.release(PINS.undo)


def test_two_buttons_at_once_both_count(finger: Finger) -> None:
    finger.press(PINS.stop)
    finger.press(PINS.sun, after=0.0)
    wait_until("both", lambda: len(finger.door.commands) == 2)
    assert sorted(finger.door.commands) == ["next_option", "stop"]


def test_a_slow_table_holds_up_neither_fingers_nor_lamps_and_impatience_counts_once(finger: Finger) -> None:
    finger.door.free.clear()
    finger.press(PINS.roll_on)
    wait_until("the first wish to be on its way", lambda: not finger.panel._waiting)
    for _ in range(4):
        finger.press(PINS.stop)
        finger.release(PINS.stop)
    finger.feed.put(snapshot(lamps=frozenset({"stop", "ready"})))
    wait_until("the lamps", lambda: finger.lit() == {"stop", "ready"})
    finger.door.free.set()
    finger.commands("roll_on", "stop")


class HeldPin(MockPin):  # type: ignore[misc]
    """A pin whose button somebody leans on while the panel starts."""

    def _set_pull(self, value: str) -> None:
        self._pull = value
        if self.info.name == f"GPIO{PINS.stop}" or self.info.name == f"GPIO{PINS.undo}":
            self._state = False
        else:
            self.drive_high()


def test_a_button_held_while_the_panel_starts_counts_from_its_next_press() -> None:
    finger = Finger(HeldPin)
    finger.start()
    try:
        finger.press(PINS.roll_on)
        finger.commands("roll_on")
        wait_until("the time of a long press", lambda: finger.panel._buttons["undo"].active_time > 2 * UNDO_HOLD)
        finger.release(PINS.stop)
        finger.release(PINS.undo)
        assert finger.door.commands == ["roll_on"]
        finger.press(PINS.stop)
        finger.commands("roll_on", "stop")
        finger.press(PINS.undo)
        finger.commands("roll_on", "stop", "undo")
    finally:
        finger.panel.stop()


def test_lamps_follow_the_snapshots_and_are_dark_in_the_end(finger: Finger) -> None:
    for lamps in ({"ready"}, {"reading"}, {"trouble"}, {"stop", "roll_on", "sun", "undo", "ready"}, set()):
        finger.feed.put(snapshot(lamps=frozenset(lamps)))
        wait_until(f"the lamps {lamps}", partial(finger.shows, lamps))
    finger.feed.put(snapshot(lamps=frozenset({"stop"})))
    wait_until("the lamp", lambda: finger.lit() == {"stop"})
    lamp = finger.factory.pin(PINS.stop_lamp)
    finger.panel.stop()
    assert not lamp.state
    assert finger.devices.states() == ["fine", "off"]
    finger.panel.stop()


def test_pins_that_fail_for_a_moment_are_told_and_tried_again(
    finger: Finger, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as failing:
        failing.setattr(MockPin, "_set_state", lambda *_: 1 // 0)
        finger.feed.put(snapshot(lamps=frozenset({"stop"})))
        wait_until("the trouble", lambda: finger.devices.states() == ["fine", "trouble"] or None)
    wait_until("the lamp", lambda: finger.shows({"stop"}))
    wait_until("the end of it", lambda: finger.devices.states() == ["fine", "trouble", "fine"] or None)


def test_pins_that_fail_in_the_end_do_not_keep_the_table_open(
    finger: Finger, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as failing:
        failing.setattr(MockPin, "_set_state", lambda *_: 1 // 0)
        finger.panel.stop()
    assert finger.devices.states() == ["fine", "off"]
    assert all(not finger.factory.pin(pin)._when_changed for pin in PINS.wired().values()), "all pins are given back"


@pytest.mark.parametrize("buttons_high", [True, False])
@pytest.mark.parametrize("others_high", [True, False])
def test_lamps_may_be_lit_by_a_low_pin_those_in_buttons_unlike_the_others(
    buttons_high: bool, others_high: bool
) -> None:
    factory = MockFactory()
    pins = PanelPins(button_lamps_high=buttons_high, state_lamps_high=others_high)
    panel = GpioPanel("mock", pins, lambda: factory)
    panel.start(OneSnapshotFeed(snapshot(lamps=frozenset({"sun", "ready"}))), Door(), DeviceLog().append)
    try:
        wait_until("the lamp", lambda: bool(factory.pin(PINS.ready_lamp).state) == others_high)
        assert bool(factory.pin(PINS.sun_lamp).state) == buttons_high
        assert bool(factory.pin(PINS.stop_lamp).state) != buttons_high
        assert bool(factory.pin(PINS.trouble_lamp).state) != others_high
    finally:
        panel.stop()


def test_a_panel_on_mock_pins_says_that_it_is_simulated(finger: Finger) -> None:
    (device,) = finger.devices
    assert (device.part, device.kind, device.state, device.simulated) == ("panel", "mock", "fine", True)
    assert device.detail == "4 buttons, 7 lamps"


@pytest.mark.parametrize(
    ("factory", "pins", "words"),
    [
        ("pigpio", {}, "no pin factory 'pigpio'.*lgpio.*mock or off"),
        ("mock", {"stop": 28}, "stop = 28 is no GPIO pin.*0 to 27"),
        ("mock", {"stop": 6}, "roll_on and stop are both on GPIO 6"),
        ("mock", {"buzzer": 20}, "buzzer and trouble_lamp are both on GPIO 20"),
    ],
)
def test_a_panel_that_cannot_be_is_refused_in_one_line(factory: str, pins: dict[str, Any], words: str) -> None:
    with pytest.raises(HardwareError, match=words) as refusal:
        open_panel(factory, PanelPins(**pins))
    assert "\n" not in str(refusal.value)


def test_a_panel_may_have_fewer_parts() -> None:
    devices = DeviceLog()
    few = PanelPins(undo=None, undo_lamp=None, trouble_lamp=None)
    panel = open_panel("mock", few)
    panel.start(OneSnapshotFeed(snapshot()), Door(), devices.append)
    panel.stop()
    assert devices[0].detail == "3 buttons, 5 lamps"


def test_no_panel_says_so_and_nothing_else() -> None:
    devices = DeviceLog()
    panel = open_panel("off", PINS)
    panel.start(OneSnapshotFeed(snapshot()), Door(), devices.append)
    panel.stop()
    assert devices.states() == ["off"]


def test_a_missing_pin_library_is_trouble_in_one_line_and_never_mock_pins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "gpiozero.pins.lgpio", None)  # as if it were not installed, on a Pi too
    with pytest.raises(HardwareError, match=r"lgpio is missing: install it .*python3-lgpio.*mock or off") as refusal:
        open_pin_factory("lgpio")
    devices = DeviceLog()
    panel = open_panel("lgpio", PINS)
    panel.start(OneSnapshotFeed(snapshot()), Door(), devices.append)
    assert devices.states() == ["trouble"]
    assert devices[0].detail == str(refusal.value)
    assert devices[0].simulated is False
    panel.stop()


class RefusingPin(MockPin):  # type: ignore[misc]
    """A pin that an overlay has taken."""

    def _set_function(self, value: str) -> None:
        if value == "output":
            raise OSError("GPIO busy")
        super()._set_function(value)


def test_a_pin_that_another_program_has_is_named() -> None:
    devices = DeviceLog()
    panel = GpioPanel("lgpio", PINS, lambda: MockFactory(pin_class=RefusingPin))
    panel.start(OneSnapshotFeed(snapshot()), Door(), devices.append)
    assert devices.states() == ["trouble"]
    assert "GPIO 17 can't be used (GPIO busy)" in devices[0].detail
    panel.stop()


def test_a_panel_that_fails_at_its_start_is_tried_again_until_it_works() -> None:
    tries: list[float] = []
    good = MockFactory()

    def open_factory() -> MockFactory:
        tries.append(time.monotonic())
        if len(tries) == 1:
            raise HardwareError("/dev/gpiochip can't be opened.")
        return good if len(tries) > 3 else MockFactory(pin_class=RefusingPin)

    door, devices = Door(), DeviceLog()
    panel = GpioPanel("lgpio", PINS, open_factory, monotonic=partial(next, count(1.0)))
    panel.start(OneSnapshotFeed(snapshot(lamps=frozenset({"ready"}))), door, devices.append)
    try:
        wait_until("that it is fine", lambda: devices.states()[-1] == "fine")
        assert devices.states() == ["trouble", "trouble", "fine"], "each trouble is told once"
        assert "GPIO 17 can't be used" in devices[1].detail
        pauses = [later - before for before, later in pairwise(tries)]
        assert all(pause >= LAMP_SECONDS * 2**number for number, pause in enumerate(pauses))
        wait_until("the lamp", lambda: good.pin(PINS.ready_lamp).state)
        good.pin(PINS.stop).drive_low()
        wait_until("the press", lambda: door.commands == ["stop"])
    finally:
        panel.stop()
    assert len(tries) == 4


def test_a_panel_that_never_works_ends_at_once() -> None:
    panel = GpioPanel("lgpio", PINS, lambda: MockFactory(pin_class=RefusingPin))
    panel.start(OneSnapshotFeed(snapshot()), Door(), DeviceLog().append)
    threads = list(panel._threads)
    panel.stop()
    assert not any(thread.is_alive() for thread in threads)


def test_how_long_undo_is_held_and_contacts_may_bounce_is_a_setting() -> None:
    panel = open_panel("mock", PINS, bounce=0.2, undo_hold=3.5)
    assert isinstance(panel, GpioPanel)
    panel.start(OneSnapshotFeed(snapshot()), Door(), DeviceLog().append)
    try:
        assert (panel._buttons["undo"].hold_time, panel._bounce) == (3.5, 0.2)
        assert panel._buttons["stop"].when_pressed is not None
    finally:
        panel.stop()


def test_a_panel_with_a_buzzer_sounds_on_its_pin_and_is_silent_in_the_end() -> None:
    factory = MockFactory()
    feed, devices = OneSnapshotFeed(snapshot(game_view("s1"))), DeviceLog()
    panel = GpioPanel("mock", PanelPins(buzzer=13), lambda: factory, sounds="few")
    panel.start(feed, Door(), devices.append)
    try:
        assert devices[0].detail == "4 buttons, 7 lamps, a buzzer"
        wait_until("the first snapshot's lamp", lambda: factory.pin(PINS.ready_lamp).state)
        feed.put(snapshot(game_view("s2")))
        pin = factory.pin(13)
        wait_until("the sound of a turn", lambda: [state.state for state in pin.states] == [False, True, False])
    finally:
        panel.stop()
    assert not pin.state


def test_a_buzzer_that_is_off_has_no_pin() -> None:
    factory, devices = MockFactory(), DeviceLog()
    panel = GpioPanel("mock", PanelPins(buzzer=13), lambda: factory)
    panel.start(OneSnapshotFeed(snapshot()), Door(), devices.append)
    try:
        assert devices[0].detail == "4 buttons, 7 lamps"
        assert factory.pin(13).function == "input"
    finally:
        panel.stop()

"""The light in which a camera is calibrated: the one that the tray is read in."""

from __future__ import annotations

import queue
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager

from controller.app.rooms import in_words, open_scoreboard, open_tray_light
from controller.clock import SystemClock
from controller.errors import TrayError
from controller.feed import Mailbox
from controller.ports import Device
from controller.settings import Settings

ANSWER_S = 6.0
"""Longer than a scoreboard takes that has to be found first and starts by an old bootloader."""
LOOK_S = 0.05


@contextmanager
def steady_light(settings: Settings, tell: Callable[[str], None]) -> Iterator[float | None]:
    """Hold tray light and ring as they are while the tray is read; yields the tray light's level, 0..1, None where
    there is none. `tell` hears of a ring that stays dark.

    Raises:
        TrayError: the tray light or the scoreboard can't be, or the tray light doesn't shine; in words.
    """
    from hardware.rehearsal import being_read

    with in_words(), ExitStack() as held:
        light, clock = open_tray_light(settings), SystemClock()
        board = open_scoreboard(settings, clock, scenes=False)
        held.callback(light.stop)
        light.start(_refuse_trouble)
        feed = Mailbox()
        feed.publish(being_read("CALIBRATION", "The camera is being calibrated."))
        states: queue.SimpleQueue[Device] = queue.SimpleQueue()
        held.callback(board.stop)
        board.start(feed, states.put)
        trouble = _trouble(states, lambda: board.acknowledged()[0] >= 0, clock.monotonic)
        if trouble is not None:
            tell(f"The ring is dark: {trouble}")
        yield light.level or None


def _refuse_trouble(light: Device) -> None:
    if light.state == "trouble":
        raise TrayError(light.detail)


def _trouble(
    states: queue.SimpleQueue[Device], shines: Callable[[], bool], monotonic: Callable[[], float]
) -> str | None:
    """Why the ring doesn't shine, None where it does, or where there is none to shine."""
    deadline, said = monotonic() + ANSWER_S, "It doesn't answer."
    while not shines() and monotonic() < deadline:
        try:
            device = states.get(timeout=LOOK_S)
        except queue.Empty:
            continue
        if device.state == "off":
            return None
        said = device.detail if device.state == "trouble" else said
    return None if shines() else said

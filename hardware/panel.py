"""The panel at the tray: four lit buttons, three lamps and a buzzer on the Pi's GPIO, in gpiozero's words."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from queue import SimpleQueue
from typing import Any, Literal

from gpiozero import LED, Button, GPIOZeroError  # type: ignore[import-untyped]
from gpiozero import Buzzer as BuzzerPin
from gpiozero.pins import Factory  # type: ignore[import-untyped]

from controller.ports import (
    Command,
    CommandDoor,
    CommandName,
    Device,
    Feed,
    Lamp,
    Panel,
    Snapshot,
    counted,
    listed,
    phrase,
)
from hardware.buzzer import Buzzer
from hardware.errors import HardwareError
from hardware.panel_pins import PanelPins
from hardware.pin_factory import LibraryError, load_lgpio, open_pin_factory
from hardware.sounds import Sounds

log = logging.getLogger(__name__)

BOUNCE_SECONDS = 0.03
UNDO_HOLD_SECONDS = 1.0
LAMP_SECONDS = 0.5
"""How long the lamps' thread waits for news before it looks whether to stop; and after lamps that failed."""
LONGEST_PAUSE = 30.0
"""Pins that can't be used are tried again after twice as long each time, up to this."""

_COMMANDS: dict[str, CommandName] = {"stop": "stop", "roll_on": "roll_on", "sun": "next_option", "undo": "undo"}
_LAMPS: tuple[Lamp, ...] = ("stop", "roll_on", "sun", "undo", "ready", "reading", "trouble")


def open_panel(
    factory: str,
    pins: PanelPins,
    sounds: Sounds = "off",
    bounce: float = BOUNCE_SECONDS,
    undo_hold: float = UNDO_HOLD_SECONDS,
) -> Panel:
    """The panel by the name of its pin factory: "lgpio" (a Pi's own pins), "mock" (gpiozero's MockFactory, for
    simulation) or "off".

    `sounds` of the buzzer, where one is wired. Seconds: `bounce` within which contacts may chatter, `undo_hold` for
    which UNDO has to be held.

    Raises:
        HardwareError: an unknown factory, or pins that can't be.
    """
    if factory == "off":
        return NoPanel()
    if factory not in ("lgpio", "mock"):
        raise HardwareError(f"There is no pin factory {factory!r}: name lgpio (on a Raspberry Pi), mock or off.")
    pins.wired()
    if factory == "lgpio":
        with suppress(HardwareError):  # said when the panel is started
            load_lgpio()
    return GpioPanel(factory, pins, partial(open_pin_factory, factory), bounce, undo_hold, sounds=sounds)


class GpioPanel:
    """A `controller.ports.Panel` on GPIO pins.

    A press goes to the door from a thread of its own, so that neither gpiozero nor the lamps wait for the table.
    UNDO wants a long press. A button that is held while the panel starts counts from its next press: gpiozero takes
    the state that it finds first as no event. Pins that can't be used at the start are tried again, more and more
    rarely.
    """

    def __init__(
        self,
        kind: str,
        pins: PanelPins,
        open_factory: Callable[[], Factory],
        bounce: float = BOUNCE_SECONDS,
        undo_hold: float = UNDO_HOLD_SECONDS,
        monotonic: Callable[[], float] = time.monotonic,
        sounds: Sounds = "off",
    ) -> None:
        self._kind = kind
        self._pins = pins
        self._open_factory = open_factory
        self._pin_factory: Factory | None = None
        self._bounce = bounce
        self._undo_hold = undo_hold
        self._monotonic = monotonic
        self._lamps: dict[Lamp, LED] = {}
        self._buttons: dict[str, Button] = {}
        self._sounds: Sounds = sounds
        self._buzzer_pin: BuzzerPin | None = None
        self._buzzer: Buzzer | None = None
        self._last_edge: dict[str, float] = {}
        self._presses: SimpleQueue[CommandName | None] = SimpleQueue()
        self._waiting: set[CommandName] = set()
        self._threads: list[threading.Thread] = []
        self._stopping = threading.Event()
        self._on_device: Callable[[Device], None] = lambda device: None
        self._device: Device | None = None

    def start(self, feed: Feed, door: CommandDoor, on_device: Callable[[Device], None]) -> None:
        """Light the lamps of the feed's snapshots, sound, and hand presses to the door. Where the pins can't be used,
        the table goes on without them until they can, and the device's state says why."""
        self._on_device = on_device
        try:
            wired = self._is_wired()
        except LibraryError as error:
            self._report("trouble", str(error))
            return
        self._threads = [
            threading.Thread(target=self._follow, args=(feed, wired), name="panel lamps", daemon=True),
            threading.Thread(target=self._press, args=(door,), name="panel presses", daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """All lamps dark, pins given back. Safe to call twice."""
        if self._stopping.is_set():
            return
        self._stopping.set()
        self._presses.put(None)
        for thread in self._threads:
            thread.join(timeout=2)
        self._unwire()
        self._report("off", "")

    def _is_wired(self) -> bool:
        """Claim the pins and say how that went.

        Raises:
            LibraryError: there is no sense in trying again.
        """
        try:
            self._wire()
        except LibraryError:
            raise
        except HardwareError as error:
            self._unwire()
            self._report("trouble", str(error))
            return False
        if self._buzzer_pin is not None:
            self._buzzer = Buzzer(self._buzzer_pin, self._sounds)
        self._report_fine()
        return True

    def _wire(self) -> None:
        """Claim the pins.

        Raises:
            HardwareError: in one line, which pin or what is missing, and what to do.
        """
        self._pin_factory = self._open_factory()
        wired = self._pins.wired()
        pin: int | None = None
        try:
            for lamp in _LAMPS:
                if (pin := wired.get(f"{lamp}_lamp")) is not None:
                    lit_high = self._pins.lamp_high(lamp)
                    self._lamps[lamp] = LED(pin, active_high=lit_high, pin_factory=self._pin_factory)
            for name in _COMMANDS:
                if (pin := wired.get(name)) is not None:
                    self._buttons[name] = self._button(name, pin)
            if self._sounds != "off" and (pin := wired.get("buzzer")) is not None:
                self._buzzer_pin = BuzzerPin(pin, active_high=self._pins.buzzer_high, pin_factory=self._pin_factory)
        except GPIOZeroError as error:
            raise HardwareError(
                phrase("GPIO {pin} can't be used ({error}): choose another pin.", pin=str(pin), error=str(error))
            ) from error
        except Exception as error:  # lgpio has errors of its own, of no common class
            raise HardwareError(phrase(
                "GPIO {pin} can't be used ({error}): see that no other program or overlay has it.",
                pin=str(pin), error=str(error),
            )) from error

    def _button(self, name: str, pin: int) -> Button:
        button = Button(pin, pull_up=self._pins.buttons_to_ground, bounce_time=self._bounce,
                        hold_time=self._undo_hold, pin_factory=self._pin_factory)
        button.when_released = partial(self._bounces, name)
        if name == "undo":
            button.when_held = partial(self._wish, name)
        else:
            button.when_pressed = partial(self._pressed, name)
        return button

    def _pressed(self, name: str) -> None:
        if not self._bounces(name):
            self._wish(name)

    def _bounces(self, name: str) -> bool:
        """Whether this edge follows the button's last one too closely to be a finger's; mock pins don't filter."""
        now = self._monotonic()
        last, self._last_edge[name] = self._last_edge.get(name), now
        return last is not None and now - last < self._bounce

    def _wish(self, name: str) -> None:
        """In gpiozero's thread: note what the player wants and go. A wish that waits already isn't doubled."""
        command = _COMMANDS[name]
        if command not in self._waiting:
            self._waiting.add(command)
            self._presses.put(command)

    def _press(self, door: CommandDoor) -> None:
        """In a thread of its own: hand each press over and wait for the answer."""
        while (name := self._presses.get()) is not None:
            self._waiting.discard(name)
            try:
                reply = door.submit(Command(name))
            except Exception:  # a fault at the table must not leave the buttons dead
                log.exception("The table could not take %s.", name)
                continue
            if not reply.accepted:
                log.info("%s was refused: %s", name, reply.reason)

    def _follow(self, feed: Feed, wired: bool) -> None:
        """In a thread of its own: light and sound what the snapshots say, once the pins can be used."""
        pause = LAMP_SECONDS
        while not wired:
            if self._stopping.wait(pause):
                return
            wired, pause = self._is_wired(), min(2 * pause, LONGEST_PAUSE)
        number, failed = -1, False
        while not self._stopping.is_set():
            snapshot = feed.latest() if failed else feed.wait(number, LAMP_SECONDS)
            if snapshot is None:
                continue
            number = snapshot.number
            try:
                self._light(snapshot)
            except Exception as error:  # gpiozero hands on whatever its pin factory raises
                if not failed:
                    log.exception("the lamps can't be lit")
                    words = phrase(
                        "The lamps can't be lit ({error}); they are tried again and again.", error=str(error)
                    )
                    self._report("trouble", words)
                failed = True
                self._stopping.wait(LAMP_SECONDS)
            else:
                if failed:
                    self._report_fine()
                failed = False

    def _light(self, snapshot: Snapshot) -> None:
        for lamp, led in self._lamps.items():
            led.value = lamp in snapshot.lamps
        if self._buzzer is not None:
            self._buzzer.take(snapshot)

    def _unwire(self) -> None:
        """All dark and given back, as far as that can be: pins that fail must not keep the rest of the table open."""
        parts: list[Any] = [*self._lamps.values(), *self._buttons.values()]
        parts += [part for part in (self._buzzer, self._buzzer_pin, self._pin_factory) if part is not None]
        for give_back in (*(lamp.off for lamp in self._lamps.values()), *(part.close for part in parts)):
            try:
                give_back()
            except Exception:  # gpiozero hands on whatever its pin factory raises
                log.exception("A pin of the panel can't be given back.")
        self._lamps, self._buttons = {}, {}
        self._buzzer, self._buzzer_pin, self._pin_factory = None, None, None

    def _report_fine(self) -> None:
        parts = [
            counted("{number} button", "{number} buttons", len(self._buttons)),
            counted("{number} lamp", "{number} lamps", len(self._lamps)),
        ]
        self._report("fine", listed(*parts, *([phrase("a buzzer")] if self._buzzer is not None else [])))

    def _report(self, state: Literal["fine", "trouble", "off"], detail: str) -> None:
        device = Device("panel", self._kind, state, detail, simulated=self._kind == "mock")
        if device != self._device:
            self._device = device
            self._on_device(device)


class NoPanel:
    """A table without a panel: the phones do everything."""

    def start(self, feed: Feed, door: CommandDoor, on_device: Callable[[Device], None]) -> None:
        """Say that it is off."""
        on_device(Device("panel", "off", "off"))

    def stop(self) -> None:
        """Nothing to do."""

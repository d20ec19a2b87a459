"""The buzzer: plays the sounds of the game on a pin, from a thread of its own."""

from __future__ import annotations

import logging
import threading

from gpiozero import Buzzer as BuzzerPin  # type: ignore[import-untyped]

from controller.ports import Snapshot
from hardware.show import is_being_read
from hardware.sounds import Sound, Sounder, Sounds

log = logging.getLogger(__name__)


class Buzzer:
    """A buzzer that sounds by itself while its pin says so (an active one)."""

    def __init__(self, pin: BuzzerPin, which: Sounds) -> None:
        self._pin = pin
        self._sounder = Sounder(which)
        self._news = threading.Condition()
        self._sound: Sound | None = None
        self._hushed = False
        self._ended = False
        self._thread = threading.Thread(target=self._play_all, name="buzzer", daemon=True)
        self._thread.start()

    def take(self, snapshot: Snapshot) -> None:
        """Say what there is to say of this snapshot. A new sound cuts the last one, and so does a throw."""
        sound = self._sounder.hear(snapshot)
        if sound is not None:
            self._play(sound)
        elif is_being_read(snapshot):
            self._play(None)

    def close(self) -> None:
        """Silence, and the thread's end; the pin is its owner's to close. Safe to call twice."""
        with self._news:
            self._ended = True
            self._news.notify()
        self._thread.join(timeout=2)
        self._pin.off()

    def _play(self, sound: Sound | None) -> None:
        with self._news:
            self._sound, self._hushed = sound, True
            self._news.notify()

    def _play_all(self) -> None:
        with self._news:
            while not self._ended:
                self._news.wait_for(lambda: self._ended or self._sound is not None)
                sound, self._sound, self._hushed = self._sound, None, False
                try:
                    self._sound_out(sound or ())
                except Exception:  # gpiozero hands on whatever its pin factory raises
                    log.exception("The buzzer can't sound; the next time it is tried again.")

    def _sound_out(self, sound: Sound) -> None:
        """One sound, to its end or until it is cut."""
        for step, seconds in enumerate(sound):
            self._pin.value = step % 2 == 0
            if self._news.wait_for(lambda: self._ended or self._hushed, timeout=seconds):
                break
        self._pin.off()

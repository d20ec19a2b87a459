"""The real firmware on a simulated ATmega328P: starts the simulation, and knows what its pins show."""

from __future__ import annotations

import json
import subprocess
import threading
from pathlib import Path
from typing import Any

from controller.ports import phrase
from hardware.canvas import Picture, Size
from hardware.errors import HardwareError
from hardware.line import GoneError, SerialPort
from hardware.serial_line import open_serial

START_SECONDS = 10.0
END_SECONDS = 2.0
HOW_TO_BUILD = (
    "build it with `make -C firmware all sim-build` (Debian's gcc-avr, avr-libc, libsimavr-dev and libelf-dev), "
    "or choose the scoreboard `model`"
)


class SimavrLine:
    """A simulated board; started when it is opened, and again when it has died. It ends with this process, for it
    ends when its standard input closes."""

    kind = "simavr"
    simulated = True

    def __init__(self, firmware_build: Path, size: Size) -> None:
        program, firmware = firmware_build / "scoreboard-sim", firmware_build / "firmware.elf"
        for part in (program, firmware):
            if not part.exists():
                raise HardwareError(f"The simulated scoreboard isn't built, there is no {part}: {HOW_TO_BUILD}.")
        self._command = [str(program), f"--modules={size.modules}", f"--lights={size.lights}", str(firmware)]
        self._process: subprocess.Popen[str] | None = None
        self._pty: str | None = None
        self._pty_known = threading.Event()
        self._shown: Picture | None = None

    @property
    def process(self) -> subprocess.Popen[str] | None:
        """The simulation, None before it was first opened. It takes commands on its standard input ("reset")."""
        return self._process

    def open(self) -> SerialPort:
        """The board's pty, opened with pyserial.

        Raises:
            GoneError: the simulation doesn't start.
            TryAgainError, GiveUpError: as `open_serial`.
        """
        if self._process is None or self._process.poll() is not None:
            self.close()
            self._start()
        if not self._pty_known.wait(START_SECONDS) or self._pty is None:
            self.close()
            raise GoneError(phrase(
                "The simulated scoreboard doesn't start: run `{command}` to see why.", command=" ".join(self._command)
            ))
        return open_serial(self._pty)

    def shown(self) -> Picture | None:
        """What modules and ring show, decoded from the pins; None before the first picture."""
        return self._shown

    def close(self) -> None:
        """End the simulation. Safe to call twice."""
        process, self._process = self._process, None
        if process is None:
            return
        process.terminate()
        try:
            process.wait(END_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        if process.stdin is not None:
            process.stdin.close()

    def _start(self) -> None:
        self._pty, self._shown = None, None
        self._pty_known.clear()
        self._process = process = subprocess.Popen(
            self._command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,  # Ctrl-C is for the table, which then stops its board in good order
        )
        threading.Thread(target=self._listen, args=(process,), name="simavr pins", daemon=True).start()

    def _listen(self, process: subprocess.Popen[str]) -> None:
        """Take in what the simulation prints, a JSON object a line: its pty, and each picture that the pins show."""
        assert process.stdout is not None
        with process.stdout as lines:
            for line in lines:
                if process is not self._process or not line.endswith("\n"):  # cut off when it was killed
                    break
                said = json.loads(line)
                if "pixels" in said:
                    self._shown = _as_picture(said)
                elif "pty" in said:
                    self._pty = str(said["pty"])
                    self._pty_known.set()
        if process is self._process:
            self._shown = None
            self._pty_known.set()


def _as_picture(said: dict[str, Any]) -> Picture:
    """A picture from rows of "." and "#" and one [red, green, blue] a light."""
    bits = "".join(said["pixels"]).replace("#", "1").replace(".", "0")
    pixels = int(bits, 2).to_bytes(len(bits) // 8, "big")
    return Picture(pixels, bytes(value for light in said["ring"] for value in light))

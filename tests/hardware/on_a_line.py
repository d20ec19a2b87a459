"""Something at the other end of a real serial line."""

from __future__ import annotations

import os
import pty
import termios
import threading
import tty
from typing import Self

from hardware.model_board import ModelBoard


class OnALine:
    """Something at the other end of a pty: a model board, or a thing that is none and answers `answer` to all.

    To be used in a `with`: until its end no other pty gets the device's name, also when it was unplugged before; a
    program that still asks for the name must not meet what another test has plugged in.
    """

    def __init__(self, board: ModelBoard | None = None, answer: bytes = b"") -> None:
        self._board, self._answer = board, answer
        self._end, self._line = pty.openpty()
        tty.setraw(self._line, termios.TCSANOW)
        os.set_blocking(self._end, False)
        self.device = os.ttyname(self._line)
        self.heard = 0
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._talk, daemon=True)
        self._thread.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.unplug()
        os.close(self._line)

    def unplug(self) -> None:
        """Take it off the line: the device is gone for all who use it."""
        if not self._stopping.is_set():
            self._stopping.set()
            self._thread.join()
            os.close(self._end)

    def _talk(self) -> None:
        while not self._stopping.is_set():
            try:
                heard = os.read(self._end, 4096)
            except BlockingIOError:
                heard = b""
            self.heard += len(heard)
            said = self._answer if heard else b""
            if self._board is not None:
                self._board.write(heard)
                said = self._board.read(4096)
            elif not heard:
                self._stopping.wait(0.005)
            if said:
                os.write(self._end, said)

"""What gpiozero's factory needs of the library lgpio, as if this were a Pi."""

from __future__ import annotations

import os
from pathlib import Path
from types import ModuleType


class FakeLgpio(ModuleType):
    """The module `lgpio`; `opened` are the chips that were opened. Made, it does what the real one does when it is
    imported: it changes the working directory, and leaves a pipe there."""

    SET_PULL_NONE = SET_PULL_UP = SET_PULL_DOWN = BOTH_EDGES = RISING_EDGE = FALLING_EDGE = 0

    def __init__(self, refuses: Exception | None = None) -> None:
        super().__init__("lgpio")
        self.opened: list[int] = []
        self._refuses = refuses
        os.chdir(os.environ["LG_WD"])
        Path(".lgd-nfy0").touch()

    def gpiochip_open(self, chip: int) -> int:
        if self._refuses is not None:
            raise self._refuses
        self.opened.append(chip)
        return 7

    def gpiochip_close(self, handle: int) -> None:
        assert handle == 7

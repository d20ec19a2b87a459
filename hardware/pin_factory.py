"""gpiozero's pin factories by name; nothing ever falls back to mock pins by itself."""

from __future__ import annotations

import importlib
import os
import sys
import tempfile
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType
from typing import Any

from gpiozero.exc import BadPinFactory, PinUnknownPi  # type: ignore[import-untyped]
from gpiozero.pins import Factory  # type: ignore[import-untyped]
from gpiozero.pins.mock import MockFactory  # type: ignore[import-untyped]

from controller.ports import phrase
from hardware.errors import HardwareError

DEBIAN = "/usr/lib/python3/dist-packages"
"""Where Debian's python3-lgpio lies. A virtual environment doesn't look there, and PyPI has lgpio for Python 3.11 and
older alone."""


class DebianLgpio(MetaPathFinder):
    """Finds Debian's lgpio, and nothing else of Debian's, where no other was found."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The module's, if it is one of lgpio's two."""
        return PathFinder.find_spec(fullname, [DEBIAN]) if fullname in ("lgpio", "_lgpio") else None


class LibraryError(HardwareError):
    """The library of the pins can't be loaded, and is not tried again: see `load_lgpio`."""


def load_lgpio() -> Any:
    """gpiozero's module for lgpio.

    On its way in lgpio makes a pipe in the folder LG_WD, and that the working directory for good; here it is changed
    back. Call this once before there are threads that could be misled.

    Raises:
        LibraryError: it isn't installed, or can't make its pipe.
    """
    if not any(isinstance(finder, DebianLgpio) for finder in sys.meta_path):
        sys.meta_path.append(DebianLgpio())
    os.environ.setdefault("LG_WD", tempfile.gettempdir())
    here = os.getcwd()
    try:
        return importlib.import_module("gpiozero.pins.lgpio")
    except ImportError as error:
        raise LibraryError(phrase(
            "The library lgpio is missing: install it (sudo apt-get install python3-lgpio), "
            "or choose the pin factory mock or off; then start again."
        )) from error
    except OSError as error:
        raise LibraryError(phrase(
            "The library lgpio can't start ({error}): name a folder that can be written to in the environment "
            "variable LG_WD, then start again.",
            error=str(error),
        )) from error
    finally:
        os.chdir(here)


def open_pin_factory(name: str) -> Factory:
    """The factory "lgpio" or "mock".

    Raises:
        HardwareError, LibraryError: it can't be used on this machine; in one line why, and what to do.
    """
    if name == "mock":
        return MockFactory()
    factories = load_lgpio()
    try:
        return factories.LGPIOFactory()
    except (PinUnknownPi, BadPinFactory) as error:
        raise HardwareError(
            phrase("There are no Raspberry Pi's pins here ({error}): choose mock or off.", error=str(error))
        ) from error
    except Exception as error:  # lgpio has errors of its own, of no common class
        raise HardwareError(phrase(
            "/dev/gpiochip can't be opened ({error}): add yourself to the group gpio "
            "(sudo usermod -aG gpio $USER) and log in again; where there is no GPIO, choose mock or off.",
            error=str(error),
        )) from error

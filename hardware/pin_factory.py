"""gpiozero's pin factories by name; nothing ever falls back to mock pins by itself."""

from __future__ import annotations

from gpiozero.exc import BadPinFactory, PinUnknownPi  # type: ignore[import-untyped]
from gpiozero.pins import Factory  # type: ignore[import-untyped]
from gpiozero.pins.mock import MockFactory  # type: ignore[import-untyped]

from hardware.errors import HardwareError


def open_pin_factory(name: str) -> Factory:
    """The factory "lgpio" or "mock".

    Raises:
        HardwareError: it can't be used on this machine; in one line why, and what to do.
    """
    if name == "mock":
        return MockFactory()
    try:
        from gpiozero.pins.lgpio import LGPIOFactory  # type: ignore[import-untyped]
    except ImportError as error:
        raise HardwareError(
            "The library lgpio is missing: install python3-lgpio (apt) or lgpio (pip), "
            "or choose the pin factory mock or off."
        ) from error
    try:
        return LGPIOFactory()
    except (PinUnknownPi, BadPinFactory) as error:
        raise HardwareError(f"There are no Raspberry Pi's pins here ({error}): choose mock or off.") from error
    except Exception as error:  # lgpio has errors of its own, of no common class
        raise HardwareError(
            f"/dev/gpiochip can't be opened ({error}): add yourself to the group gpio "
            "(sudo usermod -aG gpio $USER) and log in again; where there is no GPIO, choose mock or off."
        ) from error

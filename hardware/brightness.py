"""How bright a board shines, and what it may draw for that."""

from __future__ import annotations

from dataclasses import dataclass

from hardware.canvas import Colour, Size
from hardware.current_limit import dim
from hardware.errors import HardwareError


@dataclass(frozen=True, slots=True)
class Brightness:
    """`digits`: the modules' intensity, 0..15. `white`: of each colour of each light of the ring while the tray is
    read, 0..255. `limit_ma`: milliamperes to which the board dims what would draw more, 500..12000."""

    digits: int = 4
    white: int = 20
    limit_ma: int = 4000

    @property
    def reading_light(self) -> Colour:
        """What every light of the ring shows while the tray is read."""
        return (self.white,) * 3


def check(brightness: Brightness, size: Size) -> None:
    """See that the light to read by is the same whatever the digits show.

    Raises:
        HardwareError: the board would dim it beside many digits, and the camera would see it change.
    """
    ring = bytes(brightness.reading_light) * size.lights
    shown, _ = dim(b"\xff" * (8 * size.modules), ring, brightness.digits, size, brightness.limit_ma)
    if shown != ring:
        raise HardwareError(
            f"A ring of {size.lights} lights with reading_light = {brightness.white} beside {size.modules} modules "
            f"can draw more than {brightness.limit_ma} mA, and would change while the tray is read: "
            "choose a smaller reading_light or brightness, or more milliamperes if the supply gives them."
        )

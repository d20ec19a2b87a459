"""Pixels to draw on: the modules' one-bit canvas and the colours of the ring, frozen into a picture."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

ROWS = 8
"""Rows of an 8x8 module; the chain is one module high."""

Colour = tuple[int, int, int]
"""Red, green, blue, 0..255, as the light's own PWM takes them (linear in light, not in what the eye sees)."""

DARK: Colour = (0, 0, 0)

Bits = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Size:
    """How big the board is: `modules` of 8x8 pixels side by side, `lights` in the ring (0: no ring)."""

    modules: int = 8
    lights: int = 60

    @property
    def columns(self) -> int:
        """Pixels in a row."""
        return 8 * self.modules


@dataclass(frozen=True, slots=True)
class Picture:
    """One picture of the whole board.

    `pixels`: eight rows from the top, each one byte a module, its leftmost pixel the highest bit. `ring`: red,
    green, blue of each light, clockwise from the first: the one at the far left in the plans.
    """

    pixels: bytes
    ring: bytes

    @classmethod
    def blank(cls, size: Size) -> Self:
        """All dark."""
        return cls(bytes(ROWS * size.modules), bytes(3 * size.lights))

    def rows(self) -> tuple[str, ...]:
        """Rows from the top, "#" for a lit pixel and "." for a dark one."""
        across = len(self.pixels) // ROWS
        bits = np.unpackbits(np.frombuffer(self.pixels, np.uint8)).reshape(ROWS, 8 * across)
        return tuple("".join(".#"[bit] for bit in row) for row in bits.tolist())

    def lights(self) -> tuple[Colour, ...]:
        """The ring's colours, clockwise from its first light."""
        values = iter(self.ring)
        return tuple(zip(values, values, values, strict=True))


class Canvas:
    """A board to draw on. Whatever falls outside is cut off, never an error.

    `bits` are the modules' pixels (8 rows, `size.columns`), free to be drawn on as an array; `ring` is a list of
    colours, one a light.
    """

    def __init__(self, size: Size) -> None:
        self.size = size
        self.bits: Bits = np.zeros((ROWS, size.columns), np.bool_)
        self.ring: list[Colour] = [DARK] * size.lights

    def put(self, drawing: Bits, left: int, top: int = 0, within: tuple[int, int] | None = None) -> None:
        """Lay a drawing over the canvas, lit pixels only; `within` cuts it to columns from..to (exclusive)."""
        first, last = within or (0, self.size.columns)
        start, stop = max(left, first, 0), min(left + drawing.shape[1], last, self.size.columns)
        high, low = max(top, 0), min(top + drawing.shape[0], ROWS)
        if start < stop and high < low:
            self.bits[high:low, start:stop] |= drawing[high - top : low - top, start - left : stop - left]

    def block(self, left: int, top: int, width: int, height: int) -> None:
        """Light a rectangle."""
        self.put(np.ones((height, width), np.bool_), left, top)

    def invert(self) -> None:
        """Swap lit and dark."""
        self.bits = ~self.bits

    def freeze(self) -> Picture:
        """The picture as it stands."""
        ring = bytes(value for colour in self.ring for value in colour)
        return Picture(np.packbits(self.bits).tobytes(), ring)

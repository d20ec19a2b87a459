"""Sets of cubes as other hands have drawn them: seven faces in a picture, and their colours."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

FACES = ("2", "3", "4", "5", "6", "10", "sun")
"""In the order in which they stand in a set's picture."""
ON_ODD_ONLY, ON_COMMON_ONLY = "sun", "3"
_FOLDER = Path(__file__).parent / "drawn"

Colour = tuple[int, int, int]
"""Red, green, blue, 0..255, as screens have it."""


@dataclass(frozen=True, slots=True)
class Hand:
    """A set. `faces`: of each its ink, (side, side) 0..1; `engraved`: the ink lies in grooves."""

    name: str
    faces: dict[str, NDArray[np.float32]]
    body: Colour
    ink: Colour
    odd_body: Colour
    odd_ink: Colour
    engraved: bool

    def symbols(self, odd: bool) -> list[str]:
        """The six faces of a cube."""
        return [face for face in FACES if face != (ON_COMMON_ONLY if odd else ON_ODD_ONLY)]

    def colours(self, odd: bool) -> tuple[Colour, Colour]:
        """Of body and ink."""
        return (self.odd_body, self.odd_ink) if odd else (self.body, self.ink)


def hands() -> list[Hand]:
    """All sets, by name."""
    told = json.loads((_FOLDER / "sets.json").read_text(encoding="utf-8"))
    return [_hand(name, colours) for name, colours in sorted(told.items())]


def _hand(name: str, told: dict[str, object]) -> Hand:
    strip = cv2.imread(str(_FOLDER / f"{name}.png"), cv2.IMREAD_GRAYSCALE)
    assert strip is not None, f"{name}.png can't be read"
    faces = np.split(strip.astype(np.float32) / 255, len(FACES), axis=1)
    return Hand(name, dict(zip(FACES, faces, strict=True)), **told)  # type: ignore[arg-type]

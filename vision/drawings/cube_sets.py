"""Whole sets of five cubes for the simulated tray: drawings that belong together, and colours."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from controller.ports import Face
from vision.drawings.canvas import Mask
from vision.drawings.styles import FACES, Style, draw_face

Colour = tuple[int, int, int]
_SEED = 1 << 31  # the first of the seeds that training never draws


@dataclass(frozen=True)
class CubeSet:
    """Five cubes of one edition: four alike and the odd one. Colours are (blue, green, red), 0..255."""

    name: str
    body_bgr: Colour
    ink_bgr: Colour
    odd_body_bgr: Colour
    odd_ink_bgr: Colour
    styles: Mapping[Face, Style]

    def mask(self, face: Face, size: int) -> Mask:
        """The drawing of `face`: (size, size), 255 where there is ink."""
        if face not in self.styles:
            raise ValueError(f"{face!r} is not a face of the cubes; the faces are {', '.join(FACES)}")
        return draw_face(self.styles[face], size)

    def texture(self, face: Face, odd: bool, size: int) -> NDArray[np.uint8]:
        """A whole side of a cube as it is printed: (size, size, 3) BGR, flat, without light or edges."""
        body = np.array(self.odd_body_bgr if odd else self.body_bgr, np.float32)
        ink = np.array(self.odd_ink_bgr if odd else self.ink_bgr, np.float32)
        share = (self.mask(face, size).astype(np.float32) / 255)[..., None]
        return np.asarray(np.rint(body + share * (ink - body)), np.uint8)


def _set(
    name: str,
    body: Colour,
    ink: Colour,
    odd_body: Colour,
    odd_ink: Colour,
    first_seed: int = _SEED,
    **drawn: tuple[str, int],
) -> CubeSet:
    names: dict[str, Face] = {
        "two": "2",
        "three": "3",
        "four": "4",
        "five": "5",
        "six": "6",
        "ten": "10",
        "sun": "sun",
    }
    faces = ((names[word], manner, first_seed + variant) for word, (manner, variant) in drawn.items())
    styles = {face: Style(face, manner, seed) for face, manner, seed in faces}
    return CubeSet(name, body, ink, odd_body, odd_ink, styles)


CUBE_SETS: dict[str, CubeSet] = {
    each.name: each
    for each in (
        _set(
            "classic",
            (235, 238, 240),
            (30, 26, 28),
            (34, 32, 36),
            (232, 236, 238),
            two=("spirals", 1),
            three=("pyramid", 1),
            four=("grid", 1),
            five=("even", 1),
            six=("pointed", 1),
            ten=("even", 1),
            sun=("wavy", 1),
        ),
        _set(
            "comic",
            (50, 40, 190),
            (236, 240, 242),
            (40, 180, 235),
            (30, 28, 30),
            two=("shooting stars", 2),
            three=("rounded", 2),
            four=("cross", 2),
            five=("fat with stars", 2),
            six=("soft", 2),
            ten=("fat with stars", 12),
            sun=("pointed", 2),
        ),
        _set(
            "midnight",
            (38, 34, 34),
            (225, 232, 235),
            (150, 70, 30),
            (225, 235, 238),
            two=("half-moons", 3),
            three=("eyes", 3),
            four=("zigzags", 3),
            five=("broad pen", 3),
            six=("asterisks", 3),
            ten=("broad pen", 3),
            sun=("zigzag", 3),
        ),
        _set(
            "meadow",
            (60, 120, 40),
            (210, 240, 245),
            (150, 60, 120),
            (90, 230, 245),
            two=("saucers", 4),
            three=("outlined", 4),
            four=("bursts", 4),
            five=("swelling", 4),
            six=("pointed", 4),
            ten=("swelling", 4),
            sun=("beams", 4),
        ),
    )
}


_HELD_OUT_SEED = 1 << 30  # the first of the seeds of manners that training never sees

UNSEEN_SETS: dict[str, CubeSet] = {
    each.name: each
    for each in (
        _set(
            "temple",
            (205, 225, 232),
            (70, 40, 120),
            (60, 50, 48),
            (120, 200, 235),
            first_seed=_HELD_OUT_SEED,
            two=("angular spirals", 1),
            three=("one-eyed outline", 1),
            four=("long zigzags", 1),
            five=("slab", 1),
            six=("pentagrams", 1),
            ten=("slab", 1),
            sun=("corona", 1),
        ),
        _set(
            "carnival",
            (40, 110, 215),
            (25, 25, 28),
            (130, 40, 95),
            (235, 240, 240),
            first_seed=_HELD_OUT_SEED,
            two=("scrolls", 2),
            three=("split", 2),
            four=("outlined", 2),
            five=("inline", 2),
            six=("flowers", 2),
            ten=("inline", 2),
            sun=("curled", 2),
        ),
        _set(
            "ledger",
            (52, 46, 42),
            (235, 240, 242),
            (60, 60, 175),
            (240, 242, 244),
            first_seed=_HELD_OUT_SEED,
            two=("scrolls", 3),
            three=("one-eyed outline", 3),
            four=("long zigzags", 3),
            five=("triplex", 3),
            six=("pentagrams", 3),
            ten=("script complex", 3),
            sun=("curled", 3),
        ),
    )
}
"""Sets to measure with, all of manners that training never saw; no tray is drawn with them by chance."""


def cube_set(name: str) -> CubeSet:
    """The set of that name. Raises ValueError with the names that there are."""
    known = CUBE_SETS | UNSEEN_SETS
    if name not in known:
        raise ValueError(f"there is no set of cubes called {name!r}; there are: {', '.join(known)}")
    return known[name]

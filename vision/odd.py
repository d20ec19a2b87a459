"""Tells the odd cube by its colour: four cubes are alike, the fifth is of another colour.

Which colours a set has doesn't matter, only that they differ.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from controller.ports import Quad
from vision.body_colour import Colour, bare_colours, rectified, square_ring
from vision.cameras.camera import Image
from vision.cube_set import SET_SIZE
from vision.quads import zoomed

LEAST_DISTANCE = 18.0
"""CIELAB distance between the odd colour and the others: less can be the light of one corner of the tray."""
LEAST_RATIO = 2.0
"""How many times further from the others the odd cube must be than the others are among themselves."""

WHITE, MOST_BRIGHTENED = 0.8, 5.0
"""In plain light the lightest of five bodies has about so much of each colour, 0..1; no colour is brightened more
than so many times to get there, for then its noise would count."""
LEAST_DISTANCE_BRIGHTENED, LEAST_RATIO_BRIGHTENED = 25.0, 4.0
"""The distance and the ratio that it takes where the light had to be made plain: one in which what differs looks
alike leaves the shade of one corner to tell bodies apart by. Chosen on simulated throws of other seeds than those
that are reported, in dim, coloured and uneven light: of 7200 times nearly nine in ten are told, none wrongly, and
hardly more than half in the light as it was; with the distance and ratio of plain light it would be eight wrongly."""

UNEVEN, SURELY_ALIKE, BEYOND_SHADOW = 2.5, 6.0, 10.0
"""Where a floor beside one of five cubes is so many times as bright as beside another, a shadow may lie on some of
them. It doesn't on four bodies that are no further apart than the second of these, nor does it make one that many
times as dark as all others. Otherwise the odd one has to be told by its hue, which a shadow leaves as it is. Of 2400
times with a shadow painted into simulated throws of other seeds than those that are reported, in eight lights, 58
of 109 are left that were told wrongly, and of 1200 without one all but 5 of 1090 are told that were told rightly."""
BESIDE, RING_PIXELS = (0.8, 1.2), 36
"""Where the floor beside a cube is looked at: so many of its sides from its middle; and how wide that is in pixels
then."""
AS_BRIGHT, _DARK = 0.8, 0.04
"""So bright bodies are made, 0..1, to be compared by their hue; what is darker than this has none to speak of."""



_RING = square_ring(RING_PIXELS, BESIDE[0] / BESIDE[1], 1.0)
_OTHERS = np.array([[other for other in range(SET_SIZE) if other != cube] for cube in range(SET_SIZE)])


def may_lie_in_shadow(image: Image, quads: Sequence[Quad], floors: Sequence[str | None]) -> bool:
    """Whether a shadow may lie on some of the cubes whose top faces are at `quads`, by how bright the floor is beside
    each. `floors`: on which floor each lies, for another one may be darker by itself."""
    lit = [
        [_beside(image, quad) for quad, its in zip(quads, floors, strict=True) if its == floor]
        for floor in dict.fromkeys(floors)
    ]  # fmt: skip
    return any(max(lights) >= UNEVEN * min(lights) for lights in lit)


def _beside(image: Image, quad: Quad) -> float:
    """How bright the floor is beside a cube, as light adds up; never quite 0."""
    ring = rectified(image, zoomed(np.array(quad), 2 * BESIDE[1]), RING_PIXELS)[_RING]
    return _light(np.median(ring, axis=0).max() / 255.0) + _light(_DARK)


def _light(grey: float) -> float:
    """What light makes a pixel so bright, both 0..1 (sRGB, IEC 61966-2-1)."""
    return grey / 12.92 if grey <= 0.04045 else float(((grey + 0.055) / 1.055) ** 2.4)


def as_shown(colours: Sequence[Colour]) -> tuple[str, ...]:
    """Bodies' colours as screens write them: "#rrggbb"."""
    if not colours:
        return ()
    levels = np.rint(255 * np.clip(as_bgr(colours), 0.0, 1.0)).astype(int).tolist()
    return tuple(f"#{red:02x}{green:02x}{blue:02x}" for blue, green, red in levels)


def odd_among(
    image: Image, quads: Sequence[Quad], colours: Sequence[Colour], floors: Sequence[str | None]
) -> int | None:
    """Which of the cubes whose top faces are at `quads` of a picture is the odd one, by their `colours` as
    `body_colours` has them, or else by what no symbol covers; None where that can't be told. `floors`: on which each
    lies."""
    def shadow() -> bool:
        return may_lie_in_shadow(image, quads, floors)

    odd = odd_one(colours, shadow)
    if odd is None and len(quads) == SET_SIZE:
        odd = odd_one(bare_colours(image, quads), shadow)
    return odd


def odd_one(colours: Sequence[Colour], shadow: Callable[[], bool] = lambda: False) -> int | None:
    """Which of five cubes is of another colour than the other four; None where that can't be told.

    `colours`: body colours in CIELAB. Fewer or more than five cubes have no odd one. `shadow`: tells whether one may
    lie on some of the cubes, as `may_lie_in_shadow` does; it is asked only where that matters, for it takes its time.
    """
    if len(colours) != SET_SIZE:
        return None
    bodies = np.array(colours)
    odd = _apart_from_others(bodies, LEAST_DISTANCE, LEAST_RATIO)
    if odd is None:
        bodies = in_light(colours, WHITE)
        odd = _apart_from_others(bodies, LEAST_DISTANCE_BRIGHTENED, LEAST_RATIO_BRIGHTENED)
    if odd is None:
        return None
    # A shadow that a dark floor hides makes another cube stand out by colour than by hue; nothing else has.
    by_hue = _apart_from_others(_as_bright(colours), LEAST_DISTANCE, LEAST_RATIO)
    if by_hue is not None:
        return odd if odd == by_hue else None
    alike = _among(bodies[_OTHERS[odd]]) <= SURELY_ALIKE
    return odd if alike or _is_beyond_shadow(odd, colours) or not shadow() else None


def _is_beyond_shadow(odd: int, colours: Sequence[Colour]) -> bool:
    """Whether that body is so much darker than all others, or so much brighter, as no shadow makes it."""
    lights = np.array([_light(grey) for grey in np.clip(as_bgr(colours), 0.0, 1.0).max(axis=1).tolist()])
    lights += _light(_DARK)
    others = lights[_OTHERS[odd]]
    return bool(others.min() >= BEYOND_SHADOW * lights[odd] or lights[odd] >= BEYOND_SHADOW * others.max())


def _among(others: NDArray[np.float64]) -> float:
    """How far the furthest of some colours (n, 3) is from what most of them are."""
    return float(np.linalg.norm(others - np.median(others, axis=0), axis=1).max())


def _as_bright(colours: Sequence[Colour]) -> NDArray[np.float64]:
    """Bodies' colours, each made as bright as the others: what a shadow makes of one, it leaves as it is."""
    bgr = np.clip(as_bgr(colours), 0.0, 1.0)
    most = bgr.max(axis=1, keepdims=True)
    even = np.where(most > _DARK, bgr * (AS_BRIGHT / np.maximum(most, _DARK)), bgr).astype(np.float32)
    return np.asarray(cv2.cvtColor(even[None], cv2.COLOR_BGR2LAB)[0], np.float64)


def _apart_from_others(bodies: NDArray[np.float64], distance: float, ratio: float) -> int | None:
    """Which of five colours (5, 3) is the one that differs; None where it isn't at that distance from the others, or
    not so many times further than they are among themselves."""
    others = bodies[_OTHERS]
    middles = np.median(others, axis=1)
    apart = np.linalg.norm(bodies - middles, axis=1)
    among = np.linalg.norm(others - middles[:, None], axis=2).max(axis=1)
    odd = int(np.argmax(apart / (among + LEAST_DISTANCE / 8)))
    if apart[odd] < distance or apart[odd] < ratio * among[odd]:
        return None
    return odd


def in_light(bodies: Sequence[Colour], lightest: ArrayLike, least: float = 1.0) -> NDArray[np.float64]:
    """Bodies' colours (n, 3) as they would be in a light in which the lightest of them has so much blue, green and
    red, 0..1: in a dim light all are dark, and in a red one all are red (Land & McCann 1971, "Lightness and retinex
    theory"). `least`: how many times as bright each of these becomes at least, at most `MOST_BRIGHTENED`."""
    bgr = as_bgr(bodies)
    brighter = np.clip(np.asarray(lightest) / np.maximum(bgr.max(axis=0), 1e-6), least, MOST_BRIGHTENED)
    lit = np.clip(bgr * brighter, 0.0, 1.0).astype(np.float32)
    return np.asarray(cv2.cvtColor(lit[None], cv2.COLOR_BGR2LAB)[0], np.float64)


def as_bgr(colours: Sequence[Colour]) -> NDArray[np.float32]:
    """Of CIELAB colours (n, 3) blue, green and red, 0..1."""
    return np.asarray(cv2.cvtColor(np.array([colours], np.float32), cv2.COLOR_LAB2BGR)[0], np.float32)

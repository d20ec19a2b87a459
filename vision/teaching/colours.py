"""The two colours of a taught set: by them the odd cube is told even where fewer than five cubes are seen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from vision.body_colour import Colour
from vision.cube_set import NOT_ON_ODD, SET_SIZE, SUN
from vision.odd import LEAST_DISTANCE, MOST_BRIGHTENED, as_bgr, in_light

NEARER = 2.0
"""How many times nearer to one colour than to the other a cube must be."""
FURTHEST = 1.0
"""How far from its colour a cube may be, in distances of the two colours: another light, not another set."""


@dataclass(frozen=True, slots=True)
class Colours:
    """Body colours in CIELAB (lightness 0..100, a, b) of the common cubes and of the odd one."""

    common: tuple[float, float, float]
    odd: tuple[float, float, float]

    def odd_ones(self, bodies: Sequence[Colour]) -> tuple[bool | None, ...]:
        """Of each cube by its body's colour whether it is the odd one; None where that can't be told.

        Of a whole set the lightest colour is known, and so what the light does to it: the five are compared as they
        would be in the light in which they were taught.
        """
        if len(bodies) == SET_SIZE:
            taught = as_bgr([np.array(self.common), np.array(self.odd)])
            bodies = list(in_light(bodies, taught.max(axis=0), least=1 / MOST_BRIGHTENED))
        return tuple(map(self.is_odd, bodies))

    def is_odd(self, body: Colour) -> bool | None:
        """Whether a cube of this colour is the odd one, in the light in which the set was taught; None where its
        colour is between the two, or neither."""
        common, odd = (float(np.linalg.norm(body - np.array(colour))) for colour in (self.common, self.odd))
        reach = FURTHEST * float(np.linalg.norm(np.subtract(self.common, self.odd)))
        if min(common, odd) > reach or NEARER * min(common, odd) > max(common, odd):
            return None
        return odd < common


def colours_of(bodies: Mapping[str, Sequence[Colour]]) -> Colours | None:
    """The colours of a set of the game, from the body colours of its faces' pictures; None where they don't differ.

    The sun's pictures show the odd cube, those of the 3 common ones; where there is no 3, the middle of all others
    is taken, for most cubes are common.
    """
    if not bodies.get(SUN):
        return None
    odd = np.median(np.array(bodies[SUN]), axis=0)
    others = [body for face, colours in bodies.items() if face != SUN for body in colours]
    common = np.median(np.array(bodies.get(NOT_ON_ODD) or others or [odd]), axis=0)
    if np.linalg.norm(odd - common) < LEAST_DISTANCE:
        return None
    first, second = ((float(colour[0]), float(colour[1]), float(colour[2])) for colour in (common, odd))
    return Colours(first, second)

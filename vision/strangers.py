"""Dice that show no face of a taught set and yet look like its own: each may be one of them, found askew or taught
badly, as likely as another die."""

from __future__ import annotations

from collections.abc import Sequence
from math import log

import numpy as np

from controller.ports import Point
from vision.body_colour import body_colours
from vision.cameras.camera import Image
from vision.finder import LEAST_SCORE
from vision.neighbours import FOUND_TOO_NEAR, in_its_sides
from vision.quads import width_of
from vision.sifting import is_faceless
from vision.sight import SeenCube
from vision.vouching import near_in_colour

AS_LARGE = 0.25
"""How far apart, as a logarithm, the widths of two dice of one set are at most: either may be found askew."""


def like_the_others(image: Image, seen: Sequence[SeenCube], cubes: Sequence[SeenCube]) -> tuple[Point, ...]:
    """Centres, in pixels of the `image`, of what was `seen` to show no face, but is as large as one of the `cubes` of
    the set, of the same colour, and no side of any."""
    strange = [
        thing for thing in seen
        if thing not in cubes and is_faceless(thing, LEAST_SCORE)
        and all(in_its_sides(np.array(cube.quad), thing.center) >= FOUND_TOO_NEAR for cube in cubes)
    ]  # fmt: skip
    bodies = body_colours(image, [cube.quad for cube in (*strange, *cubes)] if strange else [])
    known = list(zip(cubes, bodies[len(strange) :], strict=False))
    return tuple(
        thing.center for thing, body in zip(strange, bodies, strict=False)
        if any(near_in_colour(body, its) and _are_as_large(thing, cube) for cube, its in known)
    )  # fmt: skip


def _are_as_large(one: SeenCube, other: SeenCube) -> bool:
    first, second = (max(width_of(np.array(cube.quad)), 1e-9) for cube in (one, other))
    return abs(log(first / second)) <= AS_LARGE

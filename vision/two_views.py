"""A table without a mat is looked at twice: as the picture shows it, and as from above. What both find, together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from controller.ports import Point
from vision.cube_set import SET_SIZE
from vision.finder import FAINT_SCORE, FoundCube, score_of
from vision.mat import Mat
from vision.on_mat import APART, as_large
from vision.outlines import at_edge
from vision.planes import Array
from vision.quads import width_of
from vision.sifting import OVERLAP

_SAME = 0.5
"""What both views find no more widths of a cube apart is the same."""
_TURNED = 25.0
"""Where neither surely tells how a cube lies turned, both tell it alike to so many degrees, or one of them is wrong:
of 2803 flat cubes all were within 21, of 195 that leaned one wasn't, and looked flat turned so."""


def in_both_views(
    plain: Sequence[FoundCube],
    above: Sequence[FoundCube],
    flat: Sequence[FoundCube],
    table: Mat,
    size: tuple[int, int],
    of_the_game: bool,
) -> list[FoundCube]:
    """The cubes of a picture of `size` (width, height).

    `plain`: what the picture shows, `above`: what is seen from above, and `flat`: what of that can be cubes on the
    `table`; these are found best. Where they are a whole set `of_the_game`, another one counts as much as both views
    say on average: a cube's shadow looks like a dark cube in one of them. At the picture's edge only the plain one
    shows all there is.
    """
    others, apart = list(plain), APART
    if of_the_game and sum(cube.score >= FAINT_SCORE for cube in flat) >= SET_SIZE:
        apart = OVERLAP  # nearer are sides
        others = [
            cube if at_edge(cube.quad, size) else _on_average(cube, above)
            for cube in plain if cube.score >= FAINT_SCORE
        ]  # fmt: skip
    return _together(flat, [as_large(cube, flat, table) for cube in others], apart)


def turned_otherwise(
    cubes: Sequence[FoundCube], plain: Sequence[FoundCube], table: Mat
) -> tuple[Point, ...]:
    """The centres of those of the `cubes`, as they are seen from above, that lie turned another way where the picture
    shows them `plain`: how they stand can't be told then."""
    return tuple(
        cube.center for cube in cubes
        if cube.score >= FAINT_SCORE and not cube.surely_turned and any(
            not other.surely_turned and _between(cube, other, table) > _TURNED
            for other in plain if _far(cube, other) < _SAME * width_of(cube.quad)
        )
    )  # fmt: skip


def _between(one: FoundCube, other: FoundCube, table: Mat) -> float:
    """By how many degrees two squares on the table are turned against each other: 0 to 45."""
    first, second = (_side(cube, table) for cube in (one, other))
    turn = np.degrees(np.arctan2(first[0] * second[1] - first[1] * second[0], first @ second))
    return abs(float((turn + 45.0) % 90.0 - 45.0))


def _side(cube: FoundCube, table: Mat) -> Array:
    """The first side of its top on the table (2,)."""
    start, end = table.to_mm(cube.quad[:2])
    return np.asarray(end - start)


def _far(one: FoundCube, other: FoundCube) -> float:
    return float(np.hypot(*np.subtract(one.center, other.center)))


def _on_average(cube: FoundCube, above: Sequence[FoundCube]) -> FoundCube:
    again = [each.score for each in above if _far(cube, each) < _SAME * width_of(cube.quad)]
    return replace(cube, score=(cube.score + max(again, default=0.0)) / 2)


def _together(surer: Sequence[FoundCube], others: Sequence[FoundCube], apart: float) -> list[FoundCube]:
    """The `surer` cubes; and of their faint ones and the `others`, what lies so many of its widths away from all that
    is better seen."""
    kept = [cube for cube in surer if cube.score >= FAINT_SCORE]
    faint = [cube for cube in surer if cube.score < FAINT_SCORE]
    for cube in sorted([*faint, *others], key=score_of, reverse=True):
        far = apart * width_of(cube.quad)
        if all(_far(cube, other) > far for other in kept):
            kept.append(cube)
    return kept

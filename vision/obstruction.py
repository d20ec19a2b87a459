"""Where a hand, an arm or a glass covers a part of the view."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from controller.ports import Point
from vision.chances import bounded_log_odds, log_odds
from vision.finder import FinderResult
from vision.mat import Mat
from vision.networks import CUBE_WIDTH, STRIDE
from vision.planes import inverse, project
from vision.view import View

FINGERS_CHANCE, FINGERS_CUBES = 0.4, 0.5
"""Where the mat is known, a hand covers a place of the tray or its rail so likely; the tips of its fingers are
enough, which cover as much as so many cubes. In none of 960 simulated throws without a hand was there such a place,
and in one of 45 photographs at 0.3."""
SURELY_CHANCE = 0.9
"""From this chance on one look at the tray tells a hand; below, it is looked at from all sides first."""
HIDING_CHANCE = 0.16
"""And so likely where a cube is missing, which it may hide: of 47 drawn hands that hide one from a reading that would
be clear without that 43 are told so, and none of 160 pictures of fewer cubes seems to have one."""
WALLS = 4.0
"""So many millimetres within the walls it has to be: beside them, and a little over their rims, the grain of a table
looks like a hand, and one that rests there covers no cube's middle."""
FINEST, COARSEST = 0.5, 3.5
"""Without a mat each scale mistakes other things for a hand: a coarse one what is printed on a floor, a fine one the
grain of wood. So those together tell that look for cubes from so many to so many times as large as these are."""
CUBES = 1.0
"""There a hand covers as much as so many cubes."""
TOGETHER_CHANCE, ABOVE_CHANCE = 0.25, 0.5
"""Or more: a place so likely by the mean of these scales' log odds; or so likely by what is seen of the table from
above, where cubes tell how the camera looks at it. Of 1175 simulated throws of five cubes, of other seeds than those
that are reported, 3 seem to have a hand that isn't there."""
HIDING_WITHOUT_MAT, HIDING_BOTH = 0.16, 0.1
"""Where fewer cubes are seen than a set has, so likely by either, or by the mean of both: other things for a hand
than the scales mistakes the look from above. Of 120 simulated hands that hide a cube, of such seeds, one is left that
isn't told and the others `clear`; none of 180 pictures of flat cubes without a hand seems to have one."""

SUREST = 1e-4
"""Nearer to 0 or 1 no look's chance counts, so that none outvotes all others."""

_TO_VIEW = np.array([[STRIDE, 0.0, (STRIDE - 1) / 2], [0.0, STRIDE, (STRIDE - 1) / 2], [0.0, 0.0, 1.0]])
"""From the finder's cells to the pixels of its view."""


def obstructed(found: FinderResult, mat: Mat, chance: float) -> Point | None:
    """The centre of what covers part of a tray, in pixels of the picture; None where nothing does. `found`: in the
    view of it from above. `chance`: how likely a place has to be covered."""
    left, top, right, bottom = mat.extent(-WALLS)
    corners = project(mat.top, [(left, top), (right, top), (right, bottom), (left, bottom)])
    return _largest((found.obstruction >= chance) & _within(corners, found), FINGERS_CUBES, found.view)


def obstructed_without_mat(
    found: FinderResult, above: FinderResult | None, size: tuple[int, int], *, missing: bool
) -> Point | None:
    """The same of a picture that shows no mat, `size` pixels wide and high. `found`: at several scales; `above`: from
    straight above, None where nothing tells how the camera looks."""
    together = _together(found)
    likely = log_odds(HIDING_WITHOUT_MAT if missing else TOGETHER_CHANCE)
    seen = [(together >= likely, found.view)]
    if above is not None:
        table = replace(above, obstruction=_in_the_picture(above, size))
        seen.append((table.obstruction >= (HIDING_WITHOUT_MAT if missing else ABOVE_CHANCE), table.view))
        if missing:
            both = (together + _as_seen_in(found, table, cv2.BORDER_CONSTANT)) / 2
            seen.append((both >= log_odds(HIDING_BOTH), found.view))
    hands = (_largest(covered, CUBES, view) for covered, view in seen)
    return next((hand for hand in hands if hand is not None), None)


def _in_the_picture(above: FinderResult, size: tuple[int, int]) -> NDArray[np.float32]:
    """The chances that something covers a place of a table, none where the picture ends: beyond that its edge goes
    on, and looks like an arm."""
    width, height = size
    inset = above.view.cube_px / 2
    corners = np.array([[0, 0], [width - 1, 0], [width - 1, height - 1], [0, height - 1]], np.float64)
    corners += inset * np.array([[1, 1], [-1, 1], [-1, -1], [1, -1]])
    return np.where(_within(corners, above), above.obstruction, np.float32(0.0))


def _within(corners: NDArray[np.float64], look: FinderResult) -> NDArray[np.bool_]:
    """Which cells of a `look`'s obstruction lie within these corners (4, 2), in the pixels that its homography is
    to."""
    to_cells = inverse(look.view.to_picture @ _TO_VIEW)
    inside = np.zeros(look.obstruction.shape, np.uint8)
    cv2.fillConvexPoly(inside, np.round(project(to_cells, corners)).astype(np.int32), 1)
    return inside > 0


def _together(found: FinderResult) -> NDArray[np.float32]:
    """The log odds that something covers a place, in the cells of the obstruction that was `found`: the mean of what
    the scales at which a cube is large or small enough say of it; below all doubt where there are none."""
    least, most = FINEST * found.view.cube_px, COARSEST * found.view.cube_px
    looks = [look for look in found.others if least <= look.view.cube_px <= most]
    if not looks:
        return np.full(found.obstruction.shape, -np.inf, np.float32)
    return np.asarray(np.mean([_as_seen_in(found, look) for look in looks], axis=0), np.float32)


def _as_seen_in(
    found: FinderResult, look: FinderResult, beyond: int = cv2.BORDER_REPLICATE
) -> NDArray[np.float32]:
    """The log odds of another look in the cells of `found`. `beyond`: OpenCV's name for what lies beyond it."""
    to_its_cells = inverse(look.view.to_picture @ _TO_VIEW) @ found.view.to_picture @ _TO_VIEW
    height, width = found.obstruction.shape
    chances = cv2.warpPerspective(
        look.obstruction, to_its_cells, (width, height),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, borderMode=beyond,
    )  # fmt: skip
    return bounded_log_odds(np.asarray(chances, np.float32), SUREST)


def _largest(covered: NDArray[np.bool_], cubes: float, view: View) -> Point | None:
    """The middle of the largest place that is covered, if it is as large as so many cubes at least."""
    count, _, stats, centers = cv2.connectedComponentsWithStats(covered.astype(np.uint8))
    if count < 2:
        return None
    largest = 1 + int(np.argmax(stats[1:, cv2.CC_STAT_AREA]))
    if stats[largest, cv2.CC_STAT_AREA] * STRIDE**2 < cubes * CUBE_WIDTH**2:
        return None
    x, y = view.points([(centers[largest] + 0.5) * STRIDE - 0.5])[0]
    return float(x), float(y)

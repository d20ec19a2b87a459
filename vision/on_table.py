"""What lies on a table without a mat, and how its cubes stand: by where the camera is, as all of them tell it.

Where too few tell it, a flat cube and one that leans look alike, so that none that could lean on something is taken
for a flat one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from controller.ports import Point
from vision.camera_place import FEWEST, Places
from vision.cameras.camera import Image
from vision.chances import log_odds, logistic
from vision.edges import edge_beside
from vision.finder import FAINT_SCORE, Finder, FinderResult, FoundCube, score_of
from vision.leaning import DOUBT, LeaningWatch, as_it_stands
from vision.mat import Mat
from vision.neighbours import (
    LEANING_IS_RARE,
    beside_each_other,
    may_be_tops_and_sides,
    may_lean_on_each_other,
    may_lean_on_things,
)
from vision.on_mat import OnMat, on_one_plane, trusted
from vision.search import MOST
from vision.sight import SeenCube
from vision.two_views import in_both_views, turned_otherwise
from vision.view import view_of_table

BESIDE_SOMETHING = 0.027
"""How likely a cube leans that lies as if it might lean on another, on an edge or a thing, where nothing else is
known: of thrown cubes one in a hundred leans, and of those that lie so nearly three."""
BARELY_ENOUGH = 6.0
"""And what its log odds gain where it lies so beside one of two others, which barely tell how the camera looks: of
300 cubes that leaned on one of two others 7 looked flat, from a place that fitted all three, but less surely than
most flat ones do; and of 80 pairs that leaned on a third one or on each other 2."""
AT_AN_EDGE = 2.4
"""What they gain there at an edge: as much more is known of a cube at a wall than of one that seems to be alone."""


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """A table as its cubes tell it: the `places` from which the camera may look at it, and what is seen of it `above`
    it."""

    places: Places
    above: FinderResult

    @property
    def mat(self) -> Mat:
        """The likeliest way that it lies, as a mat."""
        return self.places.mats[0]


class TableWatch:
    """Sees tables. Safe to use from one thread at a time."""

    def __init__(self, finder: Finder, leaning: LeaningWatch, *, of_the_game: bool, leaning_seen: bool) -> None:
        """`of_the_game`, `leaning_seen`: as `Eyes` has them."""
        self._finder = finder
        self._leaning = leaning
        self._of_the_game = of_the_game
        self._leaning_seen = leaning_seen

    def lying(self, image: Image, found: FinderResult) -> tuple[OnMat, Table | None]:
        """What of that which was `found` lies there, and how likely each cube leans; and the table, None where that
        isn't told or can't be seen from above."""
        if not self._leaning_seen:
            return OnMat(replace(found, cubes=[replace(cube, cocked=0.0) for cube in found.cubes])), None
        cubes = sorted(found.cubes, key=score_of, reverse=True)
        sure = [cube.quad for cube in cubes if cube.score >= FAINT_SCORE]
        places = self._leaning.places(image, sure)
        if places is None:
            return OnMat(replace(found, cubes=_by_finder(cubes))), None
        lying, above = self._from_above(image, replace(found, cubes=cubes), places.mats[0])
        cubes = sorted(lying.found.cubes, key=score_of, reverse=True)[:MOST]
        places, stand = self._standing(image, places, cubes)
        return lying._replace(found=replace(lying.found, cubes=stand)), Table(places, above) if above else None

    def standing_beside(
        self, image: Image, table: Table, cubes: Sequence[SeenCube], more: Sequence[FoundCube]
    ) -> list[FoundCube]:
        """Those that there may be `more` than the `cubes`, where their tops truly are, and how likely they lean."""
        if not more:
            return []
        quads = [np.array(cube.quad) for cube in cubes] + [cube.quad for cube in more]
        stances = self._leaning.look_from(image, table.places, quads)
        return list(map(as_it_stands, more, stances[len(cubes) :]))

    def where_few(
        self, image: Image, cubes: Sequence[SeenCube], things: Sequence[Point], table: Table | None,
        known: Sequence[SeenCube] = (),
    ) -> tuple[SeenCube, ...]:  # fmt: skip
        """The `cubes`, which are all that lie there; where they are too few to tell how the camera looks, with how
        likely they lean by what they could lean on: each other, the `things`, or whatever has an edge beside them.
        Those that are `known` stay as they are."""
        if not self._leaning_seen or not cubes:
            return tuple(cubes)
        tops = [np.array(cube.quad) for cube in cubes]
        chances = np.array([cube.cocked for cube in cubes])
        if len(cubes) < FEWEST or (len(cubes) == FEWEST and table is None):
            beside = may_lean_on_each_other(tops) | may_lean_on_things(tops, things) | edge_beside(image, tops)
            chances = np.maximum(chances, np.where(beside, BESIDE_SOMETHING, 0.0))
        elif len(cubes) <= FEWEST + 1 and table is not None:
            edges = edge_beside(image, tops)
            if len(cubes) == FEWEST:
                beside = beside_each_other(table.mat, tops)
                odds = np.array([log_odds(chance) for chance in chances])
                chances = logistic(odds + np.select([beside, edges], [BARELY_ENOUGH, AT_AN_EDGE], 0.0))
            # One that leans may be seen as two: its top and its side.
            sides = may_be_tops_and_sides(table.mat, tops, edges.tolist())
            chances = np.maximum(chances, np.where(sides, BESIDE_SOMETHING, 0.0))
        return tuple(
            cube if cube in known else replace(cube, cocked=float(chance))
            for cube, chance in zip(cubes, chances, strict=True)
        )

    def _from_above(self, image: Image, found: FinderResult, table: Mat) -> tuple[OnMat, FinderResult | None]:
        """`found` as it is seen from above, and what else is in it: where no cube is missing, only what is sure."""
        view = view_of_table(image, table, [cube.quad for cube in found.cubes if cube.score >= FAINT_SCORE])
        if view is None:
            return OnMat(found), None
        above = self._finder.find(view, lambda cube: trusted(cube, table))
        flat = on_one_plane(replace(found, cubes=above.cubes), table)
        size = (image.shape[1], image.shape[0])
        cubes = in_both_views(found.cubes, above.cubes, flat.found.cubes, table, size, self._of_the_game)
        askew = turned_otherwise(cubes, found.cubes, table)
        return flat._replace(found=replace(found, cubes=cubes), askew=askew), above

    def _standing(
        self, image: Image, places: Places, cubes: Sequence[FoundCube]
    ) -> tuple[Places, list[FoundCube]]:
        """The cubes seen from those places; and where one may lean, from those that follow from where the tops truly
        are, which tells better how the camera looks. Each is looked for anew from there."""
        stand = self._seen_from(image, places, cubes)
        tops = [cube for cube in stand if cube.score >= FAINT_SCORE]
        if any(cube.cocked > DOUBT[0] for cube in tops):
            places = self._leaning.places(image, [cube.quad for cube in tops]) or places
            stand = self._seen_from(image, places, stand)
        chances = self._leaning.chances_from_aside(image, places, [cube.quad for cube in stand])
        return places, [
            replace(cube, cocked=max(cube.cocked, float(chance)))
            for cube, chance in zip(stand, chances, strict=True)
        ]

    def _seen_from(self, image: Image, places: Places, cubes: Sequence[FoundCube]) -> list[FoundCube]:
        return list(map(as_it_stands, cubes, self._leaning.look_from(image, places, [cube.quad for cube in cubes])))


def _by_finder(cubes: Sequence[FoundCube]) -> list[FoundCube]:
    """How likely each leans, by the finder's word, of whose scenes far more do."""
    odds: NDArray[np.float64] = np.array([log_odds(cube.cocked) for cube in cubes]) + LEANING_IS_RARE
    return [replace(cube, cocked=float(chance)) for cube, chance in zip(cubes, logistic(odds), strict=True)]

"""Tells leaning cubes from flat ones, by where the camera stands.

From the side a flat cube looks like a leaning one. What tells them apart is the camera's place, which the mat gives:
each cube is shown to a network as if from straight above, along its sides, together with how the camera looks at it.
The network also says where the middle of the top is: a flat cube that is looked at beside its middle looks like a
leaning one too.

And a cube leans on something. One that stands alone is only taken for leaning where that is plainly to be seen.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from controller.ports import Point
from vision.camera_place import FEWEST, MOST, Places, TopsSeen, likely_places
from vision.chances import logistic
from vision.edges import edge_beside
from vision.finder import FoundCube
from vision.from_above import FURTHER, PLAIN, UPRIGHT, TopView, answers, moved, shown, top_views
from vision.mat import Mat
from vision.neighbours import in_the_tray, on_a_table
from vision.networks import FACING_FILE, LEANING_FILE, Picture
from vision.onnx import Network
from vision.picture_size import check_picture
from vision.quads import width_of

DOUBT = (0.0015, 0.88)
"""Between these chances looking again is worth its time."""
_STILL_IN_DOUBT, _CUBES_SHARE = (0.004, 0.27), 0.3
"""And between these afterwards the cubes are asked, too, how the camera looks, and what is seen from there counts so
much: how high it hangs, and how large they are, the mat tells only roughly. Chosen for the least cost on simulated
throws of other seeds than those that are reported."""
_OFF = 0.1
"""From this distance, in sides of a cube, between where a cube was looked at and its middle it is too."""
_FURTHEST = 0.5
"""No further than so many widths of a cube from where it was found is its middle."""
_TRUST_IN_FLAT = 0.3
"""Where the camera's place is only guessed, a cube that looks flat from one of the likely places probably is: from 0,
where all places count alike, to 1, where flat ones and right places were all there is. Chosen as the above."""
_GUESSED = -1.0
"""What the log odds of leaning gain there: the facing network has learned from more cubes that lean. Chosen on the
same throws for the least cost, where a wrong score is a hundred times worse than a second look."""
_FEW, _LOOKED_FOR, _STEPS = 4, 0.3, 2
"""From so many of the likeliest places a cube's top is looked for anew, so many of its sides aside of where it was
found, in so many steps: of 1671 flat cubes half are found within 0.01 sides of where they were then, all within 0.13,
and none seems to lean; of 6 that leaned and were taken for flat ones 3."""
_ONE_LOOK = -1.0
"""What is added to the log odds of leaning there, for each is looked at only once."""
_EVERY = 2
"""Each of the places has every second of the further looks at a cube in doubt, and the next one the others: most of
them are so near to each other that what is seen from one is nearly seen from the next, too."""
_SEEMS_ASIDE = 0.06
"""From this sine on that a top seems to face aside looking again is worth its time, too."""
_ASIDE, _ASIDE_COUNTS = 0.1, 40.0
"""From this sine on that a top seems to face aside it counts so much, too, on a table: of flat cubes one in a hundred
seems to face aside by 0.06, and one that leans against a wall that isn't known of, and is hardly told, by 0.2."""


@dataclass(frozen=True, slots=True)
class Stance:
    """How a cube stands: the `center` of its top face in pixels, and how likely it `leans` by more than 10 degrees:
    0..1."""

    center: Point
    leans: float


def as_it_stands(cube: FoundCube, stance: Stance) -> FoundCube:
    """The cube where its top truly is, and how likely it leans."""
    return replace(
        cube, center=stance.center, quad=cube.quad + np.subtract(stance.center, cube.center), cocked=stance.leans
    )


class LeaningWatch:
    """The leaning network, and where no mat tells the camera's place the facing network as well. Safe to use from one
    thread at a time."""

    def __init__(self, model_path: Path = LEANING_FILE, facing_path: Path = FACING_FILE) -> None:
        """Raises FileNotFoundError or ValueError where a network can't be loaded."""
        self._network = Network(model_path)
        self._facing = Network(facing_path)

    def places(self, picture: Picture, quads: Sequence[NDArray[np.float64]]) -> Places | None:
        """From where the camera may look at cubes' tops (4, 2) in `picture`, the surest first, where no mat is in
        view; None where these are too few to tell. Raises ValueError for a picture that is none."""
        check_picture(picture)
        if len(quads) < FEWEST:
            return None
        surest = quads[:MOST]
        return likely_places(surest, picture.shape[1::-1], lambda mats: self._seen_from(picture, mats, surest))

    def look_from(
        self, picture: Picture, places: Places, quads: Sequence[NDArray[np.float64]]
    ) -> list[Stance]:
        """How each cube stands, by roughly where in `picture` its top (4, 2) is, the surest first, seen from those
        places."""
        if not quads:
            return []
        tops = self._where_they_are(picture, places.mats[0], np.array(quads, np.float64))
        middles = tops.mean(axis=1)
        known = on_a_table(places.mats[0], middles) + _GUESSED
        return _stances(middles, self._odds_from(picture, places, tops, known) + known)

    def chances_from_aside(
        self, picture: Picture, places: Places, quads: Sequence[NDArray[np.float64]]
    ) -> NDArray[np.float64]:
        """How likely each cube leans (n,), seen from those places, where its top (4, 2) is looked for anew from each
        of its sides: one that leans may be found where it looks flat, and isn't found there again."""
        if not quads:
            return np.empty(0)
        tops = np.array(quads, np.float64)
        along, across = tops[:, 1] - tops[:, 0], tops[:, 3] - tops[:, 0]
        aside = _LOOKED_FOR * np.concatenate([along, -along, across, -across])
        again, few = np.tile(tops, (4, 1, 1)) + aside[:, None], places.likeliest(_FEW)
        for _ in range(_STEPS):
            again = self._where_they_are(picture, few.mats[0], again)
        seen = self._seen_by_both(picture, few.mats, again, [UPRIGHT] * len(few.mats))
        odds = np.median((_pooled(few, seen) + _for_facing_aside(few, seen)).reshape(4, -1), axis=0)
        known = on_a_table(few.mats[0], tops.mean(axis=1), edge_beside(picture, quads)) + _GUESSED
        return np.asarray(logistic(odds + known + _ONE_LOOK))

    def _where_they_are(self, picture: Picture, mat: Mat, tops: NDArray[np.float64]) -> NDArray[np.float64]:
        """The tops (n, 4, 2) with their middles where the facing network sees them."""
        centers = tops.mean(axis=1)
        _, (middles,) = answers(self._facing, picture, mat, tops, PLAIN)
        # A thing that lies beyond the table's horizon, as it is thought to be, is moved anywhere.
        near = np.hypot(*(middles - centers).T) < _FURTHEST * np.array([width_of(top) for top in tops])
        return moved(tops, np.where(near[:, None], middles, centers))

    def _odds_from(
        self, picture: Picture, places: Places, tops: NDArray[np.float64], known: NDArray[np.float64]
    ) -> NDArray[np.float64]:
        """The log odds of leaning (n,) by what is seen from those places, where so much is `known` (n,) of them."""
        many = len(places.mats)
        seen = self._seen_by_both(picture, places.mats, tops, [UPRIGHT] * many)
        unsure = _between(_pooled(places, seen) + known, DOUBT) | (_aside(places, seen) > _SEEMS_ASIDE)
        doubted = np.flatnonzero(unsure)[:MOST]
        if len(doubted):
            again = [
                self._seen_by_both(picture, places.mats, tops[doubted], looks) for looks in _shared_out(many)
            ]
            for once, further in zip(seen, zip(*again, strict=True), strict=True):
                once[:, doubted] = np.mean([once[:, doubted], *further], axis=0)
        return _pooled(places, seen) + _for_facing_aside(places, seen)

    def _seen_from(self, picture: Picture, mats: Sequence[Mat], quads: Sequence[NDArray[np.float64]]) -> TopsSeen:
        """What each cube looks like to the facing network from each place."""
        tops = [top_views(mat, np.asarray(quads)) for mat in mats]
        return _told([self._facing.ask(shown(picture, views)) for views in tops], tops)

    def _seen_by_both(
        self, picture: Picture, mats: Sequence[Mat], quads: NDArray[np.float64], looks: Sequence[tuple[float, float]]
    ) -> TopsSeen:
        """The same to both networks, whose word on leaning counts alike: each errs where the other may not. `looks`:
        by how many degrees the cubes are turned from each place, and how many times as much is seen round them."""
        tops = [
            [view.turned(*look) for view in top_views(mat, quads)] for mat, look in zip(mats, looks, strict=True)
        ]
        inputs = [shown(picture, views) for views in tops]
        seen = _told([self._facing.ask(each) for each in inputs], tops)
        others = np.array([self._network.ask(each)[:, 0] for each in inputs], np.float64)
        return seen._replace(leaning=(seen.leaning + others) / 2)

    def look(
        self,
        picture: Picture,
        mat: Mat,
        quads: Sequence[NDArray[np.float64]],
        things: Sequence[Point] = (),
        hints: Sequence[float] | None = None,
    ) -> list[Stance]:
        """How each cube stands, by roughly where in `picture` its top face (4, 2) is.

        `things`: what else lies there that a cube could lean on. `hints`: what others say of each cube, as log odds
        that are added to those of leaning. Raises ValueError for a picture that is none.
        """
        check_picture(picture)
        if not quads:
            return []
        tops = np.array(quads, np.float64)
        (logits,), (middles,) = answers(self._network, picture, mat, tops, PLAIN)
        known = in_the_tray(mat, middles, things) + (0.0 if hints is None else np.asarray(hints))
        far = np.hypot(*(middles - tops.mean(axis=1)).T) > _OFF * mat.cube_pixels()
        odds = logits + known
        doubted = np.flatnonzero(far | _between(odds, DOUBT))
        if len(doubted):
            again, seen_at = answers(self._network, picture, mat, moved(tops, middles)[doubted], FURTHER)
            # What was seen from far beside a cube's middle says nothing about it.
            first = np.where(far[doubted], np.nan, logits[doubted])
            odds[doubted] = np.nanmean([first, *again], axis=0) + known[doubted]
            middles[doubted] = seen_at.mean(axis=0)
        still = _between(odds, _STILL_IN_DOUBT)
        tops = moved(tops, middles)
        if still.any() and (places := self.places(picture, list(tops))) is not None:
            by_cubes = places.weights @ self._seen_from(picture, places.mats, list(tops)).leaning + known + _GUESSED
            odds[still] += _CUBES_SHARE * (by_cubes[still] - odds[still])
        return _stances(middles, odds)


def _shared_out(places: int) -> list[list[tuple[float, float]]]:
    """The further looks from so many places, one from each of them after the other."""
    ways = len(FURTHER)
    return [[FURTHER[(first + place) % ways] for place in range(places)] for first in range(0, ways, _EVERY)]


def _told(answers: Sequence[NDArray[np.float32]], tops: Sequence[Sequence[TopView]]) -> TopsSeen:
    """What the facing network's answers (n, 5) to each place's views mean."""
    said = np.array(answers, np.float64)
    axes = np.array([[view.axes for view in views] for views in tops])
    return TopsSeen(said[..., 0], (axes @ said[..., 3:, None])[..., 0])


def _pooled(places: Places, seen: TopsSeen) -> NDArray[np.float64]:
    """The log odds of leaning (n,) by what is seen from all places: mostly by those from which a cube looks flat."""
    return np.asarray(-np.log(places.weights @ np.exp(-_TRUST_IN_FLAT * seen.leaning)) / _TRUST_IN_FLAT)


def _aside(places: Places, seen: TopsSeen) -> NDArray[np.float64]:
    """How far aside tops (n,) seem to face from all places, as sines."""
    return np.asarray(np.hypot(*np.tensordot(places.weights, seen.facing, 1).T))


def _for_facing_aside(places: Places, seen: TopsSeen) -> NDArray[np.float64]:
    """What the log odds of leaning gain (n,) where tops seem to face aside."""
    return np.asarray(_ASIDE_COUNTS * np.maximum(0.0, _aside(places, seen) - _ASIDE))


def _stances(middles: NDArray[np.float64], odds: NDArray[np.float64]) -> list[Stance]:
    return [
        Stance((float(x), float(y)), float(chance)) for (x, y), chance in zip(middles, logistic(odds), strict=True)
    ]


def _between(odds: NDArray[np.float64], chances: tuple[float, float]) -> NDArray[np.bool_]:
    return (logistic(odds) > chances[0]) & (logistic(odds) < chances[1])

"""Finds cubes in a picture of which nothing is known: not where a mat lies, nor how large cubes are in it.

They are what several scales show alike, in the size that most of the faces among them have.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cube_size import ANY_SIZE, SAME_CUBE, of_size, size_of, size_of_a_set
from vision.evidence import SAME_PLACE, Evidence, gather, is_part
from vision.finder import FAINT_SCORE, Finder, FinderResult, FoundCube, FoundObject, score_of
from vision.networks import CUBE_WIDTH, Picture
from vision.picture_size import check_picture
from vision.view import View, plain_view

SIDES = (27, 38, 54, 76, 110, 156, 226, 320, 454, 634, 906)
"""Longest sides, in the network's pixels, at which a picture is searched: cubes of 3/4 to 1/45 of it."""
CLOSE_UP = 100
BORDER = 20
"""A view that is smaller gets a border, in its pixels too: in a close-up there is nothing to see a cube against."""
OF_A_TABLE = 226
"""Where no cube tells the scale, hands and the like are looked for at this one."""
LEAST_EVIDENCE = 0.25
GLANCES = 24
"""The weightiest finds are looked at once to tell which size is right."""
SHOWN, AS_SURE = 0.5, 1.0
"""What shows a face so likely, and has so much of the weight of a find that lies on it, has that one as its part."""
CLOSER = (1.0, 0.88, 1.12)
"""At these shares of the right scale outlines are taken, and in the mirror too: the mean of six is nearer to the
truth than one."""
MOST = 30
"""No more are looked at: where so many seem to be, hardly one is a cube, and each takes its time."""
FAINTEST = 0.05
"""How surely the looks at about the right scale show at least, on the whole, what is a cube if it bears a face."""
SEVERAL, SURELY_THING = 3, 0.5
"""So many foreign things, each seen at least so surely, are no drawing on a cube: of the faces of the game hardly one
shows two of them."""
SURELY_SHOWN, HARDLY_AS_SURE, WITH_SIDES, SURE_ITSELF = 0.9999, 0.4, 2.2, 0.999
"""And what shows a face so surely, and has so much of that weight, has as its parts those on its sides, too, but for
one that itself shows a face, and not the sun, so surely. A cube is so many times as large as its top."""
HEAP_SHOWS, FACES_IN_IT = 0.95, 0.97
"""What shows a face less likely than the one, and on which so many things lie that show one likelier than the other,
is a heap of cubes that touch: six of them look a little like one large face."""
OTHER_SIZE, OTHERS_SHOWN, OTHERS_SCORE = 1.5, 0.9, 0.6
"""What has so much evidence in another size than the cubes, shows a face so likely and overlaps none of those that
are found as surely is another set's; or, seen so surely to be foreign, one that is missing and lies nearer or farther
than the others."""
SMALLER = 0.5
"""Things on a cube are looked for where one is at most so many times as wide as it."""

Glance = Callable[[Picture, Sequence[NDArray[np.float64]]], NDArray[np.float32]]
"""For each quad (4, 2) in a picture how likely, 0..1, a face is there, and how likely the sun: (n, 2)."""


def search(
    finder: Finder, picture: Picture, glance: Glance, trust: Callable[[FoundCube], float] = score_of,
    *, parts_bear_faces: bool = True,
) -> FinderResult:  # fmt: skip
    """Find the cubes in a picture, (height, width, 3) uint8 BGR. `trust` as for `Finder.find`.

    `parts_bear_faces`: whether a part of a face may look like a whole one, as each star of a 6 looks like a sun.

    It is looked at in eleven scales to learn how large its cubes are, and six times more at about the right one: what
    too few of these looks show alike is no cube. Raises ValueError for anything that is no such picture.
    """
    check_picture(picture)
    longest = max(picture.shape[:2])
    looks = [finder.find(_view(picture, CUBE_WIDTH * longest / side), trust) for side in SIDES]
    seen = [one for one in gather(looks, trust) if one.weight >= LEAST_EVIDENCE and not _is_heap(one, looks)]
    if not seen:
        return replace(looks[SIDES.index(OF_A_TABLE)], cubes=[], others=looks)
    shown = glance(picture, [one.quad for one in seen[:GLANCES]])
    whole = _whole(seen, shown) if parts_bear_faces else np.ones(len(seen), bool)
    faces = shown[whole[: len(shown)]]
    glanced_at = [one for one, is_whole in zip(seen[:GLANCES], whole, strict=False) if is_whole]
    size = size_of_a_set(glanced_at, faces) if parts_bear_faces else size_of(glanced_at, faces[:, 0])
    with_faces = [one for one, face in zip(glanced_at, faces[:, 0], strict=True) if face >= OTHERS_SHOWN]
    seen = [one for one, is_whole in zip(seen, whole, strict=True) if is_whole]
    views = [_view(picture, size * zoom) for zoom in CLOSER]
    closer = [finder.find(view, trust) for view in (*views, *(view.mirrored() for view in views))]
    near = gather(closer, trust, least=0.0)
    cubes = [_sharper(_found(one, min(1.0, one.weight)), near, size) for one in of_size(seen, size)]
    faint = _faint(near, cubes, size, len(closer)) if any(cube.score >= FAINT_SCORE for cube in cubes) else []
    others = _of_other_sizes(with_faces, cubes, size) if parts_bear_faces else []
    foreign = sorted([*closer[0].foreign, *others], key=lambda thing: thing.score, reverse=True)
    return replace(closer[0], cubes=[*cubes, *faint][:MOST], foreign=foreign, others=looks)


def _view(picture: Picture, cube_px: float) -> View:
    """The whole picture in the scale at which cubes `cube_px` wide are found."""
    side = CUBE_WIDTH * max(picture.shape[:2]) / cube_px
    return plain_view(picture, cube_px, BORDER if side < CLOSE_UP else 0)


def _is_heap(one: Evidence, looks: Sequence[FinderResult]) -> bool:
    """Whether several foreign things lie where it seems to be one cube, at two scales in a row."""
    finer = [look for look in looks if look.view.cube_px < SMALLER * one.size]
    held = [sum(_lies_in(thing, one) for thing in look.foreign) >= SEVERAL for look in finer]
    return any(map(all, pairwise(held)))


def _lies_in(thing: FoundObject, one: Evidence) -> bool:
    outline = one.quad.astype(np.float32)
    return thing.score >= SURELY_THING and cv2.pointPolygonTest(outline, thing.center, False) >= 0


def _whole(seen: Sequence[Evidence], shown: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Which of them are neither heaps nor parts of others that bear a face. `shown`: what `Glance` gives of the
    weightiest."""
    told = list(zip(seen, shown, strict=False))
    heaps = [one for one, (face, _) in told if face < HEAP_SHOWS and _holds_faces(one, told)]
    faces = [one for one, (face, _) in told if face >= SHOWN and one not in heaps]
    surely = [one for one, (face, _) in told if face >= SURELY_SHOWN and not _holds_faces(one, told)]
    cubes = [one for one, (face, sun) in told if face - sun >= SURE_ITSELF]
    return np.array([
        one not in heaps and not is_part(one, faces, AS_SURE)
        and (one in cubes or not is_part(one, surely, HARDLY_AS_SURE, WITH_SIDES))
        for one in seen
    ])  # fmt: skip


def _holds_faces(one: Evidence, told: Sequence[tuple[Evidence, NDArray[np.float32]]]) -> bool:
    """Whether several of those that are `told`, with what `Glance` gives of them, lie on it and show faces; but for
    the sun, like which stars look."""
    outline = one.quad.astype(np.float32)
    lying = [
        other for other, (face, sun) in told
        if face - sun >= FACES_IN_IT and other.size < SMALLER * one.size
        and cv2.pointPolygonTest(outline, _center(other), False) >= 0
    ]  # fmt: skip
    return len(lying) >= SEVERAL


def _sharper(cube: FoundCube, near: Sequence[Evidence], size: float) -> FoundCube:
    """The cube with the outline that the looks at about the right scale show, where they show it."""
    same = [
        one for one in near
        if np.hypot(*(one.center - cube.center)) < SAME_PLACE * size and abs(np.log(one.size / size)) < ANY_SIZE
    ]  # fmt: skip
    return _found(same[0], cube.score) if same else cube


def _faint(near: Sequence[Evidence], cubes: Sequence[FoundCube], size: float, looks: int) -> list[FoundCube]:
    """What so many `looks` at about the right scale hardly show, away from the `cubes`."""
    others = [
        one for one in near
        if one.weight / looks >= FAINTEST and abs(np.log(one.size / size)) < ANY_SIZE
        and all(np.hypot(*(one.center - cube.center)) > SAME_CUBE * size for cube in cubes)
    ]  # fmt: skip
    return [_found(one, one.weight / looks) for one in others]


def _of_other_sizes(seen: Sequence[Evidence], cubes: Sequence[FoundCube], size: float) -> list[FoundObject]:
    """Those of what was `seen` to bear a face that are much larger or smaller than the `cubes`."""
    sure = [cube for cube in cubes if cube.score >= OTHERS_SCORE]
    return [
        FoundObject(_center(one), OTHERS_SCORE) for one in seen
        if one.weight >= OTHER_SIZE and abs(np.log(one.size / size)) >= ANY_SIZE
        and all(np.hypot(*(one.center - cube.center)) > (one.size + size) / 2 for cube in sure)
    ]  # fmt: skip


def _center(one: Evidence) -> tuple[float, float]:
    x, y = (float(value) for value in one.center)
    return x, y


def _found(one: Evidence, score: float) -> FoundCube:
    return FoundCube(_center(one), one.quad, score, one.cocked)

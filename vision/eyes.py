"""Looks at one picture with all networks: where the tray's cubes are, whether they lean, what they show."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from controller.ports import Point, Quad
from vision.body_colour import Colour, body_colours
from vision.cameras.camera import Image
from vision.chances import log_odds, shares
from vision.classifier import FaceClassifier, FaceScores
from vision.cube_set import SET_SIZE
from vision.finder import FAINT_SCORE, Finder, FinderResult, FoundCube
from vision.leaning import LeaningWatch, as_it_stands
from vision.light import trouble_with_light
from vision.mat import Mat
from vision.missing import between_with_faces, things_with_faces, touching_with_faces
from vision.networks import NONE
from vision.obstruction import (
    FINGERS_CHANCE,
    HIDING_CHANCE,
    SURELY_CHANCE,
    obstructed,
    obstructed_without_mat,
)
from vision.odd import as_shown, odd_among
from vision.on_mat import on_tray_and_rail
from vision.on_table import Table, TableWatch
from vision.outlines import impossible_outlines, on_a_wall
from vision.second_look import Looks
from vision.sides import without_sides
from vision.sifting import FOREIGN_SCORE, may_be_cube, sift
from vision.sight import SeenCube, Sight, nothing_seen
from vision.strangers import like_the_others
from vision.too_many import FLAT, LIKELY_FACE, may_be_missing, may_be_too_many, that_bear_faces
from vision.tray_in_view import trouble_with_tray
from vision.vouching import by_their_colours, vouched

_FINDERS_SHARE, _FINDERS_USUAL = 0.5, 2.0
"""The finder's word on leaning counts half, for it saw the same picture, less what it says of a flat cube. Chosen
on simulated throws of which a fifth of the cubes leaned, sets with drawings never seen among them."""
_FACELESS = 0.25
"""What is left of a chance that there is no face at all, once something has passed for a cube of the game: far fewer
of these bear none than of the pictures that the classifier has learned from. Chosen on simulated throws: less makes
more of them clear, and what the faces of unseen drawings are said to be less honest."""


class _Lying(NamedTuple):
    """`found`: what lies there, of which `cubes` are taken for cubes. Centres: `foreign`, of what is none;
    `doubtful`, of what may be one. `table`: where no mat is in view, how the camera looks at it."""

    found: FinderResult
    cubes: tuple[SeenCube, ...]
    foreign: tuple[Point, ...]
    doubtful: tuple[Point, ...]
    table: Table | None


class Eyes:
    """The networks, loaded once. Safe to use from one thread at a time."""

    def __init__(
        self,
        finder: Finder | None = None,
        classifier: FaceClassifier | None = None,
        leaning: LeaningWatch | None = None,
        *,
        of_the_game: bool = True,
        odd_ones: Callable[[Sequence[Colour]], tuple[bool | None, ...]] | None = None,
        leaning_seen: bool = True,
        all_faces: bool = True,
    ) -> None:
        """`of_the_game`: see `Sight`. `odd_ones`: tells by bodies' colours. `leaning_seen`: whether it can be told
        where no mat is in view that a cube leans: of dice with other shapes it can't. `all_faces`: see `sift`."""
        finder = finder or Finder()
        self._classifier = classifier or FaceClassifier()
        self._leaning = leaning or LeaningWatch()
        self._looks = Looks(finder, self._classifier, of_the_game=of_the_game)
        self._tables = TableWatch(
            finder, self._leaning, of_the_game=of_the_game, leaning_seen=leaning_seen
        )
        self._of_the_game = of_the_game
        self._odd_ones = odd_ones
        self._all_faces = all_faces

    def look(self, image: Image, mat: Mat | None, known: Sequence[SeenCube] = ()) -> Sight:
        """Everything there is to see in `image`; `mat`: where the mat lies in it, None where it has none.

        `known`: cubes that lie there for certain, whether they are seen or overlooked this time.
        """
        trouble = trouble_with_light(image) or (trouble_with_tray(image, mat) if mat is not None else None)
        if trouble is not None:
            return nothing_seen(mat, trouble)
        everything = self._looks.find(image, mat)
        lying = self._lying(image, everything, mat, known)
        if mat is not None and self._of_the_game and len(lying.cubes) < SET_SIZE:
            hardly_seen = self._looks.with_hardly_seen(everything, mat)
            if _on(mat, hardly_seen.cubes) > _on(mat, everything.cubes):
                lying = self._lying(image, hardly_seen, mat, known)
        cubes, table = lying.cubes, lying.table
        missing: list[Point] = []
        if self._of_the_game and len(cubes) == SET_SIZE:
            more, missing = self._too_many(image, everything, cubes, mat, table)
            cubes += more
        impossible = impossible_outlines([cube.quad for cube in cubes], [cube.score for cube in cubes], _size(image))
        if mat is not None:
            impossible |= {index for index, cube in enumerate(cubes) if on_a_wall(cube.center, mat)}
        cubes = tuple(
            cube if cube in known else replace(
                cube, chances=self._of_a_cube(cube.chances), whole=index not in impossible
            )
            for index, cube in enumerate(cubes)
        )  # fmt: skip
        if self._of_the_game:
            cubes = vouched(cubes)
        colours = body_colours(image, [cube.quad for cube in cubes])
        odd, bodies = self._odd(image, cubes, colours, mat)
        doubtful = tuple(dict.fromkeys((*lying.doubtful, *missing)))
        return Sight(
            cubes, odd, lying.foreign, self._hand(image, lying, mat, len(cubes)), mat,
            doubtful=doubtful, bodies=bodies, of_the_game=self._of_the_game, colours=as_shown(colours),
        )  # fmt: skip

    def look_again(self, image: Image, sight: Sight) -> Sight:
        """`sight` as another picture of the same scene at rest shows it: the same cubes with chances of their own."""
        seen = [
            replace(cube, chances=face.probabilities, seen=face.seen, like_pips=face.like_pips)
            for cube, face in zip(sight.cubes, self._faces(image, sight.cubes), strict=True)
        ]
        cubes = tuple(
            replace(cube, chances=self._of_a_cube(cube.chances)) for cube in self._told_by_colours(image, seen)
        )
        return replace(sight, cubes=vouched(cubes) if self._of_the_game else cubes)

    def _lying(
        self, image: Image, everything: FinderResult, mat: Mat | None, known: Sequence[SeenCube]
    ) -> _Lying:
        """What of `everything` that the finder saw is a cube, and what isn't."""
        table: Table | None = None
        if mat is not None:
            lying = on_tray_and_rail(everything, mat)
        else:
            lying, table = self._tables.lying(image, everything)
        found, beside, rivals, askew = lying
        things = [thing.center for thing in found.foreign if thing.score >= FOREIGN_SCORE]
        seen = self._name(image, [cube for cube in found.cubes if cube.score >= FAINT_SCORE], things, mat)
        if mat is not None and self._of_the_game:
            seen = without_sides(seen, mat)
        with_faces: tuple[Point, ...] = ()
        if not (self._of_the_game and sum(map(may_be_cube, seen)) >= SET_SIZE):
            likely = [np.array(cube.quad) for cube in seen if may_be_cube(cube)]
            with_faces = things_with_faces(self._classifier, image, found)
            with_faces += touching_with_faces(self._classifier, image, found, likely)
            if not self._of_the_game:
                with_faces += between_with_faces(self._classifier, image, likely)
            things += [cube.center for cube in seen]
            seen += self._name(image, [cube for cube in found.cubes if cube.score < FAINT_SCORE], things, mat)
        seen = self._told_by_colours(image, seen)
        sides_known = mat is not None or table is not None or not self._of_the_game
        sifted = sift(
            found, seen, beside, with_faces, known, of_the_game=self._of_the_game, mat_known=mat is not None,
            all_faces=self._all_faces, size=_size(image), sides_known=sides_known,
        )  # fmt: skip
        cubes, foreign, doubtful = sifted.cubes, sifted.foreign, sifted.doubtful
        if not self._of_the_game:
            like_them = like_the_others(image, seen, cubes)
            doubtful += tuple(point for point in like_them if point not in doubtful)
            foreign = tuple(point for point in foreign if point not in like_them)
        if mat is None:
            cubes = self._tables.where_few(image, cubes, foreign, table, known)
        return _Lying(found, cubes, foreign, (*doubtful, *rivals, *askew), table)

    def _hand(self, image: Image, lying: _Lying, mat: Mat | None, cubes: int) -> Point | None:
        """What covers a part of what lies there, where so many cubes are seen: where none are none is scored."""
        missing = self._of_the_game and 0 < cubes < SET_SIZE
        if mat is None:
            above = lying.table.above if lying.table else None
            return obstructed_without_mat(lying.found, above, _size(image), missing=missing)
        if missing:
            return obstructed(self._looks.for_hands(lying.found, mat), mat, HIDING_CHANCE)
        hand = obstructed(lying.found, mat, FINGERS_CHANCE)
        if hand is None or obstructed(lying.found, mat, SURELY_CHANCE) is not None:
            return hand
        return obstructed(self._looks.from_all_sides(lying.found), mat, FINGERS_CHANCE)

    def _told_by_colours(self, image: Image, seen: list[SeenCube]) -> list[SeenCube]:
        """What was seen, where a 6 that may be a die's is told by its colour."""
        if not (self._of_the_game and any(cube.like_pips for cube in seen)):
            return seen
        return by_their_colours(seen, body_colours(image, [cube.quad for cube in seen]))

    def _name(
        self, image: Image, found: Sequence[FoundCube], things: Sequence[Point], mat: Mat | None
    ) -> list[SeenCube]:
        """What was found with what it may show and how likely it leans, maybe on one of the `things`."""
        return self._with_faces(image, found if mat is None else self._standing(image, found, things, mat))

    def _with_faces(self, image: Image, standing: Sequence[FoundCube]) -> list[SeenCube]:
        return [
            SeenCube(
                cube.center, _quad(cube.quad), cube.score, cube.cocked, face.probabilities,
                surely_turned=cube.surely_turned, seen=face.seen, like_pips=face.like_pips,
            )
            for cube, face in zip(standing, self._faces(image, standing), strict=True)
        ]  # fmt: skip

    def _too_many(
        self, image: Image, found: FinderResult, cubes: Sequence[SeenCube], mat: Mat | None, table: Table | None
    ) -> tuple[tuple[SeenCube, ...], list[Point]]:
        """What there is on the mat, or the table, beyond the `cubes`, which are a whole set; and where one may be
        missing among them."""
        if mat is not None:
            more = [cube for cube in may_be_too_many(found, cubes, mat) if mat.zone(cube.center)]
            likely = self._with_likely_faces(image, more)
            stand = self._standing(image, likely, [cube.center for cube in cubes], mat)
            return self._that_lie_flat(image, stand, mat), []
        if table is not None:
            likely = self._with_likely_faces(image, may_be_too_many(table.above, cubes, table.mat))
            stand = self._tables.standing_beside(image, table, cubes, likely)
            counted = self._that_lie_flat(image, stand, table.mat)
            return counted, [] if counted else may_be_missing(table.above, cubes, table.mat)
        return (), []

    def _that_lie_flat(self, image: Image, stand: Sequence[FoundCube], plane: Mat) -> tuple[SeenCube, ...]:
        """Those that surely are cubes by what they show."""
        flat = [cube for cube in stand if cube.cocked < FLAT]
        return that_bear_faces(self._with_faces(image, flat), plane) if flat else ()

    def _with_likely_faces(self, image: Image, cubes: Sequence[FoundCube]) -> list[FoundCube]:
        faces = self._classifier.glance(image, [cube.quad for cube in cubes])[:, 0]
        return [cube for cube, face in zip(cubes, faces, strict=True) if face >= LIKELY_FACE]

    def _faces(self, image: Image, cubes: Sequence[FoundCube | SeenCube]) -> list[FaceScores]:
        """What each shows, with honest chances."""
        quads = [np.array(cube.quad) for cube in cubes]
        scores = self._classifier.classify(image, quads, [cube.surely_turned for cube in cubes])
        return [
            replace(score, probabilities=_honest(score.probabilities, self._classifier.temperature))
            for score in scores
        ]

    def _of_a_cube(self, chances: Mapping[str, float]) -> Mapping[str, float]:
        """What something may show that has passed for a cube."""
        if not self._of_the_game:
            return chances
        return shares({face: chance * (_FACELESS if face == NONE else 1) for face, chance in chances.items()})

    def _odd(
        self, image: Image, cubes: Sequence[SeenCube], colours: Sequence[Colour], mat: Mat | None
    ) -> tuple[int | None, tuple[bool | None, ...]]:
        """Which of five cubes is the odd one, and of each whether it is of the odd colour."""
        if not self._of_the_game:
            return None, ()
        bodies = self._odd_ones(colours) if self._odd_ones else ()
        zones = [mat.zone(cube.center) if mat is not None else None for cube in cubes]
        odd = odd_among(image, [cube.quad for cube in cubes], colours, zones)
        if odd is None and len(bodies) == SET_SIZE and bodies.count(True) == 1:
            odd = bodies.index(True)
        return odd, bodies

    def _standing(
        self, image: Image, cubes: Sequence[FoundCube], things: Sequence[Point], mat: Mat
    ) -> list[FoundCube]:
        """The cubes of a tray where their tops truly are, and how likely they lean, maybe on one of the `things`."""
        hints = [_hint(cube) for cube in cubes]
        stances = self._leaning.look(image, mat, [cube.quad for cube in cubes], things, hints)
        return list(map(as_it_stands, cubes, stances))


def _on(mat: Mat, cubes: Sequence[FoundCube]) -> int:
    """How many lie on the tray or its rail."""
    return sum(mat.zone(cube.center) is not None for cube in cubes)


def _size(image: Image) -> tuple[int, int]:
    return image.shape[1], image.shape[0]


def _hint(cube: FoundCube) -> float:
    """What the finder says of a cube's leaning, as log odds: one that leans looks less like a cube, too."""
    return _FINDERS_USUAL + _FINDERS_SHARE * (log_odds(cube.cocked) - log_odds(cube.score))


def _honest(chances: Mapping[str, float], temperature: float) -> dict[str, float]:
    return shares({face: chance ** (1.0 / temperature) for face, chance in chances.items()})


def _quad(corners: NDArray[np.float64]) -> Quad:
    first, second, third, fourth = ((float(x), float(y)) for x, y in corners)
    return first, second, third, fourth

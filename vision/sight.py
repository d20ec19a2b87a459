"""What there is to see in one picture: cubes with their chances, things that are none, hands, light."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from controller.ports import Point, Quad, phrase
from vision.cameras.camera import Image
from vision.classifier import FaceClassifier
from vision.finder import Finder, FinderResult, FoundCube
from vision.leaning import LeaningWatch
from vision.mat import Mat
from vision.networks import CUBE_WIDTH, STRIDE
from vision.odd import SET_SIZE, Colour, as_shown, body_colour, odd_one
from vision.second_look import look_in_the_mirror
from vision.view import view_of_tray

NONE = "none"
"""The classifier's name for what is no face of the set."""

FOREIGN_CHANCE = 0.9
"""From this chance of being no face a thing is foreign; below it, it could be a cube, and is never left out."""
FOREIGN_CHANCE_WEAK = 0.5
FOREIGN_SCORE = 0.5
SURELY_FOREIGN = 0.8
"""Where cubes are missing, only from this score is a foreign thing not one of them."""
SAME_THING = 0.7
"""Centres nearer to each other than this part of a cube's width belong to one thing."""
TRUST_IN_SIZE = 4.0
"""The set size of the cubes counts as much as so many found ones, for each is found 7 % too large or too small."""
LEAST_SCORE = 0.4
"""Below this score the finder sees cubes in the grain of a floor: what bears no face there is nothing at all."""
FAINT_SCORE = 0.35
"""Below this score a cube is only taken for one where cubes are missing and a face is plainly to be seen."""
FAINT_NONE_CHANCE = 0.1
FAINT_FACE_CHANCE = 0.6
"""What hardly looks like a cube is taken for one only where it rather shows this face than any other."""
APART = 0.85
"""Two cubes' centres are at least a cube apart; nearer, a faint find is the side of a cube that is seen already."""
HAND_CHANCE = 0.9
HAND_CUBES = 7.0
"""A hand or a glass covers at least as much of the tray as so many cubes."""
DARK_LEVEL = 24.0
"""A picture whose brightest hundredth is below this level, of 255, shows nothing."""
EVEN_CONTRAST = 2.5
"""Standard deviation in grey levels below which a picture is one even surface: the lens is covered."""


@dataclass(frozen=True, slots=True, eq=False)
class SeenCube:
    """A cube's top face in pixels; `score`: 0..1, how surely a cube is there; `cocked`: 0..1, how likely it leans.

    `chances`: for each face and for "none" how likely it is that, adding up to 1.
    """

    center: Point
    quad: Quad
    score: float
    cocked: float
    chances: Mapping[str, float]


@dataclass(frozen=True, slots=True, eq=False)
class Sight:
    """What is seen in a picture. `odd`: index of the cube of another colour, None where that can't be told.

    `foreign`: centres of what is no cube. `hand`: centre of what reaches in or stands in the way. `light`: what is
    wrong with the light, in words, None where it is well.
    """

    cubes: tuple[SeenCube, ...]
    odd: int | None
    foreign: tuple[Point, ...]
    hand: Point | None
    mat: Mat | None
    light: str | None = None
    doubtful: tuple[Point, ...] = ()
    """Centres of what looks foreign but may be a cube, for cubes are missing."""
    bodies: tuple[bool | None, ...] = ()
    """For each cube whether it is of the odd colour, where a set's colours were taught and it can be told."""
    of_the_game: bool = True
    """Whether these are the five cubes of Cosmic Wimpout, one of them odd; else any number of any dice."""
    colours: tuple[str, ...] = ()
    """Each cube's body as the camera shows it, as "#rrggbb"."""


class Eyes:
    """The three networks, loaded once. Safe to use from one thread at a time."""

    def __init__(
        self,
        finder: Finder | None = None,
        classifier: FaceClassifier | None = None,
        leaning: LeaningWatch | None = None,
        *,
        of_the_game: bool = True,
        is_odd: Callable[[Colour], bool | None] | None = None,
        leaning_seen: bool = True,
    ) -> None:
        """`of_the_game`: see `Sight`. `is_odd`: tells by a body's colour. `leaning_seen`: whether the finder's word
        on leaning can be taken, where no mat is in view."""
        self._finder = finder or Finder()
        self._classifier = classifier or FaceClassifier()
        self._leaning = leaning or LeaningWatch()
        self._of_the_game = of_the_game
        self._is_odd = is_odd
        self._leaning_seen = leaning_seen

    def look(self, image: Image, mat: Mat | None, known: Sequence[SeenCube] = ()) -> Sight:
        """Everything there is to see in `image`; `mat`: where the mat lies in it, None where it has none.

        `known`: cubes that lie there for certain, whether they are seen or overlooked this time.
        """
        light = trouble_with_light(image)
        if light is not None:
            return Sight((), None, (), None, mat, light)
        found, beside = _on_tray_and_rail(self._find(image, mat), mat)
        chances = self._chances(image, [cube.quad for cube in found.cubes])
        cocked = self._cocked(image, found.cubes, mat)
        seen = [
            SeenCube(cube.center, _quad(cube), cube.score, leans, named)
            for cube, leans, named in zip(found.cubes, cocked, chances, strict=True)
        ]
        cubes = tuple(cube for cube in seen if _may_be_cube(cube))
        doubtful: tuple[Point, ...] = ()
        cubes += _apart_from(cubes, known, found.view.cube_px)[: max(0, SET_SIZE - len(cubes))]
        if len(cubes) < SET_SIZE or not self._of_the_game:
            faint = _faint(seen, cubes, found.view.cube_px)
            cubes += tuple(cube for cube in faint if _bears_a_face(cube))
        if len(cubes) < SET_SIZE and self._of_the_game:
            doubtful = tuple(cube.center for cube in faint if cube not in cubes)
            things = [thing for thing in found.foreign if FOREIGN_SCORE <= thing.score < SURELY_FOREIGN]
            doubtful += tuple(thing.center for thing in things) + beside
        foreign = tuple(point for point in _foreign(found, seen, cubes) if point not in doubtful)
        colours = [body_colour(image, cube.quad) for cube in cubes]
        odd, bodies = self._odd(colours)
        return Sight(
            cubes, odd, foreign, _hand(found), mat,
            doubtful=doubtful, bodies=bodies, of_the_game=self._of_the_game, colours=tuple(map(as_shown, colours)),
        )  # fmt: skip

    def look_again(self, image: Image, sight: Sight) -> Sight:
        """`sight` as another picture of the same scene at rest shows it: the same cubes with chances of their own."""
        chances = self._chances(image, [np.array(cube.quad) for cube in sight.cubes])
        cubes = tuple(
            replace(cube, chances=named) for cube, named in zip(sight.cubes, chances, strict=True)
        )  # fmt: skip
        return replace(sight, cubes=cubes)

    def _chances(self, image: Image, quads: Sequence[NDArray[np.float64]]) -> list[dict[str, float]]:
        scores = self._classifier.classify(image, quads)
        return [_honest(score.probabilities, self._classifier.modesty) for score in scores]

    def _find(self, image: Image, mat: Mat | None) -> FinderResult:
        """What lies there; where the mat tells a cube's top from its sides, the top is what is found of it."""

        def trust(cube: FoundCube) -> float:
            return cube.score if mat is None else _trust(cube, mat)

        if mat is None:
            found = self._finder.search(image, trust)
        else:
            found = self._finder.find(view_of_tray(image, mat), trust)
        sure = [cube for cube in found.cubes if cube.score >= FAINT_SCORE and (mat is None or mat.zone(cube.center))]
        if len(sure) >= SET_SIZE:
            return found
        return look_in_the_mirror(self._finder, found, trust, LEAST_SCORE, APART)

    def _odd(self, colours: Sequence[Colour]) -> tuple[int | None, tuple[bool | None, ...]]:
        """Which of five cubes is the odd one, and of each whether it is of the odd colour."""
        if not self._of_the_game:
            return None, ()
        bodies = tuple(self._is_odd(colour) for colour in colours) if self._is_odd else ()
        odd = odd_one(colours)
        if odd is None and len(bodies) == SET_SIZE and bodies.count(True) == 1:
            odd = bodies.index(True)
        return odd, bodies

    def _cocked(self, image: Image, cubes: Sequence[FoundCube], mat: Mat | None) -> list[float]:
        """How likely each cube leans. Without a mat the camera's place is unknown, and the finder's word is all."""
        if mat is None:
            return [cube.cocked if self._leaning_seen else 0.0 for cube in cubes]
        return self._leaning.chances(image, mat, [cube.center for cube in cubes])


def vote(sights: Sequence[Sight]) -> Sight:
    """Several sights of the same cubes as one: every picture has the same say in the chances."""
    first = sights[0]
    cubes = [
        replace(cube, chances={
            face: float(np.mean([sight.cubes[index].chances[face] for sight in sights])) for face in cube.chances
        })
        for index, cube in enumerate(first.cubes)
    ]
    return replace(first, cubes=tuple(cubes))


def trouble_with_light(image: Image) -> str | None:
    """What keeps a picture from showing anything, in words; None where there is light enough."""
    sample = cv2.cvtColor(np.ascontiguousarray(image[::8, ::8]), cv2.COLOR_BGR2GRAY)
    if np.percentile(sample, 99) < DARK_LEVEL:
        return phrase("It is too dark to see anything. Switch a light on, or take the cap off the lens.")
    if sample.std() < EVEN_CONTRAST:
        return phrase("The picture is one even surface. Something covers the lens: take it away.")
    return None


def _faint(seen: Sequence[SeenCube], cubes: Sequence[SeenCube], cube_px: float) -> tuple[SeenCube, ...]:
    """What the finder hardly saw and yet rather bears a face than none, away from the cubes that are sure."""
    faint = [cube for cube in seen if cube.score < FAINT_SCORE and cube.chances[NONE] < FOREIGN_CHANCE_WEAK]
    return _apart_from(cubes, faint, cube_px)


def _bears_a_face(cube: SeenCube) -> bool:
    likeliest = max(chance for face, chance in cube.chances.items() if face != NONE)
    return cube.chances[NONE] < FAINT_NONE_CHANCE and likeliest >= FAINT_FACE_CHANCE


def _apart_from(
    cubes: Sequence[SeenCube], others: Sequence[SeenCube], cube_px: float
) -> tuple[SeenCube, ...]:
    """Those of the `others` that are none of `cubes`."""
    return tuple(
        other for other in others
        if all(np.hypot(*np.subtract(cube.center, other.center)) > APART * cube_px for cube in cubes)
    )  # fmt: skip


def _may_be_cube(cube: SeenCube) -> bool:
    if cube.score < FAINT_SCORE:
        return False
    limit = FOREIGN_CHANCE if cube.score >= LEAST_SCORE else FOREIGN_CHANCE_WEAK
    return cube.chances[NONE] < limit


def _honest(chances: Mapping[str, float], modesty: float) -> dict[str, float]:
    raised = {face: chance ** (1.0 / modesty) for face, chance in chances.items()}
    total = sum(raised.values())
    return {face: chance / total for face, chance in raised.items()}


def _on_tray_and_rail(found: FinderResult, mat: Mat | None) -> tuple[FinderResult, tuple[Point, ...]]:
    """What was found, without what is printed on the mat or lies beside it, and each face as large as the others;
    and where a cube was found too near to another: its side, or one that leans on it."""
    if mat is None:
        return found, ()
    lying = [cube for cube in found.cubes if mat.zone(cube.center)]
    cubes = _apart(lying, mat)
    left_out = [cube for cube in lying if not any(cube is one for one in cubes)]
    beside = tuple(cube.center for cube in left_out if cube.score >= FAINT_SCORE)
    side = _side(cubes, mat)
    seen = replace(
        found,
        cubes=[replace(cube, quad=mat.top_face(cube.quad, side)) for cube in cubes],
        foreign=[thing for thing in found.foreign if mat.zone(thing.center)],
    )
    return seen, beside


def _apart(cubes: Sequence[FoundCube], mat: Mat) -> list[FoundCube]:
    """Without those that are too near to a more trusted one: from a steep camera its side is seen beside its top."""
    nearest = APART * mat.settings.cube
    places = mat.to_mm([cube.center for cube in cubes]) if cubes else np.empty((0, 2))
    kept: list[int] = []
    for index in sorted(range(len(cubes)), key=lambda index: -_trust(cubes[index], mat)):
        if all(np.hypot(*(places[index] - places[other])) >= nearest for other in kept):
            kept.append(index)
    return [cubes[index] for index in sorted(kept)]


def _trust(cube: FoundCube, mat: Mat) -> float:
    return cube.score * mat.likeness(cube.quad)


def _side(cubes: Sequence[FoundCube], mat: Mat) -> float:
    """The side of the set's cubes in millimetres: what was set, and what is seen of those that are surely there."""
    seen = [np.log(mat.side_of(cube.quad)) for cube in cubes if cube.score >= LEAST_SCORE]
    expected = np.log(mat.settings.cube)
    return float(np.exp((TRUST_IN_SIZE * expected + sum(seen)) / (TRUST_IN_SIZE + len(seen))))


def _quad(cube: FoundCube) -> Quad:
    first, second, third, fourth = ((float(x), float(y)) for x, y in cube.quad)
    return first, second, third, fourth


def _foreign(found: FinderResult, seen: Sequence[SeenCube], cubes: Sequence[SeenCube]) -> tuple[Point, ...]:
    """What lies there and is no cube; the finder and the classifier may both have seen the same thing."""
    points = [cube.center for cube in seen if cube.chances[NONE] >= FOREIGN_CHANCE and cube.score >= FOREIGN_SCORE]
    points += [thing.center for thing in found.foreign if thing.score >= FOREIGN_SCORE]
    taken = [cube.center for cube in cubes]
    foreign: list[Point] = []
    for point in points:
        if all(np.hypot(point[0] - x, point[1] - y) > SAME_THING * found.view.cube_px for x, y in taken + foreign):
            foreign.append(point)
    return tuple(foreign)


def _hand(found: FinderResult) -> Point | None:
    """The centre of what covers part of the view, None where nothing does."""
    covered = (found.obstruction >= HAND_CHANCE).astype(np.uint8)
    count, _, stats, centers = cv2.connectedComponentsWithStats(covered)
    if count < 2:
        return None
    largest = 1 + int(np.argmax(stats[1:, cv2.CC_STAT_AREA]))
    if stats[largest, cv2.CC_STAT_AREA] * STRIDE**2 < HAND_CUBES * CUBE_WIDTH**2:
        return None
    x, y = found.view.points([(centers[largest] + 0.5) * STRIDE - 0.5])[0]
    return float(x), float(y)

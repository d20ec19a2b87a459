"""What is seen in a picture, where one look of the finder is not enough."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace

import cv2
import numpy as np
import pytest

from controller.ports import Point
from tests.vision.networks.throwing import thrown
from vision.cameras.camera import Image
from vision.classifier import FaceClassifier, FaceScores
from vision.cube_set import SET_SIZE
from vision.eyes import Eyes
from vision.finder import LEAST_SCORE, Finder, FinderResult, FoundCube, FoundObject, score_of
from vision.mat import Mat
from vision.mat_finder import MatFinder
from vision.networks import NONE
from vision.on_mat import APART
from vision.second_look import Looks, look_in_the_mirror
from vision.simulation.camera import SimulatedTray
from vision.simulation.hand import Hand, Reach
from vision.simulation.light import LIGHTS
from vision.view import View, view_of_tray


class Suspicious(Finder):
    """The finder, which takes the middle of the tray for a hand, so likely in each of its looks."""

    def __init__(self, *chances: float) -> None:
        super().__init__()
        self._chances = iter(chances)

    def find(self, view: View, trust: Callable[[FoundCube], float] = score_of) -> FinderResult:
        found = super().find(view, trust)
        rows, columns = (side // 2 for side in found.obstruction.shape)
        found.obstruction[rows - 6 : rows + 6, columns - 6 : columns + 6] = next(self._chances)
        return found


class Stumbling(Finder):
    """The finder, but its first look at a picture comes out as `change` makes of it: which pictures the network
    itself stumbles over differs from one training to the next."""

    def __init__(self, change: Callable[[list[FoundCube]], list[FoundCube]]) -> None:
        super().__init__()
        self._change = change
        self._looks = 0

    def find(self, view: View, trust: Callable[[FoundCube], float] = score_of) -> FinderResult:
        self._looks += 1
        found = super().find(view, trust)
        return replace(found, cubes=self._change(found.cubes)) if self._looks == 1 else found


def picture_of(seed: int) -> tuple[Image, Mat, list[Point]]:
    """A picture of a simulated tray, its mat, and where the five cubes lie in it."""
    tray = SimulatedTray(seed=seed, paced=False)
    frame = tray.read()
    mat = MatFinder().find(frame.image)
    assert mat is not None
    return frame.image, mat, [cube.center for cube in tray.lying() or ()]


def sees_each_once(eyes: Eyes, image: Image, mat: Mat, lying: Sequence[Point]) -> bool:
    """Whether what is seen are the five cubes, each where it lies."""
    seen = [cube.center for cube in eyes.look(image, mat).cubes]
    near = 0.4 * mat.cube_pixels()
    return len(seen) == len(lying) and all(
        min(np.hypot(*np.subtract(cube, place)) for place in seen) < near for cube in lying
    )


def with_its_side(cubes: list[FoundCube]) -> list[FoundCube]:
    """The first cube's side, which from a steep camera looks half as high as wide, is found nearly as surely."""
    top = cubes[0]
    _, _, near_right, near_left = top.quad
    down = near_left - top.quad[0]
    side = np.array([near_left, near_right, near_right + 0.55 * down, near_left + 0.55 * down])
    x, y = (float(value) for value in side.mean(0))
    return [*cubes, replace(top, quad=side, center=(x, y), score=0.9 * top.score)]


class Doubtful(FaceClassifier):
    """The classifier, but of everything it only thinks that it is a 2, and fears a little that it is no face."""

    temperature = 1.0

    def classify(
        self, picture: Image, quads: Sequence[np.ndarray], surely_turned: Sequence[bool] = ()
    ) -> list[FaceScores]:
        return [FaceScores({"2": 0.96, NONE: 0.04}) for _ in quads]


class OneInTheShade(FaceClassifier):
    """The classifier, but to it all cubes look like the same 2, of which it can't see the first as well."""

    temperature = 1.0

    def classify(
        self, picture: Image, quads: Sequence[np.ndarray], surely_turned: Sequence[bool] = ()
    ) -> list[FaceScores]:
        chances = [0.97] + [0.9999] * (len(quads) - 1)
        return [FaceScores({"2": chance, "6": 1 - chance, NONE: 0.0}, np.float32([0.6, 0.8])) for chance in chances]


class Blind(Finder):
    """The finder, but it overlooks everything."""

    def find(self, view: View, trust: Callable[[FoundCube], float] = score_of) -> FinderResult:
        return replace(super().find(view, trust), cubes=[], foreign=[])


class Mistaken(Finder):
    """The finder, but the cube at `place` seems to be a foreign thing in every look."""

    def __init__(self, place: Point) -> None:
        super().__init__()
        self._place = place

    def find(self, view: View, trust: Callable[[FoundCube], float] = score_of) -> FinderResult:
        found = super().find(view, trust)
        others = [
            cube for cube in found.cubes if np.hypot(*np.subtract(cube.center, self._place)) > view.cube_px / 2
        ]  # fmt: skip
        return replace(found, cubes=others, foreign=[FoundObject(self._place, 0.95)])


@pytest.mark.parametrize("seed", [300, 301])
def test_a_thing_that_surely_seems_foreign_but_bears_a_face_may_be_the_missing_cube(seed: int) -> None:
    image, mat, lying = picture_of(seed)
    seen = Eyes(Mistaken(lying[0])).look(image, mat)
    assert (len(seen.cubes), seen.foreign) == (4, ())
    assert lying[0] in seen.doubtful


@pytest.mark.parametrize("seed", [300, 302])
def test_a_side_seen_beside_its_top_is_no_cube_of_its_own(seed: int) -> None:
    assert sees_each_once(Eyes(Stumbling(with_its_side)), *picture_of(seed))


class Overlooking(Finder):
    """The finder, but of the cube at `place` it sees in every look no more than something faint on another's side."""

    def __init__(self, place: Point) -> None:
        super().__init__()
        self._place = place

    def find(self, view: View, trust: Callable[[FoundCube], float] = score_of) -> FinderResult:
        found = super().find(view, trust)
        others = [
            cube for cube in found.cubes if np.hypot(*np.subtract(cube.center, self._place)) > view.cube_px / 2
        ]  # fmt: skip
        *seen, side = with_its_side(others)
        return replace(found, cubes=[*seen, replace(side, score=0.25)])


@pytest.mark.parametrize("seed", [300, 301])
def test_something_faint_right_beside_a_cube_may_be_the_missing_one(seed: int) -> None:
    image, mat, lying = picture_of(seed)
    seen = Eyes(Overlooking(lying[0])).look(image, mat)
    assert len(seen.cubes) == 4
    assert seen.doubtful


@pytest.mark.parametrize("seed", [300, 301])
def test_a_cube_that_one_look_misses_is_found_in_the_mirror(seed: int) -> None:
    assert sees_each_once(Eyes(Stumbling(lambda cubes: cubes[1:])), *picture_of(seed))


class HardlySeeing(Finder):
    """The finder, but of the cube at `place` its first look shows nothing, and others no more than a trace."""

    def __init__(self, place: Point) -> None:
        super().__init__()
        self._place = place
        self._looks = 0

    def find(self, view: View, trust: Callable[[FoundCube], float] = score_of) -> FinderResult:
        self._looks += 1
        found = super().find(view, trust)
        there = [cube for cube in found.cubes if math.dist(cube.center, self._place) < view.cube_px / 2]
        elsewhere = [cube for cube in found.cubes if all(cube is not one for one in there)]
        traces = [] if self._looks == 1 else [replace(cube, score=0.1) for cube in there]
        return replace(found, cubes=[*elsewhere, *traces])


@pytest.mark.parametrize("seed", [300, 301, 302])
def test_a_cube_of_which_even_the_mirror_shows_no_more_than_a_trace_is_known_by_its_face(seed: int) -> None:
    image, mat, lying = picture_of(seed)
    assert sees_each_once(Eyes(HardlySeeing(lying[2])), image, mat, lying)


def test_what_the_mirror_hardly_shows_is_kept_apart() -> None:
    image, mat, _ = picture_of(300)
    finder = Finder()
    found = finder.find(view_of_tray(image, mat))
    missed = found.cubes[4]
    seen = look_in_the_mirror(finder, replace(found, cubes=found.cubes[:4]), score_of, 0.99, APART)
    assert seen.cubes == found.cubes[:4]
    looks = Looks(finder, FaceClassifier(), of_the_game=True)
    with_traces = looks.with_hardly_seen(seen, mat)
    near = [math.dist(cube.center, missed.center) < 0.4 * found.view.cube_px for cube in with_traces.cubes]
    assert near.count(True) == 1
    assert with_traces.hardly == ()
    assert found.hardly is None
    in_the_mirror = looks.with_hardly_seen(replace(found, cubes=found.cubes[:4]), mat).cubes
    assert any(math.dist(cube.center, missed.center) < 0.4 * found.view.cube_px for cube in in_the_mirror)
    scores = [cube.score for cube in with_traces.cubes]
    assert scores == sorted(scores, reverse=True)


def test_the_mirror_shows_each_cube_where_it_lies() -> None:
    image, mat, lying = picture_of(300)
    finder = Finder()
    found = finder.find(view_of_tray(image, mat))
    nothing = replace(found, cubes=[], foreign=[])
    mirrored = look_in_the_mirror(finder, nothing, lambda cube: cube.score, LEAST_SCORE, APART).cubes
    assert len(mirrored) == len(lying)
    off = []
    for cube in mirrored:
        other = min(found.cubes, key=lambda one: float(np.hypot(*np.subtract(one.center, cube.center))))
        corners = np.linalg.norm(cube.quad[:, None] - other.quad[None], axis=2).min(axis=1)
        off.append(max(float(np.hypot(*np.subtract(cube.center, other.center))), float(corners.max())))
        one_way, other_way = (cv2.contourArea(each.quad.astype(np.float32), True) for each in (cube, other))
        assert one_way * other_way > 0  # clockwise, both
    assert np.median(off) < 0.15 * found.view.cube_px, "a cube that is hard to find isn't found to the pixel"
    assert max(off) < 0.4 * found.view.cube_px


def test_what_has_passed_for_a_cube_of_the_game_hardly_bears_no_face() -> None:
    image, mat, lying = picture_of(20)
    sight = Eyes(classifier=Doubtful()).look(image, mat)
    again = Eyes(classifier=Doubtful()).look_again(image, sight)
    for cube in (*sight.cubes, *again.cubes):
        assert cube.chances == pytest.approx({"2": 0.96 / 0.97, NONE: 0.01 / 0.97})
    assert len(sight.cubes) == len(lying)
    other_dice = Eyes(classifier=Doubtful(), of_the_game=False).look(image, mat)
    assert all(cube.chances == {"2": 0.96, NONE: 0.04} for cube in other_dice.cubes)


def test_in_every_picture_cubes_that_look_the_same_bear_each_others_names_out() -> None:
    image, mat, lying = picture_of(20)
    eyes = Eyes(classifier=OneInTheShade())
    sight = eyes.look(image, mat)
    again = eyes.look_again(image, sight)
    assert len(sight.cubes) == len(lying)
    for cubes in (sight.cubes, again.cubes):
        assert min(cube.chances["2"] for cube in cubes) == pytest.approx(0.9923, abs=1e-4)


def test_a_cube_that_is_known_to_lie_there_stays_as_it_was_seen_when_it_is_overlooked() -> None:
    image, mat, _ = picture_of(20)
    before = Eyes(classifier=Doubtful()).look(image, mat).cubes
    after = Eyes(finder=Blind(), classifier=Doubtful()).look(image, mat, known=before).cubes
    assert [cube.chances for cube in after] == [cube.chances for cube in before]
    assert len(after) == 5


def test_fingers_on_the_rail_are_a_hand_though_all_five_cubes_are_in_view() -> None:
    eyes, mats, told = Eyes(), MatFinder(), []
    for seed in range(82500, 82508):
        tray = SimulatedTray(seed=seed, paced=False, lean_chance=0.0)
        image, _ = thrown(tray)
        mat = mats.find(image)
        assert eyes.look(image, mat).hand is None, seed
        hand, fingertips = Hand(tray.look.view, LIGHTS[tray.look.light]), np.array([120.0, 190.0, 20.0])
        hand.lay(image, Reach(fingertips, fingertips))
        seen = eyes.look(image, mat)
        told.append(seen.hand is not None and len(seen.cubes) == SET_SIZE)
        tray.close()
    assert sum(told) >= 3


@pytest.mark.parametrize(
    ("chances", "told"), [((0.6, 0.6, 0.6), True), ((0.6, 0.05, 0.05), False), ((0.95,), True), ((0.3,), False)]
)
def test_a_hand_that_hides_no_cube_is_believed_at_once_where_it_is_certain_else_from_all_sides(
    chances: tuple[float, ...], told: bool
) -> None:
    image, mat, _ = picture_of(300)
    seen = Eyes(Suspicious(*chances)).look(image, mat)
    assert len(seen.cubes) == SET_SIZE
    assert (seen.hand is not None) == told

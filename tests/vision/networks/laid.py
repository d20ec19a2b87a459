"""Pictures of cubes that were laid there rather than thrown: heaps of six, cubes that lean on others, and such that a
hand covers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.random import Generator, default_rng
from numpy.typing import NDArray

from tests.vision.guests import guests_hand
from vision.cameras.camera import Image
from vision.drawings.cube_sets import UNSEEN_SETS
from vision.simulation.empty_tray import draw_empty_tray
from vision.simulation.geometry import Pose, half_height, turn, with_side_up
from vision.simulation.hand import HandLook, Reach
from vision.simulation.light import LIGHTS
from vision.simulation.look import Look, drawn_look
from vision.simulation.placement import Placement
from vision.simulation.renderer import Renderer, Scene
from vision.simulation.skins import skins
from vision.simulation.truth import lying_cubes
from vision.simulation.world import COMMON, ODD, Cube, World

SIZE = 16.0
GAP = 0.15
MIDDLE = (125.0, 82.0)
AROUND, CLOSE = 75, 15
"""Pixels of the table that a picture from near shows round the cubes, and one from very near."""
HAND_HEIGHT = 26.0
"""Millimetres above the tray."""


def six_cubes_that_touch(
    seed: int, columns: int, size: float = SIZE, wear: float = 0.0
) -> tuple[Image, NDArray[np.float64]]:
    """Six flat cubes in so many columns in the tray, and the corners (24, 2) of their tops."""
    rng, look = default_rng(seed), _look(seed)
    degrees = float(rng.uniform(0.0, 90.0))
    along = np.array([np.cos(np.radians(degrees)), np.sin(np.radians(degrees))])
    across = np.array([-along[1], along[0]])
    cubes = []
    for number in range(6):
        column, row = number % columns, number // columns
        aside = (column - (columns - 1) / 2) * along + (row - (6 / columns - 1) / 2) * across
        x, y = MIDDLE + (size + GAP) * aside
        pose = Pose(np.array([x, y, size / 2]), with_side_up(int(rng.integers(6)), degrees))
        cubes.append(_cube(pose, number == 4, rng))
    return _picture(cubes, look, size, wear, rng)


def one_that_leans(
    seed: int, others: int, size: float = SIZE, wear: float = 0.0
) -> tuple[Image, NDArray[np.float64]]:
    """So many flat cubes in the tray, and one that leans on one of them or on a wall, and the corners (n, 2) of all
    their tops."""
    return some_that_lean(seed, others, 1, size, wear)


def some_that_lean(
    seed: int, others: int, many: int, size: float = SIZE, wear: float = 0.0
) -> tuple[Image, NDArray[np.float64]]:
    """The same of so `many` that lean, each on any of those before it or on a wall."""
    rng, look = default_rng(seed), _look(seed)
    poses = Placement(size, 0.3, 0.0, rng).find([int(side) for side in rng.integers(0, 6, others)], [])
    for _ in range(many):
        [leaning] = Placement(size, 0.0, 1.0, rng).find([int(rng.integers(6))], poses)
        assert leaning.tilt() > 10
        poses = [*poses, leaning]
    odd = int(rng.integers(len(poses)))
    cubes = [_cube(pose, number == odd, rng) for number, pose in enumerate(poses)]
    return _picture(cubes, look, size, wear, rng)


def one_on_a_crumb(
    seed: int, least: float, most: float, size: float = SIZE, wear: float = 0.0
) -> tuple[Image, NDArray[np.float64]]:
    """Five cubes in the tray, one of them raised on an edge by `least` to `most` degrees though nothing is beside it
    to lean on, and the corners (20, 2) of their tops."""
    rng, look = default_rng(seed), _look(seed)
    cubes = _flat_cubes(rng, 5, size, 0.0)
    number = int(rng.integers(5))
    cube = cubes[number]
    edge = np.radians(rng.uniform(0.0, 360.0))
    upright = with_side_up(cube.pose.top_side(), float(np.degrees(edge)))
    raised = turn(np.array([np.cos(edge), np.sin(edge), 0.0]), float(rng.uniform(least, most))) @ upright
    place = np.array([*cube.pose.position[:2], half_height(raised, size)])
    cubes[number] = replace(cube, pose=Pose(place, raised))
    return _picture(cubes, look, size, wear, rng)


def one_under_a_hand(seed: int, size: float = SIZE, wear: float = 0.0) -> tuple[Image, NDArray[np.float64]]:
    """Five flat cubes in the tray, a hand over that which is nearest to the player, and the corners (20, 2) of their
    tops."""
    rng, look = default_rng(seed), _look(seed)
    cubes = _flat_cubes(rng, 5, size, 0.1)
    x, y, _ = max((cube.pose.position for cube in cubes), key=lambda place: float(place[1]))
    over = np.array([x + rng.uniform(-25.0, 10.0), y - rng.uniform(0.0, 25.0), HAND_HEIGHT])
    return _picture(cubes, look, size, wear, rng, Reach(over, over))


def one_under_any_hand(seed: int, size: float = SIZE, wear: float = 0.0) -> tuple[Image, NDArray[np.float64]]:
    """The same of any of the five and anybody's hand, which reaches in from any side but the far one."""
    rng, look = default_rng(seed), _look(seed)
    cubes = _flat_cubes(rng, 5, size, 0.1)
    whose = guests_hand(rng)
    aside = whose.placed(np.array([rng.uniform(-25.0, 10.0), -rng.uniform(0.0, 25.0)]))
    x, y = cubes[int(rng.integers(5))].pose.position[:2] + aside
    over = np.array([x, y, HAND_HEIGHT])
    return _picture(cubes, look, size, wear, rng, Reach(over, over), whose)


def one_alone(seed: int, size: float = SIZE) -> tuple[Image, NDArray[np.float64], list[str]]:
    """A flat cube in the middle of the tray, the corners (4, 2) of its top, and what that shows."""
    return _laid_flat(seed, size, [np.zeros(2)])


def thrown_flat(
    seed: int, many: int, size: float = SIZE, wear: float = 0.0
) -> tuple[Image, NDArray[np.float64], list[str]]:
    """So many flat cubes anywhere in the tray, the corners (n, 2) of their tops, and what these show."""
    rng, look = default_rng(seed), _look(seed)
    cubes = _flat_cubes(rng, many, size, 0.3)
    picture, corners = _picture(cubes, look, size, wear, rng)
    return picture, corners, [cube.shown().face for cube in cubes]


def two_side_by_side(seed: int, size: float = SIZE) -> tuple[Image, NDArray[np.float64], list[str]]:
    """Two flat cubes that touch each other side to side in the tray, the corners (8, 2) of their tops, and what these
    show."""
    return _laid_flat(seed, size, [np.zeros(2), np.array([size + GAP, 0.0])])


def two_apart(seed: int, size: float = SIZE) -> tuple[Image, NDArray[np.float64], list[str]]:
    """The same of two that lie three cubes apart, away from all walls."""
    return _laid_flat(seed, size, [np.array([-1.5 * size, 0.0]), np.array([1.5 * size, 0.0])])


def _laid_flat(
    seed: int, size: float, places: Sequence[NDArray[np.float64]]
) -> tuple[Image, NDArray[np.float64], list[str]]:
    """Flat cubes, the last one odd, so many millimetres from the tray's middle, all turned alike."""
    rng, look = default_rng(seed), _look(seed)
    degrees = float(rng.uniform(0.0, 90.0))
    along = np.array([np.cos(np.radians(degrees)), np.sin(np.radians(degrees))])
    turned = np.array([along, [-along[1], along[0]]])
    cubes = [
        _cube(Pose(np.array([*(MIDDLE + place @ turned), size / 2]), with_side_up(int(rng.integers(6)), degrees)),
              number == len(places) - 1, rng)
        for number, place in enumerate(places)
    ]  # fmt: skip
    picture, corners = _picture(cubes, look, size, 0.0, rng)
    return picture, corners, [cube.shown().face for cube in cubes]


def from_near(picture: Image, corners: NDArray[np.float64], around: int = AROUND) -> Image:
    """As a telephone shows the cubes whose tops have these corners, without a mat in view. `around`: so many pixels
    of what is round them."""
    left, top = np.maximum(0, corners.min(axis=0) - around).astype(int)
    right, bottom = (corners.max(axis=0) + around).astype(int)
    return np.ascontiguousarray(picture[top:bottom, left:right])


def _look(seed: int) -> Look:
    """Every other one with drawings that training never saw."""
    look = drawn_look(seed, (1280, 960))
    return replace(look, cube_set=list(UNSEEN_SETS)[seed // 2 % len(UNSEEN_SETS)]) if seed % 2 else look


def _flat_cubes(rng: Generator, many: int, size: float, touching: float) -> list[Cube]:
    """So many flat cubes anywhere in the tray, one of them odd. `touching`: the chance that one touches another or a
    wall."""
    poses = Placement(size, touching, 0.0, rng).find([int(side) for side in rng.integers(0, 6, many)], [])
    odd = int(rng.integers(many))
    return [_cube(pose, number == odd, rng) for number, pose in enumerate(poses)]


def _cube(pose: Pose, odd: bool, rng: Generator) -> Cube:
    symbols = tuple(map(str, rng.permutation(ODD if odd else COMMON)))
    return Cube(symbols, tuple(rng.integers(0, 4, 6).tolist()), odd, pose)  # type: ignore[arg-type]


def _picture(
    cubes: Sequence[Cube],
    look: Look,
    size: float,
    wear: float,
    rng: Generator,
    hand: Reach | None = None,
    whose: HandLook | None = None,
) -> tuple[Image, NDArray[np.float64]]:
    world = World(tuple(cubes), size)
    shown = skins(world, look.cube_set, wear, rng)
    tray = draw_empty_tray(look.view, LIGHTS[look.light], look.floor, rng, whose)
    renderer = Renderer(tray, shown, size, rng)
    picture = renderer.render(Scene(tuple((cube.pose,) for cube in cubes), hand))
    return picture, np.array([cube.quad for cube in lying_cubes(world, look.view)]).reshape(-1, 2)

"""What lay there and looks as it did lies there still; what was there beside all five is no cube; what has changed is
looked at anew."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from controller.ports import TrayReading
from vision.cameras.camera import Frame, Image
from vision.eyes import Eyes
from vision.finder import Finder, FinderResult, FoundCube, score_of
from vision.mat_finder import MatFinder
from vision.memory import Memory, WholeSet
from vision.networks import NONE
from vision.sight import SeenCube
from vision.simulation.camera import SimulatedTray
from vision.simulation.geometry import Pose, with_side_up
from vision.simulation.world import World, fresh_world, save_world
from vision.view import View
from vision.watch import TrayWatch

SEED = 300


def tray_of(world: World, folder: Path) -> SimulatedTray:
    save_world(world, folder / "tray.json")
    return SimulatedTray(seed=SEED, paced=False, state_file=folder / "tray.json")


def picture(tray: SimulatedTray) -> Image:
    frame = tray.read()
    assert frame is not None
    return frame.image


@pytest.fixture
def world() -> World:
    return fresh_world(SEED, 16.5)


@pytest.fixture(scope="module")
def eyes() -> Eyes:
    return Eyes()


def seen(eyes: Eyes, image: Image) -> tuple[SeenCube, ...]:
    return eyes.look(image, MatFinder().find(image)).cubes


def moved(world: World, number: int, pose: Pose) -> World:
    cubes = list(world.cubes)
    cubes[number] = replace(cubes[number], pose=pose)
    return replace(world, cubes=tuple(cubes))


def near(cube: SeenCube, tray: SimulatedTray, number: int) -> bool:
    lying = tray.lying()
    assert lying is not None
    return bool(np.hypot(*np.subtract(cube.center, lying[number].center)) < 15)


def test_noise_and_brighter_light_change_nothing(eyes: Eyes, world: World, tmp_path: Path) -> None:
    tray = tray_of(world, tmp_path)
    first = picture(tray)
    memory = Memory()
    memory.keep(first, seen(eyes, first))
    noise = np.random.default_rng(1).normal(0, 8, first.shape)
    for again in (picture(tray), first + noise, 0.7 * first + 20):
        assert len(memory.still_there(np.clip(again, 0, 255).astype(np.uint8))) == 5


def test_a_cube_that_is_gone_or_shows_another_face_is_forgotten(eyes: Eyes, world: World, tmp_path: Path) -> None:
    tray = tray_of(world, tmp_path)
    first = picture(tray)
    memory = Memory()
    memory.keep(first, seen(eyes, first))
    pose = world.cubes[1].pose
    other_side = next(side for side in range(6) if side != pose.top_side())
    turned = Pose(pose.position, with_side_up(other_side, 0.0))
    elsewhere = Pose(np.array([60.0, 60.0, 8.25]), pose.rotation)
    for changed in (turned, elsewhere):
        still = memory.still_there(picture(tray_of(moved(world, 1, changed), tmp_path)))
        assert len(still) == 4
        assert not any(near(cube, tray, 1) for cube in still)


def test_what_was_hardly_seen_is_not_remembered(eyes: Eyes, world: World, tmp_path: Path) -> None:
    first = picture(tray_of(world, tmp_path))
    sure, *others = seen(eyes, first)
    phantom = replace(sure, chances={**sure.chances, NONE: 0.3})
    memory = Memory()
    memory.keep(first, [phantom, *others])
    assert len(memory.still_there(first)) == 4


def test_beside_the_whole_set_is_no_cube_until_something_changes_there(
    eyes: Eyes, world: World, tmp_path: Path
) -> None:
    image = picture(tray_of(world, tmp_path))
    mat = MatFinder().find(image)
    assert mat is not None
    places = [(float(x), float(y)) for x, y in mat.to_pixels([(0.0, 90.0), (240.0, 60.0), (120.0, 190.0), (60, 60)])]
    cubes = eyes.look(image, mat).cubes
    whole = WholeSet()
    assert not any(whole.shows(place, image) for place in places), "nothing is known yet"
    whole.keep(image, cubes)
    again = picture(tray_of(world, tmp_path))
    assert all(whole.shows(place, again) for place in places), "also in the middle of plain felt"
    assert not any(whole.shows(cube.center, again) for cube in cubes)
    pose = Pose(np.array([60.0, 60.0, 8.25]), world.cubes[1].pose.rotation)
    one_moved = picture(tray_of(moved(world, 1, pose), tmp_path))
    assert not whole.shows(places[3], one_moved)
    assert not whole.shows(places[0], np.ascontiguousarray(again[::2, ::2])), "another size says nothing"


class Haunted(Finder):
    """Sees something faint at `place`, too, as on a floor that looks a little like a cube there."""

    place: tuple[float, float] | None = None

    def find(self, view: View, trust: Callable[[FoundCube], float] = score_of) -> FinderResult:
        found = super().find(view, trust)
        if self.place is None:
            return found
        quad = found.cubes[0].quad + np.subtract(self.place, found.cubes[0].center)
        return replace(found, cubes=[*found.cubes, FoundCube(self.place, quad, 0.3, 0.0)])


def test_what_is_seen_on_a_floor_is_no_missing_cube_once_all_five_were_seen_elsewhere(
    world: World, tmp_path: Path
) -> None:
    whole = tray_of(world, tmp_path)
    mat = MatFinder().find(picture(whole))
    assert mat is not None
    finder = Haunted()
    x, y = mat.to_pixels([(0.0, 90.0)])[0]
    finder.place = (float(x), float(y))
    gone = Pose(np.array([2000.0, 0.0, 8.25]), world.cubes[1].pose.rotation)
    four = tray_of(moved(world, 1, gone), tmp_path)
    seen_before, unknown = TrayWatch("test", eyes=Eyes(finder=finder)), TrayWatch("test", eyes=Eyes(finder=finder))
    assert watched(seen_before, whole, 0).status == "clear"
    after, at_once = watched(seen_before, four, 100), watched(unknown, four, 100)
    assert (after.status, len(after.cubes)) == ("clear", 4)
    assert (at_once.status, [problem.kind for problem in at_once.problems]) == ("unclear", ["unsure"])


def watched(watch: TrayWatch, tray: SimulatedTray, first: int) -> TrayReading:
    """The reading of pictures of this tray at rest, numbered from `first` on."""
    for number in range(first, first + 100):
        reading = watch.watch(Frame(picture(tray), number / 30, number))
        if reading is not None and reading.status != "moving":
            return reading
    raise AssertionError("no reading came")


class ShortSighted(Finder):
    """Overlooks the cube at `blind_spot`, in the picture and in the mirror."""

    blind_spot: tuple[float, float] | None = None

    def find(self, view: View, trust: Callable[[FoundCube], float] = score_of) -> FinderResult:
        found = super().find(view, trust)
        if self.blind_spot is None:
            return found
        kept = [cube for cube in found.cubes if np.hypot(*np.subtract(cube.center, self.blind_spot)) > 40]
        return replace(found, cubes=kept)


def read(watch: TrayWatch, tray: SimulatedTray) -> TrayReading:
    """The reading once all cubes rest and have been looked at."""
    reading = None
    for _ in range(400):
        frame = tray.read()
        assert frame is not None
        at_rest = tray.lying() is not None
        reading = watch.watch(frame) or reading
        if at_rest and reading is not None and reading.settled_at is not None and watch.rest_frame is not None:
            return reading
    raise AssertionError("the cubes never came to rest")


def test_a_cube_that_is_overlooked_is_read_all_the_same(world: World, tmp_path: Path) -> None:
    tray = tray_of(world, tmp_path)
    lying = tray.lying()
    assert lying is not None
    finder = ShortSighted()
    eyes = Eyes(finder=finder)
    watch = TrayWatch("test", eyes=eyes)
    assert len(read(watch, tray).cubes) == 5
    finder.blind_spot = lying[2].center
    assert len(seen(eyes, picture(tray))) == 4
    tray.throw((lying[3].center,))
    after = read(watch, tray)
    assert len(after.cubes) == 5
    overlooked = min(after.cubes, key=lambda cube: float(np.hypot(*np.subtract(cube.center, lying[2].center))))
    assert (overlooked.face, overlooked.odd) == (lying[2].cube.face, lying[2].cube.odd)


def test_photographs_have_nothing_to_do_with_each_other(world: World, tmp_path: Path) -> None:
    tray = tray_of(world, tmp_path)
    lying = tray.lying()
    assert lying is not None
    finder = ShortSighted()
    watch = TrayWatch("test", eyes=Eyes(finder=finder))
    first = watch.watch(Frame(picture(tray), 0.0, 0, still=True))
    finder.blind_spot = lying[2].center
    second = watch.watch(Frame(picture(tray), 1.0, 1, still=True))
    assert first is not None
    assert second is not None
    assert (len(first.cubes), len(second.cubes)) == (5, 4)


def test_a_place_that_is_burnt_out_is_no_cube_that_lies_there_still(
    world: World, eyes: Eyes, tmp_path: Path
) -> None:
    image = picture(tray_of(world, tmp_path))
    cubes = seen(eyes, image)
    memory = Memory()
    memory.keep(image, cubes)
    before = memory.still_there(image)
    assert before, "some are remembered"
    for level in (0, 255):
        spoiled = image.copy()
        corners = np.array(before[0].quad)
        (left, top), (right, bottom) = corners.min(axis=0).astype(int) - 8, corners.max(axis=0).astype(int) + 8
        spoiled[top:bottom, left:right] = level
        assert [cube.center for cube in memory.still_there(spoiled)] == [cube.center for cube in before[1:]]

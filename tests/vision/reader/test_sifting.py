"""What is a cube, what is none, and what might be either."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from controller.ports import Point
from vision.finder import FinderResult, FoundObject
from vision.networks import CLASSES, NONE
from vision.sifting import Sifted, sift
from vision.sight import SeenCube
from vision.view import plain_view

VIEW = plain_view(np.zeros((480, 640, 3), np.uint8), 40.0)
SIDE = 40.0
NOTHING = np.zeros((1, 1), np.float32)


def seen(face: str, x: float, score: float = 0.8, chance: float = 0.93) -> SeenCube:
    chances = {each: chance if each == face else (1 - chance) / (len(CLASSES) - 1) for each in CLASSES}
    quad = ((x, 0.0), (x + SIDE, 0.0), (x + SIDE, SIDE), (x, SIDE))
    return SeenCube((x + SIDE / 2, SIDE / 2), quad, score, 0.0, chances)


def sifted(
    *cubes: SeenCube,
    foreign: Sequence[FoundObject] = (),
    with_faces: Sequence[Point] = (),
    known: Sequence[SeenCube] = (),
    of_the_game: bool = True,
    mat_known: bool = False,
    size: tuple[int, int] | None = None,
    sides_known: bool = True,
    beside: Sequence[Point] = (),
) -> Sifted:
    found = FinderResult([], list(foreign), NOTHING, VIEW, NOTHING)
    return sift(
        found, cubes, beside, with_faces, known, of_the_game=of_the_game, mat_known=mat_known, size=size,
        sides_known=sides_known,
    )  # fmt: skip


def middle(cube: SeenCube) -> tuple[Point, ...]:
    return (cube.center,)


def test_what_bears_no_face_beside_five_cubes_is_foreign() -> None:
    die = seen(NONE, 500)
    told = sifted(*(seen("5", 90 * at) for at in range(5)), die)
    assert (len(told.cubes), told.doubtful, told.foreign) == (5, (), middle(die))


@pytest.mark.parametrize("score", [0.42, 0.8])
def test_where_a_cube_is_missing_what_bears_no_face_may_be_it(score: float) -> None:
    die = seen(NONE, 500, score)
    told = sifted(*(seen("5", 90 * at) for at in range(4)), die)
    assert (len(told.cubes), told.doubtful, told.foreign) == (4, middle(die), ())


def test_alone_in_the_tray_it_is_foreign() -> None:
    die = seen(NONE, 500)
    told = sifted(die)
    assert (told.cubes, told.doubtful, told.foreign) == ((), (), middle(die))


@pytest.mark.parametrize(("width", "doubted"), [(130, True), (140, False)])
def test_alone_and_as_large_as_a_picture_it_may_be_a_part_of_a_cube(width: int, doubted: bool) -> None:
    die = seen(NONE, 60)
    told = sifted(die, size=(160, width))
    assert (told.doubtful, told.foreign) == ((middle(die), ()) if doubted else ((), middle(die)))


@pytest.mark.parametrize(
    ("score", "width", "cubes", "doubted"),
    [(0.3, 520, 4, True), (0.3, 560, 4, False), (0.2, 520, 4, False), (0.3, 520, 5, False)],
)
def test_what_hardly_looks_like_a_cube_may_be_one_that_the_pictures_edge_cuts_off(
    score: float, width: int, cubes: int, doubted: bool
) -> None:
    faint = seen(NONE, 500, score)
    told = sifted(*(seen("5", 90 * at) for at in range(cubes)), faint, size=(width, 480))
    assert (len(told.cubes), told.doubtful) == (cubes, middle(faint) if doubted else ())


@pytest.mark.parametrize(("seen_of_it", "doubted"), [(0.1, False), (0.2, True), (0.4, True)])
def test_what_was_found_beyond_the_pictures_edge_is_no_missing_cube(seen_of_it: float, doubted: bool) -> None:
    beyond = seen(NONE, 500, 0.8)
    told = sifted(*(seen("5", 90 * at) for at in range(4)), beyond, size=(500 + round(seen_of_it * SIDE), 480))
    assert told.doubtful == (middle(beyond) if doubted else ())


@pytest.mark.parametrize(("sides_known", "cubes"), [(True, 2), (False, 1)])
def test_what_hardly_was_found_and_bears_a_face_may_be_a_side_where_these_arent_known(
    sides_known: bool, cubes: int
) -> None:
    faint = seen("4", 500, 0.11, chance=0.999)
    told = sifted(seen("5", 0), faint, sides_known=sides_known)
    assert (len(told.cubes), told.doubtful) == (cubes, () if sides_known else middle(faint))


@pytest.mark.parametrize(
    ("apart", "score", "doubted"),
    [(0.78, 0.43, True), (0.78, 0.95, True), (1.0, 0.8, True), (1.0, 0.95, False), (1.1, 0.8, False)],
)
def test_beside_a_die_what_can_be_its_side_may_be_no_die(apart: float, score: float, doubted: bool) -> None:
    side, die = seen("4", 100 + apart * SIDE, score), seen("5", 100, score=1.0)
    for those in ((die, side), (side, die)):
        told = sifted(*those, of_the_game=False)
        assert (die in told.cubes, side in told.cubes, told.doubtful) == (
            True, not doubted, middle(side) if doubted else ()
        )  # fmt: skip


def test_a_die_that_is_known_to_lie_there_is_no_side() -> None:
    die, other = seen("5", 100, score=1.0), seen("4", 100 + 0.8 * SIDE)
    assert sifted(die, other, known=[other], of_the_game=False).doubtful == ()


def test_what_hardly_looks_like_a_cube_and_bears_no_face_is_nothing() -> None:
    told = sifted(*(seen("5", 90 * at) for at in range(4)), seen(NONE, 500, score=0.3))
    assert (len(told.cubes), told.doubtful, told.foreign) == (4, (), ())


@pytest.mark.parametrize(
    ("score", "cubes", "doubted"), [(0.16, 4, True), (0.14, 4, False), (0.3, 5, False), (0.3, 0, False)]
)
def test_at_a_tray_what_hardly_looks_like_a_cube_may_be_the_missing_one(
    score: float, cubes: int, doubted: bool
) -> None:
    faint = seen(NONE, 500, score)
    told = sifted(*(seen("5", 90 * at) for at in range(cubes)), faint, mat_known=True)
    assert (len(told.cubes), told.doubtful) == (cubes, middle(faint) if doubted else ())


COIN: Point = (500.0, 300.0)


@pytest.mark.parametrize(
    ("score", "with_faces", "doubted"), [(0.95, (), False), (0.95, (COIN,), True), (0.6, (), True)]
)
def test_where_a_cube_is_missing_a_thing_may_be_it_unless_it_is_surely_none(
    score: float, with_faces: Sequence[Point], doubted: bool
) -> None:
    four = [seen("5", 90 * at) for at in range(4)]
    told = sifted(*four, foreign=[FoundObject(COIN, score)], with_faces=with_faces)
    assert (told.doubtful, told.foreign) == (((COIN,), ()) if doubted else ((), (COIN,)))


@pytest.mark.parametrize("faceless", [0.6, 0.93])
@pytest.mark.parametrize(("score", "doubted"), [(0.45, True), (0.15, False)])
def test_where_a_cube_is_missing_what_is_half_a_cube_and_half_a_thing_may_be_it(
    score: float, doubted: bool, faceless: float
) -> None:
    undecided = seen(NONE, 500, score=0.36, chance=faceless)
    told = sifted(*(seen("5", 90 * at) for at in range(4)), undecided, foreign=[FoundObject(undecided.center, score)])
    assert told.doubtful == (middle(undecided) if doubted else ())


def test_what_the_finder_takes_for_a_thing_where_a_cube_is_read_is_that_cube() -> None:
    four = [seen("5", 90 * at) for at in range(4)]
    told = sifted(*four, foreign=[FoundObject(four[0].center, 0.6)], with_faces=[four[0].center])
    assert (len(told.cubes), told.doubtful, told.foreign) == (4, (), ())


def test_beside_five_cubes_a_thing_with_a_face_is_foreign() -> None:
    told = sifted(
        *(seen("5", 90 * at) for at in range(5)), foreign=[FoundObject(COIN, 0.6)], with_faces=[COIN]
    )
    assert (len(told.cubes), told.doubtful, told.foreign) == (5, (), (COIN,))


@pytest.mark.parametrize(("of_the_game", "kept"), [(True, 5), (False, 6)])
def test_a_known_cube_that_is_overlooked_stays_where_the_game_has_room_for_it(of_the_game: bool, kept: int) -> None:
    told = sifted(*(seen("5", 90 * at) for at in range(5)), known=[seen("3", 500)], of_the_game=of_the_game)
    assert len(told.cubes) == kept


@pytest.mark.parametrize(
    ("score", "away", "cubes"), [(0.42, 35.0, 5), (0.6, 35.0, 6), (0.42, 37.0, 6)], ids=["side", "sure", "touching"]
)
def test_of_six_cubes_one_that_is_far_less_sure_and_nearer_to_another_than_cubes_lie_is_its_side(
    score: float, away: float, cubes: int
) -> None:
    five = [seen("5", 90 * at, chance=0.999) for at in range(5)]
    told = sifted(*five, seen("2", 360 + away, score, chance=0.999))
    assert len(told.cubes) == cubes
    assert set(told.cubes) >= set(five)


@pytest.mark.parametrize(
    ("chance", "away", "cubes"), [(0.97, 44.0, 5), (0.995, 44.0, 6), (0.97, 60.0, 6)], ids=["side", "face", "alone"]
)
def test_of_six_cubes_one_right_beside_another_whose_face_alone_is_unsure_is_its_side(
    chance: float, away: float, cubes: int
) -> None:
    five = [seen("5", 90 * at, score=0.7, chance=0.999) for at in range(5)]
    told = sifted(*five, seen("2", 360 + away, score=0.65, chance=chance))
    assert len(told.cubes) == cubes
    assert set(told.cubes) >= set(five)


def test_of_five_cubes_none_is_taken_for_a_side() -> None:
    assert len(sifted(*(seen("5", 90 * at) for at in range(4)), seen("2", 314, 0.42)).cubes) == 5


@pytest.mark.parametrize(
    ("sixth", "cubes"),
    [
        (seen(NONE, 300, score=0.6, chance=0.5), 5),
        (seen("2", 300, score=0.6, chance=0.75), 5),
        (seen("2", 300, score=0.6, chance=0.85), 6),
        (seen("2", 300, score=0.88, chance=0.75), 6),
    ],
    ids=["the grain of wood", "hardly a face", "a face", "found as surely"],
)
def test_beside_five_cubes_with_faces_only_what_is_found_as_surely_or_bears_a_face_is_a_sixth(
    sixth: SeenCube, cubes: int
) -> None:
    with_faces = [seen("5", 420 + 90 * at, score=0.95, chance=0.99) for at in range(5)]
    told = sifted(*with_faces, sixth)
    assert (len(told.cubes), told.doubtful) == (cubes, ())
    faceless = seen("5", 780, score=0.95, chance=0.6)
    assert len(sifted(*with_faces[:4], faceless, sixth).cubes) == 6, "one of the five bears none"


def test_where_cubes_are_hardly_found_a_sixth_that_bears_no_face_is_found_more_hardly() -> None:
    with_faces = [seen("5", 90 * at, score=0.5 + 0.1 * at, chance=0.999) for at in range(5)]
    for score, cubes in ((0.6, 5), (0.66, 6)):
        assert len(sifted(*with_faces, seen("2", 600, score=score, chance=0.6)).cubes) == cubes


@pytest.mark.parametrize("count", [3, 5])
def test_of_another_set_what_was_found_too_near_to_a_cube_or_shows_a_face_between_two_may_be_one(count: int) -> None:
    cubes = [seen("5", 90 * at) for at in range(count)]
    near, between = (50.0, 20.0), (155.0, 20.0)
    told = sifted(*cubes, beside=[near], with_faces=[between, near], of_the_game=False, mat_known=True)
    assert (list(told.cubes), told.doubtful) == (cubes, (near, between))

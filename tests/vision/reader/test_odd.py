"""The odd cube by its colour."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from controller.ports import Quad
from tests.vision.reader.lit import Light, dimmed
from vision.body_colour import body_colour, body_colours
from vision.mat_finder import MatFinder
from vision.odd import as_shown, may_lie_in_shadow, odd_among, odd_one
from vision.reader import TrayReader
from vision.simulation.camera import SimulatedTray

FLOOR = (40, 70, 30)
FACE: Quad = ((20.0, 20.0), (67.0, 20.0), (67.0, 67.0), (20.0, 67.0))


WHITE, BLACK = (200, 200, 200), (20, 20, 20)
RED, GREEN, BLUE, YELLOW = (30, 30, 170), (40, 160, 60), (170, 60, 30), (30, 130, 150)
RED_LIGHT, AMBER_LIGHT = np.array((0.25, 0.35, 1.0)), np.array((0.15, 0.6, 1.0))


def face(
    body: tuple[int, int, int], ink: tuple[int, int, int], fat: float, light: float | np.ndarray = 1.0
) -> np.ndarray:
    """A picture with one top face at FACE; `fat`: diameter of the symbol in parts of the face's; `light`: what is
    left of each colour."""
    picture = np.full((88, 88, 3), FLOOR, np.uint8)
    picture[20:68, 20:68] = body
    cv2.circle(picture, (44, 44), round(24 * fat), ink, -1)
    noise = np.random.default_rng(1).normal(0, 4, picture.shape)
    return np.clip(light * picture + noise, 0, 255).astype(np.uint8)


def resized(quad: Quad, part: float) -> Quad:
    """`quad` about its middle, its sides multiplied by `part`."""
    corners = np.array(quad)
    middle = corners.mean(axis=0)
    first, second, third, fourth = ((float(x), float(y)) for x, y in middle + part * (corners - middle))
    return first, second, third, fourth


def odd_of(pictures: list[np.ndarray]) -> int | None:
    return odd_one([body_colour(picture, FACE) for picture in pictures])


def in_one_picture(pictures: list[np.ndarray]) -> tuple[np.ndarray, list[Quad]]:
    """The pictures of five cubes side by side, and where their faces are then."""
    width = pictures[0].shape[1]
    faces: list[Quad] = []
    for number in range(len(pictures)):
        first, second, third, fourth = ((x + number * width, y) for x, y in FACE)
        faces.append((first, second, third, fourth))
    return np.hstack(pictures), faces


def odd_beside_floors(pictures: list[np.ndarray]) -> int | None:
    """The same where the floor beside each cube is looked at, too."""
    picture, faces = in_one_picture(pictures)
    shadow = may_lie_in_shadow(picture, faces, [None] * len(faces))
    return odd_one([body_colour(picture, quad) for quad in faces], lambda: shadow)


SHADOW, DIM = 0.4, 0.25
"""What is left of the light in a shadow, and in a deep one."""


def test_the_one_white_cube_that_no_shadow_lies_on_is_not_the_odd_one() -> None:
    cubes = [face(WHITE, BLACK, 0.5), *(face(WHITE, BLACK, 0.5, SHADOW) for _ in range(3))]
    cubes.append(face((120, 120, 120), WHITE, 0.5, SHADOW))
    assert odd_of(cubes) == 0, "by the bodies alone"
    assert odd_beside_floors(cubes) is None


def test_where_colour_and_hue_tell_different_cubes_none_is_odd_though_no_shadow_is_seen() -> None:
    """As on a floor that is too dark to show one."""
    cubes = [face(RED, WHITE, 0.5), *(face(RED, WHITE, 0.5, DIM) for _ in range(3)), face(YELLOW, WHITE, 0.5, DIM)]
    assert odd_of([*cubes[1:], face(RED, WHITE, 0.5, DIM)]) == 3, "in the same light"
    assert odd_of(cubes) is None


def test_a_darker_floor_is_no_shadow_on_what_lies_on_the_other_one() -> None:
    picture, faces = in_one_picture([face(WHITE, BLACK, 0.5), face(WHITE, BLACK, 0.5, SHADOW)] * 2)
    assert may_lie_in_shadow(picture, faces, ["tray"] * 4)
    assert not may_lie_in_shadow(picture, faces, ["tray", "rail"] * 2)
    assert not may_lie_in_shadow(picture, [], [])


def test_the_odd_cube_is_told_by_its_hue_whatever_lies_in_the_shadow() -> None:
    bodies = [GREEN, GREEN, GREEN, GREEN, RED]
    for shadows in ((0, 1), (4,), (0, 4), (1, 2, 3)):
        cubes = [face(body, WHITE, 0.5, 0.6 if at in shadows else 1.0) for at, body in enumerate(bodies)]
        assert odd_beside_floors(cubes) in (4, None)
    assert odd_beside_floors([face(body, WHITE, 0.5, 0.6 if at == 1 else 1.0) for at, body in enumerate(bodies)]) == 4


def test_a_black_cube_is_odd_among_white_ones_that_lie_in_the_same_light() -> None:
    lit = [face(WHITE, BLACK, 0.5) for _ in range(4)]
    assert odd_beside_floors([*lit, face(BLACK, WHITE, 0.5)]) == 4
    assert odd_beside_floors([*lit, face(BLACK, WHITE, 0.5, SHADOW)]) == 4, "the shadow lies on none of the others"
    dimmer = face(WHITE, BLACK, 0.5, 0.8)
    assert odd_beside_floors([*lit[1:], dimmer, face(BLACK, WHITE, 0.5, SHADOW)]) == 4, "no shadow is so dark"


@pytest.mark.parametrize("place", range(5))
def test_the_cube_of_another_colour_is_odd(place: int) -> None:
    cubes = [face((200, 200, 200), (20, 20, 20), 0.5) for _ in range(5)]
    cubes[place] = face((30, 30, 170), (200, 200, 200), 0.5)
    assert odd_of(cubes) == place


def test_fat_symbols_and_inverse_printing_do_not_hide_the_body() -> None:
    cubes = [face((200, 200, 200), (30, 30, 170), fat) for fat in (0.3, 0.5, 0.7, 0.85)]
    cubes.append(face((30, 30, 170), (200, 200, 200), 0.85))
    assert odd_of(cubes) == 4


def test_the_light_of_one_corner_makes_no_cube_odd() -> None:
    lights = (1.0, 0.95, 0.9, 0.85, 0.8)
    assert odd_of([face((60, 160, 60), (230, 230, 230), 0.5, light) for light in lights]) is None


def test_a_light_cube_among_dark_ones_is_odd_under_uneven_light() -> None:
    lights = (1.0, 0.9, 0.8, 0.7)
    cubes = [face((40, 40, 40), (200, 200, 200), 0.5, light) for light in lights]
    assert odd_of([*cubes, face((210, 210, 210), (30, 30, 30), 0.5, 0.75)]) == 4


@pytest.mark.parametrize("brightness", [1.0, 0.15, 0.12])
def test_in_dim_light_the_cube_of_another_colour_is_odd(brightness: float) -> None:
    lights = [brightness * there for there in (1.0, 0.95, 0.9, 0.85)]
    cubes = [face(WHITE, BLACK, 0.5, light) for light in lights]
    assert odd_of([*cubes, face(RED, WHITE, 0.5, 0.9 * brightness)]) == 4


@pytest.mark.parametrize(
    ("light", "odd"),
    [
        (RED_LIGHT, RED), (0.5 * RED_LIGHT, RED), (0.25 * RED_LIGHT, GREEN),
        (0.5 * RED_LIGHT[::-1], BLUE), (0.2 * RED_LIGHT[::-1], RED),
        (0.25 * AMBER_LIGHT, GREEN), (0.2 * AMBER_LIGHT, RED),
    ],
)  # fmt: skip
def test_in_coloured_light_a_cube_that_hardly_looks_otherwise_is_odd(
    light: np.ndarray, odd: tuple[int, int, int]
) -> None:
    cubes = [face(WHITE, BLACK, 0.5, there * light) for there in (1.0, 0.95, 0.9, 0.9)]
    assert odd_of([*cubes, face(odd, WHITE, 0.5, light)]) == 4


@pytest.mark.parametrize("brightness", [1.0, 0.5, 0.25, 0.15, 0.05])
@pytest.mark.parametrize("body", [WHITE, RED, (60, 60, 60)])
def test_neither_a_dim_light_nor_the_shade_in_it_makes_a_cube_odd(
    brightness: float, body: tuple[int, int, int]
) -> None:
    lights = [brightness * there for there in (1.0, 1.0, 0.97, 0.95, 0.8)]
    assert odd_of([face(body, BLACK, 0.5, light) for light in lights]) is None


def test_where_the_light_makes_all_colours_one_none_is_odd() -> None:
    lights = [there * np.array((0.02, 0.02, 0.4)) for there in (0.6, 0.9, 1.0, 0.9)]
    cubes = [face((200, 190, 200), BLACK, 0.5, light) for light in lights]
    assert odd_of([*cubes, face((150, 200, 200), BLACK, 0.5, lights[1])]) is None


def test_no_cube_is_odd_among_fewer_or_more_than_five() -> None:
    white, red = face((200, 200, 200), (20, 20, 20), 0.5), face((30, 30, 170), (200, 200, 200), 0.5)
    assert odd_of([white, white, white, red]) is None
    assert odd_of([white] * 5 + [red]) is None


@pytest.mark.parametrize("seed", range(31, 39))
def test_the_odd_cube_of_a_simulated_tray_is_told(seed: int) -> None:
    tray = SimulatedTray(seed=seed, paced=False, lean_chance=0.0)
    frame, lying = tray.read(), tray.lying()
    assert frame is not None
    assert lying is not None
    told = odd_one([body_colour(frame.image, cube.quad) for cube in lying])
    assert told == [cube.cube.odd for cube in lying].index(True)


def with_bars(body: tuple[int, int, int], ink: tuple[int, int, int], bars: float) -> np.ndarray:
    """A face with a numeral so fat that it covers most of its border: two upright `bars` so high, in parts of it."""
    picture = face(body, ink, 0.0)
    high = round(24 * bars)
    for left, right in ((22, 42), (46, 66)):
        cv2.rectangle(picture, (left, 44 - high), (right, 44 + high), ink, -1)
    return picture


def test_symbols_so_fat_that_they_cover_the_border_leave_the_odd_cube_told() -> None:
    """Their ink is of about the odd body's colour, and two faces in five bear more ink than body."""
    common = [with_bars(BLUE, YELLOW, 0.65), with_bars(BLUE, YELLOW, 0.65), *[face(BLUE, YELLOW, 0.5)] * 2]
    cubes = [*common, face(RED, BLACK, 0.5)]
    assert odd_of(cubes) is None, "by the borders alone"
    picture, faces = in_one_picture(cubes)
    assert odd_among(picture, faces, body_colours(picture, faces), [None] * 5) == 4


def test_a_face_that_is_found_too_large_or_too_small_still_shows_its_body() -> None:
    picture = face((200, 200, 200), (20, 20, 20), 0.5)
    found = [body_colour(picture, resized(FACE, part)) for part in (0.85, 1.0, 1.0, 1.2)]
    odd = body_colour(face((30, 30, 170), (200, 200, 200), 0.5), FACE)
    assert odd_one([*found, odd]) == 4


@pytest.mark.parametrize("light", [dimmed(0.25), Light(tuple(RED_LIGHT)), Light((0.5, 0.4, 0.35), falls=0.5)])
def test_a_throw_is_read_with_its_odd_cube_in_a_bars_light(light: Light) -> None:
    tray = SimulatedTray(seed=36, paced=False, lean_chance=0.0)
    frame, lying = tray.read(), tray.lying()
    assert frame is not None
    assert lying is not None
    reading = TrayReader().read_picture(light.on(frame.image, np.random.default_rng(1)), "bar")
    assert reading.status == "clear"
    for cube in lying:
        read = min(reading.cubes, key=lambda one: float(np.hypot(*np.subtract(one.center, cube.center))))
        assert (read.face, read.odd, read.zone) == (cube.cube.face, cube.cube.odd, cube.zone)


@pytest.mark.parametrize("seed", range(31, 35))
def test_where_the_mat_is_known_the_size_of_a_face_is_too(seed: int) -> None:
    tray = SimulatedTray(seed=seed, paced=False, lean_chance=0.0)
    frame, lying = tray.read(), tray.lying()
    assert frame is not None
    assert lying is not None
    mat = MatFinder().find(frame.image)
    assert mat is not None
    for cube, part in zip(lying, (0.75, 1.4, 1.0, 1.4, 1.4), strict=True):
        face = mat.top_face(resized(cube.quad, part), mat.settings.cube)
        assert face == pytest.approx(np.array(cube.quad), abs=1.5)


def test_a_body_is_told_as_screens_write_colours() -> None:
    [shown, again] = as_shown([body_colour(face((30, 40, 180), (220, 220, 220), 0.5), FACE)] * 2)
    assert shown == again
    red, green, blue = (int(shown[at : at + 2], 16) for at in (1, 3, 5))
    assert abs(red - 180) < 8
    assert abs(green - 40) < 8
    assert abs(blue - 30) < 8


def test_without_bodies_there_are_no_colours_to_show() -> None:
    assert as_shown([]) == ()

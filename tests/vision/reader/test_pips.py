"""Six pips are told from six stars, and a die that shows them is no cube of the game."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.vision.networks.throwing import thrown
from tests.vision.teaching.drawn_dice import IVORY, picture_of
from vision.cameras.camera import Image
from vision.classifier import FaceClassifier
from vision.drawings.cube_sets import CUBE_SETS, UNSEEN_SETS, cube_set
from vision.eyes import Eyes
from vision.judgement import judge
from vision.mat_finder import MatFinder
from vision.networks import NONE
from vision.pips import shows_six_pips
from vision.reader import TrayReader
from vision.sight import vote
from vision.simulation.camera import SimulatedTray

DRAWN = 240


def six_pips(radius: float) -> Image:
    """The drawing of six pips, 255 where there is ink. `radius`: in parts of the face's width."""
    mask = np.zeros((128, 128), np.uint8)
    for x in (40, 88):
        for y in (28, 64, 100):
            cv2.circle(mask, (x, y), round(128 * radius), 255, -1, cv2.LINE_AA)
    return mask


def seen_at(face: Image, width: float, degrees: float) -> tuple[Image, np.ndarray]:
    """A face as a camera shows it, so many pixels wide and a little blurred; and its corners there."""
    angle = np.radians(degrees)
    along = np.array([np.cos(angle), np.sin(angle)]) * width
    middle = np.array([80.0, 80.0])
    down = np.array([-along[1], along[0]])
    quad = np.array([middle - along / 2 - down / 2, middle + along / 2 - down / 2,
                     middle + along / 2 + down / 2, middle - along / 2 + down / 2])  # fmt: skip
    edge = len(face) - 0.5
    corners = np.array([[-0.5, -0.5], [edge, -0.5], [edge, edge], [-0.5, edge]], np.float32)
    to_picture = cv2.getPerspectiveTransform(corners, quad.astype(np.float32))
    soft = cv2.GaussianBlur(face, (0, 0), 0.35 * len(face) / width)
    picture = np.full((160, 160, 3), 90, np.uint8)
    cv2.warpPerspective(soft, to_picture, (160, 160), picture, cv2.INTER_LINEAR, cv2.BORDER_TRANSPARENT)
    return picture, quad


@pytest.mark.parametrize("name", [*CUBE_SETS, *UNSEEN_SETS])
@pytest.mark.parametrize("width", [30.0, 45.0, 70.0])
def test_no_6_of_the_game_shows_pips(name: str, width: float) -> None:
    for odd in (False, True):
        for degrees in range(0, 360, 40):
            picture, quad = seen_at(cube_set(name).texture("6", odd, DRAWN), width, degrees)
            assert shows_six_pips(picture, quad) is False, (odd, degrees)


@pytest.mark.parametrize("blur", [1.0, 1.5, 2.0, 3.0])
@pytest.mark.parametrize("width", [30.0, 45.0, 70.0])
def test_stars_that_are_out_of_focus_are_never_pips_for_certain(width: float, blur: float) -> None:
    for name in (*CUBE_SETS, *UNSEEN_SETS):
        for degrees in range(0, 360, 40):
            picture, quad = seen_at(cube_set(name).texture("6", False, DRAWN), width, degrees)
            assert shows_six_pips(cv2.GaussianBlur(picture, (0, 0), blur), quad) is not True, (name, degrees)


@pytest.mark.parametrize(("across", "told"), [(0.2, False), (0.3, False), (0.45, True), (0.6, True)])
def test_six_dots_that_stand_as_near_one_way_as_the_other_are_no_pips(across: float, told: bool) -> None:
    dots = np.full((DRAWN, DRAWN), 255, np.uint8)
    for x in (-across / 2, across / 2):
        for y in (-0.28, 0.0, 0.28):
            place = (round((0.5 + x) * DRAWN), round((0.5 + y) * DRAWN))
            cv2.circle(dots, place, round(0.08 * DRAWN), 30, -1, cv2.LINE_AA)
    for degrees in range(0, 360, 40):
        picture, quad = seen_at(cv2.cvtColor(dots, cv2.COLOR_GRAY2BGR), 60.0, degrees)
        assert bool(shows_six_pips(picture, quad)) == told, degrees


def test_pips_that_are_out_of_focus_may_be_stars() -> None:
    face = cv2.cvtColor(cv2.resize(255 - six_pips(0.09), (DRAWN, DRAWN)), cv2.COLOR_GRAY2BGR)
    picture, quad = seen_at(face, 45.0, 10.0)
    told = [shows_six_pips(cv2.GaussianBlur(picture, (0, 0), blur), quad) for blur in (0.3, 1.4)]
    assert told == [True, None]


def test_a_6_that_is_out_of_focus_is_nothing_foreign_and_is_mostly_told_by_the_colour_of_its_set() -> None:
    reader, read, told = TrayReader(), 0, 0
    tray = SimulatedTray(seed=1201, cube_set="classic", paced=False, lean_chance=0.0)
    for _ in range(12):
        picture, lying = thrown(tray)
        sixes = [cube for cube in lying if cube.cube.face == "6"]
        if not sixes:
            continue
        reading = reader.read_picture(cv2.GaussianBlur(picture, (0, 0), 1.6))
        assert "foreign" not in [problem.kind for problem in reading.problems]
        assert len(reading.cubes) == len(lying) or reading.status == "unclear"
        for six in sixes:
            seen = min(reading.cubes, key=lambda cube: np.hypot(*np.subtract(cube.center, six.center)))
            read, told = read + 1, told + (seen.face == "6" and np.hypot(*np.subtract(seen.center, six.center)) < 10)
    tray.close()
    assert read >= 5
    assert told >= 0.6 * read


def test_further_pictures_of_a_6_that_is_out_of_focus_tell_it_by_its_colour_too() -> None:
    tray = SimulatedTray(seed=1201, cube_set="classic", paced=False, lean_chance=0.0)
    picture, lying = thrown(tray)
    tray.close()
    blurred, eyes = cv2.GaussianBlur(picture, (0, 0), 1.6), Eyes()
    first = eyes.look(blurred, MatFinder().find(blurred))
    reading = judge(vote([first, eyes.look_again(blurred, first)]), "")
    assert any(cube.like_pips for cube in first.cubes)
    assert sorted(str(cube.face) for cube in reading.cubes) == sorted(cube.cube.face for cube in lying)
    assert reading.status == "clear"


def test_a_6_that_is_too_small_to_be_told_from_pips_is_doubted_and_no_other_thing() -> None:
    classifier, doubted = FaceClassifier(), 0
    for name in (*CUBE_SETS, *UNSEEN_SETS):
        for degrees in range(0, 360, 40):
            picture, quad = seen_at(cube_set(name).texture("6", False, DRAWN), 18.0, degrees)
            [scores] = classifier.classify(picture, [quad], [True])
            likeliest = list(scores.probabilities)[:2]
            assert scores.like_pips == (shows_six_pips(picture, quad) is None and "6" in likeliest)
            if scores.like_pips:
                doubted += 1
                assert scores.probabilities[NONE] <= 0.51
    assert doubted


@pytest.mark.parametrize("radius", [0.07, 0.09, 0.11])
@pytest.mark.parametrize("dark", [True, False], ids=["dark pips", "light pips"])
def test_pips_of_either_polarity_are_pips(radius: float, dark: bool) -> None:
    ink = six_pips(radius)
    face = cv2.cvtColor(cv2.resize(255 - ink if dark else ink, (DRAWN, DRAWN)), cv2.COLOR_GRAY2BGR)
    for degrees in range(0, 360, 40):
        picture, quad = seen_at(face, 60.0, degrees)
        assert shows_six_pips(picture, quad), degrees


def test_other_faces_and_bare_ones_show_no_pips() -> None:
    rng = np.random.default_rng(4)
    for face in ("2", "3", "4", "5", "10", "sun"):
        picture, quad = seen_at(cube_set("classic").texture(face, face == "sun", DRAWN), 50.0, 12.0)
        assert not shows_six_pips(picture, quad), face
    noise = rng.integers(0, 256, (160, 160, 3), np.uint8)
    assert not shows_six_pips(noise, seen_at(noise, 50.0, 0.0)[1])


def test_a_die_that_shows_six_pips_is_no_6_whatever_colour_it_has() -> None:
    reader, faces = TrayReader(), []
    drawn = {"six": six_pips(0.09), "one": six_pips(0.0)}
    ivory, red = (IVORY, (30.0, 30.0, 30.0)), ((40.0, 40.0, 190.0), (235.0, 235.0, 235.0))
    for seed, (body, ink) in enumerate([ivory, red] * 6):
        picture, _ = picture_of(["six"], seed, (640, 480), face_px=70.0, drawn=drawn, body=body, ink=ink)
        faces += [cube.face for cube in reader.read_picture(picture).cubes]
    assert "6" not in faces

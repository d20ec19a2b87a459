"""Drawings that training varies, and drawings of no game."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.random import default_rng

from vision.training.cube_looks import STRANGE
from vision.training.prints import draw_print, draw_strange_print, varied
from vision.training.scenes import Scene, random_scene

SIZE = 64


@pytest.fixture(scope="module")
def scenes() -> list[Scene]:
    return [random_scene(seed, "training", (448, 448), cubes=6, plain=True, any_drawing=True) for seed in range(30)]


def test_strange_drawings_fill_half_of_the_face_or_more_and_none_is_another() -> None:
    drawn = [draw_strange_print(default_rng(seed), SIZE) for seed in range(80)]
    for mask in drawn:
        _, _, width, height = cv2.boundingRect((mask > 127).astype(np.uint8))
        assert 0.4 * SIZE < max(width, height) < 0.97 * SIZE
    assert len({mask.tobytes() for mask in drawn}) == len(drawn)


def test_training_uses_the_room_that_makers_use() -> None:
    reaches = []
    for seed in range(60):
        mask = draw_print("4", "training", default_rng(seed), 96)[1]
        _, _, width, height = cv2.boundingRect((mask > 127).astype(np.uint8))
        reaches.append(max(width, height) / 96)
    assert min(reaches) > 0.5
    assert 0.85 < max(reaches) < 0.97
    assert 0.74 < float(np.median(reaches)) < 0.86


def test_a_varied_drawing_keeps_ink_and_is_another() -> None:
    mask = draw_print("6", "training", default_rng(3), SIZE)[1]
    made = [varied(mask, default_rng(seed)) for seed in range(20)]
    assert all(each.min() >= 0.0 and each.max() <= 1.0 and each.sum() > 0.1 * (mask / 255).sum() for each in made)
    assert len({each.tobytes() for each in made}) > 10


def test_where_any_drawing_will_do_strange_cubes_are_among_those_of_training_and_nowhere_else(
    scenes: list[Scene],
) -> None:
    cubes = [cube for scene in scenes for cube in scene.cubes]
    strange = [cube for cube in cubes if cube.manner == STRANGE]
    assert 0.15 < len(strange) / len(cubes) < 0.35
    assert all(cube.face is None for cube in strange)
    for seed in range(20):
        known = random_scene(seed, "training", (448, 448), cubes=6).cubes
        held_out = random_scene(seed, "validation", (448, 448), cubes=6, any_drawing=True).cubes
        assert not any(cube.manner == STRANGE for cube in (*known, *held_out))

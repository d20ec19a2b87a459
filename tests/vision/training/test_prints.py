"""Drawings that training varies, and drawings of no game."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.random import default_rng

from vision.training.cube_looks import STRANGE
from vision.training.finder_samples import SPOT_CUBE, finder_sample
from vision.training.patches import patches_of
from vision.training.prints import draw_print, draw_strange_print, varied
from vision.training.scenes import Scene, is_readable, random_scene

SIZE = 64


@pytest.fixture(scope="module")
def scenes() -> list[Scene]:
    return [random_scene(seed, "training", (448, 448), cubes=6, plain=True) for seed in range(30)]


def test_strange_drawings_fill_half_of_the_face_or_more_and_none_is_another() -> None:
    drawn = [draw_strange_print(default_rng(seed), SIZE) for seed in range(80)]
    for mask in drawn:
        _, _, width, height = cv2.boundingRect((mask > 127).astype(np.uint8))
        assert 0.4 * SIZE < max(width, height) < 0.97 * SIZE
    assert len({mask.tobytes() for mask in drawn}) == len(drawn)


def test_a_varied_drawing_keeps_ink_and_is_another() -> None:
    mask = draw_print("6", "training", default_rng(3), SIZE)[1]
    made = [varied(mask, default_rng(seed)) for seed in range(20)]
    assert all(each.min() >= 0.0 and each.max() <= 1.0 and each.sum() > 0.1 * (mask / 255).sum() for each in made)
    assert len({each.tobytes() for each in made}) > 10


def test_among_the_cubes_of_training_are_strange_ones_and_nowhere_else(scenes: list[Scene]) -> None:
    cubes = [cube for scene in scenes for cube in scene.cubes]
    strange = [cube for cube in cubes if cube.manner == STRANGE]
    assert 0.15 < len(strange) / len(cubes) < 0.35
    assert all(cube.face is None for cube in strange)
    held_out = [cube for seed in range(20) for cube in random_scene(seed, "validation", (448, 448), cubes=6).cubes]
    assert not any(cube.manner == STRANGE for cube in held_out)


def test_a_strange_cube_is_a_cube_to_the_finder_and_nothing_to_the_classifier(scenes: list[Scene]) -> None:
    for scene in scenes:
        manners = [manner for _, _, manner in patches_of(scene, default_rng(0))]
        assert STRANGE not in manners
    found, seed = 0, 0
    while not found:
        (_, _, spots, _), scene = finder_sample(seed, "training")
        strange = [cube for cube in scene.cubes if cube.manner == STRANGE and is_readable(cube)]
        others = [cube for cube in scene.cubes if cube.face is not None and is_readable(cube)]
        if strange and (spots[:, 0] > 0).any():
            assert (spots[:, 0] == SPOT_CUBE).sum() == len(strange) + len(others)
            found += 1
        seed += 1

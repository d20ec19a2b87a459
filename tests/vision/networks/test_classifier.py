"""The classifier on faces in styles that training never saw."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.classifier import FaceClassifier
from vision.drawings import CUBE_SETS, FACES, CubeSet
from vision.networks import CLASSES, CLASSIFIER_FILE, FACING_FILE, FINDER_FILE, LEANING_FILE, USUAL_FILE
from vision.training.scenes import is_readable, random_scene

QUAD = np.array([[30.0, 30.0], [90.0, 30.0], [90.0, 90.0], [30.0, 90.0]])


@pytest.fixture(scope="module")
def classifier() -> FaceClassifier:
    return FaceClassifier()


def test_faces_in_unseen_manners_are_named(classifier: FaceClassifier) -> None:
    right = []
    for seed in range(8000, 8016):
        scene = random_scene(seed, "validation", (640, 512), cubes=5, face_px=52.0, plain=True)
        cubes = [cube for cube in scene.cubes if cube.face and is_readable(cube)]
        scores = classifier.classify(scene.picture, [cube.quad for cube in cubes])
        right += [one.best == cube.face for one, cube in zip(scores, cubes, strict=True)]
    assert len(right) > 55
    assert np.mean(right) >= 0.85


@pytest.mark.parametrize("name", list(CUBE_SETS))
@pytest.mark.parametrize("odd", [False, True])
def test_every_face_of_the_simulated_sets_is_named_surely_in_any_turn(
    classifier: FaceClassifier, name: str, odd: bool
) -> None:
    for face in FACES:
        picture = np.full((120, 120, 3), (60, 110, 60), np.uint8)
        for turn in range(4):
            picture[30:90, 30:90] = np.rot90(CUBE_SETS[name].texture(face, odd, 60), turn)
            (scores,) = classifier.classify(picture, [QUAD])
            assert scores.best == face, f"{face} of {name} read as {scores}"


def test_more_faces_are_told_where_a_cube_on_a_floor_of_its_colour_was_found_turned_wrongly(
    classifier: FaceClassifier,
) -> None:
    as_found, told = FaceClassifier(), []
    as_found.turns = ()
    askew = _about(QUAD, 45)
    for cubes in CUBE_SETS.values():
        for face in FACES:
            picture = np.full((120, 120, 3), cubes.body_bgr, np.uint8)
            picture[30:90, 30:90] = cubes.texture(face, False, 60)
            scores = [each.classify(picture, [askew])[0] for each in (classifier, as_found)]
            told.append([one.best == face and one.confidence > 0.99 for one in scores])
            (sure,), (left,) = classifier.classify(picture, [askew], [True]), as_found.classify(picture, [askew])
            assert sure.probabilities == left.probabilities, "a cube that surely lies so is looked at only so"
    turned, untouched = np.mean(told, axis=0)
    assert turned > untouched + 0.05


def test_a_face_that_lies_as_it_was_found_is_not_named_for_sure_by_how_it_looks_turned(
    classifier: FaceClassifier,
) -> None:
    turned = FaceClassifier()
    turned.turns = ()
    fooled = 0
    for seed in range(40):
        picture, quad = _worn(CUBE_SETS["midnight"], "5", seed)
        (scores,) = classifier.classify(picture, [quad])
        assert scores.best == "5" or scores.confidence < 0.9, f"a 5 read as {scores}"
        fooled += any(
            (one := turned.classify(picture, [_about(quad, degrees)])[0]).best not in ("5", "none")
            and one.confidence > 0.99
            for degrees in (-22.5, 22.5, 45)
        )
    assert fooled > 0, "none of them looks like another when it is turned, so that this shows nothing"


def _worn(cubes: CubeSet, face: str, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """A picture of a face, out of focus in poor light, and its quad as it may be found."""
    rng = np.random.default_rng(seed)
    picture = np.full((120, 120, 3), cubes.body_bgr, np.uint8)
    picture[30:90, 30:90] = cubes.texture(face, False, 60)
    picture = cv2.GaussianBlur(picture, (0, 0), rng.uniform(1, 3.2))
    noise = rng.normal(0, rng.uniform(2, 14), picture.shape)
    seen = np.clip(picture * rng.uniform(0.3, 1) + noise, 0, 255).astype(np.uint8)
    return seen, _about(QUAD, rng.normal(0, 4)) + rng.normal(0, 1.5, 2)


def _about(quad: np.ndarray, degrees: float) -> np.ndarray:
    """The quad turned about its middle."""
    cos, sin = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    return np.asarray(quad.mean(0) + (quad - quad.mean(0)) @ np.array([[cos, -sin], [sin, cos]]))


def test_a_5_that_was_found_turned_by_an_eighth_is_never_a_2_for_sure(classifier: FaceClassifier) -> None:
    as_found, fooled = FaceClassifier(), 0
    as_found.turns = ()
    for cubes in CUBE_SETS.values():
        for degrees in (-48, -45, -42, 42, 45, 48):
            askew = _about(QUAD, degrees)
            for face in ("5", "2"):
                picture = np.full((120, 120, 3), cubes.body_bgr, np.uint8)
                picture[30:90, 30:90] = cubes.texture(face, False, 60)
                (scores,) = classifier.classify(picture, [askew])
                assert scores.best == face or scores.confidence < 0.9, f"{face} read as {scores}"
                (untold,) = as_found.classify(picture, [askew])
                fooled += face == "5" and untold.best == "2" and untold.confidence > 0.9
    assert fooled > 0, "no 5 of these looks like a 2, so that this shows nothing"


@pytest.mark.parametrize("name", list(CUBE_SETS))
def test_two_swirls_or_half_moons_in_the_dark_are_never_taken_for_a_5_askew(
    classifier: FaceClassifier, name: str
) -> None:
    faces = [_worn(CUBE_SETS[name], "2", seed) for seed in range(20)]
    read = [classifier.classify(picture, [quad])[0] for picture, quad in faces]
    assert all(scores.best == "2" and scores.confidence > 0.9 for scores in read)


def test_what_is_plain_to_see_one_network_names_and_in_doubt_two_are_right_more_often(
    classifier: FaceClassifier,
) -> None:
    alone = FaceClassifier(usual_path=CLASSIFIER_FILE)  # the mean of a network and itself
    picture = np.full((120, 120, 3), (60, 110, 60), np.uint8)
    picture[30:90, 30:90] = CUBE_SETS["classic"].texture("4", False, 60)
    plain, of_one = (each.classify(picture, [QUAD])[0].probabilities for each in (classifier, alone))
    assert plain == of_one
    right, changed = [], 0
    for seed in range(8100, 8130):
        scene = random_scene(seed, "validation", (640, 512), cubes=5, face_px=52.0)
        cubes = [cube for cube in scene.cubes if cube.face and is_readable(cube)]
        together, single = (
            each.classify(scene.picture, [cube.quad for cube in cubes]) for each in (classifier, alone)
        )
        right += [
            (both.best == cube.face, one.best == cube.face)
            for both, one, cube in zip(together, single, cubes, strict=True)
        ]
        changed += sum(both.probabilities != one.probabilities for both, one in zip(together, single, strict=True))
    assert 0 < changed < len(right), "of some faces the other network is asked, and of some it isn't"
    two, one = np.mean(right, axis=0)
    assert two > one


def test_chances_add_up_and_come_likeliest_first(classifier: FaceClassifier) -> None:
    picture = random_scene(3, "validation", (320, 256)).picture
    (scores,) = classifier.classify(picture, [QUAD])
    chances = list(scores.probabilities.values())
    assert set(scores.probabilities) == set(CLASSES)
    assert sum(chances) == pytest.approx(1, abs=1e-5)
    assert chances == sorted(chances, reverse=True)
    assert scores.confidence == chances[0]


def test_a_quad_reads_the_same_in_either_order(classifier: FaceClassifier) -> None:
    picture = np.full((120, 120, 3), (60, 110, 60), np.uint8)
    picture[30:90, 30:90] = CUBE_SETS["classic"].texture("5", False, 60)
    clockwise, back = classifier.classify(picture, [QUAD, QUAD[::-1]])
    assert clockwise.best == back.best == "5"


def test_bare_floor_is_no_face(classifier: FaceClassifier) -> None:
    floor = np.random.default_rng(1).normal(120, 6, (120, 120, 3)).clip(0, 255).astype(np.uint8)
    assert classifier.classify(floor, [QUAD])[0].best == "none"


def test_no_quads_give_no_scores(classifier: FaceClassifier) -> None:
    assert classifier.classify(np.zeros((50, 50, 3), np.uint8), []) == []


def test_what_is_no_quad_is_refused_in_words(classifier: FaceClassifier) -> None:
    picture = np.zeros((50, 50, 3), np.uint8)
    for quad in (QUAD[:3], QUAD * np.nan):
        with pytest.raises(ValueError, match="four corners"):
            classifier.classify(picture, [quad])


def test_a_missing_network_is_told_with_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="make train"):
        FaceClassifier(tmp_path / "classifier.onnx")


def test_all_networks_together_are_smaller_than_two_megabytes() -> None:
    files = (FINDER_FILE, LEANING_FILE, FACING_FILE, CLASSIFIER_FILE, USUAL_FILE)
    assert sum(file.stat().st_size for file in files) < 2 * 1000**2

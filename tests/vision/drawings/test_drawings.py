"""The seven faces as drawings."""

from __future__ import annotations

import statistics
from collections import Counter

import numpy as np
import pytest

from vision.drawings import (
    CUBE_SETS,
    FACES,
    HELD_OUT,
    MANNERS,
    Style,
    cube_set,
    draw_face,
    is_usual,
    manners,
    random_style,
    split_of,
)

EVERY_MANNER = [(face, manner) for face in FACES for manner in MANNERS[face]]


@pytest.mark.parametrize(("face", "manner"), EVERY_MANNER)
def test_a_glyph_fills_half_to_nine_tenths_of_its_face_and_leaves_body_to_see(face: str, manner: str) -> None:
    for seed in range(8):
        mask = draw_face(Style(face, manner, seed), 96)  # type: ignore[arg-type]
        ys, xs = np.nonzero(mask > 127)
        reach = max(np.ptp(xs), np.ptp(ys)) / 96
        assert 0.45 <= reach <= 0.93, f"seed {seed} reaches over {reach:.2f} of the face"
        assert 0.02 <= (mask > 127).mean() <= 0.7, f"seed {seed} has {(mask > 127).mean():.2f} of the face inked"


@pytest.mark.parametrize(("face", "manner"), EVERY_MANNER)
def test_every_seed_is_a_drawing_of_its_own_and_always_the_same(face: str, manner: str) -> None:
    drawings = [draw_face(Style(face, manner, seed), 64) for seed in range(6)]  # type: ignore[arg-type]
    again = [draw_face(Style(face, manner, seed), 64) for seed in range(6)]  # type: ignore[arg-type]
    assert all(np.array_equal(one, other) for one, other in zip(drawings, again, strict=True))
    for first in range(6):
        for second in range(first):
            assert np.abs(drawings[first].astype(int) - drawings[second]).mean() > 1


@pytest.mark.parametrize("name", list(CUBE_SETS))
def test_the_seven_faces_of_a_set_are_told_apart_in_any_turn(name: str) -> None:
    masks = {face: cube_set(name).mask(face, 64).astype(float) for face in FACES}
    for face in FACES:
        for other in FACES[: FACES.index(face)]:
            closest = max(_likeness(masks[face], np.rot90(masks[other], turn)) for turn in range(4))
            assert closest < 0.8, f"{face} and {other} of {name} are alike: {closest:.2f}"


def test_training_never_sees_held_out_manners_or_the_simulated_trays_drawings() -> None:
    rng = np.random.default_rng(4)
    for face in FACES:
        assert set(manners(face, "training")).isdisjoint(manners(face, "validation"))
        assert set(manners(face, "training")) | set(manners(face, "validation")) == set(MANNERS[face])
        for _ in range(50):
            style = random_style(face, "training", rng)
            assert style.manner not in HELD_OUT[face]
            assert split_of(style) == "training"
    for each in CUBE_SETS.values():
        assert {split_of(style) for style in each.styles.values()} == {"simulation"}


def test_training_draws_usual_manners_and_those_of_any_shape_more_often_and_the_tray_each_alike() -> None:
    rng, times = np.random.default_rng(11), 8000
    drawn = Counter(random_style("2", "training", rng).manner for _ in range(times))
    usual = statistics.mean(drawn[name] for name in manners("2", "simulation"))
    others = statistics.mean(
        drawn[name] for name in {*manners("2", "training")} - {*manners("2", "simulation"), "ribbons"}
    )
    assert 1.6 < usual / others < 2.4
    assert 2.3 < drawn["ribbons"] / others < 3.7
    on_tray = Counter(random_style("2", "simulation", rng).manner for _ in range(2000))
    assert min(on_tray.values()) > 0.75 * max(on_tray.values())
    assert set(on_tray) == set(manners("2", "simulation"))


def test_usual_manners_are_those_of_the_simulated_tray_and_those_of_any_shape() -> None:
    rng = np.random.default_rng(12)
    for face in FACES:
        drawn = {random_style(face, "training", rng, usual=True).manner for _ in range(400)}
        assert drawn - {"ribbons", "shards"} == set(manners(face, "simulation"))
        assert {name for name in MANNERS[face] if is_usual(face, name)} - HELD_OUT[face] == drawn


@pytest.mark.parametrize("extent", [0.4, 0.6, 0.94])
def test_a_drawing_is_as_large_as_is_asked_for(extent: float) -> None:
    for seed in range(6):
        ys, xs = np.nonzero(draw_face(Style("6", "pointed", seed), 200, extent) > 127)
        assert max(np.ptp(xs), np.ptp(ys)) / 200 == pytest.approx(extent, abs=0.02)


def test_a_sets_odd_cube_has_the_same_drawing_in_other_colours() -> None:
    plain, odd = (cube_set("classic").texture("3", is_odd, 48) for is_odd in (False, True))
    assert plain.shape == odd.shape == (48, 48, 3)
    assert tuple(plain[0, 0]) == cube_set("classic").body_bgr
    assert tuple(odd[0, 0]) == cube_set("classic").odd_body_bgr


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        (lambda: cube_set("gold"), "no set of cubes called 'gold'; there are: classic"),
        (lambda: cube_set("classic").mask("7", 64), "'7' is not a face"),  # type: ignore[arg-type]
        (lambda: Style("2", "grid", 1), "not drawn in the manner 'grid'; there are: spirals"),
        (lambda: Style("1", "grid", 1), "'1' is not a face"),  # type: ignore[arg-type]
        (lambda: draw_face(Style("2", "spirals", 1), 4), "ask for 8 at least"),
        (lambda: manners("2", "test"), "no split 'test'"),  # type: ignore[arg-type]
    ],
)
def test_a_wrong_name_or_size_is_told_with_what_would_be_right(wrong, told: str) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(ValueError, match=told):
        wrong()


def _likeness(one: np.ndarray, other: np.ndarray) -> float:
    return float(np.corrcoef(one.ravel(), other.ravel())[0, 1])

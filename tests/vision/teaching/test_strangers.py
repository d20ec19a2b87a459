"""What shows no face of a taught set is foreign, unless it looks like one of its dice."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from controller.ports import Quad
from tests.vision.teaching.drawn_dice import IVORY, Colour, Die, picture_of
from vision.cameras.camera import Image
from vision.networks import NONE
from vision.sight import SeenCube
from vision.strangers import like_the_others

RED = (50.0, 40.0, 190.0)


def two_dice(seed: int, body: Colour = IVORY, face_px: float = 48.0) -> tuple[Image, Quad, Quad]:
    """An ivory die on the left, and one of that colour and size on the right; and where their tops are."""
    left, [one] = picture_of(["heart"], seed, face_px=48.0)
    right, [other] = picture_of(["arrow"], seed, face_px=face_px, body=body)
    return np.hstack([left, right]), _quad(one, 0), _quad(other, left.shape[1])


def _quad(die: Die, moved: int) -> Quad:
    first, second, third, fourth = ((float(x) + moved, float(y)) for x, y in die.quad)
    return first, second, third, fourth


def seen(quad: Quad, face: str, score: float = 0.8) -> SeenCube:
    x, y = np.mean(quad, axis=0)
    return SeenCube((float(x), float(y)), quad, score, 0.0, {face: 0.99, NONE if face != NONE else "heart": 0.01})


def strange(image: Image, known: Sequence[SeenCube], thing: SeenCube) -> bool:
    return like_the_others(image, [*known, thing], known) == (thing.center,)


@pytest.mark.parametrize("seed", range(900, 906))
def test_what_is_as_large_and_of_the_same_colour_as_a_die_of_the_set_may_be_one(seed: int) -> None:
    image, known, other = two_dice(seed)
    assert strange(image, [seen(known, "heart")], seen(other, NONE))


@pytest.mark.parametrize("seed", range(900, 906))
def test_a_die_of_another_colour_or_size_is_none_of_the_set(seed: int) -> None:
    for image, known, other in (two_dice(seed, RED), two_dice(seed, face_px=75.0)):
        assert not strange(image, [seen(known, "heart")], seen(other, NONE))


def test_neither_is_what_was_hardly_found_what_lies_on_another_or_what_lies_alone() -> None:
    image, known, other = two_dice(900)
    die = seen(known, "heart")
    beside: Quad = tuple((x + 30.0, y) for x, y in known)  # type: ignore[assignment]
    assert not strange(image, [die], seen(other, NONE, score=0.3))
    assert not strange(image, [die], seen(beside, NONE))
    assert not strange(image, [], seen(other, NONE))

"""What is told of a set that was taught: whether the game can be played with it."""

from __future__ import annotations

import numpy as np
import pytest

from vision.drawings import FACES
from vision.teaching.head import Head
from vision.teaching.learning import Names, Practice
from vision.teaching.strangeness import Familiar
from vision.teaching.taught_set import TaughtSet
from vision.teaching.telling import in_words


def told(*faces: str) -> str:
    """What is told of a set with these faces, learned as well as can be."""
    labels = (*faces, "none")
    head = Head(np.zeros((1, len(labels))), np.zeros(len(labels)))
    familiar = Familiar(np.zeros((len(faces), 1)), np.zeros((1, 1)), np.ones(1))
    of = dict.fromkeys(faces, 5)
    taught = TaughtSet("mine", Names(labels, head, familiar, 1.0, 1.0, ""), None, any_dice=False, six_is_no_die=False)
    return "\n".join(in_words(taught, Practice(of, of, {}, ())))


@pytest.mark.parametrize(
    ("taught", "lacking"), [(FACES[:-1], FACES[-1]), (FACES[2:], f"{FACES[0]} and {FACES[1]}")]
)
def test_a_set_that_lacks_a_face_of_the_game_is_told_to_be_none_to_play_with(
    taught: tuple[str, ...], lacking: str
) -> None:
    assert f"It lacks {lacking}, so a table refuses this set" in told(*taught)


def test_of_a_whole_set_and_of_other_dice_nothing_is_lacking() -> None:
    assert "lacks" not in told(*FACES) + told("heart", "arrow", "2")
    assert "aren't the faces of Cosmic Wimpout" in told("heart", "arrow", "2")


def test_with_fewer_faces_than_a_cube_has_sides_another_one_may_be_up() -> None:
    assert "3 faces were taught: where another one is up" in told("heart", "arrow", "2")
    assert "is up" not in told("1", "2", "3", "4", "5", "eye")

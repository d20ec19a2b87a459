"""A set of drawn dice that is taught once for all tests."""

from __future__ import annotations

import cv2
import pytest

from tests.vision.teaching.drawn_dice import FACES, write_folders
from vision.teaching.choosing import choose
from vision.teaching.folders import from_folders
from vision.teaching.learning import Practice
from vision.teaching.taught_set import FacePicture, TaughtSet, teach_set

cv2.setNumThreads(1)


@pytest.fixture(scope="session")
def face_pictures(tmp_path_factory: pytest.TempPathFactory) -> list[FacePicture]:
    folder = tmp_path_factory.mktemp("pictures")
    write_folders(folder, FACES, 5)
    return choose(from_folders(folder, print)).pictures


@pytest.fixture(scope="session")
def lesson(face_pictures: list[FacePicture]) -> tuple[TaughtSet, Practice]:
    return teach_set("drawn", face_pictures)


@pytest.fixture(scope="session")
def taught(lesson: tuple[TaughtSet, Practice]) -> TaughtSet:
    return lesson[0]

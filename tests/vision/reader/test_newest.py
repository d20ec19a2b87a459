"""The newest picture of a camera, and what is said where none comes."""

from __future__ import annotations

import time

import numpy as np
import pytest

from vision.cameras import CameraError, newest
from vision.cameras.newest import NewestFrame

PICTURE = np.zeros((4, 4, 3), np.uint8)


@pytest.fixture(autouse=True)
def short_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(newest, "PATIENCE", 0.05)


def test_trouble_stands_until_the_next_picture() -> None:
    place = NewestFrame()
    place.fail("It is unplugged. Plug it in.")
    for _ in range(3):
        with pytest.raises(CameraError, match=r"It is unplugged\. Plug it in\."):
            place.take("It gives no picture.")
    place.put(PICTURE, 7.0)
    assert place.take("It gives no picture.").number == 0
    with pytest.raises(CameraError, match="It gives no picture"):
        place.take("It gives no picture.")


def test_trouble_that_is_new_is_said_at_once_and_old_one_waited_over(monkeypatch: pytest.MonkeyPatch) -> None:
    place = NewestFrame()
    place.fail("It is unplugged.")
    monkeypatch.setattr(newest, "PATIENCE", 60.0)
    with pytest.raises(CameraError):
        place.take("")
    monkeypatch.setattr(newest, "PATIENCE", 0.3)
    began = time.monotonic()
    with pytest.raises(CameraError):
        place.take("")
    assert time.monotonic() - began >= 0.3

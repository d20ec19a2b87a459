"""What tests of calibration share: a person with ready answers, and a simulated camera whose pictures are spoilt."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.calibration.session import Session
from vision.cameras import Camera, Frame, Image
from vision.simulation.camera import SimulatedTray

cv2.setNumThreads(1)

Spoil = Callable[[Image, Frame], Image]


class Ready:
    """A person who reads everything, has written these lines ahead as a script does, and types others by hand."""

    def __init__(self, *lines: str) -> None:
        self._ahead, self._typed = deque(lines), deque[str]()
        self.told: list[str] = []

    def tell(self, words: str) -> None:
        self.told.append(words)

    def answer(self) -> str | None:
        lines = self._typed or self._ahead
        return lines.popleft() if lines else None

    def hears(self, word: str) -> bool:
        typed = word in self._typed
        self._typed.clear()
        if not typed and list(self._ahead)[:1] == [word]:
            self._ahead.popleft()
            return True
        return typed

    def forget(self) -> None:
        self._typed.clear()

    def type(self, line: str) -> None:
        self._typed.append(line)


class Clock:
    """A time that passes only while it is slept."""

    def __init__(self) -> None:
        self.now = 0.0

    def sleep(self, seconds: float) -> None:
        self.now += seconds


class SpoiltCamera:
    """A camera whose pictures pass through `spoil`, with their frame for its time and number."""

    def __init__(self, camera: Camera, spoil: Spoil) -> None:
        self.camera = camera
        self.spoil = spoil

    def read(self) -> Frame | None:
        frame = self.camera.read()
        return replace(frame, image=self.spoil(frame.image, frame)) if frame else None

    def close(self) -> None:
        self.camera.close()


SEED = 1


def simulated(**settings: object) -> SimulatedTray:
    """A tray that is always the same, as fast as its pictures are drawn; its cubes lie on the rail."""
    return SimulatedTray(**{"paced": False, "lean_chance": 0.0, "seed": SEED, **settings})  # type: ignore[arg-type]


def session(camera: Camera, *lines: str) -> tuple[Session, Ready]:
    """A person with these lines ready in front of `camera`; one without lines is asked nothing."""
    person = Ready(*lines)
    return Session(camera, person, ask=bool(lines)), person


def knocked(image: Image, x: float, y: float, degrees: float) -> Image:
    """What the camera sees after it was knocked."""
    height, width = image.shape[:2]
    turn = cv2.getRotationMatrix2D((width / 2, height / 2), degrees, 1.0)
    turn[:, 2] += x, y
    return np.asarray(cv2.warpAffine(image, turn, (width, height), borderMode=cv2.BORDER_REPLICATE), dtype=np.uint8)


def covered(image: Image, *corners: np.ndarray) -> Image:
    """The picture with a sheet of paper over these markers."""
    picture = image.copy()
    for quad in corners:
        middle = quad.mean(axis=0)
        cv2.fillConvexPoly(picture, np.round(middle + 1.5 * (quad - middle)).astype(np.int32), (200, 200, 200))
    return picture


@pytest.fixture(scope="session")
def empty_picture() -> Image:
    """That tray at rest."""
    frame = simulated().read()
    assert frame is not None
    return frame.image

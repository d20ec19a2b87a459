"""What is drawn over the camera's picture while somebody calibrates: outlines with labels."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

import cv2
import numpy as np
from numpy.typing import ArrayLike

from vision.cameras.camera import Image

Tone = Literal["good", "bad", "plain"]

_COLOURS: dict[Tone, tuple[int, int, int]] = {"good": (110, 220, 60), "bad": (60, 70, 240), "plain": (255, 200, 80)}
"""Blue, green, red."""
_DARK = (20, 20, 20)


@dataclass(frozen=True, slots=True)
class Mark:
    """An outline through `points` (pixels), closed unless it is a single one, with a label at the first of them."""

    points: tuple[tuple[float, float], ...]
    label: str = ""
    tone: Tone = "good"


def mark(points: ArrayLike, label: str = "", tone: Tone = "good") -> Mark:
    """A mark round points (n x 2 pixels)."""
    return Mark(tuple((float(x), float(y)) for x, y in np.asarray(points)), label, tone)


def dots(points: Iterable[ArrayLike], tone: Tone = "good") -> list[Mark]:
    """A dot at each point."""
    return [mark(np.asarray(point).reshape(1, 2), tone=tone) for point in points]


def drawn_over(image: Image, marks: Sequence[Mark]) -> Image:
    """A copy of the picture with the marks on it."""
    picture = image.copy()
    thick = max(2, round(image.shape[1] / 500))
    for each in marks:
        points = np.round(np.array(each.points)).astype(np.int32)
        colour = _COLOURS[each.tone]
        if len(points) == 1:
            cv2.circle(picture, points[0].tolist(), 2 * thick, colour, -1, cv2.LINE_AA)
        else:
            cv2.polylines(picture, [points], True, _DARK, thick + 3, cv2.LINE_AA)
            cv2.polylines(picture, [points], True, colour, thick, cv2.LINE_AA)
        if each.label:
            _write(picture, each.label, points[0], colour, image.shape[1] / 1280)
    return picture


def _write(
    picture: Image, words: str, at: np.ndarray[tuple[int], np.dtype[np.int32]], colour: tuple[int, int, int],
    scale: float,
) -> None:  # fmt: skip
    font, size = cv2.FONT_HERSHEY_DUPLEX, 0.8 * scale
    (width, height), _ = cv2.getTextSize(words, font, size, 2)
    x = int(np.clip(at[0], 2, max(2, picture.shape[1] - width - 2)))
    y = int(np.clip(at[1] - 8 * scale, height + 2, picture.shape[0] - 2))
    cv2.putText(picture, words, (x, y), font, size, _DARK, 5, cv2.LINE_AA)
    cv2.putText(picture, words, (x, y), font, size, colour, 2, cv2.LINE_AA)

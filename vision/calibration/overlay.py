"""What is drawn over the camera's picture while somebody calibrates: outlines with labels."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

import cv2
import numpy as np
from numpy.typing import ArrayLike

from vision.cameras.camera import Image

Tone = Literal["good", "bad", "plain"]

_COLOURS: dict[Tone, tuple[int, int, int]] = {"good": (110, 220, 60), "bad": (60, 70, 240), "plain": (255, 200, 80)}
"""Blue, green, red."""
_DARK = (20, 20, 20)
_FONT, _STROKE = cv2.FONT_HERSHEY_DUPLEX, 2


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
    """A copy of the picture with the marks on it; labels that would overlap stand above each other."""
    picture = image.copy()
    labels: list[_Label] = []
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
            labels.append(_placed(each.label, points[0].tolist(), colour, image.shape, labels))
    for label in labels:
        _write(picture, label)
    return picture


@dataclass(frozen=True, slots=True)
class _Label:
    """Words with their lower left corner and their extent, in pixels, and what they are `of`; `size`: OpenCV's scale
    of their font."""

    words: str
    of: tuple[int, int]
    colour: tuple[int, int, int]
    x: int
    y: int
    width: int
    height: int
    size: float

    def overlaps(self, other: _Label) -> bool:
        return (
            self.x < other.x + other.width and other.x < self.x + self.width
            and self.y - self.height < other.y and other.y - other.height < self.y
        )  # fmt: skip


def _placed(
    words: str, at: Sequence[int], colour: tuple[int, int, int], shape: Sequence[int], others: Sequence[_Label]
) -> _Label:
    """A label over the place `at`, as far above it as the `others` make it go."""
    scale = shape[1] / 1280
    size = 0.8 * scale
    (width, height), below = cv2.getTextSize(words, _FONT, size, _STROKE)
    x = int(np.clip(at[0], 2, max(2, shape[1] - width - 2)))
    y = int(np.clip(at[1] - 8 * scale, height + 2, shape[0] - 2))
    label = _Label(words, (at[0], at[1]), colour, x, y, width, height + below, size)
    while any(map(label.overlaps, others)) and label.y > 2 * label.height:
        label = replace(label, y=label.y - label.height)
    return label


def _write(picture: Image, label: _Label) -> None:
    if label.of[1] - label.y > label.height:  # it has gone up: a line shows what it is of
        cv2.line(picture, (label.x, label.y + 4), label.of, label.colour, 1, cv2.LINE_AA)
    for each, stroke in ((_DARK, 5), (label.colour, _STROKE)):
        cv2.putText(picture, label.words, (label.x, label.y), _FONT, label.size, each, stroke, cv2.LINE_AA)

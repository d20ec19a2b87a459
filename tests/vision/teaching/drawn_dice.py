"""Pictures of dice that bear symbols which no network has learned: pips, letters, an arrow, a heart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.random import Generator, default_rng
from numpy.typing import NDArray

from vision.cameras.camera import Image
from vision.training.cubes3d import paint_box, random_camera, resting_box, shadow
from vision.training.floors import random_even_floor

FACES = ("heart", "arrow", "one", "five")
SYMBOL = 128
SIDE = 16.0
IVORY, INK = (205.0, 225.0, 235.0), (40.0, 30.0, 60.0)

Colour = tuple[float, float, float]


@dataclass(frozen=True)
class Die:
    """Where a die lies in a picture: the symbol on top, and the corners of its top face in pixels."""

    face: str
    quad: NDArray[np.float64]


def symbol(name: str) -> NDArray[np.uint8]:
    """The drawing of a symbol, 255 where there is ink."""
    mask = np.zeros((SYMBOL, SYMBOL), np.uint8)
    middle = SYMBOL // 2
    if name == "heart":
        cv2.circle(mask, (middle - 20, 50), 22, 255, -1, cv2.LINE_AA)
        cv2.circle(mask, (middle + 20, 50), 22, 255, -1, cv2.LINE_AA)
        cv2.fillPoly(mask, [np.array([[24, 60], [104, 60], [64, 108]])], 255, cv2.LINE_AA)
    elif name == "arrow":
        cv2.line(mask, (24, 64), (84, 64), 255, 14, cv2.LINE_AA)
        cv2.fillPoly(mask, [np.array([[74, 32], [110, 64], [74, 96]])], 255, cv2.LINE_AA)
    elif name == "one":
        cv2.circle(mask, (middle, middle), 15, 255, -1, cv2.LINE_AA)
    elif name == "five":
        for x, y in ((36, 36), (92, 36), (64, 64), (36, 92), (92, 92)):
            cv2.circle(mask, (x, y), 12, 255, -1, cv2.LINE_AA)
    else:
        (width, height), _ = cv2.getTextSize(name, cv2.FONT_HERSHEY_DUPLEX, 2.6, 7)
        at = (middle - width // 2, middle + height // 2)
        cv2.putText(mask, name, at, cv2.FONT_HERSHEY_DUPLEX, 2.6, 255, 7, cv2.LINE_AA)
    return mask


def picture_of(
    tops: Sequence[str], seed: int, size: tuple[int, int] = (320, 240), face_px: float = 60.0,
    symbols: Sequence[str] = ("heart", "arrow", "one", "five", "K"), body: Colour = IVORY, ink: Colour = INK,
    drawn: Mapping[str, NDArray[np.uint8]] | None = None, in_a_row: bool = False,
) -> tuple[Image, list[Die]]:
    """Dice that show `tops`, side by side about the middle, on an even floor in a light of its own; `in_a_row`: they
    touch, and none is where a top is ""."""
    rng = default_rng([seed, 77])
    camera = random_camera(rng, size, face_px / SIDE)
    picture = random_even_floor(rng, size, face_px / SIDE)
    light = np.array([*rng.uniform(-0.4, 0.4, 2), 1.0])
    light /= np.linalg.norm(light)
    masks = drawn or {name: symbol(name) for name in symbols}
    dice, boxes = [], []
    for number, top in enumerate(tops):
        if not top:
            continue
        apart, jitter = (1.01 * SIDE, 0.0) if in_a_row else (30.0, 4.0)
        across = rng.uniform(-jitter, jitter) if len(tops) > 1 else 0.0
        place = np.array([(number - (len(tops) - 1) / 2) * apart, across])
        turn = rng.uniform(0, 2 * np.pi)
        boxes.append(resting_box(rng, place, SIDE, 0.0 if in_a_row else turn, 0.0, 0.1))
        cv2.fillConvexPoly(picture, np.round(camera.project(shadow(boxes[-1], light))).astype(np.int32), (60, 60, 60))
    picture[:] = cv2.GaussianBlur(picture, (0, 0), 2.0)
    for box, top in zip(boxes, filter(None, tops), strict=True):
        others = [name for name in masks if name != top]
        sides = [top, *(others[number % len(others)] for number in range(5))]
        textures = [_printed(masks[name], body, ink) for name in sides]
        paint_box(picture, box, camera, textures, np.array(body), light, 0.6, 0.1)
        dice.append(Die(top, camera.project(box.side_quad(0))))
    noisy = cv2.GaussianBlur(picture, (0, 0), 0.7) * rng.uniform(0.75, 1.05) + rng.normal(0, 2.5, picture.shape)
    return np.clip(noisy, 0, 255).astype(np.uint8), dice


def close_up(top: str, seed: int, rng: Generator | None = None, **look: object) -> Image:
    """A picture of one die, as somebody takes it to teach: from near or not so near."""
    rng = rng or default_rng([seed, 78])
    size = int(rng.uniform(130, 300))
    image, _ = picture_of([top], seed, (size, size), face_px=rng.uniform(0.2, 0.45) * size, **look)  # type: ignore[arg-type]
    return image


def write_folders(folder: Path, faces: Sequence[str], pictures: int, seed: int = 0, **look: object) -> None:
    """A folder for each face with so many close-ups."""
    for place, face in enumerate(faces):
        (folder / face).mkdir(parents=True)
        for number in range(pictures):
            image = close_up(face, seed + 100 * place + number, **look)
            cv2.imwrite(str(folder / face / f"{number}.png"), image)


def _printed(mask: NDArray[np.uint8], body: Colour, ink: Colour) -> NDArray[np.float64]:
    share = (mask / 255.0)[..., None]
    return np.asarray(np.array(body) + share * (np.array(ink) - np.array(body)))

"""Floors that a bar would own: felt, wood, neoprene, printed mats, paper, stains; any colour, any brightness."""

from __future__ import annotations

import functools
from typing import Any

import cv2
import numpy as np
from numpy.random import Generator, default_rng
from numpy.typing import NDArray

Image = NDArray[np.float32]
Colour = NDArray[np.float64]


def in_colours(share: NDArray[Any]) -> NDArray[Any]:
    """One value a pixel (height, width) as that of three colours (height, width, 3), of the same type: NumPy takes
    many times as long to spread it over so short an axis itself."""
    return np.asarray(cv2.merge([share] * 3))


def random_colour(rng: Generator) -> Colour:
    """Any colour (B, G, R) 0..255; greys, blacks and whites are frequent."""
    if rng.random() < 0.35:
        grey = rng.choice([rng.uniform(12, 60), rng.uniform(60, 190), rng.uniform(190, 250)])
        return np.asarray(np.clip(grey + rng.normal(0, 5, 3), 3, 255))
    hsv = np.array([[[rng.uniform(0, 180), rng.uniform(40, 255), rng.uniform(30, 255)]]], np.float32)
    hsv[..., 1:] /= [255, 255]
    hsv[..., 0] *= 2
    return np.asarray(cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0] * 255, float)


def random_floor(
    rng: Generator,
    size: tuple[int, int],
    pixels_per_mm: float,
    colour: Colour | None = None,
    kind: str | None = None,
) -> Image:
    """A floor of `size` (width, height) in float 0..255, lit evenly; `colour` and `kind` (felt, plain, wood, print,
    stripes) where they are given."""
    base = random_colour(rng) * rng.uniform(0.5, 1) if colour is None else colour
    floor = np.empty((size[1], size[0], 3), np.float32)
    floor[:] = base
    if kind is None:
        kind = str(rng.choice(["felt", "plain", "wood", "print", "stripes"], p=[0.34, 0.12, 0.2, 0.26, 0.08]))
    if kind == "wood":
        _grain(floor, rng, base)
    elif kind == "print":
        _print(floor, rng, pixels_per_mm)
    elif kind == "stripes":
        _stripes(floor, rng)
    if kind in ("felt", "print", "stripes"):
        strength = rng.uniform(0.02, 0.16)
        floor *= 1 + strength * in_colours(noise(rng, size, rng.uniform(0.5, 2.2)))
    if rng.random() < 0.5:
        floor *= 1 + rng.uniform(0.03, 0.15) * in_colours(noise(rng, size, rng.uniform(20, 90)))
    if rng.random() < 0.25:
        _stains(floor, rng)
    return np.clip(floor, 0, 255, out=floor)


def random_even_floor(
    rng: Generator, size: tuple[int, int], pixels_per_mm: float, colour: Colour | None = None
) -> Image:
    """A floor without a pattern: plain, felt or clouds of two colours, with the sheen of a lamp now and then. Browns
    and pinks, which skin has too, are frequent."""
    base = random_colour(rng) if colour is None else colour
    if colour is None and rng.random() < 0.3:
        base = np.array([rng.uniform(70, 175), rng.uniform(110, 190), 225]) * rng.uniform(0.2, 1.05)
    floor = np.empty((size[1], size[0], 3), np.float32)
    floor[:] = np.clip(base, 3, 250)
    if rng.random() < 0.35:
        other = random_colour(rng) if rng.random() < 0.5 else base * rng.uniform(0.4, 1.5)
        share = np.clip(0.5 + rng.uniform(0.2, 0.7) * noise(rng, size, rng.uniform(8, 60) * pixels_per_mm), 0, 1)
        floor += in_colours(share) * (np.clip(other, 3, 250).astype(np.float32) - floor)
    if rng.random() < 0.6:
        floor *= 1 + rng.uniform(0.01, 0.1) * in_colours(noise(rng, size, rng.uniform(0.5, 2.2)))
    if rng.random() < 0.4:
        ys, xs = np.mgrid[0 : size[1], 0 : size[0]].astype(np.float32)
        reach = rng.uniform(20, 90) * pixels_per_mm
        away = (xs - rng.uniform(0, size[0])) ** 2 + (ys - rng.uniform(0, size[1])) ** 2
        floor *= 1 + rng.uniform(-0.4, 0.7) * in_colours(np.exp(-away / (2 * reach**2)))
    return np.clip(floor, 0, 255, out=floor)


@functools.cache
def _bank(sigma: int) -> Image:
    """Noise to cut pieces from: 1024 x 1024, mean 0, deviation 1; `sigma` in quarters of a pixel."""
    values = default_rng(sigma).standard_normal((1024, 1024), dtype=np.float32)
    if sigma:
        values = cv2.GaussianBlur(values, (0, 0), sigma / 4, borderType=cv2.BORDER_REFLECT).astype(np.float32)
    return np.asarray(values / values.std(), np.float32)


def noise(rng: Generator, size: tuple[int, int], grain: float) -> Image:
    """Smooth random values, mean about 0, deviation about 1, with blobs of about `grain` pixels: (height, width)."""
    zoom = max(1.0, grain / 1.5)
    width, height = min(1024, int(np.ceil(size[0] / zoom)) + 1), min(1024, int(np.ceil(size[1] / zoom)) + 1)
    x, y = int(rng.integers(0, 1025 - width)), int(rng.integers(0, 1025 - height))
    piece = _bank(6 if grain > 1 else round(grain * 3))[y : y + height, x : x + width]
    return np.asarray(
        cv2.resize(piece, size, interpolation=cv2.INTER_CUBIC) if zoom > 1 or piece.shape[::-1] != size else piece,
        np.float32,
    )


def _grain(floor: Image, rng: Generator, base: Colour) -> None:
    height, width = floor.shape[:2]
    reach = int(np.hypot(width, height)) + 2
    other = base * rng.uniform(0.35, 0.8) if rng.random() < 0.7 else np.clip(base * rng.uniform(1.1, 1.6), 0, 255)
    along, across = rng.uniform(60, 250), rng.uniform(1.5, 7)
    fine = noise(rng, (reach, reach), 1.5)[: max(2, int(reach / across)), : max(2, int(reach / along) + 2)]
    lines = cv2.resize(fine, (reach, reach), interpolation=cv2.INTER_CUBIC)
    lines = lines + 0.6 * np.sin(np.linspace(0, rng.uniform(20, 90), reach))[:, None] * rng.random()
    turn = cv2.getRotationMatrix2D((reach / 2, reach / 2), rng.uniform(0, 180), 1)
    turn[:, 2] -= [(reach - width) / 2, (reach - height) / 2]
    lines = cv2.warpAffine(lines.astype(np.float32), turn, (width, height), borderMode=cv2.BORDER_REFLECT)
    share = np.clip(0.5 + 0.5 * lines * rng.uniform(0.4, 1.0), 0, 1)
    floor += in_colours(share) * (other.astype(np.float32) - floor)


def _print(floor: Image, rng: Generator, pixels_per_mm: float) -> None:
    height, width = floor.shape[:2]
    contrast = rng.uniform(0.15, 1.0)
    for _ in range(int(rng.integers(2, 12))):
        colour = (contrast * random_colour(rng) + (1 - contrast) * floor[0, 0]).tolist()
        x, y = int(rng.uniform(-0.1, 1.1) * width), int(rng.uniform(-0.1, 1.1) * height)
        radius = int(rng.uniform(4, 90) * pixels_per_mm)
        line = int(max(1, rng.uniform(0.3, 9) * pixels_per_mm))
        shape = rng.choice(["circle", "disc", "line", "polygon", "star", "letters", "square"])
        if shape in ("circle", "disc"):
            cv2.circle(floor, (x, y), radius, colour, line if shape == "circle" else -1, cv2.LINE_AA)
        elif shape == "line":
            end = (int(rng.uniform(0, width)), int(rng.uniform(0, height)))
            cv2.line(floor, (x, y), end, colour, line, cv2.LINE_AA)
        elif shape == "letters":
            text = "".join(rng.choice(list("COSMIC WIMPOUT TABLE abcdefghkm"), int(rng.integers(1, 9))))
            cv2.putText(
                floor,
                text,
                (x, y),
                int(rng.integers(0, 8)),
                radius / 40 + 0.3,
                colour,
                max(1, line // 3),
                cv2.LINE_AA,
            )
        else:
            corners = 4 if shape == "square" else int(rng.integers(3, 8))
            angle = rng.uniform(0, 6.3) + np.linspace(0, 2 * np.pi, corners * 2, endpoint=False)
            reach = np.where(
                np.arange(corners * 2) % 2, rng.uniform(0.4, 0.7) if shape == "star" else np.cos(np.pi / corners), 1
            )
            points = np.column_stack([x + radius * reach * np.cos(angle), y + radius * reach * np.sin(angle)]).astype(
                np.int32
            )
            if rng.random() < 0.5:
                cv2.fillPoly(floor, [points], colour, cv2.LINE_AA)
            else:
                cv2.polylines(floor, [points], True, colour, line, cv2.LINE_AA)


def _stripes(floor: Image, rng: Generator) -> None:
    height, width = floor.shape[:2]
    angle, period = rng.uniform(0, np.pi), rng.uniform(6, 90)
    other = random_colour(rng).astype(np.float32)
    ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
    first = np.sin((xs * np.cos(angle) + ys * np.sin(angle)) * 2 * np.pi / period)
    if rng.random() < 0.5:
        first = first * np.sin((ys * np.cos(angle) - xs * np.sin(angle)) * 2 * np.pi / period)
    floor += in_colours(np.clip(first * rng.uniform(2, 8), 0, 1) * rng.uniform(0.1, 0.8)) * (other - floor)


def _stains(floor: Image, rng: Generator) -> None:
    height, width = floor.shape[:2]
    mask = np.zeros((height, width), np.float32)
    for _ in range(int(rng.integers(1, 5))):
        center = (int(rng.uniform(0, width)), int(rng.uniform(0, height)))
        axes = (int(rng.uniform(5, 0.25 * width)), int(rng.uniform(5, 0.25 * width)))
        cv2.ellipse(mask, center, axes, rng.uniform(0, 180), 0, 360, 1.0, int(rng.choice([-1, 3, 6])))
    mask = cv2.GaussianBlur(mask, (0, 0), rng.uniform(1, 8)).astype(np.float32)
    floor *= 1 + rng.uniform(-0.5, 0.4) * in_colours(mask)

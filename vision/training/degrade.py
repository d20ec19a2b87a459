"""What lens, light, sensor and JPEG do to a picture."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from vision.training.floors import Image, in_colours, noise

_BLURRED_AS_LIGHT = 0.6
"""Share of the pictures that a lens blurs before they have a gamma, so that light lines swell on dark cubes; resizing
blurs the others after it."""


def light_field(rng: Generator, size: tuple[int, int]) -> Image:
    """How bright the light is over the picture: (height, width, 3), about 1, with ramps and large shadows."""
    width, height = size
    ys, xs = np.mgrid[0:height:8, 0:width:8].astype(np.float32)
    angle = rng.uniform(0, 2 * np.pi)
    ramp = (xs / width - 0.5) * np.cos(angle) + (ys / height - 0.5) * np.sin(angle)
    field = 1 + rng.uniform(0, 0.7) * ramp
    if rng.random() < 0.4:
        center = np.array([rng.uniform(0, width), rng.uniform(0, height)])
        reach = rng.uniform(0.2, 0.8) * width
        field += rng.uniform(-0.4, 0.6) * np.exp(-((xs - center[0]) ** 2 + (ys - center[1]) ** 2) / (2 * reach**2))
    if rng.random() < 0.25:
        edge = 1 / (1 + np.exp(-(ramp - rng.uniform(-0.3, 0.3)) * rng.uniform(10, 120)))
        field *= 1 - rng.uniform(0.1, 0.5) * edge
    return in_colours(np.asarray(cv2.resize(np.clip(field, 0.25, 2), size), np.float32))


def degrade(picture: Image, rng: Generator, worst: float = 1.0) -> NDArray[np.uint8]:
    """A sensor's picture of a scene given in float 0..255: from untouched to hardly readable, at `worst` 1."""
    bad = rng.choice([0.15, 0.5, worst], p=[0.35, 0.4, 0.25])
    size = (picture.shape[1], picture.shape[0])
    blur = bad * rng.uniform(0, 2.1)
    as_light = rng.random() < _BLURRED_AS_LIGHT
    if as_light:
        picture = np.asarray((np.maximum(picture, 0) / 255) ** 2, np.float32)
    if blur > 0.35:
        picture = cv2.GaussianBlur(picture, (0, 0), blur).astype(np.float32)
    if rng.random() < 0.3 * bad:
        picture = cv2.filter2D(picture, -1, _streak(rng, 1 + 9 * bad)).astype(np.float32)
    if as_light:
        picture = np.asarray(255 * np.sqrt(picture), np.float32)
    exposure = np.exp(rng.normal(0.1, 0.25)) if rng.random() < 0.65 else rng.uniform(0.22, 0.8)
    cast = np.exp(rng.normal(0, 0.1 + 0.1 * bad, 3))
    picture = picture * np.tile((exposure * cast).astype(np.float32), (size[0], 1))
    if rng.random() < 0.4:
        gamma = rng.uniform(0.7, 1.5)
        picture = np.asarray(255 * (np.clip(picture, 0, 255) / 255) ** gamma, np.float32)
    grain = bad * rng.uniform(0, 13)
    if grain > 0.5:
        together = noise(rng, size, 0.3 if rng.random() < 0.6 else 1.2)
        picture = picture + grain * in_colours(together)
        picture += np.dstack([noise(rng, size, 0.3) for _ in range(3)]) * np.float32(grain * 0.6)
    sharpen = rng.random() < 0.2
    if sharpen:
        soft = cv2.GaussianBlur(picture, (0, 0), 1.2)
        picture = picture + rng.uniform(0.3, 1.2) * (picture - soft)
    result = np.clip(picture, 0, 255).astype(np.uint8)
    if rng.random() < 0.5:
        quality = int(rng.uniform(35, 95))
        jpeg = cv2.imencode(".jpg", result, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
        result = np.asarray(cv2.imdecode(jpeg, cv2.IMREAD_COLOR), np.uint8)
    return result


def weathered(picture: NDArray[np.uint8], rng: Generator, shine: float = 0.75) -> NDArray[np.uint8]:
    """A small picture under other circumstances, cheaply: a shine or shadow over a part of it that hides at most the
    share `shine` of what is there, more blur, more grain, other colours."""
    height, width = picture.shape[:2]
    values = picture[..., rng.permutation(3)].astype(np.float32)
    if rng.random() < 0.35:
        ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
        x, y, reach = rng.uniform(0, width), rng.uniform(0, height), rng.uniform(0.15, 0.6) * width
        spot = in_colours(np.exp(-((xs - x) ** 2 + (ys - y) ** 2) / (2 * reach**2)))
        target = 255.0 if rng.random() < 0.7 else 0.0
        values += np.float32(rng.uniform(0.1, shine)) * spot * (np.float32(target) - values)
    if rng.random() < 0.3:
        values = np.asarray(cv2.GaussianBlur(values, (0, 0), rng.uniform(0.4, 1.5)), np.float32)
    if rng.random() < 0.3:
        values += rng.standard_normal(values.shape, np.float32) * np.float32(rng.uniform(2, 16))
    if rng.random() < 0.3:
        middle = values.mean()
        values = middle + (values - middle) * np.float32(rng.uniform(0.35, 1.3))
    return np.clip(values, 0, 255).astype(np.uint8)


def _streak(rng: Generator, reach: float) -> Image:
    """A kernel that smears along a line, as a moving camera or cube does."""
    length = rng.uniform(1.5, max(2.0, reach))
    side = 2 * int(np.ceil(length / 2)) + 1
    kernel = np.zeros((side, side), np.float32)
    angle = rng.uniform(0, np.pi)
    half = length / 2 * np.array([np.cos(angle), np.sin(angle)])
    middle = np.array([side // 2, side // 2])
    start, end = (
        np.round((middle - half) * 16).astype(int).tolist(),
        np.round((middle + half) * 16).astype(int).tolist(),
    )
    cv2.line(kernel, start, end, 1.0, 1, cv2.LINE_AA, 4)
    return kernel / max(float(kernel.sum()), 1e-6)

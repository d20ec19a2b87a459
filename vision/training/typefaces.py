"""Numerals in the typefaces that Python packages bring along, besides those that the repository draws itself.

The families in `HELD_OUT` are for measuring only. Needs the extra `train`.
"""

from __future__ import annotations

import functools
from importlib.metadata import files

import cv2
import numpy as np
from numpy.random import Generator
from PIL import Image, ImageDraw, ImageFont

from vision.drawings import Split
from vision.drawings.canvas import Canvas, Mask

TRAINED = (
    "font-amatic-sc", "font-fjallaone", "font-fredoka-one", "font-intuitive", "font-lato", "font-manrope",
    "font-roboto", "font-source-sans-pro", "font-source-serif-pro",
)
HELD_OUT = ("font-caladea", "font-hanken-grotesk")
"""Packages of typefaces, each a family with its weights."""
_SHEET = 352
_HIGH = 150  # of the letters, in pixels of the sheet


def typeset(text: str, split: Split, rng: Generator, size: int) -> tuple[str, Mask]:
    """`text` in a typeface of the split by chance: the family, and the drawing as a mask (size, size), 255 where
    there is ink; slanted, widened, fattened and spaced by chance."""
    family = str(rng.choice(HELD_OUT if split == "validation" else TRAINED))
    faces = _weights(family)
    ink = _written(text, faces[int(rng.integers(len(faces)))], round(rng.uniform(-0.06, 0.1) * _HIGH))
    if rng.random() < 0.35:
        fat = int(rng.integers(2, 15))
        ink = np.asarray(cv2.dilate(ink, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (fat, fat))), np.uint8)
    canvas = Canvas()
    canvas.paste(ink)
    turn, slant, wide = rng.normal(0, 0.06), rng.normal(0, 0.12), np.exp(rng.normal(0, 0.16))
    rotation = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    hand = rotation @ np.array([[wide, -slant], [0, 1 / wide]])
    return family, canvas.mask(size, float(rng.uniform(0.5, 0.9)), hand)


@functools.cache
def _weights(package: str) -> list[str]:
    """The typeface files of a package, sorted. Raises PackageNotFoundError where it isn't installed."""
    found = [file for file in files(package) or () if file.suffix.lower() in (".ttf", ".otf")]
    return sorted(str(file.locate()) for file in found)


@functools.lru_cache(maxsize=4000)
def _written(text: str, file: str, gap: int) -> Mask:
    """`text` in the middle of a sheet, its figures `gap` pixels further apart than usual."""
    sheet = Image.new("L", (_SHEET, _SHEET), 0)
    pen, font = ImageDraw.Draw(sheet), ImageFont.truetype(file, _HIGH)
    widths = [font.getlength(letter) for letter in text]
    x = _SHEET / 2 - (sum(widths) + gap * (len(text) - 1)) / 2
    for letter, width in zip(text, widths, strict=True):
        pen.text((x, _SHEET / 2), letter, fill=255, font=font, anchor="lm")
        x += width + gap
    return np.asarray(sheet, np.uint8)

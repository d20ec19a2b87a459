"""What is printed on the cubes of training: the game's faces in every manner that training may see, varied further as
other hands would have made them, and drawings of no game, so that a cube is found whatever is on it.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from controller.ports import Face
from vision.drawings import Split, draw_face, random_style
from vision.drawings.canvas import Canvas, Mask, Points
from vision.training.floors import noise
from vision.training.symbols import SYMBOLS, draw_symbol, random_shape
from vision.training.typefaces import typeset

Print = NDArray[np.float32]
"""How much of a side is ink: square, 0..1."""

_EXTENT = (0.55, 0.86, 0.94)
"""Of a side, what training's drawings fill of it at least, most often and at most: makers use the room they have."""
_LEFT = 0.6  # of its ink, at least so much is left of a drawing that is made thinner
_OUTLINED = 0.14  # share of the drawings of which only the rim is printed
_TYPESET = 0.4  # share of the numerals that are set in a typeface
_MADE_UP = 1 << 20  # numbers of symbols that nobody learns to name
_KNOWN = 0.3  # share of the strange drawings that the classifier does learn, letters among them
_ROUND = 0.55  # what fills more of a circle about it looks like a pip when it is small, and dice are no cubes
_WORN = 0.35  # share of the cubes whose ink has come off in plain sight
_WEAR_GRAIN = (0.02, 0.22)  # of a drawing's width: how large the patches are in which ink comes off
_REPEATED = 0.6  # share of the strange drawings that are one small shape many times, as pips and stars are


def draw_print(face: Face, split: Split, rng: Generator, size: int, usual: bool = False) -> tuple[str, Mask]:
    """A drawing of `face` in the manners and typefaces of `split`, or in none but its `usual` manners: its manner or
    typeface, and the mask (size, size), 255 where there is ink."""
    if face in ("5", "10") and rng.random() < _TYPESET:
        return typeset(face, split, rng, size)
    style = random_style(face, split, rng, usual)
    extent = float(rng.triangular(*_EXTENT)) if split == "training" else None
    return style.manner, draw_face(style, size, extent)


def draw_strange_print(rng: Generator, size: int) -> Mask:
    """A drawing of no game as a mask (size, size), 255 where there is ink."""
    if rng.random() < _REPEATED:
        return _repeated(rng, size)
    which = rng.integers(SYMBOLS) if rng.random() < _KNOWN else rng.integers(_MADE_UP, 2 * _MADE_UP)
    return draw_symbol(int(which), rng, size)


def _repeated(rng: Generator, size: int) -> Mask:
    """One shape in rows, on a ring or anywhere, 2 to 9 times, close together or far apart."""
    canvas, pen = Canvas(), float(rng.uniform(0.04, 0.16))
    outline, closed = random_shape(rng)
    while closed and _fills_a_circle(outline) > _ROUND:
        outline, closed = random_shape(rng)
    outline = outline - outline.mean(0)
    outline = outline / max(float(np.abs(outline).max()), 1e-6)
    solid, turning = closed and rng.random() < 0.6, rng.random() < 0.4
    places = _places(rng)
    gap = min(float(np.hypot(*(a - b))) for i, a in enumerate(places) for b in places[:i])
    reach = gap * rng.uniform(0.2, 0.55)
    for place in places:
        turn = rng.uniform(0, 2 * np.pi) if turning else 0.0
        cos, sin = reach * np.cos(turn), reach * np.sin(turn)
        shape = outline @ np.array([[cos, sin], [-sin, cos]]) + place
        if solid:
            canvas.fill(shape)
        else:
            canvas.stroke(shape, pen, closed=closed)
    wide, slant = np.exp(rng.normal(0, 0.1)), rng.normal(0, 0.1)
    return canvas.mask(size, float(rng.uniform(0.5, 0.92)), np.array([[wide, slant], [0, 1 / wide]]))


def _fills_a_circle(outline: Points) -> float:
    """The share of the circle about an outline that lies within it, 0..1."""
    points = outline.astype(np.float32)
    _, radius = cv2.minEnclosingCircle(points)
    return float(cv2.contourArea(points)) / (np.pi * radius**2)


def _places(rng: Generator) -> Points:
    kind = rng.random()
    if kind < 0.6:
        columns, rows = int(rng.integers(1, 4)), int(rng.integers(2, 4))
        across, down = rng.uniform(0.3, 1.0, 2)
        xs = across * np.linspace(-1, 1, columns) if columns > 1 else np.zeros(1)
        places = np.array([(x, y) for x in xs for y in down * np.linspace(-1, 1, rows)])
    else:
        angle = np.linspace(0, 2 * np.pi, int(rng.integers(3, 9)), endpoint=False) + rng.uniform(0, 6)
        places = 0.75 * np.column_stack([np.cos(angle), np.sin(angle)])
    return np.asarray(places + rng.normal(0, 0.02, places.shape))


def varied(mask: NDArray[np.uint8], rng: Generator) -> Print:
    """A drawing fatter or thinner, and bent, as another hand would have made it."""
    share: Print = np.asarray(mask.astype(np.float32) / 255, np.float32)
    size = mask.shape[0]
    if rng.random() < _OUTLINED:
        share = _outline(share, rng)
    if rng.random() < 0.5:
        soft = cv2.GaussianBlur(share, (0, 0), rng.uniform(0.8, 1.6))
        other = np.clip((soft - rng.uniform(0.3, 0.65)) * 3 + 0.5, 0, 1)
        if other.sum() > _LEFT * share.sum():  # thin lines would vanish
            share = other
    if rng.random() < 0.5:
        fine = int(rng.integers(3, 7))
        bend = rng.standard_normal((2, fine, fine)).astype(np.float32) * np.float32(rng.uniform(0, 12 / fine))
        ys, xs = np.mgrid[0:size, 0:size].astype(np.float32)
        across, down = (cv2.resize(part, (size, size), interpolation=cv2.INTER_CUBIC) for part in bend)
        share = np.asarray(cv2.remap(share, xs + across, ys + down, cv2.INTER_LINEAR), np.float32)
    return np.asarray(share, np.float32)


def _outline(share: Print, rng: Generator) -> Print:
    """The rim of a drawing, alone or about what is left of its middle."""
    reach = int(rng.integers(3, 8))
    inner = cv2.erode(share, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (reach, reach)))
    if rng.random() < 0.3:
        inner = inner - cv2.erode(inner, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (3, 3)))
    return np.asarray(np.clip(share - inner, 0, 1), np.float32)


def random_wear(rng: Generator) -> float:
    """How worn a cube is: 0 as new, 0.4 and more in plain sight, 1.4 at most."""
    return rng.uniform(0.4, 1.4) if rng.random() < _WORN else max(0.0, rng.normal(-0.1, 0.35))


def worn(share: Print, wear: float, rng: Generator) -> Print:
    """A drawing of which ink has come off in patches, and which was printed with little or much of it."""
    if wear <= 0:
        return share
    grain = share.shape[0] * np.exp(rng.uniform(*np.log(_WEAR_GRAIN)))
    left = np.clip(rng.uniform(0.8, 1.2) - wear * np.maximum(noise(rng, share.shape[::-1], grain), 0), 0, 1)
    return np.asarray(share * left, np.float32)

"""How the cubes of a scene look: colours, drawings, wear; and dice of another game."""

from __future__ import annotations

import functools
from dataclasses import dataclass

import numpy as np
from numpy.random import Generator, default_rng
from numpy.typing import NDArray

from controller.ports import Face
from vision.drawings import FACES, Split, draw_face, random_style
from vision.training import clutter
from vision.training.cubes3d import Image
from vision.training.floors import Colour, noise, random_colour

DIE = "die"
"""The manner of a die of another game."""
_TEXTURE = 64
_BLACK = 0.1  # share of the looks that are black: there sides and shadows are hardest to tell from tops
_VARIANTS = 3000  # different drawings a face in a split, so that they can be kept instead of drawn anew


@dataclass(frozen=True)
class Look:
    """What the cubes of one colour have in common. `wear`, `emboss`: how far the ink has come off and how deep it
    lies; nothing from 0 down."""

    body: Colour
    ink: Colour
    wear: float
    emboss: float


@dataclass(frozen=True)
class Sides:
    """The six sides of a cube as they are painted, the top first. `face`: what its top counts as, None for a blank
    one and for another die; `manner`: how that is drawn; `body`: its colour."""

    face: Face | None
    manner: str
    textures: list[Image]
    body: Colour


def random_looks(rng: Generator) -> tuple[Look, Look]:
    """That of four cubes and that of the odd one: any two colours that differ, dark on light or light on dark."""
    return _look(rng), _look(rng)


def _look(rng: Generator) -> Look:
    body = np.clip(rng.uniform(8, 40) + rng.normal(0, 4, 3), 3, 255) if rng.random() < _BLACK else random_colour(rng)
    ink = random_colour(rng)
    while np.linalg.norm(ink - body) < 130 and abs(float(ink.mean() - body.mean())) < 65:
        ink = random_colour(rng) if rng.random() < 0.5 else rng.choice([15.0, 240.0]) + rng.normal(0, 6, 3)
    return Look(body, np.clip(ink, 0, 255), max(0.0, rng.normal(-0.2, 0.35)), max(0.0, rng.normal(-0.3, 0.4)))


def game_cube(rng: Generator, split: Split, look: Look) -> Sides:
    """A cube with any face on top, drawn in a manner of `split`; now and then its top is blank."""
    faces = [FACES[i] for i in rng.permutation(7)[:6]]
    blank = rng.random() < 0.025
    textures, manners = [], []
    for face in faces[:5]:
        manner, mask = _mask(face, split, int(rng.integers(_VARIANTS)))
        manners.append(manner)
        textures.append(_texture(rng, np.zeros_like(mask) if blank else mask, look))
    return Sides(None if blank else faces[0], manners[0], [*textures, textures[-1]], look.body)


def other_die(rng: Generator) -> Sides:
    """A die with pips."""
    body = random_colour(rng)
    ink = np.array([245.0] * 3) if body.mean() < 128 else np.array([15.0] * 3)
    return Sides(None, DIE, [clutter.pipped_side(rng, _TEXTURE, body, ink) for _ in range(6)], body)


@functools.cache
def _mask(face: Face, split: Split, variant: int) -> tuple[str, NDArray[np.uint8]]:
    style = random_style(face, split, default_rng([variant, FACES.index(face)]))
    return style.manner, draw_face(style, _TEXTURE)


def _texture(rng: Generator, mask: NDArray[np.uint8], look: Look) -> Image:
    share = np.rot90(mask, int(rng.integers(4))).astype(np.float32) / 255
    size = (_TEXTURE, _TEXTURE)
    if look.wear > 0:
        share = share * np.clip(1.2 - look.wear * np.maximum(noise(rng, size, 3), 0), 0, 1)
    paint = look.body + share[..., None] * (look.ink - look.body)
    if look.emboss > 0:
        edge = share - np.roll(share, (1, 1), (0, 1))
        paint = paint * (1 + look.emboss * edge[..., None])
    if rng.random() < 0.3:
        paint = paint * (1 + 0.06 * noise(rng, size, rng.uniform(1, 12))[..., None])
    return np.ascontiguousarray(np.clip(paint, 0, 255), np.float32)

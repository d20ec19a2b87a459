"""How the cubes of a scene look: colours, drawings, wear; dice of another game, and cubes of none."""

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
from vision.training.floors import Colour, in_colours, noise, random_colour
from vision.training.prints import Print, draw_print, draw_strange_print, random_wear, varied, worn

DIE = "die"
"""The manner of a die of another game."""
STRANGE = "strange"
"""The manner of a cube with drawings of no game: it has no name, but a cube it is."""
_STRANGE = 0.25  # share of the cubes that have such drawings where any drawing will do
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
    one, a strange one and for another die; `manner`: how that is drawn; `body`: its colour."""

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
    return Look(body, np.clip(ink, 0, 255), random_wear(rng), max(0.0, rng.normal(-0.3, 0.4)))


def random_cube(rng: Generator, split: Split, look: Look, any_drawing: bool) -> Sides:
    """A cube of that look with any face on top, drawn in a manner of `split`; now and then its top is blank.

    `any_drawing`: in training its faces are drawn by other hands, too, and some cubes bear drawings of no game: for
    networks that must not mind what is on a cube.
    """
    other_hands = any_drawing and split == "training"
    if other_hands and rng.random() < _STRANGE:
        return _strange_cube(rng, look)
    faces = [FACES[i] for i in rng.permutation(7)[:6]]
    blank = rng.random() < 0.025
    textures, manners = [], []
    for face in faces[:5]:
        manner, mask = _mask(face, split, int(rng.integers(_VARIANTS)), other_hands)
        manners.append(manner)
        textures.append(_texture(rng, np.zeros_like(mask) if blank else mask, look))
    return Sides(None if blank else faces[0], manners[0], [*textures, textures[-1]], look.body)


def _strange_cube(rng: Generator, look: Look) -> Sides:
    """A cube with drawings of no game."""
    textures = [_texture(rng, _strange_mask(int(rng.integers(_VARIANTS))), look) for _ in range(5)]
    return Sides(None, STRANGE, [*textures, textures[-1]], look.body)


def other_die(rng: Generator) -> Sides:
    """A die with pips."""
    body = random_colour(rng)
    ink = np.array([245.0] * 3) if body.mean() < 128 else np.array([15.0] * 3)
    return Sides(None, DIE, [clutter.pipped_side(rng, _TEXTURE, body, ink) for _ in range(6)], body)


@functools.cache
def _mask(face: Face, split: Split, variant: int, other_hands: bool) -> tuple[str, NDArray[np.uint8]]:
    rng = default_rng([variant, FACES.index(face)])
    if other_hands:
        manner, mask = draw_print(face, split, rng, _TEXTURE)
        return manner, _as_mask(varied(mask, rng))
    style = random_style(face, split, rng)
    return style.manner, draw_face(style, _TEXTURE)


@functools.cache
def _strange_mask(variant: int) -> NDArray[np.uint8]:
    rng = default_rng([variant, 43])
    return _as_mask(varied(draw_strange_print(rng, _TEXTURE), rng))


def _as_print(mask: NDArray[np.uint8]) -> Print:
    return np.asarray(mask.astype(np.float32) / 255, np.float32)


def _as_mask(ink: Print) -> NDArray[np.uint8]:
    return np.asarray(np.clip(255 * ink, 0, 255), np.uint8)


def _texture(rng: Generator, mask: NDArray[np.uint8], look: Look) -> Image:
    share = worn(_as_print(np.rot90(mask, int(rng.integers(4)))), look.wear, rng)
    paint = look.body + in_colours(share) * (look.ink - look.body)
    if look.emboss > 0:
        edge = share - np.roll(share, (1, 1), (0, 1))
        paint = paint * (1 + look.emboss * in_colours(edge))
    if rng.random() < 0.3:
        paint = paint * (1 + 0.06 * in_colours(noise(rng, (_TEXTURE, _TEXTURE), rng.uniform(1, 12))))
    return np.ascontiguousarray(np.clip(paint, 0, 255), np.float32)

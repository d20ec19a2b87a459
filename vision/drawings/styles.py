"""Which drawings there are, and which of them training may see.

A style is one drawing of one face: a manner (how it is drawn) and a seed (which of that manner's endless variants).
Whole manners are kept out of training, so that accuracy on `validation` styles tells how the reader does on drawings
that it has never seen; the simulated tray's own drawings (`simulation`) have seeds that training never draws.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, cast, get_args

import numpy as np
from numpy.random import Generator, default_rng

from controller.ports import Face
from vision.drawings import four, numerals, six, sun, three, two
from vision.drawings.canvas import Canvas, Manner, Mask

Split = Literal["training", "validation", "simulation"]

FACES: tuple[Face, ...] = ("2", "3", "4", "5", "6", "10", "sun")
_SEEDS: dict[Split, range] = {
    "training": range(1 << 30),
    "validation": range(1 << 30, 1 << 31),
    "simulation": range(1 << 31, 1 << 32),
}

MANNERS: dict[Face, dict[str, Manner]] = {
    "2": two.MANNERS,
    "3": three.MANNERS,
    "4": four.MANNERS,
    "5": {name: lettering.five for name, lettering in numerals.LETTERINGS.items()},
    "6": six.MANNERS,
    "10": {name: lettering.ten for name, lettering in numerals.LETTERINGS.items()},
    "sun": sun.MANNERS,
}

_HELD_OUT_LETTERING = frozenset({"triplex", "script complex", "slab", "inline"})
HELD_OUT: dict[Face, frozenset[str]] = {
    "2": frozenset({"angular spirals", "scrolls"}),
    "3": frozenset({"one-eyed outline", "split"}),
    "4": frozenset({"long zigzags", "outlined"}),
    "5": _HELD_OUT_LETTERING,
    "6": frozenset({"pentagrams", "flowers"}),
    "10": _HELD_OUT_LETTERING,
    "sun": frozenset({"curled", "corona"}),
}

_TRAINING_ONLY: dict[Face, frozenset[str]] = {
    "2": two.TRAINING_ONLY,
    "3": three.TRAINING_ONLY,
    "4": four.TRAINING_ONLY,
    "5": numerals.TRAINING_ONLY,
    "6": six.TRAINING_ONLY,
    "10": numerals.TRAINING_ONLY,
    "sun": sun.TRAINING_ONLY,
}

_OF_ANY_SHAPE, _OFTEN = frozenset({"ribbons", "shards"}), 3.0
"""Manners of any shape, for the drawings that nobody thought of, and how much likelier they are in training."""
_USUAL = 2.0
"""And how much likelier those are that most sets are drawn in, as the simulated tray's."""


@dataclass(frozen=True, slots=True)
class Style:
    """One drawing of one face. `manner`: a key of `MANNERS[face]`; `seed`: which variant of it."""

    face: Face
    manner: str
    seed: int

    def __post_init__(self) -> None:
        if self.face not in FACES:
            raise ValueError(f"{self.face!r} is not a face of the cubes; the faces are {', '.join(FACES)}")
        if self.manner not in MANNERS[self.face]:
            known = ", ".join(MANNERS[self.face])
            raise ValueError(f"the {self.face} is not drawn in the manner {self.manner!r}; there are: {known}")


def manners(face: Face, split: Split) -> tuple[str, ...]:
    """How `face` is drawn in one split: validation has only held-out manners, the others none of them, and the
    simulated tray has fewer than training."""
    if face not in FACES:
        raise ValueError(f"{face!r} is not a face of the cubes; the faces are {', '.join(FACES)}")
    if split not in get_args(Split):
        raise ValueError(f"there is no split {split!r}; there are: {', '.join(get_args(Split))}")
    held_out = HELD_OUT[face]
    left_out = _TRAINING_ONLY[face] if split == "simulation" else frozenset[str]()
    known = (name for name in MANNERS[face] if name not in left_out)
    return tuple(name for name in known if (name in held_out) == (split == "validation"))


def is_usual(face: Face, manner: str) -> bool:
    """Whether sets are often drawn so, or the manner is of any shape: all that the simulated tray draws is usual."""
    return manner in _OF_ANY_SHAPE or manner not in _TRAINING_ONLY[face]


def random_style(face: Face, split: Split, rng: Generator, usual: bool = False) -> Style:
    """A drawing of `face` by chance: each manner of the split is as likely as the others, but in training, where the
    usual ones and those of any shape are likelier. `usual`: in no other manners than those."""
    seeds = _SEEDS[split]
    names = [name for name in manners(face, split) if is_usual(face, name) or not usual]
    weights = np.array([_weight(face, name) if split == "training" else 1.0 for name in names])
    manner = str(rng.choice(names, p=weights / weights.sum()))
    return Style(face, manner, int(rng.integers(seeds.start, seeds.stop)))


def _weight(face: Face, manner: str) -> float:
    if manner in _OF_ANY_SHAPE:
        return _OFTEN
    return 1.0 if manner in _TRAINING_ONLY[face] else _USUAL


def draw_face(style: Style, size: int, extent: float | None = None) -> Mask:
    """The drawing as a mask (size, size): 255 ink, 0 body. The same style gives the same drawing at any size.

    The glyph fills half to nine tenths of the square, or `extent` of it (0..1). Raises ValueError for a size below 8
    pixels.
    """
    if size < 8:
        raise ValueError(f"a face drawn {size} pixels wide can't be told from another; ask for 8 at least")
    rng = default_rng(style.seed)
    canvas = Canvas()
    MANNERS[style.face][style.manner](canvas, rng)
    usual = _extent(style.face, rng)
    return canvas.mask(size, usual if extent is None else extent, _hand(rng))


def split_of(style: Style) -> Split:
    """The split that a style belongs to, by its seed."""
    return cast(Split, next((split for split, seeds in _SEEDS.items() if style.seed in seeds), "training"))


def _extent(face: Face, rng: Generator) -> float:
    return float(rng.uniform(0.6, 0.9) if face in ("3", "4", "6", "sun") else rng.uniform(0.55, 0.88))


def _hand(rng: Generator) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    """How the whole glyph leans: a small turn, a slant, wider or taller."""
    turn, slant = rng.normal(0, 0.06), rng.normal(0, 0.1)
    wide = np.exp(rng.normal(0, 0.1))
    rotation = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    return np.asarray(rotation @ np.array([[wide, -slant], [0.0, 1 / wide]]))

"""Cubes written as text, as people type them: "2 2 5 10 sun*". A star marks the odd cube; a sun is always odd."""

from __future__ import annotations

from collections.abc import Iterable

from controller.games.game import Cube
from controller.games.wimpout.cubes import CUBES, SUN, why_impossible


def cubes_from_text(text: str) -> tuple[Cube, ...]:
    """The cubes that `text` names, faces separated by spaces.

    Five cubes without a star are four common ones and the odd one last.

    Raises:
        ValueError: a face that no cube has, or cubes that can't lie there together; the text says why.
    """
    words = text.split()
    cubes = [_cube(word) for word in words]
    if len(cubes) == CUBES and not any(cube.odd for cube in cubes):
        cubes[-1] = Cube(cubes[-1].face, True)
    wrong = why_impossible(tuple(cubes))
    if wrong:
        raise ValueError(wrong)
    return tuple(cubes)


def text_of(cubes: Iterable[Cube]) -> str:
    """`cubes` as `cubes_from_text` reads them."""
    return " ".join(f"{cube.face}*" if cube.odd else cube.face for cube in cubes)


def _cube(word: str) -> Cube:
    face = word.removesuffix("*")
    if not face:
        raise ValueError("A star by itself is no cube; it stands right after the face of the odd one, as in 2*.")
    return Cube(face, odd=word.endswith("*") or face == SUN)

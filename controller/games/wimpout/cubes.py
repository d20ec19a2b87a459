"""The five cubes: four common ones and the odd one of another colour that carries the Flaming Sun."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache

from controller.games.game import Cube, Face
from controller.games.phrase import all_of, phrase

SUN: Face = "sun"
COMMON_FACES: tuple[Face, ...] = ("2", "3", "4", "5", "6", "10")
ODD_FACES: tuple[Face, ...] = ("2", SUN, "4", "5", "6", "10")
"""The sun stands where the 3 would be."""

VALUE: dict[Face, int] = {"2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "10": 10}
NUMBERS: frozenset[Face] = frozenset({"5", "10"})
"""The faces that score by themselves."""

CUBES = 5


def why_impossible(cubes: tuple[Cube, ...]) -> str | None:
    """Why these can't be cubes of the set as they lie, in a sentence; None where they can."""
    if len(cubes) > CUBES:
        return phrase("{number} cubes were read; the set has {all}.", number=len(cubes), all=CUBES)
    for cube in cubes:
        if cube.face not in VALUE and cube.face != SUN:
            return phrase("No cube has the face {face}.", face=repr(cube.face))
        if cube.face == SUN and cube.odd is False:
            return phrase("A sun was read on a common cube; only the odd cube has it.")
        if cube.face == "3" and cube.odd:
            return phrase("A 3 was read on the odd cube, which has the sun in its place.")
    if [cube.face for cube in cubes].count(SUN) > 1:
        return phrase("Two suns were read; only the odd cube has one.")
    among = [cube for cube in cubes if _is_odd(cube)]
    if len(among) > 1:
        return phrase("Two cubes were read as the odd one; the set has one.")
    if len(cubes) == CUBES and not among and not any(_may_be_odd(cube) for cube in cubes):
        return phrase("None of the five cubes can be the odd one; one of them must be.")
    return None


def odd_among(cubes: Iterable[Cube]) -> bool | None:
    """Whether the odd cube is among `cubes`; None where that can't be told."""
    among: bool | None = False
    for face, odd in cubes:
        if odd or face == SUN:
            return True
        if odd is None and face != "3":
            among = None
    return among


def tell_odd(cubes: tuple[Cube, ...], among: bool | None) -> tuple[Cube, ...]:
    """`cubes` with the odd one named as far as it can be deduced.

    `among`: whether the odd cube is known to be one of them.
    """
    if None not in [cube.odd for cube in cubes]:
        return cubes
    candidates = [cube for cube in cubes if _may_be_odd(cube)]
    odd = next((cube for cube in cubes if _is_odd(cube)), None)
    if odd is None and among and len(candidates) == 1:
        odd = candidates[0]
    if odd is not None:
        at = cubes.index(odd)
        return tuple(Cube(cube.face, number == at) for number, cube in enumerate(cubes))
    if among is False:
        return tuple(Cube(cube.face, False) for cube in cubes)
    return tuple(cube if _may_be_odd(cube) else Cube(cube.face, False) for cube in cubes)


def can_be(seen: tuple[Cube, ...], lying: tuple[Cube, ...]) -> bool:
    """Whether the cubes `seen` can be some of those that are `lying` there."""
    faces_seen, faces_lying = Counter(cube.face for cube in seen), Counter(cube.face for cube in lying)
    if faces_seen - faces_lying:
        return False
    return all(_odd_agrees(face, seen, lying) for face in faces_seen)


def without(cubes: tuple[Cube, ...], taken: Iterable[Cube]) -> tuple[Cube, ...]:
    """`cubes` less those `taken`, which are among them."""
    left = list(cubes)
    for cube in taken:
        left.remove(cube)
    return tuple(left)


def in_order(cubes: Iterable[Cube]) -> tuple[Cube, ...]:
    """`cubes` by rising value, the sun last, a common cube before the odd one of the same face."""
    return tuple(sorted(cubes, key=_place))


def in_words(cubes: Iterable[Cube]) -> str:
    """The faces of `cubes` as a person lists them: "5, 5 and the sun"."""
    names = [phrase("the sun") if cube.face == SUN else cube.face for cube in in_order(cubes)]
    return all_of(names) if names else phrase("no cube")


@cache
def _place(cube: Cube) -> tuple[int, bool, bool]:
    return VALUE.get(cube.face, 99), bool(cube.odd), cube.odd is None


def _is_odd(cube: Cube) -> bool:
    return cube.odd is True or cube.face == SUN


def _may_be_odd(cube: Cube) -> bool:
    return cube.odd is not False and cube.face != "3"


def _odd_agrees(face: Face, seen: tuple[Cube, ...], lying: tuple[Cube, ...]) -> bool:
    """Whether as many odd and common cubes lie there with `face` as are seen."""
    for odd in (True, False):
        known = sum(cube.face == face and cube.odd is odd for cube in seen)
        possible = sum(cube.face == face and cube.odd in (odd, None) for cube in lying)
        if known > possible:
            return False
    return True

"""The cubes of a set vouch for each other: a set draws a face in one way on all of its cubes, and no other face so.

What the naming network sees of two faces on its way to their names is compared, as the cosine of the angle between
(Koch et al. 2015, "Siamese neural networks for one-shot image recognition", on telling alike from unlike by a
network's inner values). Where that contradicts the names, the less certain of them may be wrong: so a 6 of which
stars are worn off, and that looks like four bolts for sure, isn't named beside a 4 or beside another 6. And where it
bears a name out, that is likelier right: so a swirl that a shine half hides is named beside one that is plain to see.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations

import numpy as np

from vision.body_colour import Colour
from vision.chances import shares
from vision.networks import NONE
from vision.odd import LEAST_DISTANCE
from vision.sight import SeenCube

UNLIKE, ALIKE = 0.775, 0.8
"""Two cubes that are less alike don't bear the same face, and two that are more alike the same. On simulated throws
of other seeds than those that are reported, of worn sets, 8 of 3,038 rightly named pairs of one face were less alike,
a worn 6 that is surely a 4 and a 4 were 0.768, and pairs of different names were below 0.8."""
_BEARS_OUT, _PLAIN, _TIMES = 0.87, 0.999, 4.0
"""One that is more alike to another of its name, which is more certain than that, is so many times as likely right:
of the rightly named pairs nearly all are, and of the two wrongly named ones none was, so that of four one might be
(Laplace's rule of succession)."""
_WORN, _LOOKS_LIKE, _IN_THE_LEAST = "6", "4", 0.0005
"""Six stars that are worn run together to what looks like four bolts. What seems a 4 and, so likely at least, a 6
may be either: of 10,290 rightly named 4s of simulated throws, of other seeds than those that are reported, 7 seemed
so, and of the six 6s that seemed to be 4s, surer than 0.98, five did."""

_OF_ITS_COLOUR, _A_DIES = 2, 0.001
"""So many cubes of a 6's colour, one of them plainly named, bear out that it is one of the set; what is left then of
the chance that it is a die's. A die among the cubes of a set is rare, and has their colour by chance."""


def vouched(cubes: Sequence[SeenCube]) -> tuple[SeenCube, ...]:
    """The cubes of one set, the names likelier that others bear out, and those doubtful that contradict how alike two
    of them look."""
    told = [_maybe_worn(_borne_out(cube, cubes)) for cube in cubes]
    for one, other in combinations(range(len(told)), 2):
        weaker, surer = sorted((one, other), key=lambda index: _best(told[index].chances)[1])
        doubt = _contradiction(cubes[weaker], cubes[surer])
        if doubt is not None:
            told[weaker] = replace(told[weaker], chances=_either(told[weaker].chances, doubt))
    return tuple(told)


def by_their_colours(cubes: Sequence[SeenCube], colours: Sequence[Colour]) -> list[SeenCube]:
    """The cubes of one set, whose bodies have those `colours`: a 6 that may be a die's is a 6 where others of the set
    have its colour."""
    told, coloured = [], list(zip(cubes, colours, strict=True))
    for cube, colour in coloured:
        others = [other for other, its in coloured if other is not cube and near_in_colour(colour, its)]
        one_of_them = cube.like_pips and _is_one_of(others)
        told.append(replace(cube, chances=_no_dies(cube.chances)) if one_of_them else cube)
    return told


def _is_one_of(others: Sequence[SeenCube]) -> bool:
    """Whether the `others` of a cube's colour bear out that it is one of them."""
    named = [other for other in others if not other.like_pips and _is_plainly(_best(other.chances)[0], other)]
    return len(others) >= _OF_ITS_COLOUR and len(named) > 0


def near_in_colour(one: Colour, other: Colour) -> bool:
    """Whether the bodies of two cubes may be of one colour, each in the light that it lies in."""
    return float(np.linalg.norm(one - other)) < LEAST_DISTANCE / 2


def _no_dies(chances: Mapping[str, float]) -> Mapping[str, float]:
    return shares({face: chance * (_A_DIES if face == NONE else 1.0) for face, chance in chances.items()})


def _borne_out(cube: SeenCube, cubes: Sequence[SeenCube]) -> SeenCube:
    """The cube, its name likelier where another one looks the same and is plainly that."""
    name, _ = _best(cube.chances)
    plain = [other for other in cubes if other is not cube and _is_plainly(name, other)]
    if not any(alike > _BEARS_OUT for other in plain if (alike := _likeness(cube, other)) is not None):
        return cube
    lifted = {face: chance * (_TIMES if face == name else 1.0) for face, chance in cube.chances.items()}
    return replace(cube, chances=shares(lifted))


def _maybe_worn(cube: SeenCube) -> SeenCube:
    """The cube, as likely a worn 6 as the 4 that it seems to show, where it may be one."""
    (name, chance), worn = _best(cube.chances), cube.chances.get(_WORN, 0.0)
    if name != _LOOKS_LIKE or worn < _IN_THE_LEAST:
        return cube
    return replace(cube, chances=_either(cube.chances, {**cube.chances, _LOOKS_LIKE: worn, _WORN: chance}))


def _is_plainly(name: str, cube: SeenCube) -> bool:
    return name != NONE and cube.chances.get(name, 0.0) > _PLAIN


def _contradiction(weaker: SeenCube, surer: SeenCube) -> Mapping[str, float] | None:
    """What the weaker may show instead of what it is taken for; None where nothing speaks against that."""
    (name, _), (other, _) = _best(weaker.chances), _best(surer.chances)
    alike = _likeness(weaker, surer)
    if alike is None or NONE in (name, other):
        return None
    if name != other:
        return surer.chances if alike > ALIKE else None
    if alike >= UNLIKE:
        return None
    others = {face: share for face, share in weaker.chances.items() if face != name}
    # Of a face that is certain to the last digit 1 - chance is 0, though the others have chances.
    return shares(others if any(others.values()) else dict.fromkeys(others, 1.0))


def _likeness(one: SeenCube, other: SeenCube) -> float | None:
    """How alike two look: up to 1; None where what is seen of either wasn't kept."""
    return None if one.seen is None or other.seen is None else float(one.seen @ other.seen)


def _either(one: Mapping[str, float], other: Mapping[str, float]) -> dict[str, float]:
    """Chances, the likeliest first, of what may as well be the one as the other."""
    both = {face: (share + other.get(face, 0.0)) / 2 for face, share in one.items()}
    return dict(sorted(both.items(), key=lambda item: -item[1]))


def _best(chances: Mapping[str, float]) -> tuple[str, float]:
    return max(chances.items(), key=lambda item: item[1])

"""The cubes of a set vouch for each other: a set draws a face in one way on all of its cubes, and no other face so.

What the naming network sees of two faces on its way to their names is compared, as the cosine of the angle between
(Koch et al. 2015, "Siamese neural networks for one-shot image recognition", on telling alike from unlike by a
network's inner values). Where that contradicts the names, the less certain of them may be wrong. So a 6 of which
stars are worn off, and that looks like four bolts for sure, isn't named beside a 4 or beside another 6.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations

import numpy as np

from vision.networks import NONE
from vision.sight import SeenCube

UNLIKE, ALIKE = 0.765, 0.8
"""Two cubes that are less alike don't bear the same face, and two that are more alike the same. On simulated throws
of other seeds than those that are reported, worn sets among them, all of those with the same face were above 0.775,
but for some that were outlined wrongly, and those with different ones below 0.76."""


def vouched(cubes: Sequence[SeenCube]) -> tuple[SeenCube, ...]:
    """The cubes of one set, those doubtful whose names contradict how alike two of them look."""
    told = list(cubes)
    for one, other in combinations(range(len(told)), 2):
        weaker, surer = sorted((one, other), key=lambda index: _best(told[index].chances)[1])
        doubt = _contradiction(cubes[weaker], cubes[surer])
        if doubt is not None:
            told[weaker] = replace(told[weaker], chances=_either(told[weaker].chances, doubt))
    return tuple(told)


def _contradiction(weaker: SeenCube, surer: SeenCube) -> Mapping[str, float] | None:
    """What the weaker may show instead of what it is taken for; None where nothing speaks against that."""
    if weaker.seen is None or surer.seen is None:
        return None
    (name, chance), (other, _) = _best(weaker.chances), _best(surer.chances)
    if NONE in (name, other):
        return None
    alike = float(weaker.seen @ surer.seen)
    if name != other:
        return surer.chances if alike > ALIKE else None
    if alike >= UNLIKE:
        return None
    left = max(1.0 - chance, np.finfo(float).tiny)
    return {face: 0.0 if face == name else share / left for face, share in weaker.chances.items()}


def _either(one: Mapping[str, float], other: Mapping[str, float]) -> dict[str, float]:
    """Chances, the likeliest first, of what may as well be the one as the other."""
    both = {face: (share + other.get(face, 0.0)) / 2 for face, share in one.items()}
    return dict(sorted(both.items(), key=lambda item: -item[1]))


def _best(chances: Mapping[str, float]) -> tuple[str, float]:
    return max(chances.items(), key=lambda item: item[1])

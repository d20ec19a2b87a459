"""Where a camera stands, by the cubes alone: where no mat is in view, they tell leaning ones from flat ones.

Flat cubes have square tops of one size in one plane, and seen from the right place most of them look flat to the
leaning network too. Many places are tried, first those from which the tops come out squarest, then some near the best
of these. None of them is believed alone: what each cube looks like from every place counts by how well the place
explains all of them (Hoeting et al. 1999, on Bayesian model averaging), so that a lucky guess makes no cube lean.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.random import default_rng
from numpy.typing import NDArray

from vision.finder import width_of
from vision.mat import Mat
from vision.planes import Array
from vision.settings import MatSettings

FEWEST = 3
"""Of fewer cubes each could stand as it likes."""
_TILTS, _TURNS = np.radians(np.arange(0.0, 55.0, 9.0)), np.radians(np.arange(0.0, 360.0, 30.0))
_FOCAL = 1.7
"""Focal length, in longest sides of the picture: a telephone's camera has 0.7, a part of its pictures more."""
_SQUAREST, _STEPS, _A_STEP, _BEST = 40, 5, 12, 3
"""So many places are tried at first; then, in so many steps, so many near the best few."""
_NEAR = (0.06, 0.2, 0.02)
"""How far from these they are: radians, and as logarithms the focal length and a cube's width."""
_OFF, _FAR_OFF = 0.08, 6.0
"""How far tops usually are, as logarithms, from squares of one size, and what one that is far from that counts."""
_SQUARES_COUNT = 0.15
_FLAT, _LEANING_COSTS = 4.0, 2.5
"""A cube looks flat from a place where its log odds of leaning are well below minus this; one that doesn't speaks no
more than so much against the place, for it may truly lean."""

Looks = Callable[[Sequence[Mat]], NDArray[np.float64]]
"""For each place of the camera the log odds (places, n) of leaning of the cubes."""


class _Place(NamedTuple):
    """`tilt`: by how much (x, y) the camera looks aslant, in radians; `focal` length and `width` of a cube in the
    middle of the picture, in pixels."""

    tilt: NDArray[np.float64]
    focal: float
    width: float


def leaning_odds(quads: Sequence[Array], size: tuple[int, int], looks: Looks) -> NDArray[np.float64]:
    """The log odds (n,) of leaning of the cubes with the tops `quads`, (4, 2) pixels, of which there are FEWEST or
    more. `size`: width and height of the picture."""
    rng = default_rng(0)  # the same picture is read alike every time
    places: list[_Place] = []
    plausible: list[float] = []
    odds = np.empty((0, len(quads)))
    further = _squarest(quads, size)
    for _ in range(1 + _STEPS):
        seen = looks([_seen_from(place, size) for place in further])
        plausible += [_plausible(place, quads, size, each) for place, each in zip(further, seen, strict=True)]
        places, odds = places + further, np.concatenate([odds, seen])
        best = np.argsort(plausible)[::-1][:_BEST]
        further = [_near(places[best[number % len(best)]], rng) for number in range(_A_STEP)]
    weights = np.exp(np.array(plausible) - max(plausible))
    return np.asarray(weights @ odds / weights.sum())


def _squarest(quads: Sequence[Array], size: tuple[int, int]) -> list[_Place]:
    """The places from which the tops are most like squares of one size."""
    width = float(np.median([width_of(quad) for quad in quads]))
    tried = []
    for tilt in _TILTS:
        for turn in _TURNS if tilt else _TURNS[:1]:
            place = _Place(tilt * np.array([np.cos(turn), np.sin(turn)]), _FOCAL * max(size), width)
            off, scale = _off_square(place, quads, size)
            tried.append((off, place._replace(width=width * scale)))
    return [place for _, place in sorted(tried, key=lambda each: each[0])[:_SQUAREST]]


def _near(place: _Place, rng: np.random.Generator) -> _Place:
    angle, focal, width = _NEAR
    return _Place(
        place.tilt + rng.normal(0, angle, 2),
        place.focal * float(np.exp(rng.normal(0, focal))),
        place.width * float(np.exp(rng.normal(0, width))),
    )


def _plausible(
    place: _Place, quads: Sequence[Array], size: tuple[int, int], odds: NDArray[np.float64]
) -> float:
    """How well a place explains what is seen, as a logarithm. `odds`: what the cubes look like from it."""
    against = np.minimum(np.logaddexp(0.0, odds + _FLAT), _LEANING_COSTS).sum()
    return -float(against) - _SQUARES_COUNT * _off_square(place, quads, size)[0]


def _off_square(place: _Place, quads: Sequence[Array], size: tuple[int, int]) -> tuple[float, float]:
    """How far the tops are from squares of one size, seen from there, and what their size is, in cubes."""
    mat = _seen_from(place, size)
    corners = mat.to_mm(np.concatenate(quads)).reshape(-1, 4, 2) / mat.settings.cube
    across = (corners[:, 1] + corners[:, 2] - corners[:, 0] - corners[:, 3]) / 2
    down = (corners[:, 2] + corners[:, 3] - corners[:, 0] - corners[:, 1]) / 2
    longer, shorter = np.linalg.svd(np.stack([across, down], axis=2), compute_uv=False).T
    sizes = np.log(longer * shorter) / 2
    usual = np.median(sizes)
    off = np.stack([np.log(longer / shorter), sizes - usual]) / _OFF
    return float(np.minimum(off**2, _FAR_OFF).sum()), float(np.exp(usual))


def _seen_from(place: _Place, size: tuple[int, int]) -> Mat:
    """The table as a mat of which nothing is known but how the camera looks at it; its origin is in the middle of the
    picture."""
    slant = float(np.hypot(*place.tilt))
    aslant = place.tilt * (np.sin(slant) / slant if slant else 1.0)
    up = np.array([*aslant, -np.cos(slant)])  # seen from the camera, which has z ahead and y down
    across = np.array([1.0, 0.0, 0.0]) - up[0] * up
    across /= np.linalg.norm(across)
    along = np.cross(across, up)
    ahead = np.array([0.0, 0.0, place.focal / place.width])
    camera = np.array([[place.focal, 0.0, size[0] / 2], [0.0, place.focal, size[1] / 2], [0.0, 0.0, 1.0]])
    settings = MatSettings()
    top, floor = (
        camera @ np.column_stack([across / settings.cube, along / settings.cube, origin])
        for origin in (ahead, ahead - up)
    )
    return Mat(floor / floor[2, 2], top / top[2, 2], 0.0, frozenset(), ahead[2] * settings.cube, settings)

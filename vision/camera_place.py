"""Where a camera stands, by the cubes alone: where no mat is in view, they tell leaning ones from flat ones.

Flat cubes have square tops of one size in one plane, and seen from the right place most of them look flat to the
leaning network too. Many places are tried, first those from which the tops come out squarest, then some near the best
of these, nearer and nearer. None of them is believed alone: what is seen from each counts by how well it explains all
cubes (a logarithmic opinion pool; Genest and Zidek 1986), so that a lucky guess makes no cube lean.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.random import default_rng
from numpy.typing import NDArray

from vision.finder import width_of
from vision.mat import Mat
from vision.planes import Array, inverse
from vision.settings import MatSettings

FEWEST, MOST = 3, 8
"""Of fewer cubes each could stand as it likes; more than so many tell nothing new."""
_TILTS, _TURNS = np.radians(np.arange(0.0, 55.0, 9.0)), np.radians(np.arange(0.0, 360.0, 30.0))
_FOCAL = 1.7
"""Focal length, in longest sides of the picture: a telephone's camera has 0.7, a part of its pictures more."""
_SQUAREST, _A_STEP, _BEST = 40, 12, 3
"""So many places are tried at first; then, in each step, so many near the best few."""
_STEPS = (1.0, 1.0, 1.0, 1.0, 0.7, 0.7, 0.7, 0.5, 0.5, 0.5, 0.35, 0.35, 0.25, 0.25)
"""How near in each step, in times _NEAR."""
_FIRST_STEPS, _APART, _MORE_COSTS = 2, 0.15, 0.2
"""In the first steps the best few look so far apart, in radians: tops may look square from either side of upright.
And it costs more there that cubes seem to lean (see `_total`): all may seem to, and from some places less so."""
_LIKELIEST = 16
"""Of all these, the ones that count."""
_NEAR = (0.06, 0.2, 0.02)
"""How far from these they are at first: radians, and as logarithms the focal length and a cube's width."""
_OFF, _FAR_OFF = 0.08, 6.0
"""How far tops usually are, as logarithms, from squares of one size, and what one that is far from that counts."""
_SQUARES_COUNT = 0.3
_FLAT, _LEANING_COSTS = 6.0, 4.0
"""A cube looks flat from a place where its log odds of leaning are well below minus this; one that doesn't speaks no
more than so much against the place, for it may truly lean."""

_SMALLEST = 1e-6
"""A top that is smaller, in cubes, is none."""

Looks = Callable[[Sequence[Mat]], NDArray[np.float64]]
"""For each place of the camera the log odds (places, n) of leaning of the cubes."""


class _Place(NamedTuple):
    """`tilt`: by how much (x, y) the camera looks aslant, in radians; `focal` length and `width` of a cube in the
    middle of the picture, in pixels."""

    tilt: NDArray[np.float64]
    focal: float
    width: float


class Places(NamedTuple):
    """From where a camera may look, the likeliest first. `mats`: each as a mat that lies on the table; `weights`
    (n,): how likely each is, adding up to 1."""

    mats: list[Mat]
    weights: NDArray[np.float64]


def likely_places(quads: Sequence[Array], size: tuple[int, int], looks: Looks) -> Places:
    """The likeliest places of the camera, by the tops (4, 2) of FEWEST to MOST cubes in a picture of `size` (width,
    height)."""
    rng = default_rng(0)  # the same picture is read alike every time
    places = _squarest(quads, size)
    against = _against(places, quads, size, looks)
    for step, scale in enumerate(_STEPS):
        best = _far_apart(places, against) if step < _FIRST_STEPS else np.argsort(_total(against))[:_BEST]
        further = [_near(places[best[number % len(best)]], scale, rng) for number in range(_A_STEP)]
        places = places + further
        against = np.vstack([against, _against(further, quads, size, looks)])
    total = _total(against)
    likeliest = np.argsort(total)[:_LIKELIEST]
    weights = np.exp(total[likeliest[0]] - total[likeliest])
    return Places([_seen_from(places[index], size) for index in likeliest], weights / weights.sum())


def _squarest(quads: Sequence[Array], size: tuple[int, int]) -> list[_Place]:
    """The places from which the tops are most like squares of one size."""
    width = max(1.0, float(np.median([width_of(quad) for quad in quads])))
    tried = []
    for tilt in _TILTS:
        for turn in _TURNS if tilt else _TURNS[:1]:
            place = _Place(tilt * np.array([np.cos(turn), np.sin(turn)]), _FOCAL * max(size), width)
            off, scale = _off_square(place, quads, size)
            tried.append((off, place._replace(width=width * scale)))
    return [place for _, place in sorted(tried, key=lambda each: each[0])[:_SQUAREST]]


def _far_apart(places: Sequence[_Place], against: NDArray[np.float64]) -> list[int]:
    """The best few of the places that look far apart."""
    best: list[int] = []
    for index in np.argsort(_total(against, _MORE_COSTS)).tolist():
        apart = [np.hypot(*(places[index].tilt - places[other].tilt)) for other in best]
        if min(apart, default=np.inf) >= _APART:
            best.append(index)
    return best[:_BEST]


def _near(place: _Place, scale: float, rng: np.random.Generator) -> _Place:
    angle, focal, width = scale * np.array(_NEAR)
    return _Place(
        place.tilt + rng.normal(0, angle, 2),
        place.focal * float(np.exp(rng.normal(0, focal))),
        place.width * float(np.exp(rng.normal(0, width))),
    )


def _against(
    places: Sequence[_Place], quads: Sequence[Array], size: tuple[int, int], looks: Looks
) -> NDArray[np.float64]:
    """What speaks against each place, as logarithms: each cube's look, and last their squares (places, n + 1)."""
    odds = looks([_seen_from(place, size) for place in places])
    off = np.array([_off_square(place, quads, size)[0] for place in places])
    return np.column_stack([np.logaddexp(0.0, odds + _FLAT), _SQUARES_COUNT * off])


def _total(against: NDArray[np.float64], more_costs: float = 0.0) -> NDArray[np.float64]:
    """All that speaks against each place: a cube that leans costs so much, and what its look is beyond that so many
    times."""
    by_cubes = against[:, :-1]
    beyond = np.maximum(0.0, by_cubes - _LEANING_COSTS)
    return np.asarray((by_cubes - (1 - more_costs) * beyond).sum(axis=1) + against[:, -1])


def _off_square(place: _Place, quads: Sequence[Array], size: tuple[int, int]) -> tuple[float, float]:
    """How far the tops are from squares of one size, seen from there, and what their size is, in cubes; infinitely
    far where one would lie beyond the table's horizon."""
    mat, points = _seen_from(place, size), np.concatenate(quads)
    if (np.column_stack([points, np.ones(len(points))]) @ inverse(mat.top)[2] <= 0).any():
        return np.inf, 1.0
    corners = mat.to_mm(points).reshape(-1, 4, 2) / mat.settings.cube
    across = (corners[:, 1] + corners[:, 2] - corners[:, 0] - corners[:, 3]) / 2
    down = (corners[:, 2] + corners[:, 3] - corners[:, 0] - corners[:, 1]) / 2
    longer, shorter = np.maximum(np.linalg.svd(np.stack([across, down], axis=2), compute_uv=False).T, _SMALLEST)
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
    height = (ahead[2] * np.cos(slant) + 1.0) * settings.cube
    return Mat(floor / floor[2, 2], top / top[2, 2], 0.0, frozenset(), float(height), settings)

"""Where a camera stands, by the cubes alone: where no mat is in view, they tell leaning ones from flat ones.

Flat cubes have square tops of one size in one plane, and seen from the right place most of them look flat to the
facing network too. Places are tried from which the tops come out squarest; which way the tops seem to face from one
of these tells the next, where most of them face straight up; and then some near the best. None of them is believed
alone: what is seen from each counts by how well it explains all cubes (a logarithmic opinion pool; Genest and Zidek
1986), so that a lucky guess makes no cube lean.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.random import default_rng
from numpy.typing import NDArray

from vision.mat import Mat
from vision.planes import Array, inverse
from vision.quads import width_of
from vision.settings import MatSettings

FEWEST, MOST = 3, 8
"""Of fewer cubes each could stand as it likes; more than so many tell nothing new."""
_TILTS, _TURNS = np.radians(np.arange(0.0, 55.0, 9.0)), np.radians(np.arange(0.0, 360.0, 30.0))
_FOCAL = 1.7
"""Focal length, in longest sides of the picture: a telephone's camera has 0.7, a part of its pictures more."""
_STARTS, _APART = 12, 0.12
"""So many of the places from which the tops are squarest are tried, which look so far apart, in radians: tops may
look square from either side of upright."""
_REFINED = (8, 4, 2)
"""So many of the best are refined, one time after the other."""
_NEAR = (0.015, 0.1, 0.01)
"""How far other places are from the best: radians, and as logarithms the focal length and a cube's width."""
_FURTHER = 15
"""So many of these."""
_LIKELIEST, _OF_FEW, _ENOUGH = 8, 16, 5
"""Of all these, the ones that count; where fewer than so many cubes tell, more of them are nearly as likely."""
_OFF, _FAR_OFF = 0.08, 6.0
"""How far tops usually are, as logarithms, from squares of one size, and what one that is far from that counts."""
_SQUARES_COUNT = 0.3
_FLAT, _LEANING_COSTS = 6.0, 4.0
"""A cube looks flat from a place where its log odds of leaning are well below minus this; one that doesn't speaks no
more than so much against the place, for it may truly lean."""

_ASIDE, _FACING_COSTS = 0.05, 3.0
"""How far aside, in radians, tops of flat cubes seem to face, and what one that faces far aside counts."""
_FOCALS, _FOCAL_UNKNOWN = np.linspace(-0.9, 0.9, 25), 0.4
"""How much longer and shorter, as logarithms, focal lengths are tried, and how far they usually are from _FOCAL."""
_ROUNDS = 8

_SMALLEST = 1e-6
"""A top that is smaller, in cubes, is none."""


class TopsSeen(NamedTuple):
    """What cubes look like from places of the camera. `leaning` (places, n): log odds; `facing` (places, n, 2): which
    way the tops face, (x, y) of their normals on the place's mat."""

    leaning: NDArray[np.float64]
    facing: NDArray[np.float64]


Look = Callable[[Sequence[Mat]], TopsSeen]


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

    def likeliest(self, many: int) -> Places:
        """So many of them."""
        return Places(self.mats[:many], self.weights[:many] / self.weights[:many].sum())


class _Tried(NamedTuple):
    """`against`: all that speaks against a place, as a logarithm. `facing` (n, 2): see `TopsSeen`."""

    place: _Place
    against: float
    facing: Array


def likely_places(quads: Sequence[Array], size: tuple[int, int], look: Look) -> Places:
    """The likeliest places of the camera, by the tops (4, 2) of FEWEST to MOST cubes in a picture of `size` (width,
    height)."""
    rng = default_rng(0)  # the same picture is read alike every time

    def attempt(places: Sequence[_Place]) -> list[_Tried]:
        seen = look([_seen_from(place, size) for place in places])
        off = [_off_square(place, quads, size)[0] for place in places]
        return list(map(_Tried, places, _against(seen, off).tolist(), seen.facing))

    newest = tried = attempt(_squarest(quads, size))
    for many in _REFINED:
        newest = attempt([_refined(each, quads, size) for each in _best(newest, many)])
        tried = tried + newest
    (best,) = _best(tried, 1)
    tried = tried + attempt([_near(best.place, rng) for _ in range(_FURTHER)])
    likeliest = _best(tried, _LIKELIEST if len(quads) >= _ENOUGH else _OF_FEW)
    weights = np.exp([likeliest[0].against - each.against for each in likeliest])
    return Places([_seen_from(each.place, size) for each in likeliest], weights / weights.sum())


def _best(tried: Iterable[_Tried], many: int) -> list[_Tried]:
    return sorted(tried, key=lambda each: each.against)[:many]


def _squarest(quads: Sequence[Array], size: tuple[int, int]) -> list[_Place]:
    """The places from which the tops are most like squares of one size, and that look far apart."""
    width = max(1.0, float(np.median([width_of(quad) for quad in quads])))
    tried = []
    for tilt in _TILTS:
        for turn in _TURNS if tilt else _TURNS[:1]:
            place = _Place(tilt * np.array([np.cos(turn), np.sin(turn)]), _FOCAL * max(size), width)
            off, scale = _off_square(place, quads, size)
            tried.append((off, place._replace(width=width * scale)))
    best: list[_Place] = []
    for _, place in sorted(tried, key=lambda each: each[0]):
        if all(np.hypot(*(place.tilt - other.tilt)) >= _APART for other in best):
            best.append(place)
    return best[:_STARTS]


def _refined(tried: _Tried, quads: Sequence[Array], size: tuple[int, int]) -> _Place:
    """The place as it is where most tops face straight up, and the focal length with which they do so most alike."""
    place, facing = tried.place, tried.facing
    upwards = np.sqrt(np.maximum(0.0, 1.0 - (facing**2).sum(axis=1)))
    seen = np.column_stack([facing, upwards]) @ _frame(place).T
    middles = np.array([quad.mean(axis=0) for quad in quads]) - np.array(size) / 2
    focals = place.focal * np.exp(_FOCALS)
    turned = _turned(seen, _sights(middles, np.array([place.focal])), _sights(middles, focals))
    upright = _consensus(turned)
    alike = np.log1p(((turned - upright[:, None]) ** 2).sum(axis=-1) / _ASIDE**2).sum(axis=-1)
    usual = (np.log(focals / (_FOCAL * max(size))) / _FOCAL_UNKNOWN) ** 2 / 2
    likeliest = int(np.argmin(alike + usual))
    x, y, z = upright[likeliest]
    aside = float(np.hypot(x, y))
    tilt = np.array([x, y]) * (np.arctan2(aside, -z) / aside if aside else 1.0)
    return _fitted(place._replace(tilt=tilt, focal=float(focals[likeliest])), quads, size)


def _fitted(place: _Place, quads: Sequence[Array], size: tuple[int, int]) -> _Place:
    """The place with a cube as wide as the tops are, seen from there."""
    return place._replace(width=place.width * _off_square(place, quads, size)[1])


def _sights(middles: Array, focals: Array) -> Array:
    """The lines of sight (m, n, 3), as unit vectors, with each of the focal lengths (m,) to points (n, 2) that are
    told from the middle of the picture."""
    ways = np.empty((len(focals), len(middles), 3))
    ways[..., :2], ways[..., 2] = middles, focals[:, None]
    return np.asarray(ways / np.linalg.norm(ways, axis=-1, keepdims=True))


def _turned(vectors: Array, before: Array, after: Array) -> Array:
    """The `vectors` (n, 3), each turned as its line of sight is, from `before` to each of those `after` (m, n, 3)."""
    axes, cosines = np.cross(before, after), (before * after).sum(axis=-1, keepdims=True)
    along = axes * (axes * vectors).sum(axis=-1, keepdims=True) / (1 + cosines)
    return np.asarray(vectors * cosines + np.cross(axes, vectors) + along)


def _consensus(up: Array) -> Array:
    """Which way (m, 3) is up for most of those (m, n, 3)."""
    upright = np.median(up, axis=1)
    for _ in range(_ROUNDS):
        off = ((up - upright[:, None]) ** 2).sum(axis=-1) / _ASIDE**2
        says = 1.0 / (1.0 + off[..., None]) ** 2
        upright = (says * up).sum(axis=1) / says.sum(axis=1)
    return np.asarray(upright)


def _near(place: _Place, rng: np.random.Generator) -> _Place:
    angle, focal, width = _NEAR
    return _Place(
        place.tilt + rng.normal(0, angle, 2),
        place.focal * float(np.exp(rng.normal(0, focal))),
        place.width * float(np.exp(rng.normal(0, width))),
    )


def _against(seen: TopsSeen, off: Sequence[float]) -> NDArray[np.float64]:
    """What speaks against each place (places,): its cubes, and how far `off` (places,) squares their tops are."""
    looks = np.minimum(np.logaddexp(0.0, seen.leaning + _FLAT), _LEANING_COSTS)
    facing = np.minimum((seen.facing**2).sum(axis=2) / _ASIDE**2, _FACING_COSTS)
    return np.asarray((looks + facing).sum(axis=1) + _SQUARES_COUNT * np.array(off))


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


def _frame(place: _Place) -> NDArray[np.float64]:
    """How the table lies as seen from the camera, which has z ahead and y down: as columns its x and y, and up."""
    slant = float(np.hypot(*place.tilt))
    aslant = place.tilt * (np.sin(slant) / slant if slant else 1.0)
    up = np.array([*aslant, -np.cos(slant)])
    across = np.array([1.0, 0.0, 0.0]) - up[0] * up
    across /= np.linalg.norm(across)
    return np.column_stack([across, np.cross(across, up), up])


def _seen_from(place: _Place, size: tuple[int, int]) -> Mat:
    """The table as a mat of which nothing is known but how the camera looks at it; its origin is in the middle of the
    picture."""
    across, along, up = _frame(place).T
    ahead = np.array([0.0, 0.0, place.focal / place.width])
    camera = np.array([[place.focal, 0.0, size[0] / 2], [0.0, place.focal, size[1] / 2], [0.0, 0.0, 1.0]])
    settings = MatSettings()
    top, floor = (
        camera @ np.column_stack([across / settings.cube, along / settings.cube, origin])
        for origin in (ahead, ahead - up)
    )
    height = (1.0 - ahead[2] * up[2]) * settings.cube
    return Mat(floor / floor[2, 2], top / top[2, 2], 0.0, frozenset(), float(height), settings)

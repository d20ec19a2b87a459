"""What the finder looks at: a picture as it is, scaled, or the tray or a part of a table as seen from straight above.

Where the mat is known the tray is shown to the finder flat, in the plane of the cubes' tops. Then every flat top is a
square of the same size wherever it lies, nothing beside the tray is looked at, and how steeply the camera sees each
place is known: without that a flat cube seen from the side looks like one that leans.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass, replace
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from vision.lens import Lens
from vision.mat import Mat
from vision.networks import CUBE_WIDTH, FINDER_MULTIPLE, Picture

_COARSE = 1.1
"""A picture is halved while its cubes stay this much wider than the finder wants them: a warp alone skips pixels."""
_BORDER = 25.0
"""Millimetres round tray and rail that are looked at too: there a hand is in the way."""

_ROOM, _WIDEST = 2.0, 50.0
"""So much of a table is looked at round cubes, and no more than so much of it, in cubes."""
_SMALLEST_PX = 4.0
"""And no cubes that are smaller in the picture, or larger than it."""


class Slant(NamedTuple):
    """From where a view was taken: the point under the camera, and how high above it the camera is, in its pixels.

    A line of sight at (x, y) leans by ((x, y) - nadir) / height from the vertical.
    """

    nadir_x: float
    nadir_y: float
    height: float


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """`pixels` (height, width, 3), in which a cube's top is about CUBE_WIDTH wide; `to_picture`: homography (3 x 3)
    from them to the pixels of the picture, in which it is about `cube_px` wide. `slant`: None where nothing is known
    of the camera's place. `lens`: the homography is to the pixels of one that bends nothing. `of_tray`: whether it
    shows a whole tray, most of which may be bare.
    """

    pixels: Picture
    to_picture: NDArray[np.float64]
    cube_px: float
    slant: Slant | None = None
    lens: Lens | None = None
    of_tray: bool = False

    def points(self, points: ArrayLike) -> NDArray[np.float64]:
        """Points (n x 2) of the view as points of the picture."""
        values = np.asarray(points, np.float64).reshape(1, -1, 2)
        straight = np.asarray(cv2.perspectiveTransform(values, self.to_picture)[0], np.float64)
        return self.lens.bent(straight) if self.lens else straight

    def mirrored(self) -> View:
        """The same, left and right exchanged."""
        last = self.pixels.shape[1] - 1
        flip = np.array([[-1.0, 0.0, last], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]])
        slant = self.slant and self.slant._replace(nadir_x=last - self.slant.nadir_x)
        return replace(
            self, pixels=np.ascontiguousarray(self.pixels[:, ::-1]), to_picture=self.to_picture @ flip, slant=slant
        )

    def upside_down(self) -> View:
        """The same, turned by half a turn."""
        right, bottom = self.pixels.shape[1] - 1, self.pixels.shape[0] - 1
        turn = np.array([[-1.0, 0.0, right], [0.0, -1.0, bottom], [0.0, 0.0, 1.0]])
        slant = self.slant and Slant(right - self.slant.nadir_x, bottom - self.slant.nadir_y, self.slant.height)
        pixels = np.ascontiguousarray(self.pixels[::-1, ::-1])
        return replace(self, pixels=pixels, to_picture=self.to_picture @ turn, slant=slant)


def plain_view(picture: Picture, cube_px: float, border: int = 0) -> View:
    """The whole picture, scaled so that tops `cube_px` wide come out as the finder wants them.

    `border`: so many pixels of the view are added round it, in which the picture's edge goes on.
    """
    scale = CUBE_WIDTH / cube_px
    width, height = max(1, round(picture.shape[1] * scale)), max(1, round(picture.shape[0] * scale))
    flags = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    small = cv2.resize(picture, (width, height), interpolation=flags)
    below, right = (border + -(side + 2 * border) % FINDER_MULTIPLE for side in (height, width))
    padded = cv2.copyMakeBorder(small, border, below, border, right, cv2.BORDER_REPLICATE)
    # The centres of pixels lie half a pixel in, at either scale.
    x, y = picture.shape[1] / width, picture.shape[0] / height
    to_picture = np.array(
        [[x, 0.0, (x - 1) / 2 - border * x], [0.0, y, (y - 1) / 2 - border * y], [0.0, 0.0, 1.0]]
    )
    return View(np.asarray(padded, np.uint8), to_picture, cube_px)


def view_from_above(
    picture: Picture, to_picture: NDArray[np.float64], size: tuple[int, int], cube_px: float, slant: Slant
) -> View:
    """The part of `picture` that `to_picture` shows in a view of `size` (width, height).

    `cube_px`: about how wide a top is in the picture.
    """
    halvings = _halvings(cube_px)
    small = _halved(picture, halvings)
    to_small = _shrinking(halvings, 0, 0) @ to_picture
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    pixels = cv2.warpPerspective(small, to_small, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return View(np.asarray(pixels, np.uint8), to_picture, cube_px, slant)


def view_of_tray(picture: Picture, mat: Mat) -> View:
    """Tray and rail with a border for walls and hands, from straight above at the height of the cubes' tops."""
    height, width = picture.shape[:2]
    sampling = _sampling(mat, (width, height))
    small = _halved(picture[sampling.window], sampling.halvings)
    pixels = cv2.remap(small, *sampling.places, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return View(
        np.asarray(pixels, np.uint8), sampling.to_picture, sampling.cube_px, sampling.slant, mat.lens, of_tray=True
    )


def view_of_table(picture: Picture, mat: Mat, tops: ArrayLike) -> View | None:
    """The part of a table on which the `tops` (n, 4, 2) of cubes lie, from straight above at their height; None where
    that is too large a part, or not to be seen. `mat`: how the camera looks at the table."""
    corners = mat.to_mm(np.reshape(tops, (-1, 2)))
    room = _ROOM * mat.settings.cube
    (left, top), (right, bottom) = corners.min(axis=0) - room, corners.max(axis=0) + room
    middle = mat.to_pixels([((left + right) / 2, (top + bottom) / 2)])[0]
    cube_px = mat.cube_pixels((middle[0], middle[1]))
    # Written so that what isn't a number, of tops on the table's horizon, won't do either.
    fits = max(right - left, bottom - top) <= _WIDEST * mat.settings.cube
    if not (fits and _SMALLEST_PX <= cube_px <= min(picture.shape[:2])):
        return None
    to_picture, size, slant = _from_above(mat, (left, top, right, bottom))
    return view_from_above(picture, to_picture, size, cube_px, slant)


def _from_above(
    mat: Mat, extent: tuple[float, float, float, float]
) -> tuple[NDArray[np.float64], tuple[int, int], Slant]:
    """From a view of that part (left, top, right, bottom; millimetres) to the pixels of a lens that bends nothing,
    the view's width and height, and its slant."""
    left, top, right, bottom = extent
    per_mm = CUBE_WIDTH / mat.settings.cube
    width, height = (
        int(np.ceil(mm * per_mm / FINDER_MULTIPLE)) * FINDER_MULTIPLE for mm in (right - left, bottom - top)
    )
    to_mm = np.array([[1 / per_mm, 0.0, left], [0.0, 1 / per_mm, top], [0.0, 0.0, 1.0]])
    nadir, camera = mat.camera_place()
    x, y = (nadir - (left, top)) * per_mm
    return mat.top @ to_mm, (width, height), Slant(float(x), float(y), (camera - mat.settings.cube) * per_mm)


class _Sampling(NamedTuple):
    """How a view is taken from pictures: the `window` that it shows of them, how often that is halved, and where in
    it each pixel of the view is then, as OpenCV wants that to remap quickly. The rest is as `View` has it."""

    window: tuple[slice, slice]
    halvings: int
    places: tuple[NDArray[np.int16], NDArray[np.uint16]]
    to_picture: NDArray[np.float64]
    cube_px: float
    slant: Slant


@functools.lru_cache(maxsize=2)
def _sampling(mat: Mat, size: tuple[int, int]) -> _Sampling:
    """For pictures of `size` (width, height). Mats lie still for long."""
    to_picture, view_size, slant = _from_above(mat, mat.extent(_BORDER))
    grid = _grid(view_size)
    edge = _places(np.concatenate([grid[0], grid[-1], grid[:, 0], grid[:, -1]])[None], to_picture, mat.lens)[0]
    cube_px = mat.cube_pixels()
    halvings = _halvings(cube_px)
    block = 2**halvings
    first = (np.clip(edge.min(axis=0) - block, 0, np.array(size) - 1) // block * block).astype(int)
    end = np.clip((edge.max(axis=0) // block + 2) * block, first + 1, size).astype(int)
    places = cv2.transform(_places(grid, to_picture, mat.lens), _shrinking(halvings, *first)[:2])
    coarse, fine = cv2.convertMaps(places, np.empty(0), cv2.CV_16SC2)
    window = slice(first[1], end[1]), slice(first[0], end[0])
    mapping = (np.asarray(coarse, np.int16), np.asarray(fine, np.uint16))
    return _Sampling(window, halvings, mapping, to_picture, cube_px, slant)


@functools.lru_cache(maxsize=2)
def _grid(size: tuple[int, int]) -> NDArray[np.float32]:
    """The places (height, width, 2) of the pixels of a view of `size` (width, height)."""
    width, height = size
    return np.stack(np.meshgrid(np.arange(width), np.arange(height)), axis=-1).astype(np.float32)


def _places(grid: NDArray[np.float32], to_picture: NDArray[np.float64], lens: Lens | None) -> NDArray[np.float32]:
    """Where places (..., 2) of a view are in a picture."""
    straight = np.asarray(cv2.perspectiveTransform(grid, to_picture), np.float32)
    return straight if lens is None else lens.bent(straight).reshape(straight.shape).astype(np.float32)


def _halvings(cube_px: float) -> int:
    """How often a picture can be halved so that its cubes stay wide enough."""
    return max(0, int(np.ceil(np.log2(cube_px / (_COARSE * CUBE_WIDTH)))) - 1)


def _shrinking(halvings: int, left: int, top: int) -> NDArray[np.float64]:
    """From pixels of a picture to those of its part from (left, top) on, halved so often: (3, 3)."""
    block = 2**halvings
    return np.array([
        [1 / block, 0.0, (0.5 - left) / block - 0.5],
        [0.0, 1 / block, (0.5 - top) / block - 0.5],
        [0.0, 0.0, 1.0],
    ])  # fmt: skip


def _halved(picture: Picture, times: int) -> Picture:
    for _ in range(times):
        picture = np.asarray(cv2.resize(picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8)
    return picture

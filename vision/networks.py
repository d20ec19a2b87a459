"""What the networks expect and give: shared by those who train them and those who use them.

Kept free of PyTorch, for the reader runs with OpenCV alone.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from vision.quads import clockwise

Picture = NDArray[np.uint8]
_Value = TypeVar("_Value", np.uint8, np.float32)

FINDER_FILE = Path(__file__).parent / "models" / "finder.onnx"
CLASSIFIER_FILE = Path(__file__).parent / "models" / "classifier.onnx"
USUAL_FILE = Path(__file__).parent / "models" / "usual.onnx"
LEANING_FILE = Path(__file__).parent / "models" / "leaning.onnx"
FACING_FILE = Path(__file__).parent / "models" / "facing.onnx"

# The finder's view is scaled so that a cube's top face is about this wide. It is given cells of STRIDE x STRIDE
# pixels, and its maps have one value a cell.
CUBE_WIDTH = 20.0
STRIDE = 4
FINDER_INPUTS = 51  # a cell's pixels in three colours, how its line of sight leans in x and y, whether that is known
FINDER_MULTIPLE = 32  # a view's width and height are multiples of this
SLANT_GAIN = 4.0
# Channels of the finder's maps.
HEAT, OFFSET, LOG_SIZE, STRETCH, TURN, COCKED, FOREIGN, OBSTRUCTED = (
    0,
    slice(1, 3),
    3,
    slice(4, 6),
    slice(6, 8),
    8,
    9,
    10,
)
FINDER_CHANNELS = 11

FOLD = 2  # the classifier is given cells of FOLD x FOLD pixels
CROP = 48  # the classifier's crop is CROP x CROP, 2 channels
FACE_INPUTS = 2 * FOLD**2
CROP_MARGIN = 0.12  # how much more than the face is in it, on each side, as a share of the face
LEAN_CROP = 72  # the leaning network's crop is LEAN_CROP x LEAN_CROP
LEAN_FOLD = 3  # and its cells have so many pixels in each direction
LEAN_INPUTS = 3 * LEAN_FOLD**2 + 2  # a cell's pixels in three colours, and how the camera looks, in x and y
LEAN_SLANT_GAIN = 4.0
LEAN_REACH = 1.2  # how far its crop reaches from the top face's centre, in sides of a cube
LEAN_BRIGHTER = 0.4
"""Exponent by which what is seen of a cube that may lean, 0..1, is made brighter: in the scenes that networks learn
from, sides in the shade are seldom as dark as below one strong lamp, where they look like the shadow of a flat cube.
Chosen on simulated throws of other seeds than those that are reported."""

_COVARIANCE = cv2.COVAR_NORMAL | cv2.COVAR_ROWS | cv2.COVAR_SCALE  # of the rows of an array, as a mean

NONE = "none"  # no face of the set: a pipped die, a coin, bare floor
CLASSES = ("2", "3", "4", "5", "6", "10", "sun", NONE)


def folded(values: NDArray[_Value], by: int) -> NDArray[_Value]:
    """Maps in cells of `by` x `by` pixels: (..., channels, height, width) to (..., channels * by^2, height / by,
    width / by).

    Nothing is lost (space to depth; Shi et al. 2016 call the way back pixel shuffle), and convolutions with few
    channels, at which OpenCV is slow, are spared.
    """
    *more, channels, height, width = values.shape
    cells = values.reshape(*more, channels, height // by, by, width // by, by)
    return np.ascontiguousarray(np.moveaxis(cells, (-3, -1), (-4, -3))).reshape(
        *more, channels * by * by, height // by, width // by
    )


def finder_input(pixels: Picture, slant: tuple[float, float, float] | None) -> NDArray[np.float32]:
    """A view as the finder sees it: (1, FINDER_INPUTS, height / STRIDE, width / STRIDE). Its sides are multiples of
    FINDER_MULTIPLE.

    The colours have mean 0 and deviation 1 over the view, so that dark rooms look like bright ones. `slant`: the
    point under the camera and its height above it, all in pixels of the view; None where that isn't known.
    """
    height, width = (side // STRIDE for side in pixels.shape[:2])
    means, deviations = (values.ravel() for values in cv2.meanStdDev(pixels))
    mean = float(means.mean())
    deviation = float(np.sqrt((deviations**2 + means**2).mean() - mean**2))
    values = np.zeros((1, FINDER_INPUTS, height, width), np.float32)
    colours = values[0, :-3]
    np.subtract(folded(pixels.transpose(2, 0, 1), STRIDE), np.float32(mean), out=colours)
    colours /= np.float32(max(deviation, 4.0))
    if slant is not None:
        nadir_x, nadir_y, lift = slant
        values[0, -3] = SLANT_GAIN * (_middles(width) - np.float32(nadir_x)) / np.float32(lift)
        values[0, -2] = (SLANT_GAIN * (_middles(height) - np.float32(nadir_y)) / np.float32(lift))[:, None]
        values[0, -1] = 1.0
    return values


def _middles(cells: int) -> NDArray[np.float32]:
    """The middles of so many of the finder's cells in a row, in pixels of the view."""
    return np.arange(cells, dtype=np.float32) * STRIDE + np.float32((STRIDE - 1) / 2)


def quad_from_shape(
    center: NDArray[np.float64], log_size: ArrayLike, stretch: NDArray[np.float64], turn: NDArray[np.float64]
) -> NDArray[np.float64]:
    """The four corners (..., 4, 2) of top faces from what the finder tells about them, clockwise in the picture: the
    `center` (..., 2), the `log_size` (...), the `stretch` and the `turn` (..., 2).

    The face is a unit square, turned by an angle that is told as (cos 4a, sin 4a), for a quarter turn changes
    nothing, then stretched by the symmetric matrix e^log_size ((1+p, q), (q, 1-p)).
    """
    angle = np.arctan2(turn[..., 1], turn[..., 0])[..., None] / 4
    square = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])
    x = np.cos(angle) * square[:, 0] - np.sin(angle) * square[:, 1]
    y = np.sin(angle) * square[:, 0] + np.cos(angle) * square[:, 1]
    p, q = stretch[..., 0, None], stretch[..., 1, None]
    stretched = np.stack([(1 + p) * x + q * y, q * x + (1 - p) * y], axis=-1)
    return np.asarray(center[..., None, :] + CUBE_WIDTH * np.exp(log_size)[..., None, None] * stretched)


def shape_of_quad(
    quad: NDArray[np.float64],
) -> tuple[NDArray[np.float64], float, NDArray[np.float64], NDArray[np.float64]]:
    """Centre, log size, stretch and turn of a quad: the inverse of `quad_from_shape`, by polar decomposition."""
    center = quad.mean(0)
    across, down = (quad[1] + quad[2] - quad[0] - quad[3]) / 2, (quad[2] + quad[3] - quad[0] - quad[1]) / 2
    matrix = np.column_stack([across, down])
    if np.linalg.det(matrix) < 0:
        matrix = matrix[:, ::-1]
    left, singular, right = np.linalg.svd(matrix)
    rotation, stretched = left @ right, left @ np.diag(singular) @ left.T
    size = np.trace(stretched) / 2
    angle = 4 * np.arctan2(rotation[1, 0], rotation[0, 0])
    stretch = np.array([(stretched[0, 0] - stretched[1, 1]) / 2, stretched[0, 1]]) / size
    return center, float(np.log(size / CUBE_WIDTH)), stretch, np.array([np.cos(angle), np.sin(angle)])


def face_crop(picture: Picture, quad: NDArray[np.float64]) -> Picture:
    """The face inside `quad` straightened to (CROP, CROP, 3), with a margin round it. The quad may run either way."""
    corners = clockwise(np.asarray(quad, np.float64))
    inset = CROP * CROP_MARGIN / (1 + 2 * CROP_MARGIN)
    low, high = inset - 0.5, CROP - inset - 0.5
    target = np.array([[low, low], [high, low], [high, high], [low, high]], np.float32)
    matrix = cv2.getPerspectiveTransform(corners.astype(np.float32), target)
    return np.asarray(
        cv2.warpPerspective(picture, matrix, (CROP, CROP), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE),
        np.uint8,
    )


def classifier_input(crop: Picture) -> NDArray[np.float32]:
    """A crop as the classifier sees it: (2, CROP, CROP), whatever its colours.

    The first channel runs along the axis on which the face's colours differ most (their first principal component):
    there any ink stands out from any body. The second is plain brightness. Both have mean 0, deviation 1 on the face.
    """
    inset = round(CROP * (CROP_MARGIN + 0.06) / (1 + 2 * CROP_MARGIN))
    pixels = crop.astype(np.float32)
    face = pixels[inset:-inset, inset:-inset].reshape(-1, 3)
    spread, middle = (
        np.asarray(part, np.float32)
        for part in cv2.calcCovarMatrix(face, np.empty(0), _COVARIANCE, ctype=cv2.CV_32F)
    )
    axis = np.asarray(cv2.eigen(spread)[2][0], np.float32)  # largest first
    directions = np.stack([axis if axis.sum() > 0 else -axis, np.array([0.114, 0.587, 0.299], np.float32)])
    variances = ((directions @ spread) * directions).sum(1)
    directions /= np.maximum(np.sqrt(np.maximum(variances, 0)), 2.0)[:, None]
    values = cv2.transform(pixels, np.column_stack([directions, -directions @ middle.T]))
    return np.ascontiguousarray(np.clip(values, -4, 4).transpose(2, 0, 1))


def along_sides(
    corners: NDArray[np.float64], away: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Axes along the sides of cubes' tops, as the columns of (..., 2, 2), and how the camera looks, (x, y) in them.

    `corners` (..., 4, 2): of the tops, `away` (..., 2): the way from a top's middle to the point of the floor behind
    that, both from above. Of the eight ways to lay axes along a square that one is chosen in which the camera looks
    along x rather than y, and backwards along neither.
    """
    edges = (corners[..., [1, 2, 3, 0], :] - corners) @ np.array([1.0, 1.0j])
    angle = np.angle((edges**4).sum(axis=-1)) / 4  # what a square looks like after a quarter turn again
    cos, sin = np.cos(angle), np.sin(angle)
    turn = np.stack([cos, -sin, sin, cos], axis=-1).reshape(*angle.shape, 2, 2)
    looks = (away[..., None, :] @ turn)[..., 0, :]
    forwards = np.where(looks < 0, -1.0, 1.0)[..., None] * np.eye(2)
    along_y = np.abs(looks[..., 1]) > np.abs(looks[..., 0])
    swap = np.where(along_y[..., None, None], forwards[..., ::-1, :], forwards)
    return turn @ swap.swapaxes(-1, -2), (swap @ looks[..., None])[..., 0]


def leaning_crops(
    picture: Picture, to_pixels: Sequence[NDArray[np.float64]], reach: float, size: int
) -> Picture:
    """The surroundings of cubes as seen from straight above, at the height of flat cubes' tops: (n, size, size, 3).

    `to_pixels`: of each the homography (3 x 3) from sides of a cube about its top face's centre to pixels, with axes
    as `along_sides` has them. In it the top of a flat cube is an upright square, and whatever else is seen of the
    cube follows from how the camera looks. `reach`: half a crop's width, in sides of a cube.
    """
    fine = 2 * size  # warped at twice the size and averaged, for a warp alone skips pixels
    middle = (fine - 1) / 2
    to_sides = np.array([[reach / middle, 0, -reach], [0, reach / middle, -reach], [0, 0, 1]])
    warped = np.empty((len(to_pixels), fine, fine, 3), np.uint8)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    for crop, matrix in zip(warped, to_pixels, strict=True):
        cv2.warpPerspective(picture, matrix @ to_sides, (fine, fine), crop, flags, cv2.BORDER_REPLICATE)
    below_each_other = warped.reshape(-1, fine, 3)
    crops = cv2.resize(below_each_other, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    return np.asarray(crops, np.uint8).reshape(-1, size, size, 3)


def brightened(crops: Picture, exponent: float = LEAN_BRIGHTER) -> Picture:
    """Crops whose shades, 0..1, are raised to that power."""
    return np.asarray(cv2.LUT(crops.reshape(-1, 1, 3), _brighter_shades(exponent)), np.uint8).reshape(crops.shape)


@functools.lru_cache(maxsize=2)
def _brighter_shades(exponent: float) -> NDArray[np.uint8]:
    """What each of the 256 shades is raised to."""
    return np.round(255 * np.linspace(0, 1, 256) ** exponent).astype(np.uint8)


def leaning_inputs(crops: Picture, slants: NDArray[np.float64]) -> NDArray[np.float32]:
    """Crops (n, LEAN_CROP, LEAN_CROP, 3) as the leaning network sees them: (n, LEAN_INPUTS, LEAN_CROP / LEAN_FOLD,
    LEAN_CROP / LEAN_FOLD).

    Three colours, evened out in brightness and contrast, and two channels that say everywhere how the camera looks:
    `slants` (n, 2) are the tangents of the angle between its line of sight and the vertical, along x and y.
    """
    shades = np.array([cv2.meanStdDev(crop.reshape(-1, 1)) for crop in crops]).reshape(-1, 2, 1, 1, 1)
    cells = folded(crops.transpose(0, 3, 1, 2), LEAN_FOLD)
    values = np.empty((len(crops), LEAN_INPUTS, *cells.shape[2:]), np.float32)
    colours, looks = values[:, :-2], values[:, -2:]
    np.subtract(cells, shades[:, 0].astype(np.float32), out=colours)
    colours /= np.maximum(shades[:, 1], 4.0).astype(np.float32)
    looks[:] = LEAN_SLANT_GAIN * slants.astype(np.float32)[:, :, None, None]
    return values

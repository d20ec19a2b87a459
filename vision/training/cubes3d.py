"""A camera above a floor, and boxes with rounded edges in front of it: flat warps, quick enough to train from."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from vision.training.floors import in_colours

Array = NDArray[np.float64]
Image = NDArray[np.float32]

# The six sides of a unit cube about the origin: normal, then the directions of the texture's x and y.
_SIDES = np.array(
    [
        [[0, 0, 1], [1, 0, 0], [0, -1, 0]],
        [[1, 0, 0], [0, 1, 0], [0, 0, -1]],
        [[-1, 0, 0], [0, -1, 0], [0, 0, -1]],
        [[0, 1, 0], [-1, 0, 0], [0, 0, -1]],
        [[0, -1, 0], [1, 0, 0], [0, 0, -1]],
        [[0, 0, -1], [1, 0, 0], [0, 1, 0]],
    ],
    float,
)
_CORNERS = np.array([[x, y, z] for x in (-0.5, 0.5) for y in (-0.5, 0.5) for z in (-0.5, 0.5)])


@dataclass(frozen=True)
class PinholeCamera:
    """Looks at a floor (z = 0, millimetres, z up). `matrix`: 3 x 4, world to pixels."""

    matrix: Array
    position: Array

    def project(self, points: Array) -> Array:
        """Pixels (N, 2) of world points (N, 3) or floor points (N, 2)."""
        if points.shape[1] == 2:
            points = np.column_stack([points, np.zeros(len(points))])
        image = np.column_stack([points, np.ones(len(points))]) @ self.matrix.T
        return np.asarray(image[:, :2] / image[:, 2:])

    def floor(self, pixels: Array) -> Array:
        """Floor points (N, 2) seen at `pixels`."""
        inverse = np.linalg.inv(self.matrix[:, [0, 1, 3]])
        ground = np.column_stack([pixels, np.ones(len(pixels))]) @ inverse.T
        return np.asarray(ground[:, :2] / ground[:, 2:])


def random_camera(
    rng: Generator, size: tuple[int, int], pixels_per_mm: float, from_the_side: bool = False
) -> PinholeCamera:
    """A camera 380 to 680 mm above that sees floor point (0, 0) in the middle of a window of `size` (width, height),
    which may be any part of its picture.

    It is tilted by up to 21 degrees and turned any way; `from_the_side`, as somebody at a table holds it, by 15 to 50
    degrees, and upright.
    """
    height = rng.uniform(380, 680)
    towards = rng.uniform(0, 2 * np.pi)
    tilt, roll = np.radians(21 * np.sqrt(rng.random())), rng.uniform(0, 2 * np.pi)
    if from_the_side:
        tilt, roll = np.radians(rng.uniform(15, 50)), towards - np.pi / 2 + rng.normal(0, 0.15)
    view = np.array([np.sin(tilt) * np.cos(towards), np.sin(tilt) * np.sin(towards), -np.cos(tilt)])
    off_axis = rng.normal(0, 100, 2)
    position = np.array(
        [-view[0] / -view[2] * height + off_axis[0], -view[1] / -view[2] * height + off_axis[1], height]
    )
    right = np.array([np.cos(roll), np.sin(roll), 0.0])
    right -= view * (right @ view)
    right /= np.linalg.norm(right)
    rotation = np.vstack([right, np.cross(view, right), view])
    depth = float(rotation[2] @ -position)
    focal = pixels_per_mm * depth
    matrix = np.diag([focal, focal, 1.0]) @ np.column_stack([rotation, -rotation @ position])
    seen = matrix[:, 3] / matrix[2, 3]
    shift = np.array([[1, 0, size[0] / 2 - seen[0]], [0, 1, size[1] / 2 - seen[1]], [0, 0, 1]])
    return PinholeCamera(shift @ matrix, position)


@dataclass(frozen=True)
class Box:
    """A cube in the world. `rotation`: 3 x 3, its first column of sides is on top when untilted. `edge`: rounding
    radius as a share of the side."""

    center: Array
    side: float
    rotation: Array
    edge: float

    def corners(self) -> Array:
        """The eight corners (8, 3)."""
        return np.asarray(self.center + self.side * _CORNERS @ self.rotation.T)

    def side_quad(self, index: int) -> Array:
        """The four corners (4, 3) of a side, in the order of its texture: top left, top right, bottom right, left."""
        normal, across, down = _SIDES[index]
        flat = np.array(
            [normal - across - down, normal + across - down, normal + across + down, normal - across + down]
        )
        return np.asarray(self.center + self.side / 2 * flat @ self.rotation.T)

    def normal(self, index: int) -> Array:
        """The outward normal of a side in the world."""
        return np.asarray(self.rotation @ _SIDES[index][0])

    def footprint(self) -> Array:
        """The outline (N, 2) of what it covers seen straight from above."""
        hull = cv2.convexHull(self.corners()[:, :2].astype(np.float32))
        return np.asarray(hull[:, 0], float)

    def stands_on(self) -> Array:
        """The outline (N, 2) on the floor of where it is near to it: all of a flat cube, an edge of a leaning one."""
        corners = self.corners()
        low = corners[corners[:, 2] < 0.3 * self.side, :2]
        return np.asarray(cv2.convexHull(low.astype(np.float32))[:, 0], float)


def resting_box(
    rng: Generator, place: Array, side: float, yaw: float, tilt: float, edge: float, towards: float | None = None
) -> Box:
    """A cube on the floor at `place`, turned by `yaw` and leaning by `tilt` radians; in the direction `towards`, or
    in any."""
    turn = _about(np.array([0.0, 0.0, 1.0]), yaw)
    if towards is not None:
        lean = towards + np.pi / 2
    elif rng.random() < 0.6:  # over one of its own edges
        lean = yaw + float(rng.integers(4)) * np.pi / 2
    else:
        lean = rng.uniform(0, 2 * np.pi)
    rotation = _about(np.array([np.cos(lean), np.sin(lean), 0.0]), tilt) @ turn
    lowest = float((side * _CORNERS @ rotation.T)[:, 2].min())
    return Box(np.array([place[0], place[1], -lowest]), side, rotation, edge)


def silhouette(box: Box, camera: PinholeCamera) -> Array:
    """The outline (N, 2) in pixels of a box with its edges rounded."""
    radius = box.edge * box.side
    inset = Box(box.center, box.side - 2 * radius, box.rotation, 0.0).corners()
    middles = camera.project(inset)
    scale = np.linalg.norm(camera.project(box.center[None] + [[radius, 0, 0]]) - camera.project(box.center[None]))
    angle = np.linspace(0, 2 * np.pi, 14, endpoint=False)
    circle = scale * np.column_stack([np.cos(angle), np.sin(angle)])
    points = (middles[:, None] + circle[None]).reshape(-1, 2).astype(np.float32)
    return np.asarray(cv2.convexHull(points)[:, 0], float)


def shadow(box: Box, light: Array) -> Array:
    """The outline (N, 2) on the floor of the shadow that a far light throws; `light` points towards the light."""
    corners = box.corners()
    fallen = corners[:, :2] - light[:2] / light[2] * corners[:, 2:]
    return np.asarray(
        cv2.convexHull(np.vstack([fallen, corners[corners[:, 2] < 1, :2]]).astype(np.float32))[:, 0], float
    )


def paint_box(
    picture: Image,
    box: Box,
    camera: PinholeCamera,
    textures: list[Image],
    body: Array,
    light: Array,
    ambient: float,
    sheen: float,
    edge_light: float = 1.04,
    occlusion: float = 0.0,
) -> None:
    """Paint a box over `picture` (float, 0..255). `textures`: six square sides (size, size, 3) as printed.
    `edge_light`: how bright its rounded edges are beside its sides: dirt darkens them, polish makes them shine.
    `occlusion`: how much darker its sides are at their foot, where the floor keeps the room's light from them."""
    outline = silhouette(box, camera)
    low = np.maximum(np.floor(outline.min(0)).astype(int) - 3, 0)
    high = np.minimum(np.ceil(outline.max(0)).astype(int) + 4, picture.shape[1::-1])
    if (high <= low).any():
        return
    width, height = (high - low).tolist()
    region = picture[low[1] : high[1], low[0] : high[0]]
    view = camera.position - box.center
    view /= np.linalg.norm(view)
    towards = [float(box.normal(side) @ (camera.position - box.side_quad(side).mean(0))) for side in range(6)]
    visible = [side for side in range(6) if towards[side] > 0]
    lit = {side: ambient + (1 - ambient) * max(0.0, float(box.normal(side) @ light)) for side in visible}
    weight = sum(towards[side] for side in visible)
    mean_light = sum(lit[side] * towards[side] for side in visible) / max(weight, 1e-6)
    cover = _polygon_cover(outline - low, (width, height))
    _blend(region, body * (mean_light * edge_light), cover)
    for side in visible:
        shade = _shade(box, side, textures[side].shape[0], occlusion)
        flat = _flat_part(textures[side].shape[0], round(box.edge * 20))
        printed = textures[side] * lit[side] * shade + _glint(box.normal(side), view, light) * sheen * 255
        edges = body * (lit[side] + mean_light) / 2 * edge_light * shade
        painted = np.asarray(edges + flat * (printed - edges), np.float32)
        _paint_side(region, camera.project(box.side_quad(side)) - low, painted, cover)


def paint_glare(picture: Image, rng: Generator, quad: Array) -> None:
    """The reflection of a lamp on a shiny top face, `quad` in pixels: it washes a part of the face out."""
    low = np.maximum(np.floor(quad.min(0)).astype(int) - 2, 0)
    high = np.minimum(np.ceil(quad.max(0)).astype(int) + 3, picture.shape[1::-1])
    if (high <= low).any():
        return
    width, height = (high - low).tolist()
    face = float(np.linalg.norm(quad[1] - quad[0]))
    across, down = quad[1] - quad[0], quad[3] - quad[0]
    center = quad[0] + rng.uniform(-0.1, 1.1) * across + rng.uniform(-0.1, 1.1) * down - low
    turn, reach = rng.uniform(0, np.pi), rng.uniform(0.15, 0.75) * face * np.array([1.0, rng.uniform(0.35, 1.0)])
    ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
    along = (xs - center[0]) * np.cos(turn) + (ys - center[1]) * np.sin(turn)
    beside = (ys - center[1]) * np.cos(turn) - (xs - center[0]) * np.sin(turn)
    spot = np.exp(-(((along / reach[0]) ** 2 + (beside / reach[1]) ** 2) ** rng.choice([1.0, 2.0])))
    share = (rng.uniform(0.15, 0.85) * spot).astype(np.float32) * _polygon_cover(quad - low, (width, height))
    _blend(picture[low[1] : high[1], low[0] : high[0]], np.full(3, rng.uniform(200, 300)), share)


def _paint_side(region: Image, quad: Array, side: Image, cover: Image) -> None:
    size = side.shape[0]
    source = np.array([[0, 0], [size, 0], [size, size], [0, size]], np.float32) - 0.5
    matrix = cv2.getPerspectiveTransform(source, quad.astype(np.float32))
    extent = (region.shape[1], region.shape[0])
    seen = cv2.warpPerspective(side, matrix, extent, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    _blend(region, np.asarray(seen, np.float32), _polygon_cover(quad, extent) * cover)


def _shade(box: Box, side: int, size: int, occlusion: float) -> Image:
    """How bright each place of a side is for its height above the floor: (size, size, 3), 1 at the cube's top."""
    heights = (box.side_quad(side)[[0, 1, 3, 2], 2] / box.side).astype(np.float32).reshape(2, 2)
    spread = cv2.resize(heights, (size, size), interpolation=cv2.INTER_LINEAR)
    return in_colours(np.asarray(1 - occlusion * (1 - np.clip(spread, 0, 1)), np.float32))


_flat_parts: dict[tuple[int, int], Image] = {}


def _flat_part(size: int, rounding: int) -> Image:
    """How much of a side is flat, (size, size, 3), 0..1: its middle, with soft round corners."""
    key = (size, rounding)
    if key not in _flat_parts:
        radius = max(1, round(size * rounding / 20))
        mask = np.zeros((size, size), np.float32)
        inset = max(1, round(radius * 0.45))
        cv2.rectangle(mask, (inset + radius, inset), (size - 1 - inset - radius, size - 1 - inset), 1.0, -1)
        cv2.rectangle(mask, (inset, inset + radius), (size - 1 - inset, size - 1 - inset - radius), 1.0, -1)
        for x in (inset + radius, size - 1 - inset - radius):
            for y in (inset + radius, size - 1 - inset - radius):
                cv2.circle(mask, (x, y), radius, 1.0, -1)
        _flat_parts[key] = in_colours(cv2.GaussianBlur(mask, (0, 0), max(0.8, radius * 0.3)))
    return _flat_parts[key]


def _polygon_cover(outline: Array, size: tuple[int, int]) -> Image:
    mask = np.zeros((size[1], size[0]), np.uint8)
    cv2.fillPoly(mask, [np.round(outline * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    return np.asarray(mask.astype(np.float32) / 255, np.float32)


def _blend(region: Image, paint: Array | Image, alpha: Image) -> None:
    region += in_colours(alpha) * (np.asarray(paint, np.float32) - region)


def _glint(normal: Array, view: Array, light: Array) -> float:
    half = (view + light) / np.linalg.norm(view + light)
    return max(0.0, float(normal @ half)) ** 24


def _about(axis: Array, angle: float) -> Array:
    return np.asarray(cv2.Rodrigues(axis * angle)[0], float)

"""How good a camera's picture of the mat is: focus, light, evenness, glare and flicker, each 0 to 100.

Focus and light are measured where the print is known, at the markers' black edges on white; glare and evenness on
the tray. 60 points are enough to play, below 30 readings suffer.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration.flicker import Flicker
from vision.calibration.marker_print import MARKER_WHITE
from vision.calibration.results import Score
from vision.calibration.store import CalibrationError
from vision.cameras.camera import Image
from vision.mat import Mat, marker_corners

Array = NDArray[np.float64]

GOOD = 60
POOR = 30

ACROSS = 2.4
"""Millimetres to either side of a marker's edge that are looked at: white are 3 of them, black 4."""
STEPS = 49
PLACES = np.linspace(0.15, 0.85, 15)
SHARP, BLURRED = 0.75, 2.0
"""Millimetres from a tenth to nine tenths of an edge: a stroke of a symbol is one to two wide."""
PAPER_LEVELS = ((60.0, 0.0), (130.0, 100.0), (240.0, 100.0), (252.0, 30.0), (255.0, 0.0))
"""Grey levels of white paper and their points: symbols need contrast, and paper that clips hides them."""
GAMMA = 2.2
"""Of a camera's grey levels, about: brightness in even steps for the eye."""
MOST_UNEVEN, EVEN = 0.15, 0.6
"""Light in the darkest place of the tray as a part of that in the brightest."""
PLAIN = 0.2
"""Median distance from an even trend of brightness, as a part of it: cloth and wood stay below it."""
CLIPPED = 250
"""Grey level of the darkest channel from which a pixel shows nothing but light."""
SMALLEST_GLARE = 0.05
"""Of a cube's face; what is smaller is a spark that hides nothing."""
MOST_GLARE = 1.0
"""Faces of cubes' worth of glare at which there are no points left."""
MOST_FLICKER = 0.06
UNSEEN_FLICKER = 0.006
"""Part of the brightness, from dark to bright."""


def scores(picture: Image, mat: Mat, flicker: Flicker) -> tuple[Score, ...]:
    """The scores of a camera. `picture`: the mean of several pictures at rest, the tray empty."""
    still = (focus(picture, mat), light(picture, mat), evenness(picture, mat), glare(picture, mat))
    return (*still, steadiness(flicker))


def mean_picture(pictures: Sequence[Image]) -> Image:
    """Pictures of a scene at rest as one, with less noise.

    Raises:
        CalibrationError: they aren't of one size.
    """
    if len({picture.shape for picture in pictures}) > 1:
        raise CalibrationError("The camera gave pictures of another size while it was measured. Try once more.")
    total = np.zeros(pictures[0].shape, np.float32)
    for picture in pictures:
        cv2.accumulate(picture, total)
    return np.asarray(np.round(total / len(pictures)), dtype=np.uint8)


def focus(picture: Image, mat: Mat) -> Score:
    """How sharp the markers' edges are."""
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    widths = [width for profile in _edges(grey, mat) if (width := _width(profile)) is not None]
    if not widths:
        return Score(name="focus", points=0, measured="no edge to be seen", advice=_FOCUS)
    width = float(np.median(widths))
    points = _points(width, ((SHARP, 100), (BLURRED, 0)))
    return Score(name="focus", points=points, measured=f"edges {width:.1f} mm wide", advice=_advice(points, _FOCUS))


def light(picture: Image, mat: Mat) -> Score:
    """How bright white paper is."""
    paper = paper_level(picture, mat)
    points = _points(paper, PAPER_LEVELS)
    words = (
        "More light is needed: switch a lamp on, or let more of it into the lens."
        if paper < 200 else "White paper is burnt out: less light, or a shorter exposure."
    )  # fmt: skip
    measured = f"white paper {paper:.0f} of 255"
    return Score(name="light", points=points, measured=measured, advice=_advice(points, words))


def evenness(picture: Image, mat: Mat) -> Score:
    """How much light arrives where least does, as a part of where most does."""
    share = min(_paper_share(picture, mat), _floor_share(picture, mat) or 1.0)
    points = _points(share, ((MOST_UNEVEN, 0), (EVEN, 100)))
    words = "Light comes from one side: move the lamp over the tray's middle, or add one on the dark side."
    measured = f"the darkest place has {share:.0%} of the light of the brightest"
    return Score(name="evenness", points=points, measured=measured, advice=_advice(points, words))


def glare(picture: Image, mat: Mat) -> Score:
    """How much of the tray a reflection hides."""
    clipped = (picture.min(axis=2) >= CLIPPED).astype(np.uint8) & _tray(picture, mat)
    count, _, stats, _ = cv2.connectedComponentsWithStats(clipped)
    face = mat.cube_pixels() ** 2
    spots = [float(stats[index, cv2.CC_STAT_AREA]) / face for index in range(1, count)]
    hidden = sum(spot for spot in spots if spot >= SMALLEST_GLARE)
    points = _points(hidden, ((0.0, 100), (MOST_GLARE, 0)))
    words = (
        "A lamp is mirrored in the tray: move it to the side or soften it with paper, or lay a cloth as the floor."
    )
    measured = "none" if hidden == 0 else f"as large as {hidden:.1f} faces of cubes"
    return Score(name="glare", points=points, measured=measured, advice=_advice(points, words))


def steadiness(flicker: Flicker) -> Score:
    """How steady the light is."""
    points = _points(flicker.depth, ((UNSEEN_FLICKER, 100), (MOST_FLICKER, 0)))
    if points >= GOOD:
        return Score(name="flicker", points=points, measured=f"{flicker.depth:.1%} of the brightness")
    if flicker.mains is None:
        words = (
            "Something moved, or the light changes in a way of its own: keep hands and shadows away and measure "
            "again; switch off lamps that pulse, or shade the window."
        )
        return Score(name="flicker", points=points, measured=f"{flicker.depth:.1%}, no mains' hum", advice=words)
    words = (
        f"The light hums with mains of {flicker.mains} Hz: expose for {1000 / (2 * flicker.mains):.1f} ms or a "
        "multiple of it (that is chosen where the camera can be held), or take a lamp that doesn't hum."
    )
    return Score(name="flicker", points=points, measured=f"{flicker.depth:.1%} at {flicker.mains} Hz", advice=words)


def paper_level(picture: Image, mat: Mat) -> float:
    """The grey level (0..255) of the brightest marker's white border."""
    return float(max(_paper(picture, mat)))


def brightness_of(level: float) -> float:
    """The light behind a grey level, in parts of what makes a pixel white."""
    return float((max(level, 1.0) / 255.0) ** GAMMA)


_FOCUS = (
    "Turn the lens until the markers' edges are sharp, or clean it; a camera that focuses by itself needs more light."
)


def _points(value: float, curve: Sequence[tuple[float, float]]) -> int:
    at, points = zip(*curve, strict=True)
    return round(float(np.interp(value, at, points)))


def _advice(points: int, words: str) -> str:
    return words if points < GOOD else ""


def _edges(grey: cv2.typing.MatLike, mat: Mat) -> list[Array]:
    """Profiles of grey levels across the markers' edges, from white to black, `STEPS` each."""
    across = np.linspace(-ACROSS, ACROSS, STEPS)
    profiles = []
    for corners in marker_corners(mat.settings).values():
        middle = corners.mean(axis=0)
        for start, end in zip(corners, np.roll(corners, -1, axis=0), strict=True):
            inwards = middle - (start + end) / 2
            inwards = inwards / np.linalg.norm(inwards)
            places = start + PLACES[:, None] * (end - start)
            points = places[:, None, :] + across[None, :, None] * inwards
            pixels = mat.to_pixels(points.reshape(-1, 2), floor=True).astype(np.float32)
            maps = pixels.reshape(len(PLACES), STEPS, 2)
            seen = cv2.remap(grey, maps[..., 0], maps[..., 1], cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
            profiles += list(seen.astype(np.float64))
    return profiles


def _width(profile: Array) -> float | None:
    """From nine tenths to a tenth of the way from white to black, in mm; None where there is no edge."""
    margin = STEPS // 8
    white, black = np.median(profile[:margin]), np.median(profile[-margin:])
    if white - black < 20:
        return None
    way = (white - profile) / (white - black)
    middle = int(np.argmax(way > 0.5))
    if not 0 < middle < STEPS - 1:
        return None
    before = np.flatnonzero(way[: middle + 1] < 0.1)
    after = np.flatnonzero(way[middle:] > 0.9)
    if not before.size or not after.size:
        return 2 * ACROSS
    last, first = before[-1], middle + after[0]
    begin = last + (0.1 - way[last]) / (way[last + 1] - way[last])
    end = first - (way[first] - 0.9) / (way[first] - way[first - 1])
    return float((end - begin) * 2 * ACROSS / (STEPS - 1))


def _paper(picture: Image, mat: Mat) -> list[float]:
    """Grey levels of the white round each marker."""
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    levels = []
    for corners in marker_corners(mat.settings).values():
        middle = corners.mean(axis=0)
        out = np.sqrt(2) * MARKER_WHITE / 2 / np.linalg.norm(corners - middle, axis=1, keepdims=True)
        ring = corners + out * (corners - middle)
        along = np.concatenate([ring + part * (np.roll(ring, -1, axis=0) - ring) for part in np.linspace(0, 1, 20)])
        pixels = mat.to_pixels(along, floor=True).astype(np.float32).reshape(-1, 1, 2)
        levels.append(float(np.median(cv2.remap(grey, pixels[..., 0], pixels[..., 1], cv2.INTER_LINEAR))))
    return levels


def _paper_share(picture: Image, mat: Mat) -> float:
    levels = np.array(_paper(picture, mat))
    return float((levels.min() / max(levels.max(), 1.0)) ** GAMMA)


def _floor_share(picture: Image, mat: Mat) -> float | None:
    """As `evenness` means it, by a smooth surface through the floor's brightness; None where a picture is printed
    on the floor, for then it can't be told from shade."""
    width, height = mat.settings.rolling
    x, y = (grid.ravel() for grid in np.meshgrid(np.linspace(0.06, 0.94, 48), np.linspace(0.08, 0.92, 36)))
    pixels = mat.to_pixels(np.column_stack([x * width, y * height]), floor=True).astype(np.float32).reshape(-1, 1, 2)
    grey = cv2.blur(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), (5, 5))
    seen = cv2.remap(grey, pixels[..., 0], pixels[..., 1], cv2.INTER_LINEAR).astype(np.float64).ravel()
    bright = GAMMA * np.log(np.maximum(seen, 1.0))
    x, y = 2 * x - 1, 2 * y - 1
    terms = np.column_stack([np.ones_like(x), x, y, x * x, x * y, y * y])
    weights = np.ones_like(bright)
    for _ in range(8):  # cubes and marks on the floor are no light
        root = np.sqrt(weights)
        fit = terms @ np.linalg.lstsq(terms * root[:, None], bright * root, rcond=None)[0]
        away = np.abs(bright - fit)
        weights = 1.0 / np.maximum(away / (1.5 * np.median(away) + 1e-6), 1.0)
    return float(np.exp(fit.min() - fit.max())) if np.median(away) < PLAIN else None


def _tray(picture: Image, mat: Mat) -> NDArray[np.uint8]:
    """1 where rolling area and rail are in the picture."""
    within = np.zeros(picture.shape[:2], np.uint8)
    cv2.fillConvexPoly(within, np.round(mat.outline(0.0)).astype(np.int32), 1)
    return within

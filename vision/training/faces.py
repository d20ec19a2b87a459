"""Single faces, made by the million: a top side with what is round it, as a camera sees it, without a scene.

A scene shows a few faces in the time in which hundreds are made here; what a scene has beyond that, real neighbours,
floors and foreign things, the classifier learns from the patches of scenes.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from controller.ports import Face
from vision.drawings import FACES, Split
from vision.networks import face_crop
from vision.training.clutter import pipped_side
from vision.training.degrade import degrade
from vision.training.floors import in_colours, noise, random_colour
from vision.training.prints import draw_print, random_wear, varied, worn
from vision.training.symbols import SYMBOLS, draw_symbol

Picture = NDArray[np.float32]
Array = NDArray[np.float64]

_BOARD, _FACE = 112, 56  # pixels of the sheet on which a cube is drawn, and of its face in the middle of it
GLYPH = 64
"""Width and height in pixels of a drawing on a side of a cube."""
_KEPT = 4000  # drawings of a face that are kept and used again; each is varied anew
_KEPT_SYMBOLS = 100
_NEW = 0.25  # how often one of them is replaced
_DIE = (1.3, 2.4)  # how much larger than the face looked for is a die's side of which a part looks like one
_CORNERS = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], float)


class FaceMaker:
    """Makes pictures of faces in the manners of one split, or only in the `usual` ones of it."""

    def __init__(self, split: Split, usual: bool = False) -> None:
        self._split, self._usual = split, usual
        self._glyphs: dict[Face | int, list[NDArray[np.uint8]]] = {face: [] for face in (*FACES, *range(SYMBOLS))}

    def crops(self, face: Face | int, times: int, rng: Generator) -> list[NDArray[np.uint8]]:
        """The classifier's crops (CROP, CROP, 3) of as many photographs of one cube that shows `face`, or the symbol
        of that number."""
        return [face_crop(*photograph) for photograph in self.photographs(self._glyph(face, rng), times, rng)]

    def photographs(
        self, glyph: NDArray[np.uint8], times: int, rng: Generator
    ) -> list[tuple[NDArray[np.uint8], Array]]:
        """As many photographs of one cube that bears `glyph`, (GLYPH, GLYPH), 255 where there is ink; and where in
        each of them a reader would think that the face is, (4, 2) pixels."""
        board = self._cube(glyph, rng)
        return [_photographed(board, rng) for _ in range(times)]

    def bare(self, rng: Generator) -> NDArray[np.uint8]:
        """The classifier's crop of a place where no cube lies, but now and then beside one."""
        body, ink = _colours(rng)
        board = _ground(rng, body)
        low = (_BOARD - _FACE) / 2
        top = low + _FACE * _CORNERS
        if rng.random() < 0.4:
            self._neighbour(board, top, body, ink, rng)
        return face_crop(*_photographed(_shine(board, top, rng), rng))

    def part_of_a_die(self, rng: Generator) -> NDArray[np.uint8]:
        """The classifier's crop of a part of an ordinary die's two sides, whose pips may seem to be a drawing."""
        body, ink = _colours(rng)
        board = _ground(rng, body)
        across, down = _FACE * rng.uniform(*_DIE, (2, 1)) * _two_ways(rng)
        further = -down * rng.uniform(0.4, 1.0) + across * rng.uniform(-0.3, 0.3)
        corner = _BOARD / 2 - rng.uniform(0.1, 0.9) * across - rng.uniform(-0.4, 0.9) * down
        side = np.array([corner, corner + across, corner + across + down, corner + down])
        rounding = rng.uniform(0.02, 0.3)
        for quad in (np.array([corner + further, corner + further + across, side[1], corner]), side):
            lit = np.float32(rng.uniform(0.5, 1.0))
            _paste(board, pipped_side(rng, GLYPH, body, ink) * lit, quad, rounding)
        top = (_BOARD - _FACE) / 2 + _FACE * _CORNERS
        return face_crop(*_photographed(_shine(board, top, rng), rng))

    def _glyph(self, face: Face | int, rng: Generator) -> NDArray[np.uint8]:
        """A drawing of `face`, or of the symbol of that number: (GLYPH, GLYPH), 255 where there is ink."""
        kept, most = self._glyphs[face], _KEPT_SYMBOLS if isinstance(face, int) else _KEPT
        if len(kept) >= most and rng.random() >= _NEW:
            return kept[int(rng.integers(len(kept)))]
        if len(kept) > most // 20 and rng.random() < 0.7:  # to begin with, those few are used more often
            return kept[int(rng.integers(len(kept)))]
        if isinstance(face, int):
            drawn = draw_symbol(face, rng, GLYPH)
        else:
            drawn = draw_print(face, self._split, rng, GLYPH, self._usual)[1]
        if len(kept) < most:
            kept.append(drawn)
        else:
            kept[int(rng.integers(most))] = drawn
        return drawn

    def _cube(self, glyph: NDArray[np.uint8], rng: Generator) -> Picture:
        """A cube on some ground, its top's corners at `_FACE` from each other in the middle: (_BOARD, _BOARD, 3)."""
        body, ink = _colours(rng)
        board = _ground(rng, body)
        wear = random_wear(rng)
        emboss = max(0.0, rng.normal(-0.3, 0.4))
        slope = np.radians(rng.uniform(0, 28)) * np.array([np.cos(a := rng.uniform(0, 6.29)), np.sin(a)])
        low = (_BOARD - _FACE) / 2
        top = low + _FACE * _CORNERS
        if rng.random() < 0.4:
            self._neighbour(board, top, body, ink, rng)
        foot = (top - _BOARD / 2) * rng.uniform(0.93, 0.98) + _BOARD / 2 - slope * _FACE
        _shadow(board, foot, rng)
        lit = rng.uniform(0.35, 0.95, 4)
        whole = cv2.convexHull(_fixed(np.vstack([top, foot])))
        cv2.fillConvexPoly(board, whole, (body * lit[3]).tolist(), cv2.LINE_AA, 4)
        for side in range(4):
            edge = top[[side, (side + 1) % 4]]
            outward = np.array([edge[1, 1] - edge[0, 1], edge[0, 0] - edge[1, 0]])
            if slope @ outward < -1.0:  # the foot stands out on this side
                quad = np.array([edge[1], edge[0], foot[side], foot[(side + 1) % 4]])
                other = self._glyph(FACES[int(rng.integers(7))], rng)
                _paste(board, _printed(other, body, ink, wear, 0.0, rng) * np.float32(lit[side]), quad, 0.1)
        printed = _printed(glyph, body, ink, wear, emboss, rng)
        _paste(board, np.rot90(printed, int(rng.integers(4))), top, rng.uniform(0.02, 0.2))
        return np.asarray(_shine(board, top, rng), np.float32)

    def _neighbour(self, board: Picture, top: Array, body: Array, ink: Array, rng: Generator) -> None:
        """Another cube that touches this one."""
        if rng.random() < 0.3:
            body, ink = _colours(rng)
        middle, towards = top.mean(0), rng.uniform(0, 2 * np.pi)
        turn = rng.normal(0, 0.1) if rng.random() < 0.6 else rng.uniform(0, 1.57)
        if rng.random() < 0.6:
            towards = round(towards / (np.pi / 2)) * np.pi / 2 + rng.normal(0, 0.2)
        away = _FACE * rng.uniform(1.0, 1.35) * np.array([np.cos(towards), np.sin(towards)])
        rotation = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
        quad = (top - middle) @ rotation.T + middle + away
        glyph = self._glyph(FACES[int(rng.integers(7))], rng)
        _paste(board, _printed(glyph, body, ink, 0.0, 0.0, rng) * np.float32(rng.uniform(0.6, 1.1)), quad, 0.1)


def _two_ways(rng: Generator) -> Array:
    """Two directions (2, 2) at about a right angle, the one a quarter turn on from the other."""
    angle = rng.uniform(0, 2 * np.pi) + np.array([0, np.pi / 2 + rng.normal(0, 0.15)])
    return np.column_stack([np.cos(angle), np.sin(angle)])


def _colours(rng: Generator) -> tuple[Array, Array]:
    """Of body and ink: any two that differ."""
    body, ink = random_colour(rng), random_colour(rng)
    while np.linalg.norm(ink - body) < 110 and abs(float(ink.mean() - body.mean())) < 55:
        ink = random_colour(rng) if rng.random() < 0.5 else rng.choice([15.0, 240.0]) + rng.normal(0, 6, 3)
    return body, np.clip(ink, 0, 255)


def _printed(
    glyph: NDArray[np.uint8], body: Array, ink: Array, wear: float, emboss: float, rng: Generator
) -> Picture:
    """A side of a cube as it is printed or engraved, worn here and there: (GLYPH, GLYPH, 3)."""
    share = worn(varied(glyph, rng), wear, rng)
    paint = body.astype(np.float32) + in_colours(share) * (ink - body).astype(np.float32)
    if emboss > 0:
        paint *= 1 + np.float32(emboss) * in_colours(share - np.roll(share, (1, 1), (0, 1)))
    return np.asarray(np.clip(paint, 0, 255), np.float32)


def _ground(rng: Generator, body: Array) -> Picture:
    """What the cube lies on, now and then of nearly its own colour."""
    base = body * rng.uniform(0.5, 1.1) if rng.random() < 0.2 else random_colour(rng) * rng.uniform(0.4, 1.0)
    ground = np.empty((_BOARD, _BOARD, 3), np.float32)
    ground[:] = base
    for grain in (rng.uniform(0.4, 2), rng.uniform(6, 40)):
        if rng.random() < 0.6:
            ground *= 1 + np.float32(rng.uniform(0.02, 0.2)) * in_colours(noise(rng, (_BOARD, _BOARD), grain))
    if rng.random() < 0.2:  # the tray's wall, a line of the print
        a, b = rng.uniform(-20, _BOARD + 20, (2, 2))
        colour = (random_colour(rng) * rng.uniform(0.3, 1)).tolist()
        cv2.line(ground, a.astype(int).tolist(), b.astype(int).tolist(), colour, int(rng.integers(1, 22)))
    return ground


def _shadow(board: Picture, foot: Array, rng: Generator) -> None:
    fallen = foot + rng.uniform(0, 0.5) * _FACE * np.array([np.cos(a := rng.uniform(0, 6.29)), np.sin(a)])
    dark = np.zeros((_BOARD // 2, _BOARD // 2), np.float32)
    cv2.fillConvexPoly(dark, cv2.convexHull(_fixed(np.vstack([foot, fallen]) / 2)), 1.0, cv2.LINE_AA, 4)
    fallen_on = cv2.resize(cv2.GaussianBlur(dark, (0, 0), rng.uniform(0.6, 5)), (_BOARD, _BOARD))
    board *= 1 - np.float32(rng.uniform(0, 0.75)) * in_colours(fallen_on)


def _paste(board: Picture, side: Picture, quad: Array, rounding: float) -> None:
    """Put a printed side into a quad of the board, its corners rounded by `rounding`, a share of its length."""
    low = np.maximum(np.floor(quad.min(0)).astype(int) - 1, 0)
    high = np.minimum(np.ceil(quad.max(0)).astype(int) + 2, _BOARD)
    if (high <= low).any():
        return
    source = GLYPH * _CORNERS.astype(np.float32) - 0.5
    matrix = cv2.getPerspectiveTransform(source, (quad - low).astype(np.float32))
    flat = _rounded(round(20 * rounding))
    both = np.dstack([side * in_colours(flat), flat])  # so that nothing from beyond the rounded edge is mixed in
    warped = cv2.warpPerspective(both, matrix, (high - low).tolist(), flags=cv2.INTER_LINEAR)
    region = board[low[1] : high[1], low[0] : high[0]]
    region += warped[..., :3] - region * in_colours(np.ascontiguousarray(warped[..., 3]))


_rounded_parts: dict[int, Picture] = {}


def _rounded(radius: int) -> Picture:
    """How much of a side is flat, 0..1."""
    if radius not in _rounded_parts:
        part = np.zeros((GLYPH, GLYPH), np.float32)
        inset, corner = 1 + radius, max(1, 3 * radius)
        cv2.rectangle(part, (inset, inset + corner), (GLYPH - 1 - inset, GLYPH - 1 - inset - corner), 1.0, -1)
        cv2.rectangle(part, (inset + corner, inset), (GLYPH - 1 - inset - corner, GLYPH - 1 - inset), 1.0, -1)
        for x in (inset + corner, GLYPH - 1 - inset - corner):
            for y in (inset + corner, GLYPH - 1 - inset - corner):
                cv2.circle(part, (x, y), corner, 1.0, -1, cv2.LINE_AA)
        _rounded_parts[radius] = np.asarray(cv2.GaussianBlur(part, (0, 0), 0.8 + 0.5 * radius), np.float32)
    return _rounded_parts[radius]


def _shine(board: Picture, top: Array, rng: Generator) -> Picture:
    """Light that falls unevenly, and the reflection of a lamp."""
    ys, xs = np.mgrid[0:_BOARD, 0:_BOARD].astype(np.float32)
    angle = rng.uniform(0, 2 * np.pi)
    slope = (xs * np.cos(angle) + ys * np.sin(angle)) / _BOARD
    board = board * (1 + np.float32(rng.uniform(0, 0.5)) * in_colours(slope))
    if rng.random() < 0.35:
        x, y = top[0] + rng.uniform(-0.1, 1.1, 2) * _FACE
        reach = rng.uniform(0.15, 0.7) * _FACE
        spot = np.exp(-(((xs - x) ** 2 + (ys - y) ** 2) / reach**2) ** rng.choice([1.0, 2.0]))[..., None]
        board = board + np.float32(rng.uniform(0.1, 0.85)) * spot * (np.float32(rng.uniform(190, 300)) - board)
    return np.asarray(board * np.float32(rng.uniform(0.75, 1.1)), np.float32)


def _photographed(board: Picture, rng: Generator) -> tuple[NDArray[np.uint8], Array]:
    """The board as a camera sees it, turned any way, and where the reader thinks that the face is."""
    face_px = rng.uniform(20, 62)
    zoom, turn = face_px / _FACE, rng.uniform(0, 2 * np.pi)
    side = int(np.ceil(face_px * 1.75))
    matrix = zoom * np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    matrix = matrix @ np.array([[1 + rng.normal(0, 0.02), rng.normal(0, 0.02)], [0, 1 + rng.normal(0, 0.02)]])
    shift = np.array([side / 2, side / 2]) - matrix @ np.array([_BOARD / 2, _BOARD / 2])
    blur = max(0.0, 0.45 / zoom - 0.3)
    soft = cv2.GaussianBlur(board, (0, 0), blur) if blur > 0.25 else board
    seen = cv2.warpAffine(soft, np.column_stack([matrix, shift]), (side, side), borderMode=cv2.BORDER_REPLICATE)
    low = (_BOARD - _FACE) / 2
    quad = (low + _FACE * _CORNERS - 0.5) @ matrix.T + shift
    middle = quad.mean(0)
    spin, size = rng.normal(0, 0.06), np.exp(rng.normal(0.0, 0.06))
    rotation = size * np.array([[np.cos(spin), -np.sin(spin)], [np.sin(spin), np.cos(spin)]])
    quad = (quad - middle) @ rotation.T + middle + rng.normal(0, 0.035, 2) * face_px
    quad += np.clip(rng.normal(0, 0.025, (4, 2)), -0.07, 0.07) * face_px
    return degrade(np.asarray(seen, np.float32), rng, worst=0.75), quad


def _fixed(points: Array) -> NDArray[np.int32]:
    return np.round(points * 16).astype(np.int32)

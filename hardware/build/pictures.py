"""The pictures of the assembly, one a step, from the same solids that are printed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.build.plan import load_dimensions
from hardware.build.shading import Colour, Piece, View, picture
from hardware.build.solids import Solid, Triangles

BOUGHT = (
    ("strip", "tray"), ("felt", "tray"), ("tube", "camera_arm"), ("pane", "scoreboard_case"),
    ("modules", "scoreboard_case"),
)  # fmt: skip
"""Parts that are shown beside the printed ones, and the file each is in."""

DARK: Colour = (92, 102, 118)
DARKER: Colour = (74, 83, 98)
WHITE: Colour = (250, 250, 246)
FELT: Colour = (44, 120, 92)
GOLD: Colour = (232, 172, 64)
METAL: Colour = (205, 212, 220)
GLASS: Colour = (96, 70, 76)
COPPER: Colour = (216, 232, 246)
RED: Colour = (214, 72, 62)
_BLACK: Colour = (20, 20, 22)
_DICTIONARY = cv2.aruco.DICT_4X4_50
_BESIDE_THE_ARM = np.array([330.0, 150.0, 0.0])
_CELLS = 6
"""A marker's black square is so many cells wide, its frame included."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A part in a picture: its colour, and how far it is moved out of its place."""

    part: str
    colour: Colour
    move: tuple[float, float, float] = (0, 0, 0)


@dataclass(frozen=True, slots=True)
class Scene:
    """One picture."""

    shown: tuple[Shown, ...]
    view: View
    width: int = 900


_BASE = tuple(
    Shown(f"base_{y}_{x}", DARK if (x == "left") == (y == "far") else DARKER)
    for y in ("far", "near") for x in ("left", "right")
)  # fmt: skip
_APART = 26.0
_BASE_APART = tuple(
    Shown(part.part, part.colour, (_APART if x == "right" else -_APART, _APART if y == "far" else -_APART, 0))
    for part in _BASE for _, y, x in [part.part.split("_")]
)  # fmt: skip
_COVERS = (Shown("cover_long", WHITE), Shown("cover_short", WHITE))
_TRAY = (*_BASE, *_COVERS, Shown("marker_plate", WHITE), Shown("felt", FELT), Shown("markers", _BLACK))
_CASE = (
    Shown("front_left", DARK), Shown("front_right", DARKER), Shown("pane", GLASS), Shown("modules", RED),
    Shown("clip", GOLD), Shown("splice", GOLD), Shown("back_left", DARK), Shown("back_right", DARKER),
)  # fmt: skip
_CASE_APART = tuple(
    Shown(part.part, part.colour, (0, 0, -away))
    for part, away in zip(_CASE, (0, 0, 30, 62, 96, 96, 128, 128), strict=True)
)
_CASE_STANDING = (*(Shown(f"standing {p.part}", p.colour) for p in _CASE), Shown("standing stand", GOLD))
_ARM = (Shown("foot", GOLD), Shown("tube", METAL), Shown("boom", GOLD), Shown("bracket", RED))

SCENES: Mapping[str, Scene] = {
    "1-base": Scene((*_BASE_APART, Shown("key", GOLD, (0, 0, -34))), View(24, 34)),
    "2-ring": Scene(
        (*_BASE, Shown("strip", COPPER, (0, 0, 34)), Shown("cover_long", WHITE, (0, 0, 72)),
         Shown("cover_short", WHITE, (0, 0, 72)), Shown("marker_plate", WHITE, (0, 0, 72))),
        View(24, 40),
    ),
    "3-floor": Scene(
        (*_BASE, *_COVERS, Shown("marker_plate", WHITE), Shown("markers", _BLACK), Shown("felt", FELT, (0, 0, 50))),
        View(24, 42),
    ),
    "4-foot": Scene((*_TRAY, Shown("foot", GOLD, (0, 16, -60))), View(212, 26)),
    "5-arm": Scene((*_TRAY, *_ARM), View(40, 24), 640),
    "6-case": Scene(_CASE_APART, View(205, 24)),
    "7-machine": Scene((*_TRAY, *_ARM, *_CASE_STANDING), View(30, 30)),
}  # fmt: skip


def draw_all(solids: Mapping[str, Solid], folder: Path) -> None:
    """Every picture as a PNG in `folder`; `solids` are the parts in their places."""
    known = {name: solid.triangles for name, solid in solids.items()} | {"markers": _markers()}
    known |= {f"standing {name}": _standing(triangles) for name, triangles in known.items()}
    below = known["standing stand"][..., 2].min() - known["foot"][..., 2].min()
    known |= {name: t - (0.0, 0.0, below) for name, t in known.items() if name.startswith("standing")}
    folder.mkdir(parents=True, exist_ok=True)
    for name, scene in SCENES.items():
        pieces = [Piece(known[shown.part] + np.array(shown.move), shown.colour) for shown in scene.shown]
        if name == "6-case":
            pieces = [Piece(_upright(piece.triangles), piece.colour) for piece in pieces]
        pixels = picture(pieces, scene.view, scene.width)
        few = _few_colours(pixels)
        cv2.imwrite(str(folder / f"{name}.png"), few, [cv2.IMWRITE_PNG_COMPRESSION, 9])


def _few_colours(pixels: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Colours in steps of four, which a PNG packs far smaller and no eye sees."""
    few: NDArray[np.uint8] = pixels // 4 * 4 + 3
    return few


def _upright(triangles: Triangles) -> Triangles:
    """The case stood up: its front looks towards the players."""
    return np.stack([triangles[..., 0], -triangles[..., 2], triangles[..., 1]], axis=-1)


def _standing(triangles: Triangles) -> Triangles:
    """The case in its place behind the tray, leaning back on its stands, beside the camera's tube."""
    case = load_dimensions()["case"]
    lean = np.radians(case["lean"])
    x, y, z = np.moveaxis(_upright(triangles), -1, 0)
    y, z = y * np.cos(lean) + z * np.sin(lean), z * np.cos(lean) - y * np.sin(lean)
    standing: Triangles = np.stack([x, y, z], axis=-1) + _BESIDE_THE_ARM
    return standing


def _markers() -> Triangles:
    """The black cells of the four markers, a hair above their plates."""
    mat = load_dimensions()["mat"]
    dictionary = cv2.aruco.getPredefinedDictionary(_DICTIONARY)
    offset, cell = mat["marker_offset"], mat["marker"] / _CELLS
    right, near = mat["rolling_width"] + offset, -mat["rail_bottom"] - offset
    cells = []
    for number, (x, y) in enumerate(((-offset, offset), (right, offset), (right, near), (-offset, near))):
        bits = cv2.aruco.generateImageMarker(dictionary, number, _CELLS)
        for row, column in zip(*np.nonzero(bits == 0), strict=True):
            left, far = x + (column - _CELLS / 2) * cell, y - (row - _CELLS / 2) * cell
            a, b, c, d = ((left, far - cell), (left + cell, far - cell), (left + cell, far), (left, far))
            cells += [[(*p, 0.1) for p in (a, b, c)], [(*p, 0.1) for p in (a, c, d)]]
    return np.array(cells)

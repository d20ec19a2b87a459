"""A throw as Mitsuba renders it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import mitsuba as mi
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from tests.traced.camera import SIZE, Stand, any_stand, developed
from tests.traced.cubes import in_light, printed, round_cube
from tests.traced.floors import FLOORS, laid
from tests.traced.hands import Hand
from tests.traced.throws import Lying, thrown
from vision.mat import marker_corners
from vision.settings import MatSettings

CUBES = 5
PATHS = 40
"""Traced for each pixel."""
LIGHTS = {
    "warm": (1.0, 0.75, 0.45), "daylight": (0.9, 0.95, 1.1), "neon": (0.8, 1.0, 0.85), "amber": (1.0, 0.6, 0.25),
    "white": (1.0, 1.0, 1.0), "pink": (1.0, 0.7, 0.8),
}  # fmt: skip
_WALLS = ((160, 160, 155), (50, 50, 50), (120, 85, 55), (190, 170, 140), (30, 40, 70))
_WALL = 6.0  # millimetres wide
_WORN = 0.5  # share of the throws with worn cubes

Part = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Shot:
    """A picture (height, width, 3), blue, green, red, and what is true of it, as `vision.measure` reads it."""

    picture: NDArray[np.uint8]
    truth: dict[str, Any]


def shot(seed: int, hand: Hand) -> Shot:
    """A throw of a set of cubes, in a look by chance."""
    rng, mat = np.random.default_rng([seed, 77]), MatSettings()
    side = rng.uniform(15, 18)
    wear = rng.uniform(0.1, 0.6) if rng.random() < _WORN else 0.0
    lying, odd = thrown(rng, mat, side, CUBES), int(rng.integers(CUBES))
    symbols = [rng.permutation(hand.symbols(cube == odd)).tolist() for cube in range(CUBES)]
    floor, light = str(rng.choice(list(FLOORS))), str(rng.choice(list(LIGHTS)))
    stand, level = any_stand(rng, mat), int(rng.integers(3))
    parts: Part = {"type": "scene", "integrator": {"type": "path", "max_depth": 5}}
    parts |= _tray(rng, mat, floor) | _lights(rng, stand, light) | {"camera": _camera(rng, stand)}
    corners, places, triangles = round_cube(side, side * rng.uniform(0.06, 0.17))
    for number, cube in enumerate(lying):
        paint, height = printed(hand, symbols[number], number == odd, wear, rng)
        turned = _in_the_room(cube, side, corners, float(rng.integers(4)) * np.pi / 2)
        parts[f"cube {number}"] = _mesh(turned, places, triangles, _skin(rng, paint, height, hand.engraved))
    traced = np.array(mi.render(mi.load_dict(parts), seed=seed))[..., :3]
    cubes = [
        _truth(stand, cube, side, faces[0], number == odd)
        for number, (cube, faces) in enumerate(zip(lying, symbols, strict=True))
    ]
    return Shot(developed(traced, level, rng), {
        "expected": "clear", "case": "kept" if any(cube.zone == "rail" for cube in lying) else "roll",
        "set": hand.name, "floor": floor, "light": light, "level": level, "wear": round(wear, 2), "cubes": cubes,
    })  # fmt: skip


def _truth(stand: Stand, cube: Lying, side: float, face: str, odd: bool) -> dict[str, Any]:
    foot = cube.foot(side)
    top = np.column_stack([foot[:, 0], -foot[:, 1], np.full(4, side)])
    quad = stand.pixels(top)
    [center] = stand.pixels(top.mean(axis=0)[None])
    return {
        "face": face, "odd": odd, "zone": cube.zone,
        "center": np.round(center, 2).tolist(), "quad": np.round(quad, 2).tolist(),
    }  # fmt: skip


def _in_the_room(cube: Lying, side: float, corners: NDArray[np.float64], spin: float) -> NDArray[np.float64]:
    """The corners of a cube where it lies. `spin`: quarter turns, of what is printed on its top."""
    angle = spin - cube.turn
    cos, sin = np.cos(angle), np.sin(angle)
    turn = np.array([[cos, -sin, 0], [sin, cos, 0], [0, 0, 1]])
    return np.asarray(corners @ turn.T + [cube.middle[0], -cube.middle[1], side / 2])


def _mesh(
    corners: NDArray[np.float64], places: NDArray[np.float64], triangles: NDArray[np.uint32], skin: Part
) -> Any:
    given = mi.Properties()
    given["bsdf"] = mi.load_dict(skin)
    mesh = mi.Mesh("cube", len(corners), len(triangles), given, has_vertex_texcoords=True)
    parameters = mi.traverse(mesh)
    parameters["vertex_positions"] = corners.astype(np.float32).ravel()
    parameters["vertex_texcoords"] = places.astype(np.float32).ravel()
    parameters["faces"] = triangles.ravel()
    parameters.update()
    return mesh


def _skin(rng: Generator, paint: NDArray[np.float32], height: NDArray[np.float32], engraved: bool) -> Part:
    skin = {
        "type": "principled", "base_color": _picture(paint), "roughness": rng.uniform(0.25, 0.6), "specular": 0.5,
    }  # fmt: skip
    if not engraved:
        return skin
    return {
        "type": "bumpmap", "arbitrary": _picture(cv2.merge([height] * 3)), "scale": rng.uniform(0.5, 1.5),
        "bsdf": skin,
    }  # fmt: skip


def _tray(rng: Generator, mat: MatSettings, floor: str) -> Part:
    """The floor with the markers stuck on it, and the tray's walls."""
    width, height = mat.rolling
    paint = _picture(laid(floor, rng))
    cloth = {"type": "principled", "base_color": paint, "roughness": rng.uniform(0.35, 0.9), "specular": 0.4}
    parts = {"floor": _sheet((width / 2, mat.rail[3] / 2), 340, 0.0, cloth)}
    colour = in_light(_WALLS[int(rng.integers(len(_WALLS)))]).tolist()
    tall = rng.uniform(4, 10)
    outer = (-_WALL, -_WALL, width + _WALL, height + _WALL)
    for name, (left, top, right, bottom) in {
        "far": (*outer[:3], 0.0), "near": (outer[0], height, *outer[2:]),
        "left": (outer[0], outer[1], 0.0, outer[3]), "right": (width, *outer[1:]),
    }.items():  # fmt: skip
        middle = [(left + right) / 2, -(top + bottom) / 2, tall / 2]
        reach = [(right - left) / 2, (bottom - top) / 2, tall / 2]
        parts[f"{name} wall"] = {
            "type": "cube", "to_world": mi.ScalarTransform4f().translate(middle).scale(reach),
            "bsdf": {"type": "diffuse", "reflectance": {"type": "rgb", "value": colour}},
        }  # fmt: skip
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    for number, corners in marker_corners(mat).items():
        pixels = np.full((300, 300), 255, np.uint8)
        pixels[30:270, 30:270] = cv2.aruco.generateImageMarker(dictionary, number, 240)
        ink = cv2.merge([(0.03 + 0.8 * pixels[::-1] / 255).astype(np.float32)] * 3)
        x, y = corners.mean(axis=0).tolist()
        paper = {"type": "diffuse", "reflectance": _picture(ink)}
        parts[f"marker {number}"] = _sheet((x, y), mat.marker * 300 / 240 / 2, 0.3, paper)
    return parts


def _sheet(middle: tuple[float, float], reach: float, above: float, bsdf: Part) -> Part:
    to_world = mi.ScalarTransform4f().translate([middle[0], -middle[1], above]).scale([reach, reach, 1])
    return {"type": "rectangle", "to_world": to_world, "bsdf": bsdf}


def _lights(rng: Generator, stand: Stand, name: str) -> Part:
    """What comes from everywhere, and one or two lamps, small and hard or large and soft."""
    colour = np.array(LIGHTS[name])
    everywhere = {"type": "rgb", "value": (colour * rng.uniform(0.05, 0.35)).tolist()}
    parts: Part = {"everywhere": {"type": "constant", "radiance": everywhere}}
    for number in range(int(rng.integers(1, 3))):
        towards, away = rng.uniform(0, 2 * np.pi), rng.uniform(150, 900)
        place = stand.target + np.array([away * np.cos(towards), away * np.sin(towards), rng.uniform(600, 1400)])
        reach = rng.uniform(30, 200)
        power = rng.uniform(0.6, 1.2) * float(np.square(place - stand.target).sum()) / (2 * reach) ** 2
        parts[f"lamp {number}"] = {
            "type": "rectangle", "to_world": _looking(place, stand.target, np.array([0.01, 1, 0])).scale(reach),
            "emitter": {"type": "area", "radiance": {"type": "rgb", "value": (colour * power).tolist()}},
        }  # fmt: skip
    return parts


def _camera(rng: Generator, stand: Stand) -> Part:
    away = float(np.linalg.norm(stand.eye - stand.target))
    return {
        "type": "thinlens", "fov": stand.wide, "fov_axis": "x",
        "to_world": _looking(stand.eye, stand.target, stand.up),
        "aperture_radius": rng.uniform(0.2, 2.5), "focus_distance": away * rng.uniform(0.96, 1.04),
        "film": {"type": "hdrfilm", "width": SIZE[0], "height": SIZE[1], "rfilter": {"type": "gaussian"}},
        "sampler": {"type": "independent", "sample_count": PATHS},
    }  # fmt: skip


def _looking(place: NDArray[np.float64], at: NDArray[np.float64], up: NDArray[np.float64]) -> Any:
    return mi.ScalarTransform4f().look_at(place.tolist(), at.tolist(), up.tolist())


def _picture(values: NDArray[np.float32]) -> Part:
    return {"type": "bitmap", "bitmap": mi.Bitmap(np.ascontiguousarray(values)), "raw": True}

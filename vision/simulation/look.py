"""How a simulated tray looks: the house's own look, or one drawn from a seed."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.drawings import CUBE_SETS, CubeSet, cube_set
from vision.simulation.floors import FLOORS
from vision.simulation.light import LIGHTS
from vision.simulation.view import REFERENCE, View, chance_view, look

_VISIBLE = 75.0
"""Least distance between the colours of cube and floor, of 441: a bar doesn't lay black cubes on black cloth."""


@dataclass(frozen=True, eq=False)
class Look:
    """The set of cubes, floor and light by name, and the camera's position."""

    cube_set: str
    floor: str
    light: str
    view: View


def house_look(size: tuple[int, int] = REFERENCE) -> Look:
    """Ours: red cubes with ivory marks and a golden one, on midnight-blue felt under a warm lamp."""
    return Look("comic", "midnight felt", "warm lamp", look(size=size))


def drawn_look(seed: int, size: tuple[int, int] = REFERENCE) -> Look:
    """One look of many, always the same for the same seed; its cubes stand out against its floor."""
    rng = np.random.default_rng([seed, 1])
    pairs = [(each, floor) for each in CUBE_SETS for floor in FLOORS if _stands_out(cube_set(each), floor)]
    chosen_set, floor = pairs[rng.integers(len(pairs))]
    light = list(LIGHTS)[rng.integers(len(LIGHTS))]
    return Look(chosen_set, floor, light, chance_view(rng, size))


def _stands_out(cubes: CubeSet, floor: str) -> bool:
    ground = np.array(FLOORS[floor][1])
    bodies = np.array([cubes.body_bgr, cubes.odd_body_bgr])
    return bool(np.linalg.norm(bodies - ground, axis=1).min() >= _VISIBLE)

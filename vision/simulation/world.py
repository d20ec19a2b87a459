"""The five cubes as they lie, kept in a file so that they lie there still after the process has died."""

from __future__ import annotations

import json
import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from controller.ports import Face, GameCube, save
from vision.simulation.geometry import Pose, with_side_up
from vision.simulation.placement import rail_places

COMMON: tuple[Face, ...] = ("2", "3", "4", "5", "6", "10")
ODD: tuple[Face, ...] = ("2", "sun", "4", "5", "6", "10")

log = logging.getLogger(__name__)


class _NotAWorldError(ValueError):
    """What a file says can't be; the text says why, in words."""


@dataclass(frozen=True, eq=False)
class Cube:
    """One cube: its symbols in the order of `geometry.SIDES`, the quarter turns of each, whether it is the odd one,
    and how it lies."""

    symbols: tuple[Face, ...]
    turns: tuple[int, ...]
    odd: bool
    pose: Pose

    def shown(self) -> GameCube:
        """The cube as the game sees it, by the side that looks up most."""
        return GameCube(self.symbols[self.pose.top_side()], self.odd)


@dataclass(frozen=True, eq=False)
class World:
    """Five cubes of `size` mm, how many throws there have been, and the number of the order for the last of them."""

    cubes: tuple[Cube, ...]
    size: float
    throws: int = 0
    order: int | None = None

    def poses(self) -> tuple[Pose, ...]:
        """How the cubes lie."""
        return tuple(cube.pose for cube in self.cubes)

    def after_throw(self, poses: Sequence[Pose], order: int | None = None) -> World:
        """The same cubes, come to rest in these poses; `order`: the number of the order to throw them."""
        cubes = tuple(replace(cube, pose=pose) for cube, pose in zip(self.cubes, poses, strict=True))
        return replace(self, cubes=cubes, throws=self.throws + 1, order=order)


def fresh_world(seed: int, size: float) -> World:
    """Four common cubes and the odd one in a row on the rail, each with an order of symbols of its own."""
    rng = np.random.default_rng([seed, 2])
    cubes = []
    for number, place in enumerate(rail_places(size, [], 5, rng)):
        odd = number == 4
        symbols = tuple(str(symbol) for symbol in rng.permutation(ODD if odd else COMMON))
        turns = tuple(int(quarter) for quarter in rng.integers(0, 4, size=6))
        rotation = with_side_up(int(rng.integers(6)), rng.uniform(-20, 20))
        cubes.append(Cube(symbols, turns, odd, Pose(place, rotation)))
    return World(tuple(cubes), size)


def save_world(world: World, file: Path) -> None:
    """Write the world so that after a power cut either the old or the new one is there, whole."""
    value = {
        "size": world.size,
        "throws": world.throws,
        "order": world.order,
        "cubes": [
            {
                "symbols": cube.symbols,
                "turns": cube.turns,
                "odd": cube.odd,
                "position": cube.pose.position.tolist(),
                "rotation": cube.pose.rotation.tolist(),
            }
            for cube in world.cubes
        ],
    }
    save(file, json.dumps(value, indent=1).encode())


def load_world(file: Path, seed: int, size: float) -> World:
    """The world in `file`; a fresh one where there is no file, where it is damaged, or holds cubes of another size.

    A damaged file is put aside under its name with `.damaged`, where that can be done, and a warning says so.
    """
    try:
        world = _world(json.loads(file.read_text(encoding="utf-8")))
    except FileNotFoundError:
        return fresh_world(seed, size)
    except (OSError, ValueError, KeyError, TypeError, ArithmeticError, RecursionError) as error:
        log.warning(
            "%s doesn't say how the simulated cubes lie: %s. They start anew on the rail; %s.",
            file, _in_words(error), _put_aside(file),
        )  # fmt: skip
        return fresh_world(seed, size)
    if world.size != size:
        log.warning("%s holds cubes of %s mm, the settings say %s: they start anew.", file, world.size, size)
        return fresh_world(seed, size)
    return world


def _put_aside(file: Path) -> str:
    """What becomes of a damaged file, in words."""
    aside = file.with_name(file.name + ".damaged")
    try:
        file.replace(aside)
    except OSError as error:
        return f"the file can't be put aside as {aside.name} ({error.strerror})"
    return f"the file is kept as {aside.name}"


def _in_words(error: Exception) -> str:
    if isinstance(error, _NotAWorldError):
        return str(error)
    if isinstance(error, OSError):
        return f"it can't be read ({error.strerror})"
    return "it is damaged, or another program wrote it"


def _world(value: Any) -> World:
    cubes = tuple(_cube(each) for each in value["cubes"])
    if [cube.odd for cube in cubes] != [False, False, False, False, True]:
        raise _NotAWorldError("there must be four common cubes and then the odd one")
    order = value.get("order")
    return World(cubes, float(value["size"]), int(value["throws"]), None if order is None else int(order))


def _cube(value: Any) -> Cube:
    odd = value["odd"]
    symbols, turns = tuple(value["symbols"]), tuple(value["turns"])
    if sorted(symbols) != sorted(ODD if odd else COMMON) or len(turns) != 6 or not set(turns) <= {0, 1, 2, 3}:
        raise _NotAWorldError("a cube has other symbols than it must have")
    position = np.array(value["position"], dtype=np.float64)
    rotation = np.array(value["rotation"], dtype=np.float64)
    somewhere = position.shape == (3,) and np.isfinite(position).all() and rotation.shape == (3, 3)
    if not somewhere or not np.allclose(rotation @ rotation.T, np.eye(3), atol=1e-6):
        raise _NotAWorldError("a cube lies nowhere")
    return Cube(symbols, turns, bool(odd), Pose(position, rotation))

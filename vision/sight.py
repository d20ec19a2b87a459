"""What there is to see in one picture: cubes with their chances, things that are none, hands, what is the matter."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from controller.ports import Point, Quad
from vision.mat import Mat
from vision.networks import NONE


@dataclass(frozen=True, slots=True, eq=False)
class SeenCube:
    """A cube's top face in pixels; `score`: 0..1, how surely a cube is there; `cocked`: 0..1, how likely it leans.

    `chances`: for each face and for "none" how likely it is that, adding up to 1. `whole`: whether its outline can be
    right; what a cube shows whose outline leaves the picture or covers another's or a wall is a guess.
    `surely_turned`: as `FoundCube` has it. `seen`, `like_pips`: as `FaceScores` has them.
    """

    center: Point
    quad: Quad
    score: float
    cocked: float
    chances: Mapping[str, float]
    whole: bool = True
    surely_turned: bool = False
    seen: NDArray[np.float32] | None = None
    like_pips: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Sight:
    """What is seen in a picture. `odd`: index of the cube of another colour, None where that can't be told.

    `foreign`: centres of what is no cube. `hand`: centre of what reaches in or stands in the way. `trouble`:
    what keeps anything from being seen, in words, such as too little light; None where all is well.
    """

    cubes: tuple[SeenCube, ...]
    odd: int | None
    foreign: tuple[Point, ...]
    hand: Point | None
    mat: Mat | None
    trouble: str | None = None
    doubtful: tuple[Point, ...] = ()
    """Centres of what may be a cube, though it isn't taken for one: it looks foreign while cubes are missing, lies
    askew or too near to another, or may be a sixth."""
    bodies: tuple[bool | None, ...] = ()
    """For each cube whether it is of the odd colour, where a set's colours were taught and it can be told."""
    of_the_game: bool = True
    """Whether these are the five cubes of Cosmic Wimpout, one of them odd; else any number of any dice."""
    colours: tuple[str, ...] = ()
    """Each cube's body as the camera shows it, as "#rrggbb"."""


def surest_face(cube: SeenCube) -> float:
    """How likely, 0..1, it shows the face that it most likely shows."""
    return max(chance for face, chance in cube.chances.items() if face != NONE)


def likeliest_face(cube: SeenCube) -> str:
    """The face that it most likely shows."""
    return max((face for face in cube.chances if face != NONE), key=cube.chances.__getitem__)


def nothing_seen(mat: Mat | None, trouble: str) -> Sight:
    """The sight of a picture in which that keeps anything from being seen."""
    return Sight((), None, (), None, mat, trouble)


def vote(sights: Sequence[Sight]) -> Sight:
    """Several sights of the same cubes as one: every picture has the same say in the chances."""
    first = sights[0]
    cubes = [
        replace(cube, chances={
            face: float(np.mean([sight.cubes[index].chances[face] for sight in sights])) for face in cube.chances
        })
        for index, cube in enumerate(first.cubes)
    ]
    return replace(first, cubes=tuple(cubes))

"""What a game knows of chance: which cubes it is thrown with, and how lucky a throw was."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from controller.games.game import Face, Game, Throw


class CubeKind(NamedTuple):
    """Cubes that can't be told apart: whether they are the odd one of another colour, how many there are, and the
    faces that each of them has."""

    odd: bool
    number: int
    faces: tuple[Face, ...]


class ThrowLuck(NamedTuple):
    """How many points a throw brought beyond those to be expected of it.

    With fair cubes the points of many throws come to 0 on average, whatever their players decide. `variance`: the
    square of what they usually differ from 0 by; those of several throws add up.
    """

    points: float
    variance: float


class Fortune(Protocol):
    """A game's cubes and its luck."""

    kinds: tuple[CubeKind, ...]

    def luck(self, game: Game, throw: Throw) -> ThrowLuck | None:
        """How lucky `throw` was, made in `game` as it stood before; None where that can't be told.

        Safe from any thread.
        """
        ...

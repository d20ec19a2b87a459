"""One way to score a throw: what counts, what stays, what would be thrown again."""

from __future__ import annotations

from dataclasses import dataclass

from controller.games.game import Cube, Face


@dataclass(frozen=True, slots=True)
class Way:
    """One way to score a throw.

    `kept` score and are set aside, `left` don't and would be thrown again. `flash` and `train` name the face of
    a Flash or Freight Train, `sun` the number that a free sun counts as. `label` tells this way from the other
    ways to score the same throw.
    """

    points: int
    kept: tuple[Cube, ...]
    left: tuple[Cube, ...]
    flash: Face | None = None
    train: Face | None = None
    sun: Face | None = None
    label: str = ""

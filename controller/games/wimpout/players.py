"""The players round the table, and the order in which they play."""

from __future__ import annotations

from dataclasses import dataclass

from controller.games.game import Seat
from controller.games.wimpout.rules import Direction


@dataclass(frozen=True, slots=True)
class Player:
    """A player's place in the game: points banked, in the game once `entered`, `out` by a Supernova or a rule."""

    seat: Seat
    total: int = 0
    entered: bool = False
    out: bool = False


def order_of_play(seats: tuple[Seat, ...], direction: Direction, first: Seat) -> tuple[Seat, ...]:
    """`seats` in the order in which they play, `first` at its head.

    `seats` are in seating order: clockwise round the table as seen from above. So counter-clockwise play, the
    sheet's, goes down through them and clockwise play up.
    """
    circle = seats if direction == "clockwise" else seats[::-1]
    start = circle.index(first)
    return circle[start:] + circle[:start]

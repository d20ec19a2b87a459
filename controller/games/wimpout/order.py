"""The order of play round the table: counter-clockwise, unless the table has chosen otherwise."""

from __future__ import annotations

from typing import Literal

from controller.games.game import Seat

Direction = Literal["counter-clockwise", "clockwise"]


def order_of_play(seats: tuple[Seat, ...], direction: Direction, first: Seat) -> tuple[Seat, ...]:
    """`seats` in the order in which they play, `first` at its head.

    `seats` are in seating order: clockwise round the table as seen from above. So counter-clockwise play, the
    sheet's, goes down through them and clockwise play up.
    """
    circle = seats if direction == "clockwise" else seats[::-1]
    start = circle.index(first)
    return circle[start:] + circle[:start]

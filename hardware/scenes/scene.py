"""What a scene is given, and what it can draw with."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

from controller.ports import Moment, Player, Seat, Snapshot
from hardware import font
from hardware.canvas import Canvas, Colour, Picture, Size
from hardware.colours import dimmed, light
from hardware.layout import board_name, final_picture, standing_of

WHITE = "#ffffff"


@dataclass(frozen=True, slots=True)
class Scene:
    """A moment to be shown: something that happened to somebody (`moment`), in the `snapshot` that it led to."""

    snapshot: Snapshot
    moment: Moment
    size: Size

    @property
    def player(self) -> Player | None:
        """Whose moment it is."""
        return self.snapshot.player(self.moment.seat)

    @property
    def name(self) -> str:
        """That player's name as the board can write it; empty for nobody."""
        return board_name(self.snapshot, self.player) if self.player is not None else ""

    @property
    def total(self) -> int:
        """That player's total after the moment."""
        standing = standing_of(self.snapshot, self.moment.seat)
        return standing.total if standing is not None else 0

    @property
    def final(self) -> Picture:
        """The picture that follows."""
        return final_picture(self.snapshot, self.size)

    def canvas(self) -> Canvas:
        """An empty board to draw on."""
        return Canvas(self.size)

    def colour(self, brightness: float = 1.0) -> Colour:
        """The player's colour, white for nobody; `brightness` 0..1 as the eye sees it."""
        return light(self.player.colour if self.player is not None else WHITE, round(brightness, 2))

    def dice(self, number: int = 0) -> Random:
        """Chance that falls the same way each time this scene is drawn; another one for each `number`."""
        return Random(self.snapshot.moments_event * 1000 + number)


def with_total(snapshot: Snapshot, seat: Seat | None, total: int) -> Snapshot:
    """The same snapshot while that player had another total, and nothing at stake."""
    view = snapshot.view
    if view is None:
        return snapshot
    standings = tuple(
        standing._replace(total=total, entered=True) if standing.seat == seat else standing
        for standing in view.standings
    )
    return replace(snapshot, view=view._replace(standings=standings, stake=0))


def write(canvas: Canvas, text: str, left: int | None = None, top: int = 0) -> None:
    """Text in the middle, or from `left`; what doesn't fit is cut."""
    drawing = font.draw(text)
    room = canvas.size.columns - int(drawing.shape[1])
    canvas.put(drawing, max(0, room // 2) if left is None else left, top)


def fill_ring(canvas: Canvas, colour: Colour, share: float = 1.0) -> None:
    """Light the first `share` (0..1) of the ring."""
    lit = round(len(canvas.ring) * min(1.0, max(0.0, share)))
    canvas.ring[:lit] = [colour] * lit


def chase(canvas: Canvas, colour: Colour, position: float, tail: int) -> None:
    """A light at `position` (turns, clockwise from the first) with a fading tail behind it."""
    lights = len(canvas.ring)
    for step in range(min(tail, lights)):
        canvas.ring[(int(position * lights) - step) % lights] = dimmed(colour, (1 - step / tail) ** 2)

"""The ring of lights as the score track: ten points a place, one marker a player .

A score between two places, for the odd five, lights both at half. The marker of the player to act breathes; a
ghost stands where that player would be after banking. While the reader looks, the ring is a steady dim white.
"""

from __future__ import annotations

import math

from controller.ports import Snapshot
from hardware.canvas import DARK, Canvas, Colour
from hardware.colours import blend, dimmed, light

POINTS_A_PLACE = 10
MARKER, GHOST = 0.8, 0.35
"""Brightness of a marker and of a ghost, as the eye sees it."""
BREATH_SECONDS = 2.4
WHILE_READING: Colour = (20, 20, 20)
START: Colour = (3, 2, 0)
"""A glimmer at the place where the track begins."""


def draw_ring(canvas: Canvas, snapshot: Snapshot, running: float | None) -> None:
    """Draw the track. `running`: seconds since the board was started, for the breath; None draws its full height."""
    if not canvas.ring:
        return
    if "reading" in snapshot.lamps:
        canvas.ring = [WHILE_READING] * len(canvas.ring)
        return
    marks: dict[int, list[Colour]] = {}
    view = snapshot.view
    if view is not None:
        for standing in view.standings:
            acts = standing.seat == view.to_act
            player = snapshot.player(standing.seat)
            if player is None or standing.out or not (standing.entered or acts):
                continue
            brightness = MARKER * (_breath(running) if acts else 1.0)
            _mark(marks, standing.total, light(player.colour, round(brightness, 3)), len(canvas.ring))
    track = [blend(marks.get(place, [])) for place in range(len(canvas.ring))]
    if not marks.get(0):
        track[0] = START
    _ghost(track, snapshot)
    canvas.ring = track


def places(score: int, lights: int) -> tuple[int, ...]:
    """The lights that stand for a score: one, or two for the odd five; a lap is ten points times the lights."""
    place, rest = divmod(score, POINTS_A_PLACE)
    return tuple(sorted({place % lights, (place + (rest > 0)) % lights}))


def _mark(marks: dict[int, list[Colour]], score: int, colour: Colour, lights: int) -> None:
    lit = places(score, lights)
    for place in lit:
        marks.setdefault(place, []).append(dimmed(colour, 1 / len(lit)))


def _ghost(track: list[Colour], snapshot: Snapshot) -> None:
    """The ghost goes only where nobody stands: it says where one would be, not who is there."""
    view = snapshot.view
    player = snapshot.player(view.to_act) if view is not None else None
    if view is None or player is None or view.stake == 0:
        return
    total = next(standing.total for standing in view.standings if standing.seat == view.to_act)
    for place in places(total + view.stake, len(track)):
        if track[place] in (DARK, START):
            track[place] = light(player.colour, GHOST)


def _breath(running: float | None) -> float:
    """0.55..1 of the brightness; in steps of a twelfth of a second, so that the line is not kept busy."""
    if running is None:
        return 1.0
    step = math.floor(running * 12) / 12
    return 0.775 + 0.225 * math.cos(2 * math.pi * step / BREATH_SECONDS)

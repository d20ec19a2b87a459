"""The ring of lights as the score track: ten points a place, one marker a player.

A score between two places, for the odd five, lights both at half. The marker of the player to act breathes; from it a
trail grows with the turn, to a ghost where that player would be after banking. The places on which a house rule won't
let them stop glow.
"""

from __future__ import annotations

import math

from controller.ports import Player, Snapshot, Standing
from hardware.canvas import DARK, Canvas, Colour
from hardware.colours import blend, dimmed, light, mixed

POINTS_A_PLACE = 10
MARKER, GHOST, TRAIL = 0.8, 0.35, 0.18
"""Brightness of a marker, of a ghost and of the way between, as the eye sees it."""
FORBIDDEN = "#ff1808"
GLOW = 0.5
"""Brightness of a forbidden place at its height, as the eye sees it."""
BREATH_SECONDS = 2.4
START: Colour = (3, 2, 0)
"""A glimmer at the place where the track begins."""


def draw_ring(canvas: Canvas, snapshot: Snapshot, running: float | None) -> None:
    """Draw the track. `running`: seconds since the board was started, for the breath; None draws its full height."""
    view = snapshot.view
    if not canvas.ring:
        return
    track = [DARK] * len(canvas.ring)
    track[0] = START
    canvas.ring = track
    if view is None:
        return
    acting = next((standing for standing in view.standings if standing.seat == view.to_act), None)
    player = snapshot.player(view.to_act)
    if acting is not None and player is not None and view.stake:
        _draw_turn(track, acting.total, view.stake, player)
    for place, colours in _markers(snapshot, running, len(track)).items():
        track[place] = blend(colours)
    for score in view.forbidden:
        _draw_glow(track, score, running)


def places(score: int, lights: int) -> tuple[int, ...]:
    """The lights that stand for a score: one, or two for the odd five; a lap is ten points times the lights."""
    place, rest = divmod(score, POINTS_A_PLACE)
    return tuple(sorted({place % lights, (place + (rest > 0)) % lights}))


def _markers(snapshot: Snapshot, running: float | None, lights: int) -> dict[int, list[Colour]]:
    """The colours of the players at each light where somebody stands."""
    marks: dict[int, list[Colour]] = {}
    view = snapshot.view
    for standing in view.standings if view is not None else ():
        acts = view is not None and standing.seat == view.to_act
        player = snapshot.player(standing.seat)
        if player is None or not _on_the_track(standing, acts):
            continue
        brightness = MARKER * (0.55 + 0.45 * _breath(running) if acts else 1.0)
        lit = places(standing.total, lights)
        for place in lit:
            colour = light(player.colour, round(brightness, 3))
            marks.setdefault(place, []).append(dimmed(colour, 1 / len(lit)))
    return marks


def _on_the_track(standing: Standing, acts: bool) -> bool:
    return not standing.out and (standing.entered or acts)


def _draw_turn(track: list[Colour], total: int, stake: int, player: Player) -> None:
    """The way that the points at stake go, and the ghost at its end; markers are drawn over both, for they say who is
    there and not where one would be."""
    for score in range(total + 5, total + min(stake, POINTS_A_PLACE * len(track)), 5):
        for place in places(score, len(track)):
            track[place] = light(player.colour, TRAIL)
    for place in places(total + stake, len(track)):
        track[place] = light(player.colour, GHOST)


def _draw_glow(track: list[Colour], score: int, running: float | None) -> None:
    """A glow that swells and fades. Where somebody stands it takes turns with their colour."""
    lit, swell = places(score, len(track)), _breath(running)
    glow = light(FORBIDDEN, round(GLOW * (0.3 + 0.7 * swell), 3))
    for place in lit:
        if track[place] in (DARK, START):
            track[place] = dimmed(glow, 1 / len(lit))
        else:
            track[place] = mixed(track[place], light(FORBIDDEN, MARKER), swell / 2)


def _breath(running: float | None) -> float:
    """0..1, slowly up and down; in steps of a twelfth of a second, so that the line is not kept busy."""
    if running is None:
        return 1.0
    step = math.floor(running * 12) / 12
    return 0.5 + 0.5 * math.cos(2 * math.pi * step / BREATH_SECONDS)

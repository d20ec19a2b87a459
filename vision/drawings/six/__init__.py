"""The 6: six small stars, 2 by 3, in many manners."""

from __future__ import annotations

from vision.drawings.canvas import Manner
from vision.drawings.six import crosses, hollow, settings, sparkles, stars

_FOR_TRAINING: dict[str, Manner] = {
    "sparkles": sparkles.sparkles,
    "thorns": sparkles.thorns,
    "bursts": sparkles.bursts,
    "crossed bars": crosses.crossed_bars,
    "crosses": crosses.crosses,
    "spoked": crosses.spoked,
    "rimmed": hollow.rimmed,
    "eyed": hollow.eyed,
    "faceted": hollow.faceted,
    "coins": hollow.coins,
    "crowded": settings.crowded,
    "scattered": settings.scattered,
    "shifted": settings.shifted,
    "hand-cut": settings.hand_cut,
}

MANNERS: dict[str, Manner] = {
    "pointed": stars.pointed,
    "asterisks": stars.asterisks,
    "soft": stars.soft,
    "outlined": stars.outlined,
    "pentagrams": stars.pentagrams,
    "flowers": stars.flowers,
    **_FOR_TRAINING,
}

TRAINING_ONLY = frozenset(_FOR_TRAINING)
"""Manners that the simulated tray doesn't draw."""

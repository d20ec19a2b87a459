"""The 6: six small stars, 2 by 3, in many manners."""

from __future__ import annotations

from vision.drawings.canvas import Manner
from vision.drawings.six import stars

MANNERS: dict[str, Manner] = {
    "pointed": stars.pointed,
    "asterisks": stars.asterisks,
    "soft": stars.soft,
    "outlined": stars.outlined,
    "pentagrams": stars.pentagrams,
    "flowers": stars.flowers,
}

TRAINING_ONLY = frozenset[str]()
"""Manners that the simulated tray doesn't draw."""

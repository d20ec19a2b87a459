"""The 3: three triangles, one above two, in many manners."""

from __future__ import annotations

from vision.drawings.canvas import Manner
from vision.drawings.three import triangles

MANNERS: dict[str, Manner] = {
    "pyramid": triangles.pyramid,
    "outlined": triangles.outlined,
    "eyes": triangles.eyes,
    "rounded": triangles.rounded,
    "one-eyed outline": triangles.one_eyed_outline,
    "pinwheel": triangles.pinwheel,
    "split": triangles.split,
}

TRAINING_ONLY = frozenset[str]()
"""Manners that the simulated tray doesn't draw."""

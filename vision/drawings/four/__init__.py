"""The 4: four lightning bolts or four-pointed bursts, in many manners."""

from __future__ import annotations

from vision.drawings.canvas import Manner
from vision.drawings.four import bolts

MANNERS: dict[str, Manner] = {
    "cross": bolts.cross,
    "grid": bolts.grid,
    "zigzags": bolts.zigzags,
    "bursts": bolts.bursts,
    "great burst": bolts.great_burst,
    "shards": bolts.shards,
    "row": bolts.row,
    "long zigzags": bolts.long_zigzags,
    "outlined": bolts.outlined,
}

TRAINING_ONLY = frozenset({"shards"})
"""Manners that the simulated tray doesn't draw."""

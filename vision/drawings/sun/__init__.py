"""The sun: a disc or ring with rays, with or without a face, in many manners."""

from __future__ import annotations

from vision.drawings.canvas import Manner
from vision.drawings.sun import suns

MANNERS: dict[str, Manner] = {
    "wavy": suns.wavy,
    "zigzag": suns.zigzag,
    "pointed": suns.pointed,
    "beams": suns.beams,
    "curled": suns.curled,
    "corona": suns.corona,
    "serpentine": suns.serpentine,
    "flames": suns.flames,
}

TRAINING_ONLY = frozenset({"serpentine", "flames"})
"""Manners that the simulated tray doesn't draw."""

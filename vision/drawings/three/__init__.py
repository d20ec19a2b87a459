"""The 3: three triangles, one above two, in many manners."""

from __future__ import annotations

from vision.drawings.canvas import Manner
from vision.drawings.three import insides, pyramids, sides, triangles

MANNERS: dict[str, Manner] = {
    "pyramid": triangles.pyramid,
    "outlined": triangles.outlined,
    "eyes": triangles.eyes,
    "rounded": triangles.rounded,
    "one-eyed outline": triangles.one_eyed_outline,
    "pinwheel": triangles.pinwheel,
    "split": triangles.split,
    "great triangle": pyramids.great_triangle,
    "bricks": pyramids.bricks,
    "steps": pyramids.steps,
    "striped": pyramids.striped,
    "capstones": pyramids.capstones,
    "wobbly": sides.wobbly,
    "bowed": sides.bowed,
    "cut corners": sides.cut_corners,
    "sails": sides.sails,
    "stretched": sides.stretched,
    "nested": insides.nested,
    "blank eyes": insides.blank_eyes,
    "holed": insides.holed,
}

TRAINING_ONLY = frozenset(
    {
        "great triangle",
        "bricks",
        "steps",
        "striped",
        "capstones",
        "wobbly",
        "bowed",
        "cut corners",
        "sails",
        "stretched",
        "nested",
        "blank eyes",
        "holed",
    }
)
"""Manners that the simulated tray doesn't draw."""

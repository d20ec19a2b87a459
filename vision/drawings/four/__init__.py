"""The 4: four lightning bolts or four-pointed bursts, in many manners."""

from __future__ import annotations

from vision.drawings.canvas import Manner
from vision.drawings.four import bolts, bursts, gatherings, great_bursts, strokes, thunderbolts, zigzags

MANNERS: dict[str, Manner] = {
    "cross": bolts.cross,
    "grid": bolts.grid,
    "zigzags": zigzags.zigzags,
    "bursts": bursts.bursts,
    "great burst": great_bursts.great_burst,
    "shards": zigzags.shards,
    "row": bolts.row,
    "long zigzags": zigzags.long_zigzags,
    "outlined": bolts.outlined,
    "zeus": thunderbolts.zeus,
    "comic": thunderbolts.comic,
    "inwards": thunderbolts.inwards,
    "arrows": thunderbolts.arrows,
    "slanting": gatherings.slanting,
    "mirrored": gatherings.mirrored,
    "leaning pairs": gatherings.leaning_pairs,
    "centred": gatherings.centred,
    "forks": strokes.forks,
    "bends": strokes.bends,
    "brushed": strokes.brushed,
    "penned": strokes.penned,
    "hollow bursts": bursts.hollow_bursts,
    "unequal bursts": bursts.unequal_bursts,
    "outlined bursts": bursts.outlined_bursts,
    "twinkles": bursts.twinkles,
    "flare": great_bursts.flare,
    "compass": great_bursts.compass,
}

TRAINING_ONLY = frozenset(
    {
        "shards",
        "zeus",
        "comic",
        "inwards",
        "arrows",
        "slanting",
        "mirrored",
        "leaning pairs",
        "centred",
        "forks",
        "bends",
        "brushed",
        "penned",
        "hollow bursts",
        "unequal bursts",
        "outlined bursts",
        "twinkles",
        "flare",
        "compass",
    }
)
"""Manners that the simulated tray doesn't draw."""

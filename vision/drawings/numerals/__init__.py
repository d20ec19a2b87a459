"""The 5 and the 10: numerals in many manners of lettering."""

from __future__ import annotations

import cv2

from vision.drawings.numerals import blocks, pieced, psychedelic, relief, starry, stressed, strokes
from vision.drawings.numerals.bent_lines import arched, bulging, dancing
from vision.drawings.numerals.block_lines import CONDENSED, OCTAGONAL, WIDE
from vision.drawings.numerals.flowing_lines import RUNNING, SWASH
from vision.drawings.numerals.lettering import Lettering, hershey, written
from vision.drawings.numerals.lines import PLAIN, mixed
from vision.drawings.numerals.plump_lines import PLUMP

_TRAINING_LETTERINGS: dict[str, Lettering] = {
    "bell bottoms": written(psychedelic.bell_bottoms, PLUMP),
    "bulging block": written(psychedelic.bulging_block, bulging(OCTAGONAL)),
    "bubbles": written(psychedelic.bubbles, mixed(PLUMP, dancing(PLUMP))),
    "lava": written(psychedelic.lava, mixed(PLAIN, PLUMP)),
    "overlapping": written(starry.overlapping, PLUMP),
    "star hollow": starry.STAR_HOLLOW,
    "disc": starry.DISC,
    "nouveau": written(stressed.nouveau, mixed(PLUMP, RUNNING)),
    "flared": written(stressed.flared, mixed(PLUMP, dancing(PLUMP))),
    "brush": written(stressed.brushed, mixed(RUNNING, SWASH)),
    "comic": written(relief.comic, mixed(PLAIN, PLUMP, OCTAGONAL, dancing(PLUMP))),
    "medal": written(relief.medal, mixed(PLAIN, PLUMP, RUNNING, OCTAGONAL)),
    "beads": written(pieced.beads, mixed(PLAIN, PLUMP, OCTAGONAL)),
    "stitches": written(pieced.stitches, mixed(PLAIN, PLUMP, RUNNING)),
    "hatched": written(pieced.hatched, mixed(PLAIN, PLUMP, OCTAGONAL)),
    "octagonal": written(blocks.octagonal, OCTAGONAL),
    "condensed": written(blocks.condensed, CONDENSED),
    "wide": written(blocks.wide, WIDE),
    "running hand": written(strokes.running, RUNNING),
    "swash": written(strokes.swash, SWASH),
    "arched": written(strokes.even, mixed(arched(PLAIN), arched(OCTAGONAL))),
    "dancing": written(strokes.even, mixed(dancing(PLAIN), dancing(RUNNING))),
}

LETTERINGS: dict[str, Lettering] = {
    "simplex": hershey(cv2.FONT_HERSHEY_SIMPLEX, 0.05, 0.22),
    "plain": hershey(cv2.FONT_HERSHEY_PLAIN, 0.04, 0.12),
    "duplex": hershey(cv2.FONT_HERSHEY_DUPLEX, 0.03, 0.15),
    "complex": hershey(cv2.FONT_HERSHEY_COMPLEX, 0.02, 0.12),
    "triplex": hershey(cv2.FONT_HERSHEY_TRIPLEX, 0.02, 0.1),
    "triplex italic": hershey(cv2.FONT_HERSHEY_TRIPLEX | cv2.FONT_ITALIC, 0.02, 0.1),
    "script": hershey(cv2.FONT_HERSHEY_SCRIPT_SIMPLEX, 0.04, 0.14),
    "script complex": hershey(cv2.FONT_HERSHEY_SCRIPT_COMPLEX, 0.03, 0.1),
    "even": written(strokes.even),
    "thin": written(strokes.thin),
    "broad pen": written(strokes.broad_pen),
    "fat with stars": written(strokes.fat),
    "swelling": written(strokes.swelling),
    "slab": written(strokes.slab),
    "outline": written(strokes.outline),
    "inline": written(strokes.inline),
    "stencil": written(strokes.stencil),
    **_TRAINING_LETTERINGS,
}

TRAINING_ONLY = frozenset(_TRAINING_LETTERINGS)
"""Letterings that the simulated tray doesn't draw."""

"""The 5 and the 10: numerals in many manners of lettering."""

from __future__ import annotations

import cv2

from vision.drawings.numerals import strokes
from vision.drawings.numerals.lettering import Lettering, hershey, written

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
}

TRAINING_ONLY = frozenset[str]()
"""Letterings that the simulated tray doesn't draw."""

"""The cubes' seven faces as drawings: swirls, triangles, bolts, 5, stars, 10 and sun, in many manners.

They are drawn by rule and seed, so that nothing needs to be stored: for training the networks, and for the cubes of
the simulated tray.
"""

from vision.drawings.cube_sets import CUBE_SETS, CubeSet, cube_set
from vision.drawings.styles import (
    FACES,
    HELD_OUT,
    MANNERS,
    Split,
    Style,
    draw_face,
    is_usual,
    manners,
    random_style,
    split_of,
)

__all__ = [
    "CUBE_SETS",
    "FACES",
    "HELD_OUT",
    "MANNERS",
    "CubeSet",
    "Split",
    "Style",
    "cube_set",
    "draw_face",
    "is_usual",
    "manners",
    "random_style",
    "split_of",
]

"""A Freight Train: an engine pulls its points across the board."""

import numpy as np

from hardware import font
from hardware.canvas import Picture
from hardware.scenes.scene import Scene, chase, write

SECONDS = 1.5
ENGINE = """
.###....##.
..#.....##.
..##...####
.##########
###########
###########
#.##.##.##.
..##.##.##.
"""
WAGON = """
...........
...........
###########
###########
###########
###########
#.##...##..
..##...##..
"""


def draw(scene: Scene, seconds: float) -> Picture:
    """The train comes in from the right; what it was worth hangs on behind."""
    canvas = scene.canvas()
    parts = [_bits(ENGINE), _bits(WAGON), _bits(WAGON)]
    way = canvas.size.columns + 12 * len(parts)
    left = canvas.size.columns - int(seconds / 1.0 * way)
    for part in parts:
        canvas.put(part, left)
        left += 12
    points = f"+{scene.moment.points}" if scene.moment.points else "TRAIN"
    resting = (canvas.size.columns - font.width(points)) // 2
    write(canvas, points, left=max(left + 3, resting))
    chase(canvas, scene.colour(), seconds * 2, tail=18)
    return canvas.freeze()


def _bits(art: str) -> np.ndarray[tuple[int, int], np.dtype[np.bool_]]:
    return np.array([[mark == "#" for mark in row] for row in art.split()], np.bool_)

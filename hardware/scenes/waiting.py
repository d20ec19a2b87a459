"""Nobody plays: the sun of the game comes up, its rays run along the board, and the invitation follows."""

import numpy as np

from hardware.canvas import ROWS, Picture
from hardware.colours import light
from hardware.layout import OPENING_SECONDS
from hardware.scenes.scene import Scene, chase

SECONDS = OPENING_SECONDS
RISE_SECONDS = 0.5
RAY_COLUMNS = 4
SUN = np.array(
    [[mark == "#" for mark in row] for row in (
        "#..##..#",
        ".#....#.",
        "..####..",
        "#.####.#",
        "#.####.#",
        "..####..",
        ".#....#.",
        "#..##..#",
    )]
)  # fmt: skip
"""The one that a board shows by itself while its host is away."""
AMBER = "#ffb020"


def draw(scene: Scene, seconds: float) -> Picture:
    """The sun rises in the middle, then rays go out to both sides; an amber light runs once round the ring."""
    canvas = scene.canvas()
    middle = canvas.size.columns // 2
    risen = min(1.0, seconds / RISE_SECONDS)
    canvas.put(SUN, middle - 4, round((1 - risen) * ROWS))
    reach = max(0.0, seconds - RISE_SECONDS) / (SECONDS - RISE_SECONDS) * middle
    for away in range(4 + RAY_COLUMNS // 2, int(reach), RAY_COLUMNS):
        for left in (middle + away, middle - away - 2):
            canvas.block(left, ROWS // 2 - 1, 2, 2)
    chase(canvas, light(AMBER), seconds / SECONDS, tail=max(1, len(canvas.ring) // 6))
    return canvas.freeze()

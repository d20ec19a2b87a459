"""A Supernova: the star blows up from the middle, and its player is out."""

import numpy as np

from hardware.canvas import ROWS, Picture
from hardware.colours import light
from hardware.scenes.scene import Scene, fill_ring, write

SECONDS = 1.5
BURST_SECONDS = 0.8


def draw(scene: Scene, seconds: float) -> Picture:
    """A shell of light grows and thins; the word stays behind."""
    canvas = scene.canvas()
    if seconds < BURST_SECONDS:
        columns = canvas.size.columns
        across, down = np.meshgrid(np.arange(columns) - columns / 2 + 0.5, np.arange(ROWS) - ROWS / 2 + 0.5)
        distance = np.hypot(across, 2 * down)
        radius = seconds / BURST_SECONDS * columns * 0.6
        dust = np.random.default_rng(int(seconds * 30)).random(distance.shape)
        canvas.bits = (distance < radius) & (dust > distance / (radius + 1) * 0.2 + seconds / BURST_SECONDS * 0.7)
    else:
        write(canvas, "SUPERNOVA")
    fill_ring(canvas, light("#ff9020", round(max(0.0, 1 - seconds / SECONDS), 2)))
    return canvas.freeze()

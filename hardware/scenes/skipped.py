"""A turn was skipped."""

from hardware import font
from hardware.canvas import Picture
from hardware.scenes.scene import Scene, write

SECONDS = 0.8
STANDS_SECONDS = 0.4
WORD = "SKIPPED"


def draw(scene: Scene, seconds: float) -> Picture:
    """The word slides out to the left."""
    canvas = scene.canvas()
    left = max(0, (canvas.size.columns - font.width(WORD)) // 2)
    write(canvas, WORD, left - int(max(0.0, seconds - STANDS_SECONDS) * 200))
    return canvas.freeze()

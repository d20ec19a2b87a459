"""A turn was skipped."""

from hardware.canvas import Picture
from hardware.scenes.scene import Scene, write

SECONDS = 0.8


def draw(scene: Scene, seconds: float) -> Picture:
    """The word slides out to the left."""
    canvas = scene.canvas()
    write(canvas, "SKIPPED", left=14 - int(max(0.0, seconds - 0.4) * 200))
    return canvas.freeze()

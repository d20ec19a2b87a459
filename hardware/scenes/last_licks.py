"""Last Licks: somebody has reached the goal, the others have one more turn."""

from hardware.canvas import Picture
from hardware.scenes.scene import Scene, chase, write

SECONDS = 1.5


def draw(scene: Scene, seconds: float) -> Picture:
    """The words beat like a heart, the ring runs."""
    canvas = scene.canvas()
    write(canvas, "LAST LICKS")
    if seconds % 0.5 < 0.15:
        canvas.invert()
    for start in (0.0, 0.5):
        chase(canvas, scene.colour(), seconds + start, tail=20)
    return canvas.freeze()

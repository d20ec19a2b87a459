"""The Instant Winner: five 6s, and the whole board says so."""

from hardware.canvas import Picture
from hardware.scenes.scene import Scene, chase, write

SECONDS = 1.5


def draw(scene: Scene, seconds: float) -> Picture:
    """The sixes fall into place one by one; then the words, blinking."""
    canvas = scene.canvas()
    sixes = int(seconds / 0.12) + 1
    if sixes <= 5:
        step = canvas.size.columns // 5
        for six in range(sixes):
            write(canvas, "6", left=six * step + step // 2 - 2)
    else:
        write(canvas, "INSTANT WIN")
        if int(seconds * 5) % 2:
            canvas.invert()
    for start in (0.0, 0.25, 0.5, 0.75):
        chase(canvas, scene.colour(), seconds * 1.5 + start, tail=12)
    return canvas.freeze()

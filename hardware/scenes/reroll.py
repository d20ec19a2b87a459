"""REROLL: the clearing throw matched the Flash, the same cubes go again."""

from hardware.canvas import Picture
from hardware.scenes.scene import Scene, chase, write

SECONDS = 1.0


def draw(scene: Scene, seconds: float) -> Picture:
    """The word between arrows that run back to the cubes."""
    canvas = scene.canvas()
    write(canvas, "REROLL")
    shift = int(seconds * 12) % 3
    for arrow in range(3):
        tip = 2 + 3 * arrow - shift
        for row in range(7):
            canvas.block(tip + abs(row - 3), row, 1, 1)
            canvas.block(canvas.size.columns - 1 - tip - abs(row - 3), row, 1, 1)
    chase(canvas, scene.colour(), -seconds, tail=15)
    return canvas.freeze()

"""The roll-off: somebody rolled one cube for who begins."""

from hardware import font
from hardware.canvas import Picture
from hardware.layout import draw_text
from hardware.scenes.scene import Scene, chase, write

SECONDS = 1.0
SPIN_SECONDS = 0.5
FACES = ("2", "3", "4", "5", "6", "10")


def draw(scene: Scene, seconds: float) -> Picture:
    """The name, and beside it faces that spin until the rolled one stays."""
    canvas = scene.canvas()
    spinning = seconds < SPIN_SECONDS
    face = scene.dice(int(seconds * 15)).choice(FACES) if spinning else str(scene.moment.points)
    left = canvas.size.columns - font.width(face)
    write(canvas, face, left)
    draw_text(canvas, scene.name, (0, left - 2), None)
    chase(canvas, scene.colour(), seconds, tail=10)
    return canvas.freeze()

"""Banked: the points run over into the total, which counts up."""

from hardware import font
from hardware.canvas import Picture
from hardware.layout import draw_text
from hardware.ring import draw_ring
from hardware.scenes.scene import Scene, with_total, write

SECONDS = 1.3
COUNT_SECONDS = 0.9


def draw(scene: Scene, seconds: float) -> Picture:
    """Name and total; the marker runs along with the count, the others stand."""
    canvas = scene.canvas()
    share = min(1.0, seconds / COUNT_SECONDS)
    counted = scene.total - round(scene.moment.points * (1 - share) / 5) * 5
    total = str(counted)
    write(canvas, total, left=canvas.size.columns - font.width(total))
    draw_text(canvas, scene.name, (0, canvas.size.columns - font.width(total) - 2), None)
    draw_ring(canvas, with_total(scene.snapshot, scene.moment.seat, counted), None)
    return canvas.freeze()

"""Who begins: the name, and a ring that closes in the player's colour."""

from hardware.canvas import Picture
from hardware.layout import draw_text
from hardware.scenes.scene import Scene, fill_ring, write

SECONDS = 1.2


def draw(scene: Scene, seconds: float) -> Picture:
    """First the name, then that it begins."""
    canvas = scene.canvas()
    if seconds < 0.7:
        draw_text(canvas, scene.name, (0, canvas.size.columns), None)
    else:
        write(canvas, "BEGINS")
    fill_ring(canvas, scene.colour(0.7), share=seconds / SECONDS)
    return canvas.freeze()

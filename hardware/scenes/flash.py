"""A Flash: lightning, and its points."""

from hardware.canvas import Picture
from hardware.scenes.scene import Scene, fill_ring, write

SECONDS = 1.2
STROKE_SECONDS = 0.18
"""Two make one flash: fewer than three a second, for the sake of those whom more would make ill."""
STROKES = 4


def draw(scene: Scene, seconds: float) -> Picture:
    """The word, lit and dark in turn, then the points."""
    canvas = scene.canvas()
    stroke = int(seconds / STROKE_SECONDS)
    write(canvas, "FLASH" if stroke < STROKES or not scene.moment.points else f"FLASH +{scene.moment.points}")
    if stroke < STROKES and stroke % 2 == 0:
        canvas.invert()
        fill_ring(canvas, scene.colour(0.9))
    else:
        fill_ring(canvas, scene.colour(0.4))
    return canvas.freeze()

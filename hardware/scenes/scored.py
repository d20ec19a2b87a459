"""Points: the stake blinks once where it stands."""

from hardware.canvas import Picture
from hardware.layout import final_picture
from hardware.scenes.scene import Scene, write

SECONDS = 0.6


def draw(scene: Scene, seconds: float) -> Picture:
    """What was scored, in the middle; then, for the rest, the picture to come."""
    if seconds >= 0.45 or not scene.moment.points:
        return final_picture(scene.snapshot, scene.size)
    canvas = scene.canvas()
    write(canvas, f"+{scene.moment.points}", top=max(0, 3 - int(seconds * 30)))
    canvas.ring = list(scene.final.lights())
    return canvas.freeze()

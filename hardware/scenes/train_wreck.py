"""A Train Wreck: a Wimpout on all five cubes; the words come off the rails."""

from hardware import font
from hardware.canvas import Picture
from hardware.colours import light
from hardware.scenes.scene import Scene, fill_ring

SECONDS = 1.5
WORDS = "TRAIN WRECK"
CRASH = 0.5


def draw(scene: Scene, seconds: float) -> Picture:
    """The words stand still, then every letter jumps on its own."""
    canvas = scene.canvas()
    chance = scene.dice(int(seconds * 12))
    left = (canvas.size.columns - font.width(WORDS)) // 2
    for letter in WORDS:
        top = chance.randint(-3, 4) if seconds > CRASH else 0
        canvas.put(font.draw(letter), left, top)
        left += font.width(letter) + 1
    fill_ring(canvas, light("#ff2010", 0.7 if int(seconds * 5) % 2 else 0.2))
    return canvas.freeze()

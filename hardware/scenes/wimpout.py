"""A Wimpout: the word drops off the board, letter by letter, and the points with it."""

from hardware import font
from hardware.canvas import Picture
from hardware.colours import light
from hardware.scenes.scene import Scene, fill_ring

SECONDS = 1.4
WORD = "WIMPOUT"
FALL_BEGINS = 0.6


def draw(scene: Scene, seconds: float) -> Picture:
    """Each letter falls a little after the one before."""
    canvas = scene.canvas()
    left = (canvas.size.columns - font.width(WORD)) // 2
    for place, letter in enumerate(WORD):
        falling = max(0.0, seconds - FALL_BEGINS - 0.06 * place)
        canvas.put(font.draw(letter), left, top=int(50 * falling * falling))
        left += font.width(letter) + 1
    fill_ring(canvas, light("#ff2010", 0.6), share=1 - seconds / SECONDS)
    return canvas.freeze()

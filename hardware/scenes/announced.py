"""Moments for which a word is enough: players come and go, and house rules take effect."""

from hardware.canvas import Picture
from hardware.layout import draw_text
from hardware.scenes.scene import Scene, fill_ring, write

SECONDS = 1.2
NAME_SECONDS = 0.5

WORDS = {
    "interrupted": "TO GO ON",
    "resumed": "GOES ON",
    "put_out": "IS OUT",
    "joined": "JOINS",
    "gave_up": "LEAVES",
    "rules_changed": "NEW RULES",
    "rule_off": "RULE OFF",
    "bump": "BUMP",
    "tag": "TAG",
    "forty_two": "FORTY-TWO",
    "full_house": "FULL HOUSE",
    "insurance": "INSURED",
}


def draw(scene: Scene, seconds: float) -> Picture:
    """Whose moment it is, where it is somebody's, and then the word."""
    canvas = scene.canvas()
    if scene.name and seconds < NAME_SECONDS:
        draw_text(canvas, scene.name, (0, canvas.size.columns), None)
    else:
        write(canvas, WORDS[scene.moment.name])
    fill_ring(canvas, scene.colour(0.7), share=seconds / SECONDS)
    return canvas.freeze()

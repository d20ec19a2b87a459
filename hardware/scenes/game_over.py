"""The game is over: fireworks round the winner's name."""

from hardware import font
from hardware.canvas import ROWS, Picture
from hardware.layout import board_name, player_shown
from hardware.scenes.scene import Scene, fill_ring, write

SECONDS = 1.5


def draw(scene: Scene, seconds: float) -> Picture:
    """Sparks fly, and settle round the name."""
    canvas = scene.canvas()
    winner = player_shown(scene.snapshot)
    name = board_name(scene.snapshot, winner) if winner is not None else "GAME OVER"
    chance = scene.dice(int(seconds * 10))
    clear = min(canvas.size.columns, font.width(name) + 4)
    edge = (canvas.size.columns - clear) // 2
    for _ in range(int(40 * (1 - seconds / SECONDS))):
        canvas.block(chance.randrange(canvas.size.columns), chance.randrange(ROWS), 1, 1)
    canvas.bits[:, edge : edge + clear] = False
    write(canvas, name)
    fill_ring(canvas, scene.colour(0.5))
    for place in range(len(canvas.ring)):
        if chance.random() < 0.25:
            canvas.ring[place] = scene.colour(1.0)
    return canvas.freeze()

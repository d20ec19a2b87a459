"""The board in a terminal: two rows of pixels to a line, the ring round them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TextIO

from hardware.canvas import ROWS, Colour, Picture, Size
from hardware.rehearsal import Step
from hardware.scoreboard import FRAME_SECONDS
from hardware.show import Show

HALVES = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}
"""Upper and lower pixel of a character."""
LIGHT = "●"
AMBER = "\x1b[38;2;255;120;50m"
PLAIN = "\x1b[0m"
HOME, CLEAR_LINE = "\x1b[H", "\x1b[K"
HIDE_CURSOR, SHOW_CURSOR, CLEAR = "\x1b[?25l", "\x1b[?25h", "\x1b[2J"
UNSEEN_MOVEMENT_S = 0.25
"""Where nothing can be drawn over, so often a picture is written."""


def as_text(picture: Picture, size: Size, colours: bool = True) -> str:
    """The picture as lines of characters."""
    rows = picture.rows()
    inner = ["".join(HALVES[a == "#", b == "#"] for a, b in zip(*pair, strict=True)) for pair in _pairs(rows)]
    wide, high = size.columns + 4, ROWS // 2 + 2
    lights = dict(zip(_round(wide, high, size.lights), picture.lights(), strict=True))
    lines = []
    for y in range(high):
        edge = [_light(lights.get((x, y)), colours) for x in range(wide)]
        if 0 < y < high - 1:
            pixels = f"{AMBER}{inner[y - 1]}{PLAIN}" if colours else inner[y - 1]
            edge[2:-2] = [pixels]
        lines.append("".join(edge).rstrip())
    return "\n".join(lines)


def _pairs(rows: tuple[str, ...]) -> list[tuple[str, str]]:
    return list(zip(rows[::2], rows[1::2], strict=True))


def _light(colour: Colour | None, colours: bool) -> str:
    if colour is None:
        return " "
    if not colours:
        return LIGHT if any(colour) else "·"
    red, green, blue = (round(255 * (part / 255) ** (1 / 2.2)) for part in colour)  # the eye's measure of light
    return f"\x1b[38;2;{red};{green};{blue}m{LIGHT}{PLAIN}"


def _round(wide: int, high: int, lights: int) -> list[tuple[int, int]]:
    """Places of the lights on the edge of a field: clockwise from its top left, as the ring from the far left."""
    edge = [(x, 0) for x in range(wide)] + [(wide - 1, y) for y in range(1, high)]
    edge += [(x, high - 1) for x in range(wide - 2, -1, -1)] + [(0, y) for y in range(high - 2, 0, -1)]
    return [edge[light * len(edge) // lights] for light in range(lights)]


def play(
    steps: Iterable[Step], size: Size, out: TextIO, monotonic: Callable[[], float], sleep: Callable[[float], None]
) -> None:
    """Play the steps in the terminal `out`; where that is none, a few pictures of each are written one by one."""
    moves = out.isatty()
    frame = FRAME_SECONDS if moves else UNSEEN_MOVEMENT_S
    show = Show(size, scenes=True)
    if moves:
        out.write(HIDE_CURSOR + CLEAR)
    try:
        for step in steps:
            began = now = monotonic()
            while now < began + step.seconds:
                show.take(step.snapshot, now)
                drawn = as_text(show.picture(now), size, colours=moves)
                if moves:
                    out.write(f"{HOME}{drawn}\n\n{step.name}\n".replace("\n", f"{CLEAR_LINE}\n"))
                else:
                    out.write(f"{step.name}\n{drawn}\n\n")
                out.flush()
                sleep(max(0.0, now + frame - monotonic()))
                now = monotonic()
    finally:
        if moves:
            out.write(SHOW_CURSOR)
            out.flush()

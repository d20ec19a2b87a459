"""Small pictures inside the boxes of the wiring diagrams, by which a part is known at a glance."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from hardware.build.plan import Fitted, load_dimensions, load_parts

Point = tuple[float, float]
_INK, _DARK, _LIT = "#1f2733", "#3a1d1f", "#ff5340"
_SIDE, _DOT = 34, 4.0
_SMILE = ("00111100", "01000010", "10100101", "10000001", "10100101", "10011001", "01000010", "00111100")


def _modules(part: Fitted, middle: Point) -> Iterator[str]:
    count = int(load_parts()[part.kind]["modules"])
    left, top = middle[0] - count * _SIDE / 2, middle[1] - _SIDE / 2
    for module in range(count):
        x = left + module * _SIDE
        yield f'<rect x="{x + 1:g}" y="{top:g}" width="{_SIDE - 2}" height="{_SIDE}" rx="2" fill="{_INK}"/>'
        for row, dots in enumerate(_SMILE):
            for column, lit in enumerate(dots):
                cx, cy = x + 3.5 + _DOT * column - 0.5 + 0.5, top + 3 + _DOT * row
                yield f'<circle cx="{cx:g}" cy="{cy:g}" r="1.5" fill="{_LIT if lit == "1" else _DARK}"/>'


def _lights(part: Fitted, middle: Point) -> Iterator[str]:
    assert part.piece is not None
    lights = load_dimensions()["ring"]["pieces"][part.piece]
    x, y = middle[0] - 30, middle[1] - 2
    yield f'<rect x="{x:g}" y="{y - 10:g}" width="60" height="24" rx="3" fill="#fffdf2" stroke="{_INK}"/>'
    for i, colour in enumerate(("#2467c8", "#2a8f4d", "#e2751b", "#d22f2f")):
        yield f'<rect x="{x + 5 + 13.6 * i:g}" y="{y - 3:g}" width="9" height="9" rx="1.5" fill="{colour}"/>'
    yield (
        f'<text x="{middle[0]:g}" y="{y + 30:g}" font-size="11" text-anchor="middle" fill="#6b7686">'
        f"{lights} lights</text>"
    )


def _button(_part: Fitted, middle: Point) -> Iterator[str]:
    x, y = middle[0] - 10, middle[1] + 8
    yield f'<circle cx="{x:g}" cy="{y:g}" r="27" fill="#d7dee8" stroke="{_INK}" stroke-width="1.4"/>'
    yield f'<circle cx="{x:g}" cy="{y:g}" r="19" fill="#ffe9a8" stroke="{_INK}" stroke-width="1.2"/>'


def _strip(_part: Fitted, middle: Point) -> Iterator[str]:
    x, y = middle[0] - 60, middle[1] + 12
    yield f'<rect x="{x:g}" y="{y:g}" width="120" height="13" rx="6" fill="#fff3bf" stroke="{_INK}"/>'


def _sound(_part: Fitted, middle: Point) -> Iterator[str]:
    x, y = middle[0], middle[1] + 10
    yield f'<circle cx="{x:g}" cy="{y:g}" r="19" fill="#39424f" stroke="{_INK}"/>'
    yield f'<circle cx="{x:g}" cy="{y:g}" r="4" fill="#ffffff"/>'


ART: dict[str, Callable[[Fitted, Point], Iterator[str]]] = {
    "modules": _modules, "lights": _lights, "button": _button, "strip": _strip, "sound": _sound,
}  # fmt: skip
"""What can be drawn in a box."""

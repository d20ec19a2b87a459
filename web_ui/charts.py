"""Charts drawn as SVG: no script, no library, and in words for those who can't see them.

Every word comes from the page, which knows the language.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import count

from markupsafe import Markup

WIDTH = 320.0
_numbers = count(1)


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar to stand on a chart: its `label`, or the `face` that stands for it, and how high it is."""

    label: str
    value: float
    face: str = ""
    unusual: bool = False


@dataclass(frozen=True, slots=True)
class Swing:
    """A bar that goes to either side of zero: `value`, and `usual`, how far it usually goes."""

    label: str
    value: float
    usual: float
    colour: str


def columns(
    bars: Sequence[Bar], title: str, says: str, expected: float | None = None, band: tuple[float, float] | None = None
) -> Markup:
    """Standing bars. `expected`: a line at this height; `band`: the range in which all bars usually end."""
    height, floor, ceiling = 170.0, 142.0, 22.0
    most = max([bar.value for bar in bars] + ([band[1]] if band else []) + [1.0])
    step = WIDTH / len(bars)

    def y(value: float) -> float:
        return floor - (floor - ceiling) * value / most

    drawn = []
    if band is not None:
        drawn.append(_rect("band", 0, y(band[1]), WIDTH, y(band[0]) - y(band[1])))
    words = []
    for place, bar in enumerate(bars):
        middle = step * (place + 0.5)
        kind = "column unusual" if bar.unusual else "column"
        drawn.append(_rect(kind, middle - step * 0.32, y(bar.value), step * 0.64, floor - y(bar.value), 2))
        mark = "! " if bar.unusual else ""
        words.append(_text("value", middle, y(bar.value) - 5, f"{mark}{bar.value:g}"))
        words.append(_face(middle, floor + 15, bar.face) if bar.face else _text("label", middle, 158, bar.label))
    if expected is not None:
        drawn.append(_line("expected", 0, y(expected), WIDTH, y(expected)))
    drawn += [*words, _line("axis", 0, floor, WIDTH, floor)]
    return _chart(height, title, says, drawn)


def rows(bars: Sequence[Bar], title: str, says: str) -> Markup:
    """Lying bars, one under the other, with room for their labels on the left however narrow the screen is."""
    row, left, right = 28.0, 78.0, WIDTH - 46
    most = max([bar.value for bar in bars] + [1.0])
    drawn = []
    for place, bar in enumerate(bars):
        base, length = row * place + 4, (right - left) * bar.value / most
        drawn.append(_text("rowlabel", 0, base + 15, bar.label))
        drawn.append(_rect("column", left, base, length, 20, 2))
        drawn.append(_text("count", left + length + 7, base + 15, f"{bar.value:g}"))
    height = row * len(bars) + 4
    drawn.append(_line("axis", left, 0, left, height))
    return _chart(height, title, says, drawn)


def swings(rows: Sequence[Swing], title: str, says: str) -> Markup:
    """Lying bars to the left and right of zero, one under the other, each with the range that is usual."""
    row, top, middle = 40.0, 6.0, WIDTH / 2
    reach = max([abs(one.value) for one in rows] + [one.usual for one in rows] + [1.0])

    def x(value: float) -> float:
        return middle + value / reach * (middle - 8)

    drawn = []
    for place, one in enumerate(rows):
        base = top + row * place
        drawn.append(_rect("band", x(-one.usual), base + 18, x(one.usual) - x(-one.usual), 16, 3))
        left, right = sorted((x(0), x(one.value)))
        drawn.append(
            Markup('<rect class="swing" x="{:.1f}" y="{:.1f}" width="{:.1f}" height="10" rx="2" fill="{}"/>').format(
                left, base + 21, max(right - left, 1.5), one.colour
            )
        )
        drawn.append(_text("name", 0, base + 13, one.label))
        drawn.append(_text("score", WIDTH, base + 13, signed(one.value)))
    height = top + row * len(rows) + 2
    drawn.append(_line("axis", middle, top + 14, middle, height))
    return _chart(height, title, says, drawn)


def signed(value: float) -> str:
    """A whole number with its sign, a real minus for those below 0: "+12"."""
    whole = round(value)
    return f"+{whole}" if whole > 0 else f"\u2212{-whole}" if whole < 0 else "0"


def _chart(height: float, title: str, says: str, drawn: Iterable[Markup]) -> Markup:
    number = next(_numbers)
    return Markup(
        '<svg class="chart" viewBox="0 0 {:g} {:g}" role="img" aria-labelledby="chart-{n}-title chart-{n}-says">'
        '<title id="chart-{n}-title">{}</title><desc id="chart-{n}-says">{}</desc>{}</svg>'
    ).format(WIDTH, height, title, says, Markup("").join(drawn), n=number)


def _rect(kind: str, x: float, y: float, width: float, height: float, round_: float = 0) -> Markup:
    return Markup('<rect class="{}" x="{:.1f}" y="{:.1f}" width="{:.1f}" height="{:.1f}" rx="{:g}"/>').format(
        kind, x, y, width, max(height, 0), round_
    )


def _line(kind: str, x1: float, y1: float, x2: float, y2: float) -> Markup:
    return Markup('<line class="{}" x1="{:.1f}" y1="{:.1f}" x2="{:.1f}" y2="{:.1f}"/>').format(kind, x1, y1, x2, y2)


def _text(kind: str, x: float, y: float, text: str) -> Markup:
    return Markup('<text class="{}" x="{:.1f}" y="{:.1f}">{}</text>').format(kind, x, y, text)


def _face(x: float, y: float, face: str) -> Markup:
    """A face from the page's own drawings of them."""
    return Markup('<g class="facelabel" transform="translate({:.1f} {:.1f}) scale(0.22)"><use href="#face-{}"/></g>'
                  ).format(x, y, face)

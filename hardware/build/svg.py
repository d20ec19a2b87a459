"""The wiring diagrams as SVG."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from html import escape

from hardware.build.art import ART
from hardware.build.diagram import Box, Drawn, Point, Rail, Sheet, Symbol
from hardware.build.plan import HEADER, HEADER_GROUND

INK, PAPER, FAINT = "#1f2733", "#ffffff", "#6b7686"
COLOURS = {
    "red": "#d22f2f", "black": "#20242a", "blue": "#2467c8", "yellow": "#d9a400", "green": "#2a8f4d",
    "orange": "#e2751b", "violet": "#8645b5", "white": "#9aa3ae", "cable": "#55606e",
}  # fmt: skip
HEADER_STEP = 34
CLEAR = 16.0
"""A wire's number that is this far from everything else is far enough."""
WIDTHS = {0.75: 3.4, 0.25: 2.3, 0.14: 1.7, 0.0: 5.0}
"""How wide a wire is drawn, by its copper."""
FONT = "'DejaVu Sans', Verdana, 'Segoe UI', sans-serif"


def draw(sheet: Sheet) -> str:
    """The sheet as an SVG file."""
    width, height = sheet.size
    body = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}"'
        f' height="{height:g}" font-family="{FONT}" fill="{INK}">',
        f"<title>{escape(sheet.title)}</title>",
        f'<rect width="{width:g}" height="{height:g}" fill="#f6f7f9"/>',
        f'<rect x="12" y="12" width="{width - 24:g}" height="{height - 24:g}" rx="6" fill="{PAPER}"'
        ' stroke="#cfd5dd"/>',
        text((40, 58), sheet.title, 26, weight="bold"),
        *(line for rail in sheet.rails for line in _rail(rail)),
        *(line for drawn in sheet.wires for line in _wire(drawn)),
        *(_dot(point, sheet) for point in sorted(sheet.joints())),
        *(line for box in sheet.boxes for line in _box(box, sheet)),
        *(line for symbol in sheet.symbols for line in _symbol(symbol)),
        *_numbers(sheet),
        *(line for at, lines in sheet.notes for line in _note(at, lines)),
        *(_header(sheet.header, sheet) if sheet.header else ()),
        *(_legend(sheet.legend) if sheet.legend else ()),
        "</svg>\n",
    ]
    return "\n".join(body)


def text(at: Point, words: str, size: float, **style: str) -> str:
    """A line of text; `style` are SVG attributes: anchor, fill, weight."""
    anchor, fill, weight = style.get("anchor", "start"), style.get("fill", INK), style.get("weight", "normal")
    return (
        f'<text x="{at[0]:g}" y="{at[1]:g}" font-size="{size:g}" text-anchor="{anchor}" fill="{fill}"'
        f' font-weight="{weight}">{escape(words)}</text>'
    )


def _wire(drawn: Drawn) -> Iterator[str]:
    wire = drawn.wire
    width = WIDTHS[wire.copper]
    path = _path(drawn.points)
    yield f'<path d="{path}" fill="none" stroke="{PAPER}" stroke-width="{width + 5:g}"/>'
    yield (
        f'<path d="{path}" fill="none" stroke="{COLOURS[wire.colour]}" stroke-width="{width:g}"'
        f' stroke-linejoin="round" stroke-linecap="round"><title>wire {wire.number}: {wire.start} to'
        f" {wire.end}</title></path>"
    )


def _path(points: tuple[Point, ...]) -> str:
    return "M" + " L".join(f"{x:g} {y:g}" for x, y in points)


def _numbers(sheet: Sheet) -> Iterator[str]:
    """Each wire's number on a white spot on its longest stretch, clear of rails, other wires and other numbers."""
    taken: list[Point] = []
    for drawn in sheet.wires:
        (x0, y0), (x1, y1) = max(drawn.segments(), key=lambda s: abs(s[0][0] - s[1][0]) + abs(s[0][1] - s[1][1]))
        spots = [(x0 + (x1 - x0) * part, y0 + (y1 - y0) * part) for part in (0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8)]
        others = [s for other in sheet.wires if other is not drawn for s in other.segments()]
        others += [(rail.start, rail.end) for rail in sheet.rails]
        x, y = max(spots, key=lambda spot: min(CLEAR, _clearance(spot, others, taken)))
        taken.append((x, y))
        digits = str(drawn.wire.number)
        width = 7 + 5.6 * len(digits)
        yield f'<rect x="{x - width / 2:g}" y="{y - 6.5:g}" width="{width:g}" height="13" rx="6.5" fill="{PAPER}"/>'
        yield text((x, y + 3.4), digits, 9, anchor="middle", fill=COLOURS[drawn.wire.colour], weight="bold")


def _clearance(spot: Point, stretches: list[tuple[Point, Point]], taken: list[Point]) -> float:
    """How far a spot is from the nearest stretch and the nearest other spot."""
    nearest = [math.dist(spot, other) for other in taken]
    for (x0, y0), (x1, y1) in stretches:
        foot = min(max(spot[0], min(x0, x1)), max(x0, x1)), min(max(spot[1], min(y0, y1)), max(y0, y1))
        nearest.append(math.dist(spot, foot))
    return min(nearest, default=math.inf)


def _dot(point: Point, sheet: Sheet) -> str:
    colour = COLOURS[min(d.wire.colour for d in sheet.wires if any(_on(point, s) for s in d.segments()))]
    if any(point in sheet.rail_ends(drawn) for drawn in sheet.wires):
        look = f'r="5.2" fill="{PAPER}" stroke="{colour}" stroke-width="3"'
    else:
        look = f'r="4.4" fill="{colour}"'
    return f'<circle cx="{point[0]:g}" cy="{point[1]:g}" {look}/>'


def _on(point: Point, stretch: tuple[Point, Point]) -> bool:
    (x0, y0), (x1, y1) = stretch
    return min(x0, x1) <= point[0] <= max(x0, x1) and min(y0, y1) <= point[1] <= max(y0, y1)


def _rail(rail: Rail) -> Iterator[str]:
    colour = COLOURS["red" if rail.part.label.startswith("+") else "black"]
    (x, y), (x1, y1) = rail.start, rail.end
    ends = f'x1="{x:g}" y1="{y:g}" x2="{x1:g}" y2="{y1:g}"'
    yield f'<line {ends} stroke="{colour}" stroke-width="8" stroke-linecap="round"/>'
    words = f"{rail.part.name}  {rail.part.label}" + (f", {rail.note}" if rail.note else "")
    if x == x1:
        yield text((x - 14, y - 14), words, 13, fill=colour, weight="bold")
    else:
        yield text((x + 8, y - 11), words, 13, fill=colour, weight="bold")


def _box(box: Box, sheet: Sheet) -> Iterator[str]:
    (x, y), (width, height) = box.corner, box.size
    yield (
        f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="8" fill="#eef3fa" stroke="{INK}"'
        ' stroke-width="1.6"/>'
    )
    if box.art:
        yield from ART[box.art](box.part, (x + width / 2, y + height / 2))
    middle = x + width / 2
    yield text((middle, y + 17), f"{box.part.name}  {box.part.label}", 12.5, anchor="middle", weight="bold")
    for i, line in enumerate(box.lines):
        yield text((middle, y + box.lines_at + 15 * i), line, 11, anchor="middle", fill=FAINT)
    for pin, places in box.pins.items():
        for place in places:
            yield from _pin(box, pin, place)


def _pin(box: Box, pin: str, place: Point) -> Iterator[str]:
    x, y = place
    yield f'<circle cx="{x:g}" cy="{y:g}" r="3.6" fill="{PAPER}" stroke="{INK}" stroke-width="1.4"/>'
    words = pin
    if box.part.kind == "pi" and pin.startswith("GPIO"):
        words = f"GPIO {pin[4:]}  ·  pin {HEADER[int(pin[4:])]}"
    elif box.part.kind == "pi" and pin == "GND":
        words = f"ground  ·  pin {HEADER_GROUND}"
    elif pin.startswith("usb"):
        words = "USB"
    if x == box.corner[0]:
        yield text((x + 9, y + 4), words, 11.5)
    elif x == box.corner[0] + box.size[0]:
        yield text((x - 9, y + 4), words, 11.5, anchor="end")
    elif y == box.corner[1]:
        yield text((x, y + 34), words, 11.5, anchor="middle")
    else:
        yield text((x, y - 10), words, 11.5, anchor="middle")


def _symbol(symbol: Symbol) -> Iterator[str]:
    x, y = symbol.middle
    turn = " rotate(90)" if symbol.upright else ""
    yield f'<g transform="translate({x:g} {y:g}){turn}" fill="{PAPER}" stroke="{INK}" stroke-width="1.8">'
    yield SYMBOLS[symbol.kind]
    yield "</g>"
    value = symbol.part.label or VALUES.get(symbol.part.kind, "")
    at = LABELS[symbol.kind]
    if symbol.upright:
        yield text((x + 16, y - 2), symbol.part.name, 12, weight="bold")
        yield text((x + 16, y + 13), value, 11, fill=FAINT)
    elif at[1] == "over":
        yield text((x, y + at[0]), f"{symbol.part.name}  {value}".strip(), 11.5, anchor="middle", weight="bold")
    else:
        yield text((x + 28, y + at[0]), symbol.part.name, 12, weight="bold")
        yield text((x + 28, y + at[0] + 14), value, 11, fill=FAINT)


_NPN = '<circle r="22"/><path d="M34 0H7M7 -13V13M7 -6L-12 -17V-34M7 6L-12 17V34" fill="none"/>'
_NMOS = (
    '<circle r="22"/><path d="M34 0H8M8 -11V11M2 -13V-5M2 -3V3M2 5V13M2 -9H-12V-34M2 9H-12V34M2 0H-12V9"'
    ' fill="none"/>'
)
SYMBOLS = {
    "resistor": '<path d="M-35 0H35"/><rect x="-22" y="-8" width="44" height="16" rx="2"/>',
    "fuse": '<rect x="-26" y="-9" width="52" height="18" rx="3"/><path d="M-40 0H40"/>',
    "capacitor": '<path d="M-30 0H-5M30 0H5" /><path d="M-5 -15V15M5 -15V15" stroke-width="3"/>'
    '<path d="M13 -14V-6M9 -10H17" stroke-width="1.6"/>',
    "diode": '<path d="M-30 0H30"/><path d="M11 -10V10L-9 0Z"/><path d="M-9 -10V10" stroke-width="3"/>',
    "led": '<path d="M-34 0H34"/><path d="M11 -11V11L-9 0Z"/><path d="M-9 -11V11" stroke-width="3"/>'
    '<path d="M-4 -16L-12 -26M-12 -26l1 6M-12 -26l6 2M6 -16L-2 -26M-2 -26l1 6M-2 -26l6 2" stroke-width="1.4"/>',
    "npn": _NPN + '<path d="M-12 17L-1 15L-6 7Z" fill="#1f2733" stroke="none"/>',
    "nmos": _NMOS + '<path d="M1 0L-8 -4V4Z" fill="#1f2733" stroke="none"/>',
}
VALUES = {"r220": "220 Ω", "r330": "330 Ω", "r1k": "1 kΩ", "r10k": "10 kΩ", "npn": "BC337", "mosfet": "IRLB8721",
          "diode": "1N4148"}  # fmt: skip
LABELS: dict[str, tuple[float, str]] = {
    "resistor": (-14, "over"), "fuse": (-15, "over"), "capacitor": (-20, "over"), "diode": (-16, "over"),
    "led": (24, "over"), "npn": (-26, "beside"), "nmos": (-26, "beside"),
}  # fmt: skip


def _note(at: Point, lines: tuple[str, ...]) -> Iterator[str]:
    for i, line in enumerate(lines):
        yield text((at[0], at[1] + 19 * i), line, 12.5, fill="#3b4554")


def _legend(at: Point) -> Iterator[str]:
    """What the widths of the lines mean."""
    for i, (copper, width) in enumerate(WIDTHS.items()):
        x, y = at[0], at[1] + 22 * i
        words = f"wire of {copper:g} mm²" if copper else "ready-made cable"
        colour = COLOURS["black" if copper else "cable"]
        yield f'<line x1="{x:g}" y1="{y:g}" x2="{x + 44:g}" y2="{y:g}" stroke="{colour}" stroke-width="{width:g}"/>'
        yield text((x + 56, y + 4), words, 12, fill="#3b4554")
    yield text((at[0], at[1] + 22 * len(WIDTHS) + 4), "The numbers are those of wires.md.", 12, fill="#3b4554")


def _header(at: Point, sheet: Sheet) -> Iterator[str]:
    """The Pi's 40 pins as they are seen, with what goes to each."""
    used = {HEADER[int(pin[4:])]: pin for box in sheet.boxes for pin in box.pins if pin.startswith("GPIO")}
    colours = {
        pin: d.wire.colour for d in sheet.wires for t in (d.wire.start, d.wire.end) for n, pin in used.items()
        if t.part == "A1" and t.pin == pin
    }  # fmt: skip
    names = {number: f"GPIO {pin[4:]}" for number, pin in used.items()} | {HEADER_GROUND: "ground"}
    x, y = at
    yield text((x + HEADER_STEP / 2, y - 74), "The Pi's header", 15, anchor="middle", weight="bold")
    seen = "seen from above, USB sockets at the bottom"
    yield text((x + HEADER_STEP / 2, y - 54), seen, 11, anchor="middle", fill=FAINT)
    yield (
        f'<rect x="{x - 20:g}" y="{y - 20:g}" width="{HEADER_STEP + 40}" height="{19 * HEADER_STEP + 40}" rx="8"'
        f' fill="#2b3340"/>'
    )
    for number in range(1, 41):
        px, py = x + HEADER_STEP * ((number - 1) % 2), y + HEADER_STEP * ((number - 1) // 2)
        colour = COLOURS[colours[used[number]]] if number in used else "#8e99a8" if number == HEADER_GROUND else ""
        yield f'<circle cx="{px:g}" cy="{py:g}" r="12" fill="{colour or "#434d5c"}" stroke="#11161d"/>'
        digits = "#ffffff" if colour else "#8e99a8"
        yield text((px, py + 4), str(number), 10.5, anchor="middle", fill=digits, weight="bold")
        if number in names:
            left = number % 2 == 1
            side: Callable[[float], float] = (lambda d: px - d) if left else (lambda d: px + d)  # noqa: B023
            yield text((side(28), py + 4), names[number], 11.5, anchor="end" if left else "start")

"""The wiring diagrams' geometry: where every part and every wire of the netlist is on its sheet."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from hardware.build.plan import HERE, Fitted, PlanError, Terminal, Wire, Wiring, load_wiring

Point = tuple[float, float]

SYMBOL_PINS: Mapping[str, Mapping[str, Point]] = {
    "fuse": {"in": (-40, 0), "out": (40, 0)},
    "resistor": {"a": (-35, 0), "b": (35, 0)},
    "capacitor": {"-": (-30, 0), "+": (30, 0)},
    "diode": {"k": (-30, 0), "a": (30, 0)},
    "led": {"-": (-34, 0), "+": (34, 0)},
    "npn": {"c": (-12, -34), "e": (-12, 34), "b": (34, 0)},
    "nmos": {"d": (-12, -34), "s": (-12, 34), "g": (34, 0)},
}
"""Where each symbol has its terminals, from its middle."""


@dataclass(frozen=True, slots=True)
class Box:
    """A part as a box with its terminals on its sides."""

    part: Fitted
    corner: Point
    size: Point
    pins: Mapping[str, tuple[Point, ...]]
    lines: tuple[str, ...]
    lines_at: float
    art: str

    def holds(self, point: Point) -> bool:
        """Is the point inside or on an edge?"""
        return all(c <= p <= c + s for c, p, s in zip(self.corner, point, self.size, strict=True))


@dataclass(frozen=True, slots=True)
class Symbol:
    """A part as a symbol of electronics. `upright`: turned by a quarter, its first terminal on top."""

    part: Fitted
    kind: str
    middle: Point
    upright: bool
    pins: Mapping[str, tuple[Point, ...]]


@dataclass(frozen=True, slots=True)
class Rail:
    """A bar of terminals as a thick line that wires meet anywhere."""

    part: Fitted
    start: Point
    end: Point
    note: str

    def nearest(self, point: Point) -> Point:
        """The point of the rail that is nearest to `point`."""
        (x0, y0), (x1, y1) = self.start, self.end
        return min(max(point[0], x0), x1), min(max(point[1], y0), y1)


@dataclass(frozen=True, slots=True)
class Drawn:
    """A wire and its corners on the sheet, ends included."""

    wire: Wire
    points: tuple[Point, ...]

    def segments(self) -> Iterator[tuple[Point, Point]]:
        """The straight stretches."""
        return pairwise(self.points)


@dataclass(frozen=True)
class Sheet:
    """One drawing."""

    name: str
    title: str
    size: Point
    wiring: Wiring
    boxes: tuple[Box, ...]
    symbols: tuple[Symbol, ...]
    rails: tuple[Rail, ...]
    wires: tuple[Drawn, ...]
    notes: tuple[tuple[Point, tuple[str, ...]], ...]
    header: Point | None
    legend: Point | None

    def joints(self) -> set[Point]:
        """Where wires of one net meet, and where a wire meets a rail: each gets a dot."""
        found = {point for drawn in self.wires for point in self.rail_ends(drawn)}
        for net in {self.wiring.net(drawn.wire.start) for drawn in self.wires}:
            ways: Counter[Point] = Counter()
            for stretch in {s for d in self.wires if d.wire.start in net for s in _steps(d)}:
                ways.update(stretch)
            found |= {point for point, count in ways.items() if count > 2}
        return found

    def rail_ends(self, drawn: Drawn) -> Iterator[Point]:
        """Where a wire meets a rail."""
        rails = {rail.part.name for rail in self.rails}
        if drawn.wire.start.part in rails:
            yield drawn.points[0]
        if drawn.wire.end.part in rails:
            yield drawn.points[-1]


def _steps(drawn: Drawn) -> Iterator[frozenset[Point]]:
    """The wire cut into pieces of one unit, so that pieces that lie on each other are equal."""
    for (x0, y0), (x1, y1) in drawn.segments():
        length = round(abs(x1 - x0) + abs(y1 - y0))
        across, down = (x1 > x0) - (x1 < x0), (y1 > y0) - (y1 < y0)
        for i in range(length):
            here = (x0 + i * across, y0 + i * down)
            yield frozenset((here, (here[0] + across, here[1] + down)))


def load_sheets() -> list[Sheet]:
    """The sheets that `drawing.toml` and `wiring.toml` make together.

    Raises:
        PlanError: a part or a terminal of a wire has no place on its sheet.
    """
    layout = tomllib.loads((HERE / "drawing.toml").read_text(encoding="utf-8"))
    wiring = load_wiring()
    return [_sheet(name, data, wiring) for name, data in layout.items()]


def _sheet(name: str, data: Mapping[str, Any], wiring: Wiring) -> Sheet:
    boxes: list[Box] = []
    symbols: list[Symbol] = []
    rails: list[Rail] = []
    for key, place in data["parts"].items():
        part = wiring.parts[key]
        if "rail" in place:
            (start, end), note = place["rail"], str(place.get("note", ""))
            rails.append(Rail(part, _point(start), _point(end), note))
        elif "symbol" in place:
            symbols.append(_symbol(part, place))
        else:
            boxes.append(_box(part, place))
    places = {box.part.name: box.pins for box in boxes} | {symbol.part.name: symbol.pins for symbol in symbols}
    by_name = {rail.part.name: rail for rail in rails}
    wires = tuple(_drawn(wire, places, by_name, data) for wire in wiring.wires if wire.sheet == name)
    notes = tuple((_point(note["at"]), tuple(note["lines"])) for note in data.get("notes", ()))
    header, legend = (_point(data[part]["at"]) if part in data else None for part in ("header", "legend"))
    title, size = str(data["title"]), _point(data["size"])
    return Sheet(name, title, size, wiring, tuple(boxes), tuple(symbols), tuple(rails), wires, notes, header, legend)


def _box(part: Fitted, place: Mapping[str, Any]) -> Box:
    (x, y), (width, height) = place["at"], place["size"]
    sides = {"l": lambda d: (x, y + d), "r": lambda d: (x + width, y + d)}
    sides |= {"t": lambda d: (x + d, y), "b": lambda d: (x + d, y + height)}
    pins = {pin: tuple(_point(sides[at[0]](int(at[1:]))) for at in where) for pin, where in place["pins"].items()}
    lines = tuple(place.get("lines", ()))
    return Box(part, _point((x, y)), _point((width, height)), pins, lines, *_look(place))


def _look(place: Mapping[str, Any]) -> tuple[float, str]:
    return float(place.get("lines_at", 35)), str(place.get("art", ""))


def _symbol(part: Fitted, place: Mapping[str, Any]) -> Symbol:
    middle, upright = _point(place["at"]), bool(place.get("upright", False))
    pins = {}
    for pin, (x, y) in SYMBOL_PINS[place["symbol"]].items():
        across, down = (-y, x) if upright else (x, y)
        pins[pin] = ((middle[0] + across, middle[1] + down),)
    return Symbol(part, str(place["symbol"]), middle, upright, pins)


def _drawn(
    wire: Wire,
    places: Mapping[str, Mapping[str, tuple[Point, ...]]],
    rails: Mapping[str, Rail],
    data: Mapping[str, Any],
) -> Drawn:
    bends = [_point(point) for point in data.get("via", {}).get(f"{wire.start} {wire.end}", ())]
    starts, ends = _where(wire.start, places, rails), _where(wire.end, places, rails)
    if not starts and not ends:
        start = rails[wire.start.part].nearest(bends[0] if bends else rails[wire.end.part].start)
        return _through(wire, start, bends, rails[wire.end.part].nearest(bends[-1] if bends else start))
    if not starts:
        starts = tuple(rails[wire.start.part].nearest(point) for point in (bends[:1] or ends))
    if not ends:
        ends = tuple(rails[wire.end.part].nearest(point) for point in (bends[-1:] or starts))
    first, last = (bends[0], bends[-1]) if bends else (ends[0], starts[0])
    if bends:
        start, end = min(starts, key=lambda p: _far(p, first)), min(ends, key=lambda p: _far(p, last))
    else:
        start, end = min(((s, e) for s in starts for e in ends), key=lambda pair: _far(*pair))
    return _through(wire, start, bends, end)


def _where(
    terminal: Terminal, places: Mapping[str, Mapping[str, tuple[Point, ...]]], rails: Mapping[str, Rail]
) -> tuple[Point, ...]:
    """Where a terminal is on the sheet; nowhere of its own, if it is a rail."""
    if terminal.part in rails:
        return ()
    try:
        return places[terminal.part][terminal.pin]
    except KeyError:
        raise PlanError(f"drawing.toml: {terminal} has no place on its sheet") from None


def _through(wire: Wire, start: Point, bends: list[Point], end: Point) -> Drawn:
    points = [start, *bends, end]
    for one, other in pairwise(points):
        if one[0] != other[0] and one[1] != other[1]:
            raise PlanError(f"drawing.toml: wire {wire.start} to {wire.end} is askew from {one} to {other}")
    return Drawn(wire, tuple(points))


def _far(one: Point, other: Point) -> float:
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


def _point(pair: Any) -> Point:
    return float(pair[0]), float(pair[1])

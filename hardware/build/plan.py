"""The plan as values: parts, wires and dimensions, read from the TOML files beside this module."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
BOARD_H = HERE.parents[1] / "firmware" / "src" / "board.h"

HEADER = {
    2: 3, 3: 5, 4: 7, 5: 29, 6: 31, 7: 26, 8: 24, 9: 21, 10: 19, 11: 23, 12: 32, 13: 33, 14: 8, 15: 10, 16: 36,
    17: 11, 18: 12, 19: 35, 20: 38, 21: 40, 22: 15, 23: 16, 24: 18, 25: 22, 26: 37, 27: 13,
}  # fmt: skip
"""Where a Broadcom number is on the Pi's 40-pin header."""
HEADER_GROUND = 39
"""The ground pin of the header that is used."""

THROUGH = {"r220": ("a", "b"), "r330": ("a", "b"), "r1k": ("a", "b"), "r10k": ("a", "b")}
CONTROL = {"npn": ("c", "b"), "mosfet": ("d", "g")}
"""What is switched, and by which terminal."""
PULLS = ("r10k",)
"""Resistors that hold a wire at a level; a signal doesn't come through them."""


class PlanError(Exception):
    """The files of the plan contradict themselves; the text says where."""


@dataclass(frozen=True, slots=True)
class Terminal:
    """One terminal of one part, written `A2.D10`; a bar has but one, without a name."""

    part: str
    pin: str = ""

    @classmethod
    def parse(cls, text: str) -> Terminal:
        """`A2.D10` as a terminal."""
        part, _, pin = text.partition(".")
        return cls(part, pin)

    def __str__(self) -> str:
        return f"{self.part}.{self.pin}" if self.pin else self.part


@dataclass(frozen=True, slots=True)
class Wire:
    """A wire from one terminal to another. `copper` is its cross-section in mm2; a ready-made cable has 0."""

    number: int
    sheet: str
    start: Terminal
    end: Terminal
    colour: str
    copper: float


@dataclass(frozen=True, slots=True)
class Fitted:
    """A part as it is fitted: `kind` is its key in the parts list. `piece`: which piece of the ring it is."""

    name: str
    kind: str
    label: str
    piece: int | None = None


@dataclass(frozen=True)
class Wiring:
    """The netlist. `settings`: which terminal belongs to which pin in tray.toml, by keys like `panel.stop_lamp`."""

    parts: Mapping[str, Fitted]
    wires: tuple[Wire, ...]
    settings: Mapping[str, Terminal]

    def net(self, terminal: Terminal) -> frozenset[Terminal]:
        """Every terminal that copper joins with this one, itself included."""
        reached, fresh = {terminal}, [terminal]
        while fresh:
            here = fresh.pop()
            for wire in self.wires:
                if here in (wire.start, wire.end):
                    other = wire.end if here == wire.start else wire.start
                    if other not in reached:
                        reached.add(other)
                        fresh.append(other)
        return frozenset(reached)

    def driver(self, terminal: Terminal, of: str) -> str:
        """The pin of part `of` that drives a terminal: by wire, through resistors, or by switching its transistor.

        Raises:
            PlanError: none does, or more than one.
        """
        reached, fresh = set[Terminal](), {terminal}
        while fresh:
            net = self.net(fresh.pop())
            reached |= net
            for found in net:
                kind = self.parts[found.part].kind
                if kind in THROUGH and kind not in PULLS:
                    a, b = THROUGH[kind]
                    fresh.add(Terminal(found.part, b if found.pin == a else a))
                elif kind in CONTROL and found.pin == CONTROL[kind][0]:
                    fresh.add(Terminal(found.part, CONTROL[kind][1]))
            fresh -= reached
        pins = {found.pin for found in reached if found.part == of}
        if len(pins) != 1:
            raise PlanError(f"{terminal} is driven by {sorted(pins) or 'nothing'} of {of}")
        return pins.pop()

    def of_kind(self, kind: str) -> list[Fitted]:
        """The fitted parts of one kind, in the order of the file."""
        return [part for part in self.parts.values() if part.kind == kind]


def load_wiring() -> Wiring:
    """The netlist of `wiring.toml`."""
    data = _read("wiring.toml")
    parts = {
        name: Fitted(name, str(part["is"]), str(part.get("label", "")), part.get("piece"))
        for name, part in data["parts"].items()
    }
    wires = tuple(_wires(data["wires"]))
    for wire in wires:
        for terminal in (wire.start, wire.end):
            if terminal.part not in parts:
                raise PlanError(f"wiring.toml: a wire goes to {terminal}, but there is no part {terminal.part}")
    settings = {
        f"{section}.{key}": Terminal.parse(text) for section, keys in data["settings"].items()
        for key, text in keys.items()
    }  # fmt: skip
    return Wiring(parts, wires, settings)


def _wires(sheets: Mapping[str, list[list[Any]]]) -> Iterator[Wire]:
    number = 0
    for sheet, rows in sheets.items():
        for start, end, colour, copper in rows:
            number += 1
            yield Wire(number, sheet, Terminal.parse(start), Terminal.parse(end), str(colour), float(copper))


def load_parts() -> dict[str, dict[str, Any]]:
    """The parts list of `parts.toml`, in its order, with the numbers in its names filled in."""
    parts, sizes = _read("parts.toml"), _sizes()
    for part in parts.values():
        numbers = {name: f"{part[key] / 1000:g}" for name, key in _AMPERES.items() if key in part}
        if "ohm" in part:
            numbers["resistance"] = f"{part['ohm'] // 1000} kOhm" if part["ohm"] >= 1000 else f"{part['ohm']} Ohm"
        part["name"] = part["name"].format(**sizes | part | numbers)
    return parts


_AMPERES = {"gives": "gives_ma", "carries": "carries_ma"}


def _sizes() -> dict[str, Any]:
    """What the parts list says of sizes: all from the dimensions."""
    data = load_dimensions()
    arm, case, ring = data["arm"], data["case"], data["ring"]
    sizes = {key: arm[key] for key in ("tube", "tube_length")} | {"feet": arm["tongue"], "pane": case["pane"]}
    sizes |= {"per_metre": ring["per_metre"], "strip_width": ring["strip_width"], "module": case["module"]}
    margin = 2 * case["pane_margin"]
    sizes |= {"pane_x": f"{case['module'] * case['modules'] + margin:g}", "pane_y": f"{case['module'] + margin:g}"}
    return sizes | {"floor": data["tray"]["floor_depth"]}


def load_printed() -> dict[str, dict[str, Any]]:
    """The printed parts of `printed.toml`: file, number, what they are printed in."""
    return _read("printed.toml")


def load_dimensions() -> dict[str, dict[str, Any]]:
    """The dimensions of `dimensions.toml`, in millimetres, by section."""
    return _read("dimensions.toml")


def load_board() -> dict[str, int]:
    """The numbers that the firmware defines in `board.h`: pins, sizes, currents."""
    text = BOARD_H.read_text(encoding="utf-8")
    return {name: int(value) for name, value in re.findall(r"^#define (\w+) (\d+)$", text, re.MULTILINE)}


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads((HERE / name).read_text(encoding="utf-8"))

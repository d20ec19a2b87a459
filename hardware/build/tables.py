"""The plan as Markdown: what to buy, and every wire."""

from __future__ import annotations

import math
from collections import Counter
from typing import Any

from hardware.build.plan import (
    HEADER,
    HEADER_GROUND,
    Terminal,
    Wire,
    Wiring,
    load_dimensions,
    load_parts,
    load_printed,
    load_wiring,
)

FROM_TOML = "<!-- Written by `make -C hardware/build` from {}: change that, not this. -->\n"
STRIPS = ("ring",)
"""Kinds that are bought as one strip and cut into the pieces that are fitted."""


def quantities() -> dict[str, int]:
    """How many of each part are needed: counted in the wiring, or as the parts list says."""
    wiring = load_wiring()
    return {kind: int(part.get("quantity", 0)) or _fitted(wiring, kind, part) for kind, part in load_parts().items()}


def _fitted(wiring: Wiring, kind: str, part: dict[str, Any]) -> int:
    """How many of a kind the wiring needs; of a terminal strip as many as have ways enough."""
    if kind in STRIPS:
        return 1
    fitted = wiring.of_kind(kind)
    if "ways" not in part:
        return len(fitted)
    ends = Counter(end.part for wire in wiring.wires for end in (wire.start, wire.end))
    return sum(math.ceil(ends[one.name] / part["ways"]) for one in fitted)


def parts_table() -> str:
    """The parts list with quantities, prices and sums."""
    counts, total, group = quantities(), 0.0, ""
    lines = [FROM_TOML.format("parts.toml and wiring.toml"), "# What to buy", ""]
    lines += [
        "Typical prices in euros, 2026, with tax, without postage. They are a guide: shops and countries differ.",
        "What is needed for a Pi with a camera and nothing else is the group Computer.",
        "",
    ]
    for kind, part in load_parts().items():
        if part["group"] != group:
            group = part["group"]
            lines += [*([""] if total else []), f"## {group}", "", "| n | part | € each | € | instead |"]
            lines += ["| ---: | --- | ---: | ---: | --- |"]
        cost = counts[kind] * part["price"]
        total += cost
        lines.append(f"| {counts[kind]} | {part['name']} | {part['price']:.2f} | {cost:.2f} | {part['instead']} |")
    lines += ["", f"Together about **{round(total / 5) * 5} €**, with everything bought new.", ""]
    lines += ["## What to print", "", "| n | file in `out/` | in | |", "| ---: | --- | --- | --- |"]
    lines += [f"| {p['n']} | `{name}.stl` | {p['filament']} | {p['note']} |" for name, p in load_printed().items()]
    lines += ["", *_camera_heights(), ""]
    return "\n".join(lines)


def _camera_heights() -> list[str]:
    """From how high a camera sees all four markers, by how much it sees: what to look for in a camera's data."""
    mat, arm = load_dimensions()["mat"], load_dimensions()["arm"]
    around = 2 * mat["marker_offset"] + mat["marker"] + 2 * mat["marker_border"]
    needed = mat["rail_bottom"] + around, mat["rolling_width"] + around
    lines = ["## Which camera", "", "It has to see all four markers from where the arm can hold it, between"]
    between = f"{arm['camera_lowest']} and {arm['camera_highest']} mm above the mat"
    lines.append(f"{between}. Its 4:3 picture has to reach at least:")
    lines += ["", "| at a height of | upright | across |", "| ---: | ---: | ---: |"]
    for height in (arm["camera_lowest"], (arm["camera_lowest"] + arm["camera_highest"]) // 2, arm["camera_highest"]):
        upright, across = (math.ceil(math.degrees(2 * math.atan(side / 2 / height))) for side in needed)
        lines.append(f"| {height} mm | {upright}° | {across}° |")
    return [*lines, "", "A camera that sees much more is no better: the cubes become small in its picture."]


def wires_table() -> str:
    """Every wire with its number in the drawing."""
    wiring = load_wiring()
    lines = [FROM_TOML.format("wiring.toml"), "# Every wire", ""]
    lines += ["The numbers are those in the drawings. Tick each wire off when it is in and pulled at.", ""]
    titles = {"scoreboard": "Power, scoreboard, ring", "panel": "Panel"}
    for sheet, title in titles.items():
        lines += [f"## {title}", "", "| wire | from | to | colour | mm² |", "| ---: | --- | --- | --- | --- |"]
        lines += [_row(wiring, wire) for wire in wiring.wires if wire.sheet == sheet]
        lines.append("")
    return "\n".join(lines)


def _row(wiring: Wiring, wire: Wire) -> str:
    copper = f"{wire.copper:g}" if wire.copper else "ready-made"
    start, end = (_bold(end_of_wire(wiring, end)) for end in (wire.start, wire.end))
    return f"| {wire.number} | {start} | {end} | {wire.colour} | {copper} |"


def _bold(end: str) -> str:
    part, space, rest = end.partition(" ")
    return f"**{part}**{space}{rest}"


def end_of_wire(wiring: Wiring, terminal: Terminal) -> str:
    """Where a wire ends, as its list says it: "A1 GPIO 17 (pin 11) · Raspberry Pi"."""
    label = wiring.parts[terminal.part].label
    pin = terminal.pin
    if pin.startswith("GPIO"):
        pin = f"GPIO {pin[4:]} (pin {HEADER[int(pin[4:])]})"
    elif terminal == Terminal("A1", "GND"):
        pin = f"GND (pin {HEADER_GROUND})"
    return " ".join(word for word in (terminal.part, pin, f"· {label}" if label else "") if word)

"""The current budget: what each part draws, what each fuse and supply carries, and what the firmware limits."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hardware.build.plan import Terminal, Wiring, load_board, load_dimensions, load_parts, load_wiring
from hardware.build.tables import FROM_TOML

STEADY = 0.8
"""The part of a fuse's rating that may flow for hours; its maker's sheet says so at 25 °C."""
SCAN = 31 / 32
"""A MAX7219 at full intensity has its lights on for 31 of 32 steps."""
GPIO_MV, BASE_MV = 3300, 700
"""A pin that is high, and a transistor's base."""
PIN_MA, ALL_PINS_MA = 16, 50
"""What one pin and all pins of a Pi together may give."""


@dataclass(frozen=True, slots=True)
class Load:
    """One line of the budget, in milliamperes."""

    what: str
    ma: int


@dataclass(frozen=True, slots=True)
class Budget:
    """Milliamperes. `lights`: ring and modules with everything on and no limit; `limit`: the firmware's."""

    lights: tuple[Load, ...]
    limit: int
    panel: tuple[Load, ...]
    computer: tuple[Load, ...]
    pins: tuple[Load, ...]
    fuse_lights: int
    fuse_panel: int
    supply: int
    pi_supply: int


def work_out() -> Budget:
    """The budget of the wiring as it stands."""
    wiring, parts, board = load_wiring(), load_parts(), load_board()
    fuses = {kind: int(parts[kind]["carries_ma"]) for kind in ("fuse_5a", "fuse_1a")}
    return Budget(
        lights=tuple(_lights(wiring, board)),
        limit=board["DEFAULT_LIMIT_MA"],
        panel=tuple(_panel(wiring)),
        computer=tuple(Load(parts[kind]["name"], int(parts[kind]["ma"])) for kind in ("pi", "camera", "nano")),
        pins=tuple(_pins(wiring)),
        fuse_lights=fuses["fuse_5a"],
        fuse_panel=fuses["fuse_1a"],
        supply=int(parts["supply"]["gives_ma"]),
        pi_supply=int(parts["pi_supply"]["gives_ma"]),
    )


def total(loads: tuple[Load, ...]) -> int:
    """The sum in milliamperes."""
    return sum(load.ma for load in loads)


def _lights(wiring: Wiring, board: dict[str, int]) -> Iterator[Load]:
    parts, pieces = load_parts(), load_dimensions()["ring"]["pieces"]
    for part in _fed_by(wiring, "F1"):
        kind = wiring.parts[part].kind
        piece = wiring.parts[part].piece
        if piece is not None:
            lights = pieces[piece]
            yield Load(f"{part}: {lights} lights, white", lights * (board["LIGHT_IDLE_MA"] + 3 * board["COLOUR_MA"]))
        elif kind == "modules":
            modules = int(parts[kind]["modules"])
            matrix = round(64 * board["PIXEL_MA"] * SCAN)
            yield Load(f"{part}: {modules} modules, every pixel", modules * (board["MODULE_IDLE_MA"] + matrix))


def _panel(wiring: Wiring) -> Iterator[Load]:
    parts = load_parts()
    for part in _fed_by(wiring, "F2"):
        if "ma" in parts[wiring.parts[part].kind]:
            yield Load(f"{part}: {wiring.parts[part].label}", int(parts[wiring.parts[part].kind]["ma"]))


def _fed_by(wiring: Wiring, fuse: str) -> list[str]:
    fed = {terminal.part for terminal in wiring.net(Terminal(fuse, "out"))}
    return [part for part in wiring.parts if part in fed]


def _pins(wiring: Wiring) -> Iterator[Load]:
    """What each pin of the Pi gives while high: its level less the drop behind the resistor, by the resistor."""
    parts = load_parts()
    for resistor in wiring.parts.values():
        ends = [wiring.net(Terminal(resistor.name, end)) for end in ("a", "b")]
        pin = next((t.pin for t in ends[1] if t.part == "A1" and t.pin.startswith("GPIO")), None)
        if pin is None or "ohm" not in parts[resistor.kind]:
            continue
        kinds = {wiring.parts[terminal.part].kind: terminal.pin for terminal in ends[0]}
        ohm = parts[resistor.kind]["ohm"]
        led = next((kind for kind in kinds if "drop_mv" in parts[kind]), None)
        if led is not None:
            yield Load(f"{pin}: LED", round((GPIO_MV - parts[led]["drop_mv"]) / ohm))
        elif kinds.get("npn") == "b":
            yield Load(f"{pin}: transistor", round((GPIO_MV - BASE_MV) / ohm))


def budget_text() -> str:
    """The budget as Markdown."""
    budget = work_out()
    lights, panel = total(budget.lights), total(budget.panel)
    fuses = budget.fuse_lights + budget.fuse_panel
    lines = [FROM_TOML.format("parts.toml, wiring.toml and firmware/src/board.h"), "# The current budget", ""]
    lines += ["Milliamperes at 5 V, the most that can be.", "", "## Ring and modules, behind F1", ""]
    lines += _table(budget.lights, "everything on at once")
    lines += [
        "",
        "The firmware doesn't let it come to that: it works out what a picture draws and dims it evenly to",
        f"**{budget.limit} mA** (`limit_ma`, see [PROTOCOL.md](../../firmware/PROTOCOL.md)). F1 is",
        f"{budget.fuse_lights} mA; {budget.fuse_lights * STEADY:.0f} mA, {STEADY:.0%} of that, may flow for hours.",
        "Should the limit fail, the fuse goes before wires or plugs get hot.",
        "",
        "## Panel, behind F2",
        "",
        *_table(budget.panel, "everything on at once"),
        "",
        f"F2 is {budget.fuse_panel} mA; {budget.fuse_panel * STEADY:.0f} mA may flow for hours.",
        "",
        "## The supply",
        "",
        "| | mA |",
        "| --- | ---: |",
        f"| ring and modules, as the firmware limits them | {budget.limit} |",
        f"| panel | {panel} |",
        f"| **together** | **{budget.limit + panel}** |",
        f"| both fuses | {fuses} |",
        f"| the supply gives | {budget.supply} |",
        "",
        "The supply gives more than both fuses let through: a short circuit blows a fuse and not the supply.",
        f"Without fuse and limit ring and modules would draw {lights} mA.",
        "",
        "## The Pi's own supply",
        "",
        *_table(budget.computer, "together"),
        "",
        f"It gives {budget.pi_supply} mA. The Nano hangs on the Pi's USB; ring and modules never do.",
        "",
        "## The Pi's pins",
        "",
        *_table(budget.pins, "all high at once"),
        "",
        f"One pin may give {PIN_MA} mA, all together {ALL_PINS_MA} mA. The tray light's gate draws nothing steady.",
        "",
    ]
    return "\n".join(lines)


def _table(loads: tuple[Load, ...], together: str) -> list[str]:
    rows = [f"| {load.what} | {load.ma} |" for load in loads]
    return ["| | mA |", "| --- | ---: |", *rows, f"| **{together}** | **{total(loads)}** |"]

"""The modules of the scoreboard, one after the other as the chain runs: first which is which, then every dot."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import numpy as np

from hardware import font
from hardware.bring_up.steps import Sighting, Step, Which, shows
from hardware.bring_up.wires import Wires
from hardware.build.plan import load_parts
from hardware.canvas import ROWS, Canvas, Picture, Size
from hardware.scenes.scene import write

DOT_SECONDS = 0.06
ALL_SECONDS = 2.0
DOTS = 8 * ROWS


def module_steps(size: Size, wires: Wires) -> Iterator[Step]:
    """The board itself, then the place of each module, then the dots of each. The chain begins on the right."""
    chain = Chain(size, wires)
    yield _greeting(size, chain, wires)
    for module in range(size.modules, 0, -1):
        yield _place(module, size, chain)
    for module in range(size.modules, 0, -1):
        yield _dots(module, size, chain)


class Chain:
    """How the modules hang together: boards of some modules each, the first of the chain on the right."""

    def __init__(self, size: Size, wires: Wires) -> None:
        self._size = size
        self._wires = wires
        self._boards = [part.name for part in wires.plan.of_kind("modules")]
        self._a_board = int(load_parts()["modules"]["modules"])

    def board(self, module: int) -> int:
        """The board that a module, counted from the left from 1, is on; 0 is the first of the chain."""
        return (self._size.modules - module) // self._a_board

    def is_first_of_board(self, module: int) -> bool:
        """Whether the wires of its board come in at this module."""
        return (self._size.modules - module) % self._a_board == 0

    def name(self, board: int) -> str:
        """What the plans call a board."""
        return self._boards[board] if board < len(self._boards) else f"board {board + 1}"

    def feeding(self, board: int) -> list[str]:
        """The wires that a board gets its data and its power by."""
        if board >= len(self._boards):
            return [f"the three wires of data from {self.name(board - 1)} to {self.name(board)}, its +5 V and ground "
                    "(these plans have no such board)"]
        name, wires = self._boards[board], self._wires
        power = wires.at(f"{name}.VCC", f"{name}.GND")
        if board > 0:
            return wires.said((*wires.between(self._boards[board - 1], name), *power))
        data = [wire for pin in ("CS", "DIN", "CLK") for wire in wires.signal(f"{name}.{pin}", "A2")]
        return wires.said((*data, *power))

    def power(self, board: int) -> list[str]:
        """The wires of +5 V and ground of a board."""
        if board >= len(self._boards):
            return [f"+5 V and ground of {self.name(board)} (these plans have no such board)"]
        return self._wires.said(self._wires.at(f"{self._boards[board]}.VCC", f"{self._boards[board]}.GND"))

    def upset_by(self) -> list[str]:
        """What makes the whole chain show rubbish: its clock and its ground."""
        first, wires = self._boards[0], self._wires
        data = [wire for pin in ("CS", "CLK") for wire in wires.signal(f"{first}.{pin}", "A2")]
        return wires.said((*data, *wires.at("A2.GND", f"{first}.GND", "R6")))


def _greeting(size: Size, chain: Chain, wires: Wires) -> Step:
    def draw(_seconds: float) -> Picture:
        canvas = Canvas(size)
        write(canvas, "HELLO")
        return canvas.freeze()

    return Step(
        key="scoreboard",
        title="The scoreboard answers",
        shown="HELLO on the modules, as far as they go.",
        right="that, or at least something that changed when this step began",
        wrong=(
            Sighting("this screen says that the scoreboard can't show it", [
                "The Nano's cable, its firmware (make -C firmware flash PORT=...), and that no table is running:",
                *wires.said(wires.at("A2.usb")),
            ]),
            Sighting("the modules stay dark, or a built-in sun stays on them", [
                "The Nano answers, but the modules don't hear it:", *chain.feeding(0),
            ]),
        ),
        begin=shows(draw),
    )  # fmt: skip


def _place(module: int, size: Size, chain: Chain) -> Step:
    number = str(module)

    def draw(_seconds: float) -> Picture:
        canvas = Canvas(size)
        drawing = np.hstack([font.draw(digit) for digit in number])
        canvas.put(drawing, 8 * (module - 1) + (8 - int(drawing.shape[1])) // 2)
        return canvas.freeze()

    return Step(
        key=f"module-{module}",
        title=f"Module {module} of {size.modules}, counted from the left",
        shown=f"The number {module} on module {module}. All other modules are dark.",
        right=f"the number {module} on module {module}, upright, and nothing else",
        wrong=(
            Sighting("nothing", _dark(module, chain)),
            Sighting(
                f"the number {module}, but on another module", partial(_elsewhere, module, chain),
                Which("Which one, counted from the left?", 1, size.modules),
            ),
            Sighting("the number upside down, or mirrored", [
                f"{chain.name(chain.board(module))} is turned: the end at which its wires come in, marked IN,",
                "belongs on the right as seen from the front.",
            ]),
            Sighting("rubbish, flicker, or more than the number", [
                "The data arrive damaged. Clock, load and ground first:", *chain.upset_by(),
                "Short wires, away from those of the supply, mend much.",
            ]),
        ),
        begin=shows(draw),
    )  # fmt: skip


def _dark(module: int, chain: Chain) -> list[str]:
    board = chain.board(module)
    if chain.is_first_of_board(module):
        return chain.feeding(board)
    return [
        f"No wire: module {module + 1} beside it is on the same board, {chain.name(board)}. Press the module into",
        f"its sockets, and look at the solder between modules {module + 1} and {module}.",
    ]


def _elsewhere(module: int, chain: Chain, seen_on: int) -> list[str]:
    here, there = chain.board(module), chain.board(seen_on)
    if seen_on == module:
        return [f"That is where it belongs. If nothing else is lit, module {module} is right."]
    if here != there:
        return [
            f"The boards {chain.name(here)} and {chain.name(there)} have changed places: the first of the chain,",
            "the one that these wires reach, is on the right as seen from the front:", *chain.feeding(0),
        ]
    return [
        f"{chain.name(here)} is turned, or there are more or fewer modules than scoreboard.modules in tray.toml",
        "says. Its wires come in on the right as seen from the front:", *chain.feeding(here),
    ]


def _dots(module: int, size: Size, chain: Chain) -> Step:
    def draw(seconds: float) -> Picture:
        canvas = Canvas(size)
        dot = int(seconds % (DOTS * DOT_SECONDS + ALL_SECONDS) / DOT_SECONDS)
        left = 8 * (module - 1)
        if dot < DOTS:
            canvas.block(left + dot % 8, dot // 8, 1, 1)
        else:
            canvas.block(left, 0, 8, ROWS)
        return canvas.freeze()

    board = chain.name(chain.board(module))
    return Step(
        key=f"dots-{module}",
        title=f"The dots of module {module}",
        shown=f"On module {module} every dot in turn, row by row from the top, then all 64 at once, again and again.",
        right="each dot once in its turn, then all of them, equally bright",
        wrong=(
            Sighting("one dot, or a few, stay dark", [
                f"No wire: those lights of module {module} ({board}) are dead. The module is to be replaced.",
            ]),
            Sighting("a whole row or column stays dark", [
                f"No wire: a pin of module {module} ({board}) has no contact. Press it into its sockets, and look at",
                "their solder and at bent pins.",
            ]),
            Sighting("two dots, rows or columns light up together", [
                f"No wire: two pins of module {module} ({board}) touch. Look for a bridge of solder.",
            ]),
            Sighting("all of it dim, or it goes out when all 64 are on", [
                "The supply breaks down on its way. Power and ground:", *chain.power(chain.board(module)),
            ]),
        ),
        begin=shows(draw),
    )  # fmt: skip

"""Which wires of the plans a thing hangs on, in the numbers and words of `hardware/build/wires.md`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hardware.build.plan import CONTROL, PULLS, THROUGH, PlanError, Terminal, Wire, Wiring, load_wiring
from hardware.build.tables import end_of_wire

SWITCHED_AGAINST = {"npn": "e", "mosfet": "s"}
"""The terminal of a transistor that is not in the way of its signal, but has to be connected."""


class Wires:
    """The wires of the plans, to be looked up by what they serve."""

    def __init__(self) -> None:
        self.plan: Wiring = load_wiring()

    def at(self, *terminals: str) -> tuple[Wire, ...]:
        """The wires that end at any of these terminals, given like `M1.VCC`; all wires of a part given like `M1`."""
        wanted = [Terminal.parse(text) for text in terminals]

        def is_end(terminal: Terminal) -> bool:
            return any(one in (terminal, Terminal(terminal.part)) for one in wanted)

        return tuple(wire for wire in self.plan.wires if is_end(wire.start) or is_end(wire.end))

    def between(self, one: str, other: str) -> tuple[Wire, ...]:
        """The wires that join two parts directly."""
        return tuple(wire for wire in self.plan.wires if {wire.start.part, wire.end.part} == {one, other})

    def signal(self, terminal: str, source: str) -> tuple[Wire, ...]:
        """The wires on a signal's way from a pin of part `source` to a terminal, through resistors and transistors,
        and what else its transistor hangs on.

        Raises:
            PlanError: there is no such way.
        """
        found: dict[Terminal, Wire | None] = {Terminal.parse(terminal): None}
        before: dict[Terminal, Terminal] = {}
        fresh = list(found)
        for here in fresh:
            if here.part == source:
                break
            for there, wire in self._from(here):
                if there not in found:
                    found[there], before[there] = wire, here
                    fresh.append(there)
        else:
            raise PlanError(f"nothing of {source} drives {terminal}")
        way = {wire for stop in _back(here, before) if (wire := found[stop]) is not None}
        for transistor in {stop.part for stop in _back(here, before)}:
            against = SWITCHED_AGAINST.get(self.plan.parts[transistor].kind)
            way |= set(self.at(f"{transistor}.{against}")) if against else set()
        return _in_order(way)

    def lamp(self, terminal: str) -> tuple[Wire, ...]:
        """All that a lamp hangs on which a pin of the Pi switches by this terminal."""
        part = terminal.partition(".")[0]
        ends = [f"{part}.{pin}" for pin in ("lamp+", "lamp-", "+", "-")]
        return _in_order((*self.signal(terminal, "A1"), *self.at(*ends)))

    def said(self, wires: Iterable[Wire]) -> list[str]:
        """Each wire as a line."""
        return [self._line(wire) for wire in _in_order(wires)]

    def _line(self, wire: Wire) -> str:
        ends = f"{end_of_wire(self.plan, wire.start)} to {end_of_wire(self.plan, wire.end)}"
        return f"wire {wire.number}, {wire.colour}: {ends}"

    def _from(self, here: Terminal) -> Iterator[tuple[Terminal, Wire | None]]:
        """Where a signal comes to from a terminal, and by which wire; within a part by none."""
        for wire in self.plan.wires:
            if here in (wire.start, wire.end):
                yield (wire.end if here == wire.start else wire.start), wire
        kind = self.plan.parts[here.part].kind
        if kind in THROUGH and kind not in PULLS:
            a, b = THROUGH[kind]
            yield Terminal(here.part, b if here.pin == a else a), None
        elif kind in CONTROL and here.pin == CONTROL[kind][0]:
            yield Terminal(here.part, CONTROL[kind][1]), None


def _back(here: Terminal, before: dict[Terminal, Terminal]) -> Iterator[Terminal]:
    yield here
    while here in before:
        here = before[here]
        yield here


def _in_order(wires: Iterable[Wire]) -> tuple[Wire, ...]:
    return tuple(sorted(set(wires), key=lambda wire: wire.number))

"""Lamps and buttons, tray light and buzzer: each alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from hardware.bring_up.steps import Sighting, Step, Which
from hardware.bring_up.wires import Wires
from hardware.build.plan import HEADER, Terminal

BUTTONS = {"stop": "STOP", "roll_on": "ROLL ON", "sun": "SUN", "undo": "UNDO"}
LAMPS = {
    **{name: f"the lamp in the button {label}" for name, label in BUTTONS.items()},
    "ready": "the lamp READY", "reading": "the lamp READING", "trouble": "the lamp TROUBLE",
}  # fmt: skip


BUZZER = "buzzer"


class PanelWires:
    """The plan's wires of lamps and buttons, and the pins that the settings give them.

    `pins`: BCM numbers by name, `stop` for a button, `stop_lamp` for a lamp, `buzzer`.
    """

    def __init__(self, pins: Mapping[str, int], wires: Wires) -> None:
        self.pins = pins
        self.wires = wires

    def of_lamp(self, lamp: str) -> list[str]:
        """All that a lamp hangs on."""
        return [*self.wires.said(self.wires.lamp(self._terminal(f"{lamp}_lamp"))), *self._other_pin(f"{lamp}_lamp")]

    def of_button(self, button: str) -> list[str]:
        """A button's two wires."""
        terminal = self._terminal(f"{button}_button")
        part = terminal.partition(".")[0]
        return [*self.wires.said(self.wires.at(terminal, f"{part}.ground")), *self._other_pin(button)]

    def of_buzzer(self) -> list[str]:
        """All that the buzzer hangs on, its diode too."""
        wires = (*self.wires.lamp(self._terminal(BUZZER)), *self.wires.at("D1"))
        return [*self.wires.said(wires), *self._other_pin(BUZZER)]

    def at_pin(self, *names: str) -> list[str]:
        """The wires that end at the Pi's pins of these lamps or buttons."""
        ends = [self.wires.signal(self._terminal(_setting(name)), "A1") for name in names]
        at_pi = [wire for way in ends for wire in way if "A1" in (wire.start.part, wire.end.part)]
        return [*self.wires.said(at_pi), *(line for name in names for line in self._other_pin(name))]

    def _terminal(self, setting: str) -> str:
        return str(self.wires.plan.settings[f"panel.{setting}"])

    def _other_pin(self, name: str) -> list[str]:
        """Where tray.toml names another pin than the plans."""
        terminal = self._terminal(_setting(name))
        planned, pin = self.wires.plan.driver(Terminal.parse(terminal), "A1"), self.pins[name]
        if planned == f"GPIO{pin}":
            return []
        setting = f"panel.{_setting(name)}"
        return [f"({setting} in tray.toml is GPIO {pin}, pin {HEADER[pin]}: there, not where the plans say)"]


def _setting(name: str) -> str:
    return name if name.endswith("_lamp") or name == BUZZER else f"{name}_button"


def panel_steps(pins: Mapping[str, int], wires: Wires) -> Iterator[Step]:
    """A step for each lamp, each button and the buzzer that has a pin."""
    panel = PanelWires(pins, wires)
    lamps = [lamp for lamp in LAMPS if f"{lamp}_lamp" in pins]
    for lamp in lamps:
        yield _lamp(lamp, lamps, panel)
    for button in BUTTONS:
        if button in pins:
            yield _button(button, panel)
    if BUZZER in pins:
        yield _buzzer(panel)


def _lamp(lamp: str, lamps: list[str], panel: PanelWires) -> Step:
    name = LAMPS[lamp]
    polarity = "button_lamps_high" if lamp in BUTTONS else "state_lamps_high"
    numbered = ", ".join(f"{number} {LAMPS[other].removeprefix('the ')}" for number, other in enumerate(lamps, 1))

    def other(number: int) -> list[str]:
        seen = lamps[number - 1]
        if seen == lamp:
            return ["That is the right one. If no other is lit, all is well."]
        return [
            f"The wires of {name} and {LAMPS[seen]} are swapped at the Pi:",
            *panel.at_pin(f"{lamp}_lamp", f"{seen}_lamp"),
        ]

    return Step(
        key=f"lamp-{lamp}",
        title=f"{name[0].upper()}{name[1:]}",
        shown=f"{name[0].upper()}{name[1:]} is lit, all other lamps are dark.",
        right="that lamp, and no other",
        wrong=(
            Sighting("no lamp", [
                "Each of these, and that the transistor's or the LED's legs are the right way round:",
                *panel.of_lamp(lamp),
            ]),
            Sighting("another lamp", other, Which(f"Which? {numbered}.", 1, len(lamps))),
            Sighting("that lamp and others", [
                "The others are always lit: their transistors are the wrong way round (collector, base, emitter),",
                f"or panel.{polarity} in tray.toml is wrong. Wires of this lamp:", *panel.of_lamp(lamp),
            ]),
        ),
        begin=lambda machine: machine.light(lamp),
    )  # fmt: skip


def _button(button: str, panel: PanelWires) -> Step:
    name = BUTTONS[button]
    return Step(
        key=f"button-{button}",
        title=f"The button {name}",
        shown=f"Press {name}. The lamp in it is lit, where it has one.",
        right=f"{name} was felt.",
        wrong=(
            Sighting(f"I press {name}, and nothing happens here", _unfelt(button, panel)),
        ),
        begin=lambda machine: machine.light(button),
        button=button,
        mistaken=lambda other: [
            f"{name} was pressed, and {BUTTONS[other]} was felt. If you did press {name}, their wires are swapped:",
            *panel.at_pin(button, other),
        ],
        held=lambda: [
            f"{name} is felt as pressed already, though nobody presses it. Its contact is one that opens when it is",
            "pressed, its wire touches ground, or panel.buttons_to_ground in tray.toml is wrong:",
            *panel.of_button(button),
        ],
    )  # fmt: skip


def _unfelt(button: str, panel: PanelWires) -> list[str]:
    return ["The contact that closes when it is pressed (NO and C) has to join these two:", *panel.of_button(button)]


def tray_light_step(wires: Wires) -> Step:
    """The tray light at full."""
    lamp = wires.said((*wires.lamp("E1.-"), *wires.at("R19")))
    return Step(
        key="tray-light",
        title="The tray light",
        shown="The tray light is at full, under the boom of the camera's arm.",
        right="it lights the tray evenly, without flicker",
        wrong=(
            Sighting("it is dark", ["Each of these, and Q5's legs (gate, drain, source):", *lamp]),
            Sighting("it is lit already before this step, or after it", [
                "Q5's gate is not held down, or drain and source are bridged:", *lamp,
            ]),
            Sighting("it flickers", ["A bad contact on its way:", *lamp]),
        ),
        begin=lambda machine: machine.tray_light(1.0),
    )  # fmt: skip


def _buzzer(panel: PanelWires) -> Step:
    buzzer = panel.of_buzzer()
    return Step(
        key="buzzer",
        title="The buzzer",
        shown="The buzzer sounds twice. Type r to hear it again.",
        right="just that",
        wrong=(
            Sighting("nothing", ["Each of these, and Q6's legs (collector, base, emitter):", *buzzer]),
            Sighting("it doesn't stop", [
                "Q6 is the wrong way round, or D1 is: its ring goes to +5 V.", *buzzer,
            ]),
        ),
        begin=lambda machine: machine.sound(),
    )  # fmt: skip

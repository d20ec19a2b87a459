"""The plans to build the machine agree with the firmware and the settings: netlist, parts, currents."""

from __future__ import annotations

import re
from collections import Counter
from itertools import combinations, pairwise

import pytest

from controller.settings import Settings
from hardware.build.budget import ALL_PINS_MA, PIN_MA, STEADY, total, work_out
from hardware.build.plan import (
    BOARD_H,
    Terminal,
    load_board,
    load_dimensions,
    load_parts,
    load_printed,
    load_wiring,
)
from hardware.build.tables import quantities

WIRING = load_wiring()
GROUND, LIGHTS_5V, PANEL_5V = Terminal("X4"), Terminal("X1"), Terminal("X3")
PULLED_UP_AT_START = range(9)
"""A Pi holds these pins high until a program says otherwise."""
HARDWARE_PWM = (12, 13, 18, 19)
POWER_COPPER = 0.75


def pin(terminal: str, of: str) -> str:
    return WIRING.driver(Terminal.parse(terminal), of)


# What the code expects


@pytest.mark.parametrize(
    ("terminal", "name"),
    [
        ("M1.CS", "MATRIX_LOAD"),
        ("M1.DIN", "MATRIX_DIN"),
        ("M1.CLK", "MATRIX_CLK"),
        ("L1.CI", "RING_CLOCK"),
        ("L1.DI", "RING_DATA"),
    ],
)
def test_the_nano_is_wired_as_the_firmware_drives_it(terminal: str, name: str) -> None:
    pins_mk = (BOARD_H.parents[1] / "pins.mk").read_text(encoding="utf-8")
    pins_h = BOARD_H.with_name("pins.h").read_text(encoding="utf-8")
    chosen = re.findall(r"^(\w+) \?= (\w+)$", pins_mk, re.MULTILINE)
    fixed = re.findall(r"^#define (\w+) PIN_(\w+)$", pins_h, re.MULTILINE)
    assert pin(terminal, "A2") == dict([*chosen, *fixed])[name]


def test_load_is_held_at_five_volts_while_the_bootloader_runs() -> None:
    assert re.search(r"D10 .*LOAD.*10 kOhm to 5 V", BOARD_H.read_text(encoding="utf-8"))
    (pull,) = WIRING.of_kind("r10k")[:1]
    nets = [WIRING.net(Terminal(pull.name, end)) for end in "ab"]
    assert any(LIGHTS_5V in net for net in nets)
    assert any(Terminal("M1", "CS") in net for net in nets)
    assert load_parts()["r10k"]["ohm"] == 10_000


def test_everything_on_the_panel_is_on_its_default_pin() -> None:
    panel, light = Settings().panel, Settings().tray_light
    pins = {f"panel.{name}": pin for name, pin in panel if name.endswith(("_button", "_lamp")) or name == "buzzer"}
    wired = {name: int(pin(str(terminal), "A1")[4:]) for name, terminal in WIRING.settings.items()}
    assert wired == pins | {"tray_light.pin": light.pin}


def test_buttons_pull_down_and_a_high_pin_lights_a_lamp() -> None:
    panel, ground = Settings().panel, WIRING.net(GROUND)
    for button in WIRING.of_kind("button"):
        assert (Terminal(button.name, "ground") in ground) == panel.buttons_to_ground
        assert Terminal(button.name, "lamp+") in WIRING.net(PANEL_5V)
    for transistor in WIRING.of_kind("npn"):
        assert (Terminal(transistor.name, "e") in ground) == panel.button_lamps_high
    for kind in ("led_green", "led_yellow", "led_red"):
        assert all((Terminal(led.name, "-") in ground) == panel.state_lamps_high for led in WIRING.of_kind(kind))


def test_nothing_lights_up_while_a_pi_starts() -> None:
    driven = [terminal for name, terminal in WIRING.settings.items() if not name.endswith("_button")]
    assert not [t for t in driven if int(pin(str(t), "A1")[4:]) in PULLED_UP_AT_START]


def test_the_tray_light_is_on_a_hardware_pwm_pin() -> None:
    assert int(pin("E1.-", "A1")[4:]) in HARDWARE_PWM


def test_modules_and_lights_are_as_many_as_firmware_and_settings_say() -> None:
    parts, board, scoreboard = load_parts(), load_board(), Settings().scoreboard
    modules = len(WIRING.of_kind("modules")) * parts["modules"]["modules"]
    assert modules == board["DEFAULT_MODULES"] == scoreboard.modules == load_dimensions()["case"]["modules"]
    pieces = load_dimensions()["ring"]["pieces"]
    assert sum(pieces) == board["DEFAULT_LIGHTS"] == scoreboard.lights
    assert [piece.piece for piece in WIRING.of_kind("ring")] == list(range(len(pieces)))


def test_the_ring_is_one_chain_and_fed_at_both_ends() -> None:
    pieces = [piece.name for piece in WIRING.of_kind("ring")]
    for one, other in pairwise(pieces):
        for out, into in (("CO", "CI"), ("DO", "DI"), ("5V", "5V"), ("GND", "GND")):
            assert Terminal(other, into) in WIRING.net(Terminal(one, out))
    for bar, terminal in (("X2", "5V"), ("X4", "GND")):
        fed = {end.part for w in WIRING.wires for end in (w.start, w.end) if Terminal(bar) in (w.start, w.end)}
        assert {pieces[0], pieces[-1]} <= fed, terminal


# The netlist


def test_no_pin_is_used_twice() -> None:
    ends = Counter(end for wire in WIRING.wires for end in (wire.start, wire.end) if end.part in ("A1", "A2"))
    assert not [str(end) for end, count in ends.items() if count > 1]
    driven = [pin(str(terminal), "A1") for terminal in WIRING.settings.values()]
    assert len(set(driven)) == len(driven)


def test_every_part_is_wired_and_in_the_parts_list() -> None:
    wired = {end.part for wire in WIRING.wires for end in (wire.start, wire.end)}
    assert wired == set(WIRING.parts)
    assert {part.kind for part in WIRING.parts.values()} <= set(load_parts())


def test_everything_in_the_parts_list_is_needed() -> None:
    assert not [kind for kind, count in quantities().items() if count < 1]
    assert not [name for name, part in load_printed().items() if part["n"] < 1]


def test_each_supply_meets_only_what_it_feeds() -> None:
    nets = [WIRING.net(Terminal.parse(t)) for t in ("X4", "X1", "X3", "F1.in", "A1.GND")]
    assert nets[0] == nets[4]
    for one, other in combinations(nets[:4], 2):
        assert not one & other
    ends = {end for wire in WIRING.wires if wire.copper for end in (wire.start, wire.end)}
    fives = {end for end in ends if end.part in ("A1", "A2") and end in nets[1] | nets[2]}
    assert not fives, "ring, modules and panel draw from their own supply alone"


def test_the_modules_and_the_ring_share_no_wire_of_data() -> None:
    modules = {t for name in ("CS", "DIN", "CLK") for t in WIRING.net(Terminal("M1", name))}
    assert not modules & {t for name in ("CI", "DI") for t in WIRING.net(Terminal("L1", name))}


def test_wires_bear_what_their_fuse_lets_through() -> None:
    behind = {t for fuse in ("in", "out") for t in WIRING.net(Terminal("F1", fuse))}
    resistors = {part.name for kind in ("r10k",) for part in WIRING.of_kind(kind)}
    thin = [
        wire.number
        for wire in WIRING.wires
        if (wire.start in behind or wire.end in behind)
        and wire.copper < POWER_COPPER
        and not {wire.start.part, wire.end.part} & resistors
    ]
    assert not thin


# The budget


def test_the_firmwares_limit_is_what_the_fuse_bears_for_hours() -> None:
    budget = work_out()
    assert budget.limit == load_board()["DEFAULT_LIMIT_MA"] == int(
        re.findall(r"#define DEFAULT_LIMIT_MA (\d+)", BOARD_H.read_text(encoding="utf-8"))[0]
    )
    assert budget.limit <= STEADY * budget.fuse_lights < total(budget.lights)


def test_ring_and_modules_add_up_to_what_the_chips_draw() -> None:
    assert total(work_out().lights) == 60 * (1 + 3 * 20) + 8 * (8 + round(64 * 5 * 31 / 32))


def test_the_budget_adds_up() -> None:
    budget = work_out()
    assert {load.what.split(":")[0] for load in budget.panel} == {"S1", "S2", "S3", "S4", "E1", "B1"}
    assert total(budget.panel) <= STEADY * budget.fuse_panel
    assert budget.fuse_lights + budget.fuse_panel <= budget.supply
    assert total(budget.computer) <= budget.pi_supply
    assert max(load.ma for load in budget.pins) <= PIN_MA
    assert total(budget.pins) <= ALL_PINS_MA
    assert len(budget.pins) == len(WIRING.of_kind("npn")) + 3


def test_transistors_are_switched_hard() -> None:
    """A quarter of the gain that the maker promises is enough for the lamp."""
    parts = load_parts()
    base_ma = (3300 - 700) / parts["r1k"]["ohm"]
    for kind in ("button", "buzzer"):
        assert parts[kind]["ma"] <= base_ma * parts["npn"]["gain"] / 4

"""The wiring diagrams show the netlist, the whole netlist, and legibly."""

from __future__ import annotations

import re
from itertools import combinations

import pytest

from hardware.build.__main__ import texts
from hardware.build.diagram import Box, Drawn, Point, Sheet, load_sheets
from hardware.build.pictures import SCENES
from hardware.build.plan import HERE, load_dimensions, load_wiring

WIRING = load_wiring()
SHEETS = load_sheets()


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.name)
def test_every_wire_is_drawn_between_its_terminals(sheet: Sheet) -> None:
    assert [drawn.wire for drawn in sheet.wires] == [wire for wire in WIRING.wires if wire.sheet == sheet.name]
    placed = {(p.part.name, pin): spots for p in [*sheet.boxes, *sheet.symbols] for pin, spots in p.pins.items()}
    rails = {rail.part.name: rail for rail in sheet.rails}
    for drawn in sheet.wires:
        for terminal, point in ((drawn.wire.start, drawn.points[0]), (drawn.wire.end, drawn.points[-1])):
            if terminal.part in rails:
                assert rails[terminal.part].nearest(point) == point
            else:
                assert point in placed[terminal.part, terminal.pin]


def test_both_sheets_together_draw_every_wire() -> None:
    assert sum(len(sheet.wires) for sheet in SHEETS) == len(WIRING.wires)


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.name)
def test_no_wire_runs_through_a_part(sheet: Sheet) -> None:
    through = [(d.wire.number, box.part.name) for d in sheet.wires for box in sheet.boxes if crosses(d, box)]
    assert not through


def crosses(drawn: Drawn, box: Box) -> bool:
    """Does the wire touch the box anywhere but at its own terminals?"""
    points = {point for one, other in drawn.segments() for point in along(one, other)}
    return any(box.holds(point) for point in points - {drawn.points[0], drawn.points[-1]})


def along(one: Point, other: Point) -> set[Point]:
    """The points of a straight stretch, a unit apart."""
    length = round(abs(one[0] - other[0]) + abs(one[1] - other[1]))
    return {
        (one[0] + (other[0] - one[0]) * i / length, one[1] + (other[1] - one[1]) * i / length)
        for i in range(length + 1)
    }


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.name)
def test_wires_of_different_nets_cross_but_never_touch(sheet: Sheet) -> None:
    """Two wires share at most single points, and neither ends or bends on the other."""
    for one, other in combinations(sheet.wires, 2):
        if other.wire.start in WIRING.net(one.wire.start):
            continue
        points = [{p for stretch in drawn.segments() for p in along(*stretch)} for drawn in (one, other)]
        shared = points[0] & points[1]
        assert not any(abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1 for a, b in combinations(shared, 2))
        assert not shared & {*one.points, *other.points}, (one.wire.number, other.wire.number)


def test_what_is_written_from_the_plan_is_up_to_date() -> None:
    stale = [path.name for path, text in texts().items() if path.read_text(encoding="utf-8") != text]
    assert not stale, "run make -C hardware/build texts"


def test_the_assembly_names_the_plans_own_numbers() -> None:
    guide = " ".join((HERE / "README.md").read_text(encoding="utf-8").split())
    plan = load_dimensions()
    pieces, arm, bed = plan["ring"]["pieces"], plan["arm"], plan["printer"]["largest"]
    assert f"{pieces[0]}, {pieces[1]}, {pieces[2]} and {pieces[3]} lights" in guide
    assert f"between {arm['camera_lowest'] / 10:g} and {arm['camera_highest'] / 10:g} cm" in guide
    assert f"{bed} x {bed} mm" in guide


def test_the_assembly_shows_every_picture() -> None:
    guide = (HERE / "README.md").read_text(encoding="utf-8")
    shown = re.findall(r"\((?:pictures/)?([\w-]+\.(?:png|svg))\)", guide)
    assert {f"{name}.png" for name in SCENES} | {f"wiring-{sheet.name}.svg" for sheet in SHEETS} == set(shown)
    assert not [link for link in re.findall(r"\]\(([^):#]+)\)", guide) if not (HERE / link).exists()]

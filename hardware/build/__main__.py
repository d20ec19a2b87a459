"""`python -m hardware.build`: writes what is made from the plan's files."""

from __future__ import annotations

import sys
from pathlib import Path

from hardware.build.budget import budget_text
from hardware.build.diagram import load_sheets
from hardware.build.plan import HERE, PlanError, load_dimensions
from hardware.build.solids import SCAD, Solid, parameters, render
from hardware.build.svg import draw
from hardware.build.tables import parts_table, wires_table

OUT = HERE / "out"


def texts() -> dict[Path, str]:
    """Every file that is written from the plan without OpenSCAD, and what is in it."""
    files = {
        SCAD / "parameters.scad": parameters(),
        HERE / "parts.md": parts_table(),
        HERE / "wires.md": wires_table(),
        HERE / "budget.md": budget_text(),
    }
    return files | {HERE / f"wiring-{sheet.name}.svg": draw(sheet) for sheet in load_sheets()}


def check(solids: dict[str, Solid]) -> list[str]:
    """What is wrong with the printed parts, in sentences."""
    largest = load_dimensions()["printer"]["largest"]
    wrong = []
    for solid in solids.values():
        size = " x ".join(f"{length:.1f}" for length in solid.size)
        if solid.open_edges() or solid.volume() <= 0:
            wrong.append(f"{solid.name}: not closed, {solid.open_edges()} edges are open")
        if max(solid.size) > largest:
            wrong.append(f"{solid.name}: {size} mm, larger than {largest} mm")
    return wrong


def main(words: list[str]) -> int:
    """Do what is asked; the exit status."""
    try:
        if words == ["texts"]:
            for path, text in texts().items():
                path.write_text(text, encoding="utf-8")
        elif words == ["solids"]:
            wrong = check(render(OUT))
            print(*wrong or ["Every printed part is closed and fits the printer."], sep="\n")
            return bool(wrong)
        elif words == ["pictures"]:
            from hardware.build.pictures import BOUGHT, draw_all

            draw_all(render(OUT / "placed", placed=True, also=BOUGHT), HERE / "pictures")
        else:
            print("python -m hardware.build texts | solids | pictures", file=sys.stderr)
            return 2
    except PlanError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

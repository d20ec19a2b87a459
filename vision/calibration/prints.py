"""The mat's files: what a person sends to a printer."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Literal, get_args

from controller.ports import save
from vision.calibration.charuco import board_page
from vision.calibration.marker_print import stickers
from vision.calibration.mat_print import tiles, whole
from vision.calibration.pdf import to_pdf
from vision.calibration.svg import to_svg
from vision.settings import MatSettings

Print = Literal["A2", "A3", "A4", "stickers"]
PRINTS: tuple[Print, ...] = get_args(Print)


def write_board(folder: Path) -> Iterator[Path]:
    """Write the board by which a lens is measured, as PDF and SVG; yields each file written.

    Raises:
        OSError: a file can't be written.
    """
    page = board_page()
    for file, content in (
        (folder / "lens-board-A4.pdf", to_pdf([page], "Cosmic Tray: the board for the lens")),
        (folder / "lens-board-A4.svg", to_svg(page).encode()),
    ):
        save(file, content)
        yield file


def write_mat(mat: MatSettings, what: Print, folder: Path) -> Iterator[Path]:
    """Write the mat whole on A2, in tiles on A3 or A4, or the markers alone as stickers; yields each file written.

    A PDF with all its sheets, and an SVG for each sheet.

    Raises:
        PrintError: the mat is larger than A2.
        OSError: a file can't be written.
    """
    pages = whole(mat) if what == "A2" else stickers(mat) if what == "stickers" else tiles(mat, what)
    name = "markers-A4" if what == "stickers" else f"mat-{what}"
    pdf = folder / f"{name}.pdf"
    save(pdf, to_pdf(pages, "Cosmic Tray: the mat"))
    yield pdf
    for number, page in enumerate(pages, start=1):
        svg = folder / (f"{name}.svg" if len(pages) == 1 else f"{name}-{number}.svg")
        save(svg, to_svg(page).encode())
        yield svg

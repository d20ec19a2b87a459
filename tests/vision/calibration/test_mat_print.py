"""The printed mat as a printer shows it: rendered, looked at by the reader's own mat finder, and measured."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pypdfium2
import pytest
from numpy.typing import NDArray
from playwright.sync_api import Browser

from vision.calibration.marker_print import stickers
from vision.calibration.mat_print import OVERLAP, PrintError, tiles, whole
from vision.calibration.paper import FOOT, PAPERS, UNPRINTED, Paper
from vision.calibration.pdf import to_pdf
from vision.calibration.svg import to_svg
from vision.mat import Mat, marker_corners
from vision.mat_finder import MatFinder
from vision.settings import MatSettings

SCALE = 4.0
"""Pixels a millimetre."""
NEAR = 0.3
"""Millimetres, a little more than a pixel: so well is a corner found."""
USUAL = MatSettings()
LARGER = MatSettings(rolling=(300.0, 220.0), rail=(0.0, 232.0, 300.0, 270.0))

Image = NDArray[np.uint8]


def printed(pdf: bytes) -> list[Image]:
    """Each sheet of a PDF at `SCALE` pixels a millimetre."""
    document = pypdfium2.PdfDocument(pdf)
    scale = SCALE * 25.4 / 72
    return [np.array(sheet.render(scale=scale).to_pil().convert("RGB"), np.uint8) for sheet in document]


def found(picture: Image, settings: MatSettings) -> Mat:
    mat = MatFinder(settings).find(picture)
    assert mat is not None
    return mat


def assert_true_size(mat: Mat, settings: MatSettings) -> None:
    """Every marker is as large and as far from the others as it has to be."""
    corners = np.concatenate(list(marker_corners(settings).values()))
    pixels = mat.to_pixels(corners, floor=True)
    apart = np.linalg.norm(pixels[:, None] - pixels[None], axis=2) / SCALE
    true = np.linalg.norm(corners[:, None] - corners[None], axis=2)
    assert np.abs(apart - true).max() < NEAR
    assert len(mat.markers) == 4
    assert mat.residual < NEAR


def test_the_whole_mat_is_found_at_true_size_on_paper() -> None:
    (sheet,) = printed(to_pdf(whole(USUAL), "mat"))
    assert sheet.shape[:2] == pytest.approx((594 * SCALE, 420 * SCALE), abs=1)
    assert_true_size(found(sheet, USUAL), USUAL)


def test_a_browser_shows_the_same_mat(browser: Browser, tmp_path: Path) -> None:
    file = tmp_path / "mat.svg"
    file.write_text(to_svg(whole(USUAL)[0]), encoding="utf-8")
    page = browser.new_page(viewport={"width": 1588, "height": 2246}, device_scale_factor=1)
    try:
        page.goto(file.as_uri())
        shot = cv2.imdecode(np.frombuffer(page.screenshot(), np.uint8), cv2.IMREAD_COLOR)
    finally:
        page.close()
    mat = found(np.asarray(shot, np.uint8), USUAL)
    assert len(mat.markers) == 4
    across = np.diff(mat.to_pixels([[0, 0], [240, 0]], floor=True)[:, 0])[0]
    assert across == pytest.approx(240 * 96 / 25.4, abs=0.5)


@pytest.mark.parametrize("paper", ["A3", "A4"])
@pytest.mark.parametrize("settings", [USUAL, LARGER])
def test_tiles_laid_upon_each_other_are_the_mat(paper: Paper, settings: MatSettings) -> None:
    pages = tiles(settings, paper)
    sheets = printed(to_pdf(pages, "mat"))
    inner = [round(UNPRINTED * SCALE), round((UNPRINTED + FOOT) * SCALE)]
    shown = [sheet[inner[0] : -inner[1], inner[0] : -inner[0]] for sheet in sheets]
    columns = len({page.pieces[0].x for page in pages})
    step = [round((side - 2 * UNPRINTED - OVERLAP) * SCALE) for side in PAPERS[paper]]
    step[1] -= round(FOOT * SCALE)
    high, wide = shown[0].shape[:2]
    rows = len(pages) // columns
    table = np.full((high + (rows - 1) * step[1], wide + (columns - 1) * step[0], 3), 255, np.uint8)
    for number, tile in enumerate(shown):
        row, column = divmod(number, columns)
        place = table[row * step[1] :, column * step[0] :][: tile.shape[0], : tile.shape[1]]
        np.minimum(place, tile, out=place)
    assert_true_size(found(table, settings), settings)


def test_stickers_are_four_markers_at_true_size() -> None:
    (sheet,) = printed(to_pdf(stickers(USUAL), "markers"))
    seen = MatFinder(USUAL).markers(sheet)
    assert set(seen) == {0, 1, 2, 3}
    for corners in seen.values():
        sides = np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1) / SCALE
        assert np.allclose(sides, USUAL.marker, atol=NEAR)


def test_the_ruler_is_as_long_as_it_says() -> None:
    (sheet,) = printed(to_pdf(stickers(USUAL), "markers"))
    line = round((PAPERS["A4"][1] - UNPRINTED - 5) * SCALE)
    dark = np.flatnonzero(sheet[line - 1 : line + 2].min(axis=(0, 2)) < 128)
    assert (dark[-1] - dark[0]) / SCALE == pytest.approx(100, abs=0.5)


def test_a_mat_too_large_for_a_sheet_is_told_and_can_be_tiled(tmp_path: Path) -> None:
    large = MatSettings(rolling=(400.0, 300.0), rail=(0.0, 310.0, 400.0, 345.0))
    with pytest.raises(PrintError, match="too large for a sheet of A2"):
        whole(large)
    assert len(tiles(large, "A3")) > 2
    (tmp_path / "tray.toml").write_text(
        "[mat]\nrolling_width = 400.0\nrolling_height = 300.0\nrail_top = 310.0\nrail_bottom = 345.0\n"
    )
    tray = Path(sys.executable).with_name("tray")
    done = subprocess.run(
        [tray, "calibrate", "mat", "--config", "tray.toml", "--paper", "A2"],
        cwd=tmp_path, capture_output=True, text=True, check=False,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("tray: The mat is")
    assert done.stderr.count("\n") == 1


def test_the_command_names_the_files_that_it_writes(tmp_path: Path) -> None:
    tray = Path(sys.executable).with_name("tray")
    done = subprocess.run(
        [tray, "calibrate", "mat", "--to", "here"], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    named = {tmp_path / line for line in done.stdout.splitlines()}
    assert named == set((tmp_path / "here").iterdir())
    assert {file.suffix for file in named} == {".pdf", ".svg"}

"""What is printed: closed, small enough for the printer, and of the sizes that the reader looks for."""

from __future__ import annotations

import math

import numpy as np
import pytest

from controller.settings import Settings
from hardware.build.__main__ import check
from hardware.build.plan import load_dimensions, load_printed
from hardware.build.solids import Solid, render
from vision.calibration.marker_print import MARKER_WHITE
from vision.mat import marker_corners
from vision.settings import MatSettings


def test_the_ring_fits_between_the_markers() -> None:
    """No light under a marker, no piece on another, none under the wall."""
    mat, ring, tray = (load_dimensions()[section] for section in ("mat", "ring", "tray"))
    pitch = 1000 / ring["per_metre"]
    inner = mat["marker_offset"] - mat["marker"] / 2 - mat["marker_border"]
    for lights, side in zip(ring["pieces"], 2 * (mat["rolling_width"], mat["rail_bottom"]), strict=True):
        assert (lights - 1) * pitch <= side + 2 * inner
    across, down = (max(ring["pieces"][i::2]) * pitch for i in (0, 1))
    assert across / 2 <= mat["rolling_width"] / 2 + ring["offset"] + ring["trench_width"] / 2
    assert down / 2 <= mat["rail_bottom"] / 2 + ring["offset"] - ring["strip_width"] / 2
    assert ring["offset"] - ring["trench_width"] / 2 > tray["wall"]
    assert ring["cover"] + ring["trench_depth"] < tray["thickness"]


def test_keys_keep_clear_of_the_rings_trench() -> None:
    mat, ring, key = (load_dimensions()[section] for section in ("mat", "ring", "key"))
    half = (key["width"] + ring["trench_width"]) / 2
    for where, far_side in ((key["across"], mat["rolling_width"]), ([-y for y in key["along"]], mat["rail_bottom"])):
        for trench in (-ring["offset"], far_side + ring["offset"]):
            assert all(abs(place - trench) > half for place in where)


def test_the_boom_reaches_every_height_of_the_camera() -> None:
    arm, tray = load_dimensions()["arm"], load_dimensions()["tray"]
    tube_top = arm["tube_length"] - tray["thickness"]
    assert arm["camera_highest"] + arm["lens"] - arm["boom"] / 2 + arm["sleeve"] <= tube_top
    assert arm["camera_lowest"] + arm["lens"] - arm["boom"] / 2 >= arm["socket"]


def test_the_bracket_tilts_clear_of_the_boom() -> None:
    arm = load_dimensions()["arm"]
    tilt = math.radians(arm["tilt"])
    assert arm["hinge"] * math.cos(tilt) - arm["bracket_depth"] / 2 * math.sin(tilt) > arm["boom"] / 2


def test_the_dimensions_are_those_of_the_mat_that_the_reader_looks_for() -> None:
    mat, known, settings = load_dimensions()["mat"], MatSettings(), Settings().mat
    assert (mat["rolling_width"], mat["rolling_height"]) == known.rolling
    assert (0, mat["rail_top"], mat["rolling_width"], mat["rail_bottom"]) == known.rail
    assert (mat["marker"], mat["marker_offset"]) == (known.marker, known.marker_offset)
    assert mat["marker_border"] >= MARKER_WHITE
    for name, length in settings:
        assert mat[name] == length


# The solids, as OpenSCAD renders them


@pytest.fixture(scope="module")
def solids(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Solid]:
    return render(tmp_path_factory.mktemp("solids"))


def test_every_printed_part_is_closed_and_fits_the_printer(solids: dict[str, Solid]) -> None:
    assert set(solids) == set(load_printed())
    assert not check(solids)


def test_a_hole_in_a_part_is_found(solids: dict[str, Solid]) -> None:
    key = solids["key"]
    assert check({"key": Solid("key", key.triangles[1:])}) == ["key: not closed, 3 edges are open"]
    assert "larger than" in check({"key": Solid("key", key.triangles * 10)})[0]


def height(solids: dict[str, Solid], x: float, mat_y: float) -> float | None:
    """How high the base is at a place of the mat; None beside it."""
    tops = [solids[f"base_{far}_{left}"].top(x, -mat_y) for far in ("far", "near") for left in ("left", "right")]
    return max((top for top in tops if top is not None), default=None)


def test_the_printed_tray_is_the_mat_that_the_reader_looks_for(solids: dict[str, Solid]) -> None:
    known, tray = MatSettings(), load_dimensions()["tray"]
    width, depth = known.rolling
    left, top, right, bottom = known.rail
    floor, hair = -tray["floor_depth"], 0.2
    for x0, y0, x1, y1 in ((0.0, 0.0, width, depth), (left, top, right, bottom)):
        for x in (x0 + hair, 77.7, x1 - hair):
            for y in (y0 + hair, (y0 + y1) / 2 + 0.3, y1 - hair):
                assert height(solids, x, y) == pytest.approx(floor)
        for x, y in ((x0 - hair, y0 + 9.3), (x1 + hair, y0 + 9.3), (77.7, y0 - hair), (77.7, y1 + hair)):
            assert height(solids, x, y) >= 0


def test_walls_stand_round_the_rolling_area(solids: dict[str, Solid]) -> None:
    width, depth = MatSettings().rolling
    wall = load_dimensions()["tray"]["wall"]
    for x, y in ((-wall / 2, 50.3), (width + wall / 2, 50.3), (77.7, -wall / 2), (77.7, depth + wall / 2)):
        assert 4 <= height(solids, x, y) <= 10
    for x, y in ((-wall - 0.3, 50.3), (width + wall + 0.3, 50.3), (77.7, -wall - 0.3), (77.7, depth + wall + 0.3)):
        assert height(solids, x, y) <= 0


def test_every_marker_lies_on_the_mats_surface(solids: dict[str, Solid]) -> None:
    """Plates in their hollows come up to the surface, and reach as far as the markers' white edge."""
    mat, cover = load_dimensions()["mat"], load_dimensions()["ring"]["cover"]
    reach = mat["marker"] / 2 + mat["marker_border"]
    assert solids["marker_plate"].size == pytest.approx((2 * reach, 2 * reach, cover))
    for corners in marker_corners(MatSettings()).values():
        x, y = corners.mean(axis=0)
        assert np.ptp(corners, axis=0) == pytest.approx([mat["marker"]] * 2)
        for dx, dy in ((-reach, -reach), (reach, -reach), (reach, reach), (-reach, reach), (-3.1, 2.7)):
            assert height(solids, float(x + dx), float(y + dy)) <= -cover + 1e-6
    outside = reach + mat["marker_offset"] + 0.5
    assert height(solids, -outside, 50.3) == pytest.approx(0)

"""The printed parts: parameters for OpenSCAD, rendering to STL, and whether a solid is closed."""

from __future__ import annotations

import subprocess
from collections import Counter
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from hardware.build.plan import HERE, PlanError, load_dimensions, load_printed

Triangles = NDArray[np.float64]
"""n x 3 corners x 3 coordinates, in millimetres; corners run counter-clockwise as seen from outside."""

SCAD = HERE / "scad"
RENDERS_AT_ONCE = 2
SECONDS = 240
"""Longer than the slowest part (5 seconds) takes on a slow machine that is busy with other things."""
SAME_PLACE = 4
"""Decimals of a millimetre to which corners of neighbouring triangles agree."""


@dataclass(frozen=True, slots=True)
class Solid:
    """A part as OpenSCAD made it."""

    name: str
    triangles: Triangles

    @property
    def size(self) -> tuple[float, float, float]:
        """Its extent along x, y and z."""
        corners = self.triangles.reshape(-1, 3)
        x, y, z = corners.max(axis=0) - corners.min(axis=0)
        return float(x), float(y), float(z)

    def open_edges(self) -> int:
        """Edges that don't have exactly one triangle on either side: none, if the solid is closed."""
        _, numbers = np.unique(self.triangles.reshape(-1, 3).round(SAME_PLACE), axis=0, return_inverse=True)
        faces = numbers.reshape(-1, 3)
        faces = faces[(faces[:, 0] != faces[:, 1]) & (faces[:, 1] != faces[:, 2]) & (faces[:, 2] != faces[:, 0])]
        edges = Counter((int(a), int(b)) for face in faces for a, b in zip(face, np.roll(face, -1), strict=True))
        return sum(count != edges[b, a] for (a, b), count in edges.items())

    def volume(self) -> float:
        """Cubic millimetres; negative where the faces are inside out."""
        a, b, c = self.triangles[:, 0], self.triangles[:, 1], self.triangles[:, 2]
        return float(np.einsum("ij,ij->i", a, np.cross(b, c)).sum() / 6)

    def top(self, x: float, y: float) -> float | None:
        """The height of its surface as seen from above; None where there is nothing."""
        a, b, c = (self.triangles[:, i] for i in range(3))
        area = (b[:, 0] - a[:, 0]) * (c[:, 1] - a[:, 1]) - (c[:, 0] - a[:, 0]) * (b[:, 1] - a[:, 1])
        a, b, c, area = (part[np.abs(area) > 1e-9] for part in (a, b, c, area))
        v = ((x - a[:, 0]) * (c[:, 1] - a[:, 1]) - (c[:, 0] - a[:, 0]) * (y - a[:, 1])) / area
        w = ((b[:, 0] - a[:, 0]) * (y - a[:, 1]) - (x - a[:, 0]) * (b[:, 1] - a[:, 1])) / area
        hit = (v >= 0) & (w >= 0) & (v + w <= 1)
        heights = (1 - v - w) * a[:, 2] + v * b[:, 2] + w * c[:, 2]
        return float(heights[hit].max()) if hit.any() else None


def parameters() -> str:
    """The dimensions as OpenSCAD reads them."""
    lines = ["// Written by `make -C hardware/build` from dimensions.toml: change that, not this."]
    for section, values in load_dimensions().items():
        lines.append("")
        lines += [f"{section}_{name} = {value};" for name, value in values.items()]
    return "\n".join(lines) + "\n"


def render(folder: Path, *, placed: bool = False, also: Iterable[tuple[str, str]] = ()) -> dict[str, Solid]:
    """Every printed part as an STL in `folder`, and what OpenSCAD made of it.

    `placed`: where each belongs in the machine, rather than how it is printed. `also`: more parts, with their files.

    Raises:
        PlanError: OpenSCAD isn't there, or doesn't render a part.
    """
    folder.mkdir(parents=True, exist_ok=True)
    wanted = [(name, str(part["file"])) for name, part in load_printed().items()] + list(also)
    with ThreadPoolExecutor(RENDERS_AT_ONCE) as pool:
        return {solid.name: solid for solid in pool.map(lambda one: _render(folder, one, placed), wanted)}


def _render(folder: Path, one: tuple[str, str], placed: bool) -> Solid:
    name, file = one
    target = folder / f"{name}.stl"
    said = ["-D", f'part="{name}"', "-D", f"placed={str(placed).lower()}"]
    command = ["openscad", "--hardwarnings", *said, "-o", str(target), str(SCAD / f"{file}.scad")]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS)
    except FileNotFoundError as error:
        raise PlanError("OpenSCAD isn't installed: apt-get install openscad") from error
    except subprocess.TimeoutExpired as error:
        raise PlanError(f"OpenSCAD was not done with {name} of {file}.scad in {SECONDS} seconds.") from error
    if done.returncode:
        raise PlanError(f"OpenSCAD can't render {name} of {file}.scad:\n{done.stderr}")
    return Solid(name, read_stl(target))


def read_stl(path: Path) -> Triangles:
    """The triangles of a text STL, as OpenSCAD writes it."""
    rows = [line.split()[1:] for line in path.read_text().splitlines() if line.lstrip().startswith("vertex")]
    return np.array(rows, dtype=np.float64).reshape(-1, 3, 3)

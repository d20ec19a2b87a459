"""What the reader can be told, as plain values that travel to its process."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, get_args


@dataclass(frozen=True, slots=True)
class MatSettings:
    """The mat's lengths in millimetres; the origin is the top-left corner of the rolling area, y down to the players.

    `rolling`: width and height of the rolling area. `rail`: left, top, right and bottom of where kept cubes lie.
    `marker`: side of a marker's black square. `marker_offset`: how far a marker's centre lies outside the
    rectangle round rolling area and rail, in x and in y. `cube`: side of a cube.
    """

    rolling: tuple[float, float] = (240.0, 180.0)
    rail: tuple[float, float, float, float] = (0.0, 190.0, 240.0, 225.0)
    marker: float = 24.0
    marker_offset: float = 22.0
    cube: float = 16.5


@dataclass(frozen=True, slots=True)
class KnownMat:
    """Where calibration found the mat, in pictures of `size` (width and height in pixels).

    `markers`: for each marker its id, and its corners in pixels, clockwise from the top-left of the mat.
    """

    size: tuple[int, int]
    markers: tuple[tuple[int, tuple[tuple[float, float], ...]], ...]

    def markers_in(self, size: tuple[int, int]) -> dict[int, list[tuple[float, float]]] | None:
        """The corners in pictures of another size; None where they have another shape, for then it isn't known."""
        scale = size[0] / self.size[0]
        if size[1] != round(scale * self.size[1]):
            return None
        middle = (scale - 1) / 2  # a pixel's coordinates are those of its middle
        return {
            number: [(scale * x + middle, scale * y + middle) for x, y in corners] for number, corners in self.markers
        }


@dataclass(frozen=True, slots=True)
class LensSettings:
    """A lens as calibration measured it, in pictures of `size`.

    `focal`: focal lengths, `middle`: where it looks straight ahead, both in pixels. `distortion`: k1, k2, p1, p2, k3
    of Brown's model, as OpenCV has them.
    """

    size: tuple[int, int]
    focal: tuple[float, float]
    middle: tuple[float, float]
    distortion: tuple[float, float, float, float, float]


@dataclass(frozen=True, slots=True)
class CameraLocks:
    """What a camera is held at, so that it doesn't change while people play. None: the camera's own choice.

    `exposure`: seconds. `gain`: as the camera counts it (USB), a factor (Picamera2). `white_balance`: kelvin (USB).
    `colour_gains`: of red and of blue (Picamera2). `focus`: as the camera counts it (USB), dioptres (Picamera2).
    """

    exposure: float | None = None
    gain: float | None = None
    white_balance: float | None = None
    colour_gains: tuple[float, float] | None = None
    focus: float | None = None


Fault = Literal["black", "frozen", "torn", "dropped", "flicker", "knocked", "glass"]
"""What goes wrong with a simulated camera and in front of it. `black`: nothing but noise. `frozen`: the last picture
for ever. `torn`: the lower part of each picture is of the one before. `dropped`: most frames never arrive. `flicker`:
a lamp on 50 Hz mains and a short exposure, so that dark bands roll through the picture. `knocked`: the camera was
turned a little in its mount. `glass`: one stands on the tray."""
FAULTS: tuple[Fault, ...] = get_args(Fault)


@dataclass(frozen=True, slots=True)
class SimulationSettings:
    """The simulated tray. What is None is drawn from `seed`.

    `paced`: frames come at 30 a second of real time; otherwise as fast as they are asked for. `state_file`: where
    the lying cubes are kept, so that they lie there still when the process is started again. `lean_chance`: 0..1,
    how often a thrown cube ends up leaning.
    """

    seed: int | None = None
    cube_set: str | None = None
    floor: str | None = None
    state_file: Path | None = None
    paced: bool = True
    lean_chance: float = 0.02


@dataclass(frozen=True, slots=True)
class ReaderSettings:
    """Everything the reader's process is told.

    `resolution`: width and height asked of a camera. `frame_rate`: pictures a second asked of a camera.
    `paced`: a video or folder is played in real time; otherwise as fast as it can be read. `still_seconds`: how
    long a picture of a folder stays in view. `mat_required`: at a tray that has its mat, a picture without it is
    `blocked`. `preview_fps`, `preview_width`: pictures a second and greatest width in pixels of the preview.
    `known_mat`, `lens`, `locks`: what calibration found out about the tray, the lens and the camera, where it did.
    `taught_set`: the folder of the calibration store, and the name of the set of cubes to read with.
    """

    mat: MatSettings = field(default_factory=MatSettings)
    simulation: SimulationSettings = field(default_factory=SimulationSettings)
    resolution: tuple[int, int] = (1280, 960)
    frame_rate: int = 30
    paced: bool = True
    still_seconds: float = 3.0
    mat_required: bool = False
    preview_fps: float = 10.0
    preview_width: int = 1280
    known_mat: KnownMat | None = None
    lens: LensSettings | None = None
    locks: CameraLocks | None = None
    taught_set: tuple[Path, str] | None = None

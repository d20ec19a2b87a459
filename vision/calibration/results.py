"""What calibration finds out, as it is kept: one model for each kind of result, checked whenever a file is read."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, Literal

from pydantic import (
    AwareDatetime,
    BaseModel,
    ConfigDict,
    Field,
    PositiveInt,
    ValidationError,
    field_validator,
    model_validator,
)

from vision.calibration.marker_places import trouble_with_markers
from vision.picture_size import LONGEST_SIDE, SHORTEST_SIDE
from vision.settings import CameraLocks, KnownMat, LensSettings

Pixels = Annotated[int, Field(ge=SHORTEST_SIDE, le=LONGEST_SIDE)]
"""A side of a picture."""
Size = tuple[Pixels, Pixels]
Share = Annotated[float, Field(ge=0, le=1)]
NEAREST, FURTHEST = 0.05, 50.0
"""Focal lengths of lenses, in longer sides of the picture: a fish-eye's, and a telescope's."""
Row = tuple[float, float, float]
Corner = tuple[float, float]
Bend = Annotated[float, Field(ge=-10_000, le=10_000)]
"""A coefficient of what a lens bends: a few hundred where it is a long one, whose picture hardly tells it."""


class _Result(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)

    camera: str = Field(min_length=1)
    """The source of the pictures, as the settings name it."""

    @property
    def about(self) -> str:
        """What it is about: of all results of a kind about the same the newest is in force."""
        return self.camera

    @property
    def beside(self) -> Mapping[str, str]:
        """The files in the same folder that it is nothing without: their SHA-256 by name, "" where unknown."""
        return {}


class TrayResult(_Result):
    """Where the mat lies in the picture.

    `markers`: their corners in pixels by id. `floor`: the homography from millimetres of the floor to pixels, of a
    lens that bends nothing where the lens was known; the reader finds it anew from the markers, with the mat's sizes
    and the lens of today. `residual`: of the corners, and `height` of the camera, in mm.
    """

    kind: Literal["tray"] = "tray"
    size: Size
    markers: dict[Annotated[int, Field(ge=0, le=3)], tuple[Corner, Corner, Corner, Corner]] = Field(min_length=4)
    floor: tuple[Row, Row, Row]
    residual: float = Field(ge=0)
    height: float = Field(gt=0)

    @model_validator(mode="after")
    def _floor_is_a_plane(self) -> TrayResult:
        (a, b, c), (d, e, f), (g, h, i) = self.floor
        if abs(a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)) < 1e-9:
            raise ValueError("the homography of the floor can't be turned round")
        return self

    @model_validator(mode="after")
    def _markers_are_a_mats(self) -> TrayResult:
        if trouble := trouble_with_markers(self.markers, self.size):
            raise ValueError(trouble)
        return self

    def known(self) -> KnownMat:
        """As the reader is told it."""
        return KnownMat(self.size, tuple(sorted(self.markers.items())))

    def __str__(self) -> str:
        return f"the mat to {self.residual:.2f} mm, camera {self.height:.0f} mm above it"


class Score(BaseModel):
    """How good something about the picture is. `points`: 0..100; `advice`: what to do, empty where nothing."""

    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)

    name: str
    points: int = Field(ge=0, le=100)
    measured: str
    advice: str = ""


class CameraResult(_Result):
    """How good the camera's picture is, and what it is held at. Units as in `vision.settings.CameraLocks`.

    `tray_light`: how bright the tray's own light was held, 0..1; None where there is none.
    """

    kind: Literal["camera"] = "camera"
    size: Size
    scores: tuple[Score, ...]
    exposure: float | None = Field(None, gt=0)
    gain: float | None = Field(None, ge=0)
    white_balance: float | None = Field(None, gt=0)
    colour_gains: tuple[float, float] | None = None
    focus: float | None = None
    tray_light: Share | None = None

    def locks(self) -> CameraLocks:
        """As the camera is told them when it is opened."""
        return CameraLocks(self.exposure, self.gain, self.white_balance, self.colour_gains, self.focus)

    def __str__(self) -> str:
        return ", ".join(f"{score.name} {score.points}" for score in self.scores)


class LensResult(_Result):
    """What the lens bends. `error`: root mean square of the reprojection, in pixels. `coverage`: of the picture."""

    kind: Literal["lens"] = "lens"
    size: Size
    focal: tuple[Annotated[float, Field(gt=0)], Annotated[float, Field(gt=0)]]
    middle: tuple[float, float]
    distortion: tuple[Bend, Bend, Bend, Bend, Bend]
    error: float = Field(ge=0)
    views: PositiveInt
    coverage: Share

    @model_validator(mode="after")
    def _fits_its_pictures(self) -> LensResult:
        longest = max(self.size)
        if not all(NEAREST * longest < focal < FURTHEST * longest for focal in self.focal):
            raise ValueError(f"no lens has the focal lengths {self.focal} in pictures of {self.size} pixels")
        if not all(-side < middle < 2 * side for middle, side in zip(self.middle, self.size, strict=True)):
            raise ValueError(f"the middle {self.middle} is far outside pictures of {self.size} pixels")
        return self

    def settings(self) -> LensSettings:
        """As the reader is told it."""
        return LensSettings(self.size, self.focal, self.middle, self.distortion)

    def __str__(self) -> str:
        return f"reprojection {self.error:.2f} px over {self.views} views, {self.coverage:.0%} of the picture"


class CheckResult(_Result):
    """How many faces of known throws were named right.

    `confusion`: for each true face how often it was read as each face, or as "unsure" or "missed"; for cubes that
    aren't there the true face is "none". `accuracy`: of the cubes, None where none counted, with `interval` (95 %).
    `latency`: seconds from rest to the reading, median and 99th percentile. `wrongly_clear`: readings that might have
    been scored and were wrong. `odd_mistaken`: throws in which another cube was taken for the odd one. `report`: name
    of the page with the mistakes, in the same folder.
    """

    kind: Literal["check"] = "check"
    throws: PositiveInt
    right_throws: int = Field(ge=0)
    confusion: dict[str, dict[str, Annotated[int, Field(ge=0)]]]
    accuracy: Share | None
    interval: tuple[Share, Share]
    latency: tuple[Annotated[float, Field(ge=0)], Annotated[float, Field(ge=0)]]
    wrongly_clear: int = Field(ge=0)
    odd_mistaken: int = Field(0, ge=0)
    report: str

    def __str__(self) -> str:
        return f"{self.right_throws} of {self.throws} throws right; cubes named right: {self.named_right}"

    @property
    def named_right(self) -> str:
        """The share of the cubes that were named right, in words; those that lean don't count."""
        if self.accuracy is None:
            return "none counted"
        low, high = self.interval
        return f"{self.accuracy:.1%} (95 %: {low:.1%} to {high:.1%})"


class TaughtPicture(BaseModel):
    """A picture of a face in the sheet of a set: whose face, from where, the cube's colour in CIELAB, and whether
    the finder takes the cube for one."""

    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)

    face: str = Field(min_length=1)
    source: str
    body: Row
    found: bool


class SetResult(_Result):
    """A set of cubes that was taught. `camera`: a camera, or the folder that the pictures came from.

    `pictures`: in the order in which they lie in `sheet`, a picture in the same folder. `sheet_sha256`: of its bytes;
    empty in sets that were taught before it was kept. `left_out`: of the pictures that were left out and named by the
    others, how many were named right; None where teaching ended before that was kept.
    """

    kind: Literal["set"] = "set"
    name: str = Field(min_length=1)
    pictures: tuple[TaughtPicture, ...] = Field(min_length=4)
    sheet: str = Field(pattern=r"^[\w-]+\.png$")
    sheet_sha256: str = Field("", pattern=r"^([0-9a-f]{64})?$")
    left_out: int | None = Field(None, ge=0)

    @property
    def about(self) -> str:
        """Its name: each set has its own newest."""
        return self.name

    @property
    def beside(self) -> Mapping[str, str]:
        """The sheet; what was learned from it can be learned again."""
        return {self.sheet: self.sheet_sha256}

    @property
    def faces(self) -> tuple[str, ...]:
        """Its faces, in the order in which they were taught."""
        return tuple(dict.fromkeys(picture.face for picture in self.pictures))

    def __str__(self) -> str:
        worth = "kept before they were learned" if self.left_out is None else (
            f"{self.left_out} of them named right by the others"
        )  # fmt: skip
        return f"the set {self.name}, faces {' '.join(self.faces)}, {len(self.pictures)} pictures, {worth}"


Result = TrayResult | CameraResult | LensResult | CheckResult | SetResult
Kind = Literal["tray", "camera", "lens", "check", "set"]


class Entry(BaseModel):
    """A result in its file. `number` rises by one with each; `restored`: of which it is a copy, if it is one."""

    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)

    version: Literal[1] = 1
    number: PositiveInt
    made: AwareDatetime
    restored: PositiveInt | None = None
    result: Annotated[Result, Field(discriminator="kind")]

    @field_validator("made")
    @classmethod
    def _has_a_local_day(cls, made: datetime) -> datetime:
        try:
            _local(made)
        except OverflowError as error:
            raise ValueError("no calendar has this day") from error
        return made

    @property
    def day(self) -> str:
        """When it was made, for people: local date and time."""
        return _local(self.made).strftime("%Y-%m-%d %H:%M")


def why_invalid(error: ValidationError) -> str:
    """What is wrong with a result, within a sentence: its first mistake."""
    first = error.errors()[0]
    if first["type"] == "json_invalid":
        return "it is damaged"
    if first["loc"] == ("version",):
        return f"it is of version {first['input']}, which this program doesn't know"
    at = ".".join(str(part) for part in first["loc"])
    what = str(first["msg"]).removeprefix("Value error, ")
    return f"{at}: {what}" if at else what


def _local(moment: datetime) -> datetime:
    return moment.astimezone()

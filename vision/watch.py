"""Reads a tray that is watched: waits until the cubes rest, lets several pictures vote, tells what was thrown."""

from __future__ import annotations

from collections import deque
from dataclasses import replace
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from controller.ports import Problem, ReadCube, TrayReading
from vision.cameras.camera import Frame, Image
from vision.close_up import CloseWatch
from vision.cube_set import SET_SIZE
from vision.eyes import Eyes
from vision.judgement import blocked, conclude, judge
from vision.light import trouble_with_light
from vision.mat_finder import MatFinder
from vision.memory import Memory, WholeSet
from vision.quads import width_of
from vision.settings import KnownMat, LensSettings, MatSettings
from vision.settle import SettleWatch, Settling
from vision.sight import Sight, nothing_seen, vote
from vision.tracking import Plane, Tracker
from vision.unrest import UnrestWatch

VOTES = 3
"""Pictures at rest that have a say."""
LOOK_AGAIN = 1.0
"""Seconds after which a tray that can't be read is looked at again, for light comes back without a movement."""
WATCHED = (60.0, 36.0, 5.0)
"""Millimetres round tray and rail. Movement counts up to the first, for there hands come and go, but not between the
second and the third: there a ring of lights may lie, 9 mm away, and what it shows of a reading is no movement."""

MOVING = "The cubes are moving."


class TrayWatch:
    """Watches one camera or video, frame by frame.

    `source`: goes into each reading. `mat_required`: a tray whose mat was seen must go on showing it; a file is
    read without one too. `lying`: the cubes that were counted last, for `moved`; `picture_size`: of the
    picture in which they were read, None for one of these. `known_mat`, `lens`: what calibration found out.
    """

    def __init__(
        self,
        source: str,
        mat: MatSettings | None = None,
        *,
        mat_required: bool = False,
        lying: tuple[ReadCube, ...] | None = None,
        picture_size: tuple[int, int] | None = None,
        eyes: Eyes | None = None,
        known_mat: KnownMat | None = None,
        lens: LensSettings | None = None,
    ) -> None:
        self._source = source
        self._settings = mat or MatSettings()
        self._mat_required = mat_required
        self._eyes = eyes or Eyes()
        self._mats = MatFinder(self._settings, known_mat, lens)
        self._settle = SettleWatch()
        self._near = CloseWatch()
        self._unrest = UnrestWatch()
        self._tracker = Tracker(lying)
        self._memory = Memory()
        self._whole_set = WholeSet()
        self._at_rest: deque[Frame] = deque(maxlen=VOTES)
        self._last: TrayReading | None = None
        self._last_at = 0.0
        self._still: int | None = None
        self._movement_seen = False
        self._unwatched = True
        self._size = picture_size
        self.rest_frame: int | None = None
        """Number of the first frame at rest of the reading that came last; None after one that tells of no rest."""

    def counted(self, lying: tuple[ReadCube, ...]) -> None:
        """These cubes, of the reading that came last, were counted: `moved` is judged against them from now on."""
        self._tracker.counted(lying)
        self._movement_seen = False

    @property
    def drift(self) -> float:
        """How far the camera was knocked since it was calibrated, in millimetres of the mat; 0 where it wasn't."""
        return self._mats.drift

    @property
    def may_look(self) -> bool:
        """Whether the next frame may be looked at closely, which takes long."""
        lies_read = self._last is not None and self._last.status in ("clear", "unclear")
        return self._unrest.follows or not lies_read

    @property
    def markers_apart(self) -> bool:
        """Whether the tray was last read without a mat though several of its markers are in view."""
        return self._mats.markers_apart

    @property
    def left_aside(self) -> tuple[Literal["tray", "lens"], ...]:
        """What was calibrated in pictures of another shape, which says nothing of these."""
        return self._mats.left_aside

    def watch(self, frame: Frame) -> TrayReading | None:
        """The reading that this frame completes, None for most frames.

        It is of status `moving` when movement begins, and any other when the cubes have come to rest.
        """
        self._take_size((frame.image.shape[1], frame.image.shape[0]))
        if frame.still:
            return self._read_still(frame)
        if self._unwatched:
            self._watch_the_known_tray(frame.image)
        self._unrest.forget(frame.timestamp)
        settling = self._near.see(frame, self._settle.see(frame))
        if settling.motion == "moving":
            self._at_rest.clear()
        else:
            self._at_rest.append(frame)
        if settling.came_to_rest or self._worth_another_look(settling, frame):
            return self._read(settling)
        return None if settling.motion == "settled" else self._changing(settling, frame)

    def _take_size(self, size: tuple[int, int]) -> None:
        """A camera that comes back with pictures of another size is watched anew: what lies there is read once more,
        and what still lies where it lay was not thrown."""
        if self._size is not None and self._size != size:
            self.begin_anew()
            self._tracker.resized(self._size, size)
        self._size = size

    def begin_anew(self) -> None:
        """Whoever listens knows of no reading any more, for the camera was in trouble say: what lies there is read
        once more, though nothing has moved."""
        self._settle, self._near, self._unrest, self._unwatched = SettleWatch(), CloseWatch(), UnrestWatch(), True
        self._at_rest.clear()
        self._last = None

    def _watch_the_known_tray(self, image: Image) -> None:
        """What moves beside a tray that is known is none of its business, from the first picture on."""
        self._unwatched = False
        size = (image.shape[1], image.shape[0])
        mat = self._mats.calibrated(size)
        if mat is not None:
            self._settle.look_within([mat.outline(border) for border in WATCHED], size)

    def _changing(self, settling: Settling, frame: Frame) -> TrayReading | None:
        """What there is to say while the picture isn't at rest: that cubes move, or lie where only light does."""
        unrest, followed = self._unrest, self._unrest.follows
        if unrest.asks_for_a_look(frame.timestamp):
            rest = unrest.look(frame, self._see(frame.image))
            if rest is not None:
                return self._conclude(rest.sight, frame, *rest.since)
        if unrest.follows:
            return None
        why = unrest.why_never(frame.timestamp)
        if why is not None:
            self.rest_frame = None
            self._last = blocked(self._source, why)
            return self._last
        return self._moving() if followed or settling.motion == "moving" else None

    def _moving(self) -> TrayReading | None:
        self._at_rest.clear()
        self._movement_seen = True
        self.rest_frame = None
        if self._unrest.told or (self._last is not None and self._last.status == "moving"):
            return None
        self._last = TrayReading(self._source, "moving", detail=MOVING)
        return self._last

    def _worth_another_look(self, settling: Settling, frame: Frame) -> bool:
        was_blocked = self._last is not None and self._last.status == "blocked"
        return settling.motion == "settled" and was_blocked and frame.timestamp - self._last_at >= LOOK_AGAIN

    def _read(self, settling: Settling) -> TrayReading | None:
        assert settling.since is not None
        frames = tuple(self._at_rest)
        said = self._last.detail if self._last is not None and not settling.came_to_rest else None
        sight = self._see(frames[-1].image)
        if sight.trouble is None and self._near.finds_movement(sight, frames):
            self._unrest.doubted(frames[-1].timestamp)
            return self._moving()
        if self._unrest.rested(frames[-1], sight) and self._last is not None and self._last.status == "clear":
            return None
        if sight.cubes:
            sight = vote([sight, *(self._eyes.look_again(frame.image, sight) for frame in frames[:-1])])
        reading = self._conclude(sight, frames[-1], *settling.since)
        return None if said is not None and reading.detail == said else reading

    def _read_still(self, frame: Frame) -> TrayReading | None:
        """A photograph is a throw of its own; repeats of it under the same number are the same photograph."""
        if frame.number == self._still:
            return None
        self._still = frame.number
        self._movement_seen = True
        self._memory, self._whole_set, self._unrest = Memory(), WholeSet(), UnrestWatch()
        return self._conclude(self._see(frame.image), frame, None, frame.number)

    def _see(self, picture: Image) -> Sight:
        """What there is to see in a picture, or what keeps it from being seen."""
        trouble = trouble_with_light(picture)
        if trouble is not None:
            return nothing_seen(None, trouble)
        mat = self._mats.follow(picture)
        if mat is None and (self._mat_required or self._mats.mirrored):
            return nothing_seen(None, self._mats.trouble)
        watched = [mat.outline(border) for border in WATCHED] if mat is not None else []
        self._settle.look_within(watched, (picture.shape[1], picture.shape[0]))
        sight = self._eyes.look(picture, mat, self._memory.still_there(picture))
        feared = tuple(point for point in sight.doubtful if not self._whole_set.shows(point, picture))
        return replace(sight, doubtful=feared)

    def _conclude(
        self, sight: Sight, latest: Frame, settled_at: float | None, rest_frame: int
    ) -> TrayReading:
        """The reading of what is seen at rest, at last in the `latest` frame."""
        self._last_at, self.rest_frame = latest.timestamp, rest_frame
        reading = judge(sight, self._source)
        if reading.status != "blocked":
            self._memory.keep(latest.image, sight.cubes)
            if sight.of_the_game and reading.status == "clear" and len(sight.cubes) == SET_SIZE:
                self._whole_set.keep(latest.image, sight.cubes)
            reading = self._tell_thrown(reading, sight)
        self._last = replace(reading, settled_at=settled_at)
        return self._last

    def _tell_thrown(self, reading: TrayReading, sight: Sight) -> TrayReading:
        plane = sight.mat.to_mm if sight.mat else _scaled(sight, self._settings.cube)
        movement = self._tracker.judge(
            reading.cubes, plane, on_mat=sight.mat is not None, movement_seen=self._movement_seen
        )  # fmt: skip
        cubes = tuple(replace(cube, moved=moved) for cube, moved in zip(reading.cubes, movement.moved, strict=True))
        nudged = tuple(Problem("nudged", point) for point in movement.nudged)
        return conclude(replace(reading, cubes=cubes, problems=reading.problems + nudged))


def _scaled(sight: Sight, cube: float) -> Plane:
    """Without a mat, the cubes themselves are the measure: a rough one, and another one in every picture."""
    sides = [width_of(np.array(seen.quad)) for seen in sight.cubes]
    scale = cube / float(np.median(sides)) if sides else 1.0

    def plane(points: ArrayLike) -> NDArray[np.float64]:
        return scale * np.asarray(points, dtype=np.float64).reshape(-1, 2)

    return plane

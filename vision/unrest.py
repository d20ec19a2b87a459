"""Tells rest where the picture never rests: below a mirror ball, a flashing lamp, the shadow of a fan.

There it is not told by the pixels, which go on changing, but by the cubes: what is found in the same places, turned
the same way, over and over for a while, lies still. One that moves is elsewhere or turned otherwise by then, one that
spins, too, for the looks come at uneven times; and none that moved comes back to where it lay.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import cycle
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from controller.ports import phrase
from vision.cameras.camera import Frame
from vision.close_up import LONGEST_SPIN
from vision.judgement import WORDS
from vision.quads import width_of
from vision.sight import Sight, likeliest_face, surest_face, vote

PATIENCE = LONGEST_SPIN
"""Seconds without rest after which the cubes are looked at all the same: those that were thrown rest by then."""
LOOKS_APART = (0.35, 0.5, 0.42)
"""Seconds from one look to the next, by turns, so that hardly any cube that spins looks the same each time."""
TIME_FOR_OTHERS = 2.0
"""But so many times as long as a look takes, so that a slow machine has time for the pictures in between."""
LOOKS, HOLD = 4, 1.0
"""So many looks in a row that show the same cubes, the first and the last so many seconds apart, make rest."""
SURELY = 0.99
"""What shows another face so surely was turned, though it lies where the one before lay."""
CONTRADICTIONS, FEWER = 2, 6
"""After so many looks in a row that show a hand, or a cube elsewhere, what was read has moved; one that only shows
fewer cubes, a beam of light may hide them, says nothing before so many do."""
RESTLESS = 60.0
"""Seconds for which light that never rested is expected to go on: the cubes are looked at without waiting then."""
FALSE_ALARMS, ALARMS_WITHIN = 5, 30.0
"""It is, too, where the picture came to rest so often within so many seconds with all cubes as they lay before: more
often than hands reach in for nothing."""
TOO_LONG = 12.0
"""Seconds without a reading after which people are told why, and anew where that is something else by then."""
SAME_PLACE, SAME_TURN = 0.15, 10.0
"""Sides of a cube, and degrees, by which one that lies still is found otherwise at most, as the light falls on it."""

NEVER_STILL = phrase(
    "The picture of the tray never comes to rest, so nothing can be read. Something moves there all the time, or "
    "light that flashes or wanders falls on it: take that away, or give the tray a brighter lamp of its own."
)

_Shows = Literal["same", "fewer", "other"]


class Rest(NamedTuple):
    """Cubes that lie still: the `sight` of them, in which all looks that show it voted, and timestamp and number of
    the first of the frames in which it is known that they lie."""

    sight: Sight
    since: tuple[float, int]


@dataclass(frozen=True, slots=True, eq=False)
class _Look:
    """The `sight` of a frame, in pixels: the `middles` (n, 2) of its cubes, how they lie `turned` (n,) in degrees, of
    which a quarter turn more is the same, their `sides` (n,), and what each surely shows, None where it is in doubt.
    """

    sight: Sight
    at: tuple[float, int]
    middles: NDArray[np.float64]
    turned: NDArray[np.float64]
    sides: NDArray[np.float64]
    faces: tuple[str | None, ...]

    @staticmethod
    def of(frame: Frame, sight: Sight) -> _Look:
        quads = np.array([cube.quad for cube in sight.cubes], np.float64).reshape(-1, 4, 2)
        along = quads[:, 1] - quads[:, 0]
        turned = np.degrees(np.arctan2(along[:, 1], along[:, 0]))
        sides = np.array([width_of(quad) for quad in quads])
        faces = tuple(likeliest_face(cube) if surest_face(cube) >= SURELY else None for cube in sight.cubes)
        return _Look(sight, (frame.timestamp, frame.number), quads.mean(axis=1), turned, sides, faces)

    def beside(self, other: _Look) -> _Shows:
        """What this look shows of the cubes of the other one."""
        apart = self._apart(other) / other.sides
        turned = np.abs(self.turned[:, None] - other.turned) % 90.0
        alike = (apart <= SAME_PLACE) & (np.minimum(turned, 90.0 - turned) <= SAME_TURN) & ~self._belie(other)
        one_plane = (self.sight.mat is None) == (other.sight.mat is None)
        if self.sight.hand is not None or not (one_plane and alike.any(axis=1).all()):
            return "other"
        return "same" if len(self.middles) == len(other.middles) else "fewer"

    def _belie(self, other: _Look) -> NDArray[np.bool_]:
        """Which of the cubes (n,) surely show another face than which of the other look's (m,): (n, m)."""
        pairs = [[None not in (one, its) and one != its for its in other.faces] for one in self.faces]
        return np.array(pairs, np.bool_).reshape(len(self.faces), len(other.faces))

    def voted(self, others: Sequence[_Look]) -> Sight:
        """The sight, in which the others, that show the same cubes, have a say."""
        return vote([self.sight, *map(self._in_order, others)])

    def _in_order(self, other: _Look) -> Sight:
        order = self._apart(other).argmin(axis=1) if len(self.middles) else ()
        return replace(other.sight, cubes=tuple(other.sight.cubes[index] for index in order))

    def _apart(self, other: _Look) -> NDArray[np.float64]:
        """From each of the cubes (n,) to each of the other look's (m,), in pixels: (n, m)."""
        return np.asarray(np.hypot(*(self.middles[:, None] - other.middles).transpose(2, 0, 1)))


class UnrestWatch:
    """Follows the cubes of one camera through pictures that don't come to rest, by looks at them now and then."""

    def __init__(self) -> None:
        self._since: float | None = None
        self._run: list[_Look] = []
        self._read: _Look | None = None
        self._lying: _Look | None = None
        self._alarms: list[float] = []
        self._doubts: list[_Shows] = []
        self._restless_until = -np.inf
        self._gaps = cycle(LOOKS_APART)
        self._looked_at: float | None = None
        self._next = -np.inf
        self._most = 0
        self._reason: str = NEVER_STILL
        self._told: tuple[float, str] | None = None

    @property
    def follows(self) -> bool:
        """Whether it is known by looks that the cubes lie as they were read, whatever the picture does."""
        return self._lying is not None

    @property
    def told(self) -> bool:
        """Whether people were told why nothing is read."""
        return self._told is not None

    def forget(self, now: float) -> None:
        """Nothing is followed any more when the light has kept still for long."""
        if now >= self._restless_until:
            self._lying = None

    def asks_for_a_look(self, now: float) -> bool:
        """Whether the cubes are to be looked at in the frame of this time, in which there is no rest."""
        if self._since is None:
            self._since = now
        if self._looked_at is not None:
            self._next = max(self._next, self._looked_at + TIME_FOR_OTHERS * (now - self._looked_at))
            self._looked_at = None
        expected = self.follows or now < self._restless_until
        return now >= self._next and (expected or now - self._since >= PATIENCE)

    def look(self, frame: Frame, sight: Sight) -> Rest | None:
        """Take what is seen in that frame; the rest that it tells of, None where there is none, or was before."""
        now = frame.timestamp
        self._looked_at, self._next = now, now + next(self._gaps)
        self._reason = sight.trouble or (WORDS["blocked"] if sight.hand is not None else NEVER_STILL)
        look = _Look.of(frame, sight)
        if self._lying is not None and not self._has_moved(look, self._lying):
            return None
        if sight.trouble is not None:
            return None
        self._go_on(look)
        if len(self._run) < LOOKS or now - self._run[0].at[0] < HOLD or not self._is_all(look):
            return None
        rest = Rest(look.voted(self._run[:-1]), self._run[0].at)
        self._restless_until = now + RESTLESS
        self._take(look)
        self._rest_with(look)
        return rest

    def _is_all(self, look: _Look) -> bool:
        """Whether nothing can move still that the look doesn't show: one that spins may be seen as no cube."""
        whole = len(look.middles) >= self._most and not (look.sight.foreign or look.sight.doubtful)
        return whole or (self._since is not None and look.at[0] - self._since >= PATIENCE)

    def _take(self, look: _Look) -> None:
        self._read, self._most = look, max(self._most, len(look.middles))

    def _has_moved(self, look: _Look, lying: _Look) -> bool:
        """Whether the cubes no longer lie as they were read."""
        shows: _Shows = look.beside(lying) if look.sight.trouble is None else "fewer"
        if shows == "same":
            self._doubts = []
            self._restless_until = max(self._restless_until, look.at[0] + RESTLESS)
            return False
        self._doubts.append(shows)
        if len(self._doubts) < FEWER and self._doubts[-CONTRADICTIONS:] != ["other"] * CONTRADICTIONS:
            return False
        self.doubted(look.at[0])
        return True

    def doubted(self, now: float) -> None:
        """It isn't known any more whether the cubes lie as they were read; where it wasn't, the wait goes on."""
        if self._lying is not None:
            self._lying, self._doubts, self._since = None, [], now

    def _go_on(self, look: _Look) -> None:
        """One look more, to those that show the same cubes or as the first of others."""
        if self._run and look.beside(self._run[-1]) == "fewer" and len(self._doubts) + 1 < FEWER:
            self._doubts.append("fewer")
            return
        if not all(look.beside(other) == "same" for other in self._run):
            self._run = []
        self._doubts = []
        if look.sight.hand is None:
            self._run.append(look)

    def rested(self, frame: Frame, sight: Sight) -> bool:
        """The picture has come to rest, and that is what is seen in it. Whether it was followed, and has told nothing
        new: the cubes lie as they were read."""
        now = frame.timestamp
        if sight.trouble is not None or sight.hand is not None:
            self._rest_with(None)
            return False
        look = _Look.of(frame, sight)
        if self._read is not None and look.beside(self._read) == "same":
            self._alarms = [*(alarm for alarm in self._alarms if now - alarm < ALARMS_WITHIN), now]
            if len(self._alarms) >= FALSE_ALARMS:
                self._restless_until = now + RESTLESS
        if self._lying is not None and look.beside(self._lying) == "same":
            self._rest_with(self._lying)  # not with what is seen now, or small nudges would add up unseen
            return True
        self._take(look)
        self._rest_with(look if now < self._restless_until else None)
        return False

    def _rest_with(self, lying: _Look | None) -> None:
        self._lying, self._since, self._told = lying, None, None
        self._run, self._doubts = [], []

    def why_never(self, now: float) -> str | None:
        """Why nothing could be read for too long, in words, and what to do; None where that isn't so, or was told."""
        told_at, told = self._told or (self._since, None)
        if told_at is None or now - told_at < TOO_LONG or self._reason == told:
            return None
        self._told = now, self._reason
        return self._reason

"""Cubes that come to rest against each other have met: the later pushes the earlier the last bit of its way."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

import numpy as np

from vision.simulation.geometry import Array, Pose, collide, footprint, gap
from vision.simulation.mat import ROLLING
from vision.simulation.motion import FRAME, Leg

_TOUCHES = 0.5
_LEAST, _MOST = 3.0, 9.0


def knock(flown: Sequence[Leg], lying: Sequence[Pose], size: float, rng: np.random.Generator) -> list[Leg]:
    """The same legs, but where two cubes end up touching, the one that lay first is pushed there by the other.

    A push that would drive a cube into a third one or a wall is left out.
    """
    legs = list(flown)
    rests = [leg.at(leg.end) for leg in legs]
    for pushing, pushed in permutations(range(len(legs)), 2):
        one, other = rests[pushing], rests[pushed]
        if one is None or other is None or legs[pushed].end >= legs[pushing].end or max(one.tilt(), other.tilt()) > 1:
            continue
        if gap(footprint(one, size), footprint(other, size)) > _TOUCHES:
            continue
        candidate = _pushed(legs[pushed], legs[pushing], one, other, rng.uniform(_LEAST, _MOST))
        rest_of = [leg for number, leg in enumerate(legs) if number != pushed]
        if _is_free(candidate, rest_of, lying, size):
            legs[pushed] = candidate
    return legs


def _pushed(first: Leg, later: Leg, one: Pose, other: Pose, reach: float) -> Leg:
    """`first` stops short of its rest until `later` comes up against it, and then moves on before it."""
    towards = (other.position - one.position) * (1, 1, 0)
    towards /= np.linalg.norm(towards)
    start, end = first.start, later.end

    def path(part: float) -> Pose | None:
        time = start + (end - start) * part
        pose, pusher = first.at(time), later.at(time)
        if part >= 1 or pose is None:
            return pose
        still_to_go = reach if pusher is None else float((one.position - pusher.position) @ towards)
        return Pose(pose.position - towards * np.clip(still_to_go, 0.0, reach), pose.rotation)

    return Leg(start, end, path)


def _is_free(leg: Leg, others: Sequence[Leg], lying: Sequence[Pose], size: float) -> bool:
    for time in np.arange(leg.start, leg.end, FRAME / 2):
        pose = leg.at(float(time))
        if pose is None:
            continue
        around = [*lying, *(other.at(float(time)) for other in others if other.start <= time)]
        if any(other is not None and collide(pose, other, 0.96 * size) for other in around):
            return False
        if _in_wall(pose, size):
            return False
    return True


def _in_wall(pose: Pose, size: float) -> bool:
    corners: Array = pose.corners(size)
    low, high = np.array(ROLLING[:2]), np.array(ROLLING[2:])
    inside = (low < pose.position[:2]).all() and (pose.position[:2] < high).all() and corners[:, 2].min() < 1
    outline = corners[:, :2]
    return bool(inside and ((outline < low - 0.1).any() or (outline > high + 0.1).any()))

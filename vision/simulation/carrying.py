"""What the hand does before a throw: it sets the kept cubes aside on the rail and takes the others up.

The hand goes from cube to cube; a cube lies still until the hand is there, then it is held under the palm.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

import numpy as np

from vision.simulation.geometry import Array, Pose, turn
from vision.simulation.motion import FRAME, HandPath, Leg, Path

_OUT = np.array([150.0, 420.0, 75.0])
_ABOVE = 22.0
"""Height of the fingers over the middle of a cube that they take, mm."""

_SPEED = 65.0
"""Greatest speed of the hand, mm a frame."""

_PALM = np.array([8.0, 62.0, -12.0])


def carry(
    lying: Sequence[Pose], aside: Mapping[int, Pose], taken: Sequence[int]
) -> tuple[dict[int, list[Leg]], HandPath]:
    """The legs of the cubes that are set aside (by number, with their places on the rail) and of those taken up."""
    visits = [lying[number].position for number in aside]
    visits += [pose.position for pose in reversed(list(aside.values()))]
    in_order = _shortest_round([lying[number].position for number in taken], visits[-1] if visits else _OUT)
    visits += [lying[taken[place]].position for place in in_order]
    hand = _hand_path(visits)
    arrivals = hand.times[1:-1].tolist()
    legs: dict[int, list[Leg]] = {}
    for place, (number, pose) in enumerate(aside.items()):
        picked, put = arrivals[place], arrivals[2 * len(aside) - 1 - place]
        legs[number] = [Leg(picked, put, _held(lying[number], pose, hand, picked, put))]
    for place, picked in zip(in_order, arrivals[2 * len(aside) :], strict=True):
        number = taken[place]
        gone = float(hand.times[-1])
        legs[number] = [Leg(picked, gone, _held(lying[number], None, hand, picked, gone))]
    return legs, hand


def laid_flat(pose: Pose) -> Array:
    """The rotation of a cube put down flat on the side that is lowest."""
    if pose.tilt() < 1:
        return pose.rotation
    up = pose.rotation[:, np.argmax(np.abs(pose.rotation[2]))]
    up = up * np.sign(up[2])
    return np.asarray(turn(np.cross(up, (0.0, 0.0, 1.0)), pose.tilt()) @ pose.rotation)


def _shortest_round(places: Sequence[Array], start: Array) -> list[int]:
    """The places in an order in which each is the nearest to the one before."""
    left, here, order = set(range(len(places))), start, []
    while left:
        nearest = min(left, key=lambda number: float(np.linalg.norm(places[number] - here)))
        left.remove(nearest)
        order.append(nearest)
        here = places[nearest]
    return order


def _hand_path(visits: Sequence[Array]) -> HandPath:
    """In from the players' side, to each place, and out again."""
    above = np.array([0.0, 0.0, _ABOVE])
    places = [_OUT, *(place + above for place in visits), _OUT]
    times = [0.0]
    for before, after in pairwise(places):
        times.append(times[-1] + FRAME * max(2.0, float(np.linalg.norm(after - before)) / _SPEED))
    return HandPath(np.array(times), np.array(places))


def _held(start: Pose, end: Pose | None, hand: HandPath, picked: float, put: float) -> Path:
    """In the hand from one time to another; put down at `end`, or gone with the hand (None)."""
    between = np.eye(3) if end is None else end.rotation @ start.rotation.T
    angle = float(np.degrees(np.arccos(np.clip((np.trace(between) - 1) / 2, -1, 1))))
    axis = np.array([between[2, 1] - between[1, 2], between[0, 2] - between[2, 0], between[1, 0] - between[0, 1]])

    def path(part: float) -> Pose | None:
        if part >= 1:
            return end
        place = hand.at(picked + (put - picked) * part)
        if part <= 0 or place is None:
            return start
        grip = min(1.0, part / 0.3, (1 - part) / 0.3 if end else 1.0)
        if grip == 1:
            return None     # nothing is to be seen of it
        offset = _PALM * grip + np.array([0.0, 0.0, -_ABOVE]) * (1 - grip)
        rotation = turn(axis, angle * part) @ start.rotation if angle > 0.1 else start.rotation
        return Pose(place + offset, rotation)

    return path

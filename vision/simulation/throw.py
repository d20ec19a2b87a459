"""A throw: kept cubes are set aside, the others taken up, out of sight for a moment, and thrown."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from vision.simulation.carrying import carry, laid_flat
from vision.simulation.falling import falls
from vision.simulation.flight import Flight, chance_flight, lob
from vision.simulation.geometry import Pose, collide, turn, with_side_up
from vision.simulation.knocking import knock
from vision.simulation.mat import RAIL
from vision.simulation.motion import FRAME, Leg, Motion, Path
from vision.simulation.placement import Placement, rail_places

_OUT_OF_SIGHT = 3 * FRAME
_TRIES = 40


def throw_cubes(
    lying: Sequence[Pose],
    thrown: Iterable[int],
    kept: Iterable[int],
    size: float,
    touch_chance: float,
    lean_chance: float,
    seed: Sequence[int],
    turned: Mapping[int, int] | None = None,
) -> Motion:
    """The motion of a throw of the cubes numbered `thrown`; those in `kept` go on the rail first, or elsewhere on it
    where they lie there; the rest lie still.

    `turned`: by the number of a kept cube the side (an index in `geometry.SIDES`) that it is laid to show.

    Each thrown cube takes the side it shows from a generator of its own: each side is equally likely, whatever the
    other cubes do. The same `seed` gives the same throw.
    """
    thrown = sorted(set(thrown))
    rng = np.random.default_rng([*seed, len(lying)])
    aside = sorted(set(kept))
    resting = {number: pose for number, pose in enumerate(lying) if number not in thrown}
    moved = _places_aside(lying, aside, resting, size, rng)
    for number, side in (turned or {}).items():
        if number in moved:
            moved[number] = Pose(moved[number].position, with_side_up(side, rng.uniform(-25, 25)))
    resting.update(moved)
    legs, hand = carry(lying, moved, thrown)
    for number, leg in falls(lying, {number: legs[number][0].start for number in legs}, size).items():
        legs[number] = [leg]
        resting[number] = leg.at(leg.end) or resting[number]
    begin = float(hand.times[-1]) + _OUT_OF_SIGHT
    sides = [side_up(seed, number) for number in thrown]
    rests = Placement(size, touch_chance, lean_chance, rng).find(sides, list(resting.values()))
    flown: list[Leg] = []
    for rest in rests:
        flown.append(_free_flight(rest, begin, flown, list(resting.values()), size, rng))
    for number, leg in zip(thrown, knock(flown, list(resting.values()), size, rng), strict=True):
        legs[number].append(leg)
    return Motion(tuple(lying), legs, hand)


def side_up(seed: Sequence[int], number: int) -> int:
    """Which side (an index in `geometry.SIDES`) cube `number` shows after the throw of this seed: a fair die."""
    return int(np.random.default_rng([*seed, number]).integers(6))


def on_rail(pose: Pose) -> bool:
    """Whether a cube lies on the rail."""
    return bool(RAIL[1] - 2 <= pose.position[1] <= RAIL[3] + 2)


def _places_aside(
    lying: Sequence[Pose], aside: Sequence[int], resting: dict[int, Pose], size: float, rng: np.random.Generator
) -> dict[int, Pose]:
    """Where on the rail the cubes go, left ones to the left; they are laid flat with the same side up."""
    others = [pose for number, pose in resting.items() if number not in aside]
    places = rail_places(size, others, len(aside), rng)
    in_order = sorted(aside, key=lambda number: float(lying[number].position[0]))
    return {
        number: Pose(place, turn((0, 0, 1), rng.uniform(-25, 25)) @ laid_flat(lying[number]))
        for number, place in zip(in_order, places, strict=True)
    }


def _free_flight(
    rest: Pose, begin: float, flown: Sequence[Leg], lying: Sequence[Pose], size: float, rng: np.random.Generator
) -> Leg:
    """A way to `rest` on which the cube runs into none that lies or flies already."""
    for tries in range(2 * _TRIES):
        start = begin + FRAME * int(rng.integers(0, 4 + tries // 10))
        flight = chance_flight(rest, size, rng) if tries < _TRIES else lob(rest, size, rng)
        leg = Leg(start, start + FRAME * int(rng.integers(12, 17)), _from_hand(flight))
        if not _meets(leg, flown, lying, size):
            return leg
    late = max((leg.end for leg in flown), default=begin)
    return Leg(late, late + 12 * FRAME, _from_hand(lob(rest, size, rng)))


def _from_hand(flight: Flight) -> Path:
    return lambda part: None if part <= 0 else flight.at(part)


def _meets(leg: Leg, flown: Sequence[Leg], lying: Sequence[Pose], size: float) -> bool:
    frames = round((max([leg.end, *(other.end for other in flown)]) - leg.start) / FRAME)
    for frame in range(frames + 1):
        time = leg.start + frame * FRAME
        here = leg.at(time)
        others = [*lying, *(other.at(time) for other in flown if other.start <= time)]
        if here and any(other is not None and collide(here, other, 0.97 * size) for other in others):
            return True
    return False

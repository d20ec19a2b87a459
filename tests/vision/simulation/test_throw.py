"""Throws are fair, look like throws, and end as cubes lie."""

from itertools import combinations

import numpy as np
import pytest

from vision.simulation.geometry import Pose, collide, footprint, gap, turn, with_side_up
from vision.simulation.mat import RAIL, ROLLING
from vision.simulation.motion import FRAME
from vision.simulation.throw import on_rail, side_up, throw_cubes

SIZE = 16.5
ALL = range(5)


def row_on_the_rail():
    return tuple(Pose(np.array([30.0 + 45 * k, 207.5, SIZE / 2]), with_side_up(k, 10.0 * k)) for k in ALL)


def thrown(lying, cubes=ALL, kept=(), seed=(1, 1), touch=0.4, lean=0.0):
    return throw_cubes(lying, cubes, kept, SIZE, touch, lean, seed)


def many_throws(count, **settings):
    """Turns as they are played: all five, then some with the others kept."""
    rng = np.random.default_rng(5)
    lying = row_on_the_rail()
    for number in range(count):
        cubes = list(ALL) if number % 3 == 0 else sorted(rng.choice(5, size=rng.integers(1, 5), replace=False))
        kept = [each for each in ALL if each not in cubes and rng.uniform() < 0.5]
        motion = thrown(lying, cubes, kept, seed=(77, number), **settings)
        yield motion, cubes, kept
        lying = motion.after()


def test_every_side_of_every_cube_is_equally_likely():
    shown = np.array([[side_up((9, number), cube) for cube in ALL] for number in range(4000)])
    for cube in ALL:
        counts = np.bincount(shown[:, cube], minlength=6)
        # Chi-square with 5 degrees of freedom: above 20.5 in one of a thousand fair series.
        assert ((counts - 4000 / 6) ** 2 / (4000 / 6)).sum() < 20.5
    for one, other in combinations(ALL, 2):
        pairs = np.bincount(shown[:, one] * 6 + shown[:, other], minlength=36)
        # 35 degrees of freedom, one of ten thousand, for ten pairs.
        assert ((pairs - 4000 / 36) ** 2 / (4000 / 36)).sum() < 74.9


def test_a_cube_comes_to_rest_with_the_side_up_that_chance_gave_it():
    for number, (motion, cubes, _) in enumerate(many_throws(30, lean=0.2)):
        for cube in cubes:
            assert motion.after()[cube].top_side() == side_up((77, number), cube)


def test_cubes_at_rest_never_share_space_and_lie_in_the_tray():
    for motion, cubes, _ in many_throws(40, touch=0.7, lean=0.1):
        rest = motion.after()
        assert not any(collide(one, other, SIZE * 0.9999) for one, other in combinations(rest, 2))
        for cube in cubes:
            assert rest[cube].corners(SIZE)[:, 2].min() == pytest.approx(0, abs=1e-6)
            if rest[cube].tilt() < 1:
                outline = footprint(rest[cube], SIZE)
                assert (outline >= ROLLING[:2]).all()
                assert (outline <= ROLLING[2:]).all()


def test_kept_cubes_go_on_the_rail_with_the_same_side_up():
    for motion, _, kept in many_throws(20):
        for cube in kept:
            outline = footprint(motion.after()[cube], SIZE)
            assert on_rail(motion.after()[cube])
            assert outline[:, 1].min() > RAIL[1] - 4
            assert outline[:, 1].max() < RAIL[3] + 4
            assert motion.after()[cube].top_side() == motion.before[cube].top_side()


def test_cubes_on_the_rail_that_are_to_be_kept_are_laid_elsewhere_on_it():
    lying = row_on_the_rail()
    motion = thrown(lying, cubes=[], kept=[1, 3])
    for cube in ALL:
        moved = not motion.after()[cube].same_as(lying[cube])
        assert moved == (cube in (1, 3))
        assert on_rail(motion.after()[cube])
        assert motion.after()[cube].top_side() == lying[cube].top_side()
    assert not any(collide(*pair, 0.99 * SIZE) for pair in combinations(motion.after(), 2))


def test_cubes_that_are_neither_thrown_nor_kept_stay_where_they_lie():
    lying = thrown(row_on_the_rail()).after()
    motion = thrown(lying, cubes=[1, 3], kept=[0], seed=(1, 2))
    for cube in (2, 4):
        assert all(motion.at(time)[cube].same_as(lying[cube]) for time in np.arange(0, motion.duration, FRAME))


def test_thrown_cubes_run_into_none_that_lies_and_into_no_wall():
    for motion, cubes, _ in many_throws(12, touch=0.5):
        for time in np.arange(motion.duration - 0.5, motion.duration, FRAME):
            poses = motion.at(time)
            for cube in cubes:
                pose = poses[cube]
                if pose is None:
                    continue
                assert pose.corners(SIZE)[:, 2].min() > -0.01
                others = [other for number, other in enumerate(poses) if number not in cubes and other is not None]
                assert not any(collide(pose, other, SIZE * 0.96) for other in others)


def test_a_throw_tumbles_comes_from_the_player_and_slows_down():
    motion = thrown(row_on_the_rail(), touch=0.0)
    times = np.arange(0, motion.duration + FRAME, FRAME)
    for cube in ALL:
        seen = [motion.at(time)[cube] for time in times]
        entry = max(k for k, pose in enumerate(seen) if pose is None) + 1
        flight = seen[entry:]
        assert flight[0].position[1] > ROLLING[3]
        steps = np.linalg.norm(np.diff([pose.position[:2] for pose in flight], axis=0), axis=1)
        assert steps[:4].mean() > 4 * steps[-4:].mean()
        assert len({pose.top_side() for pose in flight}) >= 3
    assert 20 * FRAME < motion.duration < 60 * FRAME


def test_a_leaning_cube_leans_fifteen_to_thirty_five_degrees_and_touches_something():
    leaning = 0
    for number in range(12):
        rest = thrown(row_on_the_rail(), seed=(3, number), lean=1.0).after()
        for pose in rest:
            if pose.tilt() > 1:
                leaning += 1
                assert 15 <= pose.tilt() <= 35.01
    assert leaning > 30


def test_what_a_cube_leans_on_holds_it_up():
    on_cube = on_wall = 0
    for number in range(40):
        rest = thrown(row_on_the_rail(), seed=(4, number), lean=0.5).after()
        for pose in (pose for pose in rest if pose.tilt() > 1):
            corners = pose.corners(SIZE)
            foot = corners[np.argsort(corners[:, 2])[:2]].mean(axis=0)[:2]
            weight = pose.position[:2] - foot
            outline = footprint(pose, SIZE)
            beyond = np.maximum(ROLLING[:2] - outline.min(axis=0), outline.max(axis=0) - ROLLING[2:])
            if beyond.max() > 0.1:
                on_wall += 1
                continue
            near = [
                other.position[:2] - foot for other in rest
                if other is not pose and gap(outline, footprint(other, SIZE)) < 0.5
            ]  # fmt: skip
            assert any(weight @ prop > 0 for prop in near), f"throw {number}: nothing holds it up"
            on_cube += 1
    assert on_cube > 15
    assert on_wall > 15


def test_a_leaning_cube_falls_flat_when_the_one_it_leans_on_is_taken_away():
    flat = Pose(np.array([120.0, 90.0, SIZE / 2]), with_side_up(2, 0.0))
    tilt = np.radians(20)
    edge = 120 + SIZE / 2 + SIZE * np.cos(tilt) + 0.15
    centre = np.array([edge - (np.cos(tilt) - np.sin(tilt)) * SIZE / 2, 90, (np.cos(tilt) + np.sin(tilt)) * SIZE / 2])
    leaning = Pose(centre, turn((0, 1, 0), 20) @ with_side_up(4, 90.0))
    assert leaning.corners(SIZE)[:, 2].min() == pytest.approx(0, abs=1e-6)
    elsewhere = [Pose(np.array([x, 30.0, SIZE / 2]), with_side_up(0, 0.0)) for x in (30, 60, 210)]
    lying = (flat, leaning, *elsewhere)
    fallen = thrown(lying, cubes=[0]).after()[1]
    assert fallen.tilt() < 1e-3
    assert fallen.top_side() == leaning.top_side() == 4
    assert fallen.corners(SIZE)[:, 2].min() == pytest.approx(0, abs=1e-6)
    assert fallen.position[0] == pytest.approx(edge - SIZE / 2, abs=1e-6)
    assert thrown(lying, cubes=[2]).after()[1].same_as(leaning)


def test_nothing_leans_where_the_chance_is_nought():
    for motion, _, _ in many_throws(20, lean=0.0):
        assert max(pose.tilt() for pose in motion.after()) < 1e-3


def test_the_same_seed_gives_the_same_throw_and_another_seed_another():
    one, same, other = (thrown(row_on_the_rail(), seed=seed) for seed in ((1, 5), (1, 5), (1, 6)))
    assert all(a.same_as(b) for a, b in zip(one.after(), same.after(), strict=True))
    assert not any(a.same_as(b) for a, b in zip(one.after(), other.after(), strict=True))


def test_a_kept_cube_can_be_turned_to_a_face():
    lying = row_on_the_rail()
    other = next(side for side in range(6) if side != lying[1].top_side())
    motion = throw_cubes(lying, [0], [1, 3], SIZE, 0.4, 0.0, (1, 1), turned={1: other})
    after = motion.after()
    assert after[1].top_side() == other
    assert after[1].tilt() == pytest.approx(0, abs=1e-6)
    assert after[3].top_side() == lying[3].top_side()
    assert on_rail(after[1])

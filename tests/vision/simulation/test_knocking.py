"""Cubes that end up touching have run into each other."""

import numpy as np
import pytest

from vision.simulation.geometry import Pose, collide, with_side_up
from vision.simulation.knocking import knock
from vision.simulation.motion import FRAME, Leg

SIZE = 16.5


def sliding(to_x, start, end, come_from=-80.0):
    """A cube that slides along x and slows down to its rest."""

    def path(part):
        return Pose(np.array([to_x + come_from * (1 - part) ** 2, 90.0, SIZE / 2]), with_side_up(0, 0.0))

    return Leg(start, end, path)


def pushed_one(first, later, lying=()):
    return knock([first, later], lying, SIZE, np.random.default_rng(1))[0]


def test_the_later_cube_pushes_the_earlier_one_to_its_rest():
    first, later = sliding(120.0, 0.0, 0.4), sliding(120.0 - SIZE - 0.15, 0.4, 1.0)
    leg = pushed_one(first, later)
    waiting = leg.at(0.45).position[0]
    assert 3.0 <= 120.0 - waiting <= 9.0
    assert leg.at(0.5).position[0] == pytest.approx(waiting)
    assert leg.at(leg.end).same_as(first.at(first.end))
    for time in np.arange(0.4, 1.0, FRAME / 3):
        assert not collide(leg.at(time), later.at(time), SIZE * 0.999)
    assert leg.at(0.9).position[0] > waiting + 1


def test_cubes_that_lie_apart_have_not_met():
    first, later = sliding(150.0, 0.0, 0.4), sliding(120.0, 0.4, 1.0)
    assert pushed_one(first, later) is first


def test_no_cube_waits_where_another_lies():
    first, later = sliding(120.0, 0.0, 0.4, come_from=60.0), sliding(120.0 - SIZE - 0.15, 0.4, 1.0)
    in_the_way = Pose(np.array([120.0 - SIZE / 2, 90.0 + SIZE + 0.1, SIZE / 2]), with_side_up(0, 45.0))
    assert pushed_one(first, later) is not first
    assert pushed_one(first, later, [in_the_way]) is first


@pytest.mark.parametrize(("from_wall", "knocked"), [(0.1, False), (20.0, True)])
def test_no_cube_waits_inside_a_wall(from_wall, knocked):
    corner_on = Pose(np.array([100.0, SIZE / np.sqrt(2) + from_wall, SIZE / 2]), with_side_up(0, 45.0))
    x = 100 - SIZE * (0.5 + np.sqrt(0.5)) - 0.1
    beside = Pose(np.array([x, SIZE / 2 + from_wall, SIZE / 2]), with_side_up(0, 0))
    down, left = np.array([0.0, 60.0, 0.0]), np.array([-60.0, 0.0, 0.0])
    first = Leg(0.0, 0.4, lambda part: Pose(corner_on.position + down * (1 - part), corner_on.rotation))
    later = Leg(0.4, 1.0, lambda part: Pose(beside.position + left * (1 - part), beside.rotation))
    assert (pushed_one(first, later) is not first) is knocked

"""The hands at a simulated tray, whose process may die at any moment."""

from __future__ import annotations

from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from vision.messages import ThrowCubes, Thrown
from vision.simulation.camera import SimulatedTray
from vision.simulation.hands import Hands

ORDER = ThrowCubes(71, None, ())


def tray_of(file: Path) -> SimulatedTray:
    return SimulatedTray(seed=4, paced=False, state_file=file)


@pytest.fixture
def line() -> tuple[Connection, Connection]:
    return Pipe()


def until_at_rest(tray: SimulatedTray) -> None:
    tray.read()
    while tray.truth() is None:
        tray.read()


def test_a_throw_is_reported_when_its_cubes_lie(tmp_path: Path, line: tuple[Connection, Connection]) -> None:
    ours, theirs = line
    tray = tray_of(tmp_path / "tray.json")
    hands = Hands(tray, theirs)
    hands.take(ORDER)
    hands.work()
    assert not ours.poll()
    until_at_rest(tray)
    hands.work()
    assert ours.recv() == Thrown(ORDER.number)


def test_a_throw_whose_report_was_lost_is_reported_and_not_made_again(
    tmp_path: Path, line: tuple[Connection, Connection]
) -> None:
    ours, theirs = line
    before = tray_of(tmp_path / "tray.json")
    hands = Hands(before, theirs)
    hands.take(ORDER)
    hands.work()
    until_at_rest(before)
    after = tray_of(tmp_path / "tray.json")  # killed here: the cubes lie, nobody was told
    hands = Hands(after, theirs)
    hands.take(ORDER)
    hands.work()
    hands.work()
    assert ours.recv() == Thrown(ORDER.number)
    assert after.lying() == before.lying()


def test_a_throw_that_died_in_the_air_is_made_once_more(
    tmp_path: Path, line: tuple[Connection, Connection]
) -> None:
    ours, theirs = line
    before = tray_of(tmp_path / "tray.json")
    Hands(before, theirs).take(ORDER)
    before.throw(None, (), ORDER.number)
    before.read()
    after = tray_of(tmp_path / "tray.json")
    hands = Hands(after, theirs)
    hands.take(ORDER)
    hands.work()
    assert after.lying() is None
    until_at_rest(after)
    hands.work()
    assert ours.recv() == Thrown(ORDER.number)

"""The cubes lie where they lay, whatever happens to the process."""

import json
import logging
import os
import signal
import subprocess
import sys

import numpy as np
import pytest

from vision.simulation.camera import SimulatedTray
from vision.simulation.world import COMMON, ODD, fresh_world, load_world, save_world

THROW_AND_SAY = """
import sys
from pathlib import Path
from vision.simulation.camera import SimulatedTray
tray = SimulatedTray(seed=6, resolution=(640, 480), paced=False, state_file=Path(sys.argv[1]))
tray.throw(None)
while tray.truth() is None:
    tray.read()
print(repr(tray.lying()), flush=True)
tray.throw(None)
tray.read()
print("moving", flush=True)
sys.stdin.read()
"""


def test_after_a_kill_the_cubes_lie_where_they_last_came_to_rest(tmp_path):
    file = tmp_path / "cubes.json"
    process = subprocess.Popen(
        [sys.executable, "-c", THROW_AND_SAY, str(file)],
        stdout=subprocess.PIPE, stdin=subprocess.PIPE, text=True,
    )  # fmt: skip
    try:
        lay = process.stdout.readline().strip()
        assert process.stdout.readline() == "moving\n"
    finally:
        os.kill(process.pid, signal.SIGKILL)
        process.wait(10)
        process.stdout.close()
        process.stdin.close()
    again = SimulatedTray(seed=6, resolution=(640, 480), paced=False, state_file=file)
    assert repr(again.lying()) == lay


def test_a_world_is_read_as_it_was_written(tmp_path):
    file = tmp_path / "folder" / "cubes.json"
    world = fresh_world(3, 16.0)
    save_world(world, file)
    read = load_world(file, 99, 16.0)
    assert [cube.symbols for cube in read.cubes] == [cube.symbols for cube in world.cubes]
    assert [cube.turns for cube in read.cubes] == [cube.turns for cube in world.cubes]
    assert all(a.same_as(b) for a, b in zip(read.poses(), world.poses(), strict=True))
    assert os.listdir(file.parent) == ["cubes.json"]


DAMAGED = "it is damaged, or another program wrote it"


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        ("", DAMAGED),
        ("{", DAMAGED),
        ("[]", DAMAGED),
        ("[" * 100_000, DAMAGED),
        ("\x00\x00", DAMAGED),
        ("null", DAMAGED),
        ('{"size": 16, "throws": 0}', DAMAGED),
        ('{"cubes": [], "size": 16, "throws": 0}', "there must be four common cubes and then the odd one"),
    ],
)
def test_a_damaged_file_gives_fresh_cubes_a_warning_in_words_and_is_kept(tmp_path, caplog, damage, words):
    file = tmp_path / "cubes.json"
    file.write_text(damage)
    with caplog.at_level(logging.WARNING):
        world = load_world(file, 3, 16.0)
    assert all(a.same_as(b) for a, b in zip(world.poses(), fresh_world(3, 16.0).poses(), strict=True))
    assert f"how the simulated cubes lie: {words}. They start anew on the rail" in caplog.text
    assert (tmp_path / "cubes.json.damaged").read_text() == damage


def test_a_damaged_file_that_can_not_be_put_aside_gives_fresh_cubes_all_the_same(tmp_path, caplog):
    file = tmp_path / "cubes.json"
    file.write_text("{")
    (tmp_path / "cubes.json.damaged").mkdir()
    world = load_world(file, 3, 16.0)
    assert all(a.same_as(b) for a, b in zip(world.poses(), fresh_world(3, 16.0).poses(), strict=True))
    assert "the file can't be put aside as cubes.json.damaged (Is a directory)." in caplog.text
    assert "is kept" not in caplog.text


def test_a_file_that_can_not_be_read_is_said_to_be_so(tmp_path, caplog):
    (tmp_path / "cubes.json").mkdir()
    load_world(tmp_path / "cubes.json", 3, 16.0)
    assert "lie: it can't be read (Is a directory). They start anew" in caplog.text


def test_a_file_with_a_cube_that_cannot_be_is_damaged(tmp_path, caplog):
    file = tmp_path / "cubes.json"
    save_world(fresh_world(3, 16.0), file)
    value = json.loads(file.read_text())
    value["cubes"][0]["symbols"] = ["2", "2", "4", "5", "6", "10"]
    file.write_text(json.dumps(value))
    load_world(file, 3, 16.0)
    assert "a cube has other symbols than it must have" in caplog.text


def test_a_missing_file_is_no_trouble(tmp_path, caplog):
    load_world(tmp_path / "none.json", 3, 16.0)
    assert caplog.text == ""


def test_the_sides_of_each_cube_are_those_of_the_game_in_an_order_of_their_own():
    world = fresh_world(1, 16.5)
    assert [sorted(cube.symbols) for cube in world.cubes] == [sorted(COMMON)] * 4 + [sorted(ODD)]
    assert len({cube.symbols for cube in world.cubes}) == 5
    lower = np.array([cube.pose.corners(16.5)[:, 2].min() for cube in world.cubes])
    assert np.allclose(lower, 0)


def test_where_nothing_can_be_written_the_cubes_are_thrown_all_the_same(tmp_path, caplog):
    (tmp_path / "file").write_text("in the way")
    simulated = SimulatedTray(seed=6, resolution=(320, 240), paced=False, state_file=tmp_path / "file" / "cubes.json")
    simulated.throw(None)
    while simulated.truth() is None:
        simulated.read()
    assert "can't be written" in caplog.text

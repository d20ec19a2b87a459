"""`tray calibrate` on the simulated tray: in this process, and at a real terminal with a phone beside it."""

from __future__ import annotations

import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import cv2
import pytest

from controller.app.rooms import reader_settings
from controller.settings import load_settings
from tests.controller.commands.conftest import Tray
from tests.vision.calibration.boards import FOCAL, SIZE, BoardCamera, round_the_picture
from vision.settings import CameraLocks
from vision.simulation.camera import SimulatedTray

TRAY = Path(sys.executable).with_name("tray")
SETTINGS = """
[camera]
source = "simulated"
[scoreboard]
source = "off"
[web]
host = "127.0.0.1"
port = 0
[state]
folder = "state"
[simulation]
seed = 5
lean_chance = 0.0
"""
PATIENCE = 120.0


@pytest.fixture(autouse=True)
def simulated(tmp_path: Path) -> None:
    """Settings of a simulated table, in the folder that the commands run in."""
    (tmp_path / "tray.toml").write_text(SETTINGS)


class Terminal:
    """A command at a pseudo-terminal."""

    def __init__(self, process: subprocess.Popen[bytes], side: int) -> None:
        self.process = process
        self._side = side
        self.said = ""

    def wait_for(self, pattern: str) -> re.Match[str]:
        """Wait until it has said something that matches."""
        deadline = time.monotonic() + PATIENCE
        while not (found := re.search(pattern, self.said)):
            assert time.monotonic() < deadline, self.said
            if select.select([self._side], [], [], 0.2)[0]:
                try:
                    data = os.read(self._side, 4096)
                except OSError:  # the other side is closed: the command has ended
                    data = b""
                assert data, self.said
                self.said += data.decode().replace("\r\n", "\n")
        return found

    def type(self, line: str) -> None:
        os.write(self._side, line.encode() + b"\n")

    def hang_up(self) -> None:
        """Close it, as an ssh connection that is lost does."""
        os.close(self._side)
        self._side = -1

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        if self._side >= 0:
            self.hang_up()


@contextmanager
def at_a_terminal(folder: Path, *arguments: str, typing: bool = True) -> Iterator[Terminal]:
    """The command at a terminal of its own; without `typing` its standard input has ended."""
    ours, theirs = pty.openpty()
    own = ["setsid", "--ctty"] if typing else ["setsid"]
    process = subprocess.Popen(
        # At a terminal Ctrl-C works, even where these tests themselves run in the background, deaf to it.
        [*own, "env", "--default-signal=INT,HUP", TRAY, "calibrate", *arguments, "--config", "tray.toml"],
        stdin=theirs if typing else subprocess.DEVNULL, stdout=theirs, stderr=theirs, cwd=folder,
    )  # fmt: skip
    os.close(theirs)
    with closing(Terminal(process, ours)) as terminal:
        yield terminal


def write_throws(folder: Path, count: int) -> None:
    """Pictures of so many throws."""
    folder.mkdir()
    simulation = SimulatedTray(seed=4, paced=False, lean_chance=0.0, touch_chance=0.0)
    for number in range(count):
        simulation.throw(None)
        simulation.come_to_rest()
        frame = simulation.read()
        assert frame is not None
        cv2.imwrite(str(folder / f"{number}.jpg"), frame.image)


@pytest.mark.parametrize("command", ["mat", "camera", "lens", "tray", "check", "history", "restore"])
def test_every_help_page_shows_an_example(command: str, tray: Tray) -> None:
    said = tray("calibrate", command, "--help").out
    assert said.startswith("Usage: tray calibrate")
    assert said.count(f"tray calibrate {command}") >= 2


def test_the_tray_is_found_at_once_and_kept(tray: Tray, tmp_path: Path) -> None:
    result = tray("calibrate", "tray", "--config", "tray.toml", "--now")
    assert result.status == 0
    assert re.search(r"live: http://127\.0\.0\.1:\d+/", result.out)
    assert re.search(r"residual 0\.\d\d mm", result.out)
    [file] = (tmp_path / "state" / "calibration").glob("*.json")
    assert json.loads(file.read_text())["result"]["camera"] == "simulated"


def test_the_camera_is_scored_and_kept(tray: Tray, tmp_path: Path) -> None:
    (tmp_path / "simulated").mkdir()  # is no folder of pictures
    result = tray("calibrate", "camera", "--config", "tray.toml", "--now", "--size", "960x720")
    assert result.status == 0
    assert re.search(r"^\* simulated ", result.out, re.MULTILINE)
    assert re.findall(r"^(\w+) +\d+  fine", result.out, re.MULTILINE) == [
        "focus", "light", "evenness", "glare", "flicker",
    ]  # fmt: skip
    assert "This camera lets nothing be held still" in result.out
    [file] = (tmp_path / "state" / "calibration").glob("*.json")
    assert json.loads(file.read_text())["result"]["size"] == [960, 720]


@pytest.mark.parametrize("now", [[], ["--now"]])
def test_a_folder_of_pictures_is_no_camera_to_be_scored(tray: Tray, tmp_path: Path, now: list[str]) -> None:
    (tmp_path / "stills").mkdir()
    simulation = SimulatedTray(seed=4, paced=False)
    for number, size in enumerate([(960, 720), (640, 480)]):
        frame = simulation.read()
        assert frame is not None
        cv2.imwrite(str(tmp_path / "stills" / f"{number}.jpg"), cv2.resize(frame.image, size))
    refused = tray("calibrate", "camera", "--config", "tray.toml", "--camera", "stills", *now, stdin=b"\n" * 9)
    assert refused.complaint.startswith("tray: stills is a folder of pictures")
    assert "Name a camera or a video" in refused.complaint
    listed = tray("calibrate", "camera", "--config", "tray.toml", "--camera", "stills", "--list")
    assert (listed.status, listed.err) == (0, "")


def test_a_table_is_told_what_was_kept(tray: Tray, tmp_path: Path) -> None:
    tray("calibrate", "camera", "--config", "tray.toml", "--now", "--size", "960x720")
    tray("calibrate", "tray", "--config", "tray.toml", "--now")
    settings = load_settings(tmp_path / "tray.toml")
    told = reader_settings(settings, paced=True)
    assert told.resolution == (960, 720)
    assert told.mat_required
    assert told.known_mat.size == (960, 720)
    assert told.locks == CameraLocks()
    elsewhere = settings.model_copy(update={"camera": settings.camera.model_copy(update={"source": "picamera"})})
    assert not reader_settings(elsewhere, paced=True).mat_required, "another camera isn't calibrated"


def test_the_lens_is_measured_from_a_recording_of_the_board(tray: Tray, tmp_path: Path) -> None:
    board = BoardCamera(round_the_picture())
    film = cv2.VideoWriter(str(tmp_path / "board.avi"), cv2.VideoWriter.fourcc(*"MJPG"), 30.0, SIZE)
    while (frame := board.read()) is not None:
        film.write(frame.image)
    film.release()
    result = tray("calibrate", "lens", "--config", "tray.toml", "--camera", "board.avi", "--now")
    assert result.status == 0
    assert re.search(r"reprojection 0\.\d\d px over 1\d views", result.out)
    assert "tilted" in result.out
    [file] = (tmp_path / "state" / "calibration").glob("*.json")
    assert json.loads(file.read_text())["result"]["focal"] == pytest.approx(FOCAL, rel=0.02)


def test_cameras_are_listed_and_a_size_that_is_none_is_said(tray: Tray) -> None:
    listed = tray("calibrate", "camera", "--config", "tray.toml", "--list")
    assert "* simulated " in listed.out
    assert "live:" not in listed.out
    assert "'10x' is no size" in tray("calibrate", "camera", "--size", "10x").complaint


@pytest.mark.parametrize(
    "size",
    ["319x240", "320x239", "4097x960", "1280x3073", "40000x40000", pytest.param(f"{'9' * 5000}x960", id="endless")],
)
def test_a_camera_is_asked_for_no_size_that_the_settings_would_not_allow(tray: Tray, size: str) -> None:
    complaint = tray("calibrate", "camera", "--size", size, "--list").complaint
    assert complaint.endswith("as in 1280x960, 320x240 at least and 4096x3072 at most")


@pytest.mark.parametrize("size", ["320x240", "4096x3072"])
def test_the_least_and_the_largest_size_of_the_settings_can_be_asked_for(tray: Tray, size: str) -> None:
    assert tray("calibrate", "camera", "--size", size, "--list", "--config", "tray.toml").status == 0


def test_of_a_mat_larger_than_a2_the_other_papers_are_written(tray: Tray, tmp_path: Path) -> None:
    (tmp_path / "tray.toml").write_text("[mat]\nrolling_width = 600.0\n")
    result = tray("calibrate", "mat", "--config", "tray.toml")
    assert result.status == 0
    assert result.err.startswith("Left out: A2. The mat is")
    assert result.err.count("\n") == 1
    written = {file.name for file in (tmp_path / "mat").iterdir()}
    assert {"mat-A3.pdf", "mat-A4.pdf", "markers-A4.pdf"} <= written
    assert written == {Path(line).name for line in result.out.splitlines()}
    named = tray("calibrate", "mat", "--config", "tray.toml", "--paper", "A2", "--to", "named")
    assert (named.status, named.out) == (2, "")


def test_the_board_for_the_lens_is_written(tray: Tray, tmp_path: Path) -> None:
    result = tray("calibrate", "mat", "--charuco", "--to", "prints")
    assert result.out.splitlines() == ["prints/lens-board-A4.pdf", "prints/lens-board-A4.svg"]
    assert (tmp_path / "prints" / "lens-board-A4.pdf").read_bytes().startswith(b"%PDF")
    on_a3 = tray("calibrate", "mat", "--charuco", "--paper", "A3", "--to", "a3")
    assert (on_a3.status, on_a3.out) == (2, "")
    assert "on A4 alone. Leave --paper away." in on_a3.err


def test_before_the_simulated_camera_a_board_is_moved_until_its_lens_is_measured(tray: Tray) -> None:
    result = tray("calibrate", "lens", "--config", "tray.toml", "--now")
    assert result.status == 0
    pixels = re.search(r"The lens is measured: reprojection ([0-9.]+) px over (\d+) views", result.out)
    assert pixels is not None
    assert float(pixels[1]) < 0.3
    assert int(pixels[2]) >= 8
    assert "lens" in tray("calibrate", "history", "--config", "tray.toml").out
    assert tray("calibrate", "tray", "--config", "tray.toml", "--now").status == 0


def test_who_interrupts_the_lens_hears_that_nothing_was_changed(tmp_path: Path) -> None:
    with at_a_terminal(tmp_path, "lens") as terminal:
        terminal.wait_for("1 view,")
        os.kill(terminal.process.pid, signal.SIGINT)
        terminal.wait_for("Interrupted. The lens wasn't measured; nothing was changed.")
        assert terminal.process.wait(PATIENCE) == 130


def test_at_a_terminal_the_lens_is_given_up_with_q(tmp_path: Path) -> None:
    with at_a_terminal(tmp_path, "lens") as terminal:
        terminal.wait_for("Hold the board")
        terminal.type("q")
        terminal.wait_for("nothing was changed")
        assert terminal.process.wait(PATIENCE) == 2


def test_known_throws_are_checked_and_the_report_kept(tray: Tray, tmp_path: Path) -> None:
    result = tray("calibrate", "check", "--config", "tray.toml", "-n", "2")
    assert result.status == 0
    assert re.search(r"Throws read as they lay: +2 of 2", result.out)
    assert re.search(r"Cubes named right: +100\.0% \(95 %: 7\d\.\d% to 100\.0%\)", result.out)
    assert re.search(r"Called clear and wrong: +0", result.out)
    assert re.search(r"From rest to the reading: +p50 \d+\.\d\d s, p99", result.out)
    folder = tmp_path / "state" / "calibration"
    assert "A check of 2 known throws" in (folder / "check-0001.html").read_text()
    kept = json.loads(next(folder.glob("0001-check-*.json")).read_text())["result"]
    assert sum(count for row in kept["confusion"].values() for count in row.values()) >= 8
    assert "2 of 2 throws right" in tray("calibrate", "history", "--config", "tray.toml").out


def test_at_a_terminal_a_person_says_what_lies_there(tmp_path: Path) -> None:
    write_throws(tmp_path / "throws", 8)
    with at_a_terminal(tmp_path, "check", "-n", "1", "--camera", "throws") as terminal:
        terminal.wait_for(r"Read, clear: .*\. Enter if that is right")
        terminal.type("2 2 2 2 2")
        terminal.wait_for(r"Throws read as they lay: +0 of 1")
        assert terminal.process.wait(PATIENCE) == 1, "a reading was clear, and wrong by what was typed"
    page = (tmp_path / "state" / "calibration" / "check-0001.html").read_text()
    assert page.count("<img ") == 1


def lies_still(folder: Path, seconds: int) -> None:
    """Pictures of a throw that nobody takes up again for so long."""
    write_throws(folder, 1)
    for number in range(1, seconds // 3):
        (folder / f"{number}.jpg").symlink_to("0.jpg")


def test_at_a_terminal_early_lines_confirm_nothing_and_who_ends_it_while_a_throw_is_waited_for_is_heard(
    tmp_path: Path
) -> None:
    lies_still(tmp_path / "throws", 600)
    with at_a_terminal(tmp_path, "check", "--camera", "throws") as terminal:
        terminal.type("")
        terminal.wait_for(r"Read, clear: .*\. Enter if that is right")
        terminal.type("2 2 2 2 2")
        terminal.wait_for("Throw 2 of 20: throw the cubes")
        terminal.type("")
        terminal.type("q")
        terminal.wait_for(r"Throws read as they lay: +0 of 1\n")
        assert terminal.process.wait(PATIENCE) == 1, "a reading was clear, and wrong by what was typed"
    assert (tmp_path / "state" / "calibration" / "check-0001.html").exists()


@contextmanager
def one_throw_checked(folder: Path) -> Iterator[Terminal]:
    """A check in which one throw was checked, and the second is waited for."""
    lies_still(folder / "throws", 600)
    with at_a_terminal(folder, "check", "--camera", "throws") as terminal:
        terminal.wait_for(r"Read, clear: .*\. Enter if that is right")
        terminal.type("")
        terminal.wait_for("Throw 2 of 20: throw the cubes")
        yield terminal


def checked_throws(folder: Path) -> int:
    """How many throws the check that was kept has."""
    [kept] = (folder / "state" / "calibration").glob("0001-check-*.json")
    assert (kept.parent / "check-0001.html").exists()
    return int(json.loads(kept.read_text())["result"]["throws"])


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGHUP, signal.SIGTERM], ids=lambda number: number.name)
def test_who_ends_a_check_loses_no_throw_that_was_checked(tmp_path: Path, number: int) -> None:
    with one_throw_checked(tmp_path) as terminal:
        os.kill(terminal.process.pid, number)
        terminal.wait_for(r"Throws read as they lay: +1 of 1\n")
        assert terminal.process.wait(PATIENCE) == 130
        assert "Traceback" not in terminal.said
    assert checked_throws(tmp_path) == 1


def test_a_lost_connection_costs_no_throw_that_was_checked(tmp_path: Path) -> None:
    with one_throw_checked(tmp_path) as terminal:
        terminal.hang_up()
        terminal.process.wait(PATIENCE)
    assert checked_throws(tmp_path) == 1


def test_a_listener_that_has_gone_costs_no_throw_that_was_checked(tmp_path: Path) -> None:
    """As at `ssh tray@table tray calibrate check` without a terminal, whose end is told by nothing but its pipes."""
    lies_still(tmp_path / "throws", 600)
    command = subprocess.Popen(
        [TRAY, "calibrate", "check", "--camera", "throws", "--config", "tray.toml"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd=tmp_path,
    )  # fmt: skip
    try:
        assert command.stdin
        assert command.stdout
        while not command.stdout.readline().startswith(b"Read, clear"):
            assert command.poll() is None
        command.stdout.close()
        command.stdin.write(b"\n")
        command.stdin.flush()
        command.wait(PATIENCE)
    finally:
        command.kill()
        command.wait()
        command.stdin.close()
    assert checked_throws(tmp_path) == 1


@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGTERM], ids=lambda number: number.name)
def test_teaching_that_is_ended_from_outside_ends_in_order(tmp_path: Path, number: int) -> None:
    with at_a_terminal(tmp_path, "teach", "mine") as terminal:
        terminal.wait_for("put all cubes with the 2 up")
        os.kill(terminal.process.pid, number)
        assert terminal.process.wait(PATIENCE) == 130
    assert not list((tmp_path / "state" / "calibration").glob("*-*"))


@contextmanager
def taught_until(folder: Path, words: str, *lines: str) -> Iterator[Terminal]:
    """Two faces are taught at the simulated tray, with these lines typed; until `words` are told."""
    with at_a_terminal(folder, "teach", "mine", "--faces", "2,3") as terminal:
        for number, line in enumerate(lines, start=1):
            terminal.wait_for(f"(?s)(Enter (takes the picture|learns the set).*){{{number}}}")
            terminal.type(line)
        terminal.wait_for(words)
        yield terminal


def test_who_ends_teaching_keeps_the_set_that_was_taken_by_then(tmp_path: Path) -> None:
    with taught_until(tmp_path, "3, picture 2", "", "", "") as terminal:
        os.kill(terminal.process.pid, signal.SIGINT)
        terminal.wait_for(
            "Interrupted. The set is made of what was taken: [0-9]+ cubes? with the 2, [0-9]+ cubes? with the 3."
        )
        terminal.wait_for("Kept as number 1")
        assert terminal.process.wait(PATIENCE) == 130
    assert list((tmp_path / "state" / "calibration").glob("0001-set*.json"))


def test_who_will_not_wait_until_it_has_learned_ends_that_too(tray: Tray, tmp_path: Path) -> None:
    with taught_until(tmp_path, "3, picture 2", "", "", "") as terminal:
        os.kill(terminal.process.pid, signal.SIGINT)
        terminal.wait_for("Learning: 25 %")
        os.kill(terminal.process.pid, signal.SIGINT)
        terminal.wait_for("Interrupted while it learned. The pictures are kept as number 1")
        assert terminal.process.wait(PATIENCE) == 130
    assert "pictures, kept before they were learned" in tray("calibrate", "history", "--config", "tray.toml").out


def test_a_lost_connection_costs_no_set_that_was_taken(tmp_path: Path) -> None:
    with taught_until(tmp_path, "3, picture 2", "", "", "") as terminal:
        terminal.hang_up()
        terminal.process.wait(PATIENCE)
    assert list((tmp_path / "state" / "calibration").glob("0001-set*.json"))


@pytest.mark.parametrize("ended_by", [signal.SIGINT, signal.SIGKILL], ids=["Ctrl-C", "a power cut"])
def test_teaching_that_ends_while_it_learns_keeps_the_pictures_to_be_learned_later(
    tray: Tray, tmp_path: Path, ended_by: signal.Signals
) -> None:
    with taught_until(tmp_path, "Learning: 25 %", *[""] * 5) as terminal:
        os.kill(terminal.process.pid, ended_by)
        if ended_by == signal.SIGINT:
            terminal.wait_for("Interrupted while it learned. The pictures are kept as number 1")
        assert terminal.process.wait(PATIENCE) == (130 if ended_by == signal.SIGINT else -ended_by)
    said = tray("calibrate", "history", "--config", "tray.toml").out
    assert "the set mine, faces 2 3, " in said
    assert "pictures, kept before they were learned" in said


def test_who_ends_teaching_too_early_is_told_what_is_thrown_away(tmp_path: Path) -> None:
    with taught_until(tmp_path, "2, picture 2", "") as terminal:
        os.kill(terminal.process.pid, signal.SIGINT)
        terminal.wait_for(
            r"Interrupted. What was taken \([0-9]+ cubes? with the 2\) makes no set yet, and was thrown away"
        )
        assert terminal.process.wait(PATIENCE) == 130
    assert not list((tmp_path / "state" / "calibration").glob("*-*"))


def test_a_check_that_could_not_be_kept_is_not_begun(tray: Tray, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").write_text("a file where the folder belongs")
    elsewhere = SETTINGS.replace('folder = "state"', 'folder = "state"\ncalibration = "elsewhere"')
    (tmp_path / "tray.toml").write_text(elsewhere)
    complaint = tray("calibrate", "check", "--config", "tray.toml", "-n", "1").complaint
    assert "elsewhere can't be written (File exists)" in complaint
    assert "name another folder in state.calibration" in complaint


def test_where_a_check_can_not_be_kept_at_its_end_its_figures_are_told_all_the_same(tmp_path: Path) -> None:
    write_throws(tmp_path / "throws", 8)
    with at_a_terminal(tmp_path, "check", "-n", "1", "--camera", "throws") as terminal:
        terminal.wait_for(r"Read, clear: .*\. Enter if that is right")
        (tmp_path / "state" / "calibration").rename(tmp_path / "away")
        (tmp_path / "state" / "calibration").symlink_to("nowhere")
        terminal.type("")
        terminal.wait_for(r"(?s)Throws read as they lay: +1 of 1\n.*can't be written")
        assert terminal.process.wait(PATIENCE) == 2


def test_history_and_restore(tray: Tray) -> None:
    assert "Nothing was kept yet" in tray("calibrate", "history", "--config", "tray.toml").out
    tray("calibrate", "tray", "--config", "tray.toml", "--now")
    tray("calibrate", "tray", "--config", "tray.toml", "--now")
    restored = tray("calibrate", "restore", "1", "--config", "tray.toml")
    assert restored.out.startswith("tray of number 1 is in force again, as number 3: simulated: the mat to ")
    lines = tray("calibrate", "history", "--config", "tray.toml").out.splitlines()
    assert [line[:6].split() for line in lines] == [["1"], ["2"], ["*", "3"]]
    assert "brought back from 1" in lines[2]
    assert "no calibration '9'" in tray("calibrate", "restore", "9", "--config", "tray.toml").complaint


def test_a_damaged_file_is_one_line_for_every_command_that_needs_it(tray: Tray, tmp_path: Path) -> None:
    tray("calibrate", "tray", "--config", "tray.toml", "--now")
    [file] = (tmp_path / "state" / "calibration").glob("*.json")
    file.write_text('{"version": 1,')
    for command in (("run",), ("calibrate", "check", "--now")):
        complaint = tray(*command, "--config", "tray.toml").complaint
        assert f"{file.name} can't be used (it is damaged)" in complaint
        assert "tray calibrate restore" in complaint
    listed = tray("calibrate", "history", "--config", "tray.toml")
    assert listed.status == 0
    assert "it is damaged" in listed.out


def damaged(folder: Path, kind: str) -> None:
    """A result of this kind whose file was cut off in the midst."""
    kept = folder / "state" / "calibration"
    kept.mkdir(parents=True, exist_ok=True)
    (kept / f"0001-{kind}-2026-05-14.json").write_text('{"version": 1,')


@pytest.mark.parametrize("kind", ["tray", "camera"])
def test_a_step_measures_anew_what_is_damaged(tray: Tray, tmp_path: Path, kind: str) -> None:
    damaged(tmp_path, kind)
    assert f"`tray calibrate {kind}`" in tray("run", "--config", "tray.toml").complaint
    result = tray("calibrate", kind, "--config", "tray.toml", "--now")
    assert (result.status, result.err) == (0, "")
    assert "Kept as number 2" in result.out
    assert reader_settings(load_settings(tmp_path / "tray.toml"), paced=True) is not None


def test_the_lens_is_measured_anew_where_it_is_damaged_and_the_tray_with_it(tmp_path: Path) -> None:
    for kind in ("lens", "tray"):
        damaged(tmp_path, kind)
    with at_a_terminal(tmp_path, "lens") as terminal:
        terminal.wait_for("Hold the board")


def test_camera_and_lens_are_measured_anew_where_both_are_damaged(tray: Tray, tmp_path: Path) -> None:
    for kind in ("lens", "camera"):
        damaged(tmp_path, kind)
    assert "`tray calibrate camera`" in tray("calibrate", "lens", "--config", "tray.toml").complaint
    result = tray("calibrate", "camera", "--config", "tray.toml", "--now")
    assert result.status == 0
    assert re.search(r"0001-lens-.* can't be used .*\nThis step goes on without it\.", result.out)
    with at_a_terminal(tmp_path, "lens") as terminal:
        terminal.wait_for("Hold the board")


def test_a_set_is_taught_that_the_settings_name_already(tmp_path: Path) -> None:
    with (tmp_path / "tray.toml").open("a") as settings:
        settings.write('[reader]\ncube_set = "grandma"\n')
    damaged(tmp_path, "set")
    with at_a_terminal(tmp_path, "teach", "grandma") as terminal:
        terminal.wait_for("put all cubes with the 2 up")


def test_no_step_but_a_check_needs_the_set_that_the_settings_name(tray: Tray, tmp_path: Path) -> None:
    with (tmp_path / "tray.toml").open("a") as settings:
        settings.write('[reader]\ncube_set = "grandma"\n')
    assert tray("calibrate", "tray", "--config", "tray.toml", "--now").status == 0
    assert "There is no set 'grandma'" in tray("calibrate", "check", "--config", "tray.toml", "--now").complaint
    with at_a_terminal(tmp_path, "teach", "grandma") as terminal:
        terminal.wait_for("put all cubes with the 2 up")


def press_on(address: str) -> None:
    """Press the button of the viewfinder's page at this address, as a phone does."""
    pressed = urllib.request.Request(f"{address}press", method="POST", headers={"Origin": address.rstrip("/")})
    urllib.request.urlopen(pressed, timeout=20).close()


@pytest.mark.parametrize(
    ("command", "otherwise"),
    [
        (["tray"], "To be asked nothing, start it with --now."),
        (["teach", "mine", "--faces", "2,3"], "with --images nothing is asked."),
        (["check", "--camera", "throws"], "can be typed at a terminal alone."),
    ],
)
def test_without_a_keyboard_the_phones_button_answers(tmp_path: Path, command: list[str], otherwise: str) -> None:
    write_throws(tmp_path / "throws", 8)
    with at_a_terminal(tmp_path, *command, typing=False) as terminal:
        address = terminal.wait_for(r"live: (http://\S+/)\n")[1]
        terminal.wait_for(rf"standard input has ended; the button .* answers like Enter\. .*{re.escape(otherwise)}\n")
        press_on(address)
        terminal.wait_for("Kept as number 1|Taken: 5 cubes|Throw 2 of 20")
        assert terminal.said.count("standard input has ended") == 1


@pytest.mark.parametrize("step", ["camera", "tray", "lens", "check"])
def test_a_camera_whose_name_can_not_be_written_down_is_said_before_anything_is_measured(
    tray: Tray, tmp_path: Path, step: str
) -> None:
    assert "rename the file or folder" in tray("calibrate", step, "--camera", "bar\udce9.avi", "--now").complaint
    assert not (tmp_path / "state").exists()


def test_a_camera_that_is_not_there_is_said(tray: Tray) -> None:
    assert "There is no camera" in tray("calibrate", "tray", "--camera", "nowhere").complaint
    assert "unplugged" in tray("calibrate", "tray", "--camera", "/dev/video97", "--now").complaint


def test_at_a_terminal_the_phone_is_the_viewfinder_and_enter_goes_on(tmp_path: Path) -> None:
    with at_a_terminal(tmp_path, "tray") as terminal:
        address = terminal.wait_for(r"live: (http://\S+/)\n")[1]
        terminal.wait_for("Press Enter")
        with urllib.request.urlopen(address, timeout=20) as page:
            assert b"picture" in page.read()
        deadline = time.monotonic() + PATIENCE
        while json.load(urllib.request.urlopen(f"{address}state", timeout=20))["number"] == 0:
            assert time.monotonic() < deadline
        with urllib.request.urlopen(f"{address}picture.jpg", timeout=20) as picture:
            assert picture.read(2) == b"\xff\xd8"
        terminal.type("")
        terminal.wait_for("Kept as number 1")
        assert terminal.process.wait(PATIENCE) == 0


def test_at_a_terminal_the_phones_button_goes_on_and_ctrl_c_ends(tmp_path: Path) -> None:
    with at_a_terminal(tmp_path, "tray") as terminal:
        address = terminal.wait_for(r"live: (http://\S+/)\n")[1]
        terminal.wait_for("Press Enter")
        press_on(address)
        terminal.wait_for("Kept as number 1")
        assert terminal.process.wait(PATIENCE) == 0
    with at_a_terminal(tmp_path, "tray") as terminal:
        terminal.wait_for("Press Enter")
        os.kill(terminal.process.pid, signal.SIGINT)
        assert terminal.process.wait(PATIENCE) == 130
        assert "Traceback" not in terminal.said

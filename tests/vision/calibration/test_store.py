"""What calibration keeps: files on a real disk, read back, brought back, and damaged."""

from __future__ import annotations

import json
import os
import re
import sys
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from subprocess import PIPE, Popen
from typing import Any

import cv2
import numpy as np
import pytest

from tests.full_disk import full_disk
from tests.vision.calibration.kept import in_force, markers, tray
from vision.calibration.marker_places import trouble_with_markers
from vision.calibration.results import CameraResult, CheckResult, LensResult, Score, TrayResult
from vision.calibration.store import CalibrationError, CalibrationStore
from vision.mat import marker_corners
from vision.settings import MatSettings


def lens(camera: str = "/dev/video0") -> LensResult:
    return LensResult(
        camera=camera, size=(1280, 960), focal=(900.0, 900.0), middle=(640.0, 480.0),
        distortion=(-0.1, 0.0, 0.0, 0.0, 0.0), error=0.3, views=12, coverage=0.9,
    )  # fmt: skip


def check() -> CheckResult:
    return CheckResult(
        camera="x", throws=1, right_throws=1, confusion={"2": {"2": 5}}, accuracy=1.0, interval=(0.5, 1.0),
        latency=(0.2, 0.3), wrongly_clear=0, report="x.html",
    )  # fmt: skip


class Calendar:
    """A date that goes on by an hour with each look."""

    def __init__(self) -> None:
        self._now = datetime(2026, 5, 14, 20, tzinfo=UTC)

    def __call__(self) -> datetime:
        self._now += timedelta(hours=1)
        return self._now


@pytest.fixture(autouse=True)
def live_in(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], None]]:
    """Moves people to a time zone as POSIX writes it; they live in Greenwich."""
    def move(zone: str) -> None:
        monkeypatch.setenv("TZ", zone)
        time.tzset()

    move("UTC0")
    yield move
    monkeypatch.undo()
    time.tzset()


@pytest.fixture
def store(tmp_path: Path) -> CalibrationStore:
    return CalibrationStore(tmp_path / "calibration", Calendar())


def newest_file(store: CalibrationStore) -> Path:
    return max(store.folder.glob("*.json"))


def test_the_newest_of_a_kind_and_camera_is_in_force(store: CalibrationStore) -> None:
    store.keep(tray(0.5))
    store.keep(tray(0.3))
    store.keep(tray(0.9, camera="picamera"))
    store.keep(lens())
    again = CalibrationStore(store.folder)
    assert again.newest(TrayResult, "/dev/video0") == tray(0.3)
    assert again.newest(TrayResult, "picamera") == tray(0.9, camera="picamera")
    assert again.newest(LensResult, "/dev/video0") == lens()
    assert again.newest(TrayResult, "simulated") is None
    assert again.number_in_force(TrayResult, "/dev/video0") == 2
    assert again.number_in_force(TrayResult, "simulated") is None
    assert in_force(again) == {2, 3, 4}


def test_nothing_kept_is_nothing_found(store: CalibrationStore) -> None:
    assert store.history() == []
    assert store.newest(TrayResult, "/dev/video0") is None
    assert not store.folder.exists()


def test_each_result_has_its_date_and_none_is_ever_changed(store: CalibrationStore) -> None:
    first = store.keep(tray())
    before = newest_file(store).read_bytes()
    store.keep(tray(0.1))
    names = sorted(file.name for file in store.folder.glob("*-*"))
    assert names == ["0001-tray-2026-05-14.json", "0002-tray-2026-05-14.json"]
    assert (store.folder / names[0]).read_bytes() == before
    assert first.made == datetime(2026, 5, 14, 21, tzinfo=UTC)


def test_what_was_in_force_is_brought_back_by_number_and_by_date(store: CalibrationStore) -> None:
    store.keep(tray(0.2))
    later = CalibrationStore(store.folder, lambda: datetime(2026, 6, 1, tzinfo=UTC))
    later.keep(tray(0.9))
    assert later.restore("2026-05-14").restored == 1
    assert later.newest(TrayResult, "/dev/video0") == tray(0.2)
    later.restore("2")
    assert later.newest(TrayResult, "/dev/video0") == tray(0.9)
    assert [stored.number for stored in later.history()] == [1, 2, 3, 4]
    assert later.restore("3").restored == 1, "a copy of a copy names the first"


@pytest.mark.parametrize(("zone", "day"), [("NZT-12", "2026-05-15"), ("PST+22", "2026-05-13")])
def test_the_date_that_is_shown_is_the_one_that_brings_back(
    store: CalibrationStore, live_in: Callable[[str], None], zone: str, day: str
) -> None:
    store.keep(tray())
    live_in(zone)
    [stored] = store.history()
    assert stored.day.startswith(f"{day} ")
    with pytest.raises(CalibrationError, match="no calibration '2026-05-14'"):
        store.restore("2026-05-14")
    assert store.restore(day).restored == 1


def test_a_damaged_file_has_the_date_in_its_name(store: CalibrationStore) -> None:
    store.keep(tray())
    newest_file(store).write_text("")
    assert store.history()[0].day == "2026-05-14"
    with pytest.raises(CalibrationError, match="it is damaged"):
        store.restore("2026-05-14")


def test_nothing_older_than_a_damaged_file_of_its_kind_is_in_force(store: CalibrationStore) -> None:
    store.keep(tray(0.1))
    store.keep(tray(0.2))
    newest_file(store).write_text("")
    store.keep(lens())
    assert in_force(store) == {3}
    with pytest.raises(CalibrationError, match="0002-tray"):
        store.newest(TrayResult, "/dev/video0")
    store.keep(tray(camera="picamera"))
    assert in_force(store) == {3, 4}, "what is newer than it is known"
    assert store.newest(TrayResult, "picamera") == tray(camera="picamera")
    with pytest.raises(CalibrationError, match="0002-tray"):
        store.newest(TrayResult, "/dev/video0")
    store.restore("1")
    assert in_force(store) == {3, 4, 5}
    assert store.newest(TrayResult, "/dev/video0") == tray(0.1)


def test_one_number_of_two_files_is_in_force_where_it_is_known_to_be(store: CalibrationStore) -> None:
    store.keep(lens())
    copied = CalibrationStore(store.folder.parent / "another", lambda: datetime(2026, 5, 1, tzinfo=UTC))
    copied.keep(tray(camera="picamera"))
    newest_file(copied).rename(store.folder / newest_file(copied).name)
    store.keep(tray())
    assert [(stored.number, stored.kind) for stored in store.history() if stored.in_force] == [
        (1, "tray"), (1, "lens"), (2, "tray"),
    ]  # fmt: skip
    newest_file(store).write_text("")
    assert [(stored.number, stored.kind) for stored in store.history() if stored.in_force] == [(1, "lens")]


def test_of_files_with_one_number_the_later_one_is_newer(store: CalibrationStore) -> None:
    store.keep(tray(0.1))
    later = CalibrationStore(store.folder.parent / "another", lambda: datetime(2026, 5, 20, tzinfo=UTC))
    later.keep(tray(0.2))
    newest_file(later).rename(store.folder / newest_file(later).name)
    assert store.newest(TrayResult, "/dev/video0") == tray(0.2)
    assert [stored.date for stored in store.history() if stored.in_force] == ["2026-05-20"]


def test_a_date_of_several_results_asks_for_a_number(store: CalibrationStore) -> None:
    store.keep(tray())
    store.keep(lens())
    with pytest.raises(CalibrationError, match=r"2 calibrations are of 2026-05-14: 1 \(tray\), 2 \(lens\)"):
        store.restore("2026-05-14")
    with pytest.raises(CalibrationError, match=r"no calibration '7'.*tray calibrate history"):
        store.restore("7")


def test_a_date_means_what_can_be_brought_back(store: CalibrationStore) -> None:
    store.keep(tray(0.1))
    store.keep(check())
    store.keep(lens())
    newest_file(store).write_text("")
    assert store.restore("2026-05-14").result == tray(0.1)


def test_the_report_of_a_check_sets_nothing_that_could_be_brought_back(store: CalibrationStore) -> None:
    store.keep(check())
    assert in_force(store) == set()
    with pytest.raises(CalibrationError, match="report of a check"):
        store.restore("1")


@pytest.mark.parametrize(
    ("damage", "why"),
    [
        (lambda text: text[: len(text) // 2], "it is damaged"),
        (lambda text: "", "it is damaged"),
        (lambda text: "[]", r"can't be used \(Input should be an object\)"),
        (lambda text: re.sub(r'"size": \[[^]]*\]', '"size": [1000000000, 960]', text), "size"),
        (lambda text: text.replace('"version": 1', '"version": 7'), "version 7"),
        (lambda text: text.replace('"residual": 0.2', '"residual": -1.0'), "result.tray.residual"),
        (lambda text: text.replace('"residual": 0.2', '"residual": "NaN"'), "residual"),
        (lambda text: text.replace('"number": 1', '"number": 5'), "it holds number 5"),
        (lambda text: text.replace('"size": [', '"wide": ['), "size"),
        (lambda text: re.sub('"made": "[^"]*"', '"made": "0001-01-01T00:00:00+14:00"', text), "made: no calendar"),
    ],
)
def test_a_damaged_file_is_one_line_with_what_to_do_and_the_last_good_one_comes_back(
    store: CalibrationStore, damage: object, why: str
) -> None:
    store.keep(tray())
    file = newest_file(store)
    good = file.read_text()
    file.write_text(damage(good))  # type: ignore[operator]
    with pytest.raises(CalibrationError, match=why) as caught:
        store.newest(TrayResult, "/dev/video0")
    words = str(caught.value)
    assert "\n" not in words
    assert file.name in words
    assert "`tray calibrate restore`" in words
    assert "`tray calibrate tray`" in words
    assert store.history()[0].trouble == words
    store.keep(tray(0.4))
    assert store.newest(TrayResult, "/dev/video0") == tray(0.4), "a newer good one counts"


@pytest.mark.parametrize(
    ("figures", "why"),
    [
        ({"focal": (1e-9, 900.0)}, "no lens has the focal lengths"),
        ({"middle": (1e9, 480.0)}, "far outside pictures"),
        ({"distortion": (1e9, 0.0, 0.0, 0.0, 0.0)}, "distortion"),
    ],
)
def test_a_lens_that_there_cant_be_is_told(store: CalibrationStore, figures: dict[str, object], why: str) -> None:
    store.keep(lens())
    file = newest_file(store)
    entry = json.loads(file.read_text())
    entry["result"] |= figures
    file.write_text(json.dumps(entry))
    with pytest.raises(CalibrationError, match=why):
        store.newest(LensResult, "/dev/video0")


def test_a_pipe_in_the_place_of_a_result_is_damaged_and_not_waited_for(store: CalibrationStore) -> None:
    store.keep(tray())
    file = newest_file(store)
    file.unlink()
    os.mkfifo(file)
    assert "it can't be read: it is a pipe or a device, not a file" in store.history()[0].trouble


def swapped(one: int, other: int) -> dict[int, Any]:
    found = markers()
    return found | {one: found[other], other: found[one]}


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        (dict.fromkeys(range(4), markers()[0]), "the markers lie in another order"),
        (swapped(1, 3), "the markers lie in another order"),
        (swapped(0, 1), "the markers lie in another order"),
        ({number: markers()[(number + 1) % 4] for number in range(4)}, "the markers don't lie as the mat has them"),
        ({**markers(), 2: markers()[2][1:] + markers()[2][:1]}, "the markers don't lie as the mat has them"),
        ({**markers(), 2: ((9.0, 9.0), (19.0, 9.0), (29.0, 9.0), (39.0, 9.0))}, "marker 2 is no square"),
        ({**markers(), 3: ((50.0, 50.0),) * 4}, "marker 3 is no square"),
        ({**markers(), 1: ((1e300, 0.0), *markers()[1][1:])}, "marker 1 lies outside the picture"),
        ({**markers(), 0: ((-9.0, 0.0), *markers()[0][1:])}, "marker 0 lies outside the picture"),
    ],
)
def test_markers_that_no_mat_has_are_damaged(store: CalibrationStore, wrong: dict[int, Any], why: str) -> None:
    store.keep(tray())
    file = newest_file(store)
    kept = json.loads(file.read_text())
    kept["result"]["markers"] = wrong
    file.write_text(json.dumps(kept))
    with pytest.raises(CalibrationError, match=f"can't be used .*{why}.*tray calibrate tray"):
        store.newest(TrayResult, "/dev/video0")


def test_markers_of_a_mat_are_taken_as_a_tilted_camera_with_a_bent_lens_sees_them() -> None:
    turn = cv2.Rodrigues(np.array([0.4, -0.3, 2.5]))[0]
    camera = np.array([[800.0, 0.0, 640.0], [0.0, 800.0, 480.0], [0.0, 0.0, 1.0]])
    for bends in (0.0, -0.3):
        for mat in (MatSettings(), MatSettings((160.0, 260.0), (0.0, 270.0, 160.0, 305.0))):
            places = marker_corners(mat)
            middle = np.mean(list(places.values()), axis=(0, 1))
            seen = {}
            for number, corners in places.items():
                above = np.column_stack([corners - middle, np.zeros(4)]) @ turn.T + (0.0, 0.0, 520.0)
                pixels, _ = cv2.projectPoints(above, np.zeros(3), np.zeros(3), camera, np.array([bends, 0, 0, 0.0]))
                seen[number] = tuple((float(x), float(y)) for x, y in pixels.reshape(-1, 2))
            assert trouble_with_markers(seen, (1280, 960)) == ""


def test_a_power_cut_in_the_midst_of_writing_leaves_what_was_there(store: CalibrationStore) -> None:
    store.keep(tray())
    (store.folder / "0002-tray-2026-05-14.json.new").write_text('{"version": 1, "numb')
    assert store.newest(TrayResult, "/dev/video0") == tray()
    assert store.keep(tray(0.7)).number == 2


def test_a_folder_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "state").write_text("a file, no folder")
    store = CalibrationStore(tmp_path / "state" / "calibration")
    with pytest.raises(CalibrationError, match=r"(can't be read|can't be written).*state\.calibration"):
        store.keep(tray())


def test_whether_results_can_be_kept_is_found_out_without_keeping_any(store: CalibrationStore) -> None:
    store.try_to_write()
    assert store.history() == []
    assert not [file for file in store.folder.iterdir() if not file.name.startswith(".lock")]


def test_a_folder_that_takes_no_result_is_said_before_there_is_one(tmp_path: Path) -> None:
    (tmp_path / "state").write_text("a file, no folder")
    with pytest.raises(CalibrationError, match=r"state\.calibration"):
        CalibrationStore(tmp_path / "state" / "calibration").try_to_write()


def test_a_full_disk_is_said_before_there_is_a_result_and_left_as_it_was(store: CalibrationStore) -> None:
    with full_disk(), pytest.raises(CalibrationError, match=r"can't be written .*state\.calibration"):
        store.try_to_write()
    assert not [file for file in store.folder.iterdir() if file.stat().st_size]


def test_a_disk_with_less_room_than_a_set_takes_is_said_before_one_is_taught(store: CalibrationStore) -> None:
    with full_disk(left=3_000_000), pytest.raises(CalibrationError, match=r"can't be written .*state\.calibration"):
        store.try_to_write()


KEEPS = """
import sys
from pathlib import Path
from tests.vision.calibration.kept import tray
from vision.calibration.store import CalibrationStore
store = CalibrationStore(Path(sys.argv[1]))
print("ready", flush=True)
sys.stdin.readline()
for _ in range(10):
    print(store.keep(tray()).number)
"""


def test_commands_that_keep_something_at_once_keep_it_all_under_numbers_of_their_own(store: CalibrationStore) -> None:
    here = Path(__file__).parents[3]
    commands = [
        Popen([sys.executable, "-c", KEEPS, str(store.folder)], stdin=PIPE, stdout=PIPE, text=True, cwd=here)
        for _ in range(4)
    ]
    for command in commands:
        assert command.stdout
        assert command.stdout.readline() == "ready\n"
    for command in commands:
        assert command.stdin
        command.stdin.write("go\n")
        command.stdin.flush()
    numbers = [int(number) for command in commands for number in command.communicate()[0].split()]
    assert sorted(numbers) == list(range(1, 41))
    assert [stored.number for stored in store.history() if stored.entry] == list(range(1, 41))


def test_what_belongs_to_a_result_is_kept_with_it_or_not_at_all(store: CalibrationStore) -> None:
    with store.alone() as number:
        assert store.keep(tray(), beside={f"page-{number:04}.html": b"page"}).number == number
    assert (store.folder / "page-0001.html").read_bytes() == b"page"
    with full_disk(left=400), pytest.raises(CalibrationError, match="nothing was kept"):
        store.keep(tray(), beside={"page-0002.html": b"page"})
    assert {file.name for file in store.folder.glob("*-*")} == {"page-0001.html", "0001-tray-2026-05-14.json"}
    assert store.keep(tray()).number == 2


def test_ctrl_c_while_a_result_is_written_leaves_nothing_of_it(
    store: CalibrationStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    def pressed(name: str, content: bytes) -> Path:
        written = write(name, content)
        if name.endswith(".json"):
            raise KeyboardInterrupt
        return written

    write = store.write
    monkeypatch.setattr(store, "write", pressed)
    with pytest.raises(KeyboardInterrupt):
        store.keep(tray(), beside={"page-0001.html": b"page"})
    assert not list(store.folder.glob("*-*"))


def test_what_cannot_be_written_down_leaves_nothing_behind(store: CalibrationStore) -> None:
    with pytest.raises(CalibrationError, match=r"can't be written down .*nothing was kept"):
        store.keep(tray().model_copy(update={"camera": "caf\udce9.mp4"}), beside={"page-0001.html": b"page"})
    assert not list(store.folder.glob("*-*"))


def test_locks_and_scores_come_back_as_they_were(store: CalibrationStore) -> None:
    result = CameraResult(
        camera="picamera", size=(1280, 960), exposure=0.01, gain=2.0, colour_gains=(1.5, 1.8),
        scores=(Score(name="focus", points=80, measured="2.0 px"),),
    )  # fmt: skip
    store.keep(result)
    assert CalibrationStore(store.folder).newest(CameraResult, "picamera") == result
    assert json.loads(newest_file(store).read_text())["result"]["kind"] == "camera"

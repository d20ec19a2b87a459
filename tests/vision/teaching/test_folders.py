"""Pictures in folders, and what is said of those that won't do."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision.teaching.drawn_dice import write_folders
from vision.calibration.store import CalibrationError
from vision.teaching.folders import from_folders


def test_each_picture_gives_its_folders_face(tmp_path: Path) -> None:
    write_folders(tmp_path, ["heart", "five"], 2)
    found = from_folders(tmp_path, print)
    assert [choices.faces[0].face for choices in found] == ["five", "five", "heart", "heart"]


def test_a_picture_without_a_cube_and_one_that_is_none_are_named_and_left_out(tmp_path: Path) -> None:
    write_folders(tmp_path, ["heart", "five"], 2)
    cv2.imwrite(str(tmp_path / "heart" / "empty.png"), np.full((200, 200, 3), 90, np.uint8))
    (tmp_path / "five" / "broken.jpg").write_bytes(b"not a picture")
    (tmp_path / "five" / "notes.txt").write_text("no picture either")
    told: list[str] = []
    assert len(from_folders(tmp_path, told.append)) == 4
    assert [line for line in told if "empty.png" in line]
    assert [line for line in told if "broken.jpg" in line]
    assert [line for line in told if "notes.txt is no JPEG" in line]
    assert len(told) == 3


def test_pipes_and_devices_are_left_out_and_not_waited_for(tmp_path: Path) -> None:
    write_folders(tmp_path, ["heart", "five"], 2)
    os.mkfifo(tmp_path / "heart" / "pipe.png")
    (tmp_path / "five" / "endless.png").symlink_to("/dev/zero")
    told: list[str] = []
    assert len(from_folders(tmp_path, told.append)) == 4
    assert told == [
        f"Left out: {tmp_path}/{name} can't be opened: it is a pipe or a device, not a file."
        for name in ("five/endless.png", "heart/pipe.png")
    ]


def test_a_name_that_steers_a_terminal_is_spelt_out(tmp_path: Path) -> None:
    write_folders(tmp_path, ["heart", "five"], 2)
    (tmp_path / "heart" / "a\x1b[31mred\nb.heic").write_bytes(b"from a phone")
    told: list[str] = []
    assert len(from_folders(tmp_path, told.append)) == 4
    [line] = told
    assert line.isprintable()
    assert r"a\x1b[31mred\nb.heic is no JPEG or PNG" in line


def test_what_is_no_known_picture_is_told_with_what_to_do_and_hidden_files_are_not(tmp_path: Path) -> None:
    for face in ("2", "3"):
        (tmp_path / face / "more").mkdir(parents=True)
        (tmp_path / face / f"{face}.HEIC").write_bytes(b"from a phone")
        (tmp_path / face / ".DS_Store").write_bytes(b"")
    (tmp_path / "beside.jpg").write_bytes(b"")
    told: list[str] = []
    with pytest.raises(CalibrationError, match=r"2 has 0, 3 has 0"):
        from_folders(tmp_path, told.append)
    assert len(told) == 5
    assert "beside.jpg lies beside the folders" in told[0]
    assert "2.HEIC is no JPEG or PNG" in told[1]
    assert "Convert it" in told[1]
    assert "more is a folder" in told[2]


def test_copies_of_a_picture_count_once(tmp_path: Path) -> None:
    write_folders(tmp_path, ["heart", "five"], 2)
    hearts = tmp_path / "heart"
    shutil.copy(hearts / "0.png", hearts / "copy.png")
    shutil.copy(hearts / "0.png", hearts / "once more.png")
    told: list[str] = []
    assert len(from_folders(tmp_path, told.append)) == 4
    assert told == [
        f"Left out: {hearts}/{name}.png is a copy of {hearts}/0.png. Take another picture of the heart."
        for name in ("copy", "once more")
    ]


def test_a_picture_in_the_folders_of_two_faces_shows_neither(tmp_path: Path) -> None:
    write_folders(tmp_path, ["heart", "five"], 2)
    shutil.copy(tmp_path / "five" / "0.png", tmp_path / "heart" / "a five.png")
    told: list[str] = []
    with pytest.raises(CalibrationError, match=r"five has 1\."):
        from_folders(tmp_path, told.append)
    [line] = told
    assert line.startswith(f"Left out: {tmp_path}/five/0.png, {tmp_path}/heart/a five.png are one picture")


def test_names_that_are_not_utf_8_can_be_told_and_kept(tmp_path: Path) -> None:
    write_folders(tmp_path / "plain", ["heart", "five"], 2)
    folder = (tmp_path / "plain").rename(tmp_path / "n\udce9")
    for number, file in enumerate(sorted((folder / "heart").iterdir())):
        file.rename(folder / "heart" / f"caf\udce9 {number}.png")
    (folder / "five" / "empt\udce9.png").write_bytes(b"")
    told: list[str] = []
    sources = [choices.faces[0].source for choices in from_folders(folder, told.append)]
    assert sources[2:] == [f"{tmp_path}/n\ufffd/heart/caf\ufffd {number}.png" for number in (0, 1)]
    assert "".join([*sources, *told]).encode()
    assert "empt\ufffd.png holds no picture" in told[0]


def test_too_few_of_a_face_says_which(tmp_path: Path) -> None:
    write_folders(tmp_path, ["heart", "five"], 2)
    write_folders(tmp_path, ["one"], 1)
    with pytest.raises(CalibrationError, match=r"one has 1\. Each face needs at least 2"):
        from_folders(tmp_path, print)


@pytest.mark.parametrize(
    ("folders", "words"),
    [
        ([], "it holds none"),
        (["heart"], "only heart"),
        (["heart", "none"], "can't be called 'none'"),
        (["heart", "far too long a name"], "1 to 12 letters"),
    ],
)
def test_folders_that_are_no_faces_are_refused(tmp_path: Path, folders: list[str], words: str) -> None:
    for name in folders:
        (tmp_path / name).mkdir()
    with pytest.raises(CalibrationError, match=words):
        from_folders(tmp_path, print)


def test_no_folder_at_all(tmp_path: Path) -> None:
    with pytest.raises(CalibrationError, match="There is no folder"):
        from_folders(tmp_path / "nowhere", print)

"""`tray calibrate teach` and `tray read --set`, as people type them."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import pytest

from tests.controller.commands.conftest import Tray
from tests.vision.teaching.drawn_dice import picture_of, write_folders
from vision.teaching.choosing import choose
from vision.teaching.folders import from_folders


def test_a_set_is_taught_from_pictures_listed_and_read_with(tray: Tray, tmp_path: Path) -> None:
    write_folders(tmp_path / "pictures", ["heart", "arrow"], 4)
    cv2.imwrite(str(tmp_path / "throw.png"), picture_of(["heart", "arrow"], 900, (640, 480), face_px=48)[0])
    taught = tray("calibrate", "teach", "mine", "--images", "pictures")
    assert taught.status == 0
    assert "Each photograph left out in turn" in taught.out
    assert "Kept as number 1 in state/calibration." in taught.out
    assert "--config" not in taught.out
    listed = tray("calibrate", "history")
    assert listed.out.startswith("*")
    assert "the set mine, faces arrow heart, 8 pictures" in listed.out
    read = tray("read", "--json", "--set", "mine", "throw.png")
    assert read.status == 0
    cubes = json.loads(read.out)["cubes"]
    assert sorted(cube["alternatives"][0][0] for cube in cubes) == ["arrow", "heart"]
    assert {cube["odd"] for cube in cubes} == {None}
    refused = tray("doctor", "--config", _config(tmp_path, 'cube_set = "mine"'))
    assert "can't be played with the set 'mine': it lacks 2" in refused.out + refused.err
    (tmp_path / "state/calibration/set-0001.png").unlink()
    listed = tray("calibrate", "history")
    assert listed.out.startswith(" "), "what can't be used is not in force"
    assert "set-0001.png can't be used (it is missing)" in listed.out


def test_a_set_that_settings_keep_elsewhere_is_read_with_these(tray: Tray, tmp_path: Path) -> None:
    write_folders(tmp_path / "pictures", ["heart", "arrow"], 2)
    cv2.imwrite(str(tmp_path / "throw.png"), picture_of(["heart", "arrow"], 900, (640, 480), face_px=48)[0])
    (tmp_path / "tray.toml").write_text('[state]\ncalibration = "elsewhere"\n', encoding="utf-8")
    taught = tray("calibrate", "teach", "mine", "--images", "pictures", "--config", "tray.toml")
    assert "Kept as number 1 in elsewhere." in taught.out
    assert taught.out.rstrip().endswith("Name the same --config with each command.")
    assert tray("read", "--set", "mine", "throw.png", "--config", "tray.toml").status == 0
    complaint = tray("read", "--set", "mine", "throw.png").complaint
    assert "if settings keep it elsewhere, name them with --config" in complaint


def test_who_ends_it_while_it_learns_from_pictures_hears_that_nothing_was_changed(
    tray: Tray, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    write_folders(tmp_path / "pictures", ["heart", "arrow"], 2)
    monkeypatch.setattr("vision.teaching.taught_set.teach_set", interrupted)
    ended = tray("calibrate", "teach", "mine", "--images", "pictures")
    assert ended.status == 130
    assert ended.out.rstrip().endswith("Interrupted. Nothing was changed.")
    assert not list((tmp_path / "state" / "calibration").glob("set-*"))


def test_who_ends_it_while_it_learns_at_the_tray_hears_what_is_in_force_and_how_the_set_before_comes_back(
    tray: Tray, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    write_folders(tmp_path / "pictures", ["heart", "arrow"], 2)
    pictures = choose(from_folders(tmp_path / "pictures", print)).pictures
    settings = _config(tmp_path, "")
    at_tray = ("calibrate", "teach", "my own", "--camera", "simulated", "--config", settings)
    assert tray("calibrate", "teach", "my own", "--images", "pictures", "--config", settings).status == 0
    monkeypatch.setattr("vision.teaching.at_tray.TrayTeaching.faces", lambda *_: pictures)
    monkeypatch.setattr("vision.teaching.taught_set.teach_set", interrupted)
    ended = tray(*at_tray)
    assert ended.status == 130
    assert "The pictures are kept: nothing is lost if it is switched off meanwhile." in ended.out
    assert "The pictures are kept as number 2, and are learned when the set is next read with" in ended.out
    assert "`tray calibrate restore 1` brings the one before back." in ended.out
    assert "--config" not in ended.out
    listed = tray("calibrate", "history", "--config", settings).out.splitlines()
    assert [line[0] for line in listed] == [" ", "*"]
    (tmp_path / settings).write_text('[state]\ncalibration = "elsewhere"\n', encoding="utf-8")
    first = tray(*at_tray).out.rstrip()
    assert "brings the one before back" not in first
    assert first.endswith("Name the same --config with each command.")


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["read", "--set", "mine", "throw.png"], "There is no set 'mine'. None was taught yet in "),
        (["read", "--set", "my own", "throw.png"], "`tray calibrate teach 'my own'` teaches it"),
        (["read", "--set", "", "throw.png"], "A set can't be called ''"),
        (["calibrate", "teach", "mine", "--images", "nowhere"], "There is no folder nowhere."),
        (["calibrate", "teach", " ", "--images", "nowhere"], "A set can't be called ' '"),
        (["calibrate", "teach", "mine", "--camera", "simulated", "--faces", "none,2"], "can't be called 'none'"),
        (["calibrate", "teach", "mine", "--camera", "simulated", "--faces", "2"], "only 2 is named"),
        (["calibrate", "teach", "mine", "--camera", "simulated", "--faces", ""], "A face can't be called ''"),
    ],
)
def test_mistakes_are_one_line(tray: Tray, words: list[str], complaint: str) -> None:
    assert complaint in tray(*words).complaint


def test_names_of_pictures_that_are_not_utf_8_are_no_hindrance(tray: Tray, tmp_path: Path) -> None:
    write_folders(tmp_path / "pictures", ["heart", "arrow"], 2)
    (tmp_path / "pictures" / "heart" / "0.png").rename(tmp_path / "pictures" / "heart" / "c\udce9.png")
    (tmp_path / "pictures").rename(tmp_path / "n\udce9")
    taught = tray("calibrate", "teach", "mine", "--images", "n\udce9")
    assert (taught.status, taught.err) == (0, "")
    assert "n\ufffd: the set mine" in tray("calibrate", "history").out


@pytest.mark.parametrize("words", [["--images", "pictures"], ["--camera", "simulated"]])
def test_a_folder_that_takes_no_set_is_told_before_a_picture_is_looked_at(
    tray: Tray, tmp_path: Path, words: list[str]
) -> None:
    (tmp_path / "state").write_text("a file where the folder belongs")
    (tmp_path / "pictures").mkdir()
    complaint = tray("calibrate", "teach", "mine", *words).complaint
    assert "state/calibration can't be written (Not a directory), so nothing was kept." in complaint


def _config(folder: Path, line: str) -> str:
    (folder / "tray.toml").write_text(f"[reader]\n{line}\n[camera]\nsource = \"simulated\"\n", encoding="utf-8")
    return "tray.toml"

"""Taught sets on a real disk: read back, brought back, damaged, and learned again."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from threading import Barrier

import cv2
import numpy as np
import pytest

from tests.full_disk import full_disk
from tests.vision.calibration.kept import in_force
from vision.calibration.results import SetResult
from vision.calibration.store import CalibrationError, CalibrationStore
from vision.teaching import keeping
from vision.teaching.keeping import check_playable, keep_learned, keep_pictures, keep_set, load_set
from vision.teaching.learning import Practice
from vision.teaching.taught_set import FacePicture, TaughtSet

Kept = tuple[CalibrationStore, TaughtSet, list[FacePicture], Practice]


@pytest.fixture
def kept(tmp_path: Path, lesson: tuple[TaughtSet, Practice], face_pictures: list[FacePicture]) -> Kept:
    store = CalibrationStore(tmp_path)
    taught, practice = lesson
    keep_set(store, taught, face_pictures, practice, "pictures")
    return store, taught, face_pictures, practice


def test_a_set_comes_back_as_it_was(kept: Kept) -> None:
    store, taught, _, _ = kept
    again = load_set(CalibrationStore(store.folder), "drawn")
    assert again.faces == taught.faces
    assert again.any_dice == taught.any_dice
    assert np.array_equal(again.names.head.weights, taught.names.head.weights)


def test_each_set_has_its_own_newest(kept: Kept) -> None:
    store, taught, pictures, practice = kept
    other = replace(taught, name="other")
    keep_set(store, other, pictures, practice, "pictures")
    assert in_force(store) == {1, 2}
    assert load_set(store, "drawn").name == "drawn"
    assert load_set(store, "other").name == "other"


def test_sets_that_are_kept_at_once_each_have_their_own_pictures(
    tmp_path: Path, lesson: tuple[TaughtSet, Practice], face_pictures: list[FacePicture]
) -> None:
    taught, practice = lesson
    names, start = ("grandma", "uncle", "aunt", "cousin"), Barrier(4)

    def keep(name: str) -> None:
        own = [replace(one, patch=np.full_like(one.patch, 50 * names.index(name))) for one in face_pictures]
        store = CalibrationStore(tmp_path)
        start.wait()
        keep_set(store, replace(taught, name=name), own, practice, "pictures")

    with ThreadPoolExecutor(len(names)) as people:
        list(people.map(keep, names))
    assert in_force(CalibrationStore(tmp_path)) == {1, 2, 3, 4}
    for shade, name in enumerate(names):
        result = CalibrationStore(tmp_path).newest(SetResult, name)
        assert result is not None
        assert (cv2.imread(str(tmp_path / result.sheet)) == 50 * shade).all()


@pytest.mark.parametrize(
    ("source", "camera"), [("caf\udce9.png", "pictures"), ("2.png", "caf\udce9"), ("2.png", "")]
)
def test_a_set_that_cannot_be_kept_leaves_nothing_behind(kept: Kept, source: str, camera: str) -> None:
    store, taught, pictures, practice = kept
    before = set(store.folder.iterdir())
    named = [replace(one, source=source) for one in pictures]
    with pytest.raises(CalibrationError, match=r"nothing was.*name"):
        keep_set(store, taught, named, practice, camera)
    assert set(store.folder.iterdir()) == before


def test_an_earlier_one_can_be_brought_back(kept: Kept) -> None:
    store, taught, pictures, practice = kept
    fewer = [one for one in pictures if one.face != "five"]
    assert keep_set(store, taught, fewer, practice, "elsewhere") == 2
    assert store.restore("1").number == 3
    assert load_set(store, "drawn").faces == taught.faces


def packed_as_nobody_knows(file: Path) -> None:
    content = bytearray(file.read_bytes())
    content[content.rindex(b"PK\x01\x02") + 10] = 99
    file.write_bytes(content)


def header_without_end(file: Path) -> None:
    file.write_bytes(file.read_bytes().replace(b"'shape': (", b"'shape':((", 1))


def one_array(file: Path) -> None:
    with file.open("wb") as out:
        np.save(out, np.zeros(3))


@pytest.mark.parametrize(
    "damage",
    [Path.unlink, lambda file: file.write_bytes(b"PK"), packed_as_nobody_knows, header_without_end, one_array],
)
def test_what_was_learned_is_learned_again_where_its_file_is_gone_or_damaged(
    kept: Kept, monkeypatch: pytest.MonkeyPatch, damage: Callable[[Path], None]
) -> None:
    store, taught, _, _ = kept
    learned_again: list[str] = []

    def teach(name: str, pictures: Sequence[FacePicture]) -> tuple[TaughtSet, None]:
        learned_again.append(name)
        return taught, None

    monkeypatch.setattr(keeping, "teach_set", teach)
    (learned,) = store.folder.glob("*.npz")
    damage(learned)
    assert load_set(store, "drawn").faces == taught.faces
    assert learned_again == ["drawn"]
    again = load_set(store, "drawn")
    assert np.array_equal(again.names.head.weights, taught.names.head.weights)
    assert learned_again == ["drawn"], "what was learned anew is kept"


def test_a_set_is_read_also_where_what_is_learned_anew_cannot_be_kept(kept: Kept) -> None:
    store, taught, _, _ = kept
    (learned,) = store.folder.glob("*.npz")
    learned.unlink()
    with full_disk():
        again = load_set(store, "drawn")
    assert np.allclose(again.names.head.weights, taught.names.head.weights)
    assert not learned.exists()


def other_pictures(file: Path) -> None:
    """Another set's: as many, as large, and of another cube."""
    sheet = cv2.imread(str(file))
    assert sheet is not None
    cv2.imwrite(str(file), np.flipud(sheet))


def a_pipe(file: Path) -> None:
    file.unlink()
    os.mkfifo(file)


SPOILT = [
    (Path.unlink, "it is missing"),
    (a_pipe, "it can't be read: it is a pipe"),
    (lambda file: file.write_bytes(b"no picture"), "it is damaged, or another than was kept"),
    (other_pictures, "it is damaged, or another than was kept"),
]


@pytest.mark.parametrize(("spoil", "why"), SPOILT)
def test_a_set_without_its_own_pictures_is_neither_read_with_nor_brought_back(
    kept: Kept, spoil: Callable[[Path], None], why: str
) -> None:
    store, taught, pictures, practice = kept
    sheet = store.folder / "set-0001.png"
    spoil(sheet)
    for use in (lambda: load_set(store, "drawn"), lambda: store.restore("1")):
        with pytest.raises(CalibrationError) as caught:
            use()
        assert f"{sheet} can't be used ({why}" in str(caught.value)
        assert "the set 'drawn' is nothing without it" in str(caught.value)
        assert "`tray calibrate teach drawn`" in str(caught.value)
    assert in_force(store) == {1}
    keep_set(store, taught, pictures, practice, "pictures")
    with pytest.raises(CalibrationError, match="nothing without it"):
        store.restore("1")
    assert in_force(store) == {2}, "what could be used is in force still"


def as_taught_before(store: CalibrationStore) -> None:
    """Change the set's files to those of the time before what was learned knew its pictures."""
    (file,) = store.folder.glob("*.json")
    kept = json.loads(file.read_text())
    del kept["result"]["sheet_sha256"]
    file.write_text(json.dumps(kept))
    with np.load(store.folder / "set-0001.npz") as learned:
        arrays = {name: learned[name] for name in learned.files if name != "pictured"}
    np.savez(store.folder / "set-0001.npz", **arrays)


def test_a_set_from_before_what_was_learned_knew_its_pictures_is_read_and_brought_back(
    kept: Kept, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, taught, _, _ = kept
    as_taught_before(store)
    monkeypatch.setattr(keeping, "teach_set", None)
    assert np.array_equal(load_set(store, "drawn").names.head.weights, taught.names.head.weights)
    store.restore("1")
    assert load_set(store, "drawn").faces == taught.faces
    (store.folder / "set-0001.png").write_bytes(b"no picture")
    with pytest.raises(CalibrationError, match=r"it is damaged.*nothing without it"):
        load_set(store, "drawn")


def test_what_was_learned_from_other_pictures_is_learned_anew(kept: Kept, monkeypatch: pytest.MonkeyPatch) -> None:
    store, taught, pictures, practice = kept
    other = [replace(one, patch=255 - one.patch) for one in pictures]
    keep_set(store, replace(taught, name="other"), other, practice, "pictures")
    shutil.copy(store.folder / "set-0002.npz", store.folder / "set-0001.npz")
    learned_again: list[str] = []

    def teach(name: str, pictures: Sequence[FacePicture]) -> tuple[TaughtSet, None]:
        learned_again.append(name)
        return taught, None

    monkeypatch.setattr(keeping, "teach_set", teach)
    load_set(store, "drawn")
    load_set(store, "drawn")
    assert learned_again == ["drawn"]


@pytest.mark.parametrize(
    ("part", "wrong"),
    [("bias", np.nan), ("means", np.nan), ("directions", np.inf), ("evenly", np.nan), ("honesty", 0.0)],
)
def test_what_was_learned_is_learned_anew_where_its_numbers_can_not_be(
    kept: Kept, monkeypatch: pytest.MonkeyPatch, part: str, wrong: float
) -> None:
    store, taught, _, _ = kept
    file = store.folder / "set-0001.npz"
    parts = dict(np.load(file))
    parts[part] = np.full_like(parts[part], wrong)
    np.savez(file, **parts)
    learned_again: list[str] = []
    monkeypatch.setattr(keeping, "teach_set", lambda name, _: learned_again.append(name) or (taught, None))
    assert np.isfinite(load_set(store, "drawn").names.familiar.means).all()
    assert learned_again == ["drawn"]


def test_a_name_that_was_never_taught_says_what_there_is(kept: Kept) -> None:
    with pytest.raises(CalibrationError, match=r"There is no set 'mine'\. There is drawn\."):
        load_set(kept[0], "mine")


def test_a_table_refuses_a_set_without_the_games_faces(kept: Kept) -> None:
    with pytest.raises(CalibrationError, match=r"can't be played with the set 'drawn': it lacks 2, 3"):
        check_playable(kept[0], "drawn")


def test_whether_a_set_can_be_played_with_is_told_without_learning_it(
    kept: Kept, monkeypatch: pytest.MonkeyPatch
) -> None:
    for learned in kept[0].folder.glob("*.npz"):
        learned.unlink()
    monkeypatch.setattr(keeping, "teach_set", lambda *_: pytest.fail("learned"))
    with pytest.raises(CalibrationError, match="can't be played with"):
        check_playable(kept[0], "drawn")


def test_a_set_that_is_learned_anew_says_so(kept: Kept, caplog: pytest.LogCaptureFixture) -> None:
    for learned in kept[0].folder.glob("*.npz"):
        learned.unlink()
    load_set(kept[0], "drawn")
    [said] = [record.getMessage() for record in caplog.records]
    assert said.startswith("The set drawn is learned anew from its pictures. ")
    caplog.clear()
    load_set(kept[0], "drawn")
    assert not caplog.records


def test_pictures_are_kept_before_they_are_learned_and_whoever_reads_with_them_learns_them(
    tmp_path: Path, lesson: tuple[TaughtSet, Practice], face_pictures: list[FacePicture]
) -> None:
    taught, practice = lesson
    store = CalibrationStore(tmp_path)
    first = keep_pictures(store, "drawn", face_pictures, "pictures")
    assert str(store.newest(SetResult, "drawn")).endswith("pictures, kept before they were learned")
    assert load_set(store, "drawn").faces == taught.faces
    keep_learned(store, first, taught, practice)
    right = sum(practice.right.values())
    assert str(store.newest(SetResult, "drawn")).endswith(f"pictures, {right} of them named right by the others")
    assert [stored.number for stored in CalibrationStore(tmp_path).history()] == [first.number]
    assert np.array_equal(load_set(store, "drawn").names.head.weights, taught.names.head.weights)


def test_where_what_was_learned_cannot_be_kept_the_pictures_are(
    tmp_path: Path, lesson: tuple[TaughtSet, Practice], face_pictures: list[FacePicture]
) -> None:
    store = CalibrationStore(tmp_path)
    first = keep_pictures(store, "drawn", face_pictures, "pictures")
    with full_disk(), pytest.raises(CalibrationError, match="pictures of the set are kept as number 1, but"):
        keep_learned(store, first, *lesson)
    assert load_set(CalibrationStore(tmp_path), "drawn").faces == lesson[0].faces


def test_where_a_learned_set_cannot_be_kept_nothing_of_it_is(
    tmp_path: Path, lesson: tuple[TaughtSet, Practice], face_pictures: list[FacePicture],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    taught, practice = lesson
    store = CalibrationStore(tmp_path)
    monkeypatch.setattr(keeping, "_as_file", lambda *_: bytes(1 << 20))
    with full_disk(1 << 19), pytest.raises(CalibrationError, match="so nothing was kept"):
        keep_set(store, taught, face_pictures, practice, "pictures")
    assert not store.history()
    assert not list(tmp_path.glob("set-*"))

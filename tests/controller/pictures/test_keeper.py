"""Which readings' pictures are kept, and that nobody waits for it: a real table, its journal, its pictures."""

from __future__ import annotations

import threading
from dataclasses import replace
from pathlib import Path

import pytest

from controller.journal import Event, Journal
from controller.pictures import Album, PictureKeeper
from controller.pictures.keeper import WAITING
from controller.ports import Reading, TrayReading

AT = "2026-01-02T20:00:00.000+01:00"


def reading(number: int, jpeg: bytes | None) -> Reading:
    return replace(Reading(number, TrayReading("test", "clear"), (1280, 960)), jpeg=jpeg)


def move(event: int, number: int, kind: str = "move") -> Event:
    return Event(event, "2026-01-02", 1, AT, 1, kind, {"reading": number})


class SlowAlbum(Album):
    """An album on a disk that takes its time."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, 1 << 20)
        self.writing = threading.Event()
        self.may_write = threading.Event()

    def keep(self, event: int, at: str, jpeg: bytes) -> None:
        self.writing.set()
        self.may_write.wait(10)
        super().keep(event, at, jpeg)


def test_a_throw_in_the_journal_has_the_picture_of_its_reading(tmp_path: Path) -> None:
    album = Album(tmp_path / "pictures", 1 << 20)
    keeper = PictureKeeper(album)
    keeper.start()
    journal = Journal(tmp_path / "journal.sqlite3", keeper.written)
    for number in range(1, 6):
        keeper.reading(reading(number, f"picture {number}".encode()))
    counted = journal.append("move", {"reading": 3}, AT)
    asked = journal.append("asked", {"reading": 4}, AT)
    others = [
        journal.append("base", {"reading": 5}, AT),
        journal.append("move", {"by": "hand"}, AT),
        journal.append("move", {"reading": 99}, AT),
    ]
    keeper.stop()
    keeper.stop()
    journal.close()
    assert album.get(counted.id, counted.at) == b"picture 3"
    assert album.get(asked.id, asked.at) == b"picture 4"
    assert not any(album.has(event.id, event.at) for event in others)


def test_what_the_journal_refuses_has_no_picture(tmp_path: Path) -> None:
    album = Album(tmp_path / "pictures", 1 << 20)
    keeper = PictureKeeper(album)
    keeper.start()
    journal = Journal(tmp_path / "journal.sqlite3", keeper.written)
    keeper.reading(reading(1, b"never counted"))
    (tmp_path / "journal.sqlite3").rename(tmp_path / "gone")
    with pytest.raises(Exception, match="journal is gone"):
        journal.append("move", {"reading": 1}, AT)
    keeper.stop()
    journal.close()
    assert not album.has(1, AT)


def test_nobody_waits_for_a_slow_disk_and_memory_is_bounded(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    album = SlowAlbum(tmp_path)
    keeper = PictureKeeper(album)
    keeper.start()
    for number in range(1, WAITING + 3):
        keeper.reading(reading(number, b"a picture"))
        keeper.written(move(number, number))  # returns although nothing can be written yet
        album.writing.wait(10)
    assert "too slow" in caplog.text
    album.may_write.set()
    keeper.stop()
    assert album.has(1, AT)
    assert not album.has(WAITING + 2, AT)


def test_trouble_with_the_disk_is_told_once_and_the_next_picture_is_tried(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    folder = tmp_path / "pictures"
    folder.write_text("somebody's file, where the folder should be")
    keeper = PictureKeeper(Album(folder, 1 << 20))
    keeper.start()
    for number in (1, 2, 3):
        keeper.reading(reading(number, b"a picture"))
        keeper.written(move(number, number))
    keeper.stop()
    assert caplog.text.count("can't be kept") == 1
    assert "The game goes on" in caplog.text

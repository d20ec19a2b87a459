"""Pictures of throws: bounded, whole after a power cut, and never those of another journal."""

from __future__ import annotations

import errno
import shutil
import subprocess
import sys
import time
import zlib
from collections import namedtuple
from pathlib import Path

import pytest

from controller.pictures import Album
from controller.pictures.album import RESERVE

AT = "2026-01-02T20:00:00.000+01:00"
LATER = "2026-01-02T20:00:01.000+01:00"
MB = 1_000_000

WRITER = """
import sys, zlib
from pathlib import Path
from controller.pictures import Album
album = Album(Path(sys.argv[1]), 1 << 30)
for number in range(1, 100_000):
    body = bytes([number % 251]) * 200_000
    album.keep(number, "2026-01-02T20:00:00.000+01:00", zlib.crc32(body).to_bytes(4, "big") + body)
    print(number, flush=True)
"""


def files(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


def test_a_picture_is_there_after_a_restart(tmp_path: Path) -> None:
    Album(tmp_path / "deep" / "pictures", MB).keep(7, AT, b"that throw")
    album = Album(tmp_path / "deep" / "pictures", MB)
    assert album.has(7, AT)
    assert album.get(7, AT) == b"that throw"
    assert not album.has(8, AT)
    assert album.get(8, AT) is None


def test_the_time_may_be_told_in_any_zone(tmp_path: Path) -> None:
    album = Album(tmp_path, MB)
    album.keep(7, AT, b"that throw")
    assert album.get(7, "2026-01-02T19:00:00.000+00:00") == b"that throw"


def test_a_new_journal_has_none_of_the_old_ones_pictures(tmp_path: Path) -> None:
    Album(tmp_path, MB).keep(7, AT, b"of the old journal")
    assert Album(tmp_path, MB).get(7, LATER) is None


def test_the_oldest_make_room(tmp_path: Path) -> None:
    album = Album(tmp_path, 1000)
    kept = {20 - second: f"2026-01-02T20:00:0{second}.000+01:00" for second in range(9)}
    for event, at in kept.items():
        album.keep(event, at, bytes(300))
    assert [event for event, at in kept.items() if album.has(event, at)] == [14, 13, 12]
    assert len(files(tmp_path)) == 3


def test_a_smaller_bound_counts_from_the_next_start(tmp_path: Path) -> None:
    album = Album(tmp_path, 1000)
    album.keep(1, AT, bytes(400))
    album.keep(2, LATER, bytes(400))
    smaller = Album(tmp_path, 500)
    assert (smaller.has(1, AT), smaller.has(2, LATER)) == (False, True)
    assert files(tmp_path) == [name for name in files(tmp_path) if "-2" in name]


def test_nothing_is_kept_where_nothing_is_to_be(tmp_path: Path) -> None:
    Album(tmp_path, MB).keep(1, AT, b"before")
    album = Album(tmp_path, 0)
    album.keep(2, LATER, b"after")
    assert files(tmp_path) == []


def test_the_journal_needs_the_room_before_pictures_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    album = Album(tmp_path, MB)
    album.keep(1, AT, b"before the disk was full")
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(shutil, "disk_usage", lambda folder: usage(10 * RESERVE, 9 * RESERVE, RESERVE - 1))
    with pytest.raises(OSError, match="No space left") as caught:
        album.keep(2, LATER, b"one too many")
    assert caught.value.errno == errno.ENOSPC
    assert files(tmp_path) == []


def test_a_picture_that_cannot_be_written_leaves_nothing_behind(tmp_path: Path) -> None:
    folder = tmp_path / "pictures"
    script = (
        "import resource, signal, sys\nfrom pathlib import Path\nfrom controller.pictures import Album\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\nresource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))\n"
        "album = Album(Path(sys.argv[1]), 1 << 20)\n"
        f"album.keep(1, '{AT}', b'small')\n"
        f"try:\n    album.keep(2, '{LATER}', bytes(5000))\nexcept OSError as error:\n    print(error.strerror)\n"
    )
    told = subprocess.run([sys.executable, "-c", script, folder], capture_output=True, text=True, check=True)
    assert told.stdout == "File too large\n"
    assert [name.endswith("-1.jpg") for name in files(folder)] == [True]


def test_a_power_cut_leaves_whole_pictures_only(tmp_path: Path) -> None:
    torn = 0
    for cut in range(6):
        folder = tmp_path / str(cut)
        with subprocess.Popen(
            [sys.executable, "-c", WRITER, folder], stdout=subprocess.PIPE, text=True
        ) as writer:
            assert writer.stdout is not None
            written = 0
            while written < 5:
                written = int(writer.stdout.readline())
            time.sleep(cut * 0.0007)  # each cut at another moment of a picture's way to the disk
            writer.kill()
        torn += any(file.suffix == ".new" for file in folder.iterdir())
        album = Album(folder, 1 << 30)
        kept = [file.read_bytes() for file in folder.iterdir()]
        assert all(zlib.crc32(picture[4:]).to_bytes(4, "big") == picture[:4] for picture in kept)
        assert len(kept) >= 5
        assert all(album.has(number, "2026-01-02T20:00:00.000+01:00") for number in range(1, 6))
        assert all(file.suffix == ".jpg" for file in folder.iterdir())

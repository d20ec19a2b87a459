"""Pictures of which a part is missing, and such as are merely unusual."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

from controller.ports import TrayReading
from controller.ports.regular_files import MOST_BYTES, TOO_LARGE
from vision.cameras import Image
from vision.damage import parts_are_missing
from vision.files import read_files
from vision.pictures import PictureError, load_picture

SECTOR = 512
JFIF_VERSION = 11
"""Where a JPEG that begins with its JFIF segment says of which version that is."""
FORMATS = {
    "fine JPEG": (".jpg", [cv2.IMWRITE_JPEG_QUALITY, 95]),
    "JPEG": (".jpg", [cv2.IMWRITE_JPEG_QUALITY, 75]),
    "packed JPEG": (".jpg", [cv2.IMWRITE_JPEG_OPTIMIZE, 1]),
    "JPEG with restarts": (".jpg", [cv2.IMWRITE_JPEG_RST_INTERVAL, 4]),
    "progressive JPEG": (".jpg", [cv2.IMWRITE_JPEG_PROGRESSIVE, 1]),
    "WebP": (".webp", [cv2.IMWRITE_WEBP_QUALITY, 90]),
    "PNG": (".png", []),
}


def encoded(picture: Image, form: str) -> bytes:
    suffix, options = FORMATS[form]
    return bytes(cv2.imencode(suffix, picture, options)[1].tobytes())


@pytest.mark.parametrize("form", FORMATS)
def test_a_picture_that_lost_a_sector_is_damaged_and_a_whole_one_is_not(thrown_picture: Image, form: str) -> None:
    whole = encoded(thrown_picture, form)
    assert not parts_are_missing(whole)
    rng = np.random.default_rng(7)
    sectors = rng.integers(2, len(whole) // SECTOR - 1, 40) * SECTOR
    damaged = [whole[:lost] + bytes(SECTOR) + whole[lost + SECTOR :] for lost in sectors]
    told = sum(map(parts_are_missing, damaged))
    assert told >= (0.6 if form == "progressive JPEG" else 1) * len(damaged)


@pytest.mark.parametrize("ground", [0, 255])
@pytest.mark.parametrize("form", FORMATS)
def test_a_picture_that_is_even_for_the_most_part_is_whole(thrown_picture: Image, form: str, ground: int) -> None:
    height, width = thrown_picture.shape[:2]
    picture = np.full((2 * height, 2 * width, 3), ground, np.uint8)
    picture[:height, :width] = thrown_picture
    assert not parts_are_missing(encoded(picture, form))


def test_zeros_in_what_a_webp_tells_beside_its_picture_are_no_damage(thrown_picture: Image) -> None:
    beside = b"EXIF" + (4 * SECTOR).to_bytes(4, "little") + bytes(4 * SECTOR)
    assert not parts_are_missing(encoded(thrown_picture, "WebP") + beside)


@pytest.mark.parametrize("form", ["JPEG", "progressive JPEG", "PNG"])
def test_a_picture_that_was_cut_or_overwritten_is_refused(thrown_picture: Image, tmp_path: Path, form: str) -> None:
    whole, rng = encoded(thrown_picture, form), np.random.default_rng(8)
    half = len(whole) // 2
    for number in range(8):
        other = rng.integers(0, 256, 4096, dtype=np.uint8).tobytes()
        (tmp_path / f"{number}.jpg").write_bytes(whole[:half] + other + whole[half + len(other) :])
    (tmp_path / "cut.jpg").write_bytes(whole[:half])
    for file in tmp_path.iterdir():
        with pytest.raises(PictureError, match="damaged"):
            load_picture(file)


UNUSUAL: dict[str, Callable[[bytes], bytes]] = {
    "padding before the end": lambda jpeg: jpeg[:-2] + bytes(8) + jpeg[-2:],
    "a film after the end": lambda jpeg: jpeg + b"ftypmp42" + bytes(5000),
    "much room in what is told beside it": lambda jpeg: jpeg[:2] + b"\xff\xe1\x10\x00" + bytes(0xFFE) + jpeg[2:],
    "padding between its parts": lambda jpeg: jpeg[:2] + b"\xff\xff" + jpeg[3:],
    "a scan with other parameters": lambda jpeg: jpeg.replace(b"\x03\x11\x00\x3f\x00", b"\x03\x11\x00\x00\x00", 1),
    "a JFIF of tomorrow": lambda jpeg: jpeg[:JFIF_VERSION] + b"\x02" + jpeg[JFIF_VERSION + 1 :],
}


@pytest.mark.parametrize("how", UNUSUAL)
def test_an_unusual_jpeg_of_which_nothing_is_missing_is_read(thrown_picture: Image, tmp_path: Path, how: str) -> None:
    whole = encoded(thrown_picture, "JPEG")
    (tmp_path / "whole.jpg").write_bytes(whole)
    (tmp_path / "unusual.jpg").write_bytes(UNUSUAL[how](whole))
    assert (tmp_path / "unusual.jpg").read_bytes() != whole
    assert np.array_equal(load_picture(tmp_path / "unusual.jpg"), load_picture(tmp_path / "whole.jpg"))


@pytest.mark.parametrize("harm", [bytes(4096), bytes(range(256)) * 16, b""], ids=["zeros", "other data", "lost"])
@pytest.mark.parametrize("how", [how for how in UNUSUAL if how != "padding before the end"])
def test_an_unusual_jpeg_that_is_damaged_is_refused_all_the_same(
    thrown_picture: Image, tmp_path: Path, how: str, harm: bytes
) -> None:
    unusual = UNUSUAL[how](encoded(thrown_picture, "JPEG"))
    half = len(unusual) // 2
    (tmp_path / "damaged.jpg").write_bytes(unusual[:half] + harm + unusual[half + 4096 :])
    with pytest.raises(PictureError, match="damaged"):
        load_picture(tmp_path / "damaged.jpg")


def test_a_damaged_picture_is_told_and_those_after_it_are_read(thrown_picture: Image, tmp_path: Path) -> None:
    whole = encoded(thrown_picture, "JPEG")
    lost = len(whole) // 2 // SECTOR * SECTOR
    (tmp_path / "damaged.jpg").write_bytes(whole[:lost] + bytes(SECTOR) + whole[lost + SECTOR :])
    (tmp_path / "whole.jpg").write_bytes(whole)
    [(_, damaged), (_, read)] = read_files((tmp_path / "damaged.jpg", tmp_path / "whole.jpg"))
    assert isinstance(damaged, PictureError)
    assert "damaged.jpg is damaged: parts of its picture are missing" in str(damaged)
    assert isinstance(read, TrayReading)


def test_a_file_too_large_to_be_a_picture_is_refused_before_it_is_read(tmp_path: Path) -> None:
    huge = tmp_path / "huge.jpg"
    huge.touch()
    os.truncate(huge, MOST_BYTES + 1)
    [(_, trouble)] = read_files([huge])
    assert str(trouble) == f"{huge} can't be opened: {TOO_LARGE}."

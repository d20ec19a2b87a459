"""Pictures with transparent places are read as they are shown: on white."""

from __future__ import annotations

import subprocess
import sys
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import ExifTags, Image, ImageOps

from vision.pictures import PictureError, load_picture

SIDE = 64


def see_through(depth: type) -> np.ndarray:
    """Black ink whose transparency rises from the left, in which nothing is left, to the right; and what is hidden
    where nothing is left is bright green."""
    most = np.iinfo(depth).max
    picture = np.zeros((SIDE, SIDE, 4), depth)
    picture[..., 3] = np.round(np.linspace(0, most, SIDE)).astype(depth)
    picture[:, 0, 1] = most
    return picture


@pytest.mark.parametrize(
    ("suffix", "depth"),
    [(".png", np.uint8), (".png", np.uint16), (".tiff", np.uint8), (".tiff", np.uint16), (".bmp", np.uint8)],
)
def test_what_is_transparent_is_white_and_what_is_half_so_is_half_of_it(
    tmp_path: Path, suffix: str, depth: type
) -> None:
    file = tmp_path / f"ink{suffix}"
    assert cv2.imwrite(str(file), see_through(depth))
    check_shown(file)


def test_transparency_of_ten_bits_is_no_less_than_that_of_eight(tmp_path: Path) -> None:
    ten_bits = np.round(see_through(np.uint16) / 65535 * 1023).astype(np.uint16)
    options = [cv2.IMWRITE_AVIF_QUALITY, 100, cv2.IMWRITE_AVIF_DEPTH, 10]
    assert cv2.imwrite(str(tmp_path / "ink.avif"), ten_bits, options)
    check_shown(tmp_path / "ink.avif")


def check_shown(file: Path) -> None:
    """Check that a file of what is seen through is read as it is shown."""
    picture = load_picture(file)
    assert picture.dtype == np.uint8
    shown = np.linspace(255, 0, SIDE)[None, :, None]
    assert np.abs(picture - shown).max() <= 2
    assert (picture[:, 0] >= 253).all()


@pytest.mark.parametrize(
    ("name", "mode", "options"),
    [
        ("grey.png", "LA", {}),
        ("cut.gif", "RGBA", {}),
        ("drawn.avif", "RGBA", {"quality": 100}),
        ("drawn.webp", "RGBA", {"lossless": True, "exact": True}),
        ("drawn.tiff", "RGBA", {}),
        ("drawn.jp2", "RGBA", {}),
    ],
)
def test_what_is_transparent_is_seen_as_other_programs_show_it(
    tmp_path: Path, name: str, mode: str, options: dict[str, object]
) -> None:
    drawn = np.zeros((SIDE, SIDE, 4), np.uint8)
    drawn[..., 0], drawn[..., 1], drawn[..., 2], drawn[..., 3] = np.arange(SIDE), 90, np.arange(SIDE)[:, None], 255
    drawn[:20, :40, 3], drawn[20:30, :40, 3] = 0, 128
    Image.fromarray(drawn, "RGBA").convert(mode).save(tmp_path / name, **options)
    shown = shown_elsewhere(Image.open(tmp_path / name))
    assert np.ptp(shown) > 100
    assert np.abs(load_picture(tmp_path / name) - shown).max() <= 3


def shown_elsewhere(picture: Image.Image) -> np.ndarray:
    """What Pillow shows of a picture that lies on white: blue, green, red."""
    white = Image.new("RGBA", picture.size, "white")
    white.alpha_composite(picture.convert("RGBA"))
    return np.asarray(white.convert("RGB"))[..., ::-1].astype(int)


@pytest.mark.parametrize("orientation", range(1, 9))
@pytest.mark.parametrize("size", [(48, 80), (64, 64)], ids=["oblong", "square"])
def test_what_is_transparent_is_turned_with_the_picture(
    tmp_path: Path, orientation: int, size: tuple[int, int]
) -> None:
    lying = np.random.default_rng(3).integers(0, 200, (*size, 4), np.uint8)
    lying[..., 3] = 255
    lying[: size[0] // 3, : size[1] // 2, 3] = 0
    Image.fromarray(lying, "RGBA").save(tmp_path / "turned.png", exif=_exif(orientation))
    with Image.open(tmp_path / "turned.png") as file:
        shown = shown_elsewhere(ImageOps.exif_transpose(file))
    assert np.abs(load_picture(tmp_path / "turned.png") - shown).max() <= 1


def test_ink_of_one_colour_is_turned_with_the_picture(tmp_path: Path) -> None:
    ink = np.zeros((48, 80, 4), np.uint8)
    ink[:10, :10, 3] = 255
    Image.fromarray(ink, "RGBA").save(tmp_path / "ink.png", exif=_exif(6))
    picture = load_picture(tmp_path / "ink.png")
    assert picture.shape == (80, 48, 3)
    assert (picture[:10, -10:] == 0).all()
    assert picture[10:].min() == 255


def _exif(orientation: int) -> Image.Exif:
    exif = Image.Exif()
    exif[ExifTags.Base.Orientation] = orientation
    return exif


def test_an_opaque_picture_of_such_a_kind_is_read_as_it_is(tmp_path: Path) -> None:
    noise = np.random.default_rng(2).integers(0, 256, (SIDE, SIDE, 3), np.uint8)
    opaque = np.dstack([noise, np.full((SIDE, SIDE), 255, np.uint8)])
    for name, each in (("plain.png", noise), ("opaque.png", opaque), ("plain.webp", noise)):
        options = [cv2.IMWRITE_WEBP_QUALITY, 101] if name.endswith("webp") else []
        assert cv2.imwrite(str(tmp_path / name), each, options)
        assert np.array_equal(load_picture(tmp_path / name), noise), name


def test_more_pixels_of_16_bits_than_fit_into_memory_are_refused_unread(tmp_path: Path) -> None:
    (tmp_path / "deep.png").write_bytes(png(12_000, 9_000, depth=16, colours=6))
    with pytest.raises(PictureError, match=r"more than 55 million pixels of 16 bits .*Save it smaller"):
        load_picture(tmp_path / "deep.png")


def png(width: int, height: int, depth: int, colours: int) -> bytes:
    """A PNG that says of itself that it has so many pixels, and has none."""
    parts = {
        b"IHDR": width.to_bytes(4) + height.to_bytes(4) + bytes((depth, colours, 0, 0, 0)),
        b"IDAT": zlib.compress(b""),
        b"IEND": b"",
    }
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        len(content).to_bytes(4) + kind + content + zlib.crc32(kind + content).to_bytes(4)
        for kind, content in parts.items()
    )


LOADS = """
import re, sys
from pathlib import Path
from vision.pictures import load_picture

def most():
    return int(re.search(r"VmHWM:\\s+(\\d+) kB", Path("/proc/self/status").read_text())[1]) * 1024

load_picture(Path(sys.argv[1]))
before = most()
load_picture(Path(sys.argv[2]))
print(most() - before)
"""


def test_a_large_picture_with_transparent_places_takes_little_more_memory_than_an_opaque_one(tmp_path: Path) -> None:
    large = np.full((3_000, 4_000, 4), 200, np.uint8)
    large[:100, :, 3], large[100:, :, 3] = 0, 255
    assert cv2.imwrite(str(tmp_path / "small.png"), large[:SIDE, :SIDE])
    assert cv2.imwrite(str(tmp_path / "opaque.png"), np.ascontiguousarray(large[..., :3]))
    assert cv2.imwrite(str(tmp_path / "large.png"), large)
    taken = {name: _memory_for(tmp_path / "small.png", tmp_path / f"{name}.png") for name in ("opaque", "large")}
    assert taken["large"] < 1.5 * taken["opaque"]


def _memory_for(small: Path, large: Path) -> int:
    """Bytes that a process needs for the large picture, after it has loaded the small one."""
    said = subprocess.run(
        [sys.executable, "-c", LOADS, small, large],
        check=True, capture_output=True, text=True, cwd=Path(__file__).parents[3],
    )  # fmt: skip
    return int(said.stdout)

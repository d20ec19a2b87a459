"""Pictures with transparent places are read as they are shown: on white."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import ExifTags, Image, ImageOps

from vision.pictures import load_picture

SIDE = 64


def see_through(depth: type) -> np.ndarray:
    """Black ink whose transparency rises from the left, in which nothing is left, to the right; and what is hidden
    where nothing is left is bright green."""
    most = np.iinfo(depth).max
    picture = np.zeros((SIDE, SIDE, 4), depth)
    picture[..., 3] = np.round(np.linspace(0, most, SIDE)).astype(depth)
    picture[:, 0, 1] = most
    return picture


@pytest.mark.parametrize(("suffix", "depth"), [(".png", np.uint8), (".png", np.uint16), (".tiff", np.uint8)])
def test_what_is_transparent_is_white_and_what_is_half_so_is_half_of_it(
    tmp_path: Path, suffix: str, depth: type
) -> None:
    file = tmp_path / f"ink{suffix}"
    assert cv2.imwrite(str(file), see_through(depth))
    picture = load_picture(file)
    assert picture.dtype == np.uint8
    shown = np.linspace(255, 0, SIDE)[None, :, None]
    assert np.abs(picture - shown).max() <= 2
    assert (picture[:, 0] >= 253).all()


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
        upright = ImageOps.exif_transpose(file)
    white = Image.new("RGBA", upright.size, "white")
    white.alpha_composite(upright)
    shown = np.asarray(white.convert("RGB"))[..., ::-1].astype(int)
    assert np.abs(load_picture(tmp_path / "turned.png") - shown).max() <= 1


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

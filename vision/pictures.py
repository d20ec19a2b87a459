"""Pictures from files."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from controller.ports import phrase, read_regular
from vision import MOST_PIXELS
from vision.damage import parts_are_missing
from vision.picture_size import trouble_with_size

PICTURE_SUFFIXES = frozenset({".jpg", ".jpeg", ".png", ".bmp", ".webp", ".tif", ".tiff", ".ppm", ".pgm"})

_JPEG_BEGINS, _PNG_BEGINS, _TIFF_BEGINS = b"\xff\xd8", b"\x89PNG", (b"II*\0", b"MM\0*", b"II+\0", b"MM\0+")
_ALL_OF_IT = cv2.IMREAD_COLOR | cv2.IMREAD_ANYCOLOR | cv2.IMREAD_ANYDEPTH
"""OpenCV gives a picture with its transparency then, as it does with IMREAD_UNCHANGED, but turned upright."""
_DEPTHS = {"uint8": (8,), "uint16": (10, 12, 16)}
"""Bits that a colour can have. AVIF gives 10 and 12 as they are, in numbers of 16."""
_MOST_OF_16_BITS = MOST_PIXELS // 2
"""Of a PNG with transparent places; they take as much memory as `MOST_PIXELS` of 8 bits."""
_STRIP = 256
"""Rows that are laid on white at once."""


class PictureError(Exception):
    """A file isn't a picture that can be read; its text says why and what to do."""


def load_picture(path: Path) -> NDArray[np.uint8]:
    """The picture in a file: height x width x 3, blue, green, red; turned upright as its EXIF data says. What is
    transparent lies on white, as most programs show it, as far as OpenCV tells it: not in a grey TIFF or JPEG 2000,
    in a grey PNG of which one grey is, nor in a BMP of the old kind.

    Raises:
        PictureError: the file can't be opened, holds no picture, a damaged one, or one too small or too large to
            find cubes in.
    """
    try:
        data = read_regular(path)
    except OSError as error:
        raise PictureError(
            phrase("{path} can't be opened: {error}.", path=str(path), error=error.strerror or str(error))
        ) from error
    if parts_are_missing(data):
        raise PictureError(phrase(
            "{path} is damaged: parts of its picture are missing, and cubes could be among them. Copy it anew from "
            "the camera, or take the picture again.",
            path=str(path),
        ))
    if _is_too_deep(data):
        raise PictureError(phrase(
            "{path} has more than {most} million pixels of 16 bits and transparent places: too many for the memory. "
            "Save it smaller, or as JPEG.",
            path=str(path),
            most=_MOST_OF_16_BITS // 1_000_000,
        ))
    try:
        image = _on_white(data) if data else None
    except cv2.error as error:
        raise PictureError(phrase(
            "{path} has more than {most} million pixels, or is damaged ({error}). Save it smaller, as JPEG or PNG.",
            path=str(path),
            most=MOST_PIXELS // 1_000_000,
            error=" ".join(str(error.err).split()),
        )) from error
    if image is None:
        raise PictureError(phrase(
            "{path} holds no picture that OpenCV can read: it is damaged, empty or of another kind. Save it as "
            "JPEG or PNG.",
            path=str(path),
        ))
    picture = image.astype(np.uint8, copy=False)
    trouble = trouble_with_size(picture)
    if trouble is not None:
        raise PictureError(phrase(
            "{path} has {width} x {height} pixels. It is {trouble}. Give a picture that shows the whole tray, as a "
            "camera takes it.",
            path=str(path),
            width=picture.shape[1],
            height=picture.shape[0],
            trouble=trouble,
        ))
    return picture


def _is_too_deep(data: bytes) -> bool:
    """Whether decoding a file would take far more memory than the largest opaque picture does."""
    if not data.startswith(_PNG_BEGINS) or data[24:25] != b"\x10" or not _may_be_transparent(data):
        return False
    return int.from_bytes(data[16:20]) * int.from_bytes(data[20:24]) > _MOST_OF_16_BITS


def _may_be_transparent(data: bytes) -> bool:
    """Whether places of the picture in a file can be transparent: of a PNG its first parts say so (PNG, 11.2.1 and
    11.3.1.1), of others only the whole of it."""
    if data.startswith(_PNG_BEGINS):
        return data[25:26] in (b"\x04", b"\x06") or data.find(b"tRNS", 0, max(0, data.find(b"IDAT"))) >= 0
    return not data.startswith(_JPEG_BEGINS)


def _on_white(data: bytes) -> cv2.typing.MatLike | None:
    """The picture in a file's bytes, what is transparent of it laid on white; None where they hold none."""
    packed = np.frombuffer(data, np.uint8)
    shown = _transparent_on_white(packed) if _may_be_transparent(data) else None
    return shown if shown is not None else cv2.imdecode(packed, cv2.IMREAD_COLOR)


def _transparent_on_white(packed: NDArray[np.uint8]) -> NDArray[np.uint8] | None:
    """The picture in a file's bytes laid on white; None where nothing of it is transparent, or OpenCV can't say."""
    whole = cv2.imdecode(packed, _ALL_OF_IT)
    if whole is None or whole.ndim != 3 or whole.shape[2] != 4 or whole.dtype.name not in _DEPTHS:
        return None
    opaque = whole[..., 3]
    strongest = int(opaque.max())
    most = next(2**depth - 1 for depth in _DEPTHS[whole.dtype.name] if strongest < 2**depth)
    if opaque.min() == most:
        return None
    return _laid_on_white(whole, most, _is_multiplied(packed, whole))


def _is_multiplied(packed: NDArray[np.uint8], whole: cv2.typing.MatLike) -> bool:
    """Whether the colours of a picture are dimmed already by how transparent it is there, as libtiff gives most."""
    if not packed[:4].tobytes().startswith(_TIFF_BEGINS):
        return False
    return not any((strip[..., :3] > strip[..., 3:]).any() for strip in _strips(whole))


def _laid_on_white(whole: cv2.typing.MatLike, most: int, multiplied: bool) -> NDArray[np.uint8]:
    """What is seen of a picture of four colours, the last of them opaqueness, 0..`most`, that lies on white.

    It takes the place of `whole` in memory, strip by strip: a large picture hardly fits in there once.
    """
    rows, columns = whole.shape[:2]
    place, at = whole.reshape(-1).view(np.uint8), 0
    for strip in _strips(whole):
        narrow = cv2.convertScaleAbs(strip, alpha=255 / most)
        ink = cv2.cvtColor(narrow, cv2.COLOR_BGRA2BGR)
        opaque = cv2.cvtColor(cv2.extractChannel(narrow, 3), cv2.COLOR_GRAY2BGR)
        if not multiplied:
            ink = cv2.multiply(ink, opaque, scale=1 / 255)
        shown = cv2.add(ink, cv2.bitwise_not(opaque)).reshape(-1)
        place[at : at + shown.size] = shown
        at += shown.size
    return place[:at].reshape(rows, columns, 3)


def _strips(whole: cv2.typing.MatLike) -> Iterator[cv2.typing.MatLike]:
    return (whole[top : top + _STRIP] for top in range(0, len(whole), _STRIP))

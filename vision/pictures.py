"""Pictures from files."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from controller.ports import phrase, read_regular
from vision import MOST_PIXELS
from vision.damage import parts_are_missing
from vision.picture_size import trouble_with_size

PICTURE_SUFFIXES = frozenset({".jpg", ".jpeg", ".png", ".bmp", ".webp", ".tif", ".tiff", ".ppm", ".pgm"})

_SEE_THROUGH = (b"\x89PNG", b"RIFF", b"II*\0", b"MM\0*", b"II+\0", b"MM\0+")
"""How files begin that can hold pictures with transparent places: PNG, WebP and TIFF."""


class PictureError(Exception):
    """A file isn't a picture that can be read; its text says why and what to do."""


def load_picture(path: Path) -> NDArray[np.uint8]:
    """The picture in a file: height x width x 3, blue, green, red; turned upright as its EXIF data says. What is
    transparent of a PNG, WebP or TIFF file lies on white, as most programs show it.

    Raises:
        PictureError: the file can't be opened, holds no picture, a damaged one, or one too small or too large to
            find cubes in.
    """
    try:
        data = np.frombuffer(read_regular(path), np.uint8)
    except OSError as error:
        raise PictureError(
            phrase("{path} can't be opened: {error}.", path=str(path), error=error.strerror or str(error))
        ) from error
    if parts_are_missing(data.tobytes()):
        raise PictureError(phrase(
            "{path} is damaged: parts of its picture are missing, and cubes could be among them. Copy it anew from "
            "the camera, or take the picture again.",
            path=str(path),
        ))
    try:
        image = _on_white(data) if data.size else None
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


def _on_white(data: NDArray[np.uint8]) -> cv2.typing.MatLike | None:
    """The picture in a file's bytes, what is transparent of it laid on white; None where they hold none."""
    image = cv2.imdecode(data, cv2.IMREAD_COLOR)
    if image is None or not data[:4].tobytes().startswith(_SEE_THROUGH):
        return image
    opaque = _opaque(data, image)
    if opaque is None or opaque.min() == 255:
        return image
    short_of_white = cv2.multiply(cv2.bitwise_not(image), cv2.cvtColor(opaque, cv2.COLOR_GRAY2BGR), scale=1 / 255)
    return cv2.bitwise_not(short_of_white)


def _opaque(data: NDArray[np.uint8], upright: cv2.typing.MatLike) -> NDArray[np.uint8] | None:
    """How little each pixel of the `upright` picture lets through, 0..255; None where nothing is said of that.

    OpenCV tells it only of the picture as it lies in the file. Which way EXIF data turn that is seen by what the
    colours become.
    """
    whole = cv2.imdecode(data, cv2.IMREAD_UNCHANGED)
    if whole is None or whole.ndim != 3 or whole.shape[2] != 4:
        return None
    opaque = cv2.convertScaleAbs(whole[..., 3], alpha=255 / (256**whole.itemsize - 1))
    lying = cv2.imdecode(data, cv2.IMREAD_COLOR | cv2.IMREAD_IGNORE_ORIENTATION)
    assert lying is not None
    ways = ((flipped, quarters) for flipped in (False, True) for quarters in range(4))
    turned = next((way for way in ways if np.array_equal(_turned(lying, *way), upright)), (False, 0))
    return np.ascontiguousarray(_turned(opaque, *turned), np.uint8)


def _turned(picture: cv2.typing.MatLike, flipped: bool, quarters: int) -> cv2.typing.MatLike:
    """A picture by so many quarters to the left, mirrored before if `flipped`."""
    return np.rot90(picture[:, ::-1] if flipped else picture, quarters)

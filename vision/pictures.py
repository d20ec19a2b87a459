"""Pictures from files."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from controller.ports import phrase, read_regular
from vision import MOST_PIXELS
from vision.damage import parts_are_missing
from vision.networks import trouble_with_size

PICTURE_SUFFIXES = frozenset({".jpg", ".jpeg", ".png", ".bmp", ".webp", ".tif", ".tiff", ".ppm", ".pgm"})


class PictureError(Exception):
    """A file isn't a picture that can be read; its text says why and what to do."""


def load_picture(path: Path) -> NDArray[np.uint8]:
    """The picture in a file: height x width x 3, blue, green, red; turned upright as its EXIF data says.

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
        image = cv2.imdecode(data, cv2.IMREAD_COLOR) if data.size else None
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

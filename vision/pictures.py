"""Pictures from files."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

PICTURE_SUFFIXES = frozenset({".jpg", ".jpeg", ".png", ".bmp", ".webp", ".tif", ".tiff"})


class PictureError(Exception):
    """A file isn't a picture that can be read; its text says why and what to do."""


def load_picture(path: Path) -> NDArray[np.uint8]:
    """The picture in a file: height x width x 3, blue, green, red; turned upright as its EXIF data says.

    Raises:
        PictureError: the file can't be opened, or holds no picture.
    """
    try:
        data = np.fromfile(path, dtype=np.uint8)
    except OSError as error:
        raise PictureError(f"{path} can't be opened: {error.strerror or error}.") from error
    image = cv2.imdecode(data, cv2.IMREAD_COLOR) if data.size else None
    if image is None:
        raise PictureError(
            f"{path} holds no picture that OpenCV can read: it is damaged, empty or of another kind. "
            "Save it as JPEG or PNG."
        )
    return image.astype(np.uint8, copy=False)

"""From the camera's picture to what lies in the tray."""

import os

MOST_PIXELS = 110_000_000
"""Of a picture that is read: no telephone's joint pixels are more, and they take a gigabyte."""
os.environ.setdefault("OPENCV_IO_MAX_IMAGE_PIXELS", str(MOST_PIXELS))  # it looks there once, when it is loaded

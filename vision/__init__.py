"""From the camera's picture to what lies in the tray."""

import os

MOST_PIXELS = 110_000_000
"""Of a picture that is read: as many as telephones commonly take. Far more don't fit into a small Pi's memory."""
os.environ.setdefault("OPENCV_IO_MAX_IMAGE_PIXELS", str(MOST_PIXELS))  # it looks there once, when it is loaded

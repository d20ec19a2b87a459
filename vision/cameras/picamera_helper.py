"""Runs under the system's Python: Picamera2's frames to standard output.

Standalone on purpose, for the system's Python has none of our packages. Each frame is a header (`HEADER`: the
sensor's timestamp in nanoseconds, width, height) and height x width x 3 bytes: blue, green, red.
"""

import struct
import sys

HEADER = struct.Struct("<QII")
MISSING = 3
"""Exit status where Picamera2 isn't installed."""


def main() -> int:
    """`picamera_helper.py WIDTH HEIGHT FRAME_RATE`: goes on until the reader closes the pipe."""
    width, height, frame_rate = map(int, sys.argv[1:4])
    try:
        from picamera2 import Picamera2  # type: ignore[import-not-found,unused-ignore]
    except ImportError as error:
        print(error, file=sys.stderr)
        return MISSING
    camera = Picamera2()
    camera.configure(
        camera.create_video_configuration(
            main={"size": (width, height), "format": "RGB888"},  # in memory: blue, green, red
            controls={"FrameRate": frame_rate},
            buffer_count=4,
        )
    )
    camera.start()
    try:
        while True:
            request = camera.capture_request()
            try:
                taken = request.get_metadata()["SensorTimestamp"]
                image = request.make_array("main")
            finally:
                request.release()
            sys.stdout.buffer.write(HEADER.pack(taken, image.shape[1], image.shape[0]))
            sys.stdout.buffer.write(image.tobytes())
            sys.stdout.buffer.flush()
    except BrokenPipeError:
        return 0
    finally:
        camera.stop()


if __name__ == "__main__":
    sys.exit(main())

"""Runs under the system's Python: Picamera2's frames to standard output.

Standalone on purpose, for the system's Python has none of our packages. Each frame is a header (`HEADER`) and height
x width x 3 bytes: blue, green, red. Lines on standard input are controls for the camera, as JSON.
"""

import json
import os
import select
import struct
import sys

HEADER = struct.Struct("<QIIIffff")
"""The sensor's timestamp in nanoseconds, width, height; what the camera took it with: exposure in microseconds, gain,
gains of red and blue, position of the lens in dioptres."""
MISSING = 3
"""Exit status where Picamera2 isn't installed."""


def main() -> int:
    """`picamera_helper.py WIDTH HEIGHT FRAME_RATE` goes on until its pipe is closed; `--list` names the cameras."""
    try:
        from picamera2 import Picamera2  # type: ignore[import-not-found,unused-ignore]
    except ImportError as error:
        print(error, file=sys.stderr)
        return MISSING
    if sys.argv[1] == "--list":
        for camera in Picamera2.global_camera_info():
            print(camera["Model"])
        return 0
    width, height, frame_rate = map(int, sys.argv[1:4])
    camera = Picamera2()
    camera.configure(
        camera.create_video_configuration(
            main={"size": (width, height), "format": "RGB888"},  # in memory: blue, green, red
            controls={"FrameRate": frame_rate},
            buffer_count=4,
        )
    )
    orders = Orders().given
    camera.start()
    try:
        while True:
            for asked in orders():
                camera.set_controls({name: asked[name] for name in asked if name in camera.camera_controls})
            request = camera.capture_request()
            try:
                metadata = request.get_metadata()
                image = request.make_array("main")
            finally:
                request.release()
            red, blue = metadata.get("ColourGains", (0.0, 0.0))
            sys.stdout.buffer.write(HEADER.pack(
                metadata["SensorTimestamp"], image.shape[1], image.shape[0], metadata.get("ExposureTime", 0),
                metadata.get("AnalogueGain", 0.0), red, blue, metadata.get("LensPosition", -1.0),
            ))  # fmt: skip
            sys.stdout.buffer.write(image.tobytes())
            sys.stdout.buffer.flush()
    except BrokenPipeError:
        return 0
    finally:
        camera.stop()


class Orders:
    """Controls as they come on standard input; unbuffered, for `select` knows nothing of what a buffer holds."""

    def __init__(self) -> None:
        self._begun = b""

    def given(self) -> list[dict[str, object]]:
        """Those that have come since this was last asked; never waits."""
        while select.select([0], [], [], 0)[0] and (read := os.read(0, 4096)):
            self._begun += read
        *lines, self._begun = self._begun.split(b"\n")
        return [json.loads(line) for line in lines]


if __name__ == "__main__":
    sys.exit(main())

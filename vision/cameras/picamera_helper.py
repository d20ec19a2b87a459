"""Runs under the system's Python: Picamera2's frames to standard output.

Standalone on purpose, for the system's Python has none of our packages. Each frame is a header (`HEADER`) and height
x width x 3 bytes: blue, green, red. Lines on standard input are controls for the camera, as JSON; its end is the
helper's.
"""

import json
import os
import queue
import struct
import sys
import threading

HEADER = struct.Struct("<QIIIIffff")
"""The sensor's timestamp in nanoseconds, width, height; how many lines of controls the camera had been given; what it
took the frame with: exposure in microseconds, gain, gains of red and blue, position of the lens in dioptres."""
MISSING = 3
"""Exit status where Picamera2 isn't installed."""
OURS = os.path.dirname(os.path.abspath(__file__))
"""Python finds modules beside a script first; but the v4l2 that Picamera2 imports isn't the one that lies here."""


def main() -> int:
    """`picamera_helper.py WIDTH HEIGHT FRAME_RATE` goes on until a pipe is closed; `--list` names the cameras."""
    listing = sys.argv[1] == "--list"
    orders: queue.SimpleQueue[dict[str, object]] = queue.SimpleQueue()
    if not listing:
        threading.Thread(target=_listen, args=(orders,), name="orders", daemon=True).start()
    sys.path[:] = [folder for folder in sys.path if os.path.abspath(folder) != OURS]
    try:
        from picamera2 import Picamera2  # type: ignore[import-not-found,unused-ignore]
    except ModuleNotFoundError as error:
        if error.name != "picamera2":
            raise
        return MISSING
    if listing:
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
    obeyed = 0
    camera.start()
    try:
        while True:
            while not orders.empty():
                asked = orders.get()
                obeyed += 1
                camera.set_controls({name: asked[name] for name in asked if name in camera.camera_controls})
            request = camera.capture_request()
            try:
                metadata = request.get_metadata()
                image = request.make_array("main")
            finally:
                request.release()
            red, blue = metadata.get("ColourGains", (0.0, 0.0))
            sys.stdout.buffer.write(HEADER.pack(
                metadata["SensorTimestamp"], image.shape[1], image.shape[0], obeyed,
                metadata.get("ExposureTime", 0), metadata.get("AnalogueGain", 0.0), red, blue,
                metadata.get("LensPosition", -1.0),
            ))  # fmt: skip
            sys.stdout.buffer.write(image.tobytes())
            sys.stdout.buffer.flush()
    except BrokenPipeError:
        return 0
    finally:
        camera.stop()


def _listen(orders: queue.SimpleQueue[dict[str, object]]) -> None:
    """Take orders; where nobody is left to give any, end at once, whatever the camera does.

    The main thread may wait for ever for a picture of a camera that hangs. The system frees the camera.
    """
    with open(0, "rb", buffering=0, closefd=False) as lines:  # a buffer's lock would be in the way of ending
        for line in lines:
            orders.put(json.loads(line))
    os._exit(0)


if __name__ == "__main__":
    sys.exit(main())

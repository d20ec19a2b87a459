"""Videos as browsers and telephones record them: each frame has a time of its own, no rate is told."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import cv2

from vision.cameras import Image

EBML, DOC_TYPE = 0x1A45DFA3, 0x4282
SEGMENT, INFO, TIMECODE_SCALE = 0x18538067, 0x1549A966, 0x2AD7B1
TRACKS, TRACK, NUMBER, UID, KIND, CODEC = 0x1654AE6B, 0xAE, 0xD7, 0x73C5, 0x83, 0x86
VIDEO, WIDTH, HEIGHT = 0xE0, 0xB0, 0xBA
CLUSTER, CLUSTER_TIME, BLOCK = 0x1F43B675, 0xE7, 0xA3
KEYFRAME = 0x80


def write_matroska(path: Path, pictures: Sequence[Image], milliseconds: Sequence[int]) -> Path:
    """Pictures as JPEGs in a Matroska file, each shown from its time on."""
    height, width = pictures[0].shape[:2]
    track = element(
        TRACK,
        number(NUMBER, 1) + number(UID, 1) + number(KIND, 1) + element(CODEC, b"V_MJPEG")
        + element(VIDEO, number(WIDTH, width) + number(HEIGHT, height)),
    )  # fmt: skip
    clusters = (
        element(CLUSTER, number(CLUSTER_TIME, at) + element(BLOCK, b"\x81\0\0" + bytes([KEYFRAME]) + jpeg(picture)))
        for picture, at in zip(pictures, milliseconds, strict=True)
    )
    segment = element(INFO, number(TIMECODE_SCALE, 1_000_000)) + element(TRACKS, track) + b"".join(clusters)
    path.write_bytes(element(EBML, element(DOC_TYPE, b"matroska")) + element(SEGMENT, segment))
    return path


def element(name: int, content: bytes) -> bytes:
    """An element of EBML, its size written in eight bytes."""
    written = name.to_bytes((name.bit_length() + 7) // 8, "big")
    return written + (1 << 56 | len(content)).to_bytes(8, "big") + content


def number(name: int, value: int) -> bytes:
    return element(name, value.to_bytes(4, "big"))


def jpeg(picture: Image) -> bytes:
    return cv2.imencode(".jpg", picture)[1].tobytes()

"""Asks the board at a serial port for its version and compares it with `src/version.h`."""

import re
import struct
import sys
import time
import zlib
from pathlib import Path

import serial
from cobs import cobs  # type: ignore[import-untyped]

HELLO, BOARD_HELLO = 0x01, 0x81
SECONDS = 6.0
"""The old bootloader listens for two seconds before it starts the firmware."""


def compose_hello(seq: int) -> bytes:
    """A HELLO as it goes on the wire."""
    body = bytes([1, HELLO, seq])
    encoded: bytes = cobs.encode(body + struct.pack("<I", zlib.crc32(body)))
    return b"\0" + encoded + b"\0"


def version_in(encoded: bytes) -> tuple[int, int, int] | None:
    """The firmware version in a HELLO of the board, None for anything else."""
    try:
        plain = cobs.decode(encoded)
    except cobs.DecodeError:
        return None
    body, crc = plain[:-4], plain[-4:]
    if len(body) < 6 or crc != struct.pack("<I", zlib.crc32(body)) or body[1] != BOARD_HELLO:
        return None
    return body[3], body[4], body[5]


def ask(port: str, shared: bool) -> tuple[int, int, int] | None:
    """The version of the board at `port`, None where nothing there answers. `shared`: somebody who knows holds it."""
    received = b""
    deadline = time.monotonic() + SECONDS
    with serial.Serial(port, 250_000, timeout=0.2, exclusive=not shared) as line:
        while time.monotonic() < deadline:
            line.write(compose_hello(1))
            received += line.read(64)
            *frames, received = received.split(b"\0")
            versions = [version for version in map(version_in, frames) if version]
            if versions:
                return versions[-1]
    return None


def expected() -> tuple[int, int, int]:
    """The version that this checkout builds."""
    text = (Path(__file__).parent / "src" / "version.h").read_text(encoding="utf-8")
    major, minor, patch = (int(number) for number in re.findall(r"FIRMWARE_(?:MAJOR|MINOR|PATCH) (\d+)", text))
    return major, minor, patch


def check(port: str, shared: bool = False) -> None:
    """Exit status 1, and a line that says why, unless the board runs this version."""
    try:
        found, wanted = ask(port, shared), expected()
    except serial.SerialException as error:
        raise SystemExit(f"{port}: can't be asked ({error})") from None
    if found is None:
        raise SystemExit(f"{port}: nothing there speaks the scoreboard's protocol; was the firmware written?")
    if found != wanted:
        raise SystemExit(f"{port}: runs {'.'.join(map(str, found))}, not {'.'.join(map(str, wanted))}")
    print(f"{port}: scoreboard firmware {'.'.join(map(str, found))}")


if __name__ == "__main__":
    check(sys.argv[1])

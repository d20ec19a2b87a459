"""The camera's picture for people to look at: JPEG, through memory that the reader's process and the table share.

The writer never waits for readers. It fills its places in turn, so that a picture is there for a while after the next
have come; a checksum tells a reader that it was overtaken.
The memory has no name, so nothing is left behind however the processes end.
"""

from __future__ import annotations

import mmap
import os
import struct
import zlib

from controller.ports import Picture

CAPACITY = 1 << 20
"""Bytes for one JPEG: several times what a picture of 1280x960 needs."""
_PLACES = 8
"""The picture of a reading is fetched when its message comes; at thirty pictures a second that may take 200 ms."""
_HEADER = struct.Struct("<QII")  # number, length, checksum of number and JPEG
_NEWEST = struct.Struct("<Q")
_PLACE_SIZE = _HEADER.size + CAPACITY
_SIZE = _NEWEST.size + _PLACES * _PLACE_SIZE
_ATTEMPTS = 3


class PreviewMemory:
    """Shared memory for the newest picture. One process creates it and reads; the other attaches and writes."""

    def __init__(self, descriptor: int | None = None) -> None:
        """`descriptor`: of a memory that another process created; None creates one."""
        if descriptor is None:
            descriptor = os.memfd_create("cosmic-tray-preview")
            os.ftruncate(descriptor, _SIZE)
        self.descriptor = descriptor
        self._memory = mmap.mmap(descriptor, _SIZE)
        self._last: Picture | None = None
        self._closed = False

    def write(self, jpeg: bytes) -> int | None:
        """Show this picture from now on; its number. One too large for the memory is left out: None."""
        if len(jpeg) > CAPACITY:
            return None
        number = self._newest() + 1
        offset = self._offset(number)
        self._memory[offset : offset + _HEADER.size] = _HEADER.pack(number, len(jpeg), _checksum(number, jpeg))
        self._memory[offset + _HEADER.size : offset + _HEADER.size + len(jpeg)] = jpeg
        self._memory[: _NEWEST.size] = _NEWEST.pack(number)
        return number

    def numbered(self, number: int) -> Picture | None:
        """The picture of this number, None where later ones have taken its place. Never waits."""
        return None if self._closed else self._read(number)

    def latest(self) -> Picture | None:
        """The newest picture, None while there is none. Never waits."""
        for _ in range(0 if self._closed else _ATTEMPTS):
            newest = self._newest()
            if self._last is not None and self._last.number == newest:
                break
            picture = self._read(newest) if newest else None
            if picture is not None:
                self._last = picture
                break
        return self._last

    def close(self) -> None:
        """Give the memory back; the last picture can be looked at still."""
        self.latest()
        if not self._closed:
            self._closed = True
            self._memory.close()
            os.close(self.descriptor)

    def _read(self, number: int) -> Picture | None:
        """None where the writer was faster."""
        offset = self._offset(number)
        found, length, checksum = _HEADER.unpack_from(self._memory, offset)
        if found != number or length > CAPACITY:
            return None
        start = offset + _HEADER.size
        jpeg = self._memory[start : start + length]
        return Picture(number, jpeg) if _checksum(number, jpeg) == checksum else None

    def _newest(self) -> int:
        return int(_NEWEST.unpack_from(self._memory, 0)[0])

    def _offset(self, number: int) -> int:
        return _NEWEST.size + number % _PLACES * _PLACE_SIZE


def _checksum(number: int, jpeg: bytes) -> int:
    return zlib.crc32(jpeg, number & 0xFFFFFFFF)

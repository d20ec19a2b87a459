"""Pictures through shared memory."""

from __future__ import annotations

import os
import subprocess
import sys

from vision.preview import CAPACITY, PreviewMemory

WRITER = """
import sys
from vision.preview import PreviewMemory
memory = PreviewMemory(int(sys.argv[1]))
for number in range(20000):
    memory.write(bytes([number % 251]) * (1000 + number % 50000))
"""


def test_there_is_no_picture_before_the_first() -> None:
    assert PreviewMemory().latest() is None


def test_the_newest_picture_is_there_under_a_rising_number() -> None:
    memory = PreviewMemory()
    writer = PreviewMemory(os.dup(memory.descriptor))
    for number, jpeg in enumerate((b"first", b"second picture", b"3rd"), start=1):
        writer.write(jpeg)
        picture = memory.latest()
        assert picture is not None
        assert (picture.number, picture.jpeg) == (number, jpeg)


def test_a_picture_is_there_by_its_number_until_later_ones_take_its_place() -> None:
    memory = PreviewMemory()
    writer = PreviewMemory(os.dup(memory.descriptor))
    number = writer.write(b"that throw")
    assert number is not None
    for later in (b"one", b"two", b"three"):
        writer.write(later)
    picture = memory.numbered(number)
    assert picture is not None
    assert (picture.number, picture.jpeg) == (number, b"that throw")
    for _ in range(100):
        writer.write(b"many more")
    assert memory.numbered(number) is None
    assert memory.numbered(number + 1000) is None


def test_a_writer_that_was_started_again_goes_on_counting() -> None:
    memory = PreviewMemory()
    PreviewMemory(os.dup(memory.descriptor)).write(b"before")
    PreviewMemory(os.dup(memory.descriptor)).write(b"after")
    picture = memory.latest()
    assert picture is not None
    assert (picture.number, picture.jpeg) == (2, b"after")


def test_a_picture_too_large_is_left_out() -> None:
    memory = PreviewMemory()
    memory.write(b"small")
    assert memory.write(bytes(CAPACITY + 1)) is None
    picture = memory.latest()
    assert picture is not None
    assert picture.jpeg == b"small"


def test_the_last_picture_stays_when_the_memory_is_given_back() -> None:
    memory = PreviewMemory()
    memory.write(b"last")
    memory.close()
    memory.close()
    picture = memory.latest()
    assert picture is not None
    assert picture.jpeg == b"last"


def test_no_picture_is_torn_while_another_process_writes() -> None:
    memory = PreviewMemory()
    writer = subprocess.Popen(
        [sys.executable, "-c", WRITER, str(memory.descriptor)], pass_fds=(memory.descriptor,)
    )
    numbers = []
    while writer.poll() is None:
        picture = memory.latest()
        if picture is not None:
            assert picture.jpeg == picture.jpeg[:1] * len(picture.jpeg)
            assert len(picture.jpeg) == 1000 + (picture.number - 1) % 50000
            numbers.append(picture.number)
    assert writer.returncode == 0
    assert numbers == sorted(numbers)
    assert len(set(numbers)) > 2

"""Builds the firmware and its simulation once, and puts a board on the line for each test that wants one."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from .board import FIRMWARE, Client, Simulator, is_idle

NEEDED = {
    "make": shutil.which("make"),
    "gcc": shutil.which("gcc"),
    "gcc-avr": shutil.which("avr-gcc"),
    "binutils-avr": shutil.which("avr-objdump"),
    "avr-libc": Path("/usr/lib/avr/include/avr/io.h").exists(),
    "libsimavr-dev": Path("/usr/include/simavr/sim_avr.h").exists(),
    "libelf-dev": Path("/usr/include/libelf.h").exists(),
    "cppcheck": shutil.which("cppcheck"),
    "clang-14": shutil.which("clang-14"),
    "libclang-rt-14-dev": any(Path("/usr/lib/llvm-14/lib/clang").glob("*/lib/linux/libclang_rt.fuzzer-*.a")),
}


def make(*targets: str) -> str:
    """Runs make in firmware/; what it printed. A failure is a test error that shows it."""
    done = subprocess.run(["make", "-C", str(FIRMWARE), *targets], capture_output=True, text=True)
    assert done.returncode == 0, f"make {' '.join(targets)} failed:\n{done.stdout}{done.stderr}"
    return done.stdout


@pytest.fixture(scope="session")
def built() -> str:
    """The firmware and the simulator are built; what the build printed."""
    missing = [package for package, there in NEEDED.items() if not there]
    assert not missing, f"these tests run the real firmware and need more: apt install {' '.join(missing)}"
    return make("all", "sim-build")


Board = tuple[Simulator, Client]


@pytest.fixture
def power_up(built: str) -> Iterator[Callable[..., Board]]:
    """Starts a board with options of `scoreboard-sim`; it ends with the test."""
    with ExitStack() as stack:

        def start(*options: str) -> Board:
            simulator = stack.enter_context(Simulator(*options))
            resets = "--dtr" in options
            if resets:  # a board that still starts would have both this and its power as causes
                simulator.wait_for(is_idle)
            client = stack.enter_context(closing(Client(simulator.pty(), resets=resets)))
            client.greet()
            return simulator, client

        yield start


@pytest.fixture
def board(power_up: Callable[..., Board]) -> Board:
    """A board of the usual size, paced to the clock, that has just been switched on."""
    return power_up()

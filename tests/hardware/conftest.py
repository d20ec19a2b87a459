"""What several tests of this room start from."""

import subprocess
from pathlib import Path

import pytest

FIRMWARE = Path(__file__).parents[2] / "firmware"


@pytest.fixture(scope="session")
def built() -> Path:
    """The built firmware and its simulation; what is missing for that is an error that says what to install."""
    made = subprocess.run(["make", "-C", str(FIRMWARE), "all", "sim-build"], capture_output=True, text=True)
    assert made.returncode == 0, made.stderr
    return FIRMWARE / "build"

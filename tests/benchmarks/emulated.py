"""Python on aarch64, run by QEMU: it computes what a Pi computes. How long that takes says nothing about a Pi."""

from __future__ import annotations

import shutil
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

TOOLS = ("qemu-aarch64-static", "debootstrap", "dpkg")
RELEASE, PYTHON = "bookworm", "3.11"  # that Debian's own Python, as Raspberry Pi OS has it
WHEELS = ("manylinux2014_aarch64", "manylinux_2_17_aarch64", "manylinux_2_27_aarch64", "manylinux_2_28_aarch64")


class LackingError(Exception):
    """What this machine lacks to emulate another, and where it comes from; in words."""


def emulated_python(root: Path) -> list[str]:
    """The command that runs an aarch64 Python with the product's own packages, at the versions of the lock file.

    `root`: of the checkout. The first time it is made in `build/aarch64`, from Debian and PyPI.

    Raises:
        LackingError: the emulator isn't installed, or what it is to run can't be fetched.
    """
    lacking = [tool for tool in TOOLS if shutil.which(tool) is None]
    if lacking:
        raise LackingError(f"{' and '.join(lacking)} missing: sudo apt-get install qemu-user-static debootstrap")
    folder, lock = root / "build" / "aarch64", root / "requirements" / "run.lock"
    debian, packages, ready = folder / "debian", folder / "packages", folder / "ready"
    made_of = sha256(lock.read_bytes()).hexdigest()
    if not ready.exists() or ready.read_text(encoding="ascii") != made_of:
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        _fetch_debian(debian)
        _fetch_packages(lock, packages)
        ready.write_text(made_of, encoding="ascii")
    return [
        "qemu-aarch64-static", "-L", str(debian), "-U", "LD_LIBRARY_PATH", "-E", f"PYTHONPATH={packages}:{root}",
        str(debian / "usr" / "bin" / f"python{PYTHON}"), "-S", "-B",
    ]  # fmt: skip


def _fetch_debian(debian: Path) -> None:
    """Debian's Python and what it needs, unpacked and not set up: nothing of it runs but Python."""
    print("  fetching Debian for aarch64", file=sys.stderr, flush=True)
    _run([
        "debootstrap", "--foreign", "--arch=arm64", "--variant=minbase", "--include=python3", RELEASE, str(debian),
    ])  # fmt: skip
    for archive in sorted((debian / "var" / "cache" / "apt" / "archives").glob("*.deb")):
        _run(["dpkg", "-x", str(archive), str(debian)])


def _fetch_packages(lock: Path, packages: Path) -> None:
    print("  fetching the product's packages for aarch64", file=sys.stderr, flush=True)
    _run([
        sys.executable, "-m", "pip", "install", "--quiet", "--target", str(packages), "--no-deps",
        "--only-binary=:all:", "--implementation", "cp", "--python-version", PYTHON,
        *(part for wheel in WHEELS for part in ("--platform", wheel)), "--require-hashes", "-r", str(lock),
    ])  # fmt: skip


def _run(command: list[str]) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        said = (done.stderr or done.stdout).strip().splitlines()
        raise LackingError(f"{command[0]} failed: {said[-1] if said else 'it said nothing'}")

"""`python -m vision.training`: draws, renders, trains, exports and writes the model card. Needs the extra `train`.

Stopped at any moment it goes on where it was when it is started again with the same options. This module is so small
that Ctrl-C finds it ready while everything else is being loaded.
"""

from __future__ import annotations

import sys
from importlib.metadata import PackageNotFoundError, distribution
from importlib.util import find_spec


def main() -> None:
    """Load the command and run it."""
    try:
        _check_needed()
        from vision.training.command import command

        command()
    except KeyboardInterrupt:
        print("\nStopped. Started again with the same options it goes on from there.", file=sys.stderr)
        sys.exit(130)


def _check_needed() -> None:
    """End in words where something is missing that only training needs."""
    lacking = [package for package in ("torch", "onnx", "PIL") if find_spec(package) is None]
    if not lacking:
        from vision.training.typefaces import HELD_OUT, TRAINED

        lacking = [package for package in (*TRAINED, *HELD_OUT) if not _is_installed(package)]
    if lacking:
        raise SystemExit(f"Training needs {', '.join(lacking)}: `make train` installs what it needs, and trains.")


def _is_installed(package: str) -> bool:
    try:
        distribution(package)
    except PackageNotFoundError:
        return False
    return True


if __name__ == "__main__":
    main()

"""Where the command `tray` begins: so small that Ctrl-C finds it ready while everything else is being loaded."""

from __future__ import annotations

import sys


def main() -> None:
    """Load the command line and run it."""
    try:
        from controller.cli import main as command_line

        command_line()
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()

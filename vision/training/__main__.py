"""`python -m vision.training`: draws, renders, trains, exports and writes the model card. Needs the extra `train`.

Stopped at any moment it goes on where it was when it is started again with the same options. This module is so small
that Ctrl-C finds it ready while everything else is being loaded.
"""

from __future__ import annotations

import sys


def main() -> None:
    """Load the command and run it."""
    try:
        from vision.training.command import command

        command()
    except KeyboardInterrupt:
        print("\nStopped. Started again with the same options it goes on from there.", file=sys.stderr)
        sys.exit(130)


if __name__ == "__main__":
    main()

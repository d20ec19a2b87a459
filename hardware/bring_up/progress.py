"""Which steps were seen to be right, kept in a file so that one can stop at any of them and go on another day."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Literal

from hardware.errors import HardwareError

Seen = Literal["right", "wrong", "left"]
"""`left`: left for later."""


class Progress:
    """What was seen at each step, by its key, and `at` which one the last walk stopped. `file` need not exist yet.

    Raises:
        HardwareError: the file is there and can't be read.
    """

    def __init__(self, file: Path) -> None:
        self._file = file
        self._seen: dict[str, Seen] = {}
        self.at: str | None = None
        try:
            kept = json.loads(file.read_text(encoding="utf-8"))
            self._seen, self.at = dict(kept["seen"]), kept["at"]
        except FileNotFoundError:
            pass
        except (OSError, ValueError, TypeError, KeyError) as error:
            raise HardwareError(f"{file} can't be read ({error}): begin anew with --again.") from error

    @classmethod
    def anew(cls, file: Path) -> Progress:
        """A progress that knows of nothing, whatever the file says."""
        file.unlink(missing_ok=True)
        return cls(file)

    def seen(self, key: str) -> Seen | None:
        """What was seen at a step; None if it has not been looked at."""
        return self._seen.get(key)

    def note(self, key: str, seen: Seen) -> None:
        """Keep what was seen.

        Raises:
            HardwareError: it can't be written.
        """
        self._seen[key] = seen
        self._write()

    def stop_at(self, key: str | None) -> None:
        """Keep where the next walk begins: at this step, or at the first that isn't right yet.

        Raises:
            HardwareError: it can't be written.
        """
        self.at = key
        self._write()

    def _write(self) -> None:
        written = self._file.with_suffix(".new")
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            written.write_text(json.dumps({"at": self.at, "seen": self._seen}, indent=1), encoding="utf-8")
            os.replace(written, self._file)
        except OSError as error:
            raise HardwareError(
                f"{self._file} can't be written ({error.strerror}): make its folder writable, or name another one "
                "with state.folder in tray.toml."
            ) from error

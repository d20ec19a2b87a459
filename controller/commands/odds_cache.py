"""Odds that were computed before, kept in a folder: one small file for each set of rules.

A file that is damaged, or of another version of the rules, is as good as none.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from controller.games import wimpout
from controller.games.wimpout import Rules


class OddsCache:
    """The odds kept in `folder`, which needn't exist. `own`: files of house rules of the table's own."""

    def __init__(self, folder: Path, own: Iterable[Path] = ()) -> None:
        self._folder = folder
        self._own = frozenset(own)

    def get(self, rules: Rules) -> dict[str, Any] | None:
        """What was kept for `rules`; None where nothing was, or nothing that can be believed."""
        try:
            kept = json.loads(self._file(rules).read_text(encoding="utf-8"))
            report = kept["odds"]
            if kept["engine"] == self._engine(rules) and kept["digest"] == _digest([_canonical(report)]):
                return dict(report)
        except (OSError, ValueError, KeyError, TypeError):
            pass
        return None

    def put(self, rules: Rules, report: dict[str, Any]) -> None:
        """Keep the odds under `rules`. A power cut leaves the old file or the new one.

        Raises:
            OSError: they can't be kept; its text says why.
        """
        kept = {"engine": self._engine(rules), "digest": _digest([_canonical(report)]), "odds": report}
        self._folder.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=self._folder, prefix=".odds-")
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                json.dump(kept, file)
                file.flush()
                os.fsync(file.fileno())
            os.replace(name, self._file(rules))
        except BaseException:
            os.unlink(name)
            raise

    def _file(self, rules: Rules) -> Path:
        return self._folder / f"odds-{_digest([repr(rules).encode()])[:16]}.json"

    def _engine(self, rules: Rules) -> str:
        """A fingerprint of the program that the odds follow from: the engine's files and those of house rules."""
        modules = {sys.modules.get(type(rule).__module__) for rule in rules.house}
        installed = {Path(module.__file__) for module in modules if module is not None and module.__file__}
        files = {*Path(wimpout.__file__).parent.rglob("*.py"), *installed, *self._own}
        return _digest(file.read_bytes() for file in sorted(files))


def _canonical(report: dict[str, Any]) -> bytes:
    return json.dumps(report, sort_keys=True).encode()


def _digest(parts: Iterable[bytes]) -> str:
    digest = hashlib.sha256()
    for part in parts:
        digest.update(hashlib.sha256(part).digest())
    return digest.hexdigest()

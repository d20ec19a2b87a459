"""Keeps what calibration found out: a file for each result, the newest of its kind in force, and none ever changed
but to say how good it proved to be.

Bringing an earlier result back writes it once more, as the newest; so a power cut or a regret loses nothing. Commands
that keep something at the same time do so one after the other.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from shlex import quote
from typing import TypeVar

from pydantic import ValidationError
from pydantic_core import PydanticSerializationError

from controller.ports import read_regular, save
from vision.calibration.lock import take_lock
from vision.calibration.results import Entry, Result, why_invalid

_TRIAL = ".trial"
_TRIAL_BYTES = 4 * 1024 * 1024
"""As much as a set of cubes takes: what is learned of it is over 1 MB, and each of its pictures up to 28 kB. Only a
check's page may take more, with dozens of mistakes."""
_REPORT = "check"
"""The kind of result that sets nothing."""
_KINDS = ("camera", "check", "lens", "set", "tray")
_FILE = re.compile(r"(?P<number>\d{4,})-(?P<kind>[a-z]+)-(?P<date>\d{4}-\d{2}-\d{2})\.json")

AnyResult = TypeVar("AnyResult", bound=Result)


class CalibrationError(Exception):
    """Calibration can't be done or read; its text says what happened and what to do."""


@dataclass(frozen=True, slots=True)
class Stored:
    """A file of the store; `date` is the one in its name, of UTC. `entry` is None where it is damaged; then `trouble`
    says why, and what to do. `in_force`: it is the newest of its kind and camera, or set, as far as can be known."""

    number: int
    kind: str
    date: str
    entry: Entry | None
    trouble: str = ""
    in_force: bool = False

    @property
    def sets_something(self) -> bool:
        """Whether it could be in force: neither damaged nor the report of a check."""
        return self.entry is not None and self.kind != _REPORT

    @property
    def day(self) -> str:
        """When it was made, as people are shown it: local date and time, or the date in the file's name."""
        return self.entry.day if self.entry is not None else self.date


class CalibrationStore:
    """The results in `folder`, which needn't exist yet. `now` answers the date and time."""

    def __init__(self, folder: Path, now: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        self.folder = folder
        self._now = now
        self._is_alone = False

    def keep(
        self, result: Result, restored: int | None = None, beside: Mapping[str, bytes] | None = None
    ) -> Entry:
        """Write `result`, in force from now on. `beside`: files that belong to it, by names that bear its number; see
        `alone`.

        Raises:
            CalibrationError: it can't be written; nothing of it is kept, and what was in force is so still.
        """
        beside = beside or {}
        with self.alone() as number:
            made = self._now()
            entry = Entry(number=number, made=made, restored=restored, result=result)
            name, content = _file_of(entry), _as_json(entry)
            try:
                for other, belongs in beside.items():
                    self.write(other, belongs)
                self.write(name, content)
            except BaseException:  # Ctrl-C too
                for each in (name, *beside):
                    with suppress(OSError):  # what went wrong first is what counts
                        (self.folder / each).unlink(missing_ok=True)
                raise
        return entry

    def complete(self, entry: Entry, result: Result) -> None:
        """Say of what was kept what wasn't known then: `result` is the same, with that.

        Raises:
            CalibrationError: it can't be written; what was kept stays as it is.
        """
        self.write(_file_of(entry), _as_json(entry.model_copy(update={"result": result})))

    @contextmanager
    def alone(self) -> Iterator[int]:
        """Nobody else keeps anything here meanwhile. Gives the number that the next result gets, for what belongs to
        it to be named by.

        Raises:
            CalibrationError: the folder can't be read or written.
        """
        if self._is_alone:
            yield self.next_number()
            return
        try:
            lock = take_lock(self.folder)
        except OSError as error:
            raise _not_written(self.folder, error) from error
        try:
            self._is_alone = True
            yield self.next_number()
        finally:
            self._is_alone = False
            os.close(lock)

    def try_to_write(self) -> None:
        """Find out whether results can be kept here, before a person goes to the trouble of making one.

        Raises:
            CalibrationError: they can't: the folder can't be read or written, or its disk is full.
        """
        with self.alone():
            trial = self.write(_TRIAL, bytes(_TRIAL_BYTES))
            trial.unlink(missing_ok=True)

    def write(self, name: str, content: bytes) -> Path:
        """Write a file that belongs to a result.

        Raises:
            CalibrationError: it can't be written.
        """
        file = self.folder / name
        try:
            save(file, content)
        except OSError as error:
            raise _not_written(file, error) from error
        return file

    def read_beside(self, result: Result, name: str) -> bytes:
        """What is in a file that belongs to a result.

        Raises:
            CalibrationError: it can't be read, or isn't the one that was kept with the result; what to do.
        """
        try:
            content = read_regular(self.folder / name)
        except FileNotFoundError:
            raise self.unusable_beside(result, name, "it is missing") from None
        except OSError as error:
            raise self.unusable_beside(result, name, f"it can't be read: {error.strerror}") from error
        if result.beside[name] not in ("", hashlib.sha256(content).hexdigest()):
            raise self.unusable_beside(result, name, "it is damaged, or another than was kept")
        return content

    def trouble_beside(self, result: Result) -> str:
        """Why a file that belongs to a result can't be used, and what to do; nothing where all can."""
        try:
            for name in result.beside:
                self.read_beside(result, name)
        except CalibrationError as error:
            return str(error)
        return ""

    def unusable_beside(self, result: Result, name: str, why: str) -> CalibrationError:
        """The error that a file that belongs to a result can't be used, with what to do."""
        again = f"teach {quote(result.about)}" if result.kind == "set" else result.kind
        return CalibrationError(
            f"{self.folder / name} can't be used ({why}), and the {result.kind} {result.about!r} is nothing without "
            "it. Put the file back if there is a copy, bring an earlier one back with `tray calibrate restore`, or "
            f"begin anew with `tray calibrate {again}`."
        )

    def next_number(self) -> int:
        """The number that the next result gets, as long as nobody else keeps one: see `alone`."""
        return max((int(found["number"]) for _, found in self._files()), default=0) + 1

    def newest(self, kind: type[AnyResult], about: str) -> AnyResult | None:
        """The result in force of this kind about this camera, or set of this name; None where there is none.

        Raises:
            CalibrationError: a file of this kind is damaged that may be it: which, and what to do.
        """
        entry, damaged = self._found(kind, about)
        if damaged is not None:
            raise CalibrationError(damaged.trouble)
        return entry.result if entry is not None and isinstance(entry.result, kind) else None

    def number_in_force(self, kind: type[AnyResult], about: str) -> int | None:
        """The number of what `newest` gives; None where there is none, or it can't be known which that is."""
        entry, _ = self._found(kind, about)
        return entry.number if entry is not None else None

    def _found(self, kind: type[AnyResult], about: str) -> tuple[Entry | None, Stored | None]:
        """What is in force of this kind about this; or else the damaged file that may be it."""
        of_kind = [stored for stored in self.history() if stored.kind == kind.model_fields["kind"].default]
        for stored in reversed(of_kind):
            if stored.entry is None:
                return None, stored
            if stored.entry.result.about == about:
                return stored.entry, None
        return None, None

    def history(self) -> list[Stored]:
        """Everything that was kept, oldest first, damaged files too.

        Nobody knows what a damaged file is about, so all that is older of its kind is in force no more.

        Raises:
            CalibrationError: the folder can't be read.
        """
        kept: list[Stored] = []
        newer: set[tuple[str, str | None]] = set()
        for file, found in reversed(list(self._files())):
            stored = self._stored(file, found)
            about = stored.entry.result.about if stored.entry is not None else None
            known = newer.isdisjoint({(stored.kind, about), (stored.kind, None)})
            kept.append(replace(stored, in_force=known and stored.sets_something))
            newer.add((stored.kind, about))
        return kept[::-1]

    def restore(self, which: str) -> Entry:
        """Bring a result back: the one of this number, or the only one of this local date (YYYY-MM-DD) that can be.

        Raises:
            CalibrationError: there is none, there are several, or it or a file that belongs to it is damaged.
        """
        matching = [
            stored for stored in self.history()
            if which in (str(stored.number), f"{stored.number:04}", stored.day.split()[0])
        ]  # fmt: skip
        matching = [stored for stored in matching if stored.sets_something] or matching
        if not matching:
            raise CalibrationError(
                f"There is no calibration {which!r}. `tray calibrate history` lists what can be brought back, by "
                "number or by date."
            )
        if len(matching) > 1:
            listed = ", ".join(f"{stored.number} ({stored.kind})" for stored in matching)
            raise CalibrationError(f"{len(matching)} calibrations are of {which}: {listed}. Name one by its number.")
        [stored] = matching
        if stored.entry is None:
            raise CalibrationError(stored.trouble)
        if not stored.sets_something:
            raise CalibrationError(f"Number {stored.number} is the report of a check: nothing is set by it.")
        if trouble := self.trouble_beside(stored.entry.result):
            raise CalibrationError(trouble)
        return self.keep(stored.entry.result, restored=stored.entry.restored or stored.number)

    def _files(self) -> Iterator[tuple[Path, re.Match[str]]]:
        try:
            files = list(self.folder.iterdir())
        except FileNotFoundError:
            return
        except OSError as error:
            raise CalibrationError(
                f"{self.folder} can't be read ({error.strerror}). Calibration is kept there; put that right, or name "
                "another folder in state.calibration."
            ) from error
        matching = [(file, found) for file in files if (found := _FILE.fullmatch(file.name))]
        yield from sorted(matching, key=lambda pair: (int(pair[1]["number"]), pair[1]["date"]))

    def _stored(self, file: Path, found: re.Match[str]) -> Stored:
        number, kind = int(found["number"]), found["kind"]
        try:
            entry = Entry.model_validate_json(read_regular(file))
        except OSError as error:
            why = f"it can't be read: {error.strerror}"
        except ValidationError as error:
            why = why_invalid(error)
        else:
            if (entry.number, entry.result.kind) == (number, kind):
                return Stored(number, kind, found["date"], entry)
            why = f"it holds number {entry.number} of kind {entry.result.kind}, not what its name says"
        again = "teach NAME" if kind == "set" else kind
        anew = f"measure again with `tray calibrate {again}`, " if kind in _KINDS else ""
        trouble = (
            f"{file} can't be used ({why}). Bring an earlier result back with `tray calibrate restore`, {anew}or "
            "delete the file."
        )
        return Stored(number, kind, found["date"], None, trouble)


def _file_of(entry: Entry) -> str:
    return f"{entry.number:04}-{entry.result.kind}-{entry.made:%Y-%m-%d}.json"


def _as_json(entry: Entry) -> bytes:
    try:
        return (entry.model_dump_json(indent=1) + "\n").encode()
    except PydanticSerializationError as error:
        raise CalibrationError(
            f"This can't be written down ({error}), so nothing was kept. Where a file or a folder has a name that "
            "isn't UTF-8, rename it."
        ) from error


def _not_written(where: Path, error: OSError) -> CalibrationError:
    return CalibrationError(
        f"{where} can't be written ({error.strerror}), so nothing was kept. Put that right, or name another folder "
        "in state.calibration."
    )

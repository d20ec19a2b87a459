"""What a camera lets be held still: exposure, gain, white balance, focus."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from vision.settings import CameraLocks

ANSWER_S = 5.0
"""Seconds that a camera may take to do what it is told."""


@runtime_checkable
class Adjustable(Protocol):
    """A camera whose automatics can be switched off."""

    def hold(self, locks: CameraLocks | None) -> CameraLocks:
        """Hold these values, and what is None in them as it is now; without `locks`, let the camera choose again.

        Holds over unplugging. Answers what the camera says that it holds; None for what it can't.

        Raises:
            CameraError: the camera doesn't answer.
        """
        ...

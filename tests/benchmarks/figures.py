"""What a benchmark found, and which of its limits that is beyond."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Figures:
    """`text` in Markdown. `beyond`: a sentence for each limit that was not kept; a run that has any has failed."""

    text: str
    beyond: tuple[str, ...] = ()

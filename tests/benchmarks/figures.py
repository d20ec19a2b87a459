"""What a benchmark found, and which of its limits that is beyond."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Figures:
    """`text` in Markdown. `beyond`: a sentence for each limit that was not kept; a run that has any has failed."""

    text: str
    beyond: tuple[str, ...] = ()

    @property
    def section(self) -> str:
        """The text, and below it what is beyond its limit."""
        if not self.beyond:
            return self.text
        return f"{self.text}\n\nBeyond its limit:\n\n" + "\n".join(f"- {line}" for line in self.beyond)


class NotHereError(Exception):
    """What a benchmark measures with isn't on this machine; its text says what. What was measured before stays."""

"""What a bar full of phones costs the table."""

from __future__ import annotations

from pathlib import Path

from tests.benchmarks.phones.run import Fanned, Run, run

PHONES = 500
PRESSING = 20
SECONDS = 30.0


def report(_root: Path) -> str:
    """500 phones live and 20 of them pressing, beside a running reader."""
    return in_words(run(PHONES, PRESSING, SECONDS))


def in_words(done: Run) -> str:
    """The figures of a run."""
    accepted = done.presses.get("200", 0)
    refused = sum(done.presses.values()) - accepted
    crowded = done.crowded
    return "\n".join([
        "## Phones", "",
        f"{done.phones} phones live over real sockets, some of them pressing, at a table on simulated hardware with "
        f"its reader running: {done.table.events} events of {done.bytes_an_event} bytes. Then, beside the same "
        "reader, the same bytes from a bare fan-out, a thread a line that does nothing else.", "",
        "| | events missed | p50 ms | p99 ms | processor ms an event |",
        "| --- | --- | --- | --- | --- |",
        _row("table", done.table), _row("bare fan-out", done.bare), "",
        f"p99: {done.slower:.2f} times the bare one; processor time an event, with the presses and all else that "
        f"the table's process does: {done.dearer:.2f} times (of it {1000 * done.idle_processor_s:.0f} ms it takes "
        f"without phones, too). {accepted} presses were taken and {refused} refused with the reason, others failed: "
        f"{sum(count for status, count in done.presses.items() if status not in ('200', '409'))}. "
        f"The process had {done.memory_mb[0]:.0f} MB at most, its reader not counted.", "",
        f"As many phones again: {crowded.refused} found no line free and polled: answers by status "
        f"{crowded.polls}, and {crowded.behind} phones without the latest state. "
        f"The process had {done.memory_mb[1]:.0f} MB at most then.",
    ])


def _row(name: str, fanned: Fanned) -> str:
    return (
        f"| {name} | {fanned.missed} | {1000 * fanned.p50:.1f} | {1000 * fanned.p99:.1f} | "
        f"{1000 * fanned.processor_s:.1f} |"
    )

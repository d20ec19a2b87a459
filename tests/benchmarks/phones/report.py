"""What a bar full of phones costs the table."""

from __future__ import annotations

from pathlib import Path

from tests.benchmarks.figures import Figures
from tests.benchmarks.phones.cores import CORES
from tests.benchmarks.phones.run import SEATS, Fanned, Run, run

PHONES = 500
PRESSING = 20
SECONDS = 30.0
SLOWEST, DEAREST = 4.0, 3.0
"""The most that p99, and processor time an event, may be in those of the bare fan-out."""
MOST_MB = 150


def report(_root: Path) -> Figures:
    """500 phones live and 20 of them pressing, on 2 cores beside a running reader."""
    done = run(PHONES, PRESSING, SECONDS)
    return Figures(in_words(done), beyond_limits(done))


def beyond_limits(done: Run, slowest: float = SLOWEST, dearest: float = DEAREST) -> tuple[str, ...]:
    """Which limits a run didn't keep, a sentence each. `slowest`, `dearest`: those of p99 and processor time for
    another crowd."""
    crowded, memory = done.crowded, max(done.memory_mb)
    limits = {
        f"the run wants {CORES} cores, and this machine gave it {done.cores}": done.cores == CORES,
        "the table published nothing, so nothing was measured": done.table.events > 0,
        f"arrivals that are missing: {done.table.missed}; every phone has each event": done.table.missed == 0,
        f"p99 is {done.slower:.2f} times the bare one, and may be {slowest:g}": done.slower <= slowest,
        f"processor time an event is {done.dearer:.2f} times the bare one, and may be {dearest:g}":
            done.dearer <= dearest,
        f"the table's process had {memory:.0f} MB, and may have {MOST_MB}": memory <= MOST_MB,
        f"presses that failed: {done.failed_presses}": done.failed_presses == 0,
        f"phones beyond the lines that were told to poll: {crowded.refused}, not {done.phones}":
            crowded.refused == done.phones,
        f"questions of those who poll that failed: {done.failed_polls}": done.failed_polls == 0,
        f"phones that poll and ended without the latest state: {crowded.behind}": crowded.behind == 0,
    }
    return tuple(says for says, kept in limits.items() if not kept)


def in_words(done: Run) -> str:
    """The figures of a run."""
    accepted = done.presses.get("200", 0)
    refused = done.presses.get("409", 0)
    crowded = done.crowded
    arrivals = done.table.events * done.phones
    return "\n".join([
        "## Phones", "",
        f"{done.phones} phones live over real sockets, {done.pressing} of them pressing{_seats(done.pressing)}, at a "
        f"table on simulated hardware with its reader running: {done.table.events} events of {done.bytes_an_event} "
        "bytes. Then, beside the same reader, the same bytes from a bare fan-out, a thread a line that does nothing "
        f"else. Table, reader, fan-out and the phones themselves share {done.cores} cores.", "",
        "| | events missed | p50 ms | p99 ms | processor ms an event |",
        "| --- | --- | --- | --- | --- |",
        _row("table", done.table), _row("bare fan-out", done.bare), "",
        f"Of {arrivals} arrivals, each event at each phone, {done.table.missed} are missing. "
        f"p99: {done.slower:.2f} times the bare one (at most {SLOWEST:g}); processor time an event, with the presses "
        f"and all else that the table's process does: {done.dearer:.2f} times (at most {DEAREST:g}; of it "
        f"{1000 * done.idle_processor_s:.0f} ms it takes without phones, too). {accepted} presses were taken and "
        f"{refused} refused with the reason, others failed: {done.failed_presses}. The process had "
        f"{done.memory_mb[0]:.0f} MB at most (at most {MOST_MB}), its reader not counted.", "",
        f"Phones {done.phones + 1} to {2 * done.phones}: {crowded.refused} found no line free and polled: answers by "
        f"status {crowded.polls}, and {crowded.behind} phones without the latest state. "
        f"The process had {done.memory_mb[1]:.0f} MB at most then.",
    ])


def _seats(pressing: int) -> str:
    if pressing <= SEATS:
        return ", each from a seat of its own"
    return f" (a game has {SEATS} seats: {SEATS} press from one each, {pressing - SEATS} as second phones of a seat)"


def _row(name: str, fanned: Fanned) -> str:
    return (
        f"| {name} | {fanned.missed} | {1000 * fanned.p50:.1f} | {1000 * fanned.p99:.1f} | "
        f"{1000 * fanned.processor_s:.1f} |"
    )

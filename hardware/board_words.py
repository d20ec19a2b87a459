"""What a scoreboard's thread says of its board to people."""

from __future__ import annotations

from controller.ports import phrase
from hardware.canvas import Size
from hardware.line import LostError, RestartedError, TryAgainError
from hardware.link import HostCounters, flash_command
from hardware.protocol import FIRMWARE, Counters, Hello

FORGETFUL = phrase(
    "The board can't store its settings: its EEPROM is worn out. It is told them anew after each restart, and works. "
    "Another Nano would keep them."
)


def what_it_is(hello: Hello, size: Size) -> str:
    """A board that works."""
    return phrase(
        "firmware {version}, {modules} modules, {lights} lights",
        version=_version(hello.firmware), modules=size.modules, lights=size.lights,
    )


def advice(hello: Hello, keeps_settings: bool, line: str) -> str:
    """What to do about a board that works, but has an older firmware than the one that came with this program, or
    forgets its settings; empty where there is nothing to do."""
    if hello.firmware >= FIRMWARE:
        return "" if keeps_settings else FORGETFUL
    return phrase(
        "The board's firmware is version {version}, older than the {ours} that came with this program: write that "
        "one with `{command}`. Until then the board is used as it is.",
        version=_version(hello.firmware), ours=_version(FIRMWARE), command=flash_command(line),
    )


def link_counts(host: HostCounters, board: Counters) -> str:
    """What both ends have counted of their link."""
    return (
        f"Link, from here: {host.requests} sent, {host.lost} lost, {host.repeated} repeated, {host.damaged} damaged "
        f"answers; at the board: {board.good} good, {board.damaged} bad CRC, {board.malformed} malformed, "
        f"{board.overrun} overrun, {board.duplicate} duplicate, {board.refused} refused."
    )


def mute(why: LostError, line: str) -> TryAgainError:
    """A board that greets and does nothing that it is told."""
    return TryAgainError(phrase(
        "The board greets, but shows no picture. {why} Unplug it and plug it in again; if that doesn't help, write "
        "its firmware anew with `{command}`.",
        why=str(why), command=flash_command(line),
    ))


def never_up(why: RestartedError) -> TryAgainError:
    """A board that doesn't live long enough to show a picture."""
    return TryAgainError(phrase(
        "The board starts anew again and again before it shows a picture. {why} Look at its cable and its supply.",
        why=str(why),
    ))


def _version(numbers: tuple[int, int, int]) -> str:
    return ".".join(map(str, numbers))

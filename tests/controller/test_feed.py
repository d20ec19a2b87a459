"""The mailbox holds the latest snapshot; who reads slowly misses those in between."""

from __future__ import annotations

import threading
import time

import pytest

from controller.feed import KEPT, Mailbox
from controller.games.game import Message
from controller.ports import Snapshot


def snapshot(number: int) -> Snapshot:
    return Snapshot(
        number=number, event=0, stage="seating", players=(), view=None, tray=None, picture_size=None, scored=(),
        message=Message("SIT DOWN", "Take a seat."), moments=(), moments_event=0, lamps=frozenset(),
        commands=frozenset(), asks=(), answer=None, devices=(), simulated=(), hand_entry=False, address="",
        table_name="",
    )  # fmt: skip


def test_the_latest_takes_the_place_of_those_before():
    mailbox = Mailbox()
    for number in (1, 2, 3):
        mailbox.publish(snapshot(number))
    assert mailbox.latest().number == 3
    newest = mailbox.wait(after=0, timeout=0)
    assert newest is not None
    assert newest.number == 3


def test_an_empty_mailbox_says_so():
    with pytest.raises(LookupError):
        Mailbox().latest()


def test_waiting_ends_without_a_newer_one():
    mailbox = Mailbox()
    mailbox.publish(snapshot(1))
    assert mailbox.wait(after=1, timeout=0.01) is None


def test_waiting_ends_as_soon_as_there_is_a_newer_one():
    mailbox = Mailbox()
    mailbox.publish(snapshot(1))
    seen: list[Snapshot | None] = []
    readers = [threading.Thread(target=lambda: seen.append(mailbox.wait(after=1, timeout=30))) for _ in range(3)]
    for reader in readers:
        reader.start()
    begun = time.monotonic()
    mailbox.publish(snapshot(2))
    for reader in readers:
        reader.join(10)
    assert [one.number for one in seen if one is not None] == [2, 2, 2]
    assert time.monotonic() - begun < 10


def test_who_shows_each_snapshot_gets_those_in_between():
    mailbox = Mailbox()
    for number in range(1, 40):
        mailbox.publish(snapshot(number))
    assert [one.number for one in mailbox.since(37)] == [38, 39]
    assert [one.number for one in mailbox.since(0)] == list(range(40 - KEPT, 40)), "as far as they are kept"
    assert mailbox.since(39) == ()

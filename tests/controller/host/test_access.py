"""The PIN and the sessions of the host: what lets in, what keeps out, and what is left after a power cut."""

from __future__ import annotations

import json
import os
import stat
import threading
from pathlib import Path

import pytest

from controller.clock import TestClock
from controller.host.access import FREE_TRIES, AccessError, HostAccess

Access = tuple[HostAccess, str]


@pytest.fixture
def clock() -> TestClock:
    return TestClock()


@pytest.fixture
def access(tmp_path: Path, clock: TestClock) -> Access:
    """The access of a table, and its PIN."""
    host = HostAccess(tmp_path, clock)
    return host, host.new_pin()


def wrong(pin: str) -> str:
    return f"{(int(pin) + 1) % 10**6:06}"


def fail(host: HostAccess, pin: str, times: int) -> None:
    for _ in range(times):
        assert host.enter(wrong(pin)).session is None


def test_without_a_pin_nobody_comes_in(tmp_path: Path, clock: TestClock) -> None:
    host = HostAccess(tmp_path, clock)
    assert not host.has_pin
    for pin in ("", "000000"):
        entry = host.enter(pin)
        assert entry.session is None
        assert "tray host reset-pin" in entry.reason


def test_the_pin_is_six_digits_and_lets_in_until_who_came_in_leaves(access: Access) -> None:
    host, pin = access
    assert len(pin) == 6
    assert pin.isdigit()
    session = host.enter(pin).session
    assert session is not None
    assert host.knows(session)
    assert not host.knows(session + "x")
    assert not host.knows("")
    host.leave(session)
    assert not host.knows(session)


def test_neither_pin_nor_session_is_in_the_file_and_only_its_owner_reads_it(access: Access, tmp_path: Path) -> None:
    host, pin = access
    session = host.enter(pin).session
    file = tmp_path / "host.json"
    text = file.read_text()
    assert str(session) not in text
    assert pin not in json.loads(text)["pin_hash"]
    assert f'"{pin}"' not in text
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert not list(tmp_path.glob("*.new"))


def test_wrong_pins_make_everybody_wait_longer_and_longer(access: Access, clock: TestClock) -> None:
    host, pin = access
    fail(host, pin, FREE_TRIES)
    assert host.enter(wrong(pin)).wait_s == 30
    assert host.enter(pin).session is None, "the right one has to wait, too"
    assert "30 seconds" in host.enter(pin).reason
    clock.travel(29)
    assert host.enter(pin).wait_s == 1
    clock.travel(1)
    assert host.enter(wrong(pin)).wait_s == 60
    for wait in (120, 240, 480, 900, 900):
        clock.travel(1000)
        assert host.enter(wrong(pin)).wait_s == wait
    assert "15 minutes" in host.enter(pin).reason
    clock.travel(900)
    assert host.enter(pin).session is not None
    fail(host, pin, FREE_TRIES)
    assert host.enter(pin).session is not None, "a right one begins anew"


def test_while_everybody_waits_nothing_is_counted(access: Access, clock: TestClock) -> None:
    host, pin = access
    fail(host, pin, FREE_TRIES + 1)
    fail(host, pin, 50)
    clock.travel(30)
    assert host.enter(pin).session is not None


def test_a_restart_gives_nobody_another_try(access: Access, tmp_path: Path, clock: TestClock) -> None:
    host, pin = access
    fail(host, pin, FREE_TRIES + 2)
    clock.travel(30)
    fail(host, pin, 1)
    again = HostAccess(tmp_path, clock)
    assert again.enter(pin).wait_s > 0
    clock.travel(59)
    assert again.enter(pin).wait_s > 0
    clock.travel(1)
    assert again.enter(pin).session is not None


def test_a_try_counts_before_it_is_looked_at(
    access: Access, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    host, _ = access

    def plug_pulled(*_: object) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("controller.host.access._hash", plug_pulled)
    with pytest.raises(KeyboardInterrupt):
        host.enter("123456")
    assert json.loads((tmp_path / "host.json").read_text())["wrong"] == 1


def test_tries_at_the_same_moment_are_one_after_the_other(access: Access) -> None:
    host, pin = access
    entries = []
    threads = [threading.Thread(target=lambda: entries.append(host.enter(wrong(pin)))) for _ in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum(entry.wait_s == 0 for entry in entries) == FREE_TRIES


def test_a_session_outlasts_a_restart_and_ends_after_a_day(access: Access, tmp_path: Path, clock: TestClock) -> None:
    host, pin = access
    session = str(host.enter(pin).session)
    assert HostAccess(tmp_path, clock).knows(session)
    clock.travel(24 * 3600 - 1)
    assert host.knows(session)
    clock.travel(1)
    assert not host.knows(session)


def test_a_new_pin_made_elsewhere_ends_every_session_and_every_wait_at_once(
    access: Access, tmp_path: Path, clock: TestClock
) -> None:
    host, pin = access
    session = str(host.enter(pin).session)
    fail(host, pin, FREE_TRIES + 1)
    new = HostAccess(tmp_path, clock).new_pin()
    assert not host.knows(session)
    if new != pin:
        assert host.enter(pin).session is None
    entered = host.enter(new).session
    assert entered is not None
    assert host.knows(entered)


def test_only_so_many_phones_are_hosts_at_once(access: Access) -> None:
    host, pin = access
    sessions = [str(host.enter(pin).session) for _ in range(9)]
    assert [host.knows(session) for session in sessions] == [False] + [True] * 8


@pytest.mark.parametrize("content", [
    "", "{}", "[]", "[" * 100_000, '{"salt": "x", "pin_hash": "", "wrong": 0, "sessions": []}',
    '{"salt": "", "pin_hash": "x", "wrong": 0, "sessions": [{"secret": "x", "since": "2026-01-01T20:00:00"}]}',
])
def test_a_damaged_file_lets_nobody_in_and_a_new_pin_mends_it(content: str, tmp_path: Path, clock: TestClock) -> None:
    (tmp_path / "host.json").write_text(content)
    host = HostAccess(tmp_path, clock)
    assert host.enter("").session is None
    assert not host.knows("x")
    assert host.enter(host.new_pin()).session is not None


def test_where_nothing_can_be_written_nobody_comes_in(tmp_path: Path, clock: TestClock) -> None:
    (tmp_path / "state").write_text("a file where the folder belongs")
    host = HostAccess(tmp_path / "state", clock)
    for forbidden in (host.new_pin, lambda: host.enter("123456"), lambda: host.knows("x"), lambda: host.has_pin):
        with pytest.raises(AccessError, match=r"state\.folder"):
            forbidden()


def test_what_root_writes_belongs_to_the_owner_of_the_folder(
    tmp_path: Path, clock: TestClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[tuple[str, int, int]] = []

    def chown(file: int, user: int, group: int) -> None:
        given.append((Path(os.readlink(f"/proc/self/fd/{file}")).name, user, group))

    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(os, "fchown", chown)
    HostAccess(tmp_path, clock).new_pin()
    owner = tmp_path.stat()
    assert {(user, group) for _, user, group in given} == {(owner.st_uid, owner.st_gid)}
    assert [Path(name).suffix for name, _, _ in given] == [".lock", ".new"]

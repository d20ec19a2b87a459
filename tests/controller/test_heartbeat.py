"""The signs of life for who started the table."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.app.heartbeat import USUAL_S, Heartbeat, seconds_between
from tests.systemd import Systemd
from tests.waiting import wait_until


def test_a_table_that_does_not_answer_gives_no_sign_of_life(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    systemd = Systemd(tmp_path)
    answers = iter([True, False, False, True])
    asked: list[bool] = []
    monkeypatch.setenv("NOTIFY_SOCKET", systemd.address)

    def answer() -> bool:
        asked.append(next(answers, False))
        return asked[-1]

    heartbeat = Heartbeat(answer, every_s=0.01)
    heartbeat.start()
    wait_until("it was asked often", lambda: len(asked) > 5)
    heartbeat.stop()
    heartbeat.stop()
    assert [systemd.next() for _ in range(4)] == ["READY=1", "WATCHDOG=1", "WATCHDOG=1", "STOPPING=1"]
    systemd.close()


@pytest.mark.parametrize(
    ("environment", "seconds"),
    [({}, USUAL_S), ({"WATCHDOG_USEC": "30000000"}, 15.0), ({"WATCHDOG_USEC": "x"}, USUAL_S)],
)
def test_signs_come_twice_as_often_as_they_are_asked_for(environment: dict[str, str], seconds: float) -> None:
    assert seconds_between(environment) == seconds

"""The states on their way to every line."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.web_ui.fakes import FakeTable
from tests.web_ui.scenes import real_choice
from web_ui.fanout import KEPT, Fanout

PATIENCE_S = 10.0


@pytest.fixture
def fanout(table: FakeTable) -> Iterator[Fanout]:
    following = Fanout(table, table.board)
    following.start()
    yield following
    following.stop()


def publish(table: FakeTable, fanout: Fanout, count: int) -> list[int]:
    """Numbers of states, each of which the fan-out has passed on."""
    numbers = []
    for _ in range(count):
        before = table.latest().number
        numbers.append(table.publish(real_choice()).number)
        passed_on = fanout.wait_for_state(before, PATIENCE_S)
        assert passed_on is not None
        assert passed_on.number == numbers[-1]
    return numbers


def test_who_is_a_little_behind_gets_each_state_in_its_turn(table: FakeTable, fanout: Fanout) -> None:
    first, *others = publish(table, fanout, KEPT)
    got, seen = [], first
    while (state := fanout.wait_for_state(seen, 0.0)) is not None:
        seen = state.number
        got.append(seen)
    assert got == others


def test_who_is_far_behind_gets_the_latest(table: FakeTable, fanout: Fanout) -> None:
    first, *_, last = publish(table, fanout, KEPT + 1)
    state = fanout.wait_for_state(first, 0.0)
    assert state is not None
    assert state.number == last
    assert fanout.wait_for_state(last, 0.0) is None


def test_a_line_from_before_a_restart_gets_the_latest(table: FakeTable, fanout: Fanout) -> None:
    last = publish(table, fanout, 3)[-1]
    state = fanout.wait_for_state(last + 1000, 0.0)
    assert state is not None
    assert state.number == last

"""Signals that end a command in order."""

from __future__ import annotations

import signal
from collections.abc import Iterator

import pytest

from controller.hanging_up import ENDS, another_ctrl_c_ends_it, ends_like_ctrl_c


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    before = {number: signal.getsignal(number) for number in ENDS}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.mark.parametrize("number", ENDS)
def test_the_first_ends_it_and_those_after_it_disturb_nothing(number: int) -> None:
    before = [signal.getsignal(each) for each in ENDS]
    with ends_like_ctrl_c():
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(number)
        for each in ENDS:
            signal.raise_signal(each)
    assert [signal.getsignal(each) for each in ENDS] == before


def test_what_nohup_has_begun_goes_on() -> None:
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    with ends_like_ctrl_c():
        signal.raise_signal(signal.SIGHUP)
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGTERM)
    assert signal.getsignal(signal.SIGHUP) == signal.SIG_IGN


def test_what_takes_long_then_ends_at_another_ctrl_c() -> None:
    with ends_like_ctrl_c():
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGHUP)
        with another_ctrl_c_ends_it():
            signal.raise_signal(signal.SIGTERM)
            with pytest.raises(KeyboardInterrupt):
                signal.raise_signal(signal.SIGINT)
        signal.raise_signal(signal.SIGINT)


def test_before_anything_has_ended_it_the_first_of_all_does() -> None:
    with ends_like_ctrl_c():
        with another_ctrl_c_ends_it(), pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
        signal.raise_signal(signal.SIGINT)

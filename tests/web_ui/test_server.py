"""The real server: streams, their limit, and its end."""

from __future__ import annotations

import json
import re
import socket
import sys
import threading
import traceback
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

import web_ui
from tests.waiting import wait_until
from tests.web_ui.conftest import Serve
from tests.web_ui.fakes import FakePreview, FakeTable
from tests.web_ui.pictures import board_picture
from tests.web_ui.scenes import playing, real_choice
from tests.web_ui.stream import Stream
from web_ui.server import PortTakenError, WebServer, reachable_address
from web_ui.streams import BEAT_S


@pytest.fixture
def listen() -> Iterator[Callable[..., Stream]]:
    """Open a stream, closed after the test."""
    opened: list[Stream] = []

    def open_(*arguments: object) -> Stream:
        opened.append(Stream(*arguments))  # type: ignore[arg-type]
        return opened[-1]

    yield open_
    for stream in opened:
        stream.close()


Listen = Callable[..., Stream]


def test_a_stream_begins_with_the_latest_state_and_carries_each_new_one(
    table: FakeTable, serve: Serve, listen: Listen
) -> None:
    first = table.publish(playing())
    stream = listen(serve())
    assert stream.answer.getheader("Content-Type").startswith("text/event-stream")
    number, state = stream.next("state")
    assert (number, state["number"]) == (str(first.number), first.number)
    second = table.publish(real_choice())
    number, state = stream.next("state")
    assert (number, state["event"]) == (str(second.number), second.event)


def test_a_line_without_news_still_beats_so_that_a_lost_one_is_noticed(
    table: FakeTable, serve: Serve, listen: Listen
) -> None:
    stream = listen(serve())
    assert next(name for name, _, _ in stream.events() if name != "state") == "beat"


def test_a_beat_comes_before_a_page_loses_its_patience() -> None:
    page = Path(web_ui.__file__).parent / "static" / "live.js"
    patience = re.search(r"PATIENCE_MS = (\d+)", page.read_text())
    assert patience is not None
    assert int(patience[1]) >= 1000 * (BEAT_S + 1)


def test_the_boards_picture_comes_on_the_lines_that_ask_for_it(
    table: FakeTable, serve: Serve, listen: Listen
) -> None:
    table.board_picture = board_picture(1)
    server = serve()
    with_board, without = listen(server, "/events?board"), listen(server)
    assert with_board.next("board")[1]["number"] == 1
    table.board_picture = board_picture(2, "ADA  5")
    assert with_board.next("board")[1]["pixels"] == list(board_picture(2, "ADA  5").pixels)
    shown = table.publish(real_choice())
    names = []
    for name, number, _ in without.events():
        names.append(name)
        if number == str(shown.number):
            break
    assert "board" not in names


def test_beyond_the_limit_a_line_is_refused_and_polling_still_answers(
    table: FakeTable, serve: Serve, listen: Listen
) -> None:
    server = serve(max_streams=2)
    first, second = listen(server), listen(server)
    assert (first.answer.status, second.answer.status) == (200, 200)
    third = listen(server)
    assert third.answer.status == 503
    assert b"/api/v1/state" in third.answer.read()
    state = listen(server, "/api/v1/state")
    assert json.loads(state.answer.read())["number"] == table.latest().number


def test_the_place_of_a_phone_that_went_away_is_given_to_the_next(
    table: FakeTable, serve: Serve, listen: Listen
) -> None:
    server = serve(max_streams=1)
    gone = listen(server)
    gone.next("state")
    gone.close()
    wait_until("a place to be free again", lambda: listen(server).answer.status == 200)


def test_a_phone_that_reads_slowly_misses_states_and_gets_the_latest(
    table: FakeTable, serve: Serve, listen: Listen
) -> None:
    stream = listen(serve())
    stream.next("state")
    for _ in range(3000):
        table.publish(real_choice())
    last = table.latest().number
    numbers = []
    for name, number, _ in stream.events():
        if name == "state":
            numbers.append(int(number or 0))
        if number == str(last):
            break
    assert numbers == sorted(numbers)
    assert len(numbers) < 3000


def test_the_server_stops_at_once_while_lines_are_open(
    table: FakeTable, serve: Serve, listen: Listen, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Between two beats a line is woken by the end alone, however slow the machine.
    monkeypatch.setattr("web_ui.streams.BEAT_S", 600)
    before = threading.active_count()
    server = serve(max_streams=6)
    streams = [listen(server, "/events?board") for _ in range(6)]
    for stream in streams:
        stream.next("state")
    address = server.address.removeprefix("http://").split(":")
    server.stop()
    wait_until("the threads to end", lambda: threading.active_count() <= before)
    with closing(socket.socket()) as probe:
        assert probe.connect_ex((address[0], int(address[1]))) != 0
    server.stop()


def waits_to_write() -> bool:
    """Whether a thread of the server waits for its line to drain."""
    running = [frame for top in sys._current_frames().values() for frame, _ in traceback.walk_stack(top)]
    return any(frame.f_code.co_name == "_flush_outbufs_below_high_watermark" for frame in running)


def test_the_server_stops_while_a_line_is_not_drained(table: FakeTable, serve: Serve, listen: Listen) -> None:
    before = threading.active_count()
    server = serve(max_streams=2)
    listen(server)
    more_than_a_line_holds = playing(table_name="x" * 10_000_000)
    table.publish(more_than_a_line_holds)

    def waits() -> bool:
        table.publish(more_than_a_line_holds)
        return waits_to_write()

    wait_until("a line that doesn't drain", waits)
    server.stop()
    wait_until("the threads to end", lambda: threading.active_count() <= before)


def test_a_port_that_is_taken_is_said_clearly(table: FakeTable, serve: Serve) -> None:
    port = int(serve().address.rsplit(":", 1)[1])
    second = WebServer(table, table, FakePreview(table), table.board, "127.0.0.1", port)
    with pytest.raises(PortTakenError, match=f"Port {port} on 127.0.0.1 is taken"):
        second.start()
    second.stop()


def test_the_address_is_one_that_a_phone_can_open() -> None:
    assert reachable_address("192.168.1.5", 80) == "http://192.168.1.5"
    assert reachable_address("::1", 8080) == "http://[::1]:8080"
    everywhere = reachable_address("0.0.0.0", 8080)
    assert everywhere.endswith(":8080")
    assert "0.0.0.0" not in everywhere

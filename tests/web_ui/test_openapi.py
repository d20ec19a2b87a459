"""The interface's description, held against the interface: requests made from it by the thousand, on a real table."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, seed, settings
from schemathesis import BaseSchema, Case
from schemathesis.checks import not_a_server_error

from tests.web_ui.fakes import FakePreview, FakeTable
from tests.web_ui.pictures import board_picture
from tests.web_ui.real import ServedTable, served
from web_ui.app import MAX_BODY_BYTES, create_app
from web_ui.fanout import Fanout
from web_ui.openapi import openapi

SEED = int(os.environ.get("API_SEED", "20260721"))
"""Another one tries other requests; the same one tries the same again."""
thorough = settings(
    max_examples=15, deadline=None, database=None, phases=(Phase.explicit, Phase.generate),
    suppress_health_check=list(HealthCheck),
)


def _described() -> BaseSchema:
    """The description, less the lines that never end: those are tried elsewhere."""
    table = FakeTable()
    app = create_app(table, table, FakePreview(table), table.board, fanout=Fanout(table, table.board))
    return schemathesis.openapi.from_dict(openapi(app)).exclude(path="/api/v1/events")


def _prepare(table: ServedTable, stage: str) -> None:
    evening = table.evening
    if stage == "empty":
        return
    table.board = board_picture(3)
    if stage == "seating":
        evening.sit("Ann")
        return
    evening.play("Ann", "Bob")
    evening.throw_all("5 2 10 3 sun")
    if stage == "proposed":
        evening.do("propose", "Bob", evening.now.event, rules={"sampler": 25})
    if stage == "over":
        evening.do("leave", "Ann", evening.now.event)
        evening.do("leave", "Bob", evening.now.event)


@pytest.fixture(scope="module")
def table(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedTable]:
    print(f"API_SEED={SEED}")
    with served(tmp_path_factory.mktemp("table"), shows=False) as real:
        _prepare(real, request.param)
        yield real


def _try(case: Case, table: ServedTable) -> None:
    seats = table.evening.secrets
    cookies = {"seat": seats["Ann"]} if "Ann" in seats else {}
    answer = case.call(base_url=table.server.address, headers={"Origin": table.server.address}, cookies=cookies)
    assert answer.status_code < 500 or answer.status_code == 503, "503 is an answer: a part can't be reached now"
    if answer.status_code == 413:
        assert len(answer.request.body or b"") > MAX_BODY_BYTES
        assert "error" in answer.json()
        return
    case.validate_response(answer, excluded_checks=[not_a_server_error])


@_described().include(method="GET").parametrize()
@pytest.mark.parametrize("table", ["empty", "proposed"], indirect=True)
@seed(SEED)
@thorough
def test_what_is_asked_is_answered_as_described(case: Case, table: ServedTable) -> None:
    _try(case, table)


@_described().include(method="POST").parametrize()
@pytest.mark.parametrize("table", ["empty", "seating", "choice", "proposed", "over"], indirect=True)
@seed(SEED)
@thorough
def test_what_is_pressed_is_answered_as_described(case: Case, table: ServedTable) -> None:
    _try(case, table)

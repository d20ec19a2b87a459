"""A game over the whole path: the simulated tray, the reader, the table, the real firmware in simavr, Chromium."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import cv2
import pytest
from playwright.sync_api import Page

from controller.games.game import GameView
from controller.games.wimpout import RULEBOOK
from controller.journal import read_journal
from controller.table.folding import restore
from controller.table.state import State
from tests.e2e.running import Phone, RunningTray
from tests.hardware.support import read_score
from tests.waiting import wait_until
from vision.simulation.camera import SimulatedTray

CONFIG = """
[rules]
goal = 60
[simulation]
seed = 11
lean_chance = 0.0
"""


def journal_state(folder: Path) -> State:
    return restore(read_journal(folder / "state" / "simulated.sqlite3"), RULEBOOK)


def expected(view: GameView) -> dict[str, Any]:
    """The score, from the journal alone."""
    return {"totals": {one.seat: one.total for one in view.standings}, "stake": view.stake}


def on_page(page: Page, view: GameView) -> dict[str, Any]:
    """The score as the page shows it."""
    totals = {one.seat: int(page.get_by_test_id(f"total-{one.seat}").inner_text()) for one in view.standings}
    return {"totals": totals, "stake": int(page.get_by_test_id("stake").inner_text() or 0)}


def on_board(table: RunningTray) -> tuple[int, int] | None:
    """The total and the stake in the pixels that the simulated modules really show."""
    return read_score(table.get("/api/v1/board")["pixels"])


def agree(table: RunningTray, page: Page, view: GameView) -> None:
    """Page and pixels come to show the score of the journal."""
    shown = view.to_act or view.winner
    total = next((one.total for one in view.standings if one.seat == shown), 0)
    wait_until(f"the page shows {expected(view)}", lambda: on_page(page, view) == expected(view))
    wait_until(f"the board shows {total} +{view.stake}", lambda: on_board(table) == (total, view.stake))


def act(phones: dict[str, Phone], state: State, folder: Path) -> State:
    """The player to act stops as soon as that is legal with ten points, else throws; the table after that."""
    assert state.game is not None
    view = state.game.view
    if view.may_stop and view.stake >= 10:
        return press(phones, state, "stop", folder)
    return press(phones, state, "throw", folder)


def press(phones: dict[str, Phone], state: State, command: str, folder: Path) -> State:
    """The player to act presses a button, and sees to what is in the way of the reading, until it is journaled."""
    assert state.game is not None
    assert state.game.view.to_act is not None
    phone = phones[state.game.view.to_act]
    others = [other for other in phones.values() if other is not phone]

    def happened() -> State | None:
        after = journal_state(folder)
        if len(after.history) > len(state.history):
            return after
        shown = phone.table.state()
        if shown["asks"] and shown["answer"] is None:
            cube = shown["asks"][0]
            face = shown["tray"]["cubes"][cube]["alternatives"][0][0]
            phone.send("answer", event=shown["event"], cube=cube, face=face)
        elif shown["answer"] is not None:
            others[0].send("confirm", event=shown["event"])
        elif command in shown["commands"] and "reading" not in shown["lamps"]:
            phone.send(command, event=shown["event"])
        return None

    return wait_until(f"{command} is journaled", happened, 90)


def sit(table: RunningTray, *names: str) -> dict[str, Phone]:
    """A phone for each name, by its seat."""
    phones = {}
    for name in names:
        phone = Phone(table)
        reply = phone.send("sit", name=name)
        assert reply["accepted"], reply
        phones[reply["value"]["seat"]] = phone
    return phones


@pytest.mark.usefixtures("firmware")
def test_pixels_page_and_journal_show_the_same_score_after_every_event(tmp_path: Path, page: Page) -> None:
    with RunningTray(tmp_path, config=CONFIG) as table:
        phones = sit(table, "ADA", "BEN")
        first = next(iter(phones.values()))
        assert first.send("start", event=table.state()["event"], computers=0)["accepted"]
        page.goto(table.address + "/big")
        events = 0
        state = journal_state(tmp_path)
        while state.game is not None and state.game.view.phase != "over":
            state = act(phones, state, tmp_path)
            assert state.game is not None
            agree(table, page, state.game.view)
            events += 1
        assert events >= 8, "too short a game to show anything"
        assert table.stop() == 0


@pytest.mark.usefixtures("firmware")
def test_a_power_cut_in_mid_turn_costs_nothing(tmp_path: Path, page: Page) -> None:
    with RunningTray(tmp_path, config=CONFIG) as table:
        phones = sit(table, "ADA", "BEN")
        next(iter(phones.values())).send("start", event=table.state()["event"], computers=0)
        state = _play_into_a_turn(tmp_path, phones)
        jars = {seat: phone.cookies for seat, phone in phones.items()}
        table.kill()
    with RunningTray(tmp_path, config=CONFIG) as table:
        again = {seat: Phone(table, jar) for seat, jar in jars.items()}
        after = journal_state(tmp_path)
        assert after.game is not None
        assert state.game is not None
        assert after.game.view == state.game.view, "the same player, the same cubes, the same points"
        assert table.state()["message"]["board"] == "GO ON"
        page.goto(table.address + "/score")
        agree(table, page, after.game.view)
        _throw(again, tmp_path)


def _play_into_a_turn(folder: Path, phones: dict[str, Phone]) -> State:
    """Throw until somebody has points at stake."""
    for _ in range(40):
        state = _throw(phones, folder)
        assert state.game is not None
        if state.game.view.phase == "turn" and state.game.view.stake > 0:
            return state
    raise AssertionError("nobody got points at stake in 40 throws")


def _throw(phones: dict[str, Phone], folder: Path) -> State:
    return press(phones, journal_state(folder), "throw", folder)


def test_a_killed_reader_is_back_within_three_seconds_and_the_game_goes_on(tmp_path: Path) -> None:
    with RunningTray(tmp_path, "--scoreboard", "model", config=CONFIG) as table:
        phones = sit(table, "ADA")
        next(iter(phones.values())).send("start", event=table.state()["event"], computers=0)
        state = _play_into_a_turn(tmp_path, phones)
        killed = time.monotonic()
        table.kill_reader()
        wait_until("the table notices", lambda: _camera(table) != "fine", 3)
        wait_until("the reader is back", lambda: _camera(table) == "fine", 3)
        assert time.monotonic() - killed < 3.0
        after = journal_state(tmp_path)
        assert after.game is not None
        assert state.game is not None
        assert after.game.view == state.game.view
        _throw(phones, tmp_path)


def _camera(table: RunningTray) -> str:
    return next(device["state"] for device in table.state()["devices"] if device["part"] == "camera")


def test_everything_simulated_says_so_on_every_page_and_in_the_log(tmp_path: Path, page: Page) -> None:
    with RunningTray(tmp_path, "--scoreboard", "model", config=CONFIG) as table:
        wait_until("the camera is there", lambda: len(table.state()["simulated"]) >= 3)
        for path in ("/", "/join", "/score", "/big"):
            page.goto(table.address + path)
            badge = page.get_by_test_id("simulated")
            assert badge.is_visible(), path
            words = badge.inner_text().lower()
            assert all(part in words for part in ("camera", "scoreboard", "panel")), (path, words)
        for part in ("camera", "scoreboard", "panel"):
            assert any(part in line and "SIMULATED" in line for line in table.output.splitlines()), part


def test_a_recording_plays_its_throw_each_time_and_then_the_table_waits(tmp_path: Path) -> None:
    faces = record_a_throw(tmp_path / "throw.avi")
    for _ in range(2):
        _plays(tmp_path, "throw.avi", faces)


def _plays(folder: Path, recording: str, faces: list[str]) -> None:
    config = "[state]\nfolder = \"state\"\n"
    with RunningTray(folder, "--camera", recording, "--scoreboard", "model", config=config) as table:
        shown = wait_until("the recording is at its end", lambda: _ended(table), 60)
        assert sorted(cube["face"] for cube in shown["view"]["last_throw"]) == faces
        assert shown["view"]["phase"] == "turn", "a recording needs no roll-off"
        assert f"camera: recording {recording}" in shown["simulated"]
        assert table.stop() == 0


def _ended(table: RunningTray) -> Any:
    state = table.state()
    return state if state["message"]["board"] == "ROLL ENDED" else None


def record_a_throw(path: Path) -> list[str]:
    """Film a throw of five cubes at the simulated tray; the faces that it ends with."""
    simulated = SimulatedTray(seed=2, paced=False, lean_chance=0.0)
    video = cv2.VideoWriter(str(path), cv2.VideoWriter_fourcc(*"MJPG"), 30.0, (1280, 960))
    simulated.throw(None)
    at_rest = 0
    while at_rest < 30:
        frame = simulated.read()
        assert frame is not None
        video.write(frame.image)
        at_rest = at_rest + 1 if simulated.truth() else 0
    video.release()
    cubes = simulated.truth()
    simulated.close()
    assert cubes is not None
    return sorted(cube.face for cube in cubes)

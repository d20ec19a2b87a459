"""Evenings at a real table, with a real journal, that can be looked back on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from controller.chronicle.chronicle import JournalChronicle
from controller.chronicle.follower import GameFollower, GameTold
from controller.games.wimpout import RULEBOOK
from controller.games.wimpout.odds.luck import WimpoutFortune
from controller.pictures import Album
from controller.ports import PastThrow
from tests.controller.table.conftest import Evening, EveningMaker, evening

__all__ = ["EveningMaker", "evening"]


def told(at: Evening) -> list[GameTold]:
    """What there is to tell of each game of an evening."""
    follower = GameFollower(RULEBOOK, WimpoutFortune())
    games = [game for event in at.events if (game := follower.follow(event)) is not None]
    now = follower.told()
    return [*games, now] if now is not None else games


def throws(at: Evening) -> list[PastThrow]:
    """The throws of the game that is on."""
    return [one.throw for one in told(at)[-1].throws]


def a_game_worked_by_hand(at: Evening) -> None:
    """Ann and Bob play; what comes of it stands beside each throw."""
    at.play("Ann", "Bob")
    at.throw_all("10 10 10 5 2*")               # Ann: a Flash of 10, and a 5: 105, to be cleared by the odd cube
    at.throw({4: "5"})                          # 5 more, and all five have scored
    at.throw_all("2 3 4 6 6*")                  # a Train Wreck: 110 lost
    at.throw_all("10 10 5 5 2*")                # Bob: 30, and 35 to get in
    at.throw({4: "10"})                         # 40, and all five have scored
    at.throw_all("5 2 3 4 6*")                  # 45
    assert at.do("stop", "Bob").accepted        # banked: 45
    at.throw_all("5 10 2 3 4*")                 # Ann: 15, not in yet
    at.throw({2: "2", 3: "3", 4: "4"})          # a Wimpout: 15 lost
    at.throw_all("5 2 3 4 6*")                  # Bob: 5 ...
    assert at.do("correct", "Bob", cubes=["10", "2", "3", "4", "6*"]).accepted
    assert at.do("undo", "Ann", agree=True).accepted  # ... which is a 10
    assert at.do("stop", "Bob").accepted        # banked: 10
    at.throw_all("6 6 6 2 4*")                  # Ann: a Flash that is taken back
    assert at.do("undo", "Ann").accepted
    assert at.do("undo", "Bob", agree=True).accepted


Open = Callable[..., JournalChronicle]


@pytest.fixture
def look_back() -> Iterator[Open]:
    """Opens the chronicle of an evening, which follows its journal: `look_back(evening)`."""
    opened: list[JournalChronicle] = []

    def begin(at: Evening, album: Album | None = None) -> JournalChronicle:
        folder: Path = at.path.parent
        chronicle = JournalChronicle(
            at.path, folder / "games.sqlite3", album or Album(folder / "pictures", 1 << 20), RULEBOOK,
            WimpoutFortune(), at.clock.now,
        )  # fmt: skip
        chronicle.start()
        chronicle.written(at.events[-1])
        opened.append(chronicle)
        return chronicle

    yield begin
    for chronicle in opened:
        chronicle.stop()

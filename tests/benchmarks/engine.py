"""How fast the rules are."""

from __future__ import annotations

import random
from pathlib import Path

from controller.games.game import Cube, Start, Stop, Throw
from controller.games.wimpout import RULEBOOK
from controller.games.wimpout.cubes import COMMON_FACES, ODD_FACES
from tests.benchmarks.yardstick import best_of, loop_seconds

SEED = 20_260_101
TURNS = 2000


def report(_root: Path) -> str:
    """Whole turns of two players who stop at the first legal moment."""
    return (
        "## Rules\n\n"
        f"{TURNS} turns between players who stop at the first legal moment: "
        f"{TURNS * loop_seconds() / seconds():.0f} turns a loop (seed {SEED})."
    )


def seconds() -> float:
    """The shortest time that the turns take, the throwing of the cubes included."""
    return best_of(5, _play)


def _play() -> None:
    chance = random.Random(SEED)
    game = RULEBOOK.start(Start(("one", "two"), {"goal": 100_000, "entry": 0}, starter="one"))
    turns = 0
    while turns < TURNS:
        view = game.view
        if view.may_stop:
            game = game.play(Stop())
            turns += 1
        else:
            seat = view.to_act
            game = game.play(_throw(chance, view.to_throw, view.odd_to_throw))
            turns += game.view.to_act != seat


def _throw(chance: random.Random, count: int, odd: bool | None) -> Throw:
    commons = count - bool(odd)
    cubes = [Cube(chance.choice(COMMON_FACES)) for _ in range(commons)]
    if odd:
        cubes.append(Cube(chance.choice(ODD_FACES), odd=True))
    return Throw(tuple(cubes))

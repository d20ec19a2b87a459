"""How a throw is judged: void, points, Wimpout, or the end of the game for its player."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from controller.games.game import Cube
from controller.games.wimpout.cubes import CUBES
from controller.games.wimpout.rules import Rules
from controller.games.wimpout.scoring import INSTANT_WINNER, SUPERNOVA, ways_to_score
from controller.games.wimpout.taken_up import NextThrow
from controller.games.wimpout.way import Way

Outcome = Literal["ready", "score", "reroll", "wimpout", "train_wreck", "instant_win", "supernova"]
ENDS: frozenset[Outcome] = frozenset({"wimpout", "train_wreck", "instant_win", "supernova"})


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a throw is: its `ways` to score, or the cubes that are thrown `again`."""

    outcome: Outcome
    ways: tuple[Way, ...] = ()
    again: tuple[Cube, ...] = ()


def judged(thrown: tuple[Cube, ...], made: NextThrow, rules: Rules) -> Verdict:
    """First the match with a Flash face, which makes the throw void; only then points or Wimpout."""
    if made.uncleared:
        matching = tuple(cube for cube in thrown if cube.face in made.uncleared)
        if matching:
            return Verdict("reroll", again=thrown if rules.reroll_scope == "all" else matching)
    ways = ways_to_score(thrown, rules)
    if not ways:
        return Verdict(wimpout(made))
    if ways[0].train == INSTANT_WINNER:
        return Verdict("instant_win")
    if ways[0].train == SUPERNOVA:
        return Verdict("supernova")
    return Verdict("score", ways)


def wimpout(made: NextThrow) -> Outcome:
    """ "Wimping out with five cubes is called a Train Wreck." """
    return "train_wreck" if made.number + len(made.stay) == CUBES else "wimpout"
